// Whether a cut of one block leaves all classes that it goes through empty or with k records.
#pragma once

#include <cstdint>
#include <memory>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// Whether every class has, on every side, no record or k of them. Row i is of class classes[i] and
// on side[i].
bool counts_fit(Longs classes, Longs side, Longs weights, std::int64_t count, std::int64_t sides,
                std::int64_t k, Pulse& pulse);

// After which values a cut leaves every class no record or k of them on both sides: found[i] is for
// a cut after value i. The rows are in the order of their values, places[i] is the value of row i.
void open_positions(Longs classes, Longs places, Longs weights, std::int64_t count, std::int64_t k,
                    BoolsOut found, Pulse& pulse);

}  // namespace covey::cells
