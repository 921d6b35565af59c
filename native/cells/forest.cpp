#include "cells/forest.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "cells/sorted_column.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// Cells of more rows are cut one by one, all threads on one level of the tree; those of fewer rows
// each by one thread down to the leaves, on a copy that stays in its cache.
constexpr std::size_t small = 4096;

// Cells are handed to threads in pieces of so many rows.
constexpr std::size_t piece_rows = 1 << 14;

// The same for cells that are searched, which takes much longer.
constexpr std::size_t searched_rows = 1 << 9;

// The trees of a piece stand one behind the other; those of cells that were not cut are leaves.
struct Grown {
    CutTree trees;
    std::vector<std::size_t> counts;
};

// Let the leaves of tasks go on as they were grown. Nodes are numbered in the order of cells,
// whichever thread came first.
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

}  // namespace

Forest::Forest(Columns const& columns, Ints codes, Longs weights, Ints kept,
               requirements::Rules const* rules, std::int64_t k, int threads, Pulse& pulse)
    : columns_(columns),
      rules_(rules && !rules->empty() ? rules : nullptr),
      k_(k),
      threads_(threads),
      table_rows_(weights.size()),
      count_(kept.size()),
      guide_{columns_, rules_, k_} {
    if (std::ranges::any_of(weights, [](auto weight) { return weight != 1; })) {
        weights_.assign(weights.begin(), weights.end());
    }
    all_ = {entries_.room(columns_.size() * count_),
            count_,
            weights_.empty() ? nullptr : weights_.data(),
            nullptr,
            side_.room(table_rows_),
            child_.room(table_rows_)};
    for_each_piece(columns_.size(), threads_, pulse, [&](std::size_t column, Pulse& own) {
        sort_column(columns_, codes, kept, column, {all_.column(column), count_}, own);
    });
    tree_.add_leaf(-1, {0, count_, 0}, 0);
}

std::int64_t Forest::records(std::size_t begin, std::size_t end) const {
    if (!all_.weights) {
        return static_cast<std::int64_t>(end - begin);
    }
    std::int64_t total = 0;
    for (auto i = begin; i < end; ++i) {
        total += all_.weights[row_of(all_.entries[i])];
    }
    return total;
}

std::vector<std::int32_t> Forest::kinds() const {
    std::vector<std::int32_t> found;
    for (auto const& column : columns_) {
        found.push_back(static_cast<std::int32_t>(column.kind));
    }
    return found;
}

std::vector<std::int32_t> Forest::leaves(std::int64_t least, Pulse& pulse) const {
    std::vector<std::int32_t> found;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        pulse.beat(1 + tree_.end[v] - tree_.begin[v]);
        if (tree_.how[v] == static_cast<std::int32_t>(CutKind::none) &&
            records(tree_.begin[v], tree_.end[v]) >= least) {
            found.push_back(static_cast<std::int32_t>(v));
        }
    }
    return found;
}

