#include "intervals/chains.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace covey::intervals {

namespace {

constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();
constexpr std::int32_t none = -1;

// Allowed starts per end, on average, up to which looking at each beats keeping a hull.
constexpr int few_starts = 8;

// For each end, how many of the first positions are at least k before it.
std::vector<std::int32_t> count_starts(Longs sums, std::int64_t k) {
    std::vector<std::int32_t> starts(sums.size());
    std::int32_t last = 0;
    for (std::size_t end = 0; end < sums.size(); ++end) {
        while (sums[last] <= sums[end] - k) {
            ++last;
        }
        starts[end] = last;
    }
    return starts;
}

// Whether a chain of links up to ``cap`` reaches the end: a sliding window over the prefixes.
//
// ``no_gaps`` says that no value weighs more than cap - k, so that every window holds a position:
// once all positions of a stretch of weight cap are reached, so are all after it. ``before`` has
// room for one number more than there are sums.
bool chain_exists(Longs sums, Ints starts, std::int64_t cap, bool no_gaps, IntsOut before,
                  Pulse& pulse) {
    // before[i] is how many positions below i are reached.
    before[0] = 0;
    before[1] = 1;
    std::size_t first = 0;
    std::size_t newest = 0;
    std::size_t unbroken_from = 0;
    for (std::size_t end = 1; end < sums.size(); ++end) {
        pulse.beat();
        while (sums[first] < sums[end] - cap) {
            ++first;
        }
        if (newest < first) {
            return false;
        }
        auto const last = static_cast<std::size_t>(starts[end]);
        bool const reached = last > first && before[last] > before[first];
        before[end + 1] = before[end] + reached;
        if (!reached) {
            unbroken_from = end + 1;
            continue;
        }
        newest = end;
        if (no_gaps && sums[end] - sums[unbroken_from] >= cap) {
            return true;
        }
    }
    return newest + 1 == sums.size();
}

// The cheapest way to each position, and where its last link begins.
struct Links {
    explicit Links(std::size_t places) : cost(places, nowhere), before(places, none) {
        cost[0] = 0;
    }

    std::int64_t through(Longs sums, std::int64_t start, std::size_t end) const {
        auto const weight = sums[end] - sums[start];
        return cost[start] + weight * weight;
    }

    std::vector<std::int64_t> cost;
    std::vector<std::int32_t> before;
};

// Looks at every allowed start of every end.
Links scan(Longs sums, std::int64_t k, std::int64_t cap, Pulse& pulse) {
    Links links(sums.size());
    std::int64_t last = 0;
    for (std::size_t end = 1; end < sums.size(); ++end) {
        while (sums[last] <= sums[end] - k) {
            ++last;
        }
        auto start = last - 1;
        for (; start >= 0 && sums[end] - sums[start] <= cap; --start) {
            if (links.cost[start] == nowhere) {
                continue;
            }
            auto const through = links.through(sums, start, end);
            if (through < links.cost[end]) {
                links.cost[end] = through;
                links.before[end] = static_cast<std::int32_t>(start);
            }
        }
        pulse.beat(last - start);
    }
    return links;
}

std::int64_t floor_divide(std::int64_t dividend, std::int64_t divisor) {
    auto const quotient = dividend / divisor;
    return quotient - (dividend % divisor < 0);
}

// Starts that are the best for some end: a convex hull, walked in one direction. Ends come in the
// direction in which starts are added.
class Hull {
public:
    Hull(Longs sums, Links const& links) : sums_(sums), links_(links) {}

    void clear() {
        entries_.clear();
        head_ = 0;
    }

    bool empty() const { return entries_.empty(); }

    void add_after(std::int32_t start) {
        if (links_.cost[start] == nowhere ||
            (!empty() && sums_[entries_.back().start] >= sums_[start])) {
            return;
        }
        while (entries_.size() > 1 && turn(entries_.back().start, start) <= entries_.back().turn) {
            entries_.pop_back();
        }
        push(start, empty() ? 0 : turn(entries_.back().start, start));
    }

    void add_before(std::int32_t start) {
        if (links_.cost[start] == nowhere ||
            (!empty() && sums_[entries_.back().start] <= sums_[start])) {
            return;
        }
        while (entries_.size() > 1 && turn(start, entries_.back().start) >= entries_.back().turn) {
            entries_.pop_back();
        }
        push(start, empty() ? 0 : turn(start, entries_.back().start));
    }

    // The best start for an end that is not before those asked for so far.
    std::int32_t best_going_up(std::int64_t weight) {
        while (head_ + 1 < entries_.size() && 2 * weight >= entries_[head_ + 1].turn) {
            ++head_;
        }
        return entries_[head_].start;
    }

    // The best start for an end that is not after those asked for so far.
    std::int32_t best_going_down(std::int64_t weight) {
        while (head_ + 1 < entries_.size() && 2 * weight < entries_[head_ + 1].turn) {
            ++head_;
        }
        return entries_[head_].start;
    }

private:
    // A start, and where it overtakes the entry before it.
    struct Entry {
        std::int64_t turn;
        std::int32_t start;
    };

