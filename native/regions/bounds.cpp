#include "regions/bounds.h"

#include <algorithm>

namespace covey::regions {

namespace {

constexpr std::int64_t nowhere = std::int64_t{1} << 62;

// Which areas below k are in a component of such areas that is below k.
Mask forced(Graph const& graph, Longs weights, std::int64_t k, Pulse& pulse) {
    Mask found(graph.count);
    Mask seen(graph.count);
    std::vector<Area> part;
    for (Area root = 0; root < graph.count; ++root) {
        if (seen[root] || weights[root] >= k) {
            continue;
        }
        seen[root] = 1;
        part.assign(1, root);
        std::int64_t total = 0;
        for (std::size_t head = 0; head < part.size(); ++head) {
            Area const v = part[head];
            total += weights[v];
            pulse.beat(1 + graph.degree(v));
            for (Area const u : graph.neighbours_of(v)) {
                if (!seen[u] && weights[u] < k) {
                    seen[u] = 1;
                    part.push_back(u);
                }
            }
        }
        if (total < k) {
            for (Area const v : part) {
                found[v] = 1;
            }
        }
    }
    return found;
}

}  // namespace

Pockets pockets(Graph const& graph, Longs weights, std::int64_t k, Pulse& pulse) {
    auto const count = graph.count;
    Pockets found{std::vector<std::int64_t>(count), {weights.begin(), weights.end()}};
    auto& [parts, together] = found;
    std::vector<std::int32_t> seen(count, -1);
    std::vector<std::int32_t> low(count);
    std::vector<std::int64_t> below(weights.begin(), weights.end());
    std::vector<std::int64_t> cut_off(count);
    std::vector<Area> parent(count, -1);
    std::vector<std::int64_t> first(graph.starts.begin(), graph.starts.end() - 1);
    std::vector<Area> stack;
    std::vector<Area> visits;
    stack.reserve(count);
    visits.reserve(count);
    for (Area root = 0; root < count; ++root) {
        if (seen[root] >= 0) {
            continue;
        }
        seen[root] = low[root] = 0;
        visits.assign(1, root);
        stack.assign(1, root);
        while (!stack.empty()) {
            Area const v = stack.back();
            auto lowest = low[v];
            auto place = first[v];
            Area child = -1;
            for (; place < graph.starts[v + 1] && child < 0; ++place) {
                Area const u = graph.neighbours[place];
                if (seen[u] < 0) {
                    child = u;
                } else if (u != parent[v]) {
                    lowest = std::min(lowest, seen[u]);
                }
            }
            first[v] = place;
            low[v] = lowest;
            if (child >= 0) {
                seen[child] = low[child] = static_cast<std::int32_t>(visits.size());
                visits.push_back(child);
                parent[child] = v;
                stack.push_back(child);
                pulse.beat(graph.degree(child));
                continue;
            }
            stack.pop_back();
            Area const p = parent[v];
            if (p < 0) {
                continue;
            }
            below[p] += below[v];
            low[p] = std::min(low[p], low[v]);
            if (low[v] >= seen[p]) {
                // Without p, the tree below v is a component of its own.
                ++parts[p];
                cut_off[p] += below[v];
                if (below[v] < k) {
                    together[p] += below[v];
                }
            }
        }
        for (std::size_t at = 1; at < visits.size(); ++at) {
            Area const v = visits[at];
            ++parts[v];
            auto const rest = below[root] - weights[v] - cut_off[v];
            if (rest < k) {
                together[v] += rest;
            }
        }
    }
    return found;
}

std::vector<std::int64_t> lightest_ways(Graph const& graph, Longs weights, std::int64_t k,
                                        Pulse& pulse) {
    auto const is_forced = forced(graph, weights, k, pulse);
    std::vector<std::int64_t> ways(graph.count, nowhere);
    std::vector<Area> waiting;
    for (Area v = 0; v < graph.count; ++v) {
        if (weights[v] >= k) {
            waiting.push_back(v);
            ways[v] = weights[v];
        }
    }
    // Ways are lowered until nothing changes (Bellman and Ford), which is quick on components as
    // small as these.
    std::vector<Area> reached;
    while (!waiting.empty()) {
        reached.clear();
        for (Area const near : waiting) {
            pulse.beat(1 + graph.degree(near));
            for (Area const u : graph.neighbours_of(near)) {
                if (is_forced[u] && ways[near] + weights[u] < ways[u]) {
                    ways[u] = ways[near] + weights[u];
                    reached.push_back(u);
                }
            }
        }
        waiting.swap(reached);
    }
    for (Area v = 0; v < graph.count; ++v) {
        if (!is_forced[v] || ways[v] == nowhere) {
            ways[v] = 0;
        }
    }
    return ways;
}

SupersetSearch::SupersetSearch(Graph const& graph, Longs weights, std::int64_t k)
    : graph_(graph), weights_(weights), k_(k), marks_(graph.count, Mark::open) {}

Superset SupersetSearch::around(Area root, std::int64_t enough, std::int64_t most_steps,
                                Pulse& pulse) {
    auto weight = weights_[root];
    taken_.assign(1, root);
    decided_.assign(1, root);
    looked_.assign(1, 0);
    marks_[root] = Mark::taken;
    Superset found{nowhere, weight >= k_, 0};
    if (found.finished) {
        found.weight = weight;
    }
    while (!found.finished && found.steps < most_steps) {
        auto const before = found.steps++;
        Area next = -1;
        auto place = looked_.back();
        while (place < std::ssize(taken_) && next < 0) {
            for (Area const u : graph_.neighbours_of(taken_[place])) {
                ++found.steps;
                if (marks_[u] == Mark::open) {
                    next = u;
                    break;
                }
            }
            place += next < 0;
        }
        pulse.beat(found.steps - before);
        if (next >= 0) {
            decided_.push_back(next);
            looked_.push_back(place);
            if (weight + weights_[next] >= k_) {
                // No need to grow on: more is heavier still.
                found.weight = std::min(found.weight, weight + weights_[next]);
                found.finished = found.weight <= enough;
                marks_[next] = Mark::left;
            } else {
                marks_[next] = Mark::taken;
                taken_.push_back(next);
                weight += weights_[next];
            }
            continue;
        }
        while (marks_[decided_.back()] == Mark::left) {
            marks_[decided_.back()] = Mark::open;
            decided_.pop_back();
            looked_.pop_back();
        }
        Area const last = decided_.back();
        found.finished = last == root;
        if (!found.finished) {
            marks_[last] = Mark::left;
            taken_.pop_back();
            weight -= weights_[last];
        }
    }
    for (Area const u : decided_) {
        marks_[u] = Mark::open;
    }
    return found;
}

Seed heaviest_superset(Graph const& graph, Longs weights, std::int64_t k, Ints areas,
                       std::int64_t bound, std::int64_t most_steps, std::int64_t most_in_all,
                       Pulse& pulse) {
    SupersetSearch search(graph, weights, k);
    Seed best{bound, -1};
    auto left = most_in_all;
    for (Area const area : areas) {
        auto const found = search.around(area, best.bound, std::min(left, most_steps), pulse);
        left -= found.steps;
        if (found.finished && found.weight > best.bound) {
            best = {found.weight, area};
        }
        if (left <= 0) {
            break;
        }
    }
    return best;
}

}  // namespace covey::regions