// Where pieces of cells begin that have enough rows to be worth a thread's while; the end of all.
std::vector<std::size_t> Forest::pieces_of(std::vector<Task> const& tasks, std::size_t rows) const {
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

void Forest::adopt(CutPath const& path, Pulse& pulse) {
    auto desk = desks_.take();
    Choice choice;
    // The node that each node of the path becomes.
    std::vector<std::int32_t> number(path.size(), 0);
    for (std::size_t v = 0; v < path.size(); ++v) {
        if (path.how[v] == static_cast<std::int32_t>(CutKind::none)) {
            continue;
        }
        auto const own = static_cast<std::size_t>(number[v]);
        auto const begin = static_cast<std::size_t>(tree_.begin[own]);
        auto const end = static_cast<std::size_t>(tree_.end[own]);
        pulse.beat(static_cast<std::int64_t>((end - begin) * columns_.size()));
        Cell const cell{begin, end, records(begin, end)};
        choice.column = path.column[v];
        choice.cut = {0.0, static_cast<CutKind>(path.how[v]), path.low[v], path.high[v]};
        choice.labels.clear();
        if (choice.cut.how == CutKind::members &&
            columns_[choice.column].kind == ColumnKind::labels) {
            choice.labels.assign(path.pool.begin() + path.low[v], path.pool.begin() + path.high[v]);
            mark_labels(columns_, all_, cell, choice, desk->bench);
        } else {
            mark(columns_, all_, cell, choice, desk->bench);
        }
        auto const as_many = choice.children.size() == static_cast<std::size_t>(path.children[v]);
        if (!as_many || std::ranges::any_of(choice.children, [](Cell const& child) {
                return child.begin == child.end;
            })) {
            throw std::invalid_argument("Every part of a cut must have rows.");
        }
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            split(all_, cell, column, choice, desk->bench);
        }
        auto const first = static_cast<std::int32_t>(tree_.size());
        tree_.cut(own, choice);
        for (std::int32_t i = 0; i < path.children[v]; ++i) {
            number[path.first[v] + i] = first + i;
        }
    }
}

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
        sorted_in({v, {begin, end, records(begin, end)}, ways.passed[i], ways.uneven[i]}, level);
    }
    while (!level.empty()) {
        if (deadline.over()) {
            return false;
        }
        std::vector<Task> next;
        for (auto const& task : cut_level(level, pulse)) {
            sorted_in(task, next);
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
            desk->grow(guide_, task, least, own);
            if (desk->tree().size() > 1) {
                desk->store(guide_, all_, task.cell);
            }
            grown[piece].trees.append(desk->tree());
            grown[piece].counts.push_back(desk->tree().size());
        }
        done[piece] = 1;
    });
    graft_all(tree_, waiting, starts, grown);
    return std::ranges::all_of(done, [](char each) { return each != 0; });
}

// Cut every cell of a level; the cells of the next level.
std::vector<Task> Forest::cut_level(std::vector<Task> const& level, Pulse& pulse) {
    auto const width = columns_.size();
    auto const rows_of = [&](std::size_t cell) {
        return static_cast<std::int64_t>(level[cell].cell.end - level[cell].cell.begin);
    };
    std::vector<std::vector<Cut>> cuts(level.size(), std::vector<Cut>(width));
    for_each_piece(level.size() * width, threads_, pulse, [&](std::size_t piece, Pulse& own) {
        auto const cell = piece / width;
        auto const column = piece % width;
        auto desk = desks_.take();
        cuts[cell][column] = best_on(guide_, all_, level[cell].cell, column, level[cell].uneven,
                                     std::numeric_limits<double>::infinity(), desk->bench);
        own.beat(rows_of(cell));
    });
    std::vector<Choice> choices(level.size());
    for_each_piece(level.size(), threads_, pulse, [&](std::size_t cell, Pulse& own) {
        auto desk = desks_.take();
        choose(guide_, all_, level[cell].cell, level[cell].passed, level[cell].uneven, cuts[cell],
               desk->bench, choices[cell], own);
    });
    for_each_piece(level.size() * width, threads_, pulse, [&](std::size_t piece, Pulse& own) {
        auto const cell = piece / width;
        if (choices[cell].found()) {
            auto desk = desks_.take();
            split(all_, level[cell].cell, piece % width, choices[cell], desk->bench);
            own.beat(rows_of(cell));
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
        tasks[i] = {cells[i], {begin, end, records(begin, end)}, ways.passed[i], ways.uneven[i]};
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
            desk->grow(guide_, tasks[i], 0, own);
            for (std::size_t v = 0; v < tree.size(); ++v) {
                if (tree.children[v]) {
                    continue;
                }
                auto const total = desk->totals()[v];
                Cell const leaf{static_cast<std::size_t>(tree.begin[v]),
                                static_cast<std::size_t>(tree.end[v]), total};
                outcome.largest[i] = std::max(outcome.largest[i], total);
                outcome.lost[i] += lost_as_class(columns_, desk->rows(), leaf, desk->bench.scratch);
            }
        }
        done[piece] = 1;
    });
    outcome.done = std::ranges::all_of(done, [](char each) { return each != 0; });
    return outcome;
}

std::vector<std::int32_t> Forest::tops(std::int64_t most, Pulse& pulse) const {
    std::vector<std::int32_t> found;
    std::vector<char> inside(tree_.size(), 0);
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        auto const above = tree_.parent[v];
        inside[v] = above >= 0 && inside[above];
        if (inside[v]) {
            continue;
        }
        pulse.beat(1 + tree_.end[v] - tree_.begin[v]);
        inside[v] = records(tree_.begin[v], tree_.end[v]) < most;
        if (inside[v] && tree_.children[v]) {
            found.push_back(static_cast<std::int32_t>(v));
        }
    }
    return found;
}

