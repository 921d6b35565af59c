#include "cells/map_tree.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/runs.h"

namespace covey::cells {

namespace {

std::int32_t lower(std::int32_t one, std::int32_t other) {
    return std::min(one, other);
}

// Every place hangs from the place before it or from one above that.
void require_depth_first(Ints parent, Pulse& pulse) {
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(parent.size()); ++p) {
        pulse.beat();
        auto above = p - 1;
        // The way up from p - 1 was longer before: all climbs together take linear time.
        while (parent[p] >= -1 && above > parent[p]) {
            above = parent[above];
        }
        if (above != parent[p]) {
            throw std::invalid_argument("The places of a map's tree must be in depth-first order.");
        }
    }
}

}  // namespace

MapTree::MapTree(Ints parents, Pulse& pulse)
    : parent(parents.begin(), parents.end()),
      end(parents.size()),
      depth(parents.size()),
      component(parents.size()) {
    require_depth_first(parent, pulse);
    auto const n = size();
    std::iota(end.begin(), end.end(), 1);
    for (std::int32_t p = n - 1; p >= 0; --p) {
        pulse.beat();
        if (parent[p] >= 0) {
            end[parent[p]] = std::max(end[parent[p]], end[p]);
        }
    }
    for (std::int32_t p = 0; p < n; ++p) {
        pulse.beat();
        depth[p] = parent[p] < 0 ? 0 : depth[parent[p]] + 1;
        component[p] = parent[p] < 0 ? p : component[parent[p]];
    }
    lowest_ = parent;
    add_longer_runs(lowest_, lower, pulse);
}

std::int32_t MapTree::least_between(std::int32_t low, std::int32_t high) const {
    return best_of_run(lowest_, parent.size(), low, high, lower);
}

std::int64_t MapTree::joined(Ints places, Pulse& pulse) const {
    std::int64_t found = 1;
    // From each place on, only the way up to where it meets the way from the place before is new.
    for (std::size_t i = 1; i < places.size(); ++i) {
        pulse.beat();
        auto const link = least_between(places[i - 1] + 1, places[i]);
        found += depth[places[i]] - depth[link];
    }
    if (places.size() > 1) {
        auto const top = least_between(places.front() + 1, places.back());
        found += depth[places.front()] - depth[top];
    }
    return found;
}

Spanning spanning(Longs starts, Ints neighbours, Pulse& pulse) {
    auto const n = static_cast<std::int32_t>(starts.size()) - 1;
    constexpr std::int32_t unseen = -2;
    std::vector<std::int32_t> above(n, unseen);
    std::vector<std::int32_t> queue;
    std::vector<std::int32_t> size(n, 1);
    queue.reserve(n);
    // Breadth first, so that the trees are shallow and cuts have many edges.
    std::size_t head = 0;
    for (std::int32_t root = 0; root < n; ++root) {
        if (above[root] != unseen) {
            continue;
        }
        above[root] = -1;
        queue.push_back(root);
        for (; head < queue.size(); ++head) {
            auto const v = queue[head];
            pulse.beat(1 + starts[v + 1] - starts[v]);
            for (auto at = starts[v]; at < starts[v + 1]; ++at) {
                auto const u = neighbours[at];
                if (above[u] == unseen) {
                    above[u] = v;
                    queue.push_back(u);
                }
            }
        }
    }
    for (auto i = n; i-- > 0;) {
        pulse.beat();
        auto const v = queue[i];
        if (above[v] >= 0) {
            size[above[v]] += size[v];
        }
    }
    Spanning found{std::vector<std::int32_t>(n), std::vector<std::int32_t>(n),
                   std::vector<std::int32_t>(n)};
    std::vector<std::int32_t> place(n);
    std::vector<std::int32_t> free(n);
    std::int32_t used = 0;
    // Every area takes the next free place of its parent's run, and leaves room for its subtree:
    // the places are in depth-first order, without recursion.
    for (auto const v : queue) {
        pulse.beat();
        std::int32_t p = used;
        if (above[v] < 0) {
            used += size[v];
            found.parent[p] = -1;
        } else {
            p = free[above[v]];
            free[above[v]] += size[v];
            found.parent[p] = place[above[v]];
        }
        place[v] = p;
        free[v] = p + 1;
        found.order[p] = v;
        found.end[p] = p + size[v];
    }
    return found;
}

bool runs_are_subtrees(Ints parent, Ints end, Pulse& pulse) {
    if (end.size() != parent.size()) {
        return false;
    }
    auto const n = static_cast<std::int32_t>(parent.size());
    std::vector<std::int64_t> size(n, 1);
    for (std::int32_t p = n - 1; p >= 0; --p) {
        pulse.beat();
        if (end[p] != p + size[p]) {
            return false;
        }
        if (parent[p] >= 0) {
            size[parent[p]] += size[p];
        }
    }
    // A run as long as its subtree is the subtree if every place of it hangs inside the run.
    for (std::int32_t p = 0; p < n; ++p) {
        auto const above = parent[p];
        if (above >= 0 && !(above < p && end[p] <= end[above])) {
            return false;
        }
    }
    return true;
}

Hulls hulls(MapTree const& tree, Longs starts, Ints places, Pulse& pulse) {
    Hulls found;
    found.starts.assign(starts.size(), 0);
    found.places.reserve(places.size());
    std::vector<std::int64_t> seen(tree.parent.size(), -1);
    for (std::int64_t c = 0; c + 1 < static_cast<std::int64_t>(starts.size()); ++c) {
        auto const own = places.subspan(starts[c], starts[c + 1] - starts[c]);
        if (!own.empty()) {
            if (tree.component[own.front()] != tree.component[own.back()]) {
                pulse.beat(tree.size());
                for (std::int32_t p = 0; p < tree.size(); ++p) {
                    found.places.push_back(p);
                }
            } else {
                auto const top =
                    own.size() > 1 ? tree.least_between(own.front() + 1, own.back()) : own.front();
                // From every place up to the top, until a place that this class has already.
                for (auto p : own) {
                    pulse.beat();
                    while (seen[p] != c) {
                        pulse.beat();
                        seen[p] = c;
                        found.places.push_back(p);
                        if (p == top) {
                            break;
                        }
                        p = tree.parent[p];
                    }
                }
            }
        }
        found.starts[c + 1] = static_cast<std::int64_t>(found.places.size());
    }
    return found;
}

}  // namespace covey::cells
