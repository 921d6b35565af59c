// What is best in any run of places, from two looks at a table.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pulse.h"

namespace covey {

// `table` has what each of n places has, and gets the better of every run of 2, 4, 8, ... places
// that begins at each of them, one row of n after the other. `better` takes two and returns one.
template <typename Better>
void add_longer_runs(std::vector<std::int32_t>& table, Better better, Pulse& pulse) {
    auto const n = table.size();
    // Room for all rows at once: to move them would take longer than to fill them.
    table.reserve(n * static_cast<std::size_t>(std::bit_width(n)));
    for (std::size_t half = 1; 2 * half <= n; half *= 2) {
        auto const before = table.size() - n;
        table.resize(table.size() + n);
        in_blocks(n, pulse, [&](std::size_t begin, std::size_t end) {
            for (auto p = begin; p < end; ++p) {
                auto const own = table[before + p];
                table[before + n + p] = p + half < n ? better(own, table[before + p + half]) : own;
            }
        });
    }
}

// The better of the places from low to high, both included, of n: two runs cover them.
template <typename Better>
std::int32_t best_of_run(std::vector<std::int32_t> const& table, std::size_t n, std::int32_t low,
                         std::int32_t high, Better better) {
    auto const level = std::bit_width(static_cast<std::uint32_t>(high - low + 1)) - 1;
    auto const* row = table.data() + static_cast<std::size_t>(level) * n;
    return better(row[low], row[high - (1 << level) + 1]);
}

}  // namespace covey
