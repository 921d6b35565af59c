// Sorting by whole numbers, digit by digit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/numbers.h"
#include "core/pulse.h"
#include "core/roomy.h"

namespace covey {

// Writes the values read(0), read(1), ... to ``sorted``, in ascending order of their keys, numbers
// of so many bits; equal keys keep their order. Every value is read twice, and nothing is written
// before all were read once: where read throws, nothing was done. The spare places are as many.
template <typename T, typename Read, typename Key>
void sort_by_digits(std::span<T> sorted, std::span<T> spare, int bits, Read const& read,
                    Key const& key, Pulse& pulse) {
    // So few that the counts of a digit stay in the first cache.
    constexpr int digit_bits = 11;
    constexpr std::size_t digits = 1 << digit_bits;
    auto const passes =
        static_cast<std::size_t>(std::max<std::int64_t>(1, divide_up(bits, digit_bits)));
    auto const digit = [&key](T const& value, std::size_t pass) {
        return static_cast<std::size_t>(key(value)) >> (pass * digit_bits) & (digits - 1);
    };
    auto const count = sorted.size();
    std::vector<std::size_t> starts(digits * passes);
    in_blocks(count, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) {
            auto const value = read(i);
            for (std::size_t pass = 0; pass < passes; ++pass) {
                ++starts[pass * digits + digit(value, pass)];
            }
        }
    });
    for (std::size_t pass = 0; pass < passes; ++pass) {
        std::size_t place = 0;
        for (std::size_t d = 0; d < digits; ++d) {
            place += std::exchange(starts[pass * digits + d], place);
        }
    }
    // The lowest digit first; each pass keeps the order of the one before. The last pass ends in
    // ``sorted``.
    auto* to = passes % 2 ? sorted.data() : spare.data();
    auto* from = passes % 2 ? spare.data() : sorted.data();
    auto const pass_over = [&](std::size_t pass, auto const& value_at) {
        auto* const next = starts.data() + pass * digits;
        in_blocks(count, pulse, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                auto const value = value_at(i);
                to[next[digit(value, pass)]++] = value;
            }
        });
    };
    pass_over(0, read);
    for (std::size_t pass = 1; pass < passes; ++pass) {
        std::swap(from, to);
        pass_over(pass, [from](std::size_t i) { return from[i]; });
    }
}

// The same with spare places of its own.
template <typename T, typename Read, typename Key>
void sort_by_digits(std::span<T> sorted, int bits, Read const& read, Key const& key, Pulse& pulse) {
    Roomy<T> spare(sorted.size());
    sort_by_digits(sorted, std::span(spare), bits, read, key, pulse);
}

}  // namespace covey
