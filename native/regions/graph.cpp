#include "regions/graph.h"

#include <algorithm>
#include <numeric>

namespace covey::regions {

namespace {

template <typename Joined>
std::vector<std::int32_t> numbered_parts(Graph const& graph, Pulse& pulse, Joined joined) {
    std::vector<std::int32_t> found(graph.count, -1);
    std::vector<Area> waiting;
    std::int32_t number = 0;
    for (Area root = 0; root < graph.count; ++root) {
        if (found[root] >= 0) {
            continue;
        }
        found[root] = number;
        waiting.push_back(root);
        while (!waiting.empty()) {
            Area const v = waiting.back();
            waiting.pop_back();
            pulse.beat(1 + graph.degree(v));
            for (Area const u : graph.neighbours_of(v)) {
                if (found[u] < 0 && joined(u, v)) {
                    found[u] = number;
                    waiting.push_back(u);
                }
            }
        }
        ++number;
    }
    return found;
}

}  // namespace

Graph::Graph(Area count, Ints ends, Reals lengths, Pulse& pulse)
    : count(count),
      starts(static_cast<std::size_t>(count) + 1),
      neighbours(ends.size()),
      through(ends.size()),
      ends(ends.begin(), ends.end()),
      lengths(lengths.begin(), lengths.end()) {
    for (Area const v : ends) {
        ++starts[v + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::int64_t> filled(starts.begin(), starts.end() - 1);
    auto const put = [&](Area v, Area u, std::int32_t border) {
        auto const place = filled[v]++;
        neighbours[place] = u;
        through[place] = border;
    };
    // Borders are in ascending order. So the smaller neighbours of an area come first and in
    // order, and the larger ones after them in order as well.
    auto const borders = static_cast<std::int32_t>(lengths.size());
    for (std::int32_t e = 0; e < borders; ++e) {
        pulse.beat();
        put(ends[2 * e + 1], ends[2 * e], e);
    }
    for (std::int32_t e = 0; e < borders; ++e) {
        pulse.beat();
        put(ends[2 * e], ends[2 * e + 1], e);
    }
    auto const found = components(*this, pulse);
    parts = found.empty() ? 0 : 1 + *std::max_element(found.begin(), found.end());
}

std::vector<std::int32_t> components(Graph const& graph, Pulse& pulse) {
    return numbered_parts(graph, pulse, [](Area, Area) { return true; });
}

std::vector<std::int32_t> components_within(Graph const& graph, Ints labels, Pulse& pulse) {
    return numbered_parts(graph, pulse,
                          [labels](Area u, Area v) { return labels[u] == labels[v]; });
}

}  // namespace covey::regions
