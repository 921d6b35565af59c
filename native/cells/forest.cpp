#include "cells/forest.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/own_pulse.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// Cells of more rows are cut one by one, all threads on one level of the tree; those of fewer rows
// each by one thread down to the leaves, on a copy that stays in its cache.
constexpr std::size_t small = 4096;

// Cells are handed to threads in pieces of so many rows.
constexpr std::size_t piece_rows = 1 << 14;

// The digits of codes by which a column is sorted: their counts stay in the first cache.
constexpr int digit_bits = 11;

}  // namespace

// A cell that waits to be cut.
struct Forest::Task {
    std::int32_t node;
    Cell cell;
    std::int32_t passed;
    double uneven;
};

// What a thread needs, also for a cell of its own: a copy of its entries whose rows are numbered
// from 0 on, and the tree that grows on it.
struct Forest::Desk {
    Bench bench;
    Choice choice;
    CutTree tree;
    Buffer<Entry> entries;
    std::vector<std::uint32_t> names;
    std::vector<std::int64_t> weights;
    std::vector<std::uint8_t> side;
    std::vector<std::int32_t> child;
    std::vector<std::int64_t> totals;
    RowsView rows{};
};

void CutTree::add_leaf(std::int32_t parent_node, Cell const& cell, std::int32_t own_key) {
    for (auto* field : {&column, &how, &low, &high, &first, &children}) {
        field->push_back(0);
    }
    takes_labels.push_back(0);
    parent.push_back(parent_node);
    key.push_back(own_key);
    begin.push_back(static_cast<std::int32_t>(cell.begin));
    end.push_back(static_cast<std::int32_t>(cell.end));
}

void CutTree::cut(std::size_t node, Choice const& choice) {
    column[node] = choice.column;
    how[node] = static_cast<std::int32_t>(choice.cut.how);
    low[node] = choice.cut.low;
    high[node] = choice.cut.high;
    if (!choice.labels.empty()) {
        // Places by weight mean nothing later: the labels themselves are kept.
        takes_labels[node] = 1;
        low[node] = static_cast<std::int32_t>(pool.size());
        pool.insert(pool.end(), choice.labels.begin(), choice.labels.end());
        high[node] = static_cast<std::int32_t>(pool.size());
    }
    first[node] = static_cast<std::int32_t>(size());
    children[node] = static_cast<std::int32_t>(choice.children.size());
    for (std::size_t i = 0; i < choice.children.size(); ++i) {
        add_leaf(static_cast<std::int32_t>(node), choice.children[i], choice.keys[i]);
    }
}

void CutTree::append(CutTree const& tree) {
    auto const from = size();
    auto const labels = static_cast<std::int32_t>(pool.size());
    auto const put = [](auto& own, auto const& others) {
        own.insert(own.end(), others.begin(), others.end());
    };
    put(column, tree.column);
    put(how, tree.how);
    put(low, tree.low);
    put(high, tree.high);
    put(parent, tree.parent);
    put(first, tree.first);
    put(children, tree.children);
    put(key, tree.key);
    put(begin, tree.begin);
    put(end, tree.end);
    put(takes_labels, tree.takes_labels);
    put(pool, tree.pool);
    for (auto v = from; v < size(); ++v) {
        if (takes_labels[v]) {
            low[v] += labels;
            high[v] += labels;
        }
    }
}

void CutTree::graft(std::size_t leaf, CutTree const& trees, std::size_t from, std::size_t count,
                    std::size_t labels) {
    auto const base = static_cast<std::int32_t>(size()) - 1;
    auto const shift = static_cast<std::size_t>(begin[leaf]);
    auto const number = [&](std::int32_t v) {
        return v ? base + v : static_cast<std::int32_t>(leaf);
    };
    for (auto v = from; v < from + count; ++v) {
        if (v > from) {
            Cell const cell{shift + static_cast<std::size_t>(trees.begin[v]),
                            shift + static_cast<std::size_t>(trees.end[v]), 0};
            add_leaf(number(trees.parent[v]), cell, trees.key[v]);
        }
        if (!trees.children[v]) {
            continue;
        }
        auto const own = static_cast<std::size_t>(number(static_cast<std::int32_t>(v - from)));
        auto const moved = trees.takes_labels[v] ? static_cast<std::int32_t>(labels) : 0;
        column[own] = trees.column[v];
        how[own] = trees.how[v];
        low[own] = trees.low[v] + moved;
        high[own] = trees.high[v] + moved;
        takes_labels[own] = trees.takes_labels[v];
        first[own] = number(trees.first[v]);
        children[own] = trees.children[v];
    }
}

