#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::intervals {

// Where classes start, each ended as soon as it has k; what is left joins the last.
std::vector<std::int64_t> sweep(Longs weights, std::int64_t k, Pulse& pulse);

}  // namespace covey::intervals
