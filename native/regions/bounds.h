// What areas must share a region with, or weigh with one: the searches behind lower bounds.
#pragma once

#include <vector>

#include "regions/graph.h"

namespace covey::regions {

// For every area v: into how many parts its component falls without v, and the weight of v and of
// those parts that weigh less than k, which cannot be regions by themselves.
struct Pockets {
    std::vector<std::int64_t> parts;
    std::vector<std::int64_t> together;
};

Pockets pockets(Graph const& graph, Longs weights, std::int64_t k, Pulse& pulse);

// For every area below k, in a component of such areas that is below k as a whole: the weight of
// the lightest path from it to an area of k or more, both included. 0 for all others, and where no
// such area can be reached.
std::vector<std::int64_t> lightest_ways(Graph const& graph, Longs weights, std::int64_t k,
                                        Pulse& pulse);

// The weight of a lightest connected set of at least k records around an area, if the search came
// to its end, and the steps that it took.
struct Superset {
    std::int64_t weight;
    bool finished;
    std::int64_t steps;
};

// Searches for lightest connected sets, one area after the other. Sets grow by taking or leaving
// one neighbour after the other, as long as they are below k.
class SupersetSearch {
public:
    SupersetSearch(Graph const& graph, Longs weights, std::int64_t k);

    // A set of at most ``enough`` ends the search. The weight is 2^62 if there is no set.
    Superset around(Area root, std::int64_t enough, std::int64_t most_steps, Pulse& pulse);

private:
    enum class Mark : std::uint8_t { open, taken, left };

    Graph const& graph_;
    Longs weights_;
    std::int64_t k_;
    std::vector<Mark> marks_;
    std::vector<Area> taken_;
    std::vector<Area> decided_;
    // For each decision, the first area taken that may have an open neighbour.
    std::vector<std::int32_t> looked_;
};

// The heaviest of the areas' lightest sets, if it is above the bound, and its area, else -1.
struct Seed {
    std::int64_t bound;
    Area area;
};

Seed heaviest_superset(Graph const& graph, Longs weights, std::int64_t k, Ints areas,
                       std::int64_t bound, std::int64_t most_steps, std::int64_t most_in_all,
                       Pulse& pulse);

}  // namespace covey::regions
