#include "cells/recut.h"

#include <algorithm>

#include "cells/meeting_cut.h"

namespace covey::cells {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Positions of an ordered column that are tried: all if there are no more than this, else half of
// them where the column's own loss falls most, the others spread evenly.
constexpr std::size_t most_positions = 8;

// Groups of labels that are tried: all of so few labels, else the heaviest ones and single ones.
constexpr std::size_t few_labels = 4;
constexpr std::size_t most_groups = 8;

// Cuts at edges of a map, or between the children of a node, that are tried.
constexpr int most_edges = 3;

// How often every code of a cell may be looked at, for each of its classes and, squared, for each
// cut that is followed. After that, only the best cut of a cell is followed.
constexpr std::int64_t patience = 4;

// What an uneven cut costs, as in the first way in which cells are cut.
constexpr double uneven = 0.05;

}  // namespace

double lost_as_class(Columns const& columns, RowsView const& rows, Cell const& cell,
                     Scratch& scratch, Pulse& pulse) {
    double each = 0.0;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        auto const* entries = rows.column(column);
        each += extent(columns[column], entries + cell.begin, entries + cell.end, scratch, pulse);
    }
    return static_cast<double>(cell.total) * each;
}

std::int64_t Recut::search(Guide const& guide, RowsView const& rows, Cell const& cell,
                           Limits const& limits, double bound, Deadline const& deadline,
                           Bench& bench, Plan& plan, Pulse& pulse) {
    guide_ = &guide;
    limits_ = limits;
    bench_ = &bench;
    deadline_ = &deadline;
    pulse_ = &pulse;
    looked_at_ = 0;
    // Balanced cuts need no more than that. Where one record after the other is cut off, cuts
    // follow each other without end.
    auto const codes = static_cast<std::int64_t>((cell.end - cell.begin) * guide.columns.size());
    most_looked_at_ = patience * codes * (cell.total / guide.k) * limits.breadth * limits.breadth;
    // Every part of a cell has k records less than the cell, or more, so there are no more floors.
    auto const deepest = static_cast<std::size_t>(cell.total / guide.k) + 2;
    if (floors_.size() < deepest) {
        floors_.resize(deepest);
    }
    best(rows, cell, 0, bound, plan);
    return looked_at_;
}

void Recut::best(RowsView const& rows, Cell const& cell, std::size_t depth, double bound,
                 Plan& plan) {
    plan.steps.assign(1, {});
    plan.lost = infinite;
    auto& candidates = floors_[depth].candidates;
    candidates.clear();
    if (can_be_cut(cell.total, 0, guide_->k)) {
        list(rows, cell, candidates);
    }
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::score);
    // Of the final cuts only the best one matters.
    Candidate const* last = nullptr;
    for (auto const& each : candidates) {
        if (each.is_final && each.lost < (last ? last->lost : bound) &&
            meets(rows, cell, each.step, depth)) {
            last = &each;
        }
    }
    if (last) {
        bound = last->lost;
        plan.lost = last->lost;
        plan.steps = {last->step, {}, {}};
    }
    auto const classes = cell.total / guide_->k;
    auto left = classes <= 3 ? 2 * limits_.breadth : limits_.breadth;
    bool is_followed = false;
    bool is_cut = guide_->rules ? last != nullptr : !candidates.empty();
    for (auto const& each : candidates) {
        if (left == 0 || (is_followed && looked_at_ > most_looked_at_)) {
            break;
        }
        if (each.is_final || !meets(rows, cell, each.step, depth)) {
            continue;
        }
        is_cut = is_followed = true;
        --left;
        follow(rows, cell, depth, each.step, bound, plan);
        bound = std::min(bound, plan.lost);
    }
    if (!is_cut && guide_->rules && can_be_cut(cell.total, 0, guide_->k)) {
        // None of the cuts that were listed: is there any?
        auto& choice = floors_[depth].choice;
        choose_meeting(*guide_, rows, cell, uneven, *deadline_, *bench_, choice, *pulse_);
        if (choice.found()) {
            follow(rows, cell, depth, {choice.column, choice.cut}, bound, plan);
            return;
        }
    }
    if (!is_cut && cell.total <= limits_.largest) {
        auto const own = lost_as_class(guide_->columns, rows, cell, bench_->scratch, *pulse_);
        if (own < bound) {
            plan.lost = own;
        }
    }
}

