#include <nanobind/stl/tuple.h>

#include <limits>
#include <mutex>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "cells/best_cut.h"
#include "cells/block_cuts.h"
#include "cells/columns.h"
#include "cells/cut_path.h"
#include "cells/forest.h"
#include "cells/map_tree.h"
#include "cells/savings.h"
#include "requirements/rules.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using cells::Column;
using cells::ColumnKind;
using cells::Columns;
using requirements::Rules;

constexpr std::int64_t most_rows = std::numeric_limits<std::int32_t>::max();

void require_k(std::int64_t k) {
    require(k >= 1, "k must be 1 or more; given: " + std::to_string(k) + ".");
}

// Where runs of so many values start: from 0 on, ascending, up to the number of values.
void require_starts(Longs starts, std::size_t values) {
    require(!starts.empty() && starts.front() == 0 &&
                starts.back() == static_cast<std::int64_t>(values) &&
                std::ranges::is_sorted(starts),
            "starts must ascend from 0 to the number of values.");
}

void require_records(Longs weights) {
    require_weights(weights, "weights");
    require(std::ranges::none_of(weights, [](auto weight) { return weight == 0; }),
            "weights must be 1 or more.");
}

// Every node but the first has a parent before it.
void require_parents(Ints parent) {
    for (std::size_t v = 1; v < parent.size(); ++v) {
        require(parent[v] >= 0 && static_cast<std::size_t>(parent[v]) < v,
                "A node's parent must stand before it.");
    }
}

// Codes of a table, one column after the other in each row.
void require_codes(Columns const& columns, In2<std::int32_t> const& codes, bool labels_present) {
    require(codes.shape(1) == columns.size(),
            "codes must have " + std::to_string(columns.size()) +
                " columns; given: " + std::to_string(codes.shape(1)) + ".");
    auto const* code = codes.data();
    for (std::size_t i = 0; i < codes.shape(0); ++i) {
        for (auto const& column : columns) {
            auto const first = labels_present && column.kind == ColumnKind::labels ? 0 : -1;
            if (*code < first || *code >= column.size) [[unlikely]] {
                require(false, "A code must be from " + std::to_string(first) + " to " +
                                   std::to_string(column.size - 1) +
                                   "; given: " + std::to_string(*code) + ".");
            }
            ++code;
        }
    }
}

void make_columns(Columns* self, In<std::int32_t> kinds, In<std::int64_t> sizes, In<double> worth,
                  In<double> scale, In<double> positions, In<std::int32_t> parents) {
    auto const count = kinds.size();
    require(count > 0, "There must be one column or more.");
    require_length(sizes.size(), count, "sizes");
    require_length(worth.size(), count, "worth");
    require_length(scale.size(), count, "scale");
    require_within(view(kinds), 0, 3, "kinds");
    require_within(view(sizes), 1, most_rows, "sizes");
    Columns columns;
    std::size_t at = 0;
    std::size_t tree_at = 0;
    for (std::size_t c = 0; c < count; ++c) {
        auto const size = static_cast<std::size_t>(view(sizes)[c]);
        Column column{static_cast<ColumnKind>(view(kinds)[c]),
                      static_cast<std::int32_t>(size),
                      view(worth)[c],
                      view(scale)[c],
                      {},
                      {}};
        if (column.kind == ColumnKind::ordered) {
            require(size <= positions.size() - at, "positions must have one for every rank.");
            auto const own = view(positions).subspan(at, size);
            column.positions.assign(own.begin(), own.end());
            at += size;
        } else if (column.kind == ColumnKind::areas) {
            require(size <= parents.size() - tree_at, "parents must have one for every area.");
            column.tree.emplace(view(parents).subspan(tree_at, size));
            tree_at += size;
        }
        columns.push_back(std::move(column));
    }
    require(at == positions.size(), "positions must have one for every rank.");
    require(tree_at == parents.size(), "parents must have one for every area.");
    new (self) Columns(std::move(columns));
}

