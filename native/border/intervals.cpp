#include <limits>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "intervals/chains.h"
#include "intervals/narrowest.h"
#include "intervals/sweep.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

Made<std::int64_t> sweep(In<std::int64_t> weights, std::int64_t k) {
    require_k(k);
    require_weights(view(weights), "weights");
    auto starts = released([&](Pulse& pulse) { return intervals::sweep(view(weights), k, pulse); });
    return made(std::move(starts));
}

// Returns the total.
std::int64_t require_chain(In<std::int64_t> const& weights, std::int64_t k) {
    require(weights.size() < std::numeric_limits<std::int32_t>::max(),
            "weights must have fewer than 2^31 - 1 values.");
    require_k(k);
    return require_weights(view(weights), "weights");
}

std::int64_t smallest_cap(In<std::int64_t> weights, std::int64_t k, std::int64_t low,
                          std::int64_t high) {
    require_chain(weights, k);
    require(low >= 1 && low <= high, "low must be from 1 to high; given: " + std::to_string(low) +
                                         " and " + std::to_string(high) + ".");
    return released([&](Pulse& pulse) {
        return intervals::smallest_cap(intervals::prefix_sums(view(weights)), k, low, high, pulse);
    });
}

Made<std::int64_t> cheapest_chain(In<std::int64_t> weights, std::int64_t k, std::int64_t cap) {
    auto const total = require_chain(weights, k);
    require(cap >= k, "cap must be k or more; given: " + std::to_string(cap) + ".");
    std::int64_t squares;
    require(!__builtin_mul_overflow(total, cap, &squares) && squares < intervals::most_squares,
            "weights must sum to less than 2^60 / cap; given: " + std::to_string(total) + ".");
    auto starts = released([&](Pulse& pulse) {
        return intervals::cheapest_chain(intervals::prefix_sums(view(weights)), k, cap, pulse);
    });
    return made(std::move(starts));
}

Made<std::int64_t> narrowest_chain(In<std::int64_t> weights, In<double> low, In<double> high,
                                   std::int64_t k, std::int64_t cap) {
    require_chain(weights, k);
    require(cap >= k, "cap must be k or more; given: " + std::to_string(cap) + ".");
    require_length(low.size(), weights.size(), "low");
    require_length(high.size(), weights.size(), "high");
    require_finite(view(low), "low");
    require_finite(view(high), "high");
    auto starts = released([&](Pulse& pulse) {
        intervals::Ends const ends{view(low), view(high)};
        return intervals::narrowest_chain(intervals::prefix_sums(view(weights)), ends, k, cap,
                                          pulse);
    });
    return made(std::move(starts));
}

}  // namespace

void add_intervals(nb::module_& module) {
    module.attr("MOST_SQUARES") = intervals::most_squares;
    module.def("sweep", &sweep, "weights"_a.noconvert(), "k"_a,
               "Starts of classes, each ended as soon as it has k; what is left joins the last.");
    module.def("smallest_cap", &smallest_cap, "weights"_a.noconvert(), "k"_a, "low"_a, "high"_a,
               "The least cap from low to high within which a chain of intervals exists; high if "
               "there is none below it.");
    module.def("cheapest_chain", &cheapest_chain, "weights"_a.noconvert(), "k"_a, "cap"_a,
               "Starts of the intervals, of k to cap each, whose sum of squares is least. The "
               "total times the cap must be below MOST_SQUARES.");
    module.def("narrowest_chain", &narrowest_chain, "weights"_a.noconvert(), "low"_a.noconvert(),
               "high"_a.noconvert(), "k"_a, "cap"_a,
               "Starts of the intervals, of k to cap each, that lose least: the sum of weight "
               "times width, from the low end of the first value to the high end of the last.");
}

}  // namespace covey::border
