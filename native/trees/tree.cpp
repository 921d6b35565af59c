#include "trees/tree.h"

#include <algorithm>
#include <stdexcept>

namespace covey::trees {

std::vector<std::int32_t> top_down(Ints parents, Pulse& pulse) {
    auto const count = static_cast<std::int32_t>(parents.size());
    if (std::ranges::count(parents, no_node) != 1) {
        return {};
    }
    // Lists of children, the last number first, so that the stack gives the first one first.
    std::vector<std::int32_t> next(parents.size(), no_node);
    std::vector<std::int32_t> last(parents.size(), no_node);
    std::vector<std::int32_t> stack;
    for (std::int32_t node = 0; node < count; ++node) {
        if (parents[node] == no_node) {
            stack.push_back(node);
        } else {
            next[node] = last[parents[node]];
            last[parents[node]] = node;
        }
    }
    std::vector<std::int32_t> order;
    order.reserve(parents.size());
    while (!stack.empty()) {
        auto const node = stack.back();
        stack.pop_back();
        order.push_back(node);
        for (auto child = last[node]; child != no_node; child = next[child]) {
            stack.push_back(child);
        }
        pulse.beat();
    }
    return order;
}

std::vector<std::int64_t> weights_of_nodes(Ints parents, Ints order, Longs weights, Pulse& pulse) {
    std::vector<std::int64_t> sums(parents.size(), 0);
    std::ranges::copy(weights, sums.begin());
    in_blocks(order.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto place = begin; place < end; ++place) {
            auto const node = order[order.size() - 1 - place];
            if (parents[node] != no_node) {
                sums[parents[node]] += sums[node];
            }
        }
    });
    return sums;
}

Tree::Tree(Ints parents_, Longs weights, Pulse& pulse)
    : parents(parents_), labels(weights.size()), order(top_down(parents_, pulse)) {
    if (order.size() != parents.size()) {
        throw std::invalid_argument("parents must be a tree: one root, and all others below it.");
    }
    weight = weights_of_nodes(parents, order, weights, pulse);
    first.assign(size() + 1, 0);
    auto const has_place = [&](std::size_t node) {
        return parents[node] != no_node && weight[node] > 0;
    };
    for (std::size_t node = 0; node < size(); ++node) {
        if (has_place(node)) {
            ++first[parents[node] + 1];
        }
    }
    for (std::size_t node = 0; node < size(); ++node) {
        first[node + 1] += first[node];
    }
    child.resize(first[size()]);
    auto free = first;
    for (std::size_t node = 0; node < size(); ++node) {
        if (has_place(node)) {
            child[free[parents[node]]++] = static_cast<std::int32_t>(node);
        }
    }
}

}  // namespace covey::trees
