#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/grid.h"
#include "core/spans.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using cells::GridAxis;
using cells::GridRows;
using cells::Shape;

// The search counts records with 32 bits.
constexpr std::int64_t most_records = std::numeric_limits<std::int32_t>::max() / 2;
constexpr std::int64_t most_atoms = 1 << 20;

void make_grid(GridRows* self, In<std::int64_t> weights, std::int64_t k) {
    require_k(k);
    require(weights.size() > 0, "There must be one row or more.");
    require_records(view(weights));
    auto const total =
        std::accumulate(weights.data(), weights.data() + weights.size(), std::int64_t{0});
    require(total <= most_records, "There must be fewer than 2^30 records.");
    new (self) GridRows{{}, {view(weights).begin(), view(weights).end()}, total, k};
}

// The part of an axis that all shapes have. Missing values become the atom after the last.
GridAxis axis_of(GridRows const& self, Shape shape, In<std::int32_t> codes, std::size_t atoms,
                 double weight, bool may_miss) {
    require(0 < atoms && atoms <= static_cast<std::size_t>(most_atoms),
            "An axis must have between one and 2^20 atoms.");
    require_length(codes.size(), self.weights.size(), "codes");
    require_within(view(codes), may_miss ? -1 : 0, static_cast<std::int64_t>(atoms), "codes");
    require(weight >= 0 && weight <= 1, "The weight of an axis must be between 0 and 1.");
    auto const last = static_cast<std::int32_t>(atoms);
    GridAxis axis{shape, weight, last, {}, false, {}, {}, {}, 0, {}, {}};
    axis.codes.assign(view(codes).begin(), view(codes).end());
    for (auto& code : axis.codes) {
        if (code < 0) {
            code = last;
            axis.has_missing = true;
        }
    }
    return axis;
}

void require_shares(Reals shares, char const* name) {
    require(std::ranges::all_of(shares, [](double share) { return share >= 0 && share <= 1; }),
            std::string(name) + " must be between 0 and 1.");
}

void add_ordered(GridRows& self, In<std::int32_t> codes, In<double> low, In<double> high,
                 double weight) {
    auto axis = axis_of(self, Shape::ordered, codes, low.size(), weight, true);
    require_length(high.size(), low.size(), "high");
    require_shares(view(low), "low");
    require_shares(view(high), "high");
    for (std::size_t atom = 0; atom < low.size(); ++atom) {
        require(view(low)[atom] <= view(high)[atom] &&
                    (atom == 0 || view(high)[atom - 1] <= view(low)[atom]),
                "Atoms must ascend.");
    }
    axis.low.assign(view(low).begin(), view(low).end());
    axis.high.assign(view(high).begin(), view(high).end());
    self.axes.push_back(std::move(axis));
}

void add_labels_axis(GridRows& self, In<std::int32_t> codes, In<std::int64_t> sizes,
                     double weight) {
    auto axis = axis_of(self, Shape::labels, codes, sizes.size(), weight, false);
    require_within(view(sizes), 1, most_records, "sizes");
    axis.labels = require_weights(view(sizes), "sizes");
    axis.sizes.assign(view(sizes).begin(), view(sizes).end());
    self.axes.push_back(std::move(axis));
}

void add_nested(GridRows& self, In<std::int32_t> codes, In<std::int32_t> parent, In<double> loss,
                double weight) {
    auto axis = axis_of(self, Shape::nested, codes, parent.size(), weight, true);
    require_length(loss.size(), parent.size(), "loss");
    require_shares(view(loss), "loss");
    std::vector<std::int32_t> way;
    std::vector<bool> inner(parent.size(), false);
    require(view(parent)[0] == -1, "The first node must be the root, whose parent is -1.");
    way.push_back(0);
    for (std::size_t node = 1; node < parent.size(); ++node) {
        // In depth-first order the parent of a node is on the way up from the node before it.
        auto const above = view(parent)[node];
        while (!way.empty() && way.back() != above) {
            way.pop_back();
        }
        require(!way.empty(), "Nodes must be in depth-first order.");
        inner[static_cast<std::size_t>(above)] = true;
        way.push_back(static_cast<std::int32_t>(node));
    }
    require(std::ranges::none_of(
                view(codes),
                [&](auto code) { return code >= 0 && inner[static_cast<std::size_t>(code)]; }),
            "codes must be leaves.");
    axis.parent.assign(view(parent).begin(), view(parent).end());
    axis.loss.assign(view(loss).begin(), view(loss).end());
    self.axes.push_back(std::move(axis));
}

auto search_grid(GridRows const& self, std::int64_t withheld, int trials, std::int64_t steps,
                 double seconds, std::uint64_t seed, std::int64_t threads) {
    require(!self.axes.empty(), "There must be one axis or more.");
    require(withheld >= 0 && trials >= 0 && steps >= 0, "Limits must be 0 or more.");
    require(!std::isnan(seconds), "seconds must be a number.");
    auto const many = checked_threads(threads);
    // Another Python thread may add an axis meanwhile.
    auto const rows = self;
    auto found = released([&](Pulse& pulse) {
        return cells::search(rows, {withheld, trials, steps, seconds, seed, many}, pulse);
    });
    auto const blocks_of = [](cells::Partitions& partitions) {
        std::vector<Made<std::int32_t>> blocks;
        for (auto& each : partitions) {
            blocks.push_back(made(std::move(each.of)));
        }
        return blocks;
    };
    return std::make_tuple(blocks_of(found.partitions), found.value.withheld, found.value.loss,
                           found.cut_off, blocks_of(found.nobody));
}

}  // namespace

void add_grid(nb::module_& module) {
    nb::class_<GridRows>(module, "Grid", "Rows, and the axes that each have one partition.")
        .def("__init__", &make_grid, "weights"_a.noconvert(), "k"_a)
        .def("add_ordered", &add_ordered, "codes"_a.noconvert(), "low"_a.noconvert(),
             "high"_a.noconvert(), "weight"_a,
             "An axis of ordered atoms, each from low to high, as shares of the whole width.")
        .def("add_labels", &add_labels_axis, "codes"_a.noconvert(), "sizes"_a.noconvert(),
             "weight"_a, "An axis of labels; an atom has so many of them.")
        .def("add_nested", &add_nested, "codes"_a.noconvert(), "parent"_a.noconvert(),
             "loss"_a.noconvert(), "weight"_a,
             "An axis whose blocks are nodes of a tree, in depth-first order.")
        .def("search", &search_grid, "withheld"_a, "trials"_a, "steps"_a, "seconds"_a, "seed"_a,
             "threads"_a = 1,
             "The block of every atom, of missing values last, on every axis (none, if nothing was"
             " found that withholds so few); the records withheld, the loss of all, whether the"
             " clock ended the search, and the blocks of the best that withholds nobody.");
}

}  // namespace covey::border
