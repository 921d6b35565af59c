#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "rectangles/check.h"
#include "rectangles/guillotine.h"
#include "rectangles/order.h"
#include "rectangles/plane.h"
#include "rectangles/search.h"
#include "rectangles/slabs.h"
#include "rectangles/tiling.h"
#include "rectangles/within.h"

using namespace nanobind::literals;

namespace covey::border {

using namespace covey::rectangles;

namespace {

// A cell is a row of four numbers in Python.
static_assert(sizeof(Box) == 4 * sizeof(double));

using Cells = In2<double>;

std::span<Box const> boxes_of(Cells const& cells) {
    require(cells.shape(1) == 4, "cells must have 4 columns: x_low, y_low, x_high, y_high.");
    return {reinterpret_cast<Box const*>(cells.data()), cells.shape(0)};
}

Box box_of(In<double> const& box) {
    require_length(box.size(), 4, "box");
    auto const edge = view(box);
    return {edge[0], edge[1], edge[2], edge[3]};
}

// A box that is cut. Its ends may be infinite.
Box whole_of(In<double> const& box) {
    auto const whole = box_of(box);
    // A NaN is not below anything: it ends here, too.
    require(whole.x_low <= whole.x_high && whole.y_low <= whole.y_high,
            "box must be x_low, y_low, x_high, y_high, the low ones not above the high ones.");
    return whole;
}

void require_points(Reals x, Reals y) {
    require_length(y.size(), x.size(), "y");
    require(x.size() < std::size_t{1} << 31, "There must be fewer than 2^31 points.");
}

// Class by location, weight by class, cell by class.
using Classified = std::tuple<Made<std::int32_t>, Made<std::int64_t>, Made2<double>>;

Made2<double> made_cells(std::vector<Box>&& cells) {
    auto* kept = new std::vector<Box>(std::move(cells));
    nb::capsule const owner(kept,
                            [](void* p) noexcept { delete static_cast<std::vector<Box>*>(p); });
    return Made2<double>(reinterpret_cast<double*>(kept->data()), {kept->size(), 4}, owner);
}

Classified classified(Tiling&& tiling) {
    return {made(std::move(tiling.classes)), made(std::move(tiling.sizes)),
            made_cells(std::move(tiling.cells))};
}

// Arrays of locations that belong together.
struct Locations {
    Reals x, y;
    Longs weights;