// The loss of the records below a node, and the squares of the sizes of its classes.
double Forest::lost_below(std::size_t node, Scratch& scratch, std::int64_t& squares) const {
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
            Cell const cell{begin, end, records(begin, end)};
            lost += lost_as_class(columns_, all_, cell, scratch);
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
        tasks[i] = {nodes[i], {begin, end, records(begin, end)}, 0, 0.0};
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
                lost_below(static_cast<std::size_t>(task.node), desk->bench.scratch, before);
            // What differs by no more than rounding is no better.
            auto const bound = lost * (1 - 1e-9);
            desk->load(guide_, all_, task.cell);
            desk->sort(guide_);
            Cell const whole{0, task.cell.end - task.cell.begin, task.cell.total};
            looked_at[i] = desk->recut.search(guide_, desk->rows(), whole, limits, bound, deadline,
                                              desk->bench, desk->plan, own);
            if (!(desk->plan.lost < bound)) {
                continue;
            }
            desk->follow(guide_, task, desk->plan);
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

void Forest::settle(Pulse& pulse) {
    auto const count = tree_.size();
    // Of every node: the first and the last code that occurs, and the records of the classes that
    // reach down, or up, to the border of the node.
    std::vector<std::int32_t> first(count);
    std::vector<std::int32_t> last(count);
    std::vector<std::int64_t> at_low(count);
    std::vector<std::int64_t> at_high(count);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        auto const& column = columns_[c];
        if (column.kind != ColumnKind::ordered) {
            continue;
        }
        auto const* entries = all_.column(c);
        for (auto v = count; v-- > 0;) {
            if (!tree_.children[v]) {
                auto const begin = static_cast<std::size_t>(tree_.begin[v]);
                auto const end = static_cast<std::size_t>(tree_.end[v]);
                pulse.beat(static_cast<std::int64_t>(1 + end - begin));
                first[v] = code_of(entries[begin]);
                last[v] = code_of(entries[end - 1]);
                at_low[v] = at_high[v] = records(begin, end);
                continue;
            }
            auto const one = static_cast<std::size_t>(tree_.first[v]);
            auto const end = one + static_cast<std::size_t>(tree_.children[v]);
            if (tree_.column[v] == static_cast<std::int32_t>(c) &&
                tree_.how[v] == static_cast<std::int32_t>(CutKind::position)) {
                // The records below the border times where it is, less those above it: least at
                // some code of the gap.
                auto const other = one + 1;
                auto const below = static_cast<double>(at_high[one]);
                auto const above = static_cast<double>(at_low[other]);
                auto best = last[one];
                auto least = std::numeric_limits<double>::infinity();
                for (auto code = last[one]; code < first[other]; ++code) {
                    auto const width =
                        below * column.tops[code] - above * column.positions[code + 1];
                    if (width < least) {
                        least = width;
                        best = code;
                    }
                }
                tree_.low[v] = best;
                first[v] = first[one];
                last[v] = last[other];
                at_low[v] = at_low[one];
                at_high[v] = at_high[other];
                continue;
            }
            first[v] = first[one];
            last[v] = last[one];
            at_low[v] = at_high[v] = 0;
            for (auto child = one; child < end; ++child) {
                first[v] = std::min(first[v], first[child]);
                last[v] = std::max(last[v], last[child]);
                at_low[v] += at_low[child];
                at_high[v] += at_high[child];
            }
        }
    }
}

Classes Forest::classes(Pulse& pulse) const {
    Classes found;
    found.classes.assign(table_rows_, -1);
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        if (tree_.how[v] != static_cast<std::int32_t>(CutKind::none)) {
            continue;
        }
        auto const number = static_cast<std::int32_t>(found.sizes.size());
        auto const begin = static_cast<std::size_t>(tree_.begin[v]);
        auto const end = static_cast<std::size_t>(tree_.end[v]);
        in_blocks(end - begin, pulse, [&](std::size_t from, std::size_t to) {
            for (auto i = begin + from; i < begin + to; ++i) {
                found.classes[row_of(all_.entries[i])] = number;
            }
        });
        found.sizes.push_back(records(begin, end));
    }
    return found;
}

}  // namespace covey::cells
