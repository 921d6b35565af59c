#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/digits.h"
#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::rectangles {

// A value as a whole number, which never falls where the value rises, and its place.
struct Keyed {
    std::uint32_t key;
    std::int32_t place;
};

// Values as keys.
class Scale {
public:
    Scale(double lowest, double highest)
        // In halves, because the whole width may be beyond the largest double.
        : low_(lowest / 2) {
        auto const width = highest / 2 - low_;
        scale_ = width > 0 ? 0x1p32 / width : 0;
    }

    std::uint32_t key(double value) const {
        // The scale is infinite where the width is next to nothing, and 0 times infinity is NaN.
        auto const scaled = std::min((value / 2 - low_) * scale_, 0x1p32 - 1);
        return scaled > 0 ? static_cast<std::uint32_t>(scaled) : 0;
    }

private:
    double low_, scale_;
};

// Sorts the places of finite values, value_at(0), value_at(1), ..., by them; of equal values the
// first place comes first. The spare places are as many. Returns whether no two values are equal.
template <typename ValueAt>
bool sort_places(std::span<Keyed> sorted, std::span<Keyed> spare, ValueAt const& value_at,
                 Pulse& pulse) {
    auto const count = sorted.size();
    if (count == 0) {
        return true;
    }
    auto lowest = value_at(0), highest = lowest;
    for (std::size_t i = 1; i < count; ++i) {
        auto const value = value_at(i);
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
    Scale const scale(lowest, highest);
    auto const keyed = [&](std::size_t i) {
        return Keyed{scale.key(value_at(i)), static_cast<std::int32_t>(i)};
    };
    auto const by_value = [&](Keyed a, Keyed b) {
        pulse.beat();
        return std::pair(value_at(a.place), a.place) < std::pair(value_at(b.place), b.place);
    };
    // Fewer values are sorted by comparison.
    constexpr std::size_t worth_digits = 256;
    if (count < worth_digits) {
        for (std::size_t i = 0; i < count; ++i) {
            sorted[i] = keyed(i);
        }
        std::sort(sorted.begin(), sorted.end(), by_value);
    } else {
        sort_by_digits(sorted, spare, 32, keyed, [](Keyed one) { return one.key; }, pulse);
    }
    // Few values have the same key, except equal ones, which are in order already.
    bool distinct = true;
    for (std::size_t begin = 0; begin + 1 < count; ++begin) {
        if (sorted[begin].key != sorted[begin + 1].key) [[likely]] {
            continue;
        }
        auto end = begin + 2;
        while (end < count && sorted[end].key == sorted[begin].key) {
            ++end;
        }
        auto const group = sorted.subspan(begin, end - begin);
        if (!std::is_sorted(group.begin(), group.end(), by_value)) {
            std::sort(group.begin(), group.end(), by_value);
        }
        distinct =
            distinct && std::adjacent_find(group.begin(), group.end(), [&](Keyed a, Keyed b) {
                            return value_at(a.place) == value_at(b.place);
                        }) == group.end();
        begin = end - 1;
    }
    return distinct;
}

// The places of finite values in ascending order; of equal values the first place comes first. And
// whether no two are equal.
struct Order {
    Roomy<std::int32_t> places;
    bool distinct;
};

Order order_of(Reals values, Pulse& pulse);

}  // namespace covey::rectangles
