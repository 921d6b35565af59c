#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "core/numbers.h"
#include "core/threads.h"
#include "maps/nearby.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

// A segment, and a window, is a row of four numbers in Python.
static_assert(sizeof(maps::Segment) == 4 * sizeof(double));
static_assert(sizeof(maps::Window) == 4 * sizeof(double));

// So many pairs are handed to a thread at once.
constexpr std::size_t block = 64;

void require_above_zero(Reals values, std::string_view name) {
    require(std::all_of(values.begin(), values.end(), [](double v) { return v > 0; }),
            std::string(name) + " must be above 0.");
}

void require_columns(std::size_t given, std::size_t expected, std::string_view name) {
    require(given == expected, std::string(name) + " must have " + std::to_string(expected) +
                                   " columns; given: " + std::to_string(given) + ".");
}

std::tuple<Made<double>, Made<bool>> beside(In2<std::int64_t> pairs, In<double> reach,
                                            In<double> stretch, In2<double> windows,
                                            In<std::int64_t> starts, In2<double> segments,
                                            std::int64_t threads) {
    auto const count = pairs.shape(0);
    require_columns(pairs.shape(1), 2, "pairs");
    require_columns(windows.shape(1), 4, "windows");
    require_columns(segments.shape(1), 4, "segments");
    require_length(reach.size(), count, "reach");
    require_length(stretch.size(), count, "stretch");
    require_length(windows.shape(0), count, "windows");
    require_starts(view(starts), segments.shape(0));
    require_within(view(pairs), 0, static_cast<std::int64_t>(starts.size()) - 1, "pairs");
    require_finite(view(reach), "reach");
    require_finite(view(stretch), "stretch");
    require_above_zero(view(stretch), "stretch");
    require_finite(view(windows), "windows");
    require_finite(view(segments), "segments");
    auto const many = checked_threads(threads);
    maps::Outlines const outlines{
        view(starts), {reinterpret_cast<maps::Segment const*>(segments.data()), segments.shape(0)}};
    auto const* const window = reinterpret_cast<maps::Window const*>(windows.data());
    auto const areas = view(pairs);
    std::vector<double> lengths(count);
    auto* const meet = new bool[count]();
    nb::capsule const owner(meet, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
    released([&](Pulse& pulse) {
        auto const pieces = static_cast<std::size_t>(
            divide_up(static_cast<std::int64_t>(count), static_cast<std::int64_t>(block)));
        for_each_piece(pieces, many, pulse, [&](std::size_t piece, Pulse& own) {
            for (auto p = piece * block; p < std::min(count, (piece + 1) * block); ++p) {
                auto const found = maps::beside(
                    outlines,
                    {areas[2 * p], areas[2 * p + 1], view(reach)[p], view(stretch)[p], window[p]},
                    own);
                lengths[p] = found.length;
                meet[p] = found.meet;
            }
        });
    });
    return {made(std::move(lengths)), Made<bool>(meet, {count}, owner)};
}

}  // namespace

void add_maps(nb::module_& module) {
    module.def("beside", &beside, "pairs"_a.noconvert(), "reach"_a.noconvert(),
               "stretch"_a.noconvert(), "windows"_a.noconvert(), "starts"_a.noconvert(),
               "segments"_a.noconvert(), "threads"_a = 1,
               "For every pair of areas how long their outlines run within reach of each other, "
               "the mean of both directions, and whether they come within reach at all.");
}

}  // namespace covey::border
