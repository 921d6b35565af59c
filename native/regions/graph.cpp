#include "regions/graph.h"

#include <algorithm>
#include <iterator>

#include "core/roomy.h"

namespace covey::regions {

namespace {

template <typename Joined>
std::vector<std::int32_t> numbered_parts(Graph const& graph, Pulse& pulse, Joined joined) {
    auto found = copies_of<std::int32_t>(-1, graph.count, pulse);
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

Graph::Graph(Area count, Ints ends, Reals lengths, Pulse& pulse) : count(count) {
    auto const areas = static_cast<std::size_t>(count);
    auto const sides = std::ssize(ends);
    starts = copies_of<std::int64_t>(0, areas + 1, pulse);
    neighbours = copies_of<Area>(0, ends.size(), pulse);
    through = copies_of<std::int32_t>(0, ends.size(), pulse);
    this->ends.assign(ends.begin(), ends.end());
    pulse.beat(sides);
    this->lengths.assign(lengths.begin(), lengths.end());
    pulse.beat(sides);
    in_blocks(ends.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto side = begin; side < end; ++side) {
            ++starts[ends[side] + 1];
        }
    });
    in_blocks(areas, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto v = begin; v < end; ++v) {
            starts[v + 1] += starts[v];
        }
    });
    std::vector<std::int64_t> filled;
    filled.reserve(areas);
    in_blocks(areas, pulse, [&](std::size_t begin, std::size_t end) {
        filled.insert(filled.end(), starts.begin() + begin, starts.begin() + end);
    });
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
