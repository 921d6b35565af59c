#include "trees/subsets.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace covey::trees {

namespace {

constexpr Wide no_way = std::numeric_limits<Wide>::max();

std::vector<std::int64_t> weights_of_subsets(Star const& star) {
    std::vector<std::int64_t> weights(std::size_t{1} << star.light.size(), 0);
    for (std::size_t set = 1; set < weights.size(); ++set) {
        auto const low = std::countr_zero(set);
        weights[set] = weights[set & (set - 1)] + star.light[low];
    }
    return weights;
}

// The heavy children that can be worth it: at most as many as there are light ones absorb, so a
// heavy child is out if that many others are no heavier and save no more squares. For the largest
// bin the lightest ones are enough, which are the first.
std::vector<std::int32_t> worth_it(Star const& star, bool squares) {
    std::vector<std::int32_t> found;
    std::vector<Wide> smallest;
    for (std::size_t i = 0; i < star.heavy.size(); ++i) {
        auto const lost = squares ? Wide{star.heavy[i]} * star.heavy[i] - star.squares[i] : Wide{0};
        if (smallest.size() == star.light.size()) {
            if (smallest.front() <= lost) {
                continue;
            }
            std::ranges::pop_heap(smallest);
            smallest.pop_back();
        }
        smallest.push_back(lost);
        std::ranges::push_heap(smallest);
        found.push_back(static_cast<std::int32_t>(i));
    }
    return found;
}

// The least cost of all ways to put every light child into a bin. alone(weight) and with(heavy,
// weight) are what a bin costs, or no_way; together(a, b) is what two of them cost.
template <typename Alone, typename With, typename Together>
std::optional<Plan> cheapest(Star const& star, std::vector<std::int32_t> const& heavy, Alone alone,
                             With with, Together together, Pulse& pulse) {
    auto const weights = weights_of_subsets(star);
    auto const all = weights.size() - 1;
    std::vector<Wide> cost(all + 1, no_way);
    std::vector<std::uint32_t> light_bin(all + 1, 0);
    cost[0] = 0;
    for (std::size_t set = 1; set <= all; ++set) {
        // The bin of the first child, and any others with it.
        auto const first = set & -set;
        auto const others = set ^ first;
        for (auto more = others;; more = (more - 1) & others) {
            auto const bin = more | first;
            auto const own = alone(weights[bin]);
            if (own != no_way && cost[set ^ bin] != no_way) {
                auto const found = together(cost[set ^ bin], own);
                if (found < cost[set]) {
                    cost[set] = found;
                    light_bin[set] = static_cast<std::uint32_t>(bin);
                }
            }
            if (!more) {
                break;
            }
        }
        pulse.beat(std::int64_t{1} << std::popcount(others));
    }
    std::vector<std::vector<std::uint32_t>> absorbed;
    for (auto const each : heavy) {
        auto const before = cost;
        auto& own = absorbed.emplace_back(all + 1, 0);
        for (std::size_t set = 1; set <= all; ++set) {
            for (auto bin = set; bin; bin = (bin - 1) & set) {
                auto const price = with(each, weights[bin]);
                if (price == no_way || before[set ^ bin] == no_way) {
                    continue;
                }
                auto const found = together(before[set ^ bin], price);
                if (found < cost[set]) {
                    cost[set] = found;
                    own[set] = static_cast<std::uint32_t>(bin);
                }
            }
            pulse.beat(std::int64_t{1} << std::popcount(set));
        }
    }
    if (cost[all] == no_way) {
        return std::nullopt;
    }
    Plan plan;
    plan.bin.assign(star.light.size(), none);
    auto const add = [&](std::uint32_t bin, std::int32_t absorber) {
        for (auto rest = bin; rest; rest &= rest - 1) {
            plan.bin[std::countr_zero(rest)] = static_cast<std::int32_t>(plan.absorber.size());
        }
        plan.absorber.push_back(absorber);
    };
    auto set = all;
    for (auto i = heavy.size(); i-- > 0;) {
        if (auto const bin = absorbed[i][set]) {
            add(bin, heavy[i]);
            set ^= bin;
        }
    }
    while (set) {
        add(light_bin[set], none);
        set ^= light_bin[set];
    }
    weigh(star, plan);
    return plan;
}

}  // namespace

std::int64_t steps_of(Star const& star) {
    std::int64_t steps = 1;
    for (std::size_t i = 0; i < star.light.size(); ++i) {
        steps *= 3;
    }
    auto const absorbers = std::min(star.heavy.size(), 2 * star.light.size());
    return steps * (1 + static_cast<std::int64_t>(absorbers));
}

Plan least_largest_plan(Star const& star, std::int64_t k, Pulse& pulse) {
    auto found = cheapest(
        star, worth_it(star, false), [k](std::int64_t w) { return w >= k ? Wide{w} : no_way; },
        [&](std::int32_t heavy, std::int64_t w) { return Wide{star.heavy[heavy]} + w; },
        [](Wide a, Wide b) { return std::max(a, b); }, pulse);
    assert(found);
    return std::move(*found);
}

std::optional<Plan> least_squares_plan(Star const& star, std::int64_t k, std::int64_t cap,
                                       Pulse& pulse) {
    return cheapest(
        star, worth_it(star, true),
        [=](std::int64_t w) { return k <= w && w <= cap ? Wide{w} * w : no_way; },
        [&](std::int32_t heavy, std::int64_t w) {
            auto const size = Wide{star.heavy[heavy]} + w;
            return size <= cap ? size * size - star.squares[heavy] : no_way;
        },
        [](Wide a, Wide b) { return a + b; }, pulse);
}

}  // namespace covey::trees
