#include "regions/split.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace covey::regions {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double square(std::int64_t records) {
    auto const size = static_cast<double>(records);
    return size * size;
}

// One place for every range, and the ranges in the order in which they were first reached.
template <typename T>
using PerRange = std::array<T, TreeSplit::ranges>;

}  // namespace

std::int32_t TreeSplit::take_list() {
    if (!unused_.empty()) {
        auto const list = unused_.back();
        unused_.pop_back();
        return list;
    }
    auto const size = static_cast<std::size_t>(++lists_) * ranges;
    if (capped_.size() < size) {
        capped_.resize(size);
        cost_.resize(size);
        records_.resize(size);
        second_.resize(size);
    }
    return lists_ - 1;
}

TreeSplit::Found TreeSplit::split(Ints parent, Weights const& weights, Limits const& limits,
                                  Pulse& pulse) {
    // Most maps have no area above k and no second weights: then a state is two numbers.
    bool const has_giants =
        !std::equal(weights.records.begin(), weights.records.end(), weights.capped.begin());
    bool const has_second =
        limits.second > 0 ||
        std::any_of(weights.second.begin(), weights.second.end(), [](auto s) { return s != 0; });
    if (has_second) {
        return has_giants ? run<true, true>(parent, weights, limits, pulse)
                          : run<false, true>(parent, weights, limits, pulse);
    }
    return has_giants ? run<true, false>(parent, weights, limits, pulse)
                      : run<false, false>(parent, weights, limits, pulse);
}

