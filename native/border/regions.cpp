#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <cmath>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "core/deadline.h"
#include "regions/any_graph.h"
#include "regions/bounds.h"
#include "regions/degree.h"
#include "regions/descent.h"
#include "regions/embedding.h"
#include "regions/forest.h"
#include "regions/graph.h"
#include "regions/sets.h"
#include "regions/split.h"
#include "regions/stranding.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using regions::Aim;
using regions::Area;
using regions::Embedding;
using regions::Graph;
using regions::Limits;
using regions::Mask;
using regions::TreeSplit;

using IntsIn = In<std::int32_t>;
using LongsIn = In<std::int64_t>;

// What belongs to an object of C++, to be read from Python as long as that object lives.
template <typename T>
using Kept = nb::ndarray<nb::numpy, T const, nb::ndim<1>, nb::c_contig>;

template <typename T, typename Owner>
Kept<T> kept(std::vector<T> const& values, Owner const& owner) {
    return Kept<T>(values.data(), {values.size()}, nb::find(owner));
}

Made<bool> made_mask(Mask&& mask) {
    auto* kept = new Mask(std::move(mask));
    nb::capsule const owner(kept, [](void* p) noexcept { delete static_cast<Mask*>(p); });
    return Made<bool>(reinterpret_cast<bool*>(kept->data()), {kept->size()}, owner);
}

// Graphs

std::shared_ptr<Graph> graph(std::int64_t count, In2<std::int32_t> edges, In<double> lengths) {
    require(0 <= count && count < std::int64_t{1} << 31,
            "A graph has from 0 to 2^31 - 1 areas; given: " + std::to_string(count) + ".");
    require(edges.shape(1) == 2, "edges must have 2 columns.");
    require(edges.shape(0) < std::size_t{1} << 30, "A graph has fewer than 2^30 borders.");
    require_length(lengths.size(), edges.shape(0), "lengths");
    require_measures(view(lengths), "lengths");
    Ints const ends(edges.data(), edges.size());
    for (std::size_t e = 0; e < lengths.size(); ++e) {
        bool const inside =
            0 <= ends[2 * e] && ends[2 * e] < ends[2 * e + 1] && ends[2 * e + 1] < count;
        bool const ascends = e == 0 || ends[2 * e - 2] < ends[2 * e] ||
                             (ends[2 * e - 2] == ends[2 * e] && ends[2 * e - 1] < ends[2 * e + 1]);
        if (!inside || !ascends) [[unlikely]] {
            require(false,
                    "The borders of a graph are pairs of different areas, the smaller one first, in"
                    " ascending order, each once.");
        }
    }
    return released([&](Pulse& pulse) {
        return std::make_shared<Graph>(static_cast<Area>(count), ends, view(lengths), pulse);
    });
}

Longs weights_of(Graph const& graph, LongsIn const& weights, std::string_view name) {
    require_length(weights.size(), static_cast<std::size_t>(graph.count), name);
    require_weights(view(weights), name);
    return view(weights);
}

void require_limits(std::initializer_list<std::int64_t> limits, std::string const& names) {
    require(std::ranges::all_of(limits, [](auto limit) { return limit >= 0; }),
            names + " must be 0 or more.");
}

// A copy: regions that are connected, and numbered from 0 without gaps.
std::vector<std::int32_t> regions_of(Graph const& graph, IntsIn const& region) {
    require_length(region.size(), static_cast<std::size_t>(graph.count), "region");
    require_within(view(region), 0, graph.count, "region");
    std::vector<std::int32_t> copy(view(region).begin(), view(region).end());
    std::vector<std::uint8_t> seen(copy.size());
    for (auto const number : copy) {
        seen[number] = 1;
    }
    auto const used = std::count(seen.begin(), seen.end(), 1);
    auto const parts =
        released([&](Pulse& pulse) { return regions::components_within(graph, copy, pulse); });
    bool const sound =
        copy.empty() || (std::ranges::max(copy) + 1 == used && std::ranges::max(parts) + 1 == used);
    require(sound, "Regions must be connected, and numbered from 0 without gaps.");
    return copy;
}

