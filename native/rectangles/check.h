// Is a tiling one? Shares nothing with the loops that make tilings.
#pragma once

#include <span>

#include "core/pulse.h"
#include "core/spans.h"
#include "rectangles/plane.h"

namespace covey::rectangles {

// Whether every point lies in the cell of its class.
bool all_inside(Reals x, Reals y, Ints classes, std::span<Box const> cells, Pulse& pulse);

// Whether the cells tile the box, without gaps or overlaps.
//
// Sweep a vertical line from left to right. At the left border the cells that begin there must fill
// it from bottom to top. At every x between, the cells that end and those that begin must fill the
// same stretches, without overlapping; then the line is filled exactly beyond x, too. At the right
// border the cells that end must fill it.
bool tiles(std::span<Box const> cells, Box box, Pulse& pulse);

}  // namespace covey::rectangles
