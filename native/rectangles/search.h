// A search for cells within limits that takes cuts back.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "rectangles/tiling.h"

namespace covey::rectangles {

// What a search may use.
struct Effort {
    std::int64_t visits;  // of points
    std::chrono::steady_clock::time_point deadline;
};

// Cells within the limits, or nothing if none were found within the effort. The aim says where in
// [k, cap] the cells should be, from 0 to 1.
std::optional<Tiling> search(Points& points, Box box, Limits limits, double aim, Effort effort,
                             Pulse& pulse);

}  // namespace covey::rectangles