// A copy, of zeros and ones: numpy's bytes of truth may hold anything else.
Mask mask_of(Graph const& graph, In<bool> const& chosen) {
    require_length(chosen.size(), static_cast<std::size_t>(graph.borders()), "chosen");
    auto const* const bytes = reinterpret_cast<std::uint8_t const*>(chosen.data());
    Mask mask(chosen.size());
    std::transform(bytes, bytes + chosen.size(), mask.begin(),
                   [](auto byte) -> std::uint8_t { return byte != 0; });
    return mask;
}

constexpr char const* not_spanning = "chosen must be a spanning forest of the graph.";

Made<std::int32_t> components(Graph const& graph) {
    return made(released([&](Pulse& pulse) { return regions::components(graph, pulse); }));
}

Made<std::int32_t> components_within(Graph const& graph, IntsIn labels) {
    require_length(labels.size(), static_cast<std::size_t>(graph.count), "labels");
    return made(released(
        [&](Pulse& pulse) { return regions::components_within(graph, view(labels), pulse); }));
}

Made<bool> spanning_forest(Graph const& graph, LongsIn targets, std::int64_t patience,
                           std::int64_t least) {
    require_length(targets.size(), static_cast<std::size_t>(graph.count), "targets");
    require_within(view(targets), 0, std::int64_t{1} << 31, "targets");
    return made_mask(released([&](Pulse& pulse) {
        auto chosen = regions::depth_first(graph, pulse);
        regions::repair(graph, chosen, view(targets), patience, pulse);
        regions::lower_degree(graph, chosen, least, pulse);
        return chosen;
    }));
}

Made<bool> lowered_degree(Graph const& graph, In<bool> chosen, std::int64_t least) {
    auto mask = mask_of(graph, chosen);
    released([&](Pulse& pulse) {
        auto const tree = regions::rooted(graph, mask, pulse);
        require(regions::spans(graph, mask, tree), not_spanning);
        regions::lower_degree(graph, mask, least, pulse);
    });
    return made_mask(std::move(mask));
}

Made<std::int32_t> cut(Graph const& graph, In<bool> chosen, LongsIn weights, std::int64_t k,
                       LongsIn second, std::int64_t at_least) {
    require_k(k);
    require_limits({at_least}, "at_least");
    auto const mask = mask_of(graph, chosen);
    auto const own = weights_of(graph, weights, "weights");
    auto const others = weights_of(graph, second, "second");
    return made(released([&](Pulse& pulse) {
        auto const tree = regions::rooted(graph, mask, pulse);
        require(regions::spans(graph, mask, tree), not_spanning);
        return regions::cut(tree, own, k, others, at_least);
    }));
}

auto pockets(Graph const& graph, LongsIn weights, std::int64_t k) {
    require_k(k);
    auto const own = weights_of(graph, weights, "weights");
    auto found = released([&](Pulse& pulse) { return regions::pockets(graph, own, k, pulse); });
    return std::pair(made(std::move(found.parts)), made(std::move(found.together)));
}

Made<std::int64_t> lightest_ways(Graph const& graph, LongsIn weights, std::int64_t k) {
    require_k(k);
    auto const own = weights_of(graph, weights, "weights");
    return made(
        released([&](Pulse& pulse) { return regions::lightest_ways(graph, own, k, pulse); }));
}

auto lightest_superset(Graph const& graph, LongsIn weights, std::int64_t k, std::int64_t area,
                       std::int64_t enough, std::int64_t most_steps) {
    require_k(k);
    require_limits({enough, most_steps}, "enough and most_steps");
    auto const own = weights_of(graph, weights, "weights");
    require(0 <= area && area < graph.count,
            "area must be one of the graph's; given: " + std::to_string(area) + ".");
    auto const found = released([&](Pulse& pulse) {
        return regions::SupersetSearch(graph, own, k)
            .around(static_cast<Area>(area), enough, most_steps, pulse);
    });
    return std::tuple(found.weight, found.finished, found.steps);
}

auto heaviest_superset(Graph const& graph, LongsIn weights, std::int64_t k, IntsIn areas,
                       std::int64_t bound, std::int64_t most_steps, std::int64_t most_in_all) {
    require_k(k);
    require_limits({bound, most_steps, most_in_all}, "bound, most_steps and most_in_all");
    auto const own = weights_of(graph, weights, "weights");
    require_within(view(areas), 0, graph.count, "areas");
    auto const best = released([&](Pulse& pulse) {
        return regions::heaviest_superset(graph, own, k, view(areas), bound, most_steps,
                                          most_in_all, pulse);
    });
    return std::pair(best.bound, best.area);
}

