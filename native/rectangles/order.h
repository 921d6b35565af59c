#pragma once

#include <cstdint>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::rectangles {

// The places of finite values in ascending order; of equal values the first place comes first.
Roomy<std::int32_t> order_of(Reals values, Pulse& pulse);

}  // namespace covey::rectangles
