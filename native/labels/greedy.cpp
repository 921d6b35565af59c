#include "labels/greedy.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace covey::labels {

namespace {

// The bin that takes the whole leftover.
std::size_t home_of_leftover(std::vector<std::int64_t> const& loads, std::size_t oversize) {
    auto const first = loads.begin() + (oversize < loads.size() ? oversize : 0);
    return std::min_element(first, loads.end()) - loads.begin();
}

// Where the labels of the leftover go, one after the other.
class Spreading {
public:
    explicit Spreading(std::vector<std::int64_t>& loads)
        : loads_(loads), highest_(*std::max_element(loads.begin(), loads.end())) {
        lightest_.reserve(loads.size());
        for (std::size_t bin = 0; bin < loads.size(); ++bin) {
            lightest_.emplace_back(loads[bin], bin);
        }
        std::make_heap(lightest_.begin(), lightest_.end(), std::greater());
    }

    std::size_t place(std::int64_t size) {
        if (!dealing_) {
            // The lightest bin, and the first of several.
            auto const [load, bin] = lightest_.front();
            if (load + size <= highest_) {
                std::pop_heap(lightest_.begin(), lightest_.end(), std::greater());
                lightest_.back().first += size;
                std::push_heap(lightest_.begin(), lightest_.end(), std::greater());
                loads_[bin] += size;
                return bin;
            }
            dealing_ = true;
        }
        auto const bin = turn_;
        turn_ = turn_ + 1 < loads_.size() ? turn_ + 1 : 0;
        loads_[bin] += size;
        return bin;
    }

private:
    std::vector<std::int64_t>& loads_;
    std::vector<std::pair<std::int64_t, std::size_t>> lightest_;
    std::int64_t highest_;
    bool dealing_ = false;
    std::size_t turn_ = 0;
};

// Next-fit for many k: bins end where the sums of sizes say, which bisection finds.
class Sums {
public:
    explicit Sums(Longs sizes) : sums_(sizes.size() + 1, 0) {
        for (std::size_t place = 0; place < sizes.size(); ++place) {
            sums_[place + 1] = sums_[place] + sizes[place];
        }
    }

    // The loads of full bins, for a k above all sizes; the place where the leftover begins.
    std::size_t fill(std::int64_t k, std::vector<std::int64_t>& loads) const {
        auto begin = sums_.begin();
        loads.clear();
        while (sums_.back() - *begin >= k) {
            auto const end = reach(begin, *begin + k);
            loads.push_back(*end - *begin);
            begin = end;
        }
        return begin - sums_.begin();
    }

    std::int64_t from(std::size_t place) const { return sums_.back() - sums_[place]; }

private:
    using Place = std::vector<std::int64_t>::const_iterator;

    // The first place from ``begin`` on whose sum is at least ``goal``; the last is one. Steps that
    // double stay near where the goal is mostly found.
    Place reach(Place begin, std::int64_t goal) const {
        std::ptrdiff_t step = 1;
        while (step < sums_.end() - begin && *(begin + step) < goal) {
            begin += step;
            step *= 2;
        }
        return std::lower_bound(begin, begin + std::min(step, sums_.end() - begin), goal);
    }

    std::vector<std::int64_t> sums_;
};

}  // namespace

Packing next_fit(Longs sizes, std::int64_t k, Pulse& pulse) {
    Packing found;
    found.bins.resize(sizes.size());
    found.oversize =
        std::count_if(sizes.begin(), sizes.end(), [k](auto size) { return size >= k; });
    found.loads.resize(found.oversize);
    std::int32_t alone = 0;
    auto bin = static_cast<std::int32_t>(found.oversize);
    std::int64_t level = 0;
    in_blocks(sizes.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto place = begin; place < end; ++place) {
            auto const size = sizes[place];
            if (size >= k) {
                found.loads[alone] = size;
                found.bins[place] = alone++;
                continue;
            }
            found.bins[place] = bin;
            level += size;
            if (level >= k) {
                found.loads.push_back(level);
                ++bin;
                level = 0;
                found.leftover_from = place + 1;
            }
        }
    });
    for (auto place = found.leftover_from; place < sizes.size(); ++place) {
        if (sizes[place] < k) {
            found.bins[place] = left_over;
        }
    }
    return found;
}

Packing fold(Longs sizes, std::int64_t k, Pulse& pulse) {
    auto found = next_fit(sizes, k, pulse);
    auto const home = home_of_leftover(found.loads, found.oversize);
    for (auto place = found.leftover_from; place < sizes.size(); ++place) {
        if (sizes[place] < k) {
            found.bins[place] = static_cast<std::int32_t>(home);
            found.loads[home] += sizes[place];
        }
    }
    return found;
}

Packing spread(Longs sizes, std::int64_t k, Pulse& pulse) {
    auto found = next_fit(sizes, k, pulse);
    Spreading spreading(found.loads);
    for (auto place = found.leftover_from; place < sizes.size(); ++place) {
        pulse.beat();
        if (sizes[place] < k) {
            found.bins[place] = static_cast<std::int32_t>(spreading.place(sizes[place]));
        }
    }
    return found;
}

Curve curve(Longs sizes, Longs ks, Leftover rule, Pulse& pulse) {
    Sums const sums(sizes);
    auto const heaviest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
    Curve found;
    std::vector<std::int64_t> loads;
    for (auto const k : ks) {
        if (k <= heaviest) {
            // Labels of at least k break the runs of the others.
            loads =
                (rule == Leftover::fold ? fold(sizes, k, pulse) : spread(sizes, k, pulse)).loads;
        } else {
            auto const begin = sums.fill(k, loads);
            if (rule == Leftover::fold) {
                loads[home_of_leftover(loads, 0)] += sums.from(begin);
            } else {
                Spreading spreading(loads);
                for (auto place = begin; place < sizes.size(); ++place) {
                    spreading.place(sizes[place]);
                }
            }
            pulse.beat(static_cast<std::int64_t>(loads.size() + sizes.size() - begin));
        }
        found.largest.push_back(*std::max_element(loads.begin(), loads.end()));
        found.classes.push_back(static_cast<std::int64_t>(loads.size()));
    }
    return found;
}

}  // namespace covey::labels
