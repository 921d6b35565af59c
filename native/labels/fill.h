// Each label to the bin that lacks most of its target. The proof of what that reaches is in
// src/covey/problems/labels/fill.py.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"
#include "labels/sizes.h"

namespace covey::labels {

struct Filled {
    Roomy<std::int32_t> bins;  // by position
    bool exact;                // every bin is filled to its target exactly
};

// The first ``alone`` labels get bins of their own, numbered from 0. The others fill the bins after
// these up to their targets, of which there is at least one.
Filled fill(Sizes sizes, std::int64_t alone, Longs targets, Pulse& pulse);

// Each label, in the given order, to the bin that lacks most of its target.
std::vector<std::int32_t> worst_fit(Longs sizes, Longs targets, Pulse& pulse);

}  // namespace covey::labels
