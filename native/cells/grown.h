// Pieces of work on the cells of a forest, and the trees that threads grow in them.
#pragma once

#include <cstddef>
#include <vector>

#include "cells/cut_tree.h"
#include "cells/desk.h"

namespace covey::cells {

// The trees of a piece stand one behind the other; those of cells that were not cut are leaves.
struct Grown {
    CutTree trees;
    std::vector<std::size_t> counts;
};

// Where pieces of cells begin that have enough rows to be worth a thread's while; the end of all.
std::vector<std::size_t> pieces_of(std::vector<Task> const& tasks, std::size_t rows);

// Let the leaves of tasks go on as they were grown. Nodes are numbered in the order of cells,
// whichever thread came first. What was grown is empty afterwards.
void graft_all(CutTree& tree, std::vector<Task> const& tasks,
               std::vector<std::size_t> const& starts, std::vector<Grown>& grown);

}  // namespace covey::cells
