#include "trees/check.h"

#include <algorithm>
#include <vector>

namespace covey::trees {

namespace {

constexpr std::int32_t no_records = -1;
constexpr std::int32_t mixed = -2;
constexpr std::int32_t no_parent = -2;

}  // namespace

std::int32_t first_misshapen(Ints parents, Ints order, Longs weights, Ints classes,
                             std::int32_t count, Pulse& pulse) {
    // The one class of all records below a node.
    std::vector<std::int32_t> only(parents.size(), no_records);
    for (std::size_t label = 0; label < weights.size(); ++label) {
        if (weights[label] > 0) {
            only[label] = classes[label];
        }
    }
    in_blocks(order.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto place = begin; place < end; ++place) {
            auto const node = order[order.size() - 1 - place];
            auto const parent = parents[node];
            if (parent < 0 || only[node] == no_records) {
                continue;
            }
            auto& above = only[parent];
            above = above == no_records || above == only[node] ? only[node] : mixed;
        }
    });
    // A class is made of the highest nodes that have nothing else: all of them must be children of
    // one node.
    std::vector<std::int32_t> above(static_cast<std::size_t>(count), no_parent);
    auto worst = count;
    for (auto const node : order) {
        auto const parent = parents[node];
        if (only[node] < 0 || (parent >= 0 && only[parent] != mixed)) {
            continue;
        }
        auto& own = above[only[node]];
        if (own == no_parent) {
            own = parent;
        } else if (own != parent) {
            worst = std::min(worst, only[node]);
        }
    }
    return worst == count ? -1 : worst;
}

}  // namespace covey::trees
