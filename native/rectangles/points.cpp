#include "rectangles/points.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "rectangles/order.h"

namespace covey::rectangles {

namespace {

template <typename T>
std::vector<T> gathered(std::span<T const> values, Ints places) {
    std::vector<T> found(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        found[i] = values[places[i]];
    }
    return found;
}

}  // namespace

Points::Points(Reals x, Reals y, Longs weights, Pulse& pulse)
    : index_(order_of(x, pulse)),
      by_x_(x.size()),
      by_y_(x.size()),
      weight_(std::reduce(weights.begin(), weights.end(), std::int64_t{0})) {
    auto& [line_x, line_y] = lines_;
    line_x.values = gathered(x, index_);
    // With y in the order of x, places in the order of y are ranks by x.
    auto const y_by_x = gathered(y, index_);
    auto const x_ranks = order_of(y_by_x, pulse);
    line_y.values = gathered<double>(y_by_x, x_ranks);
    if (!std::all_of(weights.begin(), weights.end(), [](auto weight) { return weight == 1; })) {
        line_x.weights = gathered(weights, index_);
        line_y.weights = gathered<std::int64_t>(line_x.weights, x_ranks);
    }
    pulse.beat(static_cast<std::int64_t>(x_ranks.size()));
    for (std::size_t y_rank = 0; y_rank < x_ranks.size(); ++y_rank) {
        auto const x_rank = x_ranks[y_rank];
        by_y_[y_rank] = {{x_rank, static_cast<std::int32_t>(y_rank)}};
        by_x_[x_rank] = by_y_[y_rank];
    }
}

std::vector<std::int32_t> Points::by_index(Ints by_rank) const {
    std::vector<std::int32_t> found(by_rank.size());
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        found[index_[rank]] = by_rank[rank];
    }
    return found;
}

Gaps Points::gaps_around(std::int64_t target, Lists points, Axis axis, Start& start) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    auto const list = points[axis];
    auto const& line = lines_[static_cast<int>(axis)];
    auto& [place, below] = start;
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
