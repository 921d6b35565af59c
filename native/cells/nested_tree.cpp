#include "cells/nested_tree.h"

#include <algorithm>

namespace covey::cells {

namespace {

// A node of fewer leaves may begin and end anywhere.
constexpr std::int32_t many_leaves = 5;

// How often a random change is drawn again if it is none.
constexpr int most_draws = 30;

// Changes of labels that swap two branches, out of 10.
constexpr std::uint64_t swaps_of_ten = 3;

std::int32_t drawn(std::uint64_t& random, std::int32_t limit) {
    return static_cast<std::int32_t>(next_random(random) % static_cast<std::uint64_t>(limit));
}

}  // namespace

bool SetTree::change(std::uint64_t& random, std::vector<std::int32_t>& moved) {
    if (moves == Moves::none || leaves < 3) {
        return false;
    }
    if (moves == Moves::ordered) {
        return rotate(random, moved);
    }
    return next_random(random) % 10 < swaps_of_ten ? swap(random, moved) : graft(random, moved);
}

bool SetTree::is_above(std::int32_t v, std::int32_t below) const {
    while (below >= 0 && below != v) {
        below = parent[below];
    }
    return below == v;
}

void SetTree::replace_child(std::int32_t v, std::int32_t before, std::int32_t after) {
    if (v < 0) {
        root = after;
    } else {
        *std::find(children.begin() + first[v], children.begin() + first[v + 1], before) = after;
    }
    parent[after] = v;
}

// Branch x is taken off, with the node p that joined it to its sibling, and joined by p to another
// branch of the same group.
bool SetTree::graft(std::uint64_t& random, std::vector<std::int32_t>& moved) {
    for (int draw = 0; draw < most_draws; ++draw) {
        auto const x = drawn(random, nodes());
        auto const target = drawn(random, nodes());
        auto const p = parent[x];
        if (p < 0 || target == p || target == x) {
            continue;
        }
        auto const sibling = children[first[p]] == x ? children[first[p] + 1] : children[first[p]];
        auto const own = group[p];
        auto const above = target == sibling ? -1 : parent[target];
        bool const in_group = (!is_leaf(target) && group[target] == own) ||
                              (above >= 0 && above != p && group[above] == own);
        // Beside its sibling it stands already.
        if (target == sibling || !in_group || is_above(x, target)) {
            continue;
        }
        auto const before = parent[p];
        replace_child(before, p, sibling);
        auto const over = parent[target];
        replace_child(over, target, p);
        children[first[p]] = target;
        children[first[p] + 1] = x;
        parent[target] = parent[x] = p;
        moved = {x};
        return true;
    }
    return false;
}

bool SetTree::swap(std::uint64_t& random, std::vector<std::int32_t>& moved) {
    for (int draw = 0; draw < most_draws; ++draw) {
        auto const x = drawn(random, nodes());
        auto const y = drawn(random, nodes());
        auto const p = parent[x];
        auto const q = parent[y];
        if (p < 0 || q < 0 || p == q || group[p] != group[q] || is_above(x, y) || is_above(y, x)) {
            continue;
        }
        replace_child(p, x, y);
        replace_child(q, y, x);
        moved = {x, y};
        return true;
    }
    return false;
}

// (a, b), c becomes a, (b, c), or the other way round.
bool SetTree::rotate(std::uint64_t& random, std::vector<std::int32_t>& moved) {
    for (int draw = 0; draw < most_draws; ++draw) {
        auto const v = leaves + drawn(random, nodes() - leaves);
        bool const from_left = next_random(random) & 1;
        auto const at = first[v];
        auto const inner = from_left ? children[at] : children[at + 1];
        if (is_leaf(inner) || group[inner] != group[v]) {
            continue;
        }
        auto const in = first[inner];
        auto const a = from_left ? children[in] : children[at];
        auto const b = from_left ? children[in + 1] : children[in];
        auto const c = from_left ? children[at + 1] : children[in + 1];
        // The leaves of the new node, which has b and one of its neighbours.
        auto begin = from_left ? b : a;
        auto end = from_left ? c : b;
        while (!is_leaf(begin)) {
            begin = children[first[begin]];
        }
        while (!is_leaf(end)) {
            end = children[first[end] + 1];
        }
        bool const many = end - begin + 1 >= many_leaves;
        bool const begins_round = begin == 0 || round_after[begin - 1];
        bool const ends_round = end + 1 == leaves || round_after[end];
        if (many && !(begins_round && ends_round)) {
            continue;
        }
        if (from_left) {
            children[at] = a;
            children[at + 1] = inner;
            children[in] = b;
            children[in + 1] = c;
        } else {
            children[at] = inner;
            children[at + 1] = c;
            children[in] = a;
            children[in + 1] = b;
        }
        parent[a] = parent[c] = parent[inner] = v;
        parent[from_left ? c : a] = inner;
        parent[b] = inner;
        moved = {a, b, c};
        return true;
    }
    return false;
}

void RankedTree::rank_tree(SetTree const& tree) {
    auto const count = static_cast<std::size_t>(tree.nodes());
    auto const leaves = tree.leaves;
    id.clear();
    rank.resize(count);
    place.resize(leaves);
    leaf_.resize(leaves);
    begin.resize(count);
    end.resize(count);
    loss.resize(count);
    content.resize(count);
    division.resize(count);
    structure.resize(count);
    size_.resize(count);
    waiting_.assign(1, tree.root);
    std::int32_t next = 0;
    while (!waiting_.empty()) {
        auto const v = waiting_.back();
        waiting_.pop_back();
        auto const number = static_cast<std::int32_t>(id.size());
        rank[v] = number;
        id.push_back(v);
        begin[number] = next;
        if (tree.is_leaf(v)) {
            leaf_[next] = number;
            place[v] = next++;
        } else {
            auto const kids = tree.below(v);
            waiting_.insert(waiting_.end(), kids.rbegin(), kids.rend());
        }
    }
    // Children come after their parents, so that the last one is done first.
    gaps_ = leaves > 1 ? static_cast<std::size_t>(leaves) - 1 : 0;
    auto const levels = gaps_ ? level_of(static_cast<std::int32_t>(gaps_)) + 1 : 0;
    least_.resize(gaps_ * levels);
    for (auto number = static_cast<std::int32_t>(count) - 1; number >= 0; --number) {
        auto const v = id[number];
        if (tree.is_leaf(v)) {
            end[number] = begin[number] + 1;
            loss[number] = tree.loss[v];
            std::uint64_t state = static_cast<std::uint64_t>(v);
            structure[number] = content[number] = next_random(state);
            division[number] = 0;
            size_[number] = tree.moves == Moves::labels ? tree.sizes[v] : 0;
            continue;
        }
        auto const kids = tree.below(v);
        end[number] = end[rank[kids.back()]];
        std::uint64_t all = 0;
        std::uint64_t divided = 0;
        std::uint64_t built = 0;
        std::int64_t size = 0;
        for (auto const kid : kids) {
            auto const own = rank[kid];
            all += content[own];
            divided += content[own];
            divided = next_random(divided);
            built += structure[own];
            built = next_random(built);
            size += size_[own];
            if (begin[own] > begin[number]) {
                least_[begin[own] - 1] = number;
            }
        }
        content[number] = all;
        division[number] = divided;
        structure[number] = built;
        size_[number] = size;
        switch (tree.moves) {
            case Moves::none:
                loss[number] = tree.loss[v];
                break;
            case Moves::labels:
                loss[number] = tree.scale * static_cast<double>(size);
                break;
            case Moves::ordered:
                loss[number] = tree.high[end[number] - 1] - tree.low[begin[number]];
                break;
        }
    }
    first_start.assign(1, 0);
    starts.clear();
    for (std::size_t number = 0; number < count; ++number) {
        auto const v = id[number];
        if (!tree.is_leaf(v)) {
            for (auto const kid : tree.below(v)) {
                starts.push_back(begin[rank[kid]]);
            }
        }
        first_start.push_back(static_cast<std::int32_t>(starts.size()));
    }
    for (int level = 1; level < levels; ++level) {
        auto const half = std::size_t{1} << (level - 1);
        auto const* from = least_.data() + (level - 1) * gaps_;
        auto* to = least_.data() + level * gaps_;
        for (std::size_t gap = 0; gap + 2 * half <= gaps_; ++gap) {
            to[gap] = std::min(from[gap], from[gap + half]);
        }
    }
}

}  // namespace covey::cells
