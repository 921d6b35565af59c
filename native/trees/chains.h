// Trees whose siblings are in order: a class is what lies below neighbours among the children of
// one node. The best cuts of all these rows of children are found exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"
#include "trees/stars.h"
#include "trees/tree.h"

namespace covey::trees {

// Whether the labels below any node are neighbours by their numbers: then these give an order to
// all siblings. ``order`` has every node after its parent.
bool is_in_order(Ints parents, Ints order, std::size_t labels);

struct Chains {
    // The number of the bin of every node at its parent, -1 where it has none.
    std::vector<std::int32_t> bin;
    // The least possible largest class, and the node that proves it; k and no node, if none proves
    // more than k.
    Bound bound;
};

// The rows of children of all heavy inner nodes, cut so that the largest class is least and, within
// that, the sum of squares; with ``quadratic`` the sum of squares alone.
Chains solve_chains(Tree const& tree, std::int64_t k, bool quadratic, Pulse& pulse);

}  // namespace covey::trees
