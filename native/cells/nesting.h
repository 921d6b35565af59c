// Few regions of a map, any two of which are nested or apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// Neighbouring areas are joined, two regions at a time, until all of a component are one. The areas
// are leaves of this hierarchy, numbered so that every region is a run of them. A border joins
// the two parts of each region; all these borders are a spanning tree of the map, and an edge of it
// is named by the place of its lower end.
class Nesting {
public:
    // By place of the map's tree: leaf[p] is the number of its area; the edge above p joins the
    // leaves from low[p] to split[p] - 1 to those from there to high[p] - 1; split[p] is -1 for a
    // root. By leaf: measure is what a region's loss counts, such as people. Throws
    // std::invalid_argument if these are no runs.
    Nesting(Ints leaf, Ints split, Ints low, Ints high, Longs measure, Pulse& pulse);

    std::int32_t leaf(std::int32_t place) const { return leaf_[place]; }
    std::int32_t split(std::int32_t edge) const { return split_[edge]; }

    // The edge that joins the parts of the least region with both leaves; low < high, both in one
    // component.
    std::int32_t edge_between(std::int32_t low, std::int32_t high) const;

    // The share of all that is measured in the least region with both leaves, low <= high; 0 for a
    // single area.
    double share(std::int32_t low, std::int32_t high) const;

private:
    std::vector<std::int32_t> leaf_;
    std::vector<std::int32_t> split_;
    std::vector<std::int32_t> low_;
    std::vector<std::int32_t> high_;
    std::vector<std::int64_t> sums_;
    // Row l has the edge of the longest run among 2^l splits from each leaf on.
    std::vector<std::int32_t> longest_;

    std::int32_t longer(std::int32_t one, std::int32_t other) const;
};

// What a Nesting is made of, and the map's tree: see MapTree.
struct NestedTree {
    std::vector<std::int32_t> order;
    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> end;
    std::vector<std::int32_t> leaf;
    std::vector<std::int32_t> split;
    std::vector<std::int32_t> low;
    std::vector<std::int32_t> high;
};

// Join areas of one group first. The lightest region is always the next to be joined: to the
// neighbour with the fewest records per length of the border between them, so that regions are of
// similar weights and compact. Border e is between ends[2 e] and ends[2 e + 1].
NestedTree nested(std::int32_t areas, Ints ends, std::span<double const> lengths, Longs weights,
                  Ints groups, Pulse& pulse);

}  // namespace covey::cells
