#include "trees/star.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace covey::trees {

namespace {

// Numbers of bins below the largest possible one that are tried.
constexpr std::int64_t tries = 3;

// The lightest bin, of equal ones the first.
using Level = std::pair<std::int64_t, std::int32_t>;
using Levels = std::priority_queue<Level, std::vector<Level>, std::greater<>>;

// The light children from ``begin`` on, heaviest first, each to the lightest of the bins.
void deal(Star const& star, std::size_t begin, Levels levels, Plan& plan) {
    for (auto i = begin; i < star.light.size(); ++i) {
        auto const [level, bin] = levels.top();
        levels.pop();
        plan.bin[i] = bin;
        levels.emplace(level + star.light[i], bin);
    }
}

// Bins that are full, one after the other; from ``left`` on the children are left over.
struct Filled {
    Plan plan;
    std::vector<std::int64_t> loads;
    std::size_t left = 0;
};

Filled filled(Star const& star, std::int64_t k) {
    Filled found;
    found.plan.bin.assign(star.light.size(), none);
    std::int64_t load = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < star.light.size(); ++i) {
        load += star.light[i];
        if (load >= k) {
            auto const bin = static_cast<std::int32_t>(found.loads.size());
            std::fill(found.plan.bin.begin() + static_cast<std::ptrdiff_t>(begin),
                      found.plan.bin.begin() + static_cast<std::ptrdiff_t>(i) + 1, bin);
            found.loads.push_back(load);
            begin = i + 1;
            load = 0;
        }
    }
    found.left = begin;
    found.plan.absorber.assign(found.loads.size(), none);
    return found;
}

Plan left_to_bin(Filled const& base, std::int32_t bin) {
    auto plan = base.plan;
    std::fill(plan.bin.begin() + static_cast<std::ptrdiff_t>(base.left), plan.bin.end(), bin);
    return plan;
}

Plan left_to_heavy(Filled const& base, std::int32_t heavy) {
    auto plan = left_to_bin(base, static_cast<std::int32_t>(base.loads.size()));
    plan.absorber.push_back(heavy);
    return plan;
}

// The best plan so far.
struct Choice {
    Star const& star;
    Aim const& aim;
    Plan best;
    bool found = false;

    void consider(Plan plan) {
        weigh(star, plan);
        if (!found || aim.prefers(plan, best)) {
            best = std::move(plan);
            found = true;
        }
    }
};

void consider_two(Filled const& base, Choice& choice) {
    if (base.left == base.plan.bin.size()) {
        choice.consider(base.plan);
        return;
    }
    if (!base.loads.empty()) {
        auto const lightest = std::ranges::min_element(base.loads) - base.loads.begin();
        choice.consider(left_to_bin(base, static_cast<std::int32_t>(lightest)));
    }
    if (!choice.star.heavy.empty()) {
        choice.consider(left_to_heavy(base, 0));
    }
}

// What is left over, spread over several bins or heavy children.
void consider_spread(Filled const& base, Choice& choice) {
    auto const& star = choice.star;
    auto const left = base.plan.bin.size() - base.left;
    if (left == 0) {
        return;
    }
    if (base.loads.size() > 1) {
        Levels levels;
        for (std::size_t bin = 0; bin < base.loads.size(); ++bin) {
            levels.emplace(base.loads[bin], static_cast<std::int32_t>(bin));
        }
        auto plan = base.plan;
        deal(star, base.left, std::move(levels), plan);
        choice.consider(std::move(plan));
    }
    if (left > 1 && star.heavy.size() > 1) {
        auto plan = base.plan;
        Levels levels;
        auto const few = std::min(left, star.heavy.size());
        for (std::size_t i = 0; i < few; ++i) {
            levels.emplace(star.heavy[i], static_cast<std::int32_t>(base.loads.size() + i));
        }
        deal(star, base.left, std::move(levels), plan);
        // Only the heavy children that got something have a bin.
        std::vector<std::int32_t> number(few, none);
        for (auto i = base.left; i < plan.bin.size(); ++i) {
            auto& own = number[static_cast<std::size_t>(plan.bin[i]) - base.loads.size()];
            if (own == none) {
                own = static_cast<std::int32_t>(plan.absorber.size());
                plan.absorber.push_back(plan.bin[i] - static_cast<std::int32_t>(base.loads.size()));
            }
            plan.bin[i] = own;
        }
        choice.consider(std::move(plan));
    }
}

// All that is left over to the heavy child whose squares grow least.
void consider_cheapest(Filled const& base, Choice& choice) {
    auto const& star = choice.star;
    if (base.left == base.plan.bin.size() || star.heavy.empty()) {
        return;
    }
    auto const left = std::accumulate(star.light.begin() + static_cast<std::ptrdiff_t>(base.left),
                                      star.light.end(), std::int64_t{0});
    auto const rank = [&](std::size_t i) {
        auto const size = star.heavy[i] + left;
        auto const over = choice.aim.quadratic ? 0 : std::max(choice.aim.cap, size);
        return std::pair(over, Wide{size} * size - star.squares[i]);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < star.heavy.size(); ++i) {
        if (rank(i) < rank(best)) {
            best = i;
        }
    }
    choice.consider(left_to_heavy(base, static_cast<std::int32_t>(best)));
}

