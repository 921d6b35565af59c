// The best of all tilings of a grid by cuts from side to side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::rectangles {

// A grid of weights, with the weight of every rectangle by prefix sums.
class Grid {
public:
    // The weights of column after column.
    Grid(Longs weights, std::int64_t columns, std::int64_t rows);

    std::int64_t weight(std::int64_t i, std::int64_t j, std::int64_t u, std::int64_t v) const {
        auto const sum = [&](std::int64_t column, std::int64_t row) {
            return sums_[column * (rows + 1) + row];
        };
        return sum(j, v) - sum(i, v) - sum(j, u) + sum(i, u);
    }
    std::int64_t total() const { return sums_.back(); }
    std::int64_t rectangles() const {
        return (columns * (columns + 1) / 2) * (rows * (rows + 1) / 2);
    }

    std::int64_t const columns, rows;

private:
    std::vector<std::int64_t> sums_;
};

// Rectangles of a grid that are looked at: about 60 by 60.
constexpr std::int64_t most_rectangles = 4'000'000;

// Columns i to j and rows u to v of a grid.
struct Rectangle {
    std::int32_t i, j, u, v;
};

// The rectangles of a best tiling, all of at least k; none if there is no such tiling. The largest
// is as small as possible, if that is what counts, and the sum of squares as small as it then can
// be. (Where these sums are beyond 64 bits, they do not count.)
std::vector<Rectangle> best_guillotine(Grid const& grid, std::int64_t k, bool largest_counts,
                                       Pulse& pulse);

}  // namespace covey::rectangles