    Locations(In<double> const& xs, In<double> const& ys, In<std::int64_t> const& each)
        : x(view(xs)), y(view(ys)), weights(view(each)) {
        require_points(x, y);
        require_length(weights.size(), x.size(), "weights");
        require(!x.empty(), "There must be at least one location.");
        require_finite(x, "x");
        require_finite(y, "y");
        require_weights(weights, "weights");
    }
};

Limits limits_of(std::int64_t k, std::int64_t cap) {
    require_k(k);
    require(cap >= 1, "cap must be 1 or more; given: " + std::to_string(cap) + ".");
    return {k, cap};
}

std::tuple<Made<std::int32_t>, Made<std::int32_t>> merge_equal(In<double> x, In<double> y) {
    require_points(view(x), view(y));
    // What is no number equals nothing, not even itself.
    require_finite(view(x), "x");
    require_finite(view(y), "y");
    auto merged =
        released([&](Pulse& pulse) { return rectangles::merge_equal(view(x), view(y), pulse); });
    return {made(std::move(merged.location)), made(std::move(merged.first))};
}

bool all_inside(In<double> x, In<double> y, In<std::int32_t> classes, Cells cells) {
    require_points(view(x), view(y));
    require_length(classes.size(), x.size(), "classes");
    auto const boxes = boxes_of(cells);
    require_within(view(classes), 0, static_cast<std::int64_t>(boxes.size()), "classes");
    return released([&](Pulse& pulse) {
        return rectangles::all_inside(view(x), view(y), view(classes), boxes, pulse);
    });
}

bool tiles(Cells cells, In<double> box) {
    auto const boxes = boxes_of(cells);
    auto const whole = box_of(box);
    std::vector<Box> const own(boxes.begin(), boxes.end());
    return released([&](Pulse& pulse) { return rectangles::tiles(own, whole, pulse); });
}

Made<double> half_perimeters(Cells cells, Surface surface) {
    require_finite(view(cells), "cells");
    std::vector<double> halves;
    halves.reserve(cells.shape(0));
    for (auto const& cell : boxes_of(cells)) {
        Extent const extent(cell, surface);
        halves.push_back(extent.width + extent.height);
    }
    return made(std::move(halves));
}

Made<double> aspects(Cells cells, Surface surface) {
    require_finite(view(cells), "cells");
    std::vector<double> found;
    found.reserve(cells.shape(0));
    for (auto const& cell : boxes_of(cells)) {
        found.push_back(Extent(cell, surface).aspect());
    }
    return made(std::move(found));
}

// The order that was given, or a new one.
template <typename Loop>
auto in_order(Locations const& given, std::optional<In<std::int32_t>> const& by_x, int threads,
              Loop const& loop) {
    if (by_x) {
        require_length(by_x->size(), given.x.size(), "by_x");
        require_within(view(*by_x), 0, static_cast<std::int64_t>(given.x.size()), "by_x");
    }
    return released([&](Pulse& pulse) {
        auto const own = by_x ? Roomy<std::int32_t>() : rectangles::order_of(given.x, pulse).places;
        Room room(given.x.size() * sizeof(Point));
        Points points(given.x, given.y, given.weights, by_x ? view(*by_x) : Ints(own), room,
                      threads, pulse);
        return loop(points, room, pulse);
    });
}

std::tuple<Made<std::int32_t>, bool> order_of(In<double> values) {
    require(values.size() < std::size_t{1} << 31, "There must be fewer than 2^31 values.");
    require_finite(view(values), "values");
    auto order = released([&](Pulse& pulse) { return rectangles::order_of(view(values), pulse); });
    return {made(std::move(order.places)), order.distinct};
}

Classified grow(In<double> x, In<double> y, In<std::int64_t> weights, In<double> box,
                std::int64_t k, std::int64_t cap, Rule rule, Surface surface, std::int64_t threads,
                std::optional<In<std::int32_t>> by_x) {
    Locations const given(x, y, weights);
    auto const whole = whole_of(box);
    auto const limits = limits_of(k, cap);
    auto const many = checked_threads(threads);
    return classified(in_order(given, by_x, many, [&](Points& points, Room& room, Pulse& pulse) {
        return rectangles::grow(points, room, whole, limits, rule, surface, many, pulse);
    }));
}

std::optional<Classified> search(In<double> x, In<double> y, In<std::int64_t> weights,
                                 In<double> box, std::int64_t k, std::int64_t cap, double aim,
                                 double evenness, Surface surface, std::int64_t effort,
                                 double seconds, std::optional<In<std::int32_t>> by_x,
                                 double longest) {
    Locations const given(x, y, weights);
    auto const whole = whole_of(box);
    auto const limits = limits_of(k, cap);
    require(0 <= aim && aim <= 1, "aim must be from 0 to 1; given: " + std::to_string(aim) + ".");
    require(evenness >= 0, "evenness must be 0 or more; given: " + std::to_string(evenness) + ".");
    require(longest >= 1, "longest must be 1 or more; given: " + std::to_string(longest) + ".");
    require(effort >= 0, "effort must be 0 or more; given: " + std::to_string(effort) + ".");
    require(seconds >= 0, "seconds must be 0 or more; given: " + std::to_string(seconds) + ".");
    Deadline const deadline(seconds);
    auto tiling = in_order(given, by_x, 1, [&](Points& points, Room& room, Pulse& pulse) {
        room = Room(0);
        return rectangles::search(points, whole, limits, {aim, evenness, surface, longest},
                                  {effort, deadline}, pulse);
    });
    if (!tiling) {
        return std::nullopt;
    }
    return classified(std::move(*tiling));
}

Classified slabs(In<double> x, In<double> y, In<std::int64_t> weights, In<double> box,
                 std::int64_t k, Axis axis, std::optional<In<std::int32_t>> by_x) {
    Locations const given(x, y, weights);
    auto const whole = whole_of(box);
    require_k(k);
    return classified(in_order(given, by_x, 1, [&](Points& points, Room& room, Pulse& pulse) {
        room = Room(0);
        return rectangles::slabs(points, whole, k, axis, pulse);
    }));
}

// A grid of weights with at most so many rectangles.
Grid grid_of(In2<std::int64_t> const& weights, std::int64_t most, std::string const& name) {
    auto const columns = static_cast<std::int64_t>(weights.shape(0));
    auto const rows = static_cast<std::int64_t>(weights.shape(1));
    require(columns >= 1 && rows >= 1, "weights must have at least one row and one column.");
    require_weights(view(weights), "weights");
    // One side alone must be in range, so that the product of both cannot overflow.
    require(std::max(columns, rows) < most, "weights must be a smaller grid.");
    require(static_cast<__int128>(columns * (columns + 1) / 2) * (rows * (rows + 1) / 2) <= most,
            "weights must be a grid of at most " + name + " rectangles.");
    return Grid(view(weights), columns, rows);
}

Made2<std::int32_t> made_parts(std::vector<Rectangle> const& cells) {
    std::vector<std::int32_t> flat;
    flat.reserve(4 * cells.size());
    for (auto const& [i, j, u, v] : cells) {
        flat.insert(flat.end(), {i, j, u, v});
    }
    return made(std::move(flat), 4);
}

Made2<std::int32_t> best_guillotine(In2<std::int64_t> weights, std::int64_t k,
                                    bool largest_counts) {
    require_k(k);
    auto const grid = grid_of(weights, most_rectangles, "MAX_STATES");
    return made_parts(released(
        [&](Pulse& p) { return rectangles::best_guillotine(grid, k, largest_counts, p); }));
}

std::tuple<std::optional<Made2<std::int32_t>>, bool> guillotine_within(In2<std::int64_t> weights,
                                                                       std::int64_t k,
                                                                       std::int64_t cap,
                                                                       std::int64_t looks,
                                                                       double seconds) {
    auto const limits = limits_of(k, cap);
    require(looks >= 0, "looks must be 0 or more; given: " + std::to_string(looks) + ".");
    require(seconds >= 0, "seconds must be 0 or more; given: " + std::to_string(seconds) + ".");
    auto const grid = grid_of(weights, most_remembered, "MAX_REMEMBERED");
    require(grid.columns + grid.rows <= most_lines,
            "weights must be a grid of at most MAX_LINES columns and rows.");
    auto const found = released([&](Pulse& pulse) {
        return rectangles::guillotine_within(grid, limits, looks, Deadline(seconds), pulse);
    });
    if (!found.cells) {
        return {std::nullopt, found.decided};
    }
    return {made_parts(*found.cells), true};
}

}  // namespace

void add_rectangles(nb::module_& module) {
    nb::enum_<Rule>(module, "Rule", "How a cut is chosen.")
        .value("PROPORTIONAL", Rule::proportional,
               "Both sides can be shared by classes within [k, cap].")
        .value("MEDIAN", Rule::median, "Nearest to the half.")
        .value("SMALLEST", Rule::smallest, "The lightest side that keeps k.")
        .value("MIN_BOUND", Rule::min_bound, "The sides whose own lower bounds are least.")
        .value("PLAIN", Rule::plain, "Next to half of the classes, across the longer side.");
    nb::enum_<Surface>(module, "Surface", "What the coordinates are.")
        .value("FLAT", Surface::flat, "Both have one unit.")
        .value("GLOBE", Surface::globe, "Degrees: x of longitude, y of latitude.");
    nb::enum_<Axis>(module, "Axis", "An axis of the plane.")
        .value("X", Axis::x, "From west to east.")
        .value("Y", Axis::y, "From south to north.");
    module.attr("MAX_STATES") = most_rectangles;
    module.attr("MAX_REMEMBERED") = most_remembered;
    module.attr("MAX_LINES") = most_lines;

    module.def("merge_equal", &merge_equal, "x"_a.noconvert(), "y"_a.noconvert(),
               "The location of every point, and the first point of every location.");
    module.def(
        "order_of", &order_of, "values"_a.noconvert(),
        "The places of values in ascending order, of equal ones the first one first; and whether "
        "no two are equal.");
    module.def("round_between", &round_between, "low"_a, "high"_a,
               "The roundest decimal c with low < c <= high.");
    module.def("all_inside", &all_inside, "x"_a.noconvert(), "y"_a.noconvert(),
               "classes"_a.noconvert(), "cells"_a.noconvert(),
               "Whether every point lies in the cell of its class.");
    module.def("tiles", &tiles, "cells"_a.noconvert(), "box"_a.noconvert(),
               "Whether the cells tile the box.");
    module.def("half_perimeters", &half_perimeters, "cells"_a.noconvert(), "surface"_a,
               "Width and height of every cell together, in the unit of y.");
    module.def("aspects", &aspects, "cells"_a.noconvert(), "surface"_a,
               "How many times as long as wide every cell is.");
    module.def("grow", &grow, "x"_a.noconvert(), "y"_a.noconvert(), "weights"_a.noconvert(),
               "box"_a.noconvert(), "k"_a, "cap"_a, "rule"_a, "surface"_a, "threads"_a = 1,
               "by_x"_a.noconvert() = nb::none(),
               "Cut while both sides keep k: class by location, weight and cell by class. by_x is "
               "the order of the locations by x, if it is known.");
    module.def(
        "search", &search, "x"_a.noconvert(), "y"_a.noconvert(), "weights"_a.noconvert(),
        "box"_a.noconvert(), "k"_a, "cap"_a, "aim"_a, "evenness"_a, "surface"_a, "effort"_a,
        "seconds"_a, "by_x"_a.noconvert() = nb::none(),
        "longest"_a = std::numeric_limits<double>::infinity(),
        "Cells within [k, cap], none more than so many times as long as wide, by cuts that are "
        "taken back; None if none were found. by_x is as in grow.");
    module.def(
        "slabs", &slabs, "x"_a.noconvert(), "y"_a.noconvert(), "weights"_a.noconvert(),
        "box"_a.noconvert(), "k"_a, "axis"_a, "by_x"_a.noconvert() = nb::none(),
        "Slabs along the axis, cut across it: class by location, weight and cell by class. by_x "
        "is as in grow.");
    module.def("best_guillotine", &best_guillotine, "weights"_a.noconvert(), "k"_a,
               "largest_counts"_a,
               "A best tiling of a grid by cuts from side to side: columns i to j, rows u to v.");
    module.def("guillotine_within", &guillotine_within, "weights"_a.noconvert(), "k"_a, "cap"_a,
               "looks"_a, "seconds"_a,
               "Cells within [k, cap] of a grid by cuts from side to side, or None; and whether it "
               "is known that there are none.");
}

}  // namespace covey::border
