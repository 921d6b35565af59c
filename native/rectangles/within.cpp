#include "rectangles/within.h"

#include <algorithm>

#include "core/numbers.h"

namespace covey::rectangles {

namespace {

enum class Known : std::uint8_t { nothing, no, yes };

// What is known of every rectangle of a grid, in two bits each.
class Memory {
public:
    explicit Memory(Grid const& grid)
        : ranges_(grid.rows * (grid.rows + 1) / 2), bits_((grid.rectangles() + 31) / 32, 0) {}

    Known of(Rectangle const& part) const {
        auto const place = number(part);
        return static_cast<Known>(bits_[place / 32] >> (2 * (place % 32)) & 3);
    }
    void note(Rectangle const& part, bool yes) {
        auto const place = number(part);
        bits_[place / 32] |= std::uint64_t{yes ? 2u : 1u} << (2 * (place % 32));
    }

private:
    static std::int64_t range(std::int64_t begin, std::int64_t end) {
        return end * (end - 1) / 2 + begin;
    }
    std::int64_t number(Rectangle const& part) const {
        return range(part.i, part.j) * ranges_ + range(part.u, part.v);
    }

    std::int64_t ranges_;  // of rows
    std::vector<std::uint64_t> bits_;
};

using Sides = std::pair<Rectangle, Rectangle>;

class Search {
public:
    Search(Grid const& grid, Limits limits, std::int64_t looks, Deadline deadline, Pulse& pulse)
        : grid_(grid),
          limits_(limits),
          looks_(looks),
          deadline_(deadline),
          pulse_(pulse),
          memory_(grid) {}

    bool is_over() const { return looks_ < 0; }

    // Whether a rectangle can be tiled. It is cut at most once for every line of the grid, so the
    // depth of the calls is at most their number.
    bool can_be_tiled(Rectangle const& part) {
        auto const weight = weight_of(part);
        if (!may_be_tiled(weight)) {
            return false;
        }
        if (weight <= limits_.cap) {
            return true;
        }
        if (auto const known = memory_.of(part); known != Known::nothing) {
            return known == Known::yes;
        }
        auto const lines = (part.j - part.i) + (part.v - part.u);
        looks_ -= lines;
        pulse_.beat(lines);
        if (looks_ >= 0 && deadline_.over()) {
            looks_ = -1;
        }
        if (is_over()) {
            return false;
        }
        auto const cut = first_cut(part, [&](Sides const& sides) {
            return can_be_tiled(sides.first) && can_be_tiled(sides.second);
        });
        // What was cut off by the effort is not known.
        if (cut || !is_over()) {
            memory_.note(part, cut.has_value());
        }
        return cut.has_value();
    }

    // The cells of a rectangle that can be tiled.
    std::vector<Rectangle> cells_of(Rectangle const& whole) const {
        std::vector<Rectangle> cells, waiting{whole};
        while (!waiting.empty()) {
            auto const part = waiting.back();
            waiting.pop_back();
            if (weight_of(part) <= limits_.cap) {
                cells.push_back(part);
                continue;
            }
            auto const cut = first_cut(part, [&](Sides const& sides) {
                return was_tiled(sides.first) && was_tiled(sides.second);
            });
            waiting.push_back(cut->first);
            waiting.push_back(cut->second);
        }
        return cells;
    }

private:
    std::int64_t weight_of(Rectangle const& part) const {
        return grid_.weight(part.i, part.j, part.u, part.v);
    }

    // Whether classes within the limits can share a weight.
    bool may_be_tiled(std::int64_t weight) const {
        return weight >= limits_.k && divide_up(weight, limits_.cap) <= weight / limits_.k;
    }

    bool was_tiled(Rectangle const& part) const {
        auto const weight = weight_of(part);
        return may_be_tiled(weight) && (weight <= limits_.cap || memory_.of(part) == Known::yes);
    }

    // The first cut that is accepted, from the middle outwards, across the longer side first.
    template <typename Accept>
    std::optional<Sides> first_cut(Rectangle const& part, Accept const& accept) const {
        auto const [i, j, u, v] = part;
        auto const wide = j - i, tall = v - u;
        std::optional<Sides> found;
        auto const try_cut = [&](bool upright, std::int32_t from_middle) {
            auto const cut = (upright ? i + wide / 2 : u + tall / 2) + from_middle;
            if (upright ? cut <= i || j <= cut : cut <= u || v <= cut) {
                return false;
            }
            auto const sides = upright ? Sides{{i, cut, u, v}, {cut, j, u, v}}
                                       : Sides{{i, j, u, cut}, {i, j, cut, v}};
            if (may_be_tiled(weight_of(sides.first)) && may_be_tiled(weight_of(sides.second)) &&
                accept(sides)) {
                found = sides;
            }
            return found.has_value();
        };
        bool const is_wide = wide >= tall;
        for (std::int32_t step = 0; 2 * step <= std::max(wide, tall) && !found; ++step) {
            static_cast<void>(try_cut(is_wide, step) || try_cut(is_wide, -step) ||
                              try_cut(!is_wide, step) || try_cut(!is_wide, -step));
        }
        return found;
    }

    Grid const& grid_;
    Limits limits_;
    std::int64_t looks_;
    Deadline deadline_;
    Pulse& pulse_;
    Memory memory_;
};

}  // namespace

Within guillotine_within(Grid const& grid, Limits limits, std::int64_t looks, Deadline deadline,
                         Pulse& pulse) {
    Rectangle const whole{0, static_cast<std::int32_t>(grid.columns), 0,
                          static_cast<std::int32_t>(grid.rows)};
    Search search(grid, limits, looks, deadline, pulse);
    if (search.can_be_tiled(whole)) {
        return {search.cells_of(whole), true};
    }
    return {std::nullopt, !search.is_over()};
}

}  // namespace covey::rectangles
