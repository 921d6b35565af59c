// Leaves of a forest cut from the top, and what would become of them.
#include <algorithm>
#include <limits>
#include <utility>

#include "cells/forest.h"
#include "cells/grown.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// Cells of more rows are cut one by one, all threads on one level of the tree; those of fewer rows
// each by one thread down to the leaves, on a copy that stays in its cache.
constexpr std::size_t small = 4096;

// Cells are handed to threads in pieces of so many rows.
constexpr std::size_t piece_rows = 1 << 14;

}  // namespace

bool Forest::cut(Ints cells, Ways const& ways, std::int64_t least, Deadline const& deadline,
                 Pulse& pulse) {
    std::vector<Task> level;
    std::vector<Task> waiting;
    auto const sorted_in = [&](Task const& task, std::vector<Task>& large) {
        if (can_be_cut(task.cell.total, least, k_)) {
            (task.cell.end - task.cell.begin > small ? large : waiting).push_back(task);
        }
    };
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const v = cells[i];
        auto const begin = static_cast<std::size_t>(tree_.begin[v]);
        auto const end = static_cast<std::size_t>(tree_.end[v]);
        sorted_in({v, {begin, end, records(begin, end, pulse)}, ways.passed[i], ways.uneven[i]},
                  level);
    }
    while (!level.empty()) {
        if (deadline.over()) {
            return false;
        }
        std::vector<Task> next;
        for (auto const& task : cut_level(level, deadline, pulse)) {
            sorted_in(task, next);
        }
        if (missed_cuts(deadline)) {
            return false;
        }
        level = std::move(next);
    }
    auto const starts = pieces_of(waiting, piece_rows);
    std::vector<Grown> grown(starts.size() - 1);
    std::vector<char> done(starts.size() - 1, 0);
    for_each_piece(grown.size(), threads_, pulse, [&](std::size_t piece, Pulse& own) {
        if (deadline.over()) {
            return;
        }
        auto desk = desks_.take();
        for (auto i = starts[piece]; i < starts[piece + 1]; ++i) {
            auto const& task = waiting[i];
            desk->load(guide_, all_, task.cell);
            desk->grow(guide_, task, least, deadline, own);
            if (desk->tree().size() > 1) {
                desk->store(guide_, all_, task.cell);
            }
            grown[piece].trees.append(desk->tree());
            grown[piece].counts.push_back(desk->tree().size());
        }
        done[piece] = !missed_cuts(deadline);
    });
    graft_all(tree_, waiting, starts, grown);
    return std::ranges::all_of(done, [](char each) { return each != 0; });
}

// Cut every cell of a level; the cells of the next level.
std::vector<Task> Forest::cut_level(std::vector<Task> const& level, Deadline const& deadline,
                                    Pulse& pulse) {
    auto const width = columns_.size();
    std::vector<std::vector<Cut>> cuts(level.size(), std::vector<Cut>(width));
    for_each_piece(level.size() * width, threads_, pulse, [&](std::size_t piece, Pulse& own) {
        auto const cell = piece / width;
        auto const column = piece % width;
        auto desk = desks_.take();
        cuts[cell][column] = best_on(guide_, all_, level[cell].cell, column, level[cell].uneven,
                                     std::numeric_limits<double>::infinity(), desk->bench, own);
    });
    std::vector<Choice> choices(level.size());
    for_each_piece(level.size(), threads_, pulse, [&](std::size_t cell, Pulse& own) {
        auto desk = desks_.take();
        choose(guide_, all_, level[cell].cell, level[cell].passed, level[cell].uneven, deadline,
               cuts[cell], desk->bench, choices[cell], own);
    });
    for_each_piece(level.size() * width, threads_, pulse, [&](std::size_t piece, Pulse& own) {
        auto const cell = piece / width;
        if (choices[cell].found()) {
            auto desk = desks_.take();
            split(all_, level[cell].cell, piece % width, choices[cell], desk->bench, own);
        }
    });
    std::vector<Task> next;
    for (std::size_t cell = 0; cell < level.size(); ++cell) {
        auto const& choice = choices[cell];
        if (!choice.found()) {
            continue;
        }
        auto const first = static_cast<std::int32_t>(tree_.size());
        tree_.cut(static_cast<std::size_t>(level[cell].node), choice);
        for (std::size_t i = 0; i < choice.children.size(); ++i) {
            // Columns are passed over by the first cut only.
            next.push_back(
                {first + static_cast<std::int32_t>(i), choice.children[i], 0, level[cell].uneven});
        }
    }
    return next;
}

Outcome Forest::tried(Ints cells, Ways const& ways, Deadline const& deadline, Pulse& pulse) {
    std::vector<Task> tasks(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const begin = static_cast<std::size_t>(tree_.begin[cells[i]]);
        auto const end = static_cast<std::size_t>(tree_.end[cells[i]]);
        tasks[i] = {
            cells[i], {begin, end, records(begin, end, pulse)}, ways.passed[i], ways.uneven[i]};
    }
    auto const starts = pieces_of(tasks, piece_rows);
    Outcome outcome;
    outcome.largest.assign(cells.size(), 0);
    outcome.lost.assign(cells.size(), 0.0);
    std::vector<char> done(starts.size() - 1, 0);
    for_each_piece(done.size(), threads_, pulse, [&](std::size_t piece, Pulse& own) {
        if (deadline.over()) {
            return;
        }
        auto desk = desks_.take();
        auto const& tree = desk->tree();
        for (auto i = starts[piece]; i < starts[piece + 1]; ++i) {
            desk->load(guide_, all_, tasks[i].cell);
            desk->grow(guide_, tasks[i], 0, deadline, own);
            for (std::size_t v = 0; v < tree.size(); ++v) {
                if (tree.children[v]) {
                    continue;
                }
                auto const total = desk->totals()[v];
                Cell const leaf{static_cast<std::size_t>(tree.begin[v]),
                                static_cast<std::size_t>(tree.end[v]), total};
                outcome.largest[i] = std::max(outcome.largest[i], total);
                outcome.lost[i] +=
                    lost_as_class(columns_, desk->rows(), leaf, desk->bench.scratch, own);
            }
        }
        done[piece] = !missed_cuts(deadline);
    });
    outcome.done = std::ranges::all_of(done, [](char each) { return each != 0; });
    return outcome;
}

}  // namespace covey::cells
