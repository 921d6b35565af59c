#include "rectangles/points.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <stdexcept>

#include "core/threads.h"
#include "rectangles/order.h"

namespace covey::rectangles {

namespace {

// From so many points on, more than one thread is worth it.
constexpr std::size_t worth_threads = 50'000;

// So many steps before it is needed, memory is fetched that is far from what was used last.
constexpr std::size_t ahead = 32;

using Ranks = std::array<std::int32_t, 2>;

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

}  // namespace

Points::Points(Reals x, Reals y, Longs weights, Ints by_x, Room& room, int threads, Pulse& pulse)
    : index_(by_x), by_x_(x.size()), by_y_(x.size()) {
    auto const count = x.size();
    auto& [weights_x, weights_y] = weights_;
    std::int64_t differ = 0;
    for (auto const weight : weights) {
        weight_ += weight;
        differ |= weight ^ 1;
    }
    bool const weighted = differ != 0;
    weights_x.resize(weighted ? count : 0);
    weights_y.resize(weighted ? count : 0);
    // Where places are those of all x in ascending order, of equal ones the first one first, every
    // one is above that before it: no place is there twice.
    std::atomic<bool> falls = false;
    in_parts(count, threads, pulse, [&](std::size_t begin, std::size_t end) {
        bool rises = true;
        auto last = by_x[begin > 0 ? begin - 1 : 0];
        for (auto i = begin; i < end; ++i) {
            auto const place = by_x[i];
            auto const later = by_x[std::min(i + ahead, count - 1)];
            __builtin_prefetch(&x[later]);
            __builtin_prefetch(&y[later]);
            rises &= (x[last] < x[place]) | ((x[last] == x[place]) & (last < place)) | (i == 0);
            last = place;
            // Until its rank is known, y is where its rank will be.
            by_x_[i] = {x[place], std::bit_cast<Ranks>(y[place])};
            if (weighted) {
                weights_x[i] = weights[place];
            }
        }
        if (!rises) {
            falls = true;
        }
    });
    if (falls) {
        throw std::invalid_argument("by_x must be the order of x.");
    }
    // With y in the order of x, places in the order of y are ranks by x.
    auto const y_of = [this](std::size_t x_rank) {
        return std::bit_cast<double>(by_x_[x_rank].ranks);
    };
    auto const keyed = room.as<Keyed>(2 * count);
    auto const by_y = keyed.first(count);
    sort_places(by_y, keyed.last(count), y_of, pulse);
    in_parts(count, threads, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto y_rank = begin; y_rank < end; ++y_rank) {
            auto const x_rank = by_y[y_rank].place;
            __builtin_prefetch(&by_x_[by_y[std::min(y_rank + ahead, count - 1)].place], 1);
            if (weighted) {
                weights_y[y_rank] = weights_x[x_rank];
            }
            Ranks const ranks{x_rank, static_cast<std::int32_t>(y_rank)};
            by_y_[y_rank] = {y_of(x_rank), ranks};
            by_x_[x_rank].ranks = ranks;
        }
    });
}

Roomy<std::int32_t> Points::by_index(Ints by_rank) const {
    Roomy<std::int32_t> found(by_rank.size());
    auto const last = by_rank.size() - 1;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        __builtin_prefetch(&found[index_[std::min(rank + ahead, last)]], 1);
        found[index_[rank]] = by_rank[rank];
    }
    return found;
}

Gaps Points::gaps_around(std::int64_t target, Lists points, Axis axis, Start& start) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    auto const list = points[axis];
    auto& [place, below] = start;
    if (weights_[0].empty()) {
        place = static_cast<std::size_t>(target);
        below = target;
    } else {
        for (;; ++place) {
            auto const own = weight(list[place], axis);
            if (target < below + own) {
                break;
            }
            below += own;
        }
    }
    auto const value = list[place].value;
    auto end = place;
    auto up_to = below;
    while (end < list.size() && list[end].value == value) {
        up_to += weight(list[end], axis);
        ++end;
    }
    while (place > 0 && list[place - 1].value == value) {
        --place;
        below -= weight(list[place], axis);
    }
    auto const rank = [&](std::size_t at) {
        return at < list.size() ? list[at].rank(axis) : std::numeric_limits<std::int32_t>::max();
    };
    return {
        {axis, place > 0 ? list[place - 1].value : -infinity, value, rank(place), place, below},
        {axis, value, end < list.size() ? list[end].value : infinity, rank(end), end, up_to},
    };
}

void divide(std::span<Point const> points, Gap const& gap, Point* to) {
    auto const by = static_cast<int>(gap.axis);
    auto const rank = gap.rank;
    auto const* from = points.data();
    auto const* const end = from + points.size();
    auto *below = to, *above = to + gap.count;
    auto *const below_end = above, *const above_end = to + points.size();
    // Until one side is complete, both have room for as many as the fuller one lacks.
    while (auto left = std::min(below_end - below, above_end - above)) {
        // Both places are written to, and one of them moves on: there is no branch to be predicted.
        for (; left > 0; --left) {
            std::ptrdiff_t const is_below = from->ranks[by] < rank;
            auto const point = *from++;
            *below = point;
            *above = point;
            below += is_below;
            above += 1 - is_below;
        }
    }
    std::copy(from, end, below != below_end ? below : above);
}

}  // namespace covey::rectangles