auto stranded(Graph const& graph, LongsIn weights, std::int64_t k, IntsIn areas, std::int64_t bound,
              std::int64_t most, std::int64_t each, std::int64_t inner, std::int64_t all,
              bool twice, double seconds) {
    auto const own = weights_of(graph, weights, "weights");
    require_within(view(areas), 0, graph.count, "areas");
    require(k >= 1 && bound >= 0 && most < std::int64_t{1} << 62,
            "k must be 1 or more, bound 0 or more, and most below 2^62.");
    require(each >= 0 && inner >= 0 && all >= 0 && !std::isnan(seconds),
            "Limits must be 0 or more.");
    auto found = released([&](Pulse& pulse) {
        auto const search = twice ? regions::stranded_twice : regions::stranded;
        return search(graph, own, k, view(areas), bound, most, {each, inner, all},
                      Deadline(seconds), pulse);
    });
    return std::tuple(found.bound, found.area, made(std::move(found.others)));
}

auto connected_sets(Graph const& graph, LongsIn weights, std::int64_t k, std::int64_t most,
                    LongsIn second, std::int64_t at_least, std::int64_t most_sets,
                    std::int64_t most_steps, std::int64_t most_members) {
    require_k(k);
    require_limits({most, at_least, most_sets, most_steps, most_members},
                   "most, at_least, most_sets, most_steps and most_members");
    auto const own = weights_of(graph, weights, "weights");
    auto const others = weights_of(graph, second, "second");
    auto found = released([&](Pulse& pulse) {
        return regions::connected_sets(graph, own, k, most, others, at_least,
                                       {most_sets, most_steps, most_members}, pulse);
    });
    return std::tuple(found.complete, made(std::move(found.starts)), made(std::move(found.areas)),
                      made(std::move(found.weights)));
}

auto relieved(Graph const& graph, LongsIn weights, std::int64_t k, IntsIn region,
              std::int64_t jumps, double seconds) {
    require(!std::isnan(seconds), "seconds must be a number.");
    auto const own = weights_of(graph, weights, "weights");
    auto const start = regions_of(graph, region);
    require(k >= 1 && graph.count > 0, "k must be 1 or more, and there must be an area.");
    std::vector<std::int64_t> sizes(start.size());
    for (std::size_t v = 0; v < start.size(); ++v) {
        sizes[start[v]] += own[v];
    }
    auto const used = 1 + std::ranges::max(start);
    require(std::all_of(sizes.begin(), sizes.begin() + used, [k](auto size) { return size >= k; }),
            "Every region must have k or more.");
    auto found = released([&](Pulse& pulse) {
        return regions::relieved(graph, own, k, start, jumps, Deadline(seconds), pulse);
    });
    return std::tuple(made(std::move(found.region)), found.bound, made(std::move(found.closed)),
                      found.finished, made(std::vector(found.events.begin(), found.events.end())));
}