// Cut the cell, and its parts as well as can be; the plan is replaced if that is below the bound.
void Recut::follow(RowsView const& rows, Cell const& cell, std::size_t depth, Step step,
                   double bound, Plan& plan) {
    auto const width = guide_->columns.size();
    auto const count = cell.end - cell.begin;
    pulse_->beat(static_cast<std::int64_t>(width * count));
    looked_at_ += static_cast<std::int64_t>(width * count);
    if (deadline_->over()) {
        return;
    }
    auto& floor = floors_[depth];
    auto& choice = floor.choice;
    choice.cut = step.cut;
    choice.column = step.column;
    mark(guide_->columns, rows, cell, choice, *bench_, *pulse_);
    auto copy = rows;
    copy.entries = floor.entries.room(width * count);
    copy.stride = count;
    for (std::size_t column = 0; column < width; ++column) {
        split_into(rows, cell, column, choice, copy.column(column), *pulse_);
    }
    // In the copy the cell begins at 0.
    for (auto& part : choice.children) {
        part.begin -= cell.begin;
        part.end -= cell.begin;
    }
    auto& whole = floor.whole;
    whole.lost = 0.0;
    whole.steps.assign(1, step);
    for (auto const& part : choice.children) {
        best(copy, part, depth + 1, bound - whole.lost, floor.part);
        whole.lost += floor.part.lost;
        if (!(whole.lost < bound)) {
            return;
        }
        whole.steps.insert(whole.steps.end(), floor.part.steps.begin(), floor.part.steps.end());
    }
    std::swap(plan, whole);
}

bool Recut::meets(RowsView const& rows, Cell const& cell, Step const& step, std::size_t depth) {
    if (!guide_->rules) {
        return true;
    }
    auto& choice = floors_[depth].choice;
    choice.cut = step.cut;
    choice.column = step.column;
    mark(guide_->columns, rows, cell, choice, *bench_, *pulse_);
    return all_meet(*guide_->rules, rows, cell, choice, *bench_, *pulse_);
}

void Recut::list(RowsView const& rows, Cell const& cell, std::vector<Candidate>& found) {
    open_.clear();
    lost_ = 0.0;
    auto const& columns = guide_->columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        auto const* entries = rows.column(c);
        auto const first = code_of(entries[cell.begin]);
        auto const last = code_of(entries[cell.end - 1]);
        if (first == last || last < 0) {
            continue;
        }
        auto const several = columns[c].kind == ColumnKind::areas && first >= 0 &&
                             columns[c].tree->component[first] != columns[c].tree->component[last];
        auto const mixed = first < 0 || several;
        if (mixed) {
            // Until these values are split, the column has no other cut.
            auto const cut = best_on(*guide_, rows, cell, c, 0.0, infinite, *bench_, *pulse_);
            if (cut.score > nothing) {
                found.assign(1, {{static_cast<std::int32_t>(c), cut}, cut.score, infinite, false});
                return;
            }
        }
        open_.push_back({static_cast<std::int32_t>(c), mixed});
        lost_ +=
            extent(columns[c], entries + cell.begin, entries + cell.end, bench_->scratch, *pulse_);
    }
    lost_ *= static_cast<double>(cell.total);
    for (auto const& [c, mixed] : open_) {
        if (mixed) {
            continue;
        }
        pulse_->beat(static_cast<std::int64_t>(cell.end - cell.begin));
        switch (columns[c].kind) {
            case ColumnKind::ordered:
                list_positions(rows, cell, c, found);
                break;
            case ColumnKind::labels:
                if (columns[c].taxonomy) {
                    list_best(rows, cell, c, found);
                } else {
                    list_labels(rows, cell, c, found);
                }
                break;
            case ColumnKind::areas:
                list_best(rows, cell, c, found);
                break;
        }
    }
}

void Recut::count_runs(RowsView const& rows, Cell const& cell, std::int32_t column) {
    auto const* entries = rows.column(column) + cell.begin;
    auto const count = cell.end - cell.begin;
    bench_->scratch.histogram.count(entries, entries + count, guide_->columns[column].size,
                                    rows.weights, *pulse_);
    find_runs(entries, count, bench_->runs, *pulse_);
}

// Mark the rows of one value.
void Recut::set_side(RowsView const& rows, Entry const* entries, std::size_t run,
                     std::uint8_t side) {
    for (auto i = bench_->runs[run]; i < bench_->runs[run + 1]; ++i) {
        rows.side[row_of(entries[i])] = side;
    }
}