void CutTree::clear() {
    for (auto* field :
         {&column, &how, &low, &high, &parent, &first, &children, &key, &begin, &end, &pool}) {
        field->clear();
    }
    takes_labels.clear();
}

Forest::Forest(Columns const& columns, Ints codes, Longs weights, Ints kept,
               requirements::Rules const* rules, std::int64_t k, int threads)
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
    for_each_piece(columns_.size(), threads_,
                   [&](std::size_t column) { sort_column(codes, kept, column); });
    tree_.add_leaf(-1, {0, count_, 0}, 0);
}

Forest::~Forest() = default;

// By digits, the last one first.
void Forest::sort_column(Ints codes, Ints kept, std::size_t column) {
    auto const width = columns_.size();
    auto const size = static_cast<std::uint32_t>(columns_[column].size);
    // Missing values come first: codes are sorted as if they were one more.
    auto const passes =
        std::max(1, (static_cast<int>(std::bit_width(size)) + digit_bits - 1) / digit_bits);
    constexpr std::size_t digits = 1 << digit_bits;
    std::vector<std::size_t> starts(digits * static_cast<std::size_t>(passes));
    for (auto const row : kept) {
        auto const code = codes[static_cast<std::size_t>(row) * width + column];
        if (code < -1 || code >= columns_[column].size) {
            throw std::invalid_argument("A code of column " + std::to_string(column) +
                                        " must be from -1 to " + std::to_string(size - 1) +
                                        "; given: " + std::to_string(code) + ".");
        }
        auto const key = static_cast<std::uint32_t>(code + 1);
        for (int pass = 0; pass < passes; ++pass) {
            ++starts[static_cast<std::size_t>(pass) * digits +
                     (key >> (pass * digit_bits) & (digits - 1))];
        }
    }
    for (int pass = 0; pass < passes; ++pass) {
        std::size_t place = 0;
        for (std::size_t digit = 0; digit < digits; ++digit) {
            auto& start = starts[static_cast<std::size_t>(pass) * digits + digit];
            place += std::exchange(start, place);
        }
    }
    Buffer<Entry> spare;
    auto* const own = all_.column(column);
    auto* const other = passes > 1 ? spare.room(count_) : nullptr;
    // The last pass ends in the column.
    auto* to = passes % 2 ? own : other;
    auto* from = passes % 2 ? other : own;
    for (auto const row : kept) {
        auto const code = codes[static_cast<std::size_t>(row) * width + column];
        auto const digit = static_cast<std::uint32_t>(code + 1) & (digits - 1);
        to[starts[digit]++] = entry_of(code, static_cast<std::uint32_t>(row));
    }
    for (int pass = 1; pass < passes; ++pass) {
        std::swap(from, to);
        auto* const start = starts.data() + static_cast<std::size_t>(pass) * digits;
        for (std::size_t i = 0; i < count_; ++i) {
            auto const key = static_cast<std::uint32_t>(code_of(from[i]) + 1);
            to[start[key >> (pass * digit_bits) & (digits - 1)]++] = from[i];
        }
    }
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

std::vector<std::int32_t> Forest::leaves(std::int64_t least) const {
    std::vector<std::int32_t> found;
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        if (tree_.how[v] == static_cast<std::int32_t>(CutKind::none) &&
            records(tree_.begin[v], tree_.end[v]) >= least) {
            found.push_back(static_cast<std::int32_t>(v));
        }
    }
    return found;
}

bool Forest::can_be_cut(std::int64_t total, std::int64_t least) const {
    // Both sides need k records.
    return total >= least && total - k_ >= k_;
}

// Where pieces of cells begin that have enough rows to be worth a thread's while; the end of all.
std::vector<std::size_t> Forest::pieces_of(std::vector<Task> const& tasks) const {
    std::vector<std::size_t> starts;
    std::size_t many = piece_rows;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (many >= piece_rows) {
            starts.push_back(i);
            many = 0;
        }
        many += tasks[i].cell.end - tasks[i].cell.begin;
    }
    starts.push_back(tasks.size());
    return starts;
}

