#include "cells/grown.h"

namespace covey::cells {

std::vector<std::size_t> pieces_of(std::vector<Task> const& tasks, std::size_t rows) {
    std::vector<std::size_t> starts;
    std::size_t many = rows;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (many >= rows) {
            starts.push_back(i);
            many = 0;
        }
        many += tasks[i].cell.end - tasks[i].cell.begin;
    }
    starts.push_back(tasks.size());
    return starts;
}

void graft_all(CutTree& tree, std::vector<Task> const& tasks,
               std::vector<std::size_t> const& starts, std::vector<Grown>& grown) {
    for (std::size_t piece = 0; piece < grown.size(); ++piece) {
        auto const& [trees, counts] = grown[piece];
        auto const labels = tree.pool.size();
        tree.pool.insert(tree.pool.end(), trees.pool.begin(), trees.pool.end());
        std::size_t from = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            auto const leaf = static_cast<std::size_t>(tasks[starts[piece] + i].node);
            tree.graft(leaf, trees, from, counts[i], labels);
            from += counts[i];
        }
        grown[piece] = {};
    }
}

}  // namespace covey::cells
