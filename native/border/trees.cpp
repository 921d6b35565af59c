#include <limits>
#include <tuple>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "trees/chains.h"
#include "trees/check.h"
#include "trees/stars.h"
#include "trees/subsets.h"
#include "trees/taxonomy.h"
#include "trees/tree.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

void require_parents(In<std::int32_t> const& parents) {
    require(parents.size() < std::numeric_limits<std::int32_t>::max(),
            "parents must have fewer than 2^31 - 1 values.");
    require_within(view(parents), -1, static_cast<std::int64_t>(parents.size()), "parents");
}

// Labels come first, and are nobody's parents.
void require_tree(In<std::int32_t> const& parents, In<std::int64_t> const& weights) {
    require_parents(parents);
    require(weights.size() <= parents.size(), "weights must have no more values than parents.");
    require_weights(view(weights), "weights");
    auto const labels = static_cast<std::int32_t>(weights.size());
    bool above = false;
    for (auto const parent : view(parents)) {
        above |= parent >= 0 && parent < labels;
    }
    require(!above, "parents must be inner nodes, which come after the labels.");
}

std::pair<std::int64_t, std::int32_t> best_bound(In<std::int32_t> parents, In<std::int64_t> weights,
                                                 std::int64_t k) {
    require_tree(parents, weights);
    require_k(k);
    auto const found = released([&](Pulse& pulse) {
        return trees::best_bound(trees::Tree(view(parents), view(weights), pulse), k, pulse);
    });
    return {found.least, found.node};
}

using Stars = std::tuple<Made<std::int32_t>, Made<std::int64_t>, Made<std::uint8_t>>;

Stars solve_stars(In<std::int32_t> parents, In<std::int64_t> weights, std::int64_t k,
                  std::int64_t cap, bool quadratic, bool two_only, std::int64_t squares_up_to) {
    require_tree(parents, weights);
    require_k(k);
    require(cap >= k, "cap must be k or more; given: " + std::to_string(cap) + ".");
    require(squares_up_to >= 0 && squares_up_to <= static_cast<std::int64_t>(trees::most_light),
            "squares_up_to must be from 0 to " + std::to_string(trees::most_light) +
                "; given: " + std::to_string(squares_up_to) + ".");
    auto found = released([&](Pulse& pulse) {
        return trees::solve_stars(trees::Tree(view(parents), view(weights), pulse),
                                  {k, cap, quadratic, two_only, squares_up_to}, pulse);
    });
    std::vector<std::uint8_t> best(found.best.begin(), found.best.end());
    return {made(std::move(found.bin)), made(std::move(found.largest)), made(std::move(best))};
}

using Chains = std::tuple<Made<std::int32_t>, std::int64_t, std::int32_t>;

Chains solve_chains(In<std::int32_t> parents, In<std::int64_t> weights, std::int64_t k,
                    bool quadratic) {
    require_tree(parents, weights);
    require_k(k);
    auto found = released([&](Pulse& pulse) {
        return trees::solve_chains(trees::Tree(view(parents), view(weights), pulse), k, quadratic,
                                   pulse);
    });
    return {made(std::move(found.bin)), found.bound.least, found.bound.node};
}

Made<std::int32_t> classes_of(In<std::int32_t> parents, In<std::int64_t> weights, std::int64_t k,
                              In<std::int32_t> bins) {
    require_tree(parents, weights);
    require_k(k);
    require_length(bins.size(), parents.size(), "bins");
    require_within(view(bins), -1, static_cast<std::int64_t>(parents.size()), "bins");
    return made(released([&](Pulse& pulse) {
        return trees::classes_of(trees::Tree(view(parents), view(weights), pulse), k, view(bins),
                                 pulse);
    }));
}

Made<std::int32_t> whole_nodes(In<std::int32_t> parents, In<std::int64_t> weights, std::int64_t k) {
    require_tree(parents, weights);
    require_k(k);
    return made(released([&](Pulse& pulse) {
        return trees::whole_nodes(trees::Tree(view(parents), view(weights), pulse), k, pulse);
    }));
}