void add_graph(nb::module_& module) {
    nb::class_<Graph>(module, "Graph", "Areas and the borders between them, in rows of neighbours.")
        .def(nb::new_(&graph), "count"_a, "edges"_a.noconvert(), "lengths"_a.noconvert())
        .def_prop_ro(
            "starts", [](Graph const& own) { return kept(own.starts, own); },
            "Where the neighbours of every area begin, and where the last ones end.")
        .def_prop_ro(
            "neighbours", [](Graph const& own) { return kept(own.neighbours, own); },
            "The neighbours of the first area, ascending, then those of the second, ...")
        .def("components", &components,
             "The connected component of every area, numbered in the order of their first areas.")
        .def("components_within", &components_within, "labels"_a.noconvert(),
             "The connected parts of equal labels, numbered in the order of their first areas.")
        .def("spanning_forest", &spanning_forest, "targets"_a.noconvert(), "patience"_a, "least"_a,
             "A mask over the borders: a forest by depth-first search, with borders swapped until"
             " every area has its target degree or nothing helps; its degree is `least` or within 1"
             " of the best.")
        .def("lowered_degree", &lowered_degree, "chosen"_a.noconvert(), "least"_a,
             "A spanning forest whose degree is `least` or within 1 of the best.")
        .def("cut", &cut, "chosen"_a.noconvert(), "weights"_a.noconvert(), "k"_a,
             "second"_a.noconvert(), "at_least"_a,
             "The piece of every area, named by the area at which it was cut off a spanning"
             " forest.")
        .def("relieved", &relieved, "weights"_a.noconvert(), "k"_a, "region"_a.noconvert(),
             "jumps"_a, "seconds"_a,
             "Regions of k or more, made lighter: the new ones, a lower bound, the areas that prove"
             " it (none if k or the heaviest area does), and whether no region is above max(bound +"
             " k - 1, 3k - 3), which is so unless time was over; and how often each event of the "
             "proof"
             " happened.")
        .def("pockets", &pockets, "weights"_a.noconvert(), "k"_a,
             "For every area, into how many parts its component falls without it, and what it"
             " weighs together with those below k.")
        .def("lightest_ways", &lightest_ways, "weights"_a.noconvert(), "k"_a,
             "The weight of the lightest path from every forced light area to one of k or more.")
        .def("lightest_superset", &lightest_superset, "weights"_a.noconvert(), "k"_a, "area"_a,
             "enough"_a, "most_steps"_a,
             "The lightest connected set of k or more with this area, whether the search was"
             " finished, and its steps.")
        .def("heaviest_superset", &heaviest_superset, "weights"_a.noconvert(), "k"_a,
             "areas"_a.noconvert(), "bound"_a, "most_steps"_a, "most_in_all"_a,
             "The largest of the areas' lightest sets that is above the bound, and its area, or"
             " -1.")
        .def("stranded", &stranded, "weights"_a.noconvert(), "k"_a, "areas"_a.noconvert(),
             "bound"_a, "most"_a, "each"_a, "inner"_a, "all"_a, "twice"_a, "seconds"_a,
             "The best bound above `bound`, up to `most` + 1, by areas whose regions leave parts"
             " below k, or (twice) leave others without a region; its area, or -1, and those"
             " others.")
        .def("connected_sets", &connected_sets, "weights"_a.noconvert(), "k"_a, "most"_a,
             "second"_a.noconvert(), "at_least"_a, "most_sets"_a, "most_steps"_a, "most_members"_a,
             "Whether all connected sets from k to `most` could be listed; their starts, areas and"
             " weights.");
}

// The search

Limits limits(std::int64_t k, std::int64_t second, std::int64_t most, std::int64_t most_capped) {
    require_k(k);
    require(most_capped >= 0,
            "most_capped must be 0 or more; given: " + std::to_string(most_capped) + ".");
    return {k, second, most, most_capped};
}

auto split_tree(IntsIn parent, LongsIn records, LongsIn capped, LongsIn second,
                Limits const& limits) {
    require(parent.size() > 0 && parent.size() < std::size_t{1} << 31,
            "A tree has from 1 to 2^31 - 1 vertices.");
    for (std::size_t v = 1; v < parent.size(); ++v) {
        if (parent(v) < 0 || static_cast<std::size_t>(parent(v)) >= v) [[unlikely]] {
            require(false, "Every vertex but the first must have a parent before it.");
        }
    }
    for (auto const& [weights, name] :
         {std::pair(&records, "records"), {&capped, "capped"}, {&second, "second"}}) {
        require_length(weights->size(), parent.size(), name);
        require_weights(view(*weights), name);
    }
    TreeSplit split;
    auto const found = released([&](Pulse& pulse) {
        return split.split(view(parent), {view(records), view(capped), view(second)}, limits,
                           pulse);
    });
    auto const piece = found.exists() ? split.piece() : Ints();
    return std::tuple(made(std::vector<std::int32_t>(piece.begin(), piece.end())), found.squares,
                      found.work);
}

// Regions that one thread at a time may change.
class Search {
public:
    Search(std::shared_ptr<Graph const> const& graph, LongsIn records, LongsIn capped,
           LongsIn second, IntsIn region, std::uint64_t random)
        : Search(graph, own(*graph, records, capped, second), regions_of(*graph, region), random) {}

    auto descend(Limits const& limits, Aim aim, std::int64_t floor, std::int64_t most_united,
                 std::int64_t failures, std::int64_t patience, std::int64_t attempts,
                 std::int64_t work) {
        auto const lock = alone();
        require(floor >= 0, "floor must be 0 or more; given: " + std::to_string(floor) + ".");
        require(most_united >= 2,
                "most_united must be 2 or more; given: " + std::to_string(most_united) + ".");
        require(failures >= 0 && regions_.used() > 0,
                "There must be a region, and no fewer than 0 failures.");
        auto const done = released([&](Pulse& pulse) {
            return regions_.descend(limits, aim, floor, most_united,
                                    {failures, patience, attempts, work}, pulse);
        });
        return std::tuple(done.work, done.failures, done.reached);
    }

