// Cuts that take the lightest side that keeps k, again and again.
#pragma once

#include "core/pulse.h"
#include "rectangles/cuts.h"
#include "rectangles/points.h"
#include "rectangles/tiling.h"

namespace covey::rectangles {

// Cuts off the lightest side that keeps k while both sides keep k; of equal ones the first along x,
// then along y. Classes are numbered from below to above at every cut.
//
// A cut takes little away, so that a look at all points before each would take quadratic time.
// Here it costs what it takes away, and O(n log^2 n) in all.
Tiling cut_smallest(Points& points, Box box, std::int64_t k, Pulse& pulse);

}  // namespace covey::rectangles
