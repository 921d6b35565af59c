// Cells that tile a box, each with the points of one class.
#pragma once

#include <cstdint>
#include <vector>

#include "rectangles/cuts.h"

namespace covey::rectangles {

struct Tiling {
    Roomy<std::int32_t> classes;      // of every point, by its index
    std::vector<std::int64_t> sizes;  // of every class, by weight
    std::vector<Box> cells;           // of every class
};

// Cuts the points while both sides keep k, without taking a cut back. The cap is for the
// proportional rule only. The room is for as many points as there are. Classes are numbered from
// below to above at every cut. The answer does not depend on the number of threads. The order of
// the points in their lists changes.
Tiling grow(Points& points, Room& room, Box box, Limits limits, Rule rule, Surface surface,
            int threads, Pulse& pulse);

}  // namespace covey::rectangles
