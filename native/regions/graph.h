// Areas and the borders between them: an undirected graph in rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::regions {

// A number from 0 to count - 1 that stands for an area.
using Area = std::int32_t;

// True or false for every border, or for every area. Bytes, because a vector<bool> packs bits.
using Mask = std::vector<std::uint8_t>;

// The neighbours of v are neighbours[starts[v]] to neighbours[starts[v + 1] - 1], ascending.
// through has at the same places the numbers of the borders that lead there. ends[2 e] and
// ends[2 e + 1] are the two areas of border e, lengths[e] says how long it is.
struct Graph {
    // The ends of a border stand side by side, the smaller area first; borders are in ascending
    // order, each once. Linear time.
    Graph(Area count, Ints ends, Reals lengths, Pulse& pulse);

    std::int64_t borders() const { return static_cast<std::int64_t>(lengths.size()); }
    std::int64_t degree(Area v) const { return starts[v + 1] - starts[v]; }
    Ints neighbours_of(Area v) const {
        return {neighbours.data() + starts[v], neighbours.data() + starts[v + 1]};
    }

    Area count;
    std::vector<std::int64_t> starts;
    std::vector<Area> neighbours;
    std::vector<std::int32_t> through;
    std::vector<Area> ends;
    std::vector<double> lengths;
    // How many connected components there are.
    std::int32_t parts;
};

// The connected component of every area, numbered in the order of their first areas.
std::vector<std::int32_t> components(Graph const& graph, Pulse& pulse);

// The connected parts of equal labels, numbered in the order of their first areas.
std::vector<std::int32_t> components_within(Graph const& graph, Ints labels, Pulse& pulse);

}  // namespace covey::regions
