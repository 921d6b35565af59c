// Splits pairs of classes again, as equally as their labels allow.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"
#include "labels/sizes.h"

namespace covey::labels {

struct Rebalanced {
    Roomy<std::int32_t> bins;  // by position
    bool equal;                // no two classes differ by more than 1
};

// More equal classes, after at most ``splits`` splits. The first ``alone`` labels keep their bins,
// which come before the ``classes`` bins of the others. The answer depends on the seed.
Rebalanced rebalance(Sizes sizes, std::int64_t alone, Ints start, std::int32_t classes,
                     std::int64_t splits, std::uint32_t seed, Pulse& pulse);

}  // namespace covey::labels
