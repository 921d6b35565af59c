#include "trees/taxonomy.h"

#include <algorithm>
#include <stdexcept>

#include "trees/chains.h"
#include "trees/tree.h"

namespace covey::trees {

Taxonomy::Taxonomy(Ints parents, std::size_t labels, bool ordered, Pulse& pulse)
    : ordered_(ordered),
      parents_(parents.begin(), parents.end()),
      depth_(parents.size(), 0),
      begin_(parents.size(), 0),
      end_(parents.size(), 0) {
    auto const order = top_down(parents, pulse);
    if (order.size() != parents.size()) {
        throw std::invalid_argument("parents must be a tree: one root, and all others below it.");
    }
    if (ordered && !is_in_order(parents, order, labels)) {
        throw std::invalid_argument("labels must be numbered along the tree.");
    }
    for (auto const node : order) {
        pulse.beat();
        begin_[node] = static_cast<std::int32_t>(labels_.size());
        if (static_cast<std::size_t>(node) < labels) {
            labels_.push_back(node);
        }
        if (parents[node] != no_node) {
            depth_[node] = depth_[parents[node]] + 1;
        }
    }
    for (std::size_t node = 0; node < parents.size(); ++node) {
        end_[node] = begin_[node] + (node < labels ? 1 : 0);
    }
    for (auto place = order.size(); place-- > 1;) {
        pulse.beat();
        auto const node = order[place];
        end_[parents[node]] = std::max(end_[parents[node]], end_[node]);
    }
    if (ordered) {
        number_along(order, pulse);
    }
}

void Taxonomy::number_along(Ints order, Pulse& pulse) {
    // Labels are in order by their numbers; a node has those from its least one on.
    auto const count = static_cast<std::int32_t>(labels_.size());
    for (auto const node : order) {
        auto const many = end_[node] - begin_[node];
        pulse.beat(1 + many);
        auto const own = below(node);
        begin_[node] = many > 0 ? *std::ranges::min_element(own) : count;
        end_[node] = begin_[node] + many;
    }
    std::ranges::sort(labels_, [&pulse](std::int32_t a, std::int32_t b) {
        pulse.beat();
        return a < b;
    });
}

std::int32_t Taxonomy::above(Ints labels, Pulse& pulse) const {
    auto node = labels.front();
    for (auto const label : labels.subspan(1)) {
        pulse.beat();
        auto const place = begin_[label];
        while (place < begin_[node] || place >= end_[node]) {
            node = parents_[node];
        }
    }
    return node;
}

std::int32_t Taxonomy::child(std::int32_t node, std::int32_t label, Pulse& pulse) const {
    auto found = label;
    while (found != node && parents_[found] != node) {
        pulse.beat();
        found = parents_[found];
    }
    return found;
}

std::pair<std::int32_t, std::int32_t> Taxonomy::ends(std::int32_t node, Ints labels,
                                                     Pulse& pulse) const {
    auto const [first, last] = std::ranges::minmax(labels);
    return {child(node, first, pulse), child(node, last, pulse)};
}

std::int64_t Taxonomy::hull_size(Ints labels, Pulse& pulse) const {
    auto const node = above(labels, pulse);
    if (ordered_) {
        auto const [first, last] = ends(node, labels, pulse);
        return end_[last] - begin_[first];
    }
    std::int64_t size = 0;
    std::int32_t last = no_node;
    std::vector<std::int32_t> seen;
    for (auto const label : labels) {
        // Neighbours are often below one child.
        if (last != no_node && begin_[last] <= begin_[label] && begin_[label] < end_[last]) {
            continue;
        }
        last = child(node, label, pulse);
        seen.push_back(last);
    }
    std::ranges::sort(seen);
    auto const [from, to] = std::ranges::unique(seen);
    seen.erase(from, to);
    for (auto const each : seen) {
        size += end_[each] - begin_[each];
    }
    return size;
}

void Taxonomy::hull(Ints labels, std::vector<std::int32_t>& found, Pulse& pulse) const {
    auto const node = above(labels, pulse);
    if (ordered_) {
        auto const [first, last] = ends(node, labels, pulse);
        auto const own = between(first, last);
        found.insert(found.end(), own.begin(), own.end());
        return;
    }
    std::vector<std::int32_t> seen;
    for (auto const label : labels) {
        seen.push_back(child(node, label, pulse));
    }
    std::ranges::sort(seen);
    auto const [from, to] = std::ranges::unique(seen);
    seen.erase(from, to);
    auto const start = static_cast<std::ptrdiff_t>(found.size());
    for (auto const each : seen) {
        auto const own = below(each);
        found.insert(found.end(), own.begin(), own.end());
    }
    std::sort(found.begin() + start, found.end());
}

}  // namespace covey::trees
