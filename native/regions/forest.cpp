#include "regions/forest.h"

#include <algorithm>

namespace covey::regions {

namespace {

// An area with more neighbours takes the first unvisited one, so that a hub costs no square.
constexpr std::int64_t many_neighbours = 64;

}  // namespace

Mask depth_first(Graph const& graph, Pulse& pulse) {
    Mask chosen(graph.borders());
    Mask visited(graph.count);
    std::vector<std::int32_t> free(graph.count);
    for (Area v = 0; v < graph.count; ++v) {
        free[v] = static_cast<std::int32_t>(graph.degree(v));
    }
    std::vector<std::int64_t> first(graph.starts.begin(), graph.starts.end() - 1);
    std::vector<Area> stack;
    auto const visit = [&](Area v) {
        visited[v] = 1;
        for (Area const u : graph.neighbours_of(v)) {
            --free[u];
        }
        stack.push_back(v);
        pulse.beat(1 + graph.degree(v));
    };
    for (Area root = 0; root < graph.count; ++root) {
        if (visited[root]) {
            continue;
        }
        visit(root);
        while (!stack.empty()) {
            Area const v = stack.back();
            auto const end = graph.starts[v + 1];
            while (first[v] < end && visited[graph.neighbours[first[v]]]) {
                ++first[v];
            }
            if (first[v] == end) {
                stack.pop_back();
                continue;
            }
            auto best = first[v];
            if (graph.degree(v) <= many_neighbours) {
                for (auto place = first[v] + 1; place < end; ++place) {
                    Area const u = graph.neighbours[place];
                    if (!visited[u] && free[u] < free[graph.neighbours[best]]) {
                        best = place;
                    }
                }
            }
            chosen[graph.through[best]] = 1;
            visit(graph.neighbours[best]);
        }
    }
    return chosen;
}

std::vector<std::int32_t> degrees(Graph const& graph, Mask const& chosen) {
    std::vector<std::int32_t> found(graph.count);
    for (std::int64_t e = 0; e < graph.borders(); ++e) {
        found[graph.ends[2 * e]] += chosen[e];
        found[graph.ends[2 * e + 1]] += chosen[e];
    }
    return found;
}

Rooted rooted(Graph const& graph, Mask const& chosen, Pulse& pulse) {
    constexpr Area unknown = -2;
    Rooted found{{}, std::vector<Area>(graph.count, unknown)};
    auto& [order, parent] = found;
    order.reserve(graph.count);
    auto const degree = degrees(graph, chosen);
    for (int const wanted : {1, 0}) {
        for (Area root = 0; root < graph.count; ++root) {
            if (parent[root] != unknown || degree[root] != wanted) {
                continue;
            }
            parent[root] = -1;
            auto head = order.size();
            order.push_back(root);
            while (head < order.size()) {
                Area const v = order[head++];
                pulse.beat(1 + graph.degree(v));
                for (auto place = graph.starts[v]; place < graph.starts[v + 1]; ++place) {
                    Area const u = graph.neighbours[place];
                    if (chosen[graph.through[place]] && parent[u] == unknown) {
                        parent[u] = v;
                        order.push_back(u);
                    }
                }
            }
        }
    }
    return found;
}

bool spans(Graph const& graph, Mask const& chosen, Rooted const& tree) {
    // So many borders reach every area only if none of them closes a cycle.
    auto const roots = std::count(tree.parent.begin(), tree.parent.end(), -1);
    return std::ssize(tree.order) == graph.count && roots == graph.parts &&
           std::count(chosen.begin(), chosen.end(), 1) == graph.count - roots;
}

std::vector<Area> cut(Rooted const& tree, Longs weights, std::int64_t k, Longs second,
                      std::int64_t at_least) {
    auto const& [order, parent] = tree;
    std::vector<std::int64_t> open(weights.begin(), weights.end());
    std::vector<std::int64_t> open_second(second.begin(), second.end());
    Mask closed(order.size());
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
        Area const v = *at;
        if (open[v] >= k && open_second[v] >= at_least) {
            closed[v] = 1;
        } else if (parent[v] >= 0) {
            open[parent[v]] += open[v];
            open_second[parent[v]] += open_second[v];
        }
    }
    std::vector<Area> piece(order.size());
    for (Area const v : order) {
        piece[v] = closed[v] || parent[v] < 0 ? v : piece[parent[v]];
    }
    // A root whose piece is not closed hands its areas to the lightest piece below.
    std::vector<Area> lightest(order.size(), -1);
    for (Area const v : order) {
        if (!closed[v] || parent[v] < 0) {
            continue;
        }
        Area const above = piece[parent[v]];
        if (!closed[above] && (lightest[above] < 0 || open[v] < open[lightest[above]])) {
            lightest[above] = v;
        }
    }
    for (Area& own : piece) {
        if (!closed[own]) {
            own = lightest[own];
        }
    }
    return piece;
}

}  // namespace covey::regions
