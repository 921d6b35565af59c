#include "cells/nested_search.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "core/shelf.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// Changes that are tried from the same trees; the best one is taken. The same for any number of
// threads.
constexpr std::size_t batch = 8;

// After so many trials all cells are cut again: the cuts of large ones were made for other trees.
constexpr std::int64_t refreshed_after = 512;

// What is lost must become less than this share of it: the last bits are noise.
constexpr double better = 1 - 1e-12;

// A change is given up when one row in so many has been looked at, and it seems that all records
// would lose more than this multiple of what they lose now.
constexpr std::int64_t sample = 8;
constexpr double hopeless = 1.001;

// Numbers from everywhere below ``count``, each once: every eighth, then those after them, ...
std::size_t mixed(std::size_t i, std::size_t count) {
    constexpr std::size_t step = 8;
    for (std::size_t first = 0; first < step; ++first) {
        auto const many = count > first ? (count - first - 1) / step + 1 : 0;
        if (i < many) {
            return first + i * step;
        }
        i -= many;
    }
    return 0;
}

// A random change of a column's tree, and what all records lose after it.
struct Change {
    std::size_t column;
    std::uint64_t random;
    double lost;
};

// The trees and the cells along them.
template <typename T>
class State {
public:
    using Cutter = NestedCutter<T>;
    using Vector = typename Cutter::Vector;
    static constexpr auto lanes = Packed<T>::lanes;

    State(NestedRows const& rows, std::vector<SetTree> trees, Lookahead const& ahead)
        : rows_(rows),
          trees_(std::move(trees)),
          ahead_(ahead),
          ranked_(trees_.size()),
          blocks_((trees_.size() + lanes - 1) / lanes),
          order_(rows.count()),
          weights_(rows.count()),
          codes_(rows.count() * blocks_) {
        for (std::size_t column = 0; column < trees_.size(); ++column) {
            ranked_[column].rank_tree(trees_[column]);
            first_mark_.push_back(words_);
            auto const bits = static_cast<std::size_t>(trees_[column].leaves);
            if (trees_[column].moves == Moves::labels) {
                words_ += (bits + 63) / 64;
            } else if (trees_[column].moves == Moves::ordered) {
                words_ += 1;
            }
        }
        std::iota(order_.begin(), order_.end(), 0);
        place_rows(0, order_.size());
    }

    // A change of one tree that a thread tries.
    struct Trial {
        std::unique_ptr<Cutter> cutter;
        SetTree tree;
        RankedTree ranked;
        std::vector<std::int32_t> moved;
        // The leaves of the branches that moved.
        std::vector<std::uint64_t> one;
        std::vector<std::uint64_t> other;
        // The cells that are cut again.
        std::vector<std::int32_t> again;
        std::vector<double> lost_before;
        std::vector<std::int32_t> waiting;
        std::vector<Vector> codes;
        std::vector<std::int32_t> box;
    };

    // Cut from scratch.
    void cut_all(Pulse& pulse) {
        Trial all;
        make_cutter(all, pulse);
        cells_ = {};
        cells_.columns = trees_.size();
        cells_.add(1);
        cells_.end[0] = static_cast<std::int32_t>(order_.size());
        PackedRows<T> const rows{codes_.data(), order_.size(), weights_.data(), order_.data(),
                                 order_.size()};
        auto const box = all.cutter->around(rows, all.box);
        std::vector<std::int32_t> order(order_.size());
        all.cutter->cut(rows, box, 0, &cells_, 0, order.data());
        order_ = std::move(order);
        place_rows(0, order_.size());
        marks_.clear();
        mark(0);
        sum_up();
    }

    // The same, unless the cells as they are lose less.
    void refresh(Pulse& pulse) {
        auto const before = lost_;
        auto const cells = cells_;
        auto const order = order_;
        cut_all(pulse);
        if (lost_ > before) {
            cells_ = cells;
            order_ = order;
            place_rows(0, order_.size());
            marks_.clear();
            mark(0);
            sum_up();
        }
    }

