#include "trees/stars.h"

#include <algorithm>

#include "trees/subsets.h"

namespace covey::trees {

namespace {

// Light children whose subsets are so few that they do not count.
constexpr std::size_t always = 5;

// Chooses the plan of one star after the other.
class Planner {
public:
    Planner(Search const& search, Pulse& pulse) : search_(search), pulse_(pulse) {
        aim_ = {search.k, search.cap, search.quadratic};
    }

    struct Found {
        Plan plan;
        bool best;
    };

    Found plan(Star const& star) {
        if (search_.two_only) {
            return {two(star, aim_), false};
        }
        auto found = many(star, aim_);
        bool best = !search_.quadratic && found.largest <= least_largest(star, search_.k);
        auto const fits = star.light.size() <= most_light && steps_of(star) <= left_;
        if (!search_.quadratic && found.largest > aim_.cap && !best && fits) {
            left_ -= steps_of(star);
            auto better = least_largest_plan(star, search_.k, pulse_);
            if (aim_.prefers(better, found)) {
                found = std::move(better);
            }
            best = true;
        }
        if (!search_.quadratic) {
            aim_.cap = std::max(aim_.cap, found.largest);
        }
        auto const few = star.light.size() <= static_cast<std::size_t>(search_.squares_up_to);
        auto const cheap = star.light.size() <= always;
        if (few && (cheap || steps_of(star) <= left_)) {
            left_ -= cheap ? 0 : steps_of(star);
            auto better = least_squares_plan(star, search_.k, aim_.cap, pulse_);
            if (better && aim_.prefers(*better, found)) {
                found = std::move(*better);
            }
            best |= search_.quadratic;
        }
        return {std::move(found), best};
    }

private:
    Search search_;
    Aim aim_;
    Pulse& pulse_;
    std::int64_t left_ = most_steps;
};

}  // namespace

Bound best_bound(Tree const& tree, std::int64_t k, Pulse& pulse) {
    Bound best{k, no_node};
    Star star;
    for (auto const node : tree.order) {
        if (tree.weight[node] < k) {
            continue;
        }
        auto least = tree.weight[node];
        if (!tree.is_label(node)) {
            star.set(tree, node, k, {});
            least = least_largest(star, k);
            pulse.beat(static_cast<std::int64_t>(tree.children(node).size()));
        }
        if (least > best.least) {
            best = {least, node};
        }
    }
    return best;
}

Answer solve_stars(Tree const& tree, Search const& search, Pulse& pulse) {
    Answer answer{std::vector<std::int32_t>(tree.size(), none),
                  std::vector<std::int64_t>(tree.size(), 0), std::vector<bool>(tree.size(), true)};
    std::vector<Wide> squares(tree.size(), 0);
    Planner planner(search, pulse);
    Star star;
    for (auto place = tree.size(); place-- > 0;) {
        auto const node = tree.order[place];
        pulse.beat(1 + static_cast<std::int64_t>(tree.children(node).size()));
        if (tree.weight[node] < search.k) {
            continue;
        }
        if (tree.is_label(node)) {
            squares[node] = Wide{tree.weight[node]} * tree.weight[node];
            continue;
        }
        star.set(tree, node, search.k, squares);
        auto& own = squares[node];
        for (auto const each : star.squares) {
            own += each;
        }
        if (star.light.empty()) {
            continue;
        }
        auto const [plan, best] = planner.plan(star);
        own += plan.squares;
        answer.largest[node] = plan.largest;
        answer.best[node] = best;
        for (std::size_t i = 0; i < star.light.size(); ++i) {
            answer.bin[star.light_nodes[i]] = plan.bin[i];
        }
        for (std::size_t bin = 0; bin < plan.absorber.size(); ++bin) {
            if (plan.absorber[bin] != none) {
                answer.bin[star.heavy_nodes[plan.absorber[bin]]] = static_cast<std::int32_t>(bin);
            }
        }
    }
    return answer;
}

std::vector<std::int32_t> classes_of(Tree const& tree, std::int64_t k, Ints bins, Pulse& pulse) {
    constexpr std::int32_t divided = -1;
    std::vector<std::int32_t> own(tree.size(), divided);
    // The class of each bin of a node that is divided, from at[node] on.
    std::vector<std::int64_t> at(tree.size(), 0);
    std::vector<std::int32_t> of_bin;
    std::int32_t classes = 0;
    // Some class below every node: where labels without records go.
    std::vector<std::int32_t> some(tree.size(), divided);
    for (auto const node : tree.order) {
        pulse.beat();
        auto const parent = tree.parents[node];
        if (tree.weight[node] == 0 && parent != no_node) {
            continue;
        }
        if (parent != no_node && own[parent] != divided) {
            own[node] = own[parent];
        } else if (parent != no_node && bins[node] != none) {
            auto& found = of_bin[at[parent] + bins[node]];
            if (found == none) {
                found = classes++;
            }
            own[node] = found;
        } else if (tree.is_label(node) || tree.weight[node] < k) {
            own[node] = classes++;
        } else {
            at[node] = static_cast<std::int64_t>(of_bin.size());
            std::int32_t most = none;
            for (auto const child : tree.children(node)) {
                most = std::max(most, bins[child]);
            }
            of_bin.resize(of_bin.size() + static_cast<std::size_t>(most + 1), none);
        }
    }
    for (auto place = tree.size(); place-- > 0;) {
        auto const node = tree.order[place];
        auto const parent = tree.parents[node];
        if (tree.weight[node] > 0 && own[node] != divided) {
            some[node] = own[node];
        }
        if (parent != no_node && some[node] != divided) {
            some[parent] = some[node];
        }
    }
    std::vector<std::int32_t> found(tree.labels);
    for (auto const node : tree.order) {
        auto const parent = tree.parents[node];
        if (tree.weight[node] == 0 && parent != no_node) {
            some[node] = some[parent];
        }
        if (tree.is_label(node)) {
            found[node] = some[node];
        }
    }
    return found;
}

std::vector<std::int32_t> whole_nodes(Tree const& tree, std::int64_t k, Pulse& pulse) {
    std::vector<std::int32_t> bins(tree.size(), none);
    for (auto const node : tree.order) {
        auto const children = tree.children(node);
        pulse.beat(1 + static_cast<std::int64_t>(children.size()));
        if (std::ranges::any_of(children, [&](auto child) { return tree.weight[child] < k; })) {
            for (auto const child : children) {
                bins[child] = 0;
            }
        }
    }
    return bins;
}

}  // namespace covey::trees
