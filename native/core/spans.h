// Names for the arrays that loops read and write. A span knows its length and owns nothing.
#pragma once

#include <cstdint>
#include <span>

namespace covey {

using Bools = std::span<bool const>;
using Ints = std::span<std::int32_t const>;
using Longs = std::span<std::int64_t const>;
using Reals = std::span<double const>;

using BoolsOut = std::span<bool>;
using IntsOut = std::span<std::int32_t>;
using LongsOut = std::span<std::int64_t>;
using RealsOut = std::span<double>;

}  // namespace covey
