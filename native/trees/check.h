// Whether classes are along a tree. Shares nothing with what makes them.
#pragma once

#include <cstdint>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::trees {

// The first class that is neither one node nor several children of one node, by its labels with
// records; -1 if there is none. ``order`` is from the root down; classes are 0 to ``count`` - 1.
std::int32_t first_misshapen(Ints parents, Ints order, Longs weights, Ints classes,
                             std::int32_t count, Pulse& pulse);

}  // namespace covey::trees