std::int32_t first_misshapen(In<std::int32_t> parents, In<std::int64_t> weights,
                             In<std::int32_t> classes) {
    require_tree(parents, weights);
    require_length(classes.size(), weights.size(), "classes");
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    require_within(view(classes), 0, static_cast<std::int64_t>(weights.size()), "classes");
    std::int32_t count = 0;
    for (auto const each : view(classes)) {
        count = std::max(count, each);
    }
    return released([&](Pulse& pulse) {
        auto const order = trees::top_down(view(parents), pulse);
        if (order.size() != parents.size()) {
            throw std::invalid_argument("parents must be a tree: one root, and all below it.");
        }
        return trees::first_misshapen(view(parents), order, view(weights), view(classes),
                                      std::min(count, most - 1) + 1, pulse);
    });
}

using Sets = std::tuple<Made<std::int64_t>, Made<std::int32_t>>;

Sets hulls(In<std::int32_t> parents, std::int64_t labels, bool ordered, In<std::int64_t> starts,
           In<std::int32_t> members) {
    require_parents(parents);
    require(labels >= 0 && static_cast<std::size_t>(labels) <= parents.size(),
            "labels must be no more than parents.");
    for (auto const parent : view(parents)) {
        require(parent < 0 || parent >= labels, "parents must come after the labels.");
    }
    require_starts(view(starts), members.size());
    require_within(view(members), 0, labels, "members");
    std::vector<std::int64_t> ends{0};
    std::vector<std::int32_t> found;
    released([&](Pulse& pulse) {
        trees::Taxonomy const taxonomy(view(parents), static_cast<std::size_t>(labels), ordered,
                                       pulse);
        for (std::size_t set = 0; set + 1 < starts.size(); ++set) {
            auto const begin = view(starts)[set];
            auto const size = view(starts)[set + 1] - begin;
            if (size > 0) {
                taxonomy.hull(view(members).subspan(static_cast<std::size_t>(begin),
                                                    static_cast<std::size_t>(size)),
                              found, pulse);
            }
            ends.push_back(static_cast<std::int64_t>(found.size()));
            pulse.beat(size + 1);
        }
        return 0;
    });
    return {made(std::move(ends)), made(std::move(found))};
}

}  // namespace

void add_trees(nb::module_& module) {
    module.attr("MOST_LIGHT") = trees::most_light;
    module.def("best_bound", &best_bound, "parents"_a.noconvert(), "weights"_a.noconvert(), "k"_a,
               "The highest lower bound of the largest class that one node proves, and that node; "
               "k and -1 if none proves more.");
    module.def("solve_stars", &solve_stars, "parents"_a.noconvert(), "weights"_a.noconvert(), "k"_a,
               "cap"_a, "quadratic"_a, "two_only"_a, "squares_up_to"_a,
               "The bin of every node at its parent, -1 without one; the largest bin at every "
               "node; and whether no plan of its star is better.");
    module.def("classes_of", &classes_of, "parents"_a.noconvert(), "weights"_a.noconvert(), "k"_a,
               "bins"_a.noconvert(), "The class of every label, from the bins of all nodes.");
    module.def("whole_nodes", &whole_nodes, "parents"_a.noconvert(), "weights"_a.noconvert(), "k"_a,
               "The bins of the finest answer whose classes are single nodes.");
    module.def("solve_chains", &solve_chains, "parents"_a.noconvert(), "weights"_a.noconvert(),
               "k"_a, "quadratic"_a,
               "Of a tree whose siblings are in order: the bin of every node at its parent, -1 "
               "without one; the least possible largest class; and the node that proves it.");
    module.def("hulls", &hulls, "parents"_a.noconvert(), "labels"_a, "ordered"_a,
               "starts"_a.noconvert(), "members"_a.noconvert(),
               "The smallest sets along a tree that hold some labels each, ascending: what lies "
               "below the children of the lowest node above them, and, where siblings are in "
               "order, below those between them.");
    module.def("first_misshapen", &first_misshapen, "parents"_a.noconvert(),
               "weights"_a.noconvert(), "classes"_a.noconvert(),
               "The first class that is neither a node nor several children of one; -1 if none.");
}

}  // namespace covey::border
