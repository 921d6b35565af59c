// Arrays that come from Python and go back. The types below refuse any other type of number, any
// other number of dimensions, and anything that is not contiguous in memory: nothing is converted.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::border {

namespace nb = nanobind;

// An array to read from; numpy's read-only arrays are welcome.
template <typename T>
using In = nb::ndarray<T const, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
using In2 = nb::ndarray<T const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// An array that the function writes to.
template <typename T>
using InOut = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
using InOut2 = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A new numpy array that Python owns.
template <typename T>
using Made = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;

template <typename T>
using Made2 = nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::c_contig>;

template <typename T, typename... Rest>
std::span<T> view(nb::ndarray<T, Rest...> const& array) {
    return {array.data(), array.size()};
}

// Hands a vector over to Python without a copy.
template <typename T, typename Room>
Made<T> made(std::vector<T, Room>&& values) {
    using Kept = std::vector<T, Room>;
    auto* kept = new Kept(std::move(values));
    nb::capsule const owner(kept, [](void* p) noexcept { delete static_cast<Kept*>(p); });
    return Made<T>(kept->data(), {kept->size()}, owner);
}

// A table of so many columns, row after row.
template <typename T, typename Room>
Made2<T> made(std::vector<T, Room>&& values, std::size_t columns) {
    using Kept = std::vector<T, Room>;
    auto* kept = new Kept(std::move(values));
    nb::capsule const owner(kept, [](void* p) noexcept { delete static_cast<Kept*>(p); });
    return Made2<T>(kept->data(), {columns ? kept->size() / columns : 0, columns}, owner);
}

inline void require(bool holds, std::string const& what) {
    if (!holds) {
        throw std::invalid_argument(what);
    }
}

// Words that are known beforehand become a string only if they are needed.
inline void require(bool holds, char const* what) {
    if (!holds) [[unlikely]] {
        throw std::invalid_argument(what);
    }
}

inline void require_length(std::size_t given, std::size_t expected, std::string_view name) {
    require(given == expected, std::string(name) + " must have " + std::to_string(expected) +
                                   " values; given: " + std::to_string(given) + ".");
}

// Every value must be at least ``first`` and below ``end``.
template <typename T>
void require_within(std::span<T const> values, std::int64_t first, std::int64_t end,
                    std::string_view name) {
    // Without an exit the loop takes several values at a time.
    bool outside = false;
    for (T const value : values) {
        outside |= (value < first) | (value >= end);
    }
    if (!outside) {
        return;
    }
    for (T const value : values) {
        if (value < first || value >= end) [[unlikely]] {
            require(false, std::string(name) + " must be from " + std::to_string(first) + " to " +
                               std::to_string(end - 1) + "; given: " + std::to_string(value) + ".");
        }
    }
}

// NaN and infinity are no numbers to calculate with.
inline void require_finite(std::span<double const> values, std::string_view name) {
    // All bits of their exponent are set: one more in the last of them carries into the sign bit.
    // Whole numbers without an exit: the loop takes several values at a time.
    constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000;
    constexpr std::uint64_t last_bit = 0x0010'0000'0000'0000;
    std::uint64_t together = 0;
    for (auto const value : values) {
        together |= (std::bit_cast<std::uint64_t>(value) & exponent) + last_bit;
    }
    if (together >> 63) {
        require(false, std::string(name) + " must be finite numbers.");
    }
}

// Lengths and costs: what is added up, and never below 0.
inline void require_measures(std::span<double const> values, std::string_view name) {
    require_finite(values, name);
    bool below = false;
    for (auto const value : values) {
        below |= value < 0;
    }
    if (below) {
        require(false, std::string(name) + " must be 0 or more.");
    }
}

inline void require_k(std::int64_t k) {
    if (k < 1) {
        require(false, "k must be 1 or more; given: " + std::to_string(k) + ".");
    }
}

// Where runs of so many values start: from 0 on, ascending, up to the number of values.
inline void require_starts(std::span<std::int64_t const> starts, std::size_t values) {
    bool falls = false;
    for (std::size_t run = 1; run < starts.size(); ++run) {
        falls |= starts[run] < starts[run - 1];
    }
    require(!falls && !starts.empty() && starts.front() == 0 &&
                starts.back() == static_cast<std::int64_t>(values),
            "starts must ascend from 0 to the number of values.");
}

// The sum of values that are 0 or more must fit into 64 bits, so that no loop can overflow.
inline std::int64_t require_weights(std::span<std::int64_t const> weights, std::string_view name) {
    // The loop has no branches, so that it runs at the speed of memory.
    std::int64_t together = 0;
    std::int64_t high = 0;
    std::int64_t low = 0;
    for (auto const weight : weights) {
        together |= weight;
        high += weight >> 32;
        low += weight & 0xFFFFFFFF;
    }
    if (together < 0) {
        auto const negative =
            *std::find_if(weights.begin(), weights.end(), [](auto weight) { return weight < 0; });
        require(false,
                std::string(name) + " must be 0 or more; given: " + std::to_string(negative) + ".");
    }
    std::int64_t total;
    if (__builtin_mul_overflow(high, std::int64_t{1} << 32, &total) ||
        __builtin_add_overflow(total, low, &total)) {
        require(false, std::string(name) + " must sum to less than 2^63.");
    }
    return total;
}

// More threads than this help nobody, and a machine may refuse to have them.
inline int checked_threads(std::int64_t threads) {
    if (threads < 1) {
        require(false, "threads must be 1 or more; given: " + std::to_string(threads) + ".");
    }
    return static_cast<int>(std::min<std::int64_t>(threads, 256));
}

}  // namespace covey::border
