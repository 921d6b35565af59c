#include "rectangles/points.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/threads.h"
#include "rectangles/order.h"

namespace covey::rectangles {

Points::Points(Reals x, Reals y, Longs weights, int threads)
    : by_x_(x.size()), by_y_(x.size()), weight_(std::reduce(weights.begin(), weights.end())) {
    auto const count = x.size();
    bool const all_one = std::all_of(weights.begin(), weights.end(), [](auto w) { return w == 1; });
    std::array<std::vector<std::int32_t>, 2> orders, ranks;
    for_each_piece(2, threads, [&](std::size_t axis) {
        auto const given = axis == 0 ? x : y;
        auto& line = lines_[axis];
        orders[axis] = order_of(given);
        ranks[axis].resize(count);
        line.values.resize(count);
        line.weights.resize(all_one ? 0 : count);
        for (std::size_t rank = 0; rank < count; ++rank) {
            auto const index = orders[axis][rank];
            ranks[axis][index] = static_cast<std::int32_t>(rank);
            line.values[rank] = given[index];
            if (!all_one) {
                line.weights[rank] = weights[index];
            }
        }
    });
    for (std::size_t rank = 0; rank < count; ++rank) {
        by_x_[rank] = {{static_cast<std::int32_t>(rank), ranks[1][orders[0][rank]]}};
        by_y_[rank] = {{ranks[0][orders[1][rank]], static_cast<std::int32_t>(rank)}};
    }
    index_ = std::move(orders[0]);
}

Gaps Points::gaps_around(std::int64_t target, Lists points, Axis axis) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    auto const list = points[axis];
    auto const& line = lines_[static_cast<int>(axis)];
    std::size_t place = 0;
    std::int64_t below = 0;
    if (line.weights.empty()) {
        place = static_cast<std::size_t>(target);
        below = target;
    } else {
        for (;; ++place) {
            auto const weight = line.weights[list[place].rank(axis)];
            if (target < below + weight) {
                break;
            }
            below += weight;
        }
    }
    auto const value = line.values[list[place].rank(axis)];
    auto end = place;
    auto up_to = below;
    while (end < list.size() && line.values[list[end].rank(axis)] == value) {
        up_to += line.weight(list[end].rank(axis));
        ++end;
    }
    while (place > 0 && line.values[list[place - 1].rank(axis)] == value) {
        --place;
        below -= line.weight(list[place].rank(axis));
    }
    auto const coordinate = [&](std::size_t at) { return line.values[list[at].rank(axis)]; };
    auto const rank = [&](std::size_t at) {
        return at < list.size() ? list[at].rank(axis) : std::numeric_limits<std::int32_t>::max();
    };
    return {
        {axis, place > 0 ? coordinate(place - 1) : -infinity, value, rank(place), place, below},
        {axis, value, end < list.size() ? coordinate(end) : infinity, rank(end), end, up_to},
    };
}

void divide(std::span<Point const> points, Gap const& gap, Point* below, Point* above) {
    auto const by = static_cast<int>(gap.axis);
    // Both places are written to, and one of them moves on: there is no branch to be predicted.
    for (auto const point : points) {
        bool const is_below = point.ranks[by] < gap.rank;
        *below = point;
        *above = point;
        below += is_below;
        above += !is_below;
    }
}

}  // namespace covey::rectangles
