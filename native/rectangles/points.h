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

// A point by its places in the order of all x and in the order of all y. No two points have the
// same rank, even where their coordinates are equal.
struct Point {
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
    // std::invalid_argument if it is not.
    Points(Reals x, Reals y, Longs weights, Ints by_x, int threads, Pulse& pulse);

    Lists all() { return {{by_x_, by_y_}}; }
    std::int64_t weight() const { return weight_; }
    std::size_t count() const { return index_.size(); }

    double value(Point point, Axis axis) const {
        return lines_[static_cast<int>(axis)].values[point.rank(axis)];
    }
    std::int64_t weight(Point point, Axis axis) const {
        return lines_[static_cast<int>(axis)].weight(point.rank(axis));
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

    // Says that the gaps around a target will be asked for: only a hint to the processor.
    void fetch(std::int64_t target, Lists points) const {
        auto const place = static_cast<std::size_t>(target);
        if (!lines_[0].weights.empty() || place >= points.size()) {
            return;  // where the target is must be counted
        }
        for (auto const axis : {Axis::x, Axis::y}) {
            auto const list = points[axis];
            auto const& line = lines_[static_cast<int>(axis)];
            for (auto at = place - (place > 0); at < std::min(place + 2, list.size()); ++at) {
                __builtin_prefetch(&line.values[list[at].rank(axis)]);
            }
        }
    }

    // Calls visit(gap) for the gaps between all neighbouring coordinates that differ, in ascending
    // order, while it returns true.
    template <typename Visit>
    void for_each_gap(Lists points, Axis axis, Visit const& visit) const {
        auto const list = points[axis];
        auto const& line = lines_[static_cast<int>(axis)];
        std::int64_t below = 0;
        for (std::size_t place = 1; place < list.size(); ++place) {
            auto const last = list[place - 1].rank(axis), next = list[place].rank(axis);
            below += line.weight(last);
            auto const low = line.values[last], high = line.values[next];
            if (low != high && !visit(Gap{axis, low, high, next, place, below})) {
                return;
            }
        }
    }

private:
    // Coordinates and weights in the order of the coordinates.
    struct Line {
        Roomy<double> values;
        Roomy<std::int64_t> weights;  // empty where every point weighs 1

        std::int64_t weight(std::int32_t rank) const { return weights.empty() ? 1 : weights[rank]; }
    };

    std::array<Line, 2> lines_;
    Ints index_;
    Roomy<Point> by_x_, by_y_;
    std::int64_t weight_ = 0;
};

// Writes the points below the gap to one place and the others to another, both in their order. The
// places need as much room as there are points; ``below`` may be where the points are.
void divide(std::span<Point const> points, Gap const& gap, Point* below, Point* above);

}  // namespace covey::rectangles
