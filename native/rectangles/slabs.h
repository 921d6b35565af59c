// Slabs: columns are taken together until they have k, and every slab is cut by rows.
#pragma once

#include "rectangles/tiling.h"

namespace covey::rectangles {

// Columns are scanned in the order of the axis; A_1 j_1 | A_2 j_2 | ... | A_m j_m | A_{m+1}, where
// the column j_s is the one with which the strip A_s, which is lighter than k, gets k. One slab,
// of all that are possible the best, is two-sided: A_i j_i A_{i+1}. The slabs before it are A_s
// j_s, those after it j_s A_{s+1}. Each is cut across the axis so that its largest cell is as small
// as it can be. No cell is heavier than the larger of kappa + 3 (k - 1) and 4 times the optimum
// over all tilings; kappa is k, or the heaviest point if that is more (docs/explanation/slabs.md).
//
// Points that weigh less than k together are one cell.
Tiling slabs(Points& points, Box box, std::int64_t k, Axis axis, Pulse& pulse);

}  // namespace covey::rectangles
