// Chains of intervals, as in chains.h, whose ranges are narrowest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::intervals {

// Where every value begins and ends.
struct Ends {
    Reals low;
    Reals high;
};

// Where the links of a chain begin whose sum of weight times width is least. Links weigh from k to
// the cap, and reach from the low end of their first value to the high end of their last one.
// Throws std::invalid_argument if there is no chain.
std::vector<std::int64_t> narrowest_chain(Longs sums, Ends ends, std::int64_t k, std::int64_t cap,
                                          Pulse& pulse);

}  // namespace covey::intervals
