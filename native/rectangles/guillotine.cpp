#include "rectangles/guillotine.h"

#include <algorithm>
#include <limits>

namespace covey::rectangles {

namespace {

constexpr auto nowhere = std::numeric_limits<std::int64_t>::max();

// The number of a rectangle, in the order of widths, then of columns, heights, rows: a rectangle's
// parts come before it, and the whole grid comes last.
class Numbering {
public:
    explicit Numbering(Grid const& grid) : columns_(grid.columns), rows_(grid.rows) {}

    std::int64_t across(std::int64_t i, std::int64_t j) const {
        return ranges_before(j - i, columns_, i) * (rows_ * (rows_ + 1) / 2);
    }
    std::int64_t up(std::int64_t u, std::int64_t v) const { return ranges_before(v - u, rows_, u); }

private:
    // Of a line of places, how many ranges are shorter, or as long and before this one.
    static std::int64_t ranges_before(std::int64_t length, std::int64_t places,
                                      std::int64_t begin) {
        return (length - 1) * (places + 1) - length * (length - 1) / 2 + begin;
    }

    std::int64_t columns_, rows_;
};

// For every rectangle the least cost of a guillotine tiling with cells from k to cap, and its first
// cut: 0 for none, c for a vertical one before column c, -r for one before row r.
struct Table {
    std::vector<std::int64_t> least;
    std::vector<std::int32_t> choice;
};

struct Largest {
    static std::int64_t of_cell(std::int64_t weight) { return weight; }
    static std::int64_t of_both(std::int64_t a, std::int64_t b) { return std::max(a, b); }
};

struct SumOfSquares {
    static std::int64_t of_cell(std::int64_t weight) { return weight * weight; }
    static std::int64_t of_both(std::int64_t a, std::int64_t b) { return a + b; }
};

template <typename Cost>
Table least_costs(Grid const& grid, std::int64_t k, std::int64_t cap, Pulse& pulse) {
    Numbering const number(grid);
    auto const a = grid.columns, b = grid.rows;
    Table table{std::vector<std::int64_t>(grid.rectangles(), nowhere),
                std::vector<std::int32_t>(grid.rectangles(), 0)};
    auto const& least = table.least;
    auto const try_cut = [&](std::int64_t one, std::int64_t two, std::int64_t cut,
                             std::int64_t& best, std::int32_t& first) {
        if (one < nowhere && two < nowhere) {
            auto const cost = Cost::of_both(one, two);
            if (cost < best) {
                best = cost;
                first = static_cast<std::int32_t>(cut);
            }
        }
    };
    for (std::int64_t wide = 1; wide <= a; ++wide) {
        for (std::int64_t tall = 1; tall <= b; ++tall) {
            for (std::int64_t i = 0; i + wide <= a; ++i) {
                auto const j = i + wide;
                auto const across = number.across(i, j);
                pulse.beat((b - tall + 1) * (wide + tall));
                for (std::int64_t u = 0; u + tall <= b; ++u) {
                    auto const v = u + tall;
                    auto const weight = grid.weight(i, j, u, v);
                    if (weight < k) {
                        continue;
                    }
                    auto best = weight <= cap ? Cost::of_cell(weight) : nowhere;
                    std::int32_t first = 0;
                    auto const up = number.up(u, v);
                    if (weight / 2 >= k) {
                        for (auto c = i + 1; c < j; ++c) {
                            try_cut(least[number.across(i, c) + up],
                                    least[number.across(c, j) + up], c, best, first);
                        }
                        for (auto r = u + 1; r < v; ++r) {
                            try_cut(least[across + number.up(u, r)],
                                    least[across + number.up(r, v)], -r, best, first);
                        }
                    }
                    table.least[across + up] = best;
                    table.choice[across + up] = first;
                }
            }
        }
    }
    return table;
}

std::vector<Rectangle> cells_of(Grid const& grid, Table const& table) {
    std::vector<Rectangle> cells;
    Numbering const number(grid);
    std::vector<Rectangle> waiting{
        {0, static_cast<std::int32_t>(grid.columns), 0, static_cast<std::int32_t>(grid.rows)}};
    while (!waiting.empty()) {
        auto const [i, j, u, v] = waiting.back();
        waiting.pop_back();
        auto const cut = table.choice[number.across(i, j) + number.up(u, v)];
        if (cut == 0) {
            cells.push_back({i, j, u, v});
        } else if (cut > 0) {
            waiting.push_back({i, cut, u, v});
            waiting.push_back({cut, j, u, v});
        } else {
            waiting.push_back({i, j, u, -cut});
            waiting.push_back({i, j, -cut, v});
        }
    }
    return cells;
}

}  // namespace

Grid::Grid(Longs weights, std::int64_t columns, std::int64_t rows)
    : columns(columns), rows(rows), sums_((columns + 1) * (rows + 1), 0) {
    auto const sum = [&](std::int64_t column, std::int64_t row) -> std::int64_t& {
        return sums_[column * (rows + 1) + row];
    };
    for (std::int64_t column = 0; column < columns; ++column) {
        std::int64_t below = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            below += weights[column * rows + row];
            sum(column + 1, row + 1) = sum(column, row + 1) + below;
        }
    }
}

std::vector<Rectangle> best_guillotine(Grid const& grid, std::int64_t k, bool largest_counts,
                                       Pulse& pulse) {
    if (grid.total() < k) {
        return {};
    }
    auto cap = nowhere;
    if (largest_counts) {
        cap = least_costs<Largest>(grid, k, nowhere, pulse).least.back();
    }
    // No tiling has a larger sum of squares than cells of the cap that share all the weight.
    auto const squares = static_cast<__int128>(grid.total()) * std::min(cap, grid.total());
    if (squares >= std::int64_t{1} << 62) {
        return cells_of(grid, least_costs<Largest>(grid, k, cap, pulse));
    }
    return cells_of(grid, least_costs<SumOfSquares>(grid, k, cap, pulse));
}

}  // namespace covey::rectangles
