#include <nanobind/stl/tuple.h>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/cut_path.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using cells::ColumnKind;

// Every node but the first has a parent before it.
void require_parents(Ints parent) {
    bool stands_before = true;
    auto const count = static_cast<std::int32_t>(parent.size());
    for (std::int32_t v = 1; v < count; ++v) {
        // As a number without a sign, one below 0 is above all others.
        stands_before &= static_cast<std::uint32_t>(parent[v]) < static_cast<std::uint32_t>(v);
    }
    require(stands_before, "A node's parent must stand before it.");
}

// Whether a column of this kind can be cut so.
bool fits(cells::CutKind how, ColumnKind kind) {
    switch (how) {
        case cells::CutKind::position:
            return kind == ColumnKind::ordered;
        case cells::CutKind::members:
            return kind != ColumnKind::ordered;
        case cells::CutKind::components:
            return kind == ColumnKind::areas;
        default:
            return true;
    }
}

void require_cuts(cells::CutPath const& path, Pulse& pulse) {
    auto const count = path.size();
    for (std::size_t v = 0; v < count; ++v) {
        pulse.beat();
        if (path.how[v] == static_cast<std::int32_t>(cells::CutKind::none)) {
            continue;
        }
        require(path.column[v] >= 0 && static_cast<std::size_t>(path.column[v]) < path.kinds.size(),
                "A cut must be on a column that is there.");
        auto const next = static_cast<std::int64_t>(path.first[v]);
        auto const several = path.how[v] == static_cast<std::int32_t>(cells::CutKind::components);
        auto const sides = several ? path.children[v] : 2;
        require(next > static_cast<std::int64_t>(v) && sides >= 0 &&
                    next + sides <= static_cast<std::int64_t>(count),
                "The children of a node must stand behind it.");
        require(path.low[v] < most_rows, "low must be below 2^31 - 1.");
        auto const kind = static_cast<ColumnKind>(path.kinds[path.column[v]]);
        auto const how = static_cast<cells::CutKind>(path.how[v]);
        require(fits(how, kind), "A cut must be of a kind that its column has.");
        if (how == cells::CutKind::members && kind == ColumnKind::labels) {
            require(0 <= path.low[v] && path.low[v] <= path.high[v] &&
                        static_cast<std::size_t>(path.high[v]) <= path.pool.size(),
                    "The labels of a cut must be in the pool.");
        }
    }
}

void make_path(cells::CutPath* self, In<std::int32_t> kinds, In<std::int32_t> column,
               In<std::int32_t> how, In<std::int32_t> low, In<std::int32_t> high,
               In<std::int32_t> parent, In<std::int32_t> first, In<std::int32_t> children,
               In<std::int32_t> key, In<std::int32_t> pool) {
    auto const count = how.size();
    require(count > 0, "A tree has one node or more.");
    require(count < static_cast<std::size_t>(most_rows), "A tree has fewer than 2^31 nodes.");
    auto const own = [&](In<std::int32_t> const& field, char const* name) {
        require_length(field.size(), count, name);
        return std::vector<std::int32_t>(view(field).begin(), view(field).end());
    };
    require_within(view(kinds), 0, 3, "kinds");
    cells::CutPath path{{view(kinds).begin(), view(kinds).end()},
                        own(column, "column"),
                        own(how, "how"),
                        own(low, "low"),
                        own(high, "high"),
                        own(parent, "parent"),
                        own(first, "first"),
                        own(children, "children"),
                        own(key, "key"),
                        {view(pool).begin(), view(pool).end()}};
    require_within(Ints(path.how), 0, 5, "how");
    require_parents(path.parent);
    released([&](Pulse& pulse) { require_cuts(path, pulse); });
    new (self) cells::CutPath(std::move(path));
}

