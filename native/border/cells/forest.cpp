#include <nanobind/stl/tuple.h>

#include <cmath>
#include <functional>
#include <mutex>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/forest.h"
#include "requirements/rules.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using requirements::Rules;

// Cuts of a cell that a search follows at most.
constexpr std::int32_t most_breadth = 1000;

// A forest that several Python threads may use, one after the other.
struct GuardedForest {
    cells::Forest forest;
    std::mutex guard;
    bool is_whole = true;
};

template <typename Loop>
auto alone(GuardedForest& self, Loop&& loop) {
    return released([&](Pulse& pulse) {
        std::scoped_lock const lock(self.guard);
        require(self.is_whole, "This forest was interrupted while it was cut: make a new one.");
        return loop(pulse);
    });
}

void require_seconds(double seconds) {
    require(!std::isnan(seconds), "seconds must be a number.");
}

// A loop that changes the forest. Where it ends by an exception, as Ctrl-C is, rows may stand in
// no order that the tree knows of: then the forest is refused from there on.
template <typename Loop>
auto changing(GuardedForest& self, Loop&& loop) {
    self.is_whole = false;
    auto done = loop();
    self.is_whole = true;
    return done;
}

void make_forest(GuardedForest* self, SharedColumns const& shared, In2<std::int32_t> codes,
                 In<std::int64_t> weights, In<std::int32_t> kept, Rules const* rules,
                 std::int64_t k, std::int64_t threads) {
    require_k(k);
    auto const columns = shared.held();
    auto const rows = weights.size();
    require(rows < static_cast<std::size_t>(most_rows), "There must be fewer than 2^31 rows.");
    require(codes.shape(0) == rows && codes.shape(1) == columns->size(),
            "codes must have a row for every weight and as many columns as there are.");
    require_records(view(weights));
    require(kept.size() > 0, "One row or more must be kept.");
    require_within(view(kept), 0, static_cast<std::int64_t>(rows), "kept");
    require(std::ranges::adjacent_find(view(kept), std::greater_equal{}) == view(kept).end(),
            "kept must ascend.");
    require(!rules || rules->rows() == rows, "The rules are of a table of other rows.");
    auto const many = checked_threads(threads);
    released([&](Pulse& pulse) {
        new (self) GuardedForest{
            {*columns, view(codes), view(weights), view(kept), rules, k, many, pulse}, {}};
    });
}

void require_leaves(cells::Forest const& forest, Ints cells, Ints passed, Reals uneven) {
    require_length(passed.size(), cells.size(), "passed");
    require_length(uneven.size(), cells.size(), "uneven");
    auto const& tree = forest.tree();
    require_within(cells, 0, static_cast<std::int64_t>(tree.size()), "cells");
    require(std::ranges::adjacent_find(cells, std::greater_equal{}) == cells.end(),
            "cells must ascend.");
    require(std::ranges::all_of(cells, [&](auto v) { return tree.how[v] == 0; }),
            "cells must be leaves.");
    require_within(passed, 0, most_rows, "passed");
    require_measures(uneven, "uneven");
}

Made<std::int32_t> forest_leaves(GuardedForest& self, std::int64_t records) {
    return made(alone(self, [&](Pulse& pulse) { return self.forest.leaves(records, pulse); }));
}

bool forest_cut(GuardedForest& self, In<std::int32_t> cells, In<std::int32_t> passed,
                In<double> uneven, std::int64_t least, double seconds) {
    require_seconds(seconds);
    return alone(self, [&](Pulse& pulse) {
        require_leaves(self.forest, view(cells), view(passed), view(uneven));
        return changing(self, [&] {
            return self.forest.cut(view(cells), {view(passed), view(uneven)}, least,
                                   Deadline(seconds), pulse);
        });
    });
}

auto forest_tried(GuardedForest& self, In<std::int32_t> cells, In<std::int32_t> passed,
                  In<double> uneven, double seconds) {
    require_seconds(seconds);
    auto found = alone(self, [&](Pulse& pulse) {
        require_leaves(self.forest, view(cells), view(passed), view(uneven));
        return changing(self, [&] {
            return self.forest.tried(view(cells), {view(passed), view(uneven)}, Deadline(seconds),
                                     pulse);
        });
    });
    return std::make_tuple(made(std::move(found.largest)), made(std::move(found.lost)), found.done);
}