    // What all records would lose after a random change of a tree. Cuts of large cells stay as they
    // are, as long as they are cuts of the new tree; cells with what was moved, and others, are cut
    // again once they are small.
    void attempt(Trial& trial, Change& drawn, Pulse& pulse) const {
        auto const column = drawn.column;
        drawn.lost = lost_;
        if (!change(trial, column, drawn.random)) {
            return;
        }
        make_cutter(trial, pulse);
        trial.cutter->use(column, trial.ranked);
        auto const& before = ranked_[column];
        auto const& after = trial.ranked;
        // Classes that stay lose more or less only because nodes have become larger or smaller.
        auto lost = lost_;
        for (std::size_t v = 0; v < before.rank.size(); ++v) {
            auto const rise = after.loss[after.rank[v]] - before.loss[before.rank[v]];
            lost += rise * static_cast<double>(records_[column][v]);
        }
        std::int64_t rows = 0;
        trial.lost_before.clear();
        for (auto const cell : trial.again) {
            auto const own = lost_as_it_is(trial, column, cell);
            lost -= own.after - own.before;
            trial.lost_before.push_back(own.before);
            rows += cells_.end[cell] - cells_.begin[cell];
        }
        // Some cells from everywhere come first. If these lose far more, the others will, too.
        double rise = 0.0;
        std::int64_t done = 0;
        auto const count = trial.again.size();
        for (std::size_t i = 0; i < count; ++i) {
            auto const number = mixed(i, count);
            auto const cell = trial.again[number];
            rise += lost_again(trial, column, cell) - trial.lost_before[number];
            done += cells_.end[cell] - cells_.begin[cell];
            auto const about = rise * static_cast<double>(rows) / static_cast<double>(done);
            if (sample * done >= rows && lost + about > hopeless * lost_) {
                lost += about;
                rise = 0.0;
                break;
            }
        }
        lost += rise;
        trial.cutter->use(column, before);
        drawn.lost = lost;
    }

    // Make that change.
    void take(Trial& trial, Change const& drawn, Pulse& pulse) {
        auto const column = drawn.column;
        change(trial, column, drawn.random);
        make_cutter(trial, pulse);
        trial.cutter->use(column, trial.ranked);
        auto order = order_;
        auto const first_new = cells_.size();
        for (auto const cell : trial.again) {
            auto const rows = moved_rows(trial, column, cell);
            auto const box = trial.cutter->around(rows, trial.box);
            trial.cutter->cut(rows, box, 0, &cells_, cell, order.data());
        }
        order_ = std::move(order);
        trees_[column] = trial.tree;
        std::swap(ranked_[column], trial.ranked);
        trial.cutter->use(column, ranked_[column]);
        for (auto const cell : trial.again) {
            place_rows(cells_.begin[cell], cells_.end[cell]);
        }
        place_column(column, 0, order_.size());
        mark(first_new);
        sum_up();
    }

    double lost() const { return lost_; }
    std::vector<SetTree>& trees() { return trees_; }
    CellTree& cells() { return cells_; }
    std::vector<std::int32_t>& order() { return order_; }

    // What the records lose on every column.
    std::vector<double> by_column() const {
        std::vector<double> found(trees_.size(), 0.0);
        for (std::size_t column = 0; column < trees_.size(); ++column) {
            auto const& ranked = ranked_[column];
            for (std::size_t v = 0; v < ranked.rank.size(); ++v) {
                auto const records = static_cast<double>(records_[column][v]);
                found[column] += records * ranked.loss[ranked.rank[v]];
            }
        }
        return found;
    }

private:
    void make_cutter(Trial& trial, Pulse& pulse) const {
        if (!trial.cutter) {
            std::vector<RankedTree const*> trees;
            for (auto const& each : ranked_) {
                trees.push_back(&each);
            }
            trial.cutter = std::make_unique<Cutter>(trees, rows_.holders, ahead_, pulse);
        }
        trial.cutter->listen(pulse);
    }

    // A changed tree, and the cells that are to be cut again along it.
    bool change(Trial& trial, std::size_t column, std::uint64_t random) const {
        trial.tree = trees_[column];
        if (!trial.tree.change(random, trial.moved)) {
            return false;
        }
        trial.ranked.rank_tree(trial.tree);
        note_moved(trial, column);
        trial.again.clear();
        trial.waiting.assign(1, 0);
        while (!trial.waiting.empty()) {
            auto const cell = trial.waiting.back();
            trial.waiting.pop_back();
            if (!is_affected(trial, column, cell)) {
                continue;
            }
            auto const by = cells_.column[cell];
            if (by < 0 || cells_.records[cell] < ahead_.tried_below ||
                is_divided(trial, column, cell)) {
                trial.again.push_back(cell);
                continue;
            }
            for (std::int32_t child = 0; child < cells_.children[cell]; ++child) {
                trial.waiting.push_back(cells_.first[cell] + child);
            }
        }
        return true;
    }

