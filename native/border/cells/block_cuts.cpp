#include <algorithm>
#include <memory>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/block_cuts.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

bool counts_fit(In<std::int64_t> classes, In<std::int64_t> side, In<std::int64_t> weights,
                std::int64_t count, std::int64_t sides, std::int64_t k) {
    require_k(k);
    require_length(side.size(), classes.size(), "side");
    require_length(weights.size(), classes.size(), "weights");
    require_weights(view(weights), "weights");
    require(count >= 1 && sides >= 1 && count <= most_rows && sides <= most_rows,
            "count and sides must be from 1 to 2^31 - 1.");
    require_within(view(classes), 0, count, "classes");
    require_within(view(side), 0, sides, "side");
    return released([&](Pulse& pulse) {
        return cells::counts_fit(view(classes), view(side), view(weights), count, sides, k, pulse);
    });
}

Made<bool> open_positions(In<std::int64_t> classes, In<std::int64_t> places,
                          In<std::int64_t> weights, std::int64_t count, std::int64_t values,
                          std::int64_t k) {
    require_k(k);
    require_length(places.size(), classes.size(), "places");
    require_length(weights.size(), classes.size(), "weights");
    require_weights(view(weights), "weights");
    require(count >= 1 && count <= most_rows, "count must be from 1 to 2^31 - 1.");
    // Values are numbered without gaps, so that what is made has no more places than there are
    // rows.
    auto const most_values = std::max<std::int64_t>(1, static_cast<std::int64_t>(classes.size()));
    require_within(Longs(&values, 1), 1, most_values + 1, "values");
    require_within(view(classes), 0, count, "classes");
    require_within(view(places), 0, values, "places");
    require(std::ranges::is_sorted(view(places)), "places must ascend.");
    auto found = std::make_unique<bool[]>(static_cast<std::size_t>(values - 1));
    auto const many = static_cast<std::size_t>(values - 1);
    released([&](Pulse& pulse) {
        cells::open_positions(view(classes), view(places), view(weights), count, k,
                              {found.get(), many}, pulse);
    });
    auto* const kept = found.release();
    nb::capsule const owner(kept, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
    return Made<bool>(kept, {many}, owner);
}

}  // namespace

void add_block_cuts(nb::module_& module) {
    module.def("counts_fit", &counts_fit, "classes"_a.noconvert(), "side"_a.noconvert(),
               "weights"_a.noconvert(), "count"_a, "sides"_a, "k"_a,
               "Whether every class has, on every side, no record or k of them.");
    module.def("open_positions", &open_positions, "classes"_a.noconvert(), "places"_a.noconvert(),
               "weights"_a.noconvert(), "count"_a, "values"_a, "k"_a,
               "After which values a cut leaves every class no record or k on both sides.");
}

}  // namespace covey::border
