#include <algorithm>
#include <limits>
#include <tuple>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "labels/fill.h"
#include "labels/greedy.h"
#include "labels/pairs.h"
#include "labels/sizes.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using Ints = Made<std::int32_t>;
using Longs = Made<std::int64_t>;

constexpr std::int64_t most_labels = std::numeric_limits<std::int32_t>::max() - 1;

void require_labels(std::size_t count, std::string_view name) {
    require(count <= static_cast<std::size_t>(most_labels),
            std::string(name) + " must have fewer than 2^31 - 1 values.");
}

// The sizes, and what they add up to.
std::pair<labels::Sizes, std::int64_t> require_sizes(In<std::int64_t> const& distinct,
                                                     In<std::int64_t> const& copies) {
    labels::Sizes const sizes{view(distinct), view(copies)};
    require_length(copies.size(), distinct.size(), "copies");
    std::int64_t total = 0;
    std::int64_t count = 0;
    for (std::size_t kind = 0; kind < sizes.kinds(); ++kind) {
        auto const size = sizes.distinct[kind];
        auto const number = sizes.copies[kind];
        if (size < 1 || (kind > 0 && size >= sizes.distinct[kind - 1])) [[unlikely]] {
            require(false, "distinct must be positive and descending; given: " +
                               std::to_string(size) + ".");
        }
        if (number < 0 || number > most_labels - count) [[unlikely]] {
            require(false, "copies must be 0 or more, and fewer than 2^31 - 1 in all; given: " +
                               std::to_string(number) + ".");
        }
        count += number;
        std::int64_t weight;
        if (__builtin_mul_overflow(size, number, &weight) ||
            __builtin_add_overflow(total, weight, &total)) [[unlikely]] {
            require(false, "The sizes must sum to less than 2^63.");
        }
    }
    return {sizes, total};
}

// How many classes there are: numbers from 0 on, no more of them than labels.
std::size_t require_bins(In<std::int32_t> const& bins, labels::Sizes sizes) {
    require_length(bins.size(), static_cast<std::size_t>(sizes.count()), "bins");
    require(bins.size() > 0, "There must be at least one label.");
    std::int32_t largest = 0;
    std::int32_t together = 0;
    for (auto const bin : view(bins)) {
        largest = std::max(largest, bin);
        together |= bin;
    }
    auto const count = static_cast<std::int64_t>(bins.size());
    if (together < 0 || largest >= count) {
        require_within(view(bins), 0, count, "bins");
    }
    return static_cast<std::size_t>(largest) + 1;
}

std::tuple<Longs, Longs, Ints> tally(In<std::int64_t> weights) {
    require_labels(weights.size(), "weights");
    auto found = released([&](Pulse& pulse) { return labels::tally(view(weights), pulse); });
    return {made(std::move(found.distinct)), made(std::move(found.copies)),
            made(std::move(found.heavy_labels))};
}

Longs loads(In<std::int32_t> bins, In<std::int64_t> distinct, In<std::int64_t> copies) {
    auto const sizes = require_sizes(distinct, copies).first;
    auto const classes = require_bins(bins, sizes);
    return made(
        released([&](Pulse& pulse) { return labels::loads(view(bins), sizes, classes, pulse); }));
}

std::pair<Ints, Longs> by_label(In<std::int64_t> weights, In<std::int32_t> heavy_labels,
                                In<std::int64_t> distinct, In<std::int64_t> copies,
                                In<std::int32_t> bins) {
    require_labels(weights.size(), "weights");
    auto const sizes = require_sizes(distinct, copies).first;
    auto const classes = require_bins(bins, sizes);
    require(heavy_labels.size() <= bins.size(), "heavy_labels must be no more than the labels.");
    require_within(view(heavy_labels), 0, static_cast<std::int64_t>(weights.size()),
                   "heavy_labels");
    auto found = released([&](Pulse& pulse) {
        return labels::by_label(view(weights), view(heavy_labels), sizes, view(bins), classes,
                                pulse);
    });
    return {made(std::move(found.of_label)), made(std::move(found.sizes))};
}

void require_alone(std::int64_t alone, std::int64_t count) {
    require(alone >= 0 && alone <= count, "alone must be from 0 to " + std::to_string(count) +
                                              "; given: " + std::to_string(alone) + ".");
}

// What the labels after the first ``alone`` add up to.
std::int64_t weigh_others(labels::Sizes sizes, std::int64_t alone) {
    std::int64_t sum = 0;
    for (std::size_t kind = 0; kind < sizes.kinds(); ++kind) {
        auto const skipped = std::min(alone, sizes.copies[kind]);
        alone -= skipped;
        sum += (sizes.copies[kind] - skipped) * sizes.distinct[kind];
    }
    return sum;
}

std::pair<Ints, bool> fill(In<std::int64_t> distinct, In<std::int64_t> copies, std::int64_t alone,
                           In<std::int64_t> targets) {
    auto const sizes = require_sizes(distinct, copies).first;
    require_alone(alone, sizes.count());
    require(targets.size() > 0, "There must be at least one target.");
    require_labels(alone + targets.size(), "targets");
    auto const rest = weigh_others(sizes, alone);
    require(require_weights(view(targets), "targets") == rest,
            "targets must sum to what the labels weigh that are not alone, " +
                std::to_string(rest) + ".");
    auto found =
        released([&](Pulse& pulse) { return labels::fill(sizes, alone, view(targets), pulse); });
    return {made(std::move(found.bins)), found.exact};
}

