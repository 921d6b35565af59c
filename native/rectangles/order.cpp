#include "rectangles/order.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace covey::rectangles {

namespace {

// Fewer values are sorted by comparison.
constexpr std::size_t worth_digits = 256;

// A value as a whole number, which never falls where the value rises, and its place.
struct Keyed {
    std::uint32_t key;
    std::int32_t place;
};

constexpr std::array<int, 3> shifts{0, 11, 22};
constexpr std::size_t digits = 1 << 11;

std::size_t digit(std::uint32_t key, int shift) {
    return (key >> shift) & (digits - 1);
}

std::vector<Keyed> keyed(Reals values) {
    auto const [lowest, highest] = std::minmax_element(values.begin(), values.end());
    // In halves, because the whole width may be beyond the largest double.
    auto const low = *lowest / 2;
    auto const width = *highest / 2 - low;
    auto const scale = width > 0 ? 0x1p32 / width : 0;
    std::vector<Keyed> all(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        // The scale is infinite where the width is next to nothing, and 0 times infinity is NaN.
        auto const scaled = std::min((values[i] / 2 - low) * scale, 0x1p32 - 1);
        all[i] = {scaled > 0 ? static_cast<std::uint32_t>(scaled) : 0,
                  static_cast<std::int32_t>(i)};
    }
    return all;
}

// Digit by digit, the lowest first; each pass keeps the order of the one before.
void sort_by_key(std::vector<Keyed>& all, Pulse& pulse) {
    std::array<std::array<std::uint32_t, digits>, shifts.size()> counts{};
    for (auto const& one : all) {
        for (std::size_t pass = 0; pass < shifts.size(); ++pass) {
            ++counts[pass][digit(one.key, shifts[pass])];
        }
    }
    std::vector<Keyed> sorted(all.size());
    for (std::size_t pass = 0; pass < shifts.size(); ++pass) {
        pulse.beat(static_cast<std::int64_t>(all.size()));
        auto& next = counts[pass];
        std::exclusive_scan(next.begin(), next.end(), next.begin(), std::uint32_t{0});
        for (auto const& one : all) {
            sorted[next[digit(one.key, shifts[pass])]++] = one;
        }
        all.swap(sorted);
    }
}

}  // namespace

std::vector<std::int32_t> order_of(Reals values, Pulse& pulse) {
    auto const by_value = [&](std::int32_t a, std::int32_t b) {
        return std::tie(values[a], a) < std::tie(values[b], b);
    };
    std::vector<std::int32_t> order(values.size());
    if (values.size() < worth_digits) {
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), by_value);
        return order;
    }
    auto all = keyed(values);
    sort_by_key(all, pulse);
    pulse.beat(static_cast<std::int64_t>(all.size()));
    for (std::size_t place = 0; place < all.size(); ++place) {
        order[place] = all[place].place;
    }
    // Few values have the same key, except equal ones, which are in order already.
    for (std::size_t begin = 0; begin + 1 < all.size(); ++begin) {
        if (all[begin].key != all[begin + 1].key) [[likely]] {
            continue;
        }
        auto end = begin + 2;
        while (end < all.size() && all[end].key == all[begin].key) {
            ++end;
        }
        auto const first = order.begin() + begin, last = order.begin() + end;
        if (!std::is_sorted(first, last, by_value)) {
            std::sort(first, last, by_value);
        }
        begin = end - 1;
    }
    return order;
}

}  // namespace covey::rectangles
