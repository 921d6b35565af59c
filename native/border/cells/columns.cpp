#include <nanobind/stl/tuple.h>

#include <cmath>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/best_cut.h"
#include "cells/columns.h"
#include "cells/savings.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using cells::Column;
using cells::ColumnKind;
using cells::Columns;

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

void make_columns(SharedColumns* self, In<std::int32_t> kinds, In<std::int64_t> sizes,
                  In<double> worth, In<double> scale, In<double> positions,
                  In<std::int32_t> parents) {
    auto const count = kinds.size();
    require(count > 0, "There must be one column or more.");
    require_length(sizes.size(), count, "sizes");
    require_length(worth.size(), count, "worth");
    require_length(scale.size(), count, "scale");
    require_within(view(kinds), 0, 3, "kinds");
    require_within(view(sizes), 1, most_rows, "sizes");
    require_measures(view(worth), "worth");
    require_measures(view(scale), "scale");
    require_finite(view(positions), "positions");
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
                      {},
                      {}};
        if (column.kind == ColumnKind::ordered) {
            require(size <= positions.size() - at, "positions must have one for every rank.");
            auto const own = view(positions).subspan(at, size);
            require(std::ranges::is_sorted(own), "The positions of a column must ascend.");
            column.positions.assign(own.begin(), own.end());
            column.tops = column.positions;
            at += size;
        } else if (column.kind == ColumnKind::areas) {
            require(size <= parents.size() - tree_at, "parents must have one for every area.");
            released([&](Pulse& pulse) {
                column.tree.emplace(view(parents).subspan(tree_at, size), pulse);
            });
            tree_at += size;
        }
        columns.push_back(std::move(column));
    }
    require(at == positions.size(), "positions must have one for every rank.");
    require(tree_at == parents.size(), "parents must have one for every area.");
    new (self) SharedColumns(std::move(columns));
}

// Say how far the values of an ordered column reach.
void give_tops(SharedColumns& shared, std::size_t column, In<double> tops) {
    auto held = shared.held();
    require(column < held->size() && (*held)[column].kind == ColumnKind::ordered,
            "column must be an ordered one.");
    auto const& positions = (*held)[column].positions;
    require_length(tops.size(), positions.size(), "tops");
    require_finite(view(tops), "tops");
    auto const given = view(tops);
    for (std::size_t rank = 0; rank < given.size(); ++rank) {
        require(positions[rank] <= given[rank] &&
                    (rank + 1 == given.size() || given[rank] <= positions[rank + 1]),
                "A top must be at or above its position, and not above the next.");
    }
    held.reset();
    shared.own()[column].tops.assign(given.begin(), given.end());
}

// Say that the labels of a column are below a tree.
void give_tree(SharedColumns& shared, std::size_t column, In<std::int32_t> parents, bool ordered,
               std::int32_t missing) {
    auto held = shared.held();
    require(column < held->size() && (*held)[column].kind == ColumnKind::labels,
            "column must be one of labels.");
    auto const labels = (*held)[column].size;
    held.reset();
    require(static_cast<std::size_t>(labels) <= parents.size(),
            "parents must have one for every label.");
    require_within(view(parents), -1, static_cast<std::int64_t>(parents.size()), "parents");
    for (auto const parent : view(parents)) {
        require(parent < 0 || parent >= labels, "parents must come after the labels.");
    }
    require(-1 <= missing && missing < labels, "missing must be a label, or -1.");
    if (missing >= 0) {
        auto const above = view(parents)[missing];
        require(above >= 0 && view(parents)[above] < 0, "missing must be a child of the root.");
    }
    auto taxonomy = released([&](Pulse& pulse) {
        return trees::Taxonomy(view(parents), static_cast<std::size_t>(labels), ordered, pulse);
    });
    auto& own = shared.own()[column];
    own.taxonomy.emplace(std::move(taxonomy));
    own.missing_label = missing;
}

void nest(SharedColumns& shared, std::size_t column, In<std::int32_t> leaf, In<std::int32_t> split,
          In<std::int32_t> low, In<std::int32_t> high, In<std::int64_t> measure) {
    auto held = shared.held();
    require(column < held->size() && (*held)[column].kind == ColumnKind::areas,
            "column must be one of areas.");
    auto const size = static_cast<std::size_t>((*held)[column].size);
    require_length(leaf.size(), size, "leaf");
    require_length(split.size(), size, "split");
    require_length(low.size(), size, "low");
    require_length(high.size(), size, "high");
    require_length(measure.size(), size, "measure");
    require_within(view(leaf), 0, static_cast<std::int64_t>(size), "leaf");
    require_within(view(split), -1, static_cast<std::int64_t>(size), "split");
    require_weights(view(measure), "measure");
    auto nesting = released([&](Pulse& pulse) {
        return cells::Nesting(view(leaf), view(split), view(low), view(high), view(measure), pulse);
    });
    auto const& tree = *(*held)[column].tree;
    std::vector<std::int32_t> component(size);
    for (std::int32_t p = 0; p < tree.size(); ++p) {
        component[view(leaf)[p]] = tree.component[p];
        require((view(split)[p] < 0) == (tree.parent[p] < 0),
                "Every edge of the tree must join the parts of a region, and no root may.");
    }
    // No two edges have one split. If none is where a component begins, there is one between any
    // two leaves of a component.
    for (auto const at : view(split)) {
        require(at < 0 || (at > 0 && component[at] == component[at - 1]),
                "The leaves of a component must follow each other.");
    }
    held.reset();
    shared.own()[column].nesting.emplace(std::move(nesting));
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
    histogram.values.reserve(codes.size());
    histogram.sums.reserve(codes.size());
    released([&](Pulse& pulse) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            pulse.beat();
            if (codes[i] < 0) {
                histogram.missing = weights[i];
                continue;
            }
            total += weights[i];
            histogram.values.push_back(codes[i]);
            histogram.sums.push_back(total);
        }
    });
    histogram.distinct = histogram.values.size();
    return histogram;
}

