// Nodes of a forest cut again, where a search finds cuts that lose less.
#include <numeric>

#include "cells/forest.h"
#include "cells/grown.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// Cells are handed to threads in pieces of so many rows: fewer than for plain cuts, since a search
// takes much longer.
constexpr std::size_t searched_rows = 1 << 9;

}  // namespace

// The loss of the records below a node, and the squares of the sizes of its classes.
double Forest::lost_below(std::size_t node, Scratch& scratch, std::int64_t& squares,
                          Pulse& pulse) const {
    double lost = 0.0;
    std::vector<std::size_t> waiting{node};
    while (!waiting.empty()) {
        auto const v = waiting.back();
        waiting.pop_back();
        for (auto i = tree_.children[v]; i > 0; --i) {
            waiting.push_back(static_cast<std::size_t>(tree_.first[v] + i - 1));
        }
        if (!tree_.children[v]) {
            auto const begin = static_cast<std::size_t>(tree_.begin[v]);
            auto const end = static_cast<std::size_t>(tree_.end[v]);
            Cell const cell{begin, end, records(begin, end, pulse)};
            lost += lost_as_class(columns_, all_, cell, scratch, pulse);
            squares += cell.total * cell.total;
        }
    }
    return lost;
}

Recutting Forest::recut(Ints nodes, Limits const& limits, bool squares, Deadline const& deadline,
                        Pulse& pulse) {
    std::vector<Task> tasks(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto const begin = static_cast<std::size_t>(tree_.begin[nodes[i]]);
        auto const end = static_cast<std::size_t>(tree_.end[nodes[i]]);
        tasks[i] = {nodes[i], {begin, end, records(begin, end, pulse)}, 0, 0.0};
    }
    auto const pieces = pieces_of(tasks, searched_rows);
    std::vector<Grown> found(pieces.size() - 1);
    std::vector<char> better(tasks.size(), 0);
    std::vector<std::int64_t> looked_at(tasks.size(), 0);
    for_each_piece(found.size(), threads_, pulse, [&](std::size_t piece, Pulse& own) {
        auto desk = desks_.take();
        for (auto i = pieces[piece]; i < pieces[piece + 1]; ++i) {
            if (deadline.over()) {
                return;
            }
            auto const& task = tasks[i];
            std::int64_t before = 0;
            auto const lost =
                lost_below(static_cast<std::size_t>(task.node), desk->bench.scratch, before, own);
            // What differs by no more than rounding is no better.
            auto const bound = lost * (1 - 1e-9);
            desk->load(guide_, all_, task.cell);
            desk->sort(guide_, own);
            Cell const whole{0, task.cell.end - task.cell.begin, task.cell.total};
            looked_at[i] = desk->recut.search(guide_, desk->rows(), whole, limits, bound, deadline,
                                              desk->bench, desk->plan, own);
            if (!(desk->plan.lost < bound)) {
                continue;
            }
            desk->follow(guide_, task, desk->plan, own);
            auto const& tree = desk->tree();
            std::int64_t after = 0;
            for (std::size_t v = 0; v < tree.size(); ++v) {
                auto const size = desk->totals()[v];
                after += tree.children[v] ? 0 : size * size;
            }
            if (squares && after > before) {
                continue;
            }
            better[i] = 1;
            desk->store(guide_, all_, task.cell);
            found[piece].trees.append(tree);
            found[piece].counts.push_back(tree.size());
        }
    });
    std::vector<char> marked(tree_.size(), 0);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        marked[tasks[i].node] = better[i];
    }
    auto const number = tree_.prune(marked);
    std::vector<Task> changed;
    std::vector<std::size_t> starts;
    for (std::size_t piece = 0; piece < found.size(); ++piece) {
        starts.push_back(changed.size());
        for (auto i = pieces[piece]; i < pieces[piece + 1]; ++i) {
            if (better[i]) {
                changed.push_back(tasks[i]);
                changed.back().node = number[tasks[i].node];
            }
        }
    }
    graft_all(tree_, changed, starts, found);
    return {static_cast<std::int64_t>(changed.size()),
            std::accumulate(looked_at.begin(), looked_at.end(), std::int64_t{0}), !deadline.over()};
}

}  // namespace covey::cells
