#include "cells/cell.h"

#include <algorithm>
#include <limits>

#include "cells/meeting_cut.h"

namespace covey::cells {

namespace {

// Cuts of a cell that are tried against the rules one by one. Then all are weighed at once.
constexpr int tries = 4;

// The column of the best cut when so many columns were passed over, as long as another has a cut at
// all. Of equal ones, the first.
std::size_t best_column(std::vector<Cut> const& cuts, std::int32_t passed) {
    std::size_t best = 0;
    for (std::size_t other = 1; other < cuts.size(); ++other) {
        if (cuts[other].score > cuts[best].score) {
            best = other;
        }
    }
    for (; passed > 0; --passed) {
        auto following = cuts.size();
        for (std::size_t other = 0; other < cuts.size(); ++other) {
            auto const score = cuts[other].score;
            if (score <= nothing || other == best) {
                continue;
            }
            auto const after =
                score < cuts[best].score || (score == cuts[best].score && other > best);
            if (after && (following == cuts.size() || score > cuts[following].score)) {
                following = other;
            }
        }
        if (following == cuts.size()) {
            break;
        }
        best = following;
    }
    return best;
}

// Mark the side of every row, and note the children.
template <typename First>
void mark_two(RowsView const& rows, Cell const& cell, Choice& choice, First is_first,
              Pulse& pulse) {
    auto const* entries = rows.column(choice.column);
    std::size_t many = 0;
    std::int64_t records = 0;
    in_blocks(cell.end - cell.begin, pulse, [&](std::size_t from, std::size_t to) {
        for (auto i = cell.begin + from; i < cell.begin + to; ++i) {
            auto const row = row_of(entries[i]);
            bool const first = is_first(code_of(entries[i]));
            rows.side[row] = first ? 0 : 1;
            many += first;
            if (rows.weights && first) {
                records += rows.weights[row];
            }
        }
    });
    if (!rows.weights) {
        records = static_cast<std::int64_t>(many);
    }
    auto const middle = cell.begin + many;
    choice.children = {{cell.begin, middle, records}, {middle, cell.end, cell.total - records}};
    choice.keys = {0, 0};
}

// Components follow each other in the order of places.
void mark_components(Column const& column, RowsView const& rows, Cell const& cell, Choice& choice,
                     Pulse& pulse) {
    auto const* entries = rows.column(choice.column);
    choice.children.clear();
    choice.keys.clear();
    for (auto i = cell.begin; i < cell.end; ++i) {
        pulse.beat();
        auto const own = column.tree->component[code_of(entries[i])];
        if (choice.keys.empty() || choice.keys.back() != own) {
            choice.keys.push_back(own);
            choice.children.push_back({i, i, 0});
        }
        auto const row = row_of(entries[i]);
        rows.child[row] = static_cast<std::int32_t>(choice.children.size()) - 1;
        choice.children.back().end = i + 1;
        choice.children.back().total += rows.weights ? rows.weights[row] : 1;
    }
}

// Whether the children follow each other on a column in the order of codes.
bool keeps_order(Choice const& choice, std::size_t column) {
    auto const how = choice.cut.how;
    return column == static_cast<std::size_t>(choice.column) &&
           (how == CutKind::position || how == CutKind::missing || how == CutKind::components);
}

}  // namespace

void mark(Columns const& columns, RowsView const& rows, Cell const& cell, Choice& choice,
          Bench& bench, Pulse& pulse) {
    auto const& column = columns[choice.column];
    auto const low = choice.cut.low;
    auto const high = choice.cut.high;
    choice.labels.clear();
    switch (choice.cut.how) {
        case CutKind::components:
            mark_components(column, rows, cell, choice, pulse);
            return;
        case CutKind::position:
            mark_two(rows, cell, choice, [low](std::int32_t code) { return code <= low; }, pulse);
            return;
        case CutKind::missing:
            mark_two(rows, cell, choice, [](std::int32_t code) { return code < 0; }, pulse);
            return;
        default:
            break;
    }
    if (column.kind == ColumnKind::areas) {
        mark_two(
            rows, cell, choice,
            [low, high](std::int32_t code) { return low <= code && code < high; }, pulse);
        return;
    }
    auto const* entries = rows.column(choice.column);
    bench.scratch.histogram.count(entries + cell.begin, entries + cell.end, column.size,
                                  rows.weights, pulse);
    take_labels(column, choice.cut, bench.scratch, pulse);
    choice.labels = bench.scratch.labels;
    mark_labels(columns, rows, cell, choice, bench, pulse);
}

void mark_labels(Columns const& columns, RowsView const& rows, Cell const& cell, Choice& choice,
                 Bench& bench, Pulse& pulse) {
    auto const size = static_cast<std::size_t>(columns[choice.column].size);
    auto& taken = bench.taken;
    if (taken.size() < size) {
        taken.resize(size);
    }
    for (auto const label : choice.labels) {
        taken[label] = true;
    }
    mark_two(rows, cell, choice, [&taken](std::int32_t code) { return taken[code]; }, pulse);
    for (auto const label : choice.labels) {
        taken[label] = false;
    }
}

bool all_meet(requirements::Rules const& rules, RowsView const& rows, Cell const& cell,
              Choice const& choice, Bench& bench, Pulse& pulse) {
    auto& found = bench.rows;
    found.resize(cell.end - cell.begin);
    std::vector<std::size_t> next;
    next.reserve(choice.children.size());
    for (auto const& child : choice.children) {
        next.push_back(child.begin - cell.begin);
    }
    auto const* entries = rows.column(choice.column);
    auto const several = choice.cut.how == CutKind::components;
    in_blocks(cell.end - cell.begin, pulse, [&](std::size_t from, std::size_t to) {
        for (auto i = cell.begin + from; i < cell.begin + to; ++i) {
            auto const row = row_of(entries[i]);
            auto const side = several ? static_cast<std::size_t>(rows.child[row]) : rows.side[row];
            found[next[side]++] = row;
        }
    });
    return std::ranges::all_of(choice.children, [&](Cell const& child) {
        auto const own =
            std::span(found).subspan(child.begin - cell.begin, child.end - child.begin);
        return rules.met(own, rows.names, bench.tally, pulse);
    });
}

Cut best_on(Guide const& guide, RowsView const& rows, Cell const& cell, std::size_t column,
            double uneven, double under, Bench& bench, Pulse& pulse, Tried const* tried) {
    auto const* entries = rows.column(column);
    bench.scratch.histogram.count(entries + cell.begin, entries + cell.end,
                                  guide.columns[column].size, rows.weights, pulse);
    return best_cut(guide.columns[column], {cell.total, guide.k, uneven, under, tried},
                    bench.scratch, pulse);
}

void find_runs(Entry const* entries, std::size_t count, std::vector<std::size_t>& runs,
               Pulse& pulse) {
    runs.assign(1, 0);
    in_blocks(count, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto i = std::max<std::size_t>(begin, 1); i < end; ++i) {
            if (code_of(entries[i]) != code_of(entries[i - 1])) {
                runs.push_back(i);
            }
        }
    });
    runs.push_back(count);
}

