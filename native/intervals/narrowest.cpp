#include "intervals/narrowest.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace covey::intervals {

namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
constexpr std::int32_t none = -1;

// Allowed starts per end, on average, up to which looking at each beats keeping rivals.
constexpr int few_starts = 16;

// The cheapest way to each position, and where its last link begins.
class Links {
public:
    Links(Longs sums, Ends ends)
        : sums_(sums), ends_(ends), cost_(sums.size(), nowhere), before_(sums.size(), none) {
        cost_[0] = 0;
    }

    bool reached(std::int32_t start) const { return cost_[start] < nowhere; }

    double through(std::int32_t start, std::int32_t end) const {
        auto const weight = static_cast<double>(sums_[end] - sums_[start]);
        return cost_[start] + weight * (ends_.high[end - 1] - ends_.low[start]);
    }

    // Of two starts that cost the same, the first one that is offered stays.
    void offer(std::int32_t start, std::int32_t end) {
        if (start == none || !reached(start)) {
            return;
        }
        auto const through_start = through(start, end);
        if (through_start < cost_[end]) {
            cost_[end] = through_start;
            before_[end] = start;
        }
    }

    std::vector<std::int64_t> starts() const {
        std::vector<std::int64_t> found;
        for (auto at = static_cast<std::int32_t>(sums_.size()) - 1; at > 0;) {
            at = before_[at];
            if (at == none) {
                throw std::invalid_argument("There is no chain of intervals from k to the cap.");
            }
            found.push_back(at);
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

private:
    Longs sums_;
    Ends ends_;
    std::vector<double> cost_;
    std::vector<std::int32_t> before_;
};

// Starts of which each is the best for some of the ends to come. Starts and ends come in the same
// direction: ``step`` is 1 if they go up, and -1 if they go down.
//
// A long link loses more than its parts. So of two starts, the one that came later is better from
// some end on, and never worse after it: one search by halves finds that end.
class Rivals {
public:
    Rivals(Links const& links, std::int32_t step) : links_(links), step_(step) {}

    void clear() {
        entries_.clear();
        head_ = 0;
    }

    // ``now`` is the next end that will be asked for, ``last`` the last one.
    void add(std::int32_t start, std::int32_t now, std::int32_t last) {
        if (!links_.reached(start)) {
            return;
        }
        while (!entries_.empty()) {
            auto const [rival, begin] = entries_.back();
            auto const from = later(begin, now);
            if (!better(start, rival, from)) {
                break;
            }
            // Better where its rival begins, and so from there on.
            entries_.pop_back();
        }
        head_ = std::min(head_, entries_.size());
        if (entries_.empty()) {
            entries_.push_back({start, now});
            return;
        }
        auto const [rival, begin] = entries_.back();
        auto worse_at = later(begin, now);
        if (step_ * worse_at >= step_ * last || !better(start, rival, last)) {
            return;
        }
        auto better_at = last;
        while (step_ * (better_at - worse_at) > 1) {
            auto const middle = worse_at + (better_at - worse_at) / 2;
            (better(start, rival, middle) ? better_at : worse_at) = middle;
        }
        entries_.push_back({start, better_at});
    }

    // The best start for an end that does not come before those asked for so far.
    std::int32_t best(std::int32_t end) {
        while (head_ + 1 < entries_.size() && step_ * entries_[head_ + 1].begin <= step_ * end) {
            ++head_;
        }
        return entries_.empty() ? none : entries_[head_].start;
    }

private:
    // A start, and the end from which it is the best.
    struct Entry {
        std::int32_t start;
        std::int32_t begin;
    };

    bool better(std::int32_t start, std::int32_t rival, std::int32_t end) const {
        return links_.through(start, end) < links_.through(rival, end);
    }

    std::int32_t later(std::int32_t one, std::int32_t other) const {
        return step_ * one < step_ * other ? other : one;
    }

    Links const& links_;
    std::int32_t step_;
    std::vector<Entry> entries_;
    std::size_t head_ = 0;
};

// Looks at every allowed start of every end.
void scan(Links& links, Longs sums, std::int64_t k, std::int64_t cap, Pulse& pulse) {
    auto const places = static_cast<std::int32_t>(sums.size());
    std::int32_t allowed = 0;
    for (std::int32_t end = 1; end < places; ++end) {
        while (sums[allowed] <= sums[end] - k) {
            ++allowed;
        }
        auto start = allowed - 1;
        for (; start >= 0 && sums[end] - sums[start] <= cap; --start) {
            links.offer(start, end);
        }
        pulse.beat(allowed - start);
    }
}

// The allowed starts are a window whose ends only move right. It is held as two halves that meet at
// a checkpoint, as for the sum of squares: the left half's answers are worked out for all ends at
// once when the checkpoint is set, from right to left; the right half only grows.
void walk(Links& links, Longs sums, std::int64_t k, std::int64_t cap, Pulse& pulse) {
    auto const places = static_cast<std::int32_t>(sums.size());
    std::vector<std::int32_t> left_best(sums.size(), none);
    Rivals left(links, -1);
    Rivals right(links, 1);
    std::int32_t checkpoint = 0;
    std::int32_t first = 0;
    std::int32_t allowed = 0;
    // The last end that may use a start at the checkpoint.
    std::int32_t last = 0;

    // The last end, from ``end`` on, that may use a start.
    auto const reach = [&](std::int32_t start, std::int32_t end) {
        while (end + 1 < places && sums[end + 1] - cap <= sums[start]) {
            ++end;
        }
        return end;
    };
    // The best start below ``allowed`` for every end from ``from`` on that may still use one.
    auto const answer_left = [&](std::int32_t from) {
        left.clear();
        auto end = reach(allowed - 1, from);
        pulse.beat(end - from + allowed - first);
        for (auto start = allowed - 1; end >= from; --end) {
            for (; start >= first && sums[start] >= sums[end] - cap; --start) {
                left.add(start, end, from);
            }
            left_best[end] = left.best(end);
        }
    };

    for (std::int32_t end = 1; end < places; ++end) {
        pulse.beat();
        while (sums[allowed] <= sums[end] - k) {
            right.add(allowed, end, std::max(end, last));
            ++allowed;
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
            // A start at the checkpoint, as soon as it is allowed, is in reach up to here: beyond,
            // the checkpoint has moved on.
            last = reach(checkpoint, end);
            right.clear();
        }
        links.offer(left_best[end], end);
        links.offer(right.best(end), end);
    }
}

}  // namespace

std::vector<std::int64_t> narrowest_chain(Longs sums, Ends ends, std::int64_t k, std::int64_t cap,
                                          Pulse& pulse) {
    Links links(sums, ends);
    // An end's starts lie in a window of cap - k + 1 among sums.back() weights.
    __int128 const window = cap - k + 1;
    __int128 const values = sums.size() - 1;
    if (window * values < few_starts * __int128{sums.back()}) {
        scan(links, sums, k, cap, pulse);
    } else {
        walk(links, sums, k, cap, pulse);
    }
    return links.starts();
}

}  // namespace covey::intervals
