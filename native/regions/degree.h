// Lower the degrees of a spanning forest, one swap of borders at a time.
#pragma once

#include <vector>

#include "regions/forest.h"

namespace covey::regions {

// Swaps borders in and out of a spanning forest until every area has its target or nothing helps.
//
// For an area w above its target its branches are explored in lock-step, so that the cost is that
// of the smaller ones; a border (u, v) that leaves a branch replaces w's border to that branch, if
// u and v stay further below their targets than w is above its own. At most ``patience`` areas are
// looked at for one swap.
void repair(Graph const& graph, Mask& chosen, Longs targets, std::int64_t patience, Pulse& pulse);

// The algorithm of Fürer and Raghavachari: changes a spanning forest until its degree is ``least``
// or proved to be within 1 of the best.
//
// Let d be the forest's degree. Areas of degree d - 1 and d block: no border may be added at them.
// A border between two parts of the forest without its blocking areas closes a cycle. If an area of
// degree d is on it, it loses a border of the cycle, and the forest is better. If only areas of
// degree d - 1 are, each of them could be relieved that way, so they block no longer and everything
// on the cycle becomes one part. When no border joins two parts, no forest has a degree below
// d - 1: the blocking areas that are left have too many parts to hold together.
void lower_degree(Graph const& graph, Mask& chosen, std::int64_t least, Pulse& pulse);

}  // namespace covey::regions