void make_rules(Rules* self, In<std::int32_t> kinds, In<std::int32_t> attributes,
                In<double> amounts, In<std::int64_t> lengths, In2<std::int32_t> values,
                In<std::int32_t> sizes, In<std::int64_t> weights, In<std::int64_t> people,
                double tolerance) {
    auto const count = kinds.size();
    auto const rows = weights.size();
    require_length(attributes.size(), count, "attributes");
    require_length(amounts.size(), count, "amounts");
    require_length(lengths.size(), count, "lengths");
    require_within(view(kinds), 0, 7, "kinds");
    require(values.shape(0) == sizes.size() && values.shape(1) == rows,
            "values must have a row for every attribute, with one for every weight.");
    require_records(view(weights));
    require_weights(view(people), "people");
    require(people.size() == 0 || people.size() == rows, "people must have one for every weight.");
    require_within(view(sizes), 1, most_rows, "sizes");
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        require_within(view(values).subspan(s * rows, rows), 0, view(sizes)[s], "values");
    }
    std::vector<requirements::Rule> rules;
    for (std::size_t r = 0; r < count; ++r) {
        requirements::Rule const rule{static_cast<requirements::Kind>(view(kinds)[r]),
                                      view(attributes)[r], view(amounts)[r], view(lengths)[r]};
        if (rule.kind == requirements::Kind::population) {
            require(people.size() == rows, "A rule on the population needs people.");
        } else {
            require(rule.attribute >= 0 && static_cast<std::size_t>(rule.attribute) < sizes.size(),
                    "A rule is on an attribute that is not there.");
            require(rule.kind != requirements::Kind::recursive || rule.length >= 1,
                    "The length of a recursive rule must be 1 or more.");
        }
        rules.push_back(rule);
    }
    new (self)
        Rules(std::move(rules), view(values), view(sizes), view(weights), view(people), tolerance);
}

bool rules_met(Rules const& rules, In<std::int64_t> rows) {
    require_within(view(rows), 0, static_cast<std::int64_t>(rules.rows()), "rows");
    std::vector<std::uint32_t> own(view(rows).begin(), view(rows).end());
    std::vector<bool> seen(rules.rows());
    for (auto const row : own) {
        // Sums of a row that is counted twice could overflow.
        require(!seen[row], "rows must be distinct.");
        seen[row] = true;
    }
    return released([&](Pulse&) {
        requirements::Tally tally;
        return rules.met(own, nullptr, tally);
    });
}

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

// A loop that changes the forest. Where it ends by an exception, as Ctrl-C is, rows may stand in
// no order that the tree knows of: then the forest is refused from there on.
template <typename Loop>
auto changing(GuardedForest& self, Loop&& loop) {
    self.is_whole = false;
    auto done = loop();
    self.is_whole = true;
    return done;
}

