// Labels as the algorithms see them: sizes, largest first, each distinct one once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::labels {

// Labels that are at least this heavy are sorted; lighter ones are only counted, since tables about
// people have mostly small counts.
inline constexpr std::int64_t heavy = 1 << 16;

// Positive sizes, each distinct one once, largest first, with the number of labels of that size.
// Position p is the p-th label in this order; labels of equal size keep their own order.
struct Sizes {
    Longs distinct;
    Longs copies;

    std::size_t kinds() const { return distinct.size(); }

    // How many labels there are.
    std::int64_t count() const {
        std::int64_t sum = 0;
        for (auto const number : copies) {
            sum += number;
        }
        return sum;
    }
};

struct Tally {
    // Sizes below ``heavy``, largest first, and how many labels have each.
    std::vector<std::int64_t> distinct;
    std::vector<std::int64_t> copies;
    // The labels that are heavy, in their own order.
    std::vector<std::int32_t> heavy_labels;
};

// Counts the sizes of labels; those of size 0 are left out. Throws std::invalid_argument if one is
// negative.
Tally tally(Longs weights, Pulse& pulse);

// The total size of each of ``classes`` classes; bins[p] is the class of position p.
std::vector<std::int64_t> loads(Ints bins, Sizes sizes, std::size_t classes, Pulse& pulse);

struct Classes {
    Roomy<std::int32_t> of_label;
    std::vector<std::int64_t> sizes;
};

// Classes by label from classes by position, numbered from the largest. Labels of size 0 get the
// lightest class. ``heavy_labels`` are the labels at the first positions. Throws
// std::invalid_argument if the weights are not those that were counted.
Classes by_label(Longs weights, Ints heavy_labels, Sizes sizes, Ints bins, std::size_t classes,
                 Pulse& pulse);

}  // namespace covey::labels
