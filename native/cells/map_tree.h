// A map as a rooted tree for each component, its areas at places in depth-first order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// The tree of a map: place p has its parent at parent[p] < p, -1 for a root; its subtree is at the
// places p to end[p] - 1. Two places have their ways up meet at the least parent between them,
// which ``lowest`` looks up: row l has the least parent of 2^l places from each place on.
class MapTree {
public:
    // From the parents alone. Throws std::invalid_argument if the places are not in depth-first
    // order.
    MapTree(Ints parent, Pulse& pulse);

    std::int32_t size() const { return static_cast<std::int32_t>(parent.size()); }

    // The least parent of the places from low to high, both included, low <= high.
    std::int32_t least_between(std::int32_t low, std::int32_t high) const;

    // How many places the least subtree has that joins these places of one component, ascending.
    std::int64_t joined(Ints places, Pulse& pulse) const;

    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> end;
    std::vector<std::int32_t> depth;
    // For every place the root of its component.
    std::vector<std::int32_t> component;

private:
    std::vector<std::int32_t> lowest_;
};

struct Spanning {
    std::vector<std::int32_t> order;
    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> end;
};

// Breadth-first trees of a graph, in which area v has the neighbours from starts[v] on; its areas
// in depth-first order.
Spanning spanning(Longs starts, Ints neighbours, Pulse& pulse);

// Whether every run p to end[p] - 1 is the subtree of p; parents are -1 or places.
bool runs_are_subtrees(Ints parent, Ints end, Pulse& pulse);

struct Hulls {
    std::vector<std::int64_t> starts;
    std::vector<std::int32_t> places;
};

// The places of every class, ascending, and all that are on the ways between them; the whole map
// for a class in several components. Class c has places[starts[c]:starts[c + 1]].
Hulls hulls(MapTree const& tree, Longs starts, Ints places, Pulse& pulse);

}  // namespace covey::cells