void Recut::list_positions(RowsView const& rows, Cell const& cell, std::int32_t c,
                           std::vector<Candidate>& found) {
    count_runs(rows, cell, c);
    auto const& column = guide_->columns[c];
    auto const& histogram = bench_->scratch.histogram;
    auto const* values = histogram.values.data();
    auto const last = histogram.distinct - 1;
    auto const low = column.positions[values[0]];
    auto const high = column.tops[values[last]];
    gains_.clear();
    for (std::size_t j = 0; j < last; ++j) {
        auto const left = histogram.sums[j];
        if (left >= guide_->k && cell.total - left >= guide_->k) {
            gains_.emplace_back(static_cast<double>(left) * (high - column.tops[values[j]]) +
                                    static_cast<double>(cell.total - left) *
                                        (column.positions[values[j + 1]] - low),
                                j);
        }
    }
    chosen_.assign(histogram.distinct, 0);
    if (gains_.size() <= most_positions) {
        for (auto const& [gain, j] : gains_) {
            chosen_[j] = 1;
        }
    } else {
        auto const half = most_positions / 2;
        for (std::size_t i = 0; i < half; ++i) {
            chosen_[gains_[(2 * i + 1) * gains_.size() / (2 * half)].second] = 1;
        }
        // Of equal gains the lowest position, so that there is one answer.
        std::ranges::partial_sort(gains_, gains_.begin() + half, [](auto const& a, auto const& b) {
            return a.first > b.first || (a.first == b.first && a.second < b.second);
        });
        for (std::size_t i = 0; i < half; ++i) {
            chosen_[gains_[i].second] = 1;
        }
    }
    auto const* entries = rows.column(c) + cell.begin;
    for (std::size_t i = 0; i < cell.end - cell.begin; ++i) {
        rows.side[row_of(entries[i])] = 1;
    }
    for (std::size_t j = 0; j < last; ++j) {
        set_side(rows, entries, j, 0);
        if (chosen_[j]) {
            consider(rows, cell, {c, {0.0, CutKind::position, values[j], 0}}, histogram.sums[j],
                     found);
        }
    }
}

void Recut::list_labels(RowsView const& rows, Cell const& cell, std::int32_t c,
                        std::vector<Candidate>& found) {
    count_runs(rows, cell, c);
    auto& order = bench_->scratch.order;
    order.sort(bench_->scratch.histogram, *pulse_);
    auto const distinct = bench_->scratch.histogram.distinct;
    auto const* entries = rows.column(c) + cell.begin;
    auto const fits = [&](std::int64_t left) {
        return left >= guide_->k && cell.total - left >= guide_->k;
    };
    auto const set = [&](std::size_t place, std::uint8_t side) {
        set_side(rows, entries, order.places[place], side);
    };
    auto const clear = [&] {
        for (std::size_t place = 0; place < distinct; ++place) {
            set(place, 1);
        }
    };
    auto const number = [](std::size_t place) { return static_cast<std::int32_t>(place); };
    if (distinct <= few_labels) {
        // The lightest label is always on the other side: each division comes once.
        for (std::int32_t group = 1; group < 1 << (distinct - 1); ++group) {
            std::int64_t left = 0;
            for (std::size_t place = 0; place < distinct; ++place) {
                left += group >> place & 1 ? order.weight(place) : 0;
            }
            if (!fits(left)) {
                continue;
            }
            for (std::size_t place = 0; place < distinct; ++place) {
                set(place, group >> place & 1 ? 0 : 1);
            }
            consider(rows, cell, {c, {0.0, CutKind::members, some_labels, group}}, left, found);
        }
        return;
    }
    clear();
    for (std::size_t j = 0; j + 1 < std::min(distinct, most_groups); ++j) {
        set(j, 0);
        if (fits(order.sums[j])) {
            consider(rows, cell, {c, {0.0, CutKind::members, 0, number(j + 1)}}, order.sums[j],
                     found);
        }
    }
    clear();
    for (std::size_t j = 1; j < std::min(distinct, most_groups); ++j) {
        if (!fits(order.weight(j))) {
            continue;
        }
        set(j, 0);
        consider(rows, cell, {c, {0.0, CutKind::members, number(j), number(j + 1)}},
                 order.weight(j), found);
        set(j, 1);
    }
    auto const half = even_half(order, [](std::size_t) {}, *pulse_);
    if (fits(half)) {
        Choice& choice = floors_.back().choice;
        choice.column = c;
        choice.cut = {0.0, CutKind::members, even_halves, 0};
        mark(guide_->columns, rows, cell, choice, *bench_, *pulse_);
        consider(rows, cell, {c, choice.cut}, half, found);
    }
}