// As many equal bins as may be, without heavy children.
void consider_dealt(Choice& choice) {
    auto const& star = choice.star;
    auto const most = star.total_light / choice.aim.k;
    for (auto count = most; count > 0 && count > most - tries; --count) {
        Levels levels;
        for (std::int32_t bin = 0; bin < count; ++bin) {
            levels.emplace(0, bin);
        }
        Plan plan;
        plan.bin.assign(star.light.size(), none);
        plan.absorber.assign(static_cast<std::size_t>(count), none);
        deal(star, 0, std::move(levels), plan);
        std::vector<std::int64_t> loads(static_cast<std::size_t>(count), 0);
        for (std::size_t i = 0; i < star.light.size(); ++i) {
            loads[plan.bin[i]] += star.light[i];
        }
        if (*std::ranges::min_element(loads) >= choice.aim.k) {
            choice.consider(std::move(plan));
            return;
        }
    }
}

// For every number m of bins, j + 1 of the j m + 1 heaviest share one; and one reaches the average.
std::int64_t crowded(Star const& star, std::int64_t most) {
    std::vector<std::int64_t> sums(star.light.size() + 1, 0);
    std::partial_sum(star.light.begin(), star.light.end(), sums.begin() + 1);
    auto const count = static_cast<std::int64_t>(star.light.size());
    std::int64_t least = 0;
    for (auto m = most; m > 0; --m) {
        auto reached = (star.total_light + m - 1) / m;
        if (m < most && least <= reached) {
            break;  // fewer bins only raise the average
        }
        for (std::int64_t j = 1; j * m < count; ++j) {
            reached = std::max(reached, sums[j * m + 1] - sums[j * m - j]);
        }
        least = m == most ? reached : std::min(least, reached);
    }
    return least;
}

}  // namespace

void Star::set(Tree const& tree, std::int32_t node, std::int64_t k,
               std::vector<Wide> const& least) {
    light_nodes.clear();
    heavy_nodes.clear();
    for (auto const child : tree.children(node)) {
        (tree.weight[child] < k ? light_nodes : heavy_nodes).push_back(child);
    }
    auto const& weight = tree.weight;
    std::ranges::sort(light_nodes, [&](auto a, auto b) {
        return std::pair(-weight[a], a) < std::pair(-weight[b], b);
    });
    std::ranges::sort(heavy_nodes, [&](auto a, auto b) {
        return std::pair(weight[a], a) < std::pair(weight[b], b);
    });
    auto const weigh_all = [&](auto const& nodes, auto& weights) {
        weights.clear();
        for (auto const each : nodes) {
            weights.push_back(weight[each]);
        }
    };
    weigh_all(light_nodes, light);
    weigh_all(heavy_nodes, heavy);
    squares.clear();
    for (auto const each : heavy_nodes) {
        squares.push_back(least.empty() ? Wide{weight[each]} * weight[each] : least[each]);
    }
    total_light = std::accumulate(light.begin(), light.end(), std::int64_t{0});
}

void weigh(Star const& star, Plan& plan) {
    std::vector<std::int64_t> loads(plan.absorber.size(), 0);
    plan.largest = 0;
    plan.squares = 0;
    for (std::size_t bin = 0; bin < loads.size(); ++bin) {
        if (plan.absorber[bin] != none) {
            loads[bin] = star.heavy[plan.absorber[bin]];
            plan.squares -= star.squares[plan.absorber[bin]];
        }
    }
    for (std::size_t i = 0; i < plan.bin.size(); ++i) {
        loads[plan.bin[i]] += star.light[i];
    }
    for (auto const load : loads) {
        plan.largest = std::max(plan.largest, load);
        plan.squares += Wide{load} * load;
    }
}

bool Aim::prefers(Plan const& left, Plan const& right) const {
    if (quadratic) {
        return std::tie(left.squares, left.largest) < std::tie(right.squares, right.largest);
    }
    return std::pair(std::max(cap, left.largest), left.squares) <
           std::pair(std::max(cap, right.largest), right.squares);
}

std::int64_t least_largest(Star const& star, std::int64_t k) {
    if (star.light.empty()) {
        return 0;
    }
    auto const lightest = star.light.back();
    auto const most = star.total_light / k;
    // Light bins hold most * cap together, and heavy children what they lack to the cap, if that is
    // enough for one light child at all.
    auto const has_room = [&](std::int64_t cap) {
        auto room = Wide{most} * cap;
        for (auto const heavy : star.heavy) {
            if (heavy > cap - lightest) {
                break;
            }
            room += cap - heavy;
        }
        return room >= star.total_light;
    };
    auto low = k - 1;
    auto high = star.total_light + (star.heavy.empty() ? 0 : star.heavy.front());
    while (high - low > 1) {
        auto const middle = low + (high - low) / 2;
        (has_room(middle) ? high : low) = middle;
    }
    if (most == 0) {
        return std::max(high, star.heavy.front() + star.light.front());
    }
    auto const alone = crowded(star, most);
    if (star.heavy.empty()) {
        return std::max(high, alone);
    }
    return std::max(high, std::min(alone, star.heavy.front() + lightest));
}

Plan two(Star const& star, Aim const& aim) {
    Choice choice{star, aim, {}};
    consider_two(filled(star, aim.k), choice);
    return std::move(choice.best);
}

Plan many(Star const& star, Aim const& aim) {
    Choice choice{star, aim, {}};
    auto const base = filled(star, aim.k);
    consider_two(base, choice);
    consider_spread(base, choice);
    consider_cheapest(base, choice);
    consider_dealt(choice);
    return std::move(choice.best);
}

}  // namespace covey::trees