Column const& column_of(Columns const& columns, std::size_t column) {
    require(column < columns.size(), "column must be one of " + std::to_string(columns.size()) +
                                         "; given: " + std::to_string(column) + ".");
    return columns[column];
}

auto best_cut(SharedColumns const& shared, std::size_t column, In<std::int32_t> codes,
              In<std::int64_t> weights, std::int64_t k, double uneven, double under) {
    require_k(k);
    require_measures({&uneven, 1}, "uneven");
    require(!std::isnan(under), "under must be a number.");
    auto const columns = shared.held();
    auto const& own = column_of(*columns, column);
    cells::Scratch scratch;
    scratch.histogram = counted(own, view(codes), view(weights));
    auto const total = scratch.histogram.total() + scratch.histogram.missing;
    auto const cut = released([&](Pulse& pulse) {
        return cells::best_cut(own, {total, k, uneven, under}, scratch, pulse);
    });
    return std::make_tuple(cut.score, static_cast<std::int32_t>(cut.how), cut.low, cut.high);
}

Made<std::int32_t> taken_labels(SharedColumns const& shared, std::size_t column,
                                In<std::int32_t> codes, In<std::int64_t> weights, std::int32_t low,
                                std::int32_t high) {
    auto const columns = shared.held();
    auto const& own = column_of(*columns, column);
    require(own.kind == ColumnKind::labels, "Only labels are taken by their weight.");
    cells::Scratch scratch;
    scratch.histogram = counted(own, view(codes), view(weights));
    require(scratch.histogram.distinct > 0, "There must be a label.");
    released([&](Pulse& pulse) {
        // Below a tree there may be fewer children to choose from than labels.
        auto const count = static_cast<std::int64_t>(cells::group_labels(own, scratch, pulse));
        if (own.taxonomy && own.taxonomy->ordered()) {
            require(low == 0 && 1 <= high && high <= count,
                    "low must be 0, and high from 1 to the children that labels are below.");
        } else {
            require(low == cells::even_halves || (0 <= low && low <= high && high <= count),
                    "low and high must be places of labels, or of the children that they are"
                    " below; or low must be -1.");
        }
        cells::take_labels(own, {0.0, cells::CutKind::members, low, high}, scratch, pulse);
    });
    return made(std::move(scratch.labels));
}

Made<double> savings(SharedColumns const& shared, In2<std::int32_t> codes, In<std::int64_t> weights,
                     In<std::int64_t> rows, In<std::int64_t> starts, In<std::int64_t> sizes) {
    auto const columns = shared.held();
    require_codes(*columns, codes, true);
    require_length(weights.size(), codes.shape(0), "weights");
    require_weights(view(weights), "weights");
    require_within(view(rows), 0, static_cast<std::int64_t>(codes.shape(0)), "rows");
    require_starts(view(starts), rows.size());
    require_length(sizes.size(), starts.size() - 1, "sizes");
    require_weights(view(sizes), "sizes");
    return made(released([&](Pulse& pulse) {
        return cells::savings(*columns, view(codes), view(weights), view(rows), view(starts),
                              view(sizes), pulse);
    }));
}

}  // namespace

void add_columns(nb::module_& module) {
    nb::class_<SharedColumns>(module, "Columns", "The columns of a table: kinds, sizes and worth.")
        .def("__init__", &make_columns, "kinds"_a.noconvert(), "sizes"_a.noconvert(),
             "worth"_a.noconvert(), "scale"_a.noconvert(), "positions"_a.noconvert(),
             "parents"_a.noconvert())
        .def("give_tops", &give_tops, "column"_a, "tops"_a.noconvert(),
             "Say how far the values of an ordered column reach: each from its position up to its "
             "top.")
        .def("give_tree", &give_tree, "column"_a, "parents"_a.noconvert(), "ordered"_a, "missing"_a,
             "Say that the labels of a column are below a tree: a set of them is what lies below "
             "some children of one node, which are neighbours where siblings are in order. Missing "
             "values are the label missing, a child of the root, or -1 if there is none.")
        .def("nest", &nest, "column"_a, "leaf"_a.noconvert(), "split"_a.noconvert(),
             "low"_a.noconvert(), "high"_a.noconvert(), "measure"_a.noconvert(),
             "Cut a column of areas by nested regions first.")
        .def("best_cut", &best_cut, "column"_a, "codes"_a.noconvert(), "weights"_a.noconvert(),
             "k"_a, "uneven"_a, "under"_a,
             "The best cut of a cell with these values: its score, how, low and high.")
        .def("taken_labels", &taken_labels, "column"_a, "codes"_a.noconvert(),
             "weights"_a.noconvert(), "low"_a, "high"_a,
             "The labels that a cut of a cell with these values takes, ascending.")
        .def("savings", &savings, "codes"_a.noconvert(), "weights"_a.noconvert(),
             "rows"_a.noconvert(), "starts"_a.noconvert(), "sizes"_a.noconvert(),
             "The loss that is saved, in records, if a row is withheld from its class.");
}

}  // namespace covey::border
