// A search for cells within limits that takes cuts back.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/deadline.h"
#include "rectangles/tiling.h"

namespace covey::rectangles {

// What a search may use.
struct Effort {
    std::int64_t visits;  // of points
    Deadline deadline;
};

// Which cuts are tried first.
struct Preference {
    double aim;       // where in [k, cap] the cells should be, from 0 to 1
    double evenness;  // what classes of one size count against compact cells; infinite: alone
    Surface surface = Surface::flat;
    // How many times as long as wide a cell may be.
    double longest = std::numeric_limits<double>::infinity();
};

// Cells within the limits, or nothing if none were found within the effort.
std::optional<Tiling> search(Points& points, Box box, Limits limits, Preference prefer,
                             Effort effort, Pulse& pulse);

}  // namespace covey::rectangles
