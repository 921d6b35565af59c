#include <nanobind/stl/tuple.h>

#include <cmath>
#include <functional>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/map_tree.h"
#include "cells/nesting.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

auto spanning(In<std::int64_t> starts, In<std::int32_t> neighbours) {
    require(starts.size() <= static_cast<std::size_t>(most_rows),
            "A map has fewer than 2^31 areas.");
    require_starts(view(starts), neighbours.size());
    require_within(view(neighbours), 0, static_cast<std::int64_t>(starts.size()) - 1, "neighbours");
    auto found = released(
        [&](Pulse& pulse) { return cells::spanning(view(starts), view(neighbours), pulse); });
    return std::make_tuple(made(std::move(found.order)), made(std::move(found.parent)),
                           made(std::move(found.end)));
}

auto nested(In2<std::int32_t> edges, In<double> lengths, In<std::int64_t> weights,
            In<std::int32_t> groups) {
    auto const areas = static_cast<std::int64_t>(weights.size());
    require(areas < most_rows, "A map has fewer than 2^31 areas.");
    require(edges.shape(1) == 2, "edges must have two columns.");
    require_length(lengths.size(), edges.shape(0), "lengths");
    require_length(groups.size(), weights.size(), "groups");
    Ints const ends{edges.data(), edges.size()};
    require_within(ends, 0, areas, "edges");
    require_weights(view(weights), "weights");
    for (std::size_t e = 0; e < edges.shape(0); ++e) {
        require(ends[2 * e] != ends[2 * e + 1], "An edge must have two different ends.");
        require(view(lengths)[e] >= 0.0 && std::isfinite(view(lengths)[e]),
                "lengths must be finite, 0 or more.");
    }
    auto found = released([&](Pulse& pulse) {
        return cells::nested(static_cast<std::int32_t>(areas), ends, view(lengths), view(weights),
                             view(groups), pulse);
    });
    return std::make_tuple(made(std::move(found.order)), made(std::move(found.parent)),
                           made(std::move(found.end)), made(std::move(found.leaf)),
                           made(std::move(found.split)), made(std::move(found.low)),
                           made(std::move(found.high)));
}

bool runs_are_subtrees(In<std::int32_t> parent, In<std::int32_t> end) {
    require_within(view(parent), -1, static_cast<std::int64_t>(parent.size()), "parent");
    return released(
        [&](Pulse& pulse) { return cells::runs_are_subtrees(view(parent), view(end), pulse); });
}

auto hulls(In<std::int32_t> parent, In<std::int64_t> starts, In<std::int32_t> places) {
    require_starts(view(starts), places.size());
    require_within(view(places), 0, static_cast<std::int64_t>(parent.size()), "places");
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        auto const begin = view(starts)[c];
        auto const own = view(places).subspan(begin, view(starts)[c + 1] - begin);
        require(std::ranges::adjacent_find(own, std::greater_equal{}) == own.end(),
                "The places of a class must ascend.");
    }
    auto found = released([&](Pulse& pulse) {
        return cells::hulls(cells::MapTree(view(parent), pulse), view(starts), view(places), pulse);
    });
    return std::make_tuple(made(std::move(found.starts)), made(std::move(found.places)));
}

}  // namespace

void add_map_tree(nb::module_& module) {
    module.def("spanning", &spanning, "starts"_a.noconvert(), "neighbours"_a.noconvert(),
               "Breadth-first trees of a map: order, parent and end, in depth-first order.");
    module.def("nested", &nested, "edges"_a.noconvert(), "lengths"_a.noconvert(),
               "weights"_a.noconvert(), "groups"_a.noconvert(),
               "Nested regions of a map, and the tree of the borders that join them: order, parent"
               " and end as of spanning, leaf, split, low and high as of Columns.nest.");
    module.def("runs_are_subtrees", &runs_are_subtrees, "parent"_a.noconvert(), "end"_a.noconvert(),
               "Whether every run of places is the subtree of its first.");
    module.def("hulls", &hulls, "parent"_a.noconvert(), "starts"_a.noconvert(),
               "places"_a.noconvert(),
               "The places of every class and all that are on the ways between them.");
}

}  // namespace covey::border
