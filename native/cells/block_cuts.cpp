#include "cells/block_cuts.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "core/digits.h"

namespace covey::cells {

namespace {

// Counters for so many keys are worth their memory, even if few of the keys occur.
bool worth_counters(std::int64_t keys, std::size_t rows) {
    return keys <= 8 * static_cast<std::int64_t>(rows) + 1024;
}

struct Keyed {
    std::uint64_t key;
    std::int64_t value;
};

// Rows by their keys, which are below so many.
template <typename Read>
std::vector<Keyed> sorted_by_key(std::size_t rows, std::int64_t keys, Read const& read,
                                 Pulse& pulse) {
    std::vector<Keyed> sorted(rows);
    auto const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(keys - 1)));
    sort_by_digits(std::span(sorted), bits, read, [](Keyed const& row) { return row.key; }, pulse);
    return sorted;
}

// The same classes, numbered from 0 on without gaps.
std::vector<std::int64_t> without_gaps(Longs classes, std::int64_t count, Pulse& pulse) {
    auto const sorted = sorted_by_key(
        classes.size(), count,
        [classes](std::size_t i) {
            return Keyed{static_cast<std::uint64_t>(classes[i]), static_cast<std::int64_t>(i)};
        },
        pulse);
    std::vector<std::int64_t> number(classes.size());
    std::int64_t next = -1;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        next += i == 0 || sorted[i].key != sorted[i - 1].key;
        number[sorted[i].value] = next;
    }
    return number;
}

}  // namespace

bool counts_fit(Longs classes, Longs side, Longs weights, std::int64_t count, std::int64_t sides,
                std::int64_t k, Pulse& pulse) {
    auto const keys = count * sides;
    auto const too_few = [k](std::int64_t number) { return 0 < number && number < k; };
    if (worth_counters(keys, classes.size())) {
        std::vector<std::int64_t> records(static_cast<std::size_t>(keys));
        in_blocks(classes.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                records[classes[i] * sides + side[i]] += weights[i];
            }
        });
        return std::ranges::none_of(records, too_few);
    }
    // A map of many islands has a side for each, and a table many classes: their product may be
    // beyond all memory. Then the rows are sorted, and equal keys are counted one after the other.
    auto const sorted = sorted_by_key(
        classes.size(), keys,
        [&](std::size_t i) {
            return Keyed{static_cast<std::uint64_t>(classes[i] * sides + side[i]), weights[i]};
        },
        pulse);
    std::int64_t records = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0 && sorted[i].key != sorted[i - 1].key) {
            if (too_few(records)) {
                return false;
            }
            records = 0;
        }
        records += sorted[i].value;
    }
    return !too_few(records);
}

void open_positions(Longs classes, Longs places, Longs weights, std::int64_t count, std::int64_t k,
                    BoolsOut found, Pulse& pulse) {
    std::vector<std::int64_t> number;
    if (!worth_counters(count, classes.size())) {
        number = without_gaps(classes, count, pulse);
        classes = number;
        count = static_cast<std::int64_t>(classes.size());
    }
    std::vector<std::int64_t> left(static_cast<std::size_t>(count));
    std::vector<std::int64_t> right(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < classes.size(); ++i) {
        right[classes[i]] += weights[i];
    }
    std::ranges::fill(found, false);
    std::int64_t bad = 0;
    auto const short_of_k = [&](std::int64_t c) {
        return (0 < left[c] && left[c] < k) || (0 < right[c] && right[c] < k) ? 1 : 0;
    };
    for (std::size_t i = 0; i < classes.size(); ++i) {
        pulse.beat();
        auto const c = classes[i];
        // Only the class of this row changes: count it out, move its records, count it in.
        bad -= short_of_k(c);
        left[c] += weights[i];
        right[c] -= weights[i];
        bad += short_of_k(c);
        // Equal values are on one side, so a position comes after the last row of its value.
        if (i + 1 < classes.size() && places[i + 1] != places[i]) {
            found[places[i]] = bad == 0;
        }
    }
}

}  // namespace covey::cells