    void replace(IntsIn areas, IntsIn piece) {
        auto const lock = alone();
        require_length(piece.size(), areas.size(), "piece");
        require(areas.size() > 0, "There must be an area to replace the region of.");
        require_within(view(areas), 0, static_cast<std::int64_t>(regions_.region().size()),
                       "areas");
        require_within(view(piece), 0, static_cast<std::int64_t>(areas.size()), "piece");
        require(released([&](Pulse& pulse) {
                    return regions_.may_replace(view(areas), view(piece), pulse);
                }),
                "The areas must be all areas of some regions, each once, and the pieces"
                " connected.");
        regions_.replace(view(areas), view(piece));
    }

    Made<std::int32_t> region() {
        auto const lock = alone();
        return made(std::vector(regions_.region()));
    }

    Made<std::int64_t> sizes(std::vector<std::int64_t> regions::OwnWeights::* which) {
        auto const lock = alone();
        auto const& all = regions_.sizes().*which;
        return made(std::vector(all.begin(), all.begin() + regions_.used()));
    }

    std::int64_t attempts() {
        auto const lock = alone();
        return regions_.attempts();
    }

    void allow(double slack) {
        require_measures({&slack, 1}, "slack");
        auto const lock = alone();
        regions_.slack = slack;
    }

private:
    Search(std::shared_ptr<Graph const> const& graph, regions::OwnWeights weights,
           std::vector<std::int32_t> region, std::uint64_t random)
        : regions_(graph, std::move(weights), std::move(region), random) {
        require(random != 0, "The state of the random numbers must not be 0.");
    }

    static regions::OwnWeights own(Graph const& graph, LongsIn const& records,
                                   LongsIn const& capped, LongsIn const& second) {
        auto const copy = [&](LongsIn const& weights, std::string_view name) {
            auto const checked = weights_of(graph, weights, name);
            return std::vector(checked.begin(), checked.end());
        };
        return {copy(records, "records"), copy(capped, "capped"), copy(second, "second")};
    }

    std::unique_lock<std::mutex> alone() {
        std::unique_lock<std::mutex> lock(busy_, std::try_to_lock);
        if (!lock) {
            throw std::runtime_error("Another thread is changing these regions.");
        }
        return lock;
    }

    regions::Regions regions_;
    std::mutex busy_;
};

void add_search(nb::module_& module) {
    using regions::OwnWeights;
    nb::class_<Limits>(module, "Limits", "What a region must reach and must not exceed.")
        .def(nb::new_(&limits), "k"_a, "second"_a, "most"_a, "most_capped"_a)
        .def_ro("k", &Limits::k)
        .def_ro("second", &Limits::second)
        .def_ro("most", &Limits::most)
        .def_ro("most_capped", &Limits::most_capped);
    module.def("split_tree", &split_tree, "parent"_a.noconvert(), "records"_a.noconvert(),
               "capped"_a.noconvert(), "second"_a.noconvert(), "limits"_a,
               "The piece of every vertex, empty if no split was found, the sum of squared records,"
               " and how much work it was.");
    nb::enum_<Aim>(module, "Aim", "What the search lowers.")
        .value("MEND", Aim::mend, "The number of regions below a threshold.")
        .value("RECORDS", Aim::records, "The heaviest region.")
        .value("CAPPED", Aim::capped, "The heaviest region, areas capped at k.")
        .value("QUADRATIC", Aim::quadratic, "The sum of squares.")
        .value("COMPACT", Aim::compact, "The length of borders.");
    nb::class_<Search>(module, "Regions",
                       "A partition of areas into connected regions, which the search improves.")
        .def(nb::init<std::shared_ptr<Graph const> const&, LongsIn, LongsIn, LongsIn, IntsIn,
                      std::uint64_t>(),
             "graph"_a, "records"_a.noconvert(), "capped"_a.noconvert(), "second"_a.noconvert(),
             "region"_a.noconvert(), "random"_a)
        .def("descend", &Search::descend, "limits"_a, "aim"_a, "floor"_a, "most_united"_a,
             "failures"_a, "patience"_a, "attempts"_a, "work"_a,
             "Improves the regions; the work done, how many attempts failed at the end, and whether"
             " the aim is reached.")
        .def("replace", &Search::replace, "areas"_a.noconvert(), "piece"_a.noconvert(),
             "Puts pieces in the place of whole regions.")
        .def_prop_ro("region", &Search::region, nb::rv_policy::move, "The region of every area.")
        .def_prop_ro(
            "records", [](Search& own) { return own.sizes(&OwnWeights::records); },
            nb::rv_policy::move, "The records of every region; -1 where a number is not in use.")
        .def_prop_ro(
            "capped", [](Search& own) { return own.sizes(&OwnWeights::capped); },
            nb::rv_policy::move,
            "The records of every region, areas capped at k; -1 where a number is not in use.")
        .def_prop_ro("attempts", &Search::attempts, "Attempts that were made.")
        .def("allow", &Search::allow, "slack"_a,
             "Lets shorter borders add so much to the sum of squares.");
}

