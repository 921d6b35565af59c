// Chains of intervals over prefix sums: sums[i] is the weight of the first i values. A chain is
// 0 = i_0 < i_1 < ... = n; its links weigh sums[i_{t+1}] - sums[i_t], from k to some cap.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::intervals {

// The total weight times the cap stays below this, so that sums of squares fit into 64 bits.
inline constexpr std::int64_t most_squares = std::int64_t{1} << 60;

// 0, then the sums of the first weights.
std::vector<std::int64_t> prefix_sums(Longs weights);

// The least cap from ``low`` to ``high`` within which a chain exists; ``high`` itself if there is
// none below it.
std::int64_t smallest_cap(Longs sums, std::int64_t k, std::int64_t low, std::int64_t high,
                          Pulse& pulse);

// Where the links of a chain within the cap begin whose sum of squares is least. Throws
// std::invalid_argument if there is no chain.
std::vector<std::int64_t> cheapest_chain(Longs sums, std::int64_t k, std::int64_t cap,
                                         Pulse& pulse);

}  // namespace covey::intervals
