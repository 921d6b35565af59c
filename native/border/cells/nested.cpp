#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>

#include "border/cells/cells.h"
#include "border/released.h"
#include "cells/nested_search.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using cells::Moves;
using cells::SetTree;

// Rows and the tree of every column.
struct NestedTable {
    cells::NestedRows rows;
    std::vector<SetTree> trees;
    std::int64_t k;
};

void make_nested(NestedTable* self, In<std::int64_t> weights, std::int64_t k) {
    require_k(k);
    require(0 < weights.size() && weights.size() < static_cast<std::size_t>(most_rows),
            "There must be one row or more, and fewer than 2^31.");
    require_records(view(weights));
    require(k <= std::numeric_limits<std::int64_t>::max() / 4, "k must be below 2^61.");
    new (self) NestedTable{{{}, {view(weights).begin(), view(weights).end()}, {}}, {}, k};
}

// The tree of ``count`` leaves with these parents of all nodes, which are below their number.
SetTree checked_tree(Ints parents, std::size_t count, Moves moves, Pulse& pulse) {
    auto const nodes = parents.size();
    SetTree tree;
    tree.moves = moves;
    tree.leaves = static_cast<std::int32_t>(count);
    tree.parent.assign(parents.begin(), parents.end());
    tree.first.assign(nodes + 1, 0);
    tree.root = -1;
    for (std::size_t v = 0; v < nodes; ++v) {
        pulse.beat();
        auto const above = tree.parent[v];
        if (above < 0) {
            require(tree.root < 0, "A tree must have one root.");
            tree.root = static_cast<std::int32_t>(v);
        } else {
            require(above >= tree.leaves, "A leaf must have no children.");
            ++tree.first[above + 1];
        }
    }
    require(tree.root >= 0, "A tree must have one root.");
    for (auto v = count; v < nodes; ++v) {
        auto const children = tree.first[v + 1];
        require(moves == Moves::none ? children >= 2 : children == 2,
                "Every inner node must have two children, or more if the tree is fixed.");
    }
    for (std::size_t v = 0; v < nodes; ++v) {
        tree.first[v + 1] += tree.first[v];
    }
    // Up from every leaf, in their order: so children stand in the order of their first leaves.
    tree.children.assign(tree.first[nodes], 0);
    auto next = tree.first;
    std::vector<char> placed(nodes, 0);
    std::size_t seen = 0;
    for (std::size_t leaf = 0; leaf < count; ++leaf) {
        auto v = static_cast<std::int32_t>(leaf);
        while (v >= 0 && !placed[v]) {
            pulse.beat();
            placed[v] = 1;
            ++seen;
            if (tree.parent[v] >= 0) {
                tree.children[next[tree.parent[v]]++] = v;
            }
            v = tree.parent[v];
        }
    }
    // What is on a cycle is above no leaf, as its nodes have two children.
    require(seen == nodes, "The parents must be those of a tree.");
    std::vector<std::int32_t> waiting{tree.root};
    std::size_t reached = 0;
    std::int32_t place = 0;
    bool in_order = true;
    while (!waiting.empty()) {
        pulse.beat();
        auto const v = waiting.back();
        waiting.pop_back();
        ++reached;
        if (tree.is_leaf(v)) {
            in_order &= v == place++;
        } else {
            auto const below = tree.below(v);
            waiting.insert(waiting.end(), below.rbegin(), below.rend());
        }
    }
    require(reached == nodes, "The parents must be those of a tree.");
    require(in_order || moves == Moves::labels, "Every node must be a run of leaves.");
    tree.loss.assign(nodes, 0.0);
    tree.group.assign(nodes, 0);
    return tree;
}

// The tree of a column, from the parents of its leaves and then of its inner nodes.
SetTree tree_of(NestedTable const& self, In<std::int32_t> leaves, In<std::int32_t> parents,
                std::size_t count, Moves moves) {
    auto const nodes = parents.size();
    require(count > 0, "A tree must have one leaf or more.");
    require(count <= nodes && nodes < 2 * count,
            "Every inner node must have two children or more.");
    require_length(leaves.size(), self.rows.count(), "leaves");
    require_within(view(leaves), 0, static_cast<std::int64_t>(count), "leaves");
    require_within(view(parents), -1, static_cast<std::int64_t>(nodes), "parents");
    return released([&](Pulse& pulse) { return checked_tree(view(parents), count, moves, pulse); });
}

void add(NestedTable& self, SetTree&& tree, In<std::int32_t> leaves) {
    self.trees.push_back(std::move(tree));
    self.rows.leaves.emplace_back(view(leaves).begin(), view(leaves).end());
}

void require_losses(Reals losses, char const* name) {
    require(std::ranges::all_of(losses, [](double loss) { return loss >= 0 && loss <= 1; }),
            std::string(name) + " must be between 0 and 1.");
}

void add_fixed(NestedTable& self, In<std::int32_t> leaves, In<std::int32_t> parents,
               In<double> loss, std::int64_t count) {
    require(count > 0, "A tree must have one leaf or more.");
    auto tree = tree_of(self, leaves, parents, static_cast<std::size_t>(count), Moves::none);
    require_length(loss.size(), parents.size(), "loss");
    require_losses(view(loss), "loss");
    tree.loss.assign(view(loss).begin(), view(loss).end());
    add(self, std::move(tree), leaves);
}

void set_groups(SetTree& tree, In<std::int32_t> groups) {
    require_length(groups.size(), tree.parent.size() - tree.leaves, "groups");
    std::copy_n(groups.data(), groups.size(), tree.group.begin() + tree.leaves);
}

