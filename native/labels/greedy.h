// The paper's greedy algorithms: labels of at least k alone, the others into one bin after the
// other, each until it has k. They differ in what becomes of the leftover, the labels after the
// last full bin, which have less than k together. All sizes are 0 or more, and have at least k
// together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::labels {

struct Packing {
    std::vector<std::int32_t> bins;  // by place in the given order
    std::vector<std::int64_t> loads;
    std::size_t oversize = 0;       // the first bins, of one label of at least k each
    std::size_t leftover_from = 0;  // labels of less than k are left over from this place on
};

// The bin of a label that is left over.
inline constexpr std::int32_t left_over = -1;

Packing next_fit(Longs sizes, std::int64_t k, Pulse& pulse);

// The leftover goes to the lightest bin of several labels, if there is one, else to the lightest.
Packing fold(Longs sizes, std::int64_t k, Pulse& pulse);

// Each label of the leftover goes to the lightest bin while that does not raise the maximum; from
// the first that would, they are dealt out in turn.
Packing spread(Longs sizes, std::int64_t k, Pulse& pulse);

enum class Leftover { fold, spread };

struct Curve {
    std::vector<std::int64_t> largest;
    std::vector<std::int64_t> classes;
};

// The largest class and the number of classes for each k, without the classes themselves.
Curve curve(Longs sizes, Longs ks, Leftover rule, Pulse& pulse);

}  // namespace covey::labels
