// A star by all subsets of its light children, of which there are few.
#pragma once

#include <cstdint>
#include <optional>

#include "core/pulse.h"
#include "trees/star.h"

namespace covey::trees {

// Light children up to which all subsets are looked at.
inline constexpr std::size_t most_light = 12;

// How many steps the search takes at most.
std::int64_t steps_of(Star const& star);

// The plan whose largest bin is least.
Plan least_largest_plan(Star const& star, std::int64_t k, Pulse& pulse);

// The plan of least squares whose bins are at most ``cap``, if there is one.
std::optional<Plan> least_squares_plan(Star const& star, std::int64_t k, std::int64_t cap,
                                       Pulse& pulse);

}  // namespace covey::trees