// Planar graphs

std::shared_ptr<Embedding> embedding(LongsIn starts, IntsIn heads) {
    auto const rows = view(starts);
    require(!rows.empty() && rows.size() <= std::size_t{1} << 31 && rows.front() == 0 &&
                rows.back() == static_cast<std::int64_t>(heads.size()) &&
                std::is_sorted(rows.begin(), rows.end()),
            "starts must ascend from 0 to the number of heads.");
    require(heads.size() < std::size_t{1} << 31, "There must be fewer than 2^31 heads.");
    require_within(view(heads), 0, static_cast<std::int64_t>(rows.size()) - 1, "heads");
    return released(
        [&](Pulse& pulse) { return std::make_shared<Embedding>(rows, view(heads), pulse); });
}

void require_half_edge(Embedding const& embedding, std::int64_t half_edge) {
    require(0 <= half_edge && half_edge < embedding.half_edges(),
            "There is no half-edge " + std::to_string(half_edge) + ".");
}

Made<std::int64_t> around(Embedding const& embedding, std::int64_t half_edge) {
    require_half_edge(embedding, half_edge);
    return made(
        released([&](Pulse& pulse) { return regions::around(embedding, half_edge, pulse); }));
}

std::int64_t four_cycles(Embedding const& embedding) {
    return released([&](Pulse& pulse) { return regions::four_cycles(embedding, pulse); });
}

std::optional<Made2<std::int32_t>> canonical_tree(Embedding const& embedding, std::int64_t bottom) {
    require_half_edge(embedding, bottom);
    auto tree =
        released([&](Pulse& pulse) { return regions::canonical_tree(embedding, bottom, pulse); });
    if (!tree) {
        return std::nullopt;
    }
    return made(std::move(*tree), 2);
}

void add_embedding(nb::module_& module) {
    nb::class_<Embedding>(module, "Embedding",
                          "A graph with the neighbours of every vertex in clockwise order.")
        .def(nb::new_(&embedding), "starts"_a.noconvert(), "heads"_a.noconvert())
        .def_prop_ro("starts", [](Embedding const& own) { return kept(own.starts, own); })
        .def_prop_ro("heads", [](Embedding const& own) { return kept(own.heads, own); })
        .def_prop_ro("tails", [](Embedding const& own) { return kept(own.tails, own); })
        .def_prop_ro(
            "reverse", [](Embedding const& own) { return kept(own.reverse, own); },
            "The same edge seen from its other end, for every half-edge.")
        .def_prop_ro(
            "faces", [](Embedding const& own) { return kept(own.faces, own); },
            "The face on the left of every half-edge.")
        .def_prop_ro("face_count", [](Embedding const& own) { return own.some.size(); })
        .def("around", &around, "half_edge"_a,
             "The half-edges around the face on the left of this one, which comes first.")
        .def("four_cycles", &four_cycles,
             "The number of 4-cycles in the graph of vertices and the faces at them.")
        .def("canonical_tree", &canonical_tree, "bottom"_a,
             "Edges of a spanning tree by Kant's canonical order; None if the order fails.");
}

}  // namespace

void add_regions(nb::module_& module) {
    add_graph(module);
    add_search(module);
    add_embedding(module);
}

}  // namespace covey::border
