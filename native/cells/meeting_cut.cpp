#include "cells/meeting_cut.h"

#include <bit>
#include <limits>

namespace covey::cells {

namespace {

// Of so few labels all groups are weighed.
constexpr std::size_t few_labels = 10;

constexpr double infinite = std::numeric_limits<double>::infinity();

class Weighing {
public:
    Weighing(Guide const& guide, RowsView const& rows, Cell const& cell, double uneven,
             Deadline const& deadline, Bench& bench, Pulse& pulse)
        : guide_(guide),
          rows_(rows),
          cell_(cell),
          uneven_(uneven),
          deadline_(deadline),
          bench_(bench),
          pulse_(pulse),
          best_({cell.total, guide.k, uneven, infinite}) {
        bench.rows.resize(cell.end - cell.begin);
        for (auto i = cell.begin; i < cell.end; ++i) {
            pulse.beat();
            bench.rows[i - cell.begin] = row_of(rows.entries[i]);
        }
    }

    void weigh(std::int32_t c) {
        auto const& column = guide_.columns[c];
        auto const* entries = rows_.column(c);
        auto const first = code_of(entries[cell_.begin]);
        auto const last = code_of(entries[cell_.end - 1]);
        if (first == last || last < 0) {
            return;
        }
        if (first < 0 || column.kind == ColumnKind::areas || column.taxonomy) {
            weigh_one_by_one(c);
            return;
        }
        count_runs(c);
        bench_.sides.begin(*guide_.rules, bench_.rows, rows_.names, pulse_);
        if (column.kind == ColumnKind::ordered) {
            weigh_positions(c);
        } else {
            weigh_labels(c);
        }
    }

    std::int32_t column() const { return column_; }
    Cut const& cut() const { return cut_; }
    bool found() const { return column_ >= 0; }

private:
    // Cuts in the order of their score, each of which is looked at by itself. Several may have the
    // same score, and the parts of a nested region come before all others: so those that failed are
    // noted, and not only how low the score is by now.
    void weigh_one_by_one(std::int32_t c) {
        Choice choice;
        choice.column = c;
        Tried tried;
        while (!deadline_.over()) {
            choice.cut = best_on(guide_, rows_, cell_, static_cast<std::size_t>(c), uneven_,
                                 infinite, bench_, pulse_, &tried);
            if (choice.cut.score <= nothing || (found() && choice.cut.score <= cut_.score)) {
                return;
            }
            mark(guide_.columns, rows_, cell_, choice, bench_, pulse_);
            // The rows of the cell are listed in bench.rows in another order from here on.
            if (all_meet(*guide_.rules, rows_, cell_, choice, bench_, pulse_)) {
                column_ = c;
                cut_ = choice.cut;
                best_.raise(cut_.score);
                return;
            }
            tried.emplace(choice.cut.low, choice.cut.high);
        }
    }

    void weigh_positions(std::int32_t c) {
        auto const& histogram = bench_.scratch.histogram;
        auto const& positions = guide_.columns[c].positions;
        auto const scale = guide_.columns[c].scale;
        auto const last = histogram.distinct - 1;
        auto const low = positions[histogram.values[0]];
        auto const& tops = guide_.columns[c].tops;
        auto const high = tops[histogram.values[last]];
        for (std::size_t j = 0; j < last; ++j) {
            move(c, j, 0);
            auto const left = histogram.sums[j];
            auto const gain = static_cast<double>(left) * (high - tops[histogram.values[j]]) +
                              static_cast<double>(cell_.total - left) *
                                  (positions[histogram.values[j + 1]] - low);
            consider(c, gain * scale, left, {0.0, CutKind::position, histogram.values[j], 0});
        }
    }