Made<std::int32_t> path_route(cells::CutPath const& self, In2<std::int32_t> codes,
                              In<std::int32_t> component, In<std::int64_t> at,
                              std::int64_t threads) {
    auto const width = self.kinds.size();
    require(width > 0, "There must be a column.");
    require(codes.shape(1) == width, "codes must have as many columns as there are kinds.");
    require_length(at.size(), width, "at");
    auto const many = checked_threads(threads);
    auto leaf = released([&](Pulse& pulse) {
        // Only cuts of components look codes up.
        std::vector<bool> looked_up(width);
        for (std::size_t v = 0; v < self.size(); ++v) {
            if (self.how[v] == static_cast<std::int32_t>(cells::CutKind::components)) {
                looked_up[self.column[v]] = true;
            }
        }
        for (std::size_t c = 0; c < width; ++c) {
            if (!looked_up[c]) {
                continue;
            }
            auto const first = view(at)[c];
            auto const size = static_cast<std::int64_t>(component.size());
            require(first >= 0 && first <= size, "at must be places of component.");
            for (std::size_t i = 0; i < codes.shape(0); ++i) {
                require(codes.data()[i * width + c] < size - first,
                        "A code must have a component.");
            }
        }
        return self.route(view(codes), view(component), view(at), many, pulse);
    });
    return made(std::move(leaf));
}

Made2<std::int32_t> path_ranges(cells::CutPath const& self, std::int32_t column,
                                std::int32_t size) {
    require(size >= 1, "size must be 1 or more.");
    return made(released([&](Pulse& pulse) { return self.ranges(column, size, pulse); }), 2);
}

auto path_member_runs(cells::CutPath const& self, std::int32_t column, std::int32_t number,
                      std::int32_t shift, In<std::int64_t> leaves, In2<std::int32_t> base) {
    auto const kind = static_cast<ColumnKind>(number);
    require(kind == ColumnKind::labels || kind == ColumnKind::areas,
            "kind must be that of labels or areas.");
    require(base.shape(0) == leaves.size() && base.shape(1) == 2,
            "base must have two numbers for every leaf.");
    require_within(view(leaves), 0, static_cast<std::int64_t>(self.size()), "leaves");
    require(shift >= 0, "shift must be 0 or more.");
    for (std::size_t v = 0; v < self.size(); ++v) {
        if (self.column[v] == column) {
            require(self.low[v] >= 0 && self.high[v] >= 0 &&
                        std::max(self.low[v], self.high[v]) <= most_rows - shift,
                    "low and high must be 0 or more, and below 2^31 with the shift.");
        }
    }
    auto runs = released([&](Pulse& pulse) {
        return self.member_runs(column, kind, shift, view(leaves), view(base), pulse);
    });
    return std::make_tuple(made(std::move(runs.found), 2), made(std::move(runs.rest)),
                           made(std::move(runs.without), 2));
}

Made<std::int64_t> top_of(In<std::int32_t> parent, In<bool> marked) {
    require_length(marked.size(), parent.size(), "marked");
    require(parent.size() < static_cast<std::size_t>(most_rows),
            "A tree has fewer than 2^31 nodes.");
    require_parents(view(parent));
    return made(
        released([&](Pulse& pulse) { return cells::top_of(view(parent), view(marked), pulse); }));
}

}  // namespace

void add_cut_path(nb::module_& module) {
    nb::class_<cells::CutPath>(module, "CutPath", "A tree of cuts as it is followed.")
        .def("__init__", &make_path, "kinds"_a.noconvert(), "column"_a.noconvert(),
             "how"_a.noconvert(), "low"_a.noconvert(), "high"_a.noconvert(), "parent"_a.noconvert(),
             "first"_a.noconvert(), "children"_a.noconvert(), "key"_a.noconvert(),
             "pool"_a.noconvert())
        .def("route", &path_route, "codes"_a.noconvert(), "component"_a.noconvert(),
             "at"_a.noconvert(), "threads"_a = 1,
             "The leaf that the cuts lead each row to, -1 where a cut does not know its value.")
        .def("ranges", &path_ranges, "column"_a, "size"_a,
             "The first and the last rank of every node on an ordered column.")
        .def("member_runs", &path_member_runs, "column"_a, "kind"_a, "shift"_a,
             "leaves"_a.noconvert(), "base"_a.noconvert(),
             "The run that the last cut took for each leaf, and those taken out of it.");

    module.def("top_of", &top_of, "parent"_a.noconvert(), "marked"_a.noconvert(),
               "For every node the topmost marked node on the way up from it, or itself.");
}

}  // namespace covey::border
