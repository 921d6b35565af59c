// Points of a plane in the order of x and in the order of y.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"
#include "rectangles/plane.h"

namespace covey::rectangles {

// A point in a list along one axis: its coordinate along that axis, and its places in the order of
// all x and in the order of all y. No two points have the same rank, even where their coordinates
// are equal. The coordinate is here because a look at it elsewhere would be one far away in memory;
// the other one would make the list longer, and is hardly ever needed.
struct alignas(16) Point {
    double value;
    std::array<std::int32_t, 2> ranks;

    std::int32_t rank(Axis axis) const { return ranks[static_cast<int>(axis)]; }
};

// The same points twice, sorted by x and by y.
struct Lists {
    std::array<std::span<Point>, 2> along;

    std::span<Point> operator[](Axis axis) const { return along[static_cast<int>(axis)]; }
    std::size_t size() const { return along[0].size(); }
};

// Between two neighbouring coordinates of some points.
struct Gap {
    Axis axis;
    double low, high;
    std::int32_t rank;   // of the first point above it
    std::size_t count;   // of the points below it
    std::int64_t below;  // what these weigh
};

// The gaps before and after a coordinate. At the ends they have no points on one side, and
// infinity for a border.
struct Gaps {
    Gap before, after;
};

class Points {
public:
    // ``by_x`` is the order of the points by x, of which no copy is made. Throws
    // std::invalid_argument if it is not. The room is for as many points, and can be used for
    // something else afterwards.
    Points(Reals x, Reals y, Longs weights, Ints by_x, Room& room, int threads, Pulse& pulse);

    Lists all() { return {{by_x_, by_y_}}; }
    std::int64_t weight() const { return weight_; }
    std::size_t count() const { return index_.size(); }

    // The coordinate with a rank. Only while all points are in order.
    double value(std::int32_t rank, Axis axis) const {
        return (axis == Axis::x ? by_x_ : by_y_)[rank].value;
    }
    std::int64_t weight(Point point, Axis axis) const {
        auto const& weights = weights_[static_cast<int>(axis)];
        return weights.empty() ? 1 : weights[point.rank(axis)];
    }

    // What is given for every rank by x, in the order in which the points were given.
    Roomy<std::int32_t> by_index(Ints by_rank) const;

    // A place in a list of points, and what those before it weigh.
    struct Start {
        std::size_t place = 0;
        std::int64_t below = 0;
    };

    // The gaps around the least coordinate up to which points weigh more than the target, which is
    // less than all of them weigh. Looked for from the start on, which is moved to the first place
    // of this coordinate: a later target is found from there.
    Gaps gaps_around(std::int64_t target, Lists points, Axis axis, Start& start) const;
    Gaps gaps_around(std::int64_t target, Lists points, Axis axis) const {
        Start start;
        return gaps_around(target, points, axis, start);
    }

    // Calls visit(gap) for the gaps between all neighbouring coordinates that differ, in ascending
    // order, while it returns true.
    template <typename Visit>
    void for_each_gap(Lists points, Axis axis, Visit const& visit) const {
        auto const list = points[axis];
        std::int64_t below = 0;
        for (std::size_t place = 1; place < list.size(); ++place) {
            auto const &last = list[place - 1], &next = list[place];
            below += weight(last, axis);
            if (last.value != next.value &&
                !visit(Gap{axis, last.value, next.value, next.rank(axis), place, below})) {
                return;
            }
        }
    }

private:
    // By rank along x, and by rank along y; empty where every point weighs 1.
    std::array<Roomy<std::int64_t>, 2> weights_;
    Ints index_;
    Roomy<Point> by_x_, by_y_;
    std::int64_t weight_ = 0;
};

// Writes the points below the gap to a place, and the others behind them, both in their order.
void divide(std::span<Point const> points, Gap const& gap, Point* to);

}  // namespace covey::rectangles