    // Of a < b, b is at least as good as a for an end at weight x exactly if 2x >= this.
    std::int64_t turn(std::int32_t a, std::int32_t b) const {
        auto const gain = links_.cost[a] - links_.cost[b];
        return sums_[a] + sums_[b] - floor_divide(gain, sums_[b] - sums_[a]);
    }

    void push(std::int32_t start, std::int64_t turn) {
        // What overtakes the best so far for good is the best now.
        head_ = std::min(head_, entries_.size());
        entries_.push_back({turn, start});
    }

    Longs sums_;
    Links const& links_;
    std::vector<Entry> entries_;
    std::size_t head_ = 0;
};

// cost[end] = min over starts with k <= weight <= cap of cost[start] + weight^2, in linear time.
//
// The allowed starts are a window whose ends only move right. It is held as two halves that meet at
// a checkpoint: the left half's answers are worked out for all ends at once when the checkpoint is
// set, from right to left; the right half only grows. Either is a hull.
Links walk_hulls(Longs sums, std::int64_t k, std::int64_t cap, Pulse& pulse) {
    auto const places = static_cast<std::int32_t>(sums.size());
    Links links(sums.size());
    std::vector<std::int32_t> left_best(sums.size(), none);
    Hull left(sums, links);
    Hull right(sums, links);
    std::int32_t checkpoint = 0;
    std::int32_t first = 0;
    std::int32_t allowed = 0;

    // The best start below ``allowed`` for every end from ``from`` on that may still use one.
    auto const answer_left = [&](std::int32_t from) {
        left.clear();
        auto end = from;
        while (end + 1 < places && sums[end + 1] - cap <= sums[allowed - 1]) {
            ++end;
        }
        pulse.beat(end - from + allowed - first);
        for (auto start = allowed - 1; end >= from; --end) {
            for (; start >= first && sums[start] >= sums[end] - cap; --start) {
                left.add_before(start);
            }
            if (!left.empty()) {
                left_best[end] = left.best_going_down(sums[end]);
            }
        }
    };

    for (std::int32_t end = 1; end < places; ++end) {
        pulse.beat();
        while (sums[allowed] <= sums[end] - k) {
            right.add_after(allowed++);
        }
        while (sums[first] < sums[end] - cap) {
            ++first;
        }
        if (first >= allowed) {
            continue;
        }
        if (first >= checkpoint) {
            answer_left(end);
            checkpoint = allowed;
            right.clear();
        }
        auto best = left_best[end];
        if (!right.empty()) {
            auto const start = right.best_going_up(sums[end]);
            if (best == none || links.through(sums, start, end) < links.through(sums, best, end)) {
                best = start;
            }
        }
        if (best != none) {
            links.cost[end] = links.through(sums, best, end);
            links.before[end] = best;
        }
    }
    return links;
}

}  // namespace

std::vector<std::int64_t> prefix_sums(Longs weights) {
    std::vector<std::int64_t> sums(weights.size() + 1);
    for (std::size_t place = 0; place < weights.size(); ++place) {
        sums[place + 1] = sums[place] + weights[place];
    }
    return sums;
}

std::int64_t smallest_cap(Longs sums, std::int64_t k, std::int64_t low, std::int64_t high,
                          Pulse& pulse) {
    auto const starts = count_starts(sums, k);
    std::vector<std::int32_t> before(sums.size() + 1);
    std::int64_t heaviest = 0;
    for (std::size_t place = 1; place < sums.size(); ++place) {
        heaviest = std::max(heaviest, sums[place] - sums[place - 1]);
    }
    // The optimum is mostly at the bound or near it, so steps grow from there before they shrink.
    std::int64_t step = 1;
    while (low < high) {
        auto const half = low + (high - low) / 2;
        auto const middle = step - 1 < half - low ? low + step - 1 : half;
        if (chain_exists(sums, starts, middle, middle - k >= heaviest, before, pulse)) {
            high = middle;
        } else {
            low = middle + 1;
            step = step <= (nowhere >> 1) ? 2 * step : nowhere;
        }
    }
    return low;
}

std::vector<std::int64_t> cheapest_chain(Longs sums, std::int64_t k, std::int64_t cap,
                                         Pulse& pulse) {
    // An end's starts lie in a window of cap - k + 1 among sums.back() weights.
    __int128 const window = cap - k + 1;
    __int128 const values = sums.size() - 1;
    bool const few = window * values < few_starts * __int128{sums.back()};
    auto const links = few ? scan(sums, k, cap, pulse) : walk_hulls(sums, k, cap, pulse);
    std::vector<std::int64_t> starts;
    for (auto at = static_cast<std::int32_t>(sums.size()) - 1; at > 0;) {
        at = links.before[at];
        if (at == none) {
            throw std::invalid_argument("There is no chain of intervals from k to the cap.");
        }
        starts.push_back(at);
    }
    std::reverse(starts.begin(), starts.end());
    return starts;
}

}  // namespace covey::intervals
