#include "regions/degree.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace covey::regions {

namespace {

// A spanning forest and the degrees of its areas.
struct Forest {
    Graph const& graph;
    Mask& chosen;
    std::vector<std::int32_t> degree;

    void swap(std::int32_t out, std::int32_t into) {
        chosen[out] = 0;
        chosen[into] = 1;
        for (int const side : {0, 1}) {
            --degree[graph.ends[2 * out + side]];
            ++degree[graph.ends[2 * into + side]];
        }
    }
};

class Repair {
public:
    Repair(Forest forest, Longs targets)
        : forest_(std::move(forest)),
          graph_(forest_.graph),
          targets_(targets),
          branch_(graph_.count, -1),
          after_(graph_.count) {}

    void run(std::int64_t patience, Pulse& pulse) {
        std::vector<Area> above;
        for (Area v = 0; v < graph_.count; ++v) {
            if (excess(v) > 0) {
                above.push_back(v);
            }
        }
        while (!above.empty()) {
            Area const w = above.back();
            above.pop_back();
            while (excess(w) > 0) {
                auto const [out, into] = swap_for(w, patience, pulse);
                if (into < 0) {
                    break;
                }
                forest_.swap(out, into);
                for (int const side : {0, 1}) {
                    Area const u = graph_.ends[2 * into + side];
                    if (excess(u) > 0) {
                        above.push_back(u);
                    }
                }
            }
        }
    }

private:
    struct Swap {
        std::int32_t out = -1;
        std::int32_t into = -1;
    };

    std::int64_t excess(Area v) const { return forest_.degree[v] - targets_[v]; }

    // Whether u may take one more border in exchange for one of w's.
    bool may_grow(Area u, Area w) const { return excess(u) < 0 || excess(u) <= excess(w) - 2; }

    // A border of w to take out and one to put in.
    Swap swap_for(Area w, std::int64_t patience, Pulse& pulse) {
        touched_.clear();
        doors_.clear();
        for (auto place = graph_.starts[w]; place < graph_.starts[w + 1]; ++place) {
            if (forest_.chosen[graph_.through[place]]) {
                Area const x = graph_.neighbours[place];
                branch_[x] = static_cast<std::int32_t>(doors_.size());
                after_[x] = -1;
                doors_.push_back(graph_.through[place]);
                touched_.push_back(x);
            }
        }
        heads_ = touched_;
        tails_ = touched_;
        branch_[w] = static_cast<std::int32_t>(doors_.size());
        auto const found = explore(w, patience, pulse);
        for (Area const v : touched_) {
            branch_[v] = -1;
        }
        branch_[w] = -1;
        pulse.beat(graph_.degree(w));
        return found;
    }

    Swap explore(Area w, std::int64_t patience, Pulse& pulse) {
        auto const size = static_cast<std::int32_t>(doors_.size());
        auto unfinished = size;
        std::int64_t looked = 0;
        while (unfinished > 1 && looked < patience) {
            for (std::int32_t b = 0; b < size; ++b) {
                Area const u = heads_[b];
                if (u < 0) {
                    continue;
                }
                ++looked;
                pulse.beat(1 + graph_.degree(u));
                for (auto place = graph_.starts[u]; place < graph_.starts[u + 1]; ++place) {
                    Area const v = graph_.neighbours[place];
                    if (forest_.chosen[graph_.through[place]]) {
                        if (branch_[v] < 0) {
                            branch_[v] = b;
                            after_[v] = -1;
                            after_[tails_[b]] = v;
                            tails_[b] = v;
                            touched_.push_back(v);
                        }
                    } else if (0 <= branch_[v] && branch_[v] < size && branch_[v] != b &&
                               may_grow(u, w) && may_grow(v, w)) {
                        return {doors_[b], graph_.through[place]};
                    }
                }
                heads_[b] = after_[u];
                if (heads_[b] < 0) {
                    --unfinished;
                    // All of the branch is known: every border from it to anywhere but w will do.
                    auto const into = leaving(b, w, pulse);
                    if (into >= 0) {
                        return {doors_[b], into};
                    }
                    if (unfinished <= 1) {
                        return {};
                    }
                }
            }
        }
        return {};
    }

    // A border from branch b to anywhere but w, or -1.
    std::int32_t leaving(std::int32_t b, Area w, Pulse& pulse) const {
        for (Area const u : touched_) {
            pulse.beat();
            if (branch_[u] != b || !may_grow(u, w)) {
                continue;
            }
            for (auto place = graph_.starts[u]; place < graph_.starts[u + 1]; ++place) {
                Area const v = graph_.neighbours[place];
                if (v != w && branch_[v] != b && may_grow(v, w)) {
                    return graph_.through[place];
                }
            }
        }
        return -1;
    }

    Forest forest_;
    Graph const& graph_;
    Longs targets_;
    // The branch of each area explored, else -1; and the next area in the queue of its branch.
    std::vector<std::int32_t> branch_;
    std::vector<Area> after_;
    std::vector<Area> touched_;
    std::vector<std::int32_t> doors_;
    std::vector<Area> heads_;
    std::vector<Area> tails_;
};

// The areas of a forest in one part each, until they are joined.
class Parts {
public:
    explicit Parts(Area count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }

    Area of(Area v) {
        while (leader_[v] != v) {
            leader_[v] = leader_[leader_[v]];
            v = leader_[v];
        }
        return v;
    }