void add_labels(NestedTable& self, In<std::int32_t> leaves, In<std::int32_t> parents,
                In<std::int64_t> sizes, In<std::int32_t> groups, double weight) {
    auto tree = tree_of(self, leaves, parents, sizes.size(), Moves::labels);
    require_within(view(sizes), 1, most_rows, "sizes");
    auto const total = require_weights(view(sizes), "sizes");
    require(weight >= 0 && weight <= 1, "weight must be between 0 and 1.");
    tree.sizes.assign(view(sizes).begin(), view(sizes).end());
    tree.scale = weight / static_cast<double>(total);
    for (std::size_t leaf = 0; leaf < sizes.size(); ++leaf) {
        auto const size = tree.sizes[leaf];
        tree.loss[leaf] = size > 1 ? tree.scale * static_cast<double>(size) : 0.0;
    }
    set_groups(tree, groups);
    add(self, std::move(tree), leaves);
}

void add_ordered(NestedTable& self, In<std::int32_t> leaves, In<std::int32_t> parents,
                 In<double> low, In<double> high, In<double> loss, In<bool> round_after,
                 In<std::int32_t> groups) {
    auto tree = tree_of(self, leaves, parents, low.size(), Moves::ordered);
    for (auto const* each : {&high, &loss}) {
        require_length(each->size(), low.size(), "high and loss");
    }
    require_length(round_after.size(), low.size(), "round_after");
    require_losses(view(low), "low");
    require_losses(view(high), "high");
    require_losses(view(loss), "loss");
    for (std::size_t leaf = 0; leaf < low.size(); ++leaf) {
        require(view(low)[leaf] <= view(high)[leaf] &&
                    (leaf == 0 || view(high)[leaf - 1] <= view(low)[leaf]),
                "Leaves must ascend.");
    }
    tree.low.assign(view(low).begin(), view(low).end());
    tree.high.assign(view(high).begin(), view(high).end());
    tree.round_after.assign(view(round_after).begin(), view(round_after).end());
    std::copy_n(loss.data(), loss.size(), tree.loss.begin());
    set_groups(tree, groups);
    add(self, std::move(tree), leaves);
}

void add_holders(NestedTable& self, In<std::int32_t> codes, std::int64_t least) {
    require_length(codes.size(), self.rows.count(), "codes");
    // So that a table of when each was seen is no larger than the rows.
    require_within(view(codes), 0, static_cast<std::int64_t>(self.rows.count()), "codes");
    require(least >= 1, "least must be 1 or more.");
    auto const most = std::ranges::max(view(codes));
    self.rows.holders.push_back({{view(codes).begin(), view(codes).end()}, most + 1, least});
}

auto search_nested(NestedTable const& self, std::int64_t trials, std::uint64_t seed,
                   std::int64_t quick, std::int64_t tried_below, std::int64_t all_ways_below,
                   double seconds, std::int64_t threads) {
    require(!self.trees.empty(), "There must be one column or more.");
    require(trials >= 0 && quick >= 0 && tried_below >= 0 && all_ways_below >= 0,
            "Limits must be 0 or more.");
    require(!std::isnan(seconds), "seconds must be a number.");
    auto const many = checked_threads(threads);
    // Another Python thread may add a column meanwhile.
    auto const table = self;
    auto found = released([&](Pulse& pulse) {
        cells::NestedSearch const how{
            trials, seed, {table.k, quick, quick}, {table.k, tried_below, all_ways_below}};
        return cells::search_nested(table.rows, table.trees, how, many, Deadline(seconds), pulse);
    });
    std::vector<Made<std::int32_t>> parents;
    for (auto& tree : found.trees) {
        parents.push_back(made(std::move(tree.parent)));
    }
    auto& cells = found.cells;
    auto const columns = cells.columns;
    return std::make_tuple(std::move(parents), made(std::move(cells.begin)),
                           made(std::move(cells.end)), made(std::move(cells.column)),
                           made(std::move(cells.first)), made(std::move(cells.children)),
                           made(std::move(cells.nodes), columns), made(std::move(found.order)),
                           found.lost, found.tried < trials);
}

}  // namespace

void add_nested_cells(nb::module_& module) {
    nb::class_<NestedTable>(module, "Nested", "Rows, and a tree of nested sets for every column.")
        .def("__init__", &make_nested, "weights"_a.noconvert(), "k"_a)
        .def("add_fixed", &add_fixed, "leaves"_a.noconvert(), "parents"_a.noconvert(),
             "loss"_a.noconvert(), "count"_a,
             "A column whose tree stays as it is: the leaf of every row, the parents of the leaves"
             " and then of the inner nodes, what a record loses at each, and how many are leaves.")
        .def("add_labels", &add_labels, "leaves"_a.noconvert(), "parents"_a.noconvert(),
             "sizes"_a.noconvert(), "groups"_a.noconvert(), "weight"_a,
             "A column of labels, so many at each leaf. Branches are moved below inner nodes of"
             " the same group.")
        .def("add_ordered", &add_ordered, "leaves"_a.noconvert(), "parents"_a.noconvert(),
             "low"_a.noconvert(), "high"_a.noconvert(), "loss"_a.noconvert(),
             "round_after"_a.noconvert(), "groups"_a.noconvert(),
             "A column of ordered leaves, each from low to high. A node of many leaves begins and"
             " ends at round borders.")
        .def("add_holders", &add_holders, "codes"_a.noconvert(), "least"_a,
             "Who the rows are of, by number: every class is to have at least so many different"
             " ones.")
        .def("search", &search_nested, "trials"_a, "seed"_a, "quick"_a, "tried_below"_a,
             "all_ways_below"_a, "seconds"_a, "threads"_a = 1,
             "The parents of every column's nodes; the begin, end, column, first child, children"
             " and nodes of the cells, and the order of rows; what all records lose, and whether"
             " the clock ended the search.");
}

}  // namespace covey::border