    void weigh_labels(std::int32_t c) {
        auto& order = bench_.scratch.order;
        order.sort(bench_.scratch.histogram, pulse_);
        auto const distinct = order.places.size();
        auto const whole = static_cast<std::int64_t>(distinct);
        auto const scale = guide_.columns[c].scale;
        auto const look = [&](std::int64_t left, std::int64_t members, std::int32_t from,
                              std::int32_t to) {
            auto const gain = members_gain(whole, members, whole - members, left, cell_.total);
            consider(c, gain * scale, left, {0.0, CutKind::members, from, to});
        };
        auto const number = [](std::size_t place) { return static_cast<std::int32_t>(place); };
        if (distinct <= few_labels) {
            // One label after the other changes its side, by a Gray code. The lightest never does:
            // each division comes once.
            std::int64_t left = 0;
            std::uint32_t group = 0;
            for (std::uint32_t step = 1; step < std::uint32_t{1} << (distinct - 1); ++step) {
                auto const place = static_cast<std::size_t>(std::countr_zero(step));
                group ^= std::uint32_t{1} << place;
                bool const taken = group >> place & 1;
                move(c, order.places[place], taken ? 0 : 1);
                left += taken ? order.weight(place) : -order.weight(place);
                look(left, std::popcount(group), some_labels, static_cast<std::int32_t>(group));
            }
            return;
        }
        for (std::size_t j = 0; j + 1 < distinct; ++j) {
            move(c, order.places[j], 0);
            look(order.sums[j], static_cast<std::int64_t>(j) + 1, 0, number(j + 1));
        }
        for (std::size_t j = 0; j + 1 < distinct; ++j) {
            move(c, order.places[j], 1);
        }
        for (std::size_t j = 1; j < distinct && order.weight(j) >= guide_.k; ++j) {
            move(c, order.places[j], 0);
            look(order.weight(j), 1, number(j), number(j + 1));
            move(c, order.places[j], 1);
        }
        std::int64_t members = 0;
        auto const left = even_half(
            order,
            [&](std::size_t place) {
                ++members;
                move(c, order.places[place], 0);
            },
            pulse_);
        look(left, members, even_halves, 0);
    }

    void consider(std::int32_t c, double gain, std::int64_t left, Cut cut) {
        if (left < guide_.k || cell_.total - left < guide_.k) {
            return;
        }
        auto trial = best_;
        if (trial.improves(gain, left) && !deadline_.over() && bench_.sides.met(pulse_)) {
            best_ = trial;
            column_ = c;
            cut_ = cut;
            cut_.score = trial.score();
        }
    }

    void count_runs(std::int32_t c) {
        auto const* entries = rows_.column(c) + cell_.begin;
        auto const count = cell_.end - cell_.begin;
        bench_.scratch.histogram.count(entries, entries + count, guide_.columns[c].size,
                                       rows_.weights, pulse_);
        find_runs(entries, count, bench_.runs, pulse_);
    }

    void move(std::int32_t c, std::size_t run, std::uint8_t side) {
        auto const* entries = rows_.column(c) + cell_.begin;
        for (auto i = bench_.runs[run]; i < bench_.runs[run + 1]; ++i) {
            pulse_.beat();
            bench_.sides.move(row_of(entries[i]), side);
        }
    }

    Guide const& guide_;
    RowsView const& rows_;
    Cell const& cell_;
    double uneven_;
    Deadline const& deadline_;
    Bench& bench_;
    Pulse& pulse_;
    Best best_;
    std::int32_t column_ = -1;
    Cut cut_{};
};

}  // namespace

void choose_meeting(Guide const& guide, RowsView const& rows, Cell const& cell, double uneven,
                    Deadline const& deadline, Bench& bench, Choice& choice, Pulse& pulse) {
    Weighing weighing(guide, rows, cell, uneven, deadline, bench, pulse);
    for (std::size_t c = 0; c < guide.columns.size(); ++c) {
        weighing.weigh(static_cast<std::int32_t>(c));
    }
    choice.children.clear();
    if (weighing.found()) {
        choice.column = weighing.column();
        choice.cut = weighing.cut();
        mark(guide.columns, rows, cell, choice, bench, pulse);
    }
}

}  // namespace covey::cells
