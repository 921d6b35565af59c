// The cuts that were made, as a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell.h"

namespace covey::cells {

// A tree of cuts. Node v is cut on column[v] as how[v] says; its children are first[v] and the
// children[v] - 1 nodes after it. key[v] is the component of a child that was made by such a cut.
// A node has the entries from begin[v] to end[v]. The labels that a cut takes are
// pool[low[v]:high[v]].
struct CutTree {
    std::vector<std::int32_t> column, how, low, high, parent, first, children, key, begin, end;
    std::vector<std::int32_t> pool;
    std::vector<char> takes_labels;

    std::size_t size() const { return how.size(); }
    void add_leaf(std::int32_t parent_node, Cell const& cell, std::int32_t own_key);
    // Cut a leaf; its children are added.
    void cut(std::size_t node, Choice const& choice);
    // Put a tree behind this one. Its nodes keep their numbers, as if it stood alone.
    void append(CutTree const& tree);
    // Let a tree, which is of the rows of one leaf, go on from there: ``count`` nodes of ``trees``
    // from ``from`` on. The labels of ``trees`` are in the pool from ``labels`` on.
    void graft(std::size_t leaf, CutTree const& trees, std::size_t from, std::size_t count,
               std::size_t labels);
    // Take away all that is below some nodes, given by a mark for every node: these are leaves
    // then. The nodes that stay keep their order; returns the new number of each node, -1 if it is
    // gone.
    std::vector<std::int32_t> prune(std::vector<char> const& marked);
    void clear();
};

}  // namespace covey::cells