void make_forest(GuardedForest* self, Columns const& columns, In2<std::int32_t> codes,
                 In<std::int64_t> weights, In<std::int32_t> kept, Rules const* rules,
                 std::int64_t k, std::int64_t threads) {
    require_k(k);
    auto const rows = weights.size();
    require(rows < static_cast<std::size_t>(most_rows), "There must be fewer than 2^31 rows.");
    require(codes.shape(0) == rows && codes.shape(1) == columns.size(),
            "codes must have a row for every weight and as many columns as there are.");
    require_records(view(weights));
    require(kept.size() > 0, "One row or more must be kept.");
    require_within(view(kept), 0, static_cast<std::int64_t>(rows), "kept");
    require(std::ranges::adjacent_find(view(kept), std::greater_equal{}) == view(kept).end(),
            "kept must ascend.");
    require(!rules || rules->rows() == rows, "The rules are of a table of other rows.");
    auto const many = checked_threads(threads);
    released([&](Pulse&) {
        new (self)
            GuardedForest{{columns, view(codes), view(weights), view(kept), rules, k, many}, {}};
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
    require(std::ranges::all_of(uneven, [](auto cost) { return cost >= 0; }),
            "uneven must be 0 or more.");
}

Made<std::int32_t> forest_leaves(GuardedForest& self, std::int64_t records) {
    return made(alone(self, [&](Pulse&) { return self.forest.leaves(records); }));
}

bool forest_cut(GuardedForest& self, In<std::int32_t> cells, In<std::int32_t> passed,
                In<double> uneven, std::int64_t least, double seconds) {
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
    auto found = alone(self, [&](Pulse& pulse) {
        require_leaves(self.forest, view(cells), view(passed), view(uneven));
        return changing(self, [&] {
            return self.forest.tried(view(cells), {view(passed), view(uneven)}, Deadline(seconds),
                                     pulse);
        });
    });
    return std::make_tuple(made(std::move(found.largest)), made(std::move(found.lost)), found.done);
}

auto forest_tree(GuardedForest& self) {
    auto tree = alone(self, [&](Pulse&) { return self.forest.tree(); });
    return std::make_tuple(
        made(std::move(tree.column)), made(std::move(tree.how)), made(std::move(tree.low)),
        made(std::move(tree.high)), made(std::move(tree.parent)), made(std::move(tree.first)),
        made(std::move(tree.children)), made(std::move(tree.key)), made(std::move(tree.pool)));
}

auto forest_classes(GuardedForest& self) {
    auto found = alone(self, [&](Pulse&) { return self.forest.classes(); });
    return std::make_tuple(made(std::move(found.classes)), made(std::move(found.sizes)));
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
    for (std::size_t v = 0; v < count; ++v) {
        if (path.how[v] == static_cast<std::int32_t>(cells::CutKind::none)) {
            continue;
        }
        require(path.column[v] >= 0 && static_cast<std::size_t>(path.column[v]) < kinds.size(),
                "A cut must be on a column that is there.");
        auto const next = static_cast<std::int64_t>(path.first[v]);
        auto const several = path.how[v] == static_cast<std::int32_t>(cells::CutKind::components);
        auto const sides = several ? path.children[v] : 2;
        require(next > static_cast<std::int64_t>(v) && sides >= 0 &&
                    next + sides <= static_cast<std::int64_t>(count),
                "The children of a node must stand behind it.");
        require(path.low[v] < most_rows, "low must be below 2^31 - 1.");
        auto const kind = static_cast<ColumnKind>(view(kinds)[path.column[v]]);
        auto const how = static_cast<cells::CutKind>(path.how[v]);
        require(fits(how, kind), "A cut must be of a kind that its column has.");
        if (how == cells::CutKind::members && kind == ColumnKind::labels) {
            require(0 <= path.low[v] && path.low[v] <= path.high[v] &&
                        static_cast<std::size_t>(path.high[v]) <= pool.size(),
                    "The labels of a cut must be in the pool.");
        }
    }
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
    return made(released([&](Pulse&) { return self.ranges(column, size); }), 2);
}

auto path_member_runs(cells::CutPath const& self, std::int32_t column, std::int32_t kind,
                      std::int32_t shift, In<std::int64_t> leaves, In2<std::int32_t> base) {
    require(kind == 1 || kind == 2, "kind must be that of labels or areas.");
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
    auto runs = released([&](Pulse&) {
        return self.member_runs(column, static_cast<ColumnKind>(kind), shift, view(leaves),
                                view(base));
    });
    return std::make_tuple(made(std::move(runs.found), 2), made(std::move(runs.rest)),
                           made(std::move(runs.without), 2));
}

Made<std::int64_t> top_of(In<std::int32_t> parent, In<bool> marked) {
    require_length(marked.size(), parent.size(), "marked");
    require_parents(view(parent));
    return made(released([&](Pulse&) { return cells::top_of(view(parent), view(marked)); }));
}

auto spanning(In<std::int64_t> starts, In<std::int32_t> neighbours) {
    require(starts.size() <= static_cast<std::size_t>(most_rows),
            "A map has fewer than 2^31 areas.");
    require_starts(view(starts), neighbours.size());
    require_within(view(neighbours), 0, static_cast<std::int64_t>(starts.size()) - 1, "neighbours");
    auto found = released([&](Pulse&) { return cells::spanning(view(starts), view(neighbours)); });
    return std::make_tuple(made(std::move(found.order)), made(std::move(found.parent)),
                           made(std::move(found.end)));
}

bool runs_are_subtrees(In<std::int32_t> parent, In<std::int32_t> end) {
    require_within(view(parent), -1, static_cast<std::int64_t>(parent.size()), "parent");
    return released([&](Pulse&) { return cells::runs_are_subtrees(view(parent), view(end)); });
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
    auto found = released([&](Pulse&) {
        return cells::hulls(cells::MapTree(view(parent)), view(starts), view(places));
    });
    return std::make_tuple(made(std::move(found.starts)), made(std::move(found.places)));
}

// The values of one column with their records: -1 for missing ones, then codes that ascend.
cells::Histogram counted(Column const& column, Ints codes, Longs weights) {
    require_length(weights.size(), codes.size(), "weights");
    require_records(weights);
    require_within(codes, -1, column.size, "codes");
    require(std::ranges::adjacent_find(codes, std::greater_equal{}) == codes.end(),
            "codes must ascend.");
    cells::Histogram histogram;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (codes[i] < 0) {
            histogram.missing = weights[i];
            continue;
        }
        total += weights[i];
        histogram.values.push_back(codes[i]);
        histogram.sums.push_back(total);
    }
    histogram.distinct = histogram.values.size();
    return histogram;
}

Column const& column_of(Columns const& columns, std::size_t column) {
    require(column < columns.size(), "column must be one of " + std::to_string(columns.size()) +
                                         "; given: " + std::to_string(column) + ".");
    return columns[column];
}

auto best_cut(Columns const& columns, std::size_t column, In<std::int32_t> codes,
              In<std::int64_t> weights, std::int64_t k, double uneven, double under) {
    require_k(k);
    require(uneven >= 0, "uneven must be 0 or more.");
    auto const& own = column_of(columns, column);
    cells::Scratch scratch;
    scratch.histogram = counted(own, view(codes), view(weights));
    auto const total = scratch.histogram.total() + scratch.histogram.missing;
    auto const cut =
        released([&](Pulse&) { return cells::best_cut(own, {total, k, uneven, under}, scratch); });
    return std::make_tuple(cut.score, static_cast<std::int32_t>(cut.how), cut.low, cut.high);
}

Made<std::int32_t> taken_labels(Columns const& columns, std::size_t column, In<std::int32_t> codes,
                                In<std::int64_t> weights, std::int32_t low, std::int32_t high) {
    auto const& own = column_of(columns, column);
    require(own.kind == ColumnKind::labels, "Only labels are taken by their weight.");
    cells::Scratch scratch;
    scratch.histogram = counted(own, view(codes), view(weights));
    require(low == -1 || (0 <= low && low <= high &&
                          static_cast<std::size_t>(high) <= scratch.histogram.distinct),
            "low and high must be places of labels, or low must be -1.");
    released(
        [&](Pulse&) { cells::take_labels({0.0, cells::CutKind::members, low, high}, scratch); });
    return made(std::move(scratch.labels));
}

Made<double> savings(Columns const& columns, In2<std::int32_t> codes, In<std::int64_t> weights,
                     In<std::int64_t> rows, In<std::int64_t> starts, In<std::int64_t> sizes) {
    require_codes(columns, codes, true);
    require_length(weights.size(), codes.shape(0), "weights");
    require_weights(view(weights), "weights");
    require_within(view(rows), 0, static_cast<std::int64_t>(codes.shape(0)), "rows");
    require_starts(view(starts), rows.size());
    require_length(sizes.size(), starts.size() - 1, "sizes");
    require_weights(view(sizes), "sizes");
    return made(released([&](Pulse& pulse) {
        return cells::savings(columns, view(codes), view(weights), view(rows), view(starts),
                              view(sizes), pulse);
    }));
}

bool counts_fit(In<std::int64_t> classes, In<std::int64_t> side, In<std::int64_t> weights,
                std::int64_t count, std::int64_t sides, std::int64_t k) {
    require_length(side.size(), classes.size(), "side");
    require_length(weights.size(), classes.size(), "weights");
    require_weights(view(weights), "weights");
    require(count >= 1 && sides >= 1 && count <= most_rows && sides <= most_rows,
            "count and sides must be from 1 to 2^31 - 1.");
    require_within(view(classes), 0, count, "classes");
    require_within(view(side), 0, sides, "side");
    return released([&](Pulse&) {
        return cells::counts_fit(view(classes), view(side), view(weights), count, sides, k);
    });
}

Made<bool> open_positions(In<std::int64_t> classes, In<std::int64_t> places,
                          In<std::int64_t> weights, std::int64_t count, std::int64_t values,
                          std::int64_t k) {
    require_length(places.size(), classes.size(), "places");
    require_length(weights.size(), classes.size(), "weights");
    require_weights(view(weights), "weights");
    require(count >= 1 && count <= most_rows, "count must be from 1 to 2^31 - 1.");
    require(values >= 1 && values <= most_rows, "values must be from 1 to 2^31 - 1.");
    require_within(view(classes), 0, count, "classes");
    require_within(view(places), 0, values, "places");
    require(std::ranges::is_sorted(view(places)), "places must ascend.");
    auto found = std::make_unique<bool[]>(static_cast<std::size_t>(values - 1));
    auto const many = static_cast<std::size_t>(values - 1);
    released([&](Pulse&) {
        cells::open_positions(view(classes), view(places), view(weights), count, k,
                              {found.get(), many});
    });
    auto* const kept = found.release();
    nb::capsule const owner(kept, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
    return Made<bool>(kept, {many}, owner);
}

}  // namespace

void add_cells(nb::module_& module) {
    module.attr("NOTHING") = cells::nothing;
    module.attr("EVEN") = cells::even;

    nb::class_<Columns>(module, "Columns", "The columns of a table: kinds, sizes and worth.")
        .def("__init__", &make_columns, "kinds"_a.noconvert(), "sizes"_a.noconvert(),
             "worth"_a.noconvert(), "scale"_a.noconvert(), "positions"_a.noconvert(),
             "parents"_a.noconvert())
        .def("best_cut", &best_cut, "column"_a, "codes"_a.noconvert(), "weights"_a.noconvert(),
             "k"_a, "uneven"_a, "under"_a,
             "The best cut of a cell with these values: its score, how, low and high.")
        .def("taken_labels", &taken_labels, "column"_a, "codes"_a.noconvert(),
             "weights"_a.noconvert(), "low"_a, "high"_a,
             "The labels that a cut of a cell with these values takes, ascending.")
        .def("savings", &savings, "codes"_a.noconvert(), "weights"_a.noconvert(),
             "rows"_a.noconvert(), "starts"_a.noconvert(), "sizes"_a.noconvert(),
             "The loss that is saved, in records, if a row is withheld from its class.");

    nb::class_<Rules>(module, "Rules", "Requirements, and the sensitive values they are about.")
        .def("__init__", &make_rules, "kinds"_a.noconvert(), "attributes"_a.noconvert(),
             "amounts"_a.noconvert(), "lengths"_a.noconvert(), "values"_a.noconvert(),
             "sizes"_a.noconvert(), "weights"_a.noconvert(), "people"_a.noconvert(), "tolerance"_a)
        .def("meets", &rules_met, "rows"_a.noconvert(),
             "Whether these rows meet all rules as one class.");

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
        .def("tree", &forest_tree, "The fields of the tree of cuts, and its pool of labels.")
        .def("classes", &forest_classes, "The class of every row, and the sizes of classes.");

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
    module.def("spanning", &spanning, "starts"_a.noconvert(), "neighbours"_a.noconvert(),
               "Breadth-first trees of a map: order, parent and end, in depth-first order.");
    module.def("runs_are_subtrees", &runs_are_subtrees, "parent"_a.noconvert(), "end"_a.noconvert(),
               "Whether every run of places is the subtree of its first.");
    module.def("hulls", &hulls, "parent"_a.noconvert(), "starts"_a.noconvert(),
               "places"_a.noconvert(),
               "The places of every class and all that are on the ways between them.");
    module.def("counts_fit", &counts_fit, "classes"_a.noconvert(), "side"_a.noconvert(),
               "weights"_a.noconvert(), "count"_a, "sides"_a, "k"_a,
               "Whether every class has, on every side, no record or k of them.");
    module.def("open_positions", &open_positions, "classes"_a.noconvert(), "places"_a.noconvert(),
               "weights"_a.noconvert(), "count"_a, "values"_a, "k"_a,
               "After which values a cut leaves every class no record or k on both sides.");
}

}  // namespace covey::border
