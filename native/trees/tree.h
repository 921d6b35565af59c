// A rooted tree above weighted labels. The first nodes are the labels, which are leaves; all others
// are inner nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::trees {

inline constexpr std::int32_t no_node = -1;

// The nodes from the root down, every node before its children, and children in the order of their
// numbers: depth first. Nodes that are not below the root, as on a cycle, are left out. Empty, if
// there is not exactly one root. A parent is a node's number, or -1.
std::vector<std::int32_t> top_down(Ints parents, Pulse& pulse);

// The records of every node, itself and all below it.
std::vector<std::int64_t> weights_of_nodes(Ints parents, Ints order, Longs weights, Pulse& pulse);

// What the loops need of a tree. Nodes without records are nobody's children here.
struct Tree {
    Ints parents;
    std::size_t labels;
    std::vector<std::int32_t> order;
    std::vector<std::int64_t> weight;
    // The children of v are child[first[v]] to child[first[v + 1] - 1], by their numbers.
    std::vector<std::int64_t> first;
    std::vector<std::int32_t> child;

    // Throws std::invalid_argument if the parents are no tree.
    Tree(Ints parents, Longs weights, Pulse& pulse);

    std::size_t size() const { return parents.size(); }
    bool is_label(std::int32_t node) const { return static_cast<std::size_t>(node) < labels; }
    Ints children(std::int32_t node) const {
        return std::span(child).subspan(first[node], first[node + 1] - first[node]);
    }
};

}  // namespace covey::trees