void Recut::list_best(RowsView const& rows, Cell const& cell, std::int32_t c,
                      std::vector<Candidate>& found) {
    auto under = infinite;
    // Nested regions have one cut each: any other would make a region of its own.
    auto const most = guide_->columns[c].nesting ? 1 : most_edges;
    for (int tried = 0; tried < most; ++tried) {
        auto const cut = best_on(*guide_, rows, cell, c, uneven, under, *bench_, *pulse_);
        if (cut.score <= nothing) {
            return;
        }
        under = cut.score;
        Choice& choice = floors_.back().choice;
        choice.column = c;
        choice.cut = cut;
        mark(guide_->columns, rows, cell, choice, *bench_, *pulse_);
        consider(rows, cell, {c, cut}, choice.children[0].total, found);
    }
}

// Note a cut whose sides are marked; the first has so many records.
void Recut::consider(RowsView const& rows, Cell const& cell, Step const& step, std::int64_t left,
                     std::vector<Candidate>& found) {
    auto const k = guide_->k;
    auto const right = cell.total - left;
    auto const is_final = !can_be_cut(left, 0, k) && !can_be_cut(right, 0, k);
    if (is_final && std::max(left, right) > limits_.largest) {
        return;
    }
    auto const codes = static_cast<std::int64_t>(open_.size() * (cell.end - cell.begin));
    looked_at_ += codes;
    pulse_->beat(codes);
    auto const lost = lost_in_two(rows, cell, left);
    Best best({cell.total, k, uneven, infinite});
    if (best.improves(lost_ - lost, left)) {
        found.push_back({step, best.score(), lost, is_final});
    }
}

// What the records lose if the rows are two classes by their sides. Only columns with several
// values matter.
double Recut::lost_in_two(RowsView const& rows, Cell const& cell, std::int64_t left) {
    double each[2] = {0.0, 0.0};
    for (auto const& [c, mixed] : open_) {
        auto const& column = guide_->columns[c];
        auto const* entries = rows.column(c);
        if (mixed || column.taxonomy) {
            for (auto& part : parts_) {
                part.clear();
            }
            for (auto i = cell.begin; i < cell.end; ++i) {
                parts_[rows.side[row_of(entries[i])]].push_back(entries[i]);
            }
            for (std::size_t side = 0; side < 2; ++side) {
                auto const& part = parts_[side];
                each[side] +=
                    extent(column, part.data(), part.data() + part.size(), aside_, *pulse_);
            }
        } else if (column.kind == ColumnKind::ordered) {
            for (std::uint8_t side = 0; side < 2; ++side) {
                auto first = cell.begin;
                while (rows.side[row_of(entries[first])] != side) {
                    ++first;
                }
                auto last = cell.end - 1;
                while (rows.side[row_of(entries[last])] != side) {
                    --last;
                }
                each[side] += (column.tops[code_of(entries[last])] -
                               column.positions[code_of(entries[first])]) *
                              column.scale;
            }
        } else if (column.kind == ColumnKind::labels) {
            // The entries are in the order of codes: a label is new if it is not the one before.
            std::int32_t before[2] = {-1, -1};
            std::int64_t distinct[2] = {0, 0};
            for (auto i = cell.begin; i < cell.end; ++i) {
                auto const side = rows.side[row_of(entries[i])];
                auto const code = code_of(entries[i]);
                distinct[side] += code != before[side];
                before[side] = code;
            }
            each[0] += size_loss(distinct[0]) * column.scale;
            each[1] += size_loss(distinct[1]) * column.scale;
        } else {
            for (auto& codes : codes_) {
                codes.clear();
            }
            for (auto i = cell.begin; i < cell.end; ++i) {
                auto& codes = codes_[rows.side[row_of(entries[i])]];
                auto const code = code_of(entries[i]);
                if (codes.empty() || codes.back() != code) {
                    codes.push_back(code);
                }
            }
            for (std::size_t side = 0; side < 2; ++side) {
                each[side] +=
                    column.nesting
                        ? column.nested_loss(codes_[side], *pulse_)
                        : size_loss(column.tree->joined(codes_[side], *pulse_)) * column.scale;
            }
        }
    }
    return static_cast<double>(left) * each[0] + static_cast<double>(cell.total - left) * each[1];
}

}  // namespace covey::cells
