#include "cells/nesting.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "core/runs.h"

namespace covey::cells {

namespace {

constexpr std::int32_t none = -1;

// The borders between two regions: how long they are together, and the longest of them.
struct Border {
    double length;
    double longest;
    std::int32_t edge;

    void add(Border const& other) {
        length += other.length;
        if (std::tie(other.longest, edge) > std::tie(longest, other.edge)) {
            longest = other.longest;
            edge = other.edge;
        }
    }
};

// A region and its two parts; areas come first and have none.
struct Region {
    std::int32_t first = none;
    std::int32_t second = none;
    std::int32_t edge = none;
    std::int32_t low = 0;
    std::int32_t high = 0;
};

class Joining {
public:
    Joining(std::int32_t areas, Ints ends, std::span<double const> lengths, Longs weights,
            Ints groups, Pulse& pulse)
        : regions(areas),
          around_(areas),
          region_(areas),
          weight_(areas),
          group_(groups.begin(), groups.end()) {
        double total = 0.0;
        for (auto const weight : weights) {
            total += static_cast<double>(weight);
        }
        // Areas without records weigh something, too, or many of them would make one region.
        auto const least = std::max(total, 1.0) / std::max(areas, 1);
        for (std::int32_t v = 0; v < areas; ++v) {
            region_[v] = v;
            weight_[v] = static_cast<double>(weights[v]) + least;
        }
        double longest = 0.0;
        for (auto const length : lengths) {
            longest = std::max(longest, length);
        }
        // Corners and bridges have no length, but are better than nothing.
        auto const tiny = longest > 0.0 ? longest * 1e-6 : 1.0;
        for (std::size_t e = 0; e < lengths.size(); ++e) {
            pulse.beat();
            auto const a = ends[2 * e];
            auto const b = ends[2 * e + 1];
            Border const own{lengths[e] + tiny, lengths[e], static_cast<std::int32_t>(e)};
            around_[a].emplace(b, own);
            around_[b].emplace(a, own);
        }
    }

    // Join regions, of one group only or any, the lightest first.
    void join(bool within, Pulse& pulse) {
        using Next = std::tuple<double, std::int32_t, std::int32_t>;
        std::priority_queue<Next, std::vector<Next>, std::greater<>> waiting;
        for (std::int32_t v = 0; v < static_cast<std::int32_t>(region_.size()); ++v) {
            if (region_[v] != none) {
                waiting.emplace(weight_[v], region_[v], v);
            }
        }
        while (!waiting.empty()) {
            auto const [weight, region, v] = waiting.top();
            waiting.pop();
            pulse.beat(1 + static_cast<std::int64_t>(around_[v].size()));
            if (region_[v] != region) {
                continue;  // It was joined since.
            }
            auto const other = neighbour(v, within);
            if (other == none) {
                continue;
            }
            auto const kept = unite(v, other, pulse);
            waiting.emplace(weight_[kept], region_[kept], kept);
        }
    }

    std::vector<Region> regions;

private:
    // By the number under which a region is kept: its neighbours, its number among all regions
    // (none if it is part of another), its weight and its group.
    std::vector<std::unordered_map<std::int32_t, Border>> around_;
    std::vector<std::int32_t> region_;
    std::vector<double> weight_;
    std::vector<std::int32_t> group_;

    // Of equal ones the region that is older. The order of the map does not matter.
    std::int32_t neighbour(std::int32_t v, bool within) const {
        auto best = none;
        auto least = std::numeric_limits<double>::infinity();
        for (auto const& [other, border] : around_[v]) {
            if (within && group_[other] != group_[v]) {
                continue;
            }
            auto const cost = (weight_[v] + weight_[other]) / border.length;
            if (best == none || cost < least || (cost == least && region_[other] < region_[best])) {
                best = other;
                least = cost;
            }
        }
        return best;
    }