bool Forest::cut(Ints cells, Ways const& ways, std::int64_t least, Deadline const& deadline,
                 Pulse& pulse) {
    std::vector<Task> level;
    std::vector<Task> waiting;
    auto const sorted_in = [&](Task const& task, std::vector<Task>& large) {
        if (can_be_cut(task.cell.total, least)) {
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
    auto const starts = pieces_of(waiting);
    // The trees of a piece stand one behind the other; those of cells that were not cut are leaves.
    struct Grown {
        CutTree trees;
        std::vector<std::size_t> counts;
    };
    std::vector<Grown> grown(starts.size() - 1);
    std::vector<char> done(starts.size() - 1, 0);
    OwnPulse own(pulse);
    for_each_piece(grown.size(), threads_, [&](std::size_t piece) {
        if (deadline.over()) {
            return;
        }
        auto desk = desks_.take();
        for (auto i = starts[piece]; i < starts[piece + 1]; ++i) {
            auto const& task = waiting[i];
            load(task.cell, *desk);
            grow(task, least, *desk);
            if (desk->tree.size() > 1) {
                store(task.cell, *desk);
            }
            grown[piece].trees.append(desk->tree);
            grown[piece].counts.push_back(desk->tree.size());
            own.beat(columns_.size() * (task.cell.end - task.cell.begin));
        }
        done[piece] = 1;
    });
    // Nodes are numbered in the order of cells, whichever thread came first.
    for (std::size_t piece = 0; piece < grown.size(); ++piece) {
        auto const& [trees, counts] = grown[piece];
        auto const labels = tree_.pool.size();
        tree_.pool.insert(tree_.pool.end(), trees.pool.begin(), trees.pool.end());
        std::size_t from = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            auto const leaf = static_cast<std::size_t>(waiting[starts[piece] + i].node);
            tree_.graft(leaf, trees, from, counts[i], labels);
            from += counts[i];
        }
        grown[piece] = {};
    }
    return std::ranges::all_of(done, [](char each) { return each != 0; });
}

// Cut every cell of a level; the cells of the next level.
std::vector<Forest::Task> Forest::cut_level(std::vector<Task> const& level, Pulse& pulse) {
    auto const width = columns_.size();
    OwnPulse own(pulse);
    auto const rows_of = [&](std::size_t cell) {
        return level[cell].cell.end - level[cell].cell.begin;
    };
    std::vector<std::vector<Cut>> cuts(level.size(), std::vector<Cut>(width));
    for_each_piece(level.size() * width, threads_, [&](std::size_t piece) {
        auto const cell = piece / width;
        auto const column = piece % width;
        auto desk = desks_.take();
        cuts[cell][column] = best_on(guide_, all_, level[cell].cell, column, level[cell].uneven,
                                     std::numeric_limits<double>::infinity(), desk->bench);
        own.beat(rows_of(cell));
    });
    std::vector<Choice> choices(level.size());
    for_each_piece(level.size(), threads_, [&](std::size_t cell) {
        auto desk = desks_.take();
        choose(guide_, all_, level[cell].cell, level[cell].passed, level[cell].uneven, cuts[cell],
               desk->bench, choices[cell]);
        own.beat(rows_of(cell));
    });
    for_each_piece(level.size() * width, threads_, [&](std::size_t piece) {
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

// Copy the entries of a cell to a desk.
void Forest::load(Cell const& cell, Desk& desk) {
    auto const count = cell.end - cell.begin;
    if (desk.names.size() < count) {
        desk.names.resize(count);
        desk.side.resize(count);
        desk.child.resize(count);
        desk.weights.resize(all_.weights ? count : 0);
    }
    auto* const entries = desk.entries.room(columns_.size() * count);
    desk.rows = {entries,
                 count,
                 all_.weights ? desk.weights.data() : nullptr,
                 desk.names.data(),
                 desk.side.data(),
                 desk.child.data()};
    auto const* first = all_.entries + cell.begin;
    for (std::size_t i = 0; i < count; ++i) {
        auto const row = row_of(first[i]);
        desk.names[i] = row;
        child_.data()[row] = static_cast<std::int32_t>(i);
        if (all_.weights) {
            desk.weights[i] = all_.weights[row];
        }
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        auto const* from = all_.column(column) + cell.begin;
        auto* const to = desk.rows.column(column);
        for (std::size_t i = 0; i < count; ++i) {
            to[i] = entry_of(code_of(from[i]),
                             static_cast<std::uint32_t>(child_.data()[row_of(from[i])]));
        }
    }
}

// Bring the entries of a cell into the order that they have on a desk.
void Forest::store(Cell const& cell, Desk const& desk) {
    auto const count = cell.end - cell.begin;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        auto const* from = desk.rows.column(column);
        auto* const to = all_.column(column) + cell.begin;
        for (std::size_t i = 0; i < count; ++i) {
            to[i] = entry_of(code_of(from[i]), desk.names[row_of(from[i])]);
        }
    }
}

// Cut the cell on a desk down to the leaves, breadth first.
void Forest::grow(Task const& task, std::int64_t least, Desk& desk) {
    auto const width = columns_.size();
    auto& tree = desk.tree;
    auto& cuts = desk.bench.cuts;
    tree.clear();
    tree.add_leaf(-1, {0, task.cell.end - task.cell.begin, 0}, 0);
    desk.totals.assign(1, task.cell.total);
    for (std::size_t v = 0; v < tree.size(); ++v) {
        Cell const cell{static_cast<std::size_t>(tree.begin[v]),
                        static_cast<std::size_t>(tree.end[v]), desk.totals[v]};
        if (!can_be_cut(cell.total, least)) {
            continue;
        }
        cuts.resize(width);
        for (std::size_t column = 0; column < width; ++column) {
            cuts[column] = best_on(guide_, desk.rows, cell, column, task.uneven,
                                   std::numeric_limits<double>::infinity(), desk.bench);
        }
        choose(guide_, desk.rows, cell, v ? 0 : task.passed, task.uneven, cuts, desk.bench,
               desk.choice);
        if (!desk.choice.found()) {
            continue;
        }
        for (std::size_t column = 0; column < width; ++column) {
            split(desk.rows, cell, column, desk.choice, desk.bench);
        }
        tree.cut(v, desk.choice);
        for (auto const& child : desk.choice.children) {
            desk.totals.push_back(child.total);
        }
    }
}

Outcome Forest::tried(Ints cells, Ways const& ways, Deadline const& deadline, Pulse& pulse) {
    std::vector<Task> tasks(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        auto const begin = static_cast<std::size_t>(tree_.begin[cells[i]]);
        auto const end = static_cast<std::size_t>(tree_.end[cells[i]]);
        tasks[i] = {cells[i], {begin, end, records(begin, end)}, ways.passed[i], ways.uneven[i]};
    }
    auto const starts = pieces_of(tasks);
    Outcome outcome;
    outcome.largest.assign(cells.size(), 0);
    outcome.lost.assign(cells.size(), 0.0);
    OwnPulse own(pulse);
    std::vector<char> done(starts.size() - 1, 0);
    for_each_piece(done.size(), threads_, [&](std::size_t piece) {
        if (deadline.over()) {
            return;
        }
        auto desk = desks_.take();
        auto const& tree = desk->tree;
        for (auto i = starts[piece]; i < starts[piece + 1]; ++i) {
            load(tasks[i].cell, *desk);
            grow(tasks[i], 0, *desk);
            for (std::size_t v = 0; v < tree.size(); ++v) {
                if (tree.children[v]) {
                    continue;
                }
                auto const total = desk->totals[v];
                double lost = 0.0;
                for (std::size_t column = 0; column < columns_.size(); ++column) {
                    auto const* entries = desk->rows.column(column);
                    lost += static_cast<double>(total) *
                            extent(columns_[column], entries + tree.begin[v], entries + tree.end[v],
                                   desk->bench.scratch);
                }
                outcome.largest[i] = std::max(outcome.largest[i], total);
                outcome.lost[i] += lost;
            }
            own.beat(columns_.size() * (tasks[i].cell.end - tasks[i].cell.begin));
        }
        done[piece] = 1;
    });
    outcome.done = std::ranges::all_of(done, [](char each) { return each != 0; });
    return outcome;
}

Classes Forest::classes() const {
    Classes found;
    found.classes.assign(table_rows_, -1);
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        if (tree_.how[v] != static_cast<std::int32_t>(CutKind::none)) {
            continue;
        }
        auto const number = static_cast<std::int32_t>(found.sizes.size());
        auto const begin = static_cast<std::size_t>(tree_.begin[v]);
        auto const end = static_cast<std::size_t>(tree_.end[v]);
        for (auto i = begin; i < end; ++i) {
            found.classes[row_of(all_.entries[i])] = number;
        }
        found.sizes.push_back(records(begin, end));
    }
    return found;
}

}  // namespace covey::cells
