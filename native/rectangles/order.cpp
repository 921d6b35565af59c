#include "rectangles/order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "core/digits.h"

namespace covey::rectangles {

namespace {

// Fewer values are sorted by comparison.
constexpr std::size_t worth_digits = 256;

// A value as a whole number, which never falls where the value rises, and its place.
struct Keyed {
    std::uint32_t key;
    std::int32_t place;
};

// Values as keys.
class Scale {
public:
    explicit Scale(Reals values) {
        auto const [lowest, highest] = std::minmax_element(values.begin(), values.end());
        // In halves, because the whole width may be beyond the largest double.
        low_ = *lowest / 2;
        auto const width = *highest / 2 - low_;
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

}  // namespace

Roomy<std::int32_t> order_of(Reals values, Pulse& pulse) {
    auto const by_value = [&](std::int32_t a, std::int32_t b) {
        pulse.beat();
        return std::tie(values[a], a) < std::tie(values[b], b);
    };
    Roomy<std::int32_t> order(values.size());
    if (values.size() < worth_digits) {
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), by_value);
        return order;
    }
    Scale const scale(values);
    Roomy<Keyed> all(values.size());
    sort_by_digits(
        std::span(all), 32,
        [&](std::size_t i) { return Keyed{scale.key(values[i]), static_cast<std::int32_t>(i)}; },
        [](Keyed const& one) { return one.key; }, pulse);
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