    void join(Area a, Area b) { leader_[of(a)] = of(b); }

private:
    std::vector<Area> leader_;
};

// The parents of areas in a forest, and how many steps there are to the root.
struct Depths {
    Depths(Forest const& forest, Pulse& pulse) : depth(forest.graph.count) {
        auto found = rooted(forest.graph, forest.chosen, pulse);
        parent = std::move(found.parent);
        for (Area const v : found.order) {
            depth[v] = parent[v] < 0 ? 0 : depth[parent[v]] + 1;
        }
    }

    // Makes a the one of the two that is not nearer to the root.
    void deeper_first(Area& a, Area& b) const {
        if (depth[a] < depth[b]) {
            std::swap(a, b);
        }
    }

    std::vector<Area> parent;
    std::vector<std::int32_t> depth;
};

class Relief {
public:
    Relief(Forest& forest, std::int32_t degree)
        : forest_(forest), graph_(forest.graph), d_(degree), relief_(graph_.count, -1) {}

    // Lowers some area of degree d by one, or says that it cannot be done.
    bool relieve_one(Pulse& pulse) {
        auto const& degree = forest_.degree;
        Depths const tree(forest_, pulse);
        Parts parts(graph_.count);
        for (Area v = 0; v < graph_.count; ++v) {
            Area const p = tree.parent[v];
            if (p >= 0 && degree[v] < d_ - 1 && degree[p] < d_ - 1) {
                parts.join(v, p);
            }
        }
        for (bool again = true; again;) {
            again = false;
            pulse.beat(graph_.borders());
            for (std::int32_t e = 0; e < graph_.borders(); ++e) {
                Area a = graph_.ends[2 * e];
                Area b = graph_.ends[2 * e + 1];
                if (forest_.chosen[e] || blocks(a) || blocks(b) || parts.of(a) == parts.of(b)) {
                    continue;
                }
                Area const worst = worst_on_path(a, b, tree, pulse);
                if (degree[worst] == d_) {
                    add(e, worst, pulse);
                    return true;
                }
                // All of the path becomes one part: what blocked on it can be relieved by e.
                while (a != b) {
                    tree.deeper_first(a, b);
                    Area const p = tree.parent[a];
                    for (Area const end : {a, p}) {
                        if (degree[end] == d_ - 1 && relief_[end] < 0) {
                            relief_[end] = e;
                        }
                    }
                    parts.join(a, p);
                    a = p;
                    pulse.beat();
                }
                again = true;
            }
        }
        return false;
    }

private:
    bool blocks(Area v) const {
        return forest_.degree[v] >= d_ || (forest_.degree[v] == d_ - 1 && relief_[v] < 0);
    }

    Area worst_on_path(Area a, Area b, Depths const& tree, Pulse& pulse) const {
        auto const& degree = forest_.degree;
        Area worst = degree[a] > degree[b] ? a : b;
        while (a != b) {
            tree.deeper_first(a, b);
            a = tree.parent[a];
            if (degree[a] > degree[worst]) {
                worst = a;
            }
            pulse.beat();
        }
        return worst;
    }

    // Puts the border into the forest and takes one of ``relieved`` off the cycle, after relieving
    // the border's own ends where they have degree d - 1. Reliefs happen in parts that do not
    // touch.
    void add(std::int32_t border, Area relieved, Pulse& pulse) {
        std::vector<std::pair<std::int32_t, Area>> waiting{{border, relieved}};
        auto const needs_relief = [&](Area v) {
            return forest_.degree[v] == d_ - 1 && relief_[v] >= 0;
        };
        while (!waiting.empty()) {
            auto const [e, w] = waiting.back();
            Area const a = graph_.ends[2 * e];
            Area const b = graph_.ends[2 * e + 1];
            if (needs_relief(a)) {
                waiting.emplace_back(std::exchange(relief_[a], -1), a);
            } else if (needs_relief(b)) {
                waiting.emplace_back(std::exchange(relief_[b], -1), b);
            } else {
                waiting.pop_back();
                forest_.swap(border_on_path(a, b, w, pulse), e);
            }
        }
    }

    // The border between w and the next area on the forest's path from a to b: of its two borders
    // on the path, the one met first from either end.
    std::int32_t border_on_path(Area a, Area b, Area w, Pulse& pulse) const {
        Depths const tree(forest_, pulse);
        while (a != b) {
            tree.deeper_first(a, b);
            Area const p = tree.parent[a];
            if (w == a || w == p) {
                auto const row = graph_.neighbours_of(a);
                auto const place = std::lower_bound(row.begin(), row.end(), p) - row.begin();
                return graph_.through[graph_.starts[a] + place];
            }
            a = p;
        }
        throw std::logic_error("An area is not on the path that its border would close.");
    }

    Forest& forest_;
    Graph const& graph_;
    std::int32_t d_;
    // The border that would relieve an area of degree d - 1, or -1.
    std::vector<std::int32_t> relief_;
};

}  // namespace

void repair(Graph const& graph, Mask& chosen, Longs targets, std::int64_t patience, Pulse& pulse) {
    Repair({graph, chosen, degrees(graph, chosen)}, targets).run(patience, pulse);
}

void lower_degree(Graph const& graph, Mask& chosen, std::int64_t least, Pulse& pulse) {
    Forest forest{graph, chosen, degrees(graph, chosen)};
    for (;;) {
        auto const highest = std::max_element(forest.degree.begin(), forest.degree.end());
        if (highest == forest.degree.end() || *highest <= least ||
            !Relief(forest, *highest).relieve_one(pulse)) {
            return;
        }
    }
}

}  // namespace covey::regions
