#include "cells/forest.h"

#include <algorithm>
#include <stdexcept>

#include "cells/sorted_column.h"
#include "core/threads.h"

namespace covey::cells {

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

std::int64_t Forest::records(std::size_t begin, std::size_t end, Pulse& pulse) const {
    if (!all_.weights) {
        return static_cast<std::int64_t>(end - begin);
    }
    std::int64_t total = 0;
    in_blocks(end - begin, pulse, [&](std::size_t from, std::size_t to) {
        for (auto i = begin + from; i < begin + to; ++i) {
            total += all_.weights[row_of(all_.entries[i])];
        }
    });
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
        pulse.beat();
        if (tree_.how[v] == static_cast<std::int32_t>(CutKind::none) &&
            records(tree_.begin[v], tree_.end[v], pulse) >= least) {
            found.push_back(static_cast<std::int32_t>(v));
        }
    }
    return found;
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
        pulse.beat();
        inside[v] = records(tree_.begin[v], tree_.end[v], pulse) < most;
        if (inside[v] && tree_.children[v]) {
            found.push_back(static_cast<std::int32_t>(v));
        }
    }
    return found;
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
        pulse.beat();
        Cell const cell{begin, end, records(begin, end, pulse)};
        choice.column = path.column[v];
        choice.cut = {0.0, static_cast<CutKind>(path.how[v]), path.low[v], path.high[v]};
        choice.labels.clear();
        if (choice.cut.how == CutKind::members &&
            columns_[choice.column].kind == ColumnKind::labels) {
            choice.labels.assign(path.pool.begin() + path.low[v], path.pool.begin() + path.high[v]);
            mark_labels(columns_, all_, cell, choice, desk->bench, pulse);
        } else {
            mark(columns_, all_, cell, choice, desk->bench, pulse);
        }
        auto const as_many = choice.children.size() == static_cast<std::size_t>(path.children[v]);
        if (!as_many || std::ranges::any_of(choice.children, [](Cell const& child) {
                return child.begin == child.end;
            })) {
            throw std::invalid_argument("Every part of a cut must have rows.");
        }
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            split(all_, cell, column, choice, desk->bench, pulse);
        }
        auto const first = static_cast<std::int32_t>(tree_.size());
        tree_.cut(own, choice);
        for (std::int32_t i = 0; i < path.children[v]; ++i) {
            number[path.first[v] + i] = first + i;
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
        found.sizes.push_back(records(begin, end, pulse));
    }
    return found;
}

}  // namespace covey::cells