void choose(Guide const& guide, RowsView const& rows, Cell const& cell, std::int32_t passed,
            double uneven, Deadline const& deadline, std::vector<Cut>& cuts, Bench& bench,
            Choice& choice, Pulse& pulse) {
    for (int tried = 0; tried < tries; ++tried) {
        // Only the first choice passes columns over; after it, the best one counts.
        auto const column = best_column(cuts, tried ? 0 : passed);
        choice.cut = cuts[column];
        choice.column = static_cast<std::int32_t>(column);
        if (choice.cut.score <= nothing) {
            choice.children.clear();
            if (tried == 0) {
                return;
            }
            break;
        }
        pulse.beat(static_cast<std::int64_t>(cell.end - cell.begin));
        mark(guide.columns, rows, cell, choice, bench, pulse);
        if (!guide.rules || all_meet(*guide.rules, rows, cell, choice, bench, pulse)) {
            return;
        }
        // The column of the cut that failed is asked for its next best one.
        cuts[column] = best_on(guide, rows, cell, column, uneven, choice.cut.score, bench, pulse);
    }
    choose_meeting(guide, rows, cell, uneven, deadline, bench, choice, pulse);
}

void split(RowsView const& rows, Cell const& cell, std::size_t column, Choice const& choice,
           Bench& bench, Pulse& pulse) {
    if (keeps_order(choice, column)) {
        return;
    }
    auto* entries = rows.column(column);
    if (choice.cut.how == CutKind::components) {
        auto const count = cell.end - cell.begin;
        auto* spare = bench.spare.room(count);
        split_into(rows, cell, column, choice, spare, pulse);
        std::copy(spare, spare + count, entries + cell.begin);
        return;
    }
    // The first side moves forward in place, the second waits in the spare room. Every entry is
    // written to both, where the next one of the other side overwrites it: there is no branch.
    auto const second = choice.children[1].end - choice.children[1].begin;
    auto* const spare = bench.spare.room(second + 1);
    auto* front = entries + cell.begin;
    auto* back = spare;
    in_blocks(cell.end - cell.begin, pulse, [&](std::size_t from, std::size_t to) {
        for (auto i = cell.begin + from; i < cell.begin + to; ++i) {
            auto const entry = entries[i];
            auto const side = rows.side[row_of(entry)];
            *front = entry;
            *back = entry;
            front += 1 - side;
            back += side;
        }
    });
    std::copy(spare, back, front);
}

void split_into(RowsView const& rows, Cell const& cell, std::size_t column, Choice const& choice,
                Entry* target, Pulse& pulse) {
    auto const* entries = rows.column(column) + cell.begin;
    auto const count = cell.end - cell.begin;
    if (keeps_order(choice, column)) {
        std::copy(entries, entries + count, target);
        return;
    }
    if (choice.cut.how == CutKind::components) {
        std::vector<Entry*> next;
        next.reserve(choice.children.size());
        for (auto const& child : choice.children) {
            next.push_back(target + (child.begin - cell.begin));
        }
        for (std::size_t i = 0; i < count; ++i) {
            pulse.beat();
            *next[rows.child[row_of(entries[i])]]++ = entries[i];
        }
        return;
    }
    // No branch: sides follow each other at random.
    auto* front = target;
    auto* back = target + (choice.children[1].begin - cell.begin);
    in_blocks(count, pulse, [&](std::size_t from, std::size_t to) {
        for (auto i = from; i < to; ++i) {
            auto const entry = entries[i];
            std::size_t const side = rows.side[row_of(entry)];
            *(side ? back : front) = entry;
            front += 1 - side;
            back += side;
        }
    });
}

}  // namespace covey::cells