    // Whether a cell was cut at a node that the new tree divides otherwise.
    bool is_divided(Trial const& trial, std::size_t column, std::int32_t cell) const {
        if (cells_.column[cell] != static_cast<std::int32_t>(column)) {
            return false;
        }
        auto const v = cells_.nodes[cell * trees_.size() + column];
        auto const& before = ranked_[column];
        auto const& after = trial.ranked;
        return before.division[before.rank[v]] != after.division[after.rank[v]];
    }

    void note_moved(Trial& trial, std::size_t column) const {
        auto const& ranked = ranked_[column];
        if (trees_[column].moves == Moves::ordered) {
            // The borders between the three branches.
            auto const b = ranked.rank[trial.moved[1]];
            trial.one.assign(1, static_cast<std::uint64_t>(ranked.begin[b]));
            trial.other.assign(1, static_cast<std::uint64_t>(ranked.end[b]));
            return;
        }
        auto const words = (static_cast<std::size_t>(trees_[column].leaves) + 63) / 64;
        for (auto* bits : {&trial.one, &trial.other}) {
            bits->assign(words, 0);
        }
        for (std::size_t i = 0; i < trial.moved.size(); ++i) {
            auto const v = ranked.rank[trial.moved[i]];
            auto& bits = i == 0 ? trial.one : trial.other;
            for (auto place = ranked.begin[v]; place < ranked.end[v]; ++place) {
                auto const leaf = static_cast<std::size_t>(ranked.leaf_at(place));
                bits[leaf / 64] |= std::uint64_t{1} << leaf % 64;
            }
        }
    }

    // Whether a cell has something that was moved, and something else.
    bool is_affected(Trial const& trial, std::size_t column, std::int32_t cell) const {
        auto const* mark = marks_.data() + cell * words_ + first_mark_[column];
        if (trees_[column].moves == Moves::ordered) {
            auto const low = *mark & 0xFFFFFFFF;
            auto const high = *mark >> 32;
            return (low < trial.one[0] && trial.one[0] <= high) ||
                   (low < trial.other[0] && trial.other[0] <= high);
        }
        bool in_one = false;
        bool in_other = false;
        bool beyond_one = false;
        bool beyond_other = false;
        for (std::size_t word = 0; word < trial.one.size(); ++word) {
            in_one |= (mark[word] & trial.one[word]) != 0;
            in_other |= (mark[word] & trial.other[word]) != 0;
            beyond_one |= (mark[word] & ~trial.one[word]) != 0;
            beyond_other |= (mark[word] & ~trial.other[word]) != 0;
        }
        return (in_one && beyond_one) || (in_other && beyond_other);
    }

    // The rows of a cell, at the places of the changed tree.
    PackedRows<T> moved_rows(Trial& trial, std::size_t column, std::int32_t cell) const {
        auto const begin = static_cast<std::size_t>(cells_.begin[cell]);
        auto const count = static_cast<std::size_t>(cells_.end[cell]) - begin;
        trial.codes.resize(count * blocks_);
        for (std::size_t block = 0; block < blocks_; ++block) {
            std::copy_n(codes_.begin() + block * order_.size() + begin, count,
                        trial.codes.begin() + block * count);
        }
        auto* own = trial.codes.data() + column / lanes * count;
        auto const* leaves = rows_.leaves[column].data();
        for (std::size_t i = 0; i < count; ++i) {
            auto const leaf = leaves[order_[begin + i]];
            own[i][column % lanes] = static_cast<T>(trial.ranked.place[leaf]);
        }
        return {trial.codes.data(), count, weights_.data() + begin, order_.data() + begin, count};
    }

    double lost_again(Trial& trial, std::size_t column, std::int32_t cell) const {
        auto const rows = moved_rows(trial, column, cell);
        return trial.cutter->cut(rows, trial.cutter->around(rows, trial.box), 0);
    }

    // What the classes of a cell lose before a column's tree is changed, and if they stay after it.
    struct Lost {
        double before = 0.0;
        double after = 0.0;
    };