void forest_adopt(GuardedForest& self, cells::CutPath const& path) {
    alone(self, [&](Pulse& pulse) {
        auto const& forest = self.forest;
        require(forest.tree().size() == 1, "Nothing must be cut yet.");
        require(path.kinds == forest.kinds(), "The cuts must be of columns of the same kinds.");
        for (std::size_t v = 0; v < path.size(); ++v) {
            if (path.how[v] == static_cast<std::int32_t>(cells::CutKind::none)) {
                continue;
            }
            // A cut of labels lists some of its column; other limits only say where codes go.
            if (path.kinds[path.column[v]] ==
                static_cast<std::int32_t>(cells::ColumnKind::labels)) {
                auto const labels =
                    Ints(path.pool).subspan(static_cast<std::size_t>(path.low[v]),
                                            static_cast<std::size_t>(path.high[v] - path.low[v]));
                require_within(labels, 0, forest.codes(path.column[v]), "labels");
            }
            require(path.children[v] >= 0 &&
                        static_cast<std::size_t>(path.first[v]) + path.children[v] <= path.size(),
                    "The children of a node must be there.");
        }
        return changing(self, [&] {
            self.forest.adopt(path, pulse);
            return true;
        });
    });
}

Made<std::int32_t> forest_tops(GuardedForest& self, std::int64_t records) {
    return made(alone(self, [&](Pulse& pulse) { return self.forest.tops(records, pulse); }));
}

auto forest_recut(GuardedForest& self, In<std::int32_t> nodes, std::int64_t largest,
                  std::int32_t breadth, bool squares, double seconds) {
    require_seconds(seconds);
    require(1 <= breadth && breadth <= most_breadth,
            "breadth must be from 1 to " + std::to_string(most_breadth) + ".");
    auto const found = alone(self, [&](Pulse& pulse) {
        auto const& tree = self.forest.tree();
        require_within(view(nodes), 0, static_cast<std::int64_t>(tree.size()), "nodes");
        require(std::ranges::adjacent_find(view(nodes), std::greater_equal{}) == view(nodes).end(),
                "nodes must ascend.");
        std::vector<char> taken(tree.size(), 0);
        for (auto const v : view(nodes)) {
            taken[v] = 1;
        }
        std::vector<char> below(tree.size(), 0);
        for (std::size_t v = 1; v < tree.size(); ++v) {
            auto const above = tree.parent[v];
            below[v] = taken[above] || below[above];
            require(!(taken[v] && below[v]), "No node may be below another.");
        }
        return changing(self, [&] {
            return self.forest.recut(view(nodes), {largest, breadth}, squares, Deadline(seconds),
                                     pulse);
        });
    });
    return std::make_tuple(found.changed, found.looked_at, found.done);
}

void forest_settle(GuardedForest& self) {
    alone(self, [&](Pulse& pulse) {
        // An interruption leaves cuts that lead every row where it is.
        self.forest.settle(pulse);
        return true;
    });
}

auto forest_tree(GuardedForest& self) {
    auto tree = alone(self, [&](Pulse&) { return self.forest.tree(); });
    return std::make_tuple(
        made(std::move(tree.column)), made(std::move(tree.how)), made(std::move(tree.low)),
        made(std::move(tree.high)), made(std::move(tree.parent)), made(std::move(tree.first)),
        made(std::move(tree.children)), made(std::move(tree.key)), made(std::move(tree.pool)));
}

auto forest_classes(GuardedForest& self) {
    auto found = alone(self, [&](Pulse& pulse) { return self.forest.classes(pulse); });
    return std::make_tuple(made(std::move(found.classes)), made(std::move(found.sizes)));
}

}  // namespace

void add_forest(nb::module_& module) {
    nb::class_<GuardedForest>(module, "Forest", "Rows, and one tree of cuts over them.")
        .def("__init__", &make_forest, "columns"_a, "codes"_a.noconvert(), "weights"_a.noconvert(),
             "kept"_a.noconvert(), "rules"_a.none(), "k"_a, "threads"_a = 1, nb::keep_alive<1, 6>())
        .def("leaves", &forest_leaves, "records"_a = 0, "The leaves with at least so many records.")
        .def("cut", &forest_cut, "cells"_a.noconvert(), "passed"_a.noconvert(),
             "uneven"_a.noconvert(), "least"_a, "seconds"_a,
             "Cut some leaves until no cell can be cut; False if time was over before.")
        .def("tried", &forest_tried, "cells"_a.noconvert(), "passed"_a.noconvert(),
             "uneven"_a.noconvert(), "seconds"_a,
             "The largest class and the loss of each leaf, if it were cut; whether all were.")
        .def("adopt", &forest_adopt, "path"_a, "Cut the table as another tree says.")
        .def("tops", &forest_tops, "records"_a,
             "The topmost nodes that are cut and have fewer records than that.")
        .def("recut", &forest_recut, "nodes"_a.noconvert(), "largest"_a, "breadth"_a, "squares"_a,
             "seconds"_a,
             "Cut nodes again where a search finds less loss: how many were, the codes looked at, "
             "and whether all were searched in time.")
        .def("settle", &forest_settle,
             "Move cuts to where ranges are narrowest, such that no row changes its side.")
        .def("tree", &forest_tree, "The fields of the tree of cuts, and its pool of labels.")
        .def("classes", &forest_classes, "The class of every row, and the sizes of classes.");
}

}  // namespace covey::border