Ints worst_fit(In<std::int64_t> sizes, In<std::int64_t> targets) {
    auto const total = require_weights(view(sizes), "sizes");
    require(targets.size() > 0, "There must be at least one target.");
    require_labels(targets.size(), "targets");
    std::int64_t left;
    for (auto const target : view(targets)) {
        require(
            !__builtin_sub_overflow(target, total, &left),
            "targets less all sizes must be above -2^63; given: " + std::to_string(target) + ".");
    }
    return made(released(
        [&](Pulse& pulse) { return labels::worst_fit(view(sizes), view(targets), pulse); }));
}

std::pair<Ints, bool> rebalance(In<std::int64_t> distinct, In<std::int64_t> copies,
                                std::int64_t alone, In<std::int32_t> bins, std::int32_t classes,
                                std::int64_t splits, std::uint32_t seed) {
    auto const sizes = require_sizes(distinct, copies).first;
    auto const count = sizes.count();
    require_alone(alone, count);
    require_length(bins.size(), static_cast<std::size_t>(count), "bins");
    require(classes >= 1 && classes <= std::max<std::int64_t>(1, count - alone),
            "classes must be from 1 to the number of labels that are not alone; given: " +
                std::to_string(classes) + ".");
    require_within(view(bins).subspan(static_cast<std::size_t>(alone)), alone, alone + classes,
                   "bins");
    auto found = released([&](Pulse& pulse) {
        return labels::rebalance(sizes, alone, view(bins), classes, splits, seed, pulse);
    });
    return {made(std::move(found.bins)), found.equal};
}

void require_enough(In<std::int64_t> const& sizes, std::int64_t k) {
    require_labels(sizes.size(), "sizes");
    auto const total = require_weights(view(sizes), "sizes");
    require(k >= 1 && k <= total,
            "k must be from 1 to the sum of the sizes; given: " + std::to_string(k) + ".");
}

std::pair<Ints, Longs> next_fit(In<std::int64_t> sizes, std::int64_t k) {
    require_enough(sizes, k);
    auto found = released([&](Pulse& pulse) { return labels::next_fit(view(sizes), k, pulse); });
    return {made(std::move(found.bins)), made(std::move(found.loads))};
}

Ints fold(In<std::int64_t> sizes, std::int64_t k) {
    require_enough(sizes, k);
    return made(released([&](Pulse& pulse) { return labels::fold(view(sizes), k, pulse).bins; }));
}

Ints spread(In<std::int64_t> sizes, std::int64_t k) {
    require_enough(sizes, k);
    return made(released([&](Pulse& pulse) { return labels::spread(view(sizes), k, pulse).bins; }));
}

std::pair<Longs, Longs> curve(In<std::int64_t> sizes, In<std::int64_t> ks, bool spread) {
    require_within(view(ks), 1, std::numeric_limits<std::int64_t>::max(), "ks");
    if (ks.size() > 0) {
        require_enough(sizes, *std::max_element(view(ks).begin(), view(ks).end()));
    } else {
        // The sizes are summed up even if no k is asked for.
        require_weights(view(sizes), "sizes");
    }
    auto const rule = spread ? labels::Leftover::spread : labels::Leftover::fold;
    auto found =
        released([&](Pulse& pulse) { return labels::curve(view(sizes), view(ks), rule, pulse); });
    return {made(std::move(found.largest)), made(std::move(found.classes))};
}

}  // namespace

void add_labels(nb::module_& module) {
    module.attr("HEAVY") = labels::heavy;
    module.attr("LEFT_OVER") = labels::left_over;
    module.def("tally", &tally, "weights"_a.noconvert(),
               "Distinct sizes from 1 to HEAVY - 1, largest first, how many labels have each, and "
               "which labels are heavier.");
    module.def("loads", &loads, "bins"_a.noconvert(), "distinct"_a.noconvert(),
               "copies"_a.noconvert(), "Weight by class, from classes by sorted position.");
    module.def("by_label", &by_label, "weights"_a.noconvert(), "heavy_labels"_a.noconvert(),
               "distinct"_a.noconvert(), "copies"_a.noconvert(), "bins"_a.noconvert(),
               "Class by label and weight by class, the heaviest class first, from classes by "
               "sorted position; heavy_labels are sorted.");
    module.def("fill", &fill, "distinct"_a.noconvert(), "copies"_a.noconvert(), "alone"_a,
               "targets"_a.noconvert(),
               "Bins by sorted position, and whether each is filled to its target exactly. The "
               "first labels are alone.");
    module.def("worst_fit", &worst_fit, "sizes"_a.noconvert(), "targets"_a.noconvert(),
               "Each label, in the given order, to the bin that lacks most of its target.");
    module.def("rebalance", &rebalance, "distinct"_a.noconvert(), "copies"_a.noconvert(), "alone"_a,
               "bins"_a.noconvert(), "classes"_a, "splits"_a, "seed"_a,
               "More equal bins by sorted position, after so many splits at most, and whether they "
               "differ by 1 at most. The first labels are alone.");
    module.def("next_fit", &next_fit, "sizes"_a.noconvert(), "k"_a,
               "Bins and their loads: labels of at least k alone, the others into one bin after "
               "the other; those of the unfinished last bin are LEFT_OVER.");
    module.def("fold", &fold, "sizes"_a.noconvert(), "k"_a,
               "As next_fit; what is left over goes into one bin.");
    module.def("spread", &spread, "sizes"_a.noconvert(), "k"_a,
               "As next_fit; what is left over is spread over the bins.");
    module.def("curve", &curve, "sizes"_a.noconvert(), "ks"_a.noconvert(), "spread"_a,
               "The largest class and the number of classes of fold or spread, for each k.");
}

}  // namespace covey::border
