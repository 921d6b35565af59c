// Is there a tiling of a grid by cuts from side to side whose cells are within limits?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/deadline.h"
#include "core/pulse.h"
#include "rectangles/cuts.h"
#include "rectangles/guillotine.h"

namespace covey::rectangles {

// Rectangles of a grid that are remembered, in two bits each: 100 MB, or about 200 by 200.
constexpr std::int64_t most_remembered = 400'000'000;

// Columns and rows of such a grid together: calls go as deep as that.
constexpr std::int64_t most_lines = 2'000;

struct Within {
    std::optional<std::vector<Rectangle>> cells;
    bool decided;  // if there are no cells: whether there can be none
};

// Cells within the limits, looked for with so many looks at cuts at most. A rectangle is looked at
// once: what became of it is remembered.
Within guillotine_within(Grid const& grid, Limits limits, std::int64_t looks, Deadline deadline,
                         Pulse& pulse);

}  // namespace covey::rectangles