template <bool has_giants, bool has_second>
TreeSplit::Found TreeSplit::run(Ints parent, Weights const& weights, Limits const& limits,
                                Pulse& pulse) {
    auto const count = static_cast<std::int32_t>(parent.size());
    unused_.clear();
    lists_ = 0;
    list_of_.assign(count, -1);
    states_.assign(count, 1);
    closing_.assign(count, -1);
    below_.assign(weights.capped.begin(), weights.capped.end());
    merges_at_.resize(count);
    merges_.clear();

    // A piece weighs no more capped than uncapped.
    auto const most = std::min(limits.most_capped, limits.most);
    auto const scale = ranges / (static_cast<double>(std::max<std::int64_t>(most, 0)) + 1.0);
    PerRange<double> new_cost;
    PerRange<std::int64_t> new_capped;
    PerRange<std::int64_t> new_records;
    PerRange<std::int64_t> new_second;
    PerRange<Merge> new_merge;
    PerRange<std::int8_t> reached;
    new_cost.fill(infinite);
    Found found{infinite, 0};

    // So many records, not closed yet, are some number of pieces from k to ``most`` each.
    auto const all = std::accumulate(below_.begin(), below_.end(), std::int64_t{0});
    auto const per_k = (1.0 + 1e-9) / static_cast<double>(limits.k);
    auto const at_most = static_cast<double>(most) * (1.0 + 1e-9);
    auto const can_be_pieces = [&](std::int64_t rest) {
        auto const records = static_cast<double>(rest);
        return std::floor(records * per_k) * at_most >= records;
    };

    for (auto v = count - 1; v >= 0; --v) {
        // A vertex without children has one state, which is in no list.
        std::int64_t const own_capped = weights.capped[v];
        std::int64_t const own_records = weights.records[v];
        std::int64_t const own_second = weights.second[v];
        double const own_cost = 0.0;
        auto const list = static_cast<std::ptrdiff_t>(list_of_[v]) * ranges;
        bool const leaf = list < 0;
        auto const* const v_capped = leaf ? &own_capped : capped_.data() + list;
        auto const* const v_cost = leaf ? &own_cost : cost_.data() + list;
        auto const* const v_records =
            !has_giants ? v_capped : (leaf ? &own_records : records_.data() + list);
        auto const* const v_second = leaf ? &own_second : second_.data() + list;
        int const v_states = states_[v];

        // Close the open piece at v in the cheapest way.
        double cheapest = infinite;
        for (int b = 0; b < v_states; ++b) {
            if (v_records[b] >= limits.k && (!has_second || v_second[b] >= limits.second)) {
                auto const whole = v_cost[b] + square(v_records[b]);
                if (whole < cheapest) {
                    cheapest = whole;
                    closing_[v] = static_cast<std::int8_t>(b);
                }
            }
        }
        if (v == 0) {
            found.squares = cheapest;
            break;
        }

        auto const p = parent[v];
        int filled = 0;
        auto const offer = [&](double whole, std::int64_t c, std::int64_t r, std::int64_t s, int a,
                               int b) {
            auto const range =
                static_cast<int>(std::min(static_cast<double>(c) * scale, ranges - 1.0));
            if (new_cost[range] == infinite) {
                reached[filled++] = static_cast<std::int8_t>(range);
            } else if (whole > new_cost[range] ||
                       (whole == new_cost[range] && (!has_second || s <= new_second[range]))) {
                return;
            }
            new_cost[range] = whole;
            new_capped[range] = c;
            if constexpr (has_giants) {
                new_records[range] = r;
            }
            if constexpr (has_second) {
                new_second[range] = s;
            }
            new_merge[range] = {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b)};
        };
        bool const fresh = list_of_[p] < 0;
        if (fresh) {
            list_of_[p] = take_list();
        }
        // Taking a list may have moved the others.
        auto const* const from_capped = leaf ? &own_capped : capped_.data() + list;
        auto const* const from_cost = leaf ? &own_cost : cost_.data() + list;
        auto const* const from_records =
            !has_giants ? from_capped : (leaf ? &own_records : records_.data() + list);
        auto const* const from_second = leaf ? &own_second : second_.data() + list;
        auto const p_list = static_cast<std::ptrdiff_t>(list_of_[p]) * ranges;
        auto* const p_capped = capped_.data() + p_list;
        auto* const p_cost = cost_.data() + p_list;
        auto* const p_records = records_.data() + p_list;
        auto* const p_second = second_.data() + p_list;
        if (fresh) {
            p_capped[0] = weights.capped[p];
            p_cost[0] = 0.0;
            p_records[0] = weights.records[p];
            p_second[0] = weights.second[p];
        }
        int const p_states = states_[p];
        for (int a = 0; a < p_states; ++a) {
            auto const c = p_capped[a];
            auto const r = has_giants ? p_records[a] : c;
            auto const s = has_second ? p_second[a] : 0;
            auto const whole = p_cost[a];
            if (cheapest < infinite) {
                offer(whole + cheapest, c, r, s, a, closed);
            }
            for (int b = 0; b < v_states; ++b) {
                auto const more = c + from_capped[b];
                auto const more_records = has_giants ? r + from_records[b] : more;
                if (more > most || (has_giants && more_records > limits.most)) {
                    continue;
                }
                offer(whole + from_cost[b], more, more_records, has_second ? s + from_second[b] : 0,
                      a, b);
            }
        }
        auto const pairs = static_cast<std::int64_t>(p_states) * (v_states + 1);
        found.work += pairs;
        pulse.beat(pairs);
        if (!leaf) {
            unused_.push_back(list_of_[v]);
        }
        merges_at_[v] = std::ssize(merges_);
        below_[p] += below_[v];
        auto const elsewhere = all - below_[p];
        int place = 0;
        for (int at = 0; at < filled; ++at) {
            auto const range = reached[at];
            if (!can_be_pieces(elsewhere + new_capped[range])) {
                new_cost[range] = infinite;
                continue;
            }
            p_capped[place] = new_capped[range];
            p_cost[place] = new_cost[range];
            if constexpr (has_giants) {
                p_records[place] = new_records[range];
            }
            if constexpr (has_second) {
                p_second[place] = new_second[range];
            }
            merges_.push_back(new_merge[range]);
            new_cost[range] = infinite;
            ++place;
        }
        if (place == 0) {
            return found;
        }
        states_[p] = static_cast<std::int8_t>(place);
    }
    if (found.exists()) {
        assign_pieces(parent);
    }
    return found;
}

void TreeSplit::assign_pieces(Ints parent) {
    // Merges are undone in the opposite order, which is that of the vertices.
    auto const count = static_cast<std::int32_t>(parent.size());
    chosen_.resize(count);
    piece_.resize(count);
    chosen_[0] = closing_[0];
    piece_[0] = 0;
    pieces_ = 1;
    for (std::int32_t v = 1; v < count; ++v) {
        auto const p = parent[v];
        auto const merge = merges_[merges_at_[v] + chosen_[p]];
        chosen_[p] = merge.earlier;
        if (merge.taken == closed) {
            chosen_[v] = closing_[v];
            piece_[v] = pieces_++;
        } else {
            chosen_[v] = merge.taken;
            piece_[v] = piece_[p];
        }
    }
}

}  // namespace covey::regions
