#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::rectangles {

// The places of finite values in ascending order; of equal values the first place comes first.
std::vector<std::int32_t> order_of(Reals values, Pulse& pulse);

}  // namespace covey::rectangles