    Lost lost_as_it_is(Trial& trial, std::size_t column, std::int32_t cell) const {
        Lost lost;
        auto const columns = trees_.size();
        trial.waiting.assign(1, cell);
        while (!trial.waiting.empty()) {
            auto const v = trial.waiting.back();
            trial.waiting.pop_back();
            if (cells_.column[v] >= 0) {
                for (std::int32_t child = 0; child < cells_.children[v]; ++child) {
                    trial.waiting.push_back(cells_.first[v] + child);
                }
                continue;
            }
            auto const* nodes = cells_.nodes.data() + v * columns;
            double before = 0.0;
            double after = 0.0;
            for (std::size_t c = 0; c < columns; ++c) {
                auto const loss = ranked_[c].loss[ranked_[c].rank[nodes[c]]];
                before += loss;
                after += c == column ? trial.ranked.loss[trial.ranked.rank[nodes[c]]] : loss;
            }
            auto const records = static_cast<double>(cells_.records[v]);
            lost.before += records * before;
            lost.after += records * after;
        }
        return lost;
    }

    void place_column(std::size_t column, std::size_t begin, std::size_t end) {
        auto* codes = codes_.data() + column / lanes * order_.size();
        for (auto i = begin; i < end; ++i) {
            auto const leaf = rows_.leaves[column][order_[i]];
            codes[i][column % lanes] = static_cast<T>(ranked_[column].place[leaf]);
        }
    }

    void place_rows(std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) {
            weights_[i] = rows_.weights[order_[i]];
        }
        for (std::size_t column = 0; column < trees_.size(); ++column) {
            place_column(column, begin, end);
        }
    }

    // The leaves that occur in the cells from ``first`` on: as bits, or as the first and the last.
    void mark(std::size_t first) {
        marks_.resize(cells_.size() * words_, 0);
        for (std::size_t column = 0; column < trees_.size(); ++column) {
            auto const moves = trees_[column].moves;
            auto const* leaves = rows_.leaves[column].data();
            if (moves == Moves::none) {
                continue;
            }
            for (auto cell = first; cell < cells_.size(); ++cell) {
                auto* mark = marks_.data() + cell * words_ + first_mark_[column];
                std::uint64_t low = std::numeric_limits<std::uint32_t>::max();
                std::uint64_t high = 0;
                for (auto i = cells_.begin[cell]; i < cells_.end[cell]; ++i) {
                    auto const leaf = static_cast<std::uint64_t>(leaves[order_[i]]);
                    if (moves == Moves::labels) {
                        mark[leaf / 64] |= std::uint64_t{1} << leaf % 64;
                    }
                    low = std::min(low, leaf);
                    high = std::max(high, leaf);
                }
                if (moves == Moves::ordered) {
                    *mark = low | high << 32;
                }
            }
        }
    }

    // The nodes of cells that are cut, the records of classes at every node, and what they lose.
    void sum_up() {
        if (cells_.size() > most_cells_) {
            tidy();
        }
        auto const columns = trees_.size();
        records_.resize(columns);
        for (std::size_t column = 0; column < columns; ++column) {
            records_[column].assign(trees_[column].parent.size(), 0);
        }
        alive_.assign(cells_.size(), 0);
        alive_[0] = 1;
        lost_ = 0.0;
        for (std::size_t v = 0; v < cells_.size(); ++v) {
            if (!alive_[v]) {
                continue;
            }
            auto const* nodes = cells_.nodes.data() + v * columns;
            if (cells_.column[v] >= 0) {
                std::fill_n(alive_.begin() + cells_.first[v], cells_.children[v], 1);
                continue;
            }
            double each = 0.0;
            for (std::size_t column = 0; column < columns; ++column) {
                auto const& ranked = ranked_[column];
                records_[column][nodes[column]] += cells_.records[v];
                each += ranked.loss[ranked.rank[nodes[column]]];
            }
            lost_ += static_cast<double>(cells_.records[v]) * each;
        }
        for (auto v = cells_.size(); v-- > 0;) {
            if (!alive_[v] || cells_.column[v] < 0) {
                continue;
            }
            for (std::size_t column = 0; column < columns; ++column) {
                auto const& ranked = ranked_[column];
                auto low = std::numeric_limits<std::int32_t>::max();
                std::int32_t high = 0;
                for (std::int32_t child = 0; child < cells_.children[v]; ++child) {
                    auto const at = (cells_.first[v] + child) * columns + column;
                    auto const node = ranked.rank[cells_.nodes[at]];
                    low = std::min(low, ranked.begin[node]);
                    high = std::max(high, ranked.end[node] - 1);
                }
                cells_.nodes[v * columns + column] = ranked.id[ranked.around(low, high)];
            }
        }
    }

    // Forget the cells that were cut again.
    void tidy() {
        cells_ = cells_.compact();
        marks_.clear();
        mark(0);
        most_cells_ = 4 * cells_.size() + 1024;
    }

    NestedRows const& rows_;
    std::vector<SetTree> trees_;
    Lookahead ahead_;
    std::vector<RankedTree> ranked_;
    std::size_t blocks_;
    std::size_t words_ = 0;
    std::vector<std::size_t> first_mark_;
    // All rows in the order of the cells.
    std::vector<std::int32_t> order_;
    std::vector<std::int64_t> weights_;
    std::vector<Vector> codes_;
    CellTree cells_;
    std::vector<std::uint64_t> marks_;
    // For every column and node the records of the classes that have it.
    std::vector<std::vector<std::int64_t>> records_;
    std::vector<char> alive_;
    std::size_t most_cells_ = 0;
    double lost_ = 0.0;
};

