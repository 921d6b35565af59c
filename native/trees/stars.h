// All stars of a tree, which are independent of each other, and the classes that they make.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"
#include "trees/star.h"
#include "trees/tree.h"

namespace covey::trees {

struct Bound {
    std::int64_t least;
    std::int32_t node;
};

// The highest lower bound of the largest class that a node proves: a heavy label, or the star of an
// inner node. k itself, and no node, if none proves more.
Bound best_bound(Tree const& tree, std::int64_t k, Pulse& pulse);

// Steps in subsets of light children that all stars together may take.
inline constexpr std::int64_t most_steps = 1'000'000'000;

struct Search {
    std::int64_t k;
    // Classes up to this size are all the same to the largest one.
    std::int64_t cap;
    bool quadratic;
    // Nothing but the two plans that the theorem needs.
    bool two_only;
    // Light children up to which the least squares are searched for in all subsets.
    std::int64_t squares_up_to;
};

struct Answer {
    // The number of the bin of every node at its parent, -1 where it has none.
    std::vector<std::int32_t> bin;
    // The largest bin at every node, 0 where it has none.
    std::vector<std::int64_t> largest;
    // Whether no plan of the node's star is better in the first aim.
    std::vector<bool> best;
};

// A plan for every heavy inner node, from the leaves up.
Answer solve_stars(Tree const& tree, Search const& search, Pulse& pulse);

// The class of every label, numbered depth first, from the bins of all nodes. A label without
// records gets the class of one beside it.
std::vector<std::int32_t> classes_of(Tree const& tree, std::int64_t k, Ints bins, Pulse& pulse);

// The bins of the finest answer whose classes are single nodes: a node is divided if all of its
// children are heavy, else all of them are one bin.
std::vector<std::int32_t> whole_nodes(Tree const& tree, std::int64_t k, Pulse& pulse);

}  // namespace covey::trees
