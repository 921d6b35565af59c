// All connected sets of areas within limits.
#pragma once

#include <vector>

#include "regions/graph.h"

namespace covey::regions {

// The c-th set is areas[starts[c]] to areas[starts[c + 1] - 1] and weighs weights[c].
struct ConnectedSets {
    bool complete = true;
    std::vector<std::int64_t> starts{0};
    std::vector<Area> areas;
    std::vector<std::int64_t> weights;
};

// Listing ends, incomplete, above so many sets, steps, or areas of all sets together.
struct Effort {
    std::int64_t sets;
    std::int64_t steps;
    std::int64_t members;
};

// All connected sets from k to ``most`` that have as much of the second weights as is needed, each
// once: grouped by their smallest area, they grow by taking or leaving one neighbour after the
// other.
ConnectedSets connected_sets(Graph const& graph, Longs weights, std::int64_t k, std::int64_t most,
                             Longs second, std::int64_t at_least, Effort const& effort,
                             Pulse& pulse);

}  // namespace covey::regions
