// How long two outlines run beside each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::maps {

struct Segment {
    double x0, y0, x1, y1;
};

// The outlines of areas: area v has the segments from starts[v] to starts[v + 1].
struct Outlines {
    Longs starts;
    std::span<Segment const> segments;

    std::span<Segment const> of(std::int64_t area) const {
        return segments.subspan(starts[area], starts[area + 1] - starts[area]);
    }
};

struct Window {
    double x_low, y_low, x_high, y_high;
};

// Two areas, and what their outlines are compared by. Lengths are in units of y.
struct Pair {
    std::int64_t one, two;
    double reach;
    double stretch;  // the length of a unit of x
    Window window;   // bounds the places where the two can meet
};

struct Beside {
    double length;  // of the one's outline within reach of the other's: the mean of both directions
    bool meet;      // whether they come within reach at all
};

Beside beside(Outlines const& outlines, Pair const& pair, Pulse& pulse);

}  // namespace covey::maps
