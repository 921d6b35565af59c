#include "cells/desk.h"

#include <algorithm>
#include <limits>

namespace covey::cells {

void Desk::load(Guide const& guide, RowsView const& all, Cell const& cell) {
    auto const count = cell.end - cell.begin;
    if (names_.size() < count) {
        names_.resize(count);
        side_.resize(count);
        child_.resize(count);
        weights_.resize(all.weights ? count : 0);
    }
    auto* const entries = entries_.room(guide.columns.size() * count);
    rows_ = {entries,       count,        all.weights ? weights_.data() : nullptr,
             names_.data(), side_.data(), child_.data()};
    auto const* first = all.entries + cell.begin;
    for (std::size_t i = 0; i < count; ++i) {
        auto const row = row_of(first[i]);
        names_[i] = row;
        all.child[row] = static_cast<std::int32_t>(i);
        if (all.weights) {
            weights_[i] = all.weights[row];
        }
    }
    for (std::size_t column = 0; column < guide.columns.size(); ++column) {
        auto const* from = all.column(column) + cell.begin;
        auto* const to = rows_.column(column);
        for (std::size_t i = 0; i < count; ++i) {
            to[i] =
                entry_of(code_of(from[i]), static_cast<std::uint32_t>(all.child[row_of(from[i])]));
        }
    }
}

void Desk::store(Guide const& guide, RowsView const& all, Cell const& cell) const {
    auto const count = cell.end - cell.begin;
    for (std::size_t column = 0; column < guide.columns.size(); ++column) {
        auto const* from = rows_.column(column);
        auto* const to = all.column(column) + cell.begin;
        for (std::size_t i = 0; i < count; ++i) {
            to[i] = entry_of(code_of(from[i]), names_[row_of(from[i])]);
        }
    }
}

void Desk::sort(Guide const& guide, Pulse& pulse) {
    for (std::size_t column = 0; column < guide.columns.size(); ++column) {
        auto* const entries = rows_.column(column);
        std::sort(entries, entries + rows_.stride, [&pulse](Entry a, Entry b) {
            pulse.beat();
            return a < b;
        });
    }
}

void Desk::follow(Guide const& guide, Task const& task, Plan const& plan, Pulse& pulse) {
    tree_.clear();
    tree_.add_leaf(-1, {0, task.cell.end - task.cell.begin, 0}, 0);
    totals_.assign(1, task.cell.total);
    std::vector<std::size_t> waiting{0};
    for (auto const& step : plan.steps) {
        auto const v = waiting.back();
        waiting.pop_back();
        if (step.cut.how == CutKind::none) {
            continue;
        }
        Cell const cell{static_cast<std::size_t>(tree_.begin[v]),
                        static_cast<std::size_t>(tree_.end[v]), totals_[v]};
        choice_.cut = step.cut;
        choice_.column = step.column;
        mark(guide.columns, rows_, cell, choice_, bench, pulse);
        for (std::size_t column = 0; column < guide.columns.size(); ++column) {
            split(rows_, cell, column, choice_, bench, pulse);
        }
        auto const first = tree_.size();
        tree_.cut(v, choice_);
        for (auto const& child : choice_.children) {
            totals_.push_back(child.total);
        }
        // A cell's parts follow it in the plan, the first one first.
        for (auto part = tree_.size(); part > first; --part) {
            waiting.push_back(part - 1);
        }
    }
}

void Desk::grow(Guide const& guide, Task const& task, std::int64_t least, Deadline const& deadline,
                Pulse& pulse) {
    auto const width = guide.columns.size();
    auto& cuts = bench.cuts;
    tree_.clear();
    tree_.add_leaf(-1, {0, task.cell.end - task.cell.begin, 0}, 0);
    totals_.assign(1, task.cell.total);
    for (std::size_t v = 0; v < tree_.size(); ++v) {
        Cell const cell{static_cast<std::size_t>(tree_.begin[v]),
                        static_cast<std::size_t>(tree_.end[v]), totals_[v]};
        pulse.beat(static_cast<std::int64_t>(width * (cell.end - cell.begin)));
        if (!can_be_cut(cell.total, least, guide.k)) {
            continue;
        }
        cuts.resize(width);
        for (std::size_t column = 0; column < width; ++column) {
            cuts[column] = best_on(guide, rows_, cell, column, task.uneven,
                                   std::numeric_limits<double>::infinity(), bench, pulse);
        }
        choose(guide, rows_, cell, v ? 0 : task.passed, task.uneven, deadline, cuts, bench, choice_,
               pulse);
        if (!choice_.found()) {
            continue;
        }
        for (std::size_t column = 0; column < width; ++column) {
            split(rows_, cell, column, choice_, bench, pulse);
        }
        tree_.cut(v, choice_);
        for (auto const& child : choice_.children) {
            totals_.push_back(child.total);
        }
    }
}

}  // namespace covey::cells
