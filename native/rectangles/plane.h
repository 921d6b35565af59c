// Points and boxes in the plane, equal points, and round numbers between points.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::rectangles {

enum class Axis : std::uint8_t { x, y };

constexpr Axis other(Axis axis) {
    return axis == Axis::x ? Axis::y : Axis::x;
}

// What lies from the lower borders, included, to the upper ones, excluded.
struct Box {
    double x_low, y_low, x_high, y_high;

    bool holds(double x, double y) const {
        return x_low <= x && x < x_high && y_low <= y && y < y_high;
    }
    Box below(Axis axis, double cut) const {
        Box side = *this;
        (axis == Axis::x ? side.x_high : side.y_high) = cut;
        return side;
    }
    Box above(Axis axis, double cut) const {
        Box side = *this;
        (axis == Axis::x ? side.x_low : side.y_low) = cut;
        return side;
    }
};

// The location of every point, and the first point of every location.
struct Merged {
    Roomy<std::int32_t> location, first;
};

// Equal points become one location. Locations are in the order of their first points.
Merged merge_equal(Reals x, Reals y, Pulse& pulse);

// The roundest decimal c with low < c <= high.
double round_between(double low, double high);

}  // namespace covey::rectangles
