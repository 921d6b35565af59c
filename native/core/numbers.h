// Whole numbers.
#pragma once

#include <cstdint>

namespace covey {

// a / b, rounded up; a is 0 or more, b is positive, and nothing overflows.
constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
    return a / b + (a % b != 0);
}

}  // namespace covey