// A column by what it loses: where much is lost, much may be gained.
std::size_t drawn_column(std::vector<double> const& chances, std::uint64_t& random) {
    auto const sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    auto left = static_cast<double>(next_random(random) >> 11) * 0x1p-53 * sum;
    for (std::size_t column = 0; column + 1 < chances.size(); ++column) {
        left -= chances[column];
        if (left < 0.0) {
            return column;
        }
    }
    return chances.size() - 1;
}

// Take the best change that leaves less than ``most`` lost, then the next ones of other columns
// that still are for the better. Returns how many were taken.
template <typename T>
std::int64_t take_best(State<T>& state, typename State<T>::Trial& trial, std::vector<Change> drawn,
                       double most, Pulse& pulse) {
    std::int64_t taken = 0;
    std::ranges::stable_sort(drawn, {}, &Change::lost);
    while (!drawn.empty() && drawn.front().lost < most) {
        auto next = drawn.front();
        if (taken > 0) {
            state.attempt(trial, next, pulse);
        }
        if (taken == 0 || next.lost < state.lost() * better) {
            state.take(trial, next, pulse);
            ++taken;
        }
        std::erase_if(drawn, [&](auto const& each) { return each.column == next.column; });
    }
    return taken;
}

template <typename T>
NestedAnswer searched(NestedRows const& rows, std::vector<SetTree> trees, NestedSearch const& how,
                      int threads, Deadline const& deadline, Pulse& pulse) {
    NestedAnswer found{};
    bool const can_change = std::ranges::any_of(
        trees, [](auto const& tree) { return tree.moves != Moves::none && tree.leaves > 2; });
    if (can_change && how.trials > 0) {
        State<T> state(rows, std::move(trees), how.quick);
        state.cut_all(pulse);
        Shelf<typename State<T>::Trial> trials;
        auto chances = state.by_column();
        while (found.tried < how.trials && !deadline.over()) {
            if (found.tried % refreshed_after == 0) {
                if (found.tried > 0) {
                    state.refresh(pulse);
                }
                chances = state.by_column();
                for (std::size_t column = 0; column < chances.size(); ++column) {
                    auto const& tree = state.trees()[column];
                    if (tree.moves == Moves::none || tree.leaves < 3) {
                        chances[column] = 0.0;
                    }
                }
            }
            std::vector<Change> drawn(batch);
            for (std::size_t i = 0; i < batch; ++i) {
                auto random =
                    how.seed + static_cast<std::uint64_t>(found.tried + i) * 0x632BE59BD9B4E019;
                drawn[i].column = drawn_column(chances, random);
                drawn[i].random = random;
            }
            for_each_piece(batch, threads, pulse, [&](std::size_t i, Pulse& own) {
                auto trial = trials.take();
                state.attempt(*trial, drawn[i], own);
            });
            found.tried += batch;
            found.taken += take_best(state, *trials.take(), drawn, state.lost() * better, pulse);
        }
        trees = std::move(state.trees());
    }
    State<T> state(rows, std::move(trees), how.thorough);
    state.cut_all(pulse);
    found.trees = std::move(state.trees());
    found.cells = std::move(state.cells());
    found.order = std::move(state.order());
    found.lost = state.lost();
    return found;
}

}  // namespace

NestedAnswer search_nested(NestedRows const& rows, std::vector<SetTree> trees,
                           NestedSearch const& how, int threads, Deadline const& deadline,
                           Pulse& pulse) {
    bool const few = std::ranges::all_of(trees, [&](auto const& tree) {
        return tree.leaves < std::numeric_limits<std::int16_t>::max();
    });
    return few ? searched<std::int16_t>(rows, std::move(trees), how, threads, deadline, pulse)
               : searched<std::int32_t>(rows, std::move(trees), how, threads, deadline, pulse);
}

}  // namespace covey::cells
