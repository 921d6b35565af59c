// Names for the arrays that loops read and write. A span knows its length and owns nothing.
#pragma once

#include <cstdint>
#include <span>

namespace covey {

using Bools = std::span<const bool>;
using Ints = std::span<const std::int32_t>;
using Longs = std::span<const std::int64_t>;
using Reals = std::span<const double>;

using BoolsOut = std::span<bool>;
using IntsOut = std::span<std::int32_t>;
using LongsOut = std::span<std::int64_t>;
using RealsOut = std::span<double>;

}  // namespace covey
