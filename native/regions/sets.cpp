#include "regions/sets.h"

namespace covey::regions {

ConnectedSets connected_sets(Graph const& graph, Longs weights, std::int64_t k, std::int64_t most,
                             Longs second, std::int64_t at_least, Effort const& effort,
                             Pulse& pulse) {
    ConnectedSets found;
    Mask taken(graph.count);
    Mask left(graph.count);
    std::vector<Area> decided;
    std::vector<Area> inside;
    // From which member on to look for neighbours: those before have none that is undecided.
    std::vector<std::int32_t> looked;
    std::int64_t steps = 0;
    for (Area root = 0; root < graph.count; ++root) {
        // All decisions for the root before are undone, and it is in no set from here on.
        if (root > 0) {
            taken[root - 1] = 0;
            left[root - 1] = 1;
        }
        taken[root] = 1;
        inside.assign(1, root);
        decided.clear();
        looked.assign(1, 0);
        auto weight = weights[root];
        auto reached = second[root];
        pulse.beat();
        if (weight > most) {
            continue;
        }
        bool fresh = true;
        for (;;) {
            auto const before = steps++;
            if (steps > effort.steps || std::ssize(found.weights) > effort.sets ||
                std::ssize(found.areas) > effort.members) {
                found.complete = false;
                return found;
            }
            if (fresh && weight >= k && reached >= at_least) {
                found.areas.insert(found.areas.end(), inside.begin(), inside.end());
                found.starts.push_back(std::ssize(found.areas));
                found.weights.push_back(weight);
            }
            Area next = -1;
            auto place = looked.back();
            while (place < std::ssize(inside) && next < 0) {
                for (Area const u : graph.neighbours_of(inside[place])) {
                    ++steps;
                    if (!taken[u] && !left[u]) {
                        next = u;
                        break;
                    }
                }
                place += next < 0;
            }
            pulse.beat(steps - before);
            if (next >= 0) {
                decided.push_back(next);
                looked.push_back(place);
                fresh = weight + weights[next] <= most;
                if (fresh) {
                    taken[next] = 1;
                    inside.push_back(next);
                    weight += weights[next];
                    reached += second[next];
                } else {
                    left[next] = 1;
                }
                continue;
            }
            // Nothing left to decide: what was taken last is left instead.
            while (!decided.empty() && left[decided.back()]) {
                left[decided.back()] = 0;
                decided.pop_back();
                looked.pop_back();
            }
            if (decided.empty()) {
                break;
            }
            Area const last = decided.back();
            taken[last] = 0;
            left[last] = 1;
            inside.pop_back();
            weight -= weights[last];
            reached -= second[last];
            fresh = false;
        }
    }
    return found;
}

}  // namespace covey::regions