    // The smaller list of neighbours goes into the larger one: together that takes n log n steps.
    std::int32_t unite(std::int32_t one, std::int32_t other, Pulse& pulse) {
        auto const [kept, gone] = around_[one].size() < around_[other].size()
                                      ? std::pair(other, one)
                                      : std::pair(one, other);
        auto const between = around_[kept].at(gone);
        auto const first = std::min(region_[kept], region_[gone]);
        auto const second = std::max(region_[kept], region_[gone]);
        regions.push_back({first, second, between.edge, 0, 0});
        around_[kept].erase(gone);
        pulse.beat(static_cast<std::int64_t>(around_[gone].size()));
        for (auto const& [third, border] : around_[gone]) {
            if (third == kept) {
                continue;
            }
            around_[third].erase(gone);
            for (auto const& [of, to] : {std::pair(kept, third), std::pair(third, kept)}) {
                auto const [at, fresh] = around_[of].try_emplace(to, border);
                if (!fresh) {
                    at->second.add(border);
                }
            }
        }
        around_[gone] = {};
        region_[gone] = none;
        region_[kept] = static_cast<std::int32_t>(regions.size()) - 1;
        weight_[kept] += weight_[gone];
        return kept;
    }
};

// Number the areas so that every region is a run; the area of every number.
std::vector<std::int32_t> number_areas(std::vector<Region>& regions, std::int32_t areas,
                                       Pulse& pulse) {
    std::vector<bool> inside(regions.size(), false);
    for (auto const& region : regions) {
        if (region.first != none) {
            inside[region.first] = inside[region.second] = true;
        }
    }
    std::vector<std::int32_t> found;
    found.reserve(areas);
    std::vector<std::int32_t> stack;
    for (std::size_t top = 0; top < regions.size(); ++top) {
        if (inside[top]) {
            continue;
        }
        stack.push_back(static_cast<std::int32_t>(top));
        while (!stack.empty()) {
            pulse.beat();
            auto const own = stack.back();
            stack.pop_back();
            if (own < areas) {
                regions[own].low = static_cast<std::int32_t>(found.size());
                regions[own].high = regions[own].low + 1;
                found.push_back(own);
            } else {
                stack.push_back(regions[own].second);
                stack.push_back(regions[own].first);
            }
        }
    }
    // Parts stand before the region that has them.
    for (auto& region : regions) {
        if (region.first != none) {
            region.low = regions[region.first].low;
            region.high = regions[region.second].high;
        }
    }
    return found;
}

}  // namespace

Nesting::Nesting(Ints leaf, Ints split, Ints low, Ints high, Longs measure, Pulse& pulse)
    : leaf_(leaf.begin(), leaf.end()),
      split_(split.begin(), split.end()),
      low_(low.begin(), low.end()),
      high_(high.begin(), high.end()),
      sums_(measure.size() + 1, 0) {
    auto const n = static_cast<std::int64_t>(leaf_.size());
    // Room for all rows at once: to move them would take longer than to fill them.
    longest_.reserve(leaf_.size() * static_cast<std::size_t>(std::bit_width(leaf_.size())));
    longest_.assign(n, none);
    std::vector<bool> seen(n, false);
    for (std::int64_t p = 0; p < n; ++p) {
        pulse.beat();
        bool fits = 0 <= low_[p] && low_[p] < high_[p] && high_[p] <= n && !seen[leaf_[p]];
        if (split_[p] >= 0) {
            fits =
                fits && low_[p] < split_[p] && split_[p] < high_[p] && longest_[split_[p]] == none;
        }
        if (!fits) {
            throw std::invalid_argument("The regions of a nesting must be runs of its areas.");
        }
        seen[leaf_[p]] = true;
        if (split_[p] >= 0) {
            longest_[split_[p]] = static_cast<std::int32_t>(p);
        }
    }
    for (std::int64_t i = 0; i < n; ++i) {
        sums_[i + 1] = sums_[i] + measure[i];
    }
    add_longer_runs(longest_, [this](auto one, auto other) { return longer(one, other); }, pulse);
}

std::int32_t Nesting::longer(std::int32_t one, std::int32_t other) const {
    if (one == none || other == none) {
        return std::max(one, other);
    }
    return high_[one] - low_[one] >= high_[other] - low_[other] ? one : other;
}

std::int32_t Nesting::edge_between(std::int32_t low, std::int32_t high) const {
    return best_of_run(longest_, leaf_.size(), low + 1, high,
                       [this](auto one, auto other) { return longer(one, other); });
}

double Nesting::share(std::int32_t low, std::int32_t high) const {
    if (low == high || sums_.back() == 0) {
        return 0.0;
    }
    auto const edge = edge_between(low, high);
    auto const own = sums_[high_[edge]] - sums_[low_[edge]];
    return static_cast<double>(own) / static_cast<double>(sums_.back());
}

NestedTree nested(std::int32_t areas, Ints ends, std::span<double const> lengths, Longs weights,
                  Ints groups, Pulse& pulse) {
    Joining joining(areas, ends, lengths, weights, groups, pulse);
    joining.join(true, pulse);
    joining.join(false, pulse);
    auto& regions = joining.regions;
    auto const area_of = number_areas(regions, areas, pulse);
    // The borders that join are a tree: every area has those that it is an end of.
    struct Step {
        std::int32_t area;
        std::int32_t region;
    };
    std::vector<std::vector<Step>> next(areas);
    std::vector<Region const*> top(areas, nullptr);
    for (std::size_t r = areas; r < regions.size(); ++r) {
        pulse.beat();
        auto const a = ends[2 * static_cast<std::size_t>(regions[r].edge)];
        auto const b = ends[2 * static_cast<std::size_t>(regions[r].edge) + 1];
        next[a].push_back({b, static_cast<std::int32_t>(r)});
        next[b].push_back({a, static_cast<std::int32_t>(r)});
        // The last region that begins with an area is the largest.
        top[area_of[regions[r].low]] = &regions[r];
    }
    NestedTree found;
    for (auto* field : {&found.order, &found.parent, &found.end, &found.leaf, &found.split,
                        &found.low, &found.high}) {
        field->reserve(areas);
    }
    struct Visit {
        std::int32_t area;
        std::int32_t parent;
        std::int32_t region;
    };
    std::vector<bool> seen(areas, false);
    std::vector<Visit> stack;
    for (auto const root : area_of) {
        if (seen[root]) {
            continue;
        }
        stack.push_back({root, none, none});
        while (!stack.empty()) {
            pulse.beat();
            auto const [area, parent, region] = stack.back();
            stack.pop_back();
            seen[area] = true;
            auto const place = static_cast<std::int32_t>(found.order.size());
            found.order.push_back(area);
            found.parent.push_back(parent);
            found.end.push_back(place + 1);
            found.leaf.push_back(regions[area].low);
            if (region != none) {
                auto const& own = regions[region];
                found.split.push_back(regions[own.second].low);
                found.low.push_back(own.low);
                found.high.push_back(own.high);
            } else {
                auto const& own = top[area] ? *top[area] : regions[area];
                found.split.push_back(none);
                found.low.push_back(own.low);
                found.high.push_back(own.high);
            }
            for (auto const& step : next[area]) {
                if (!seen[step.area]) {
                    stack.push_back({step.area, place, step.region});
                }
            }
        }
    }
    for (auto p = areas; p-- > 0;) {
        if (found.parent[p] >= 0) {
            found.end[found.parent[p]] = std::max(found.end[found.parent[p]], found.end[p]);
        }
    }
    return found;
}

}  // namespace covey::cells
