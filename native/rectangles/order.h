#pragma once

#include <cstdint>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::rectangles {

struct Order {
    Roomy<std::int32_t> places;
    bool distinct;  // no two values are equal
};

// The places of finite values in ascending order; of equal values the first place comes first.
Order order_of(Reals values, Pulse& pulse);

}  // namespace covey::rectangles
