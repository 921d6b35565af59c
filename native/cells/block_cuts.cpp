#include "cells/block_cuts.h"

#include <algorithm>
#include <vector>

namespace covey::cells {

bool counts_fit(Longs classes, Longs side, Longs weights, std::int64_t count, std::int64_t sides,
                std::int64_t k, Pulse& pulse) {
    std::vector<std::int64_t> records(static_cast<std::size_t>(count * sides));
    in_blocks(classes.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) {
            records[classes[i] * sides + side[i]] += weights[i];
        }
    });
    return std::ranges::none_of(records, [k](auto number) { return 0 < number && number < k; });
}

void open_positions(Longs classes, Longs places, Longs weights, std::int64_t count, std::int64_t k,
                    BoolsOut found, Pulse& pulse) {
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
