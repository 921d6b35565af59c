#include "rectangles/points.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/threads.h"
#include "rectangles/order.h"

namespace covey::rectangles {

namespace {

// From so many points on, more than one thread is worth it.
constexpr std::size_t worth_threads = 50'000;

// Calls work(begin, end) for parts of so many places, on several threads if they are many.
template <typename Work>
void in_parts(std::size_t count, int threads, Pulse& pulse, Work const& work) {
    auto const parts = count < worth_threads ? 1 : static_cast<std::size_t>(std::max(threads, 1));
    for_each_piece(parts, threads, pulse, [&](std::size_t part, Pulse& own) {
        auto const begin = count * part / parts, end = count * (part + 1) / parts;
        in_blocks(end - begin, own,
                  [&](std::size_t from, std::size_t to) { work(begin + from, begin + to); });
    });
}

template <typename T>
void gather(std::span<T const> values, Ints places, Roomy<T>& found, std::size_t begin,
            std::size_t end) {
    for (auto i = begin; i < end; ++i) {
        found[i] = values[places[i]];
    }
}

// Whether places are those of all values in ascending order, of equal values the first one first:
// where every one is above that before it, no place is there twice.
bool ascend(Reals sorted, Ints places) {
    bool rises = true;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        rises &= (sorted[i - 1] < sorted[i]) |
                 ((sorted[i - 1] == sorted[i]) & (places[i - 1] < places[i]));
    }
    return rises;
}

}  // namespace

Points::Points(Reals x, Reals y, Longs weights, Ints by_x, int threads, Pulse& pulse)
    : index_(by_x),
      by_x_(x.size()),
      by_y_(x.size()),
      weight_(std::reduce(weights.begin(), weights.end(), std::int64_t{0})) {
    auto const count = x.size();
    auto& [line_x, line_y] = lines_;
    bool const weighted =
        !std::all_of(weights.begin(), weights.end(), [](auto weight) { return weight == 1; });
    line_x.values.resize(count);
    line_y.values.resize(count);
    line_x.weights.resize(weighted ? count : 0);
    line_y.weights.resize(weighted ? count : 0);
    // With y in the order of x, places in the order of y are ranks by x.
    Roomy<double> y_by_x(count);
    in_parts(count, threads, pulse, [&](std::size_t begin, std::size_t end) {
        gather(x, by_x, line_x.values, begin, end);
        gather(y, by_x, y_by_x, begin, end);
        if (weighted) {
            gather(weights, by_x, line_x.weights, begin, end);
        }
    });
    if (!ascend(line_x.values, by_x)) {
        throw std::invalid_argument("by_x must be the order of x.");
    }
    auto const x_ranks = order_of(y_by_x, pulse);
    in_parts(count, threads, pulse, [&](std::size_t begin, std::size_t end) {
        gather<double>(y_by_x, x_ranks, line_y.values, begin, end);
        if (weighted) {
            gather<std::int64_t>(line_x.weights, x_ranks, line_y.weights, begin, end);
        }
        for (auto y_rank = begin; y_rank < end; ++y_rank) {
            auto const x_rank = x_ranks[y_rank];
            by_y_[y_rank] = {{x_rank, static_cast<std::int32_t>(y_rank)}};
            by_x_[x_rank] = by_y_[y_rank];
        }
    });
}

Roomy<std::int32_t> Points::by_index(Ints by_rank) const {
    Roomy<std::int32_t> found(by_rank.size());
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
