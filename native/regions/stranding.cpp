#include "regions/stranding.h"

#include <algorithm>
#include <utility>

namespace covey::regions {

StrandingSearch::StrandingSearch(Graph const& graph, Longs weights, std::int64_t k)
    : graph_(graph),
      weights_(weights),
      k_(k),
      marks_(graph.count, Mark::open),
      seen_(graph.count) {}

void StrandingSearch::take_out(Ints areas) {
    for (Area const v : areas) {
        marks_[v] = Mark::out;
    }
}

void StrandingSearch::put_back(Ints areas) {
    for (Area const v : areas) {
        marks_[v] = Mark::open;
    }
}

std::int64_t StrandingSearch::lightest(Area root, std::int64_t enough, std::int64_t most,
                                       std::int64_t& steps, Pulse& pulse) {
    auto found = most + 1;
    bool const is_finished = around(root, most, steps, pulse, [&](std::int64_t weight) {
        found = weight;
        return weight <= enough ? 0 : weight - 1;
    });
    return is_finished ? found : 0;
}

// False if there is no set: what must be together with the root is too heavy.
bool StrandingSearch::begin(Area root, std::int64_t most, std::int64_t& steps, Pulse& pulse) {
    taken_.clear();
    ahead_.clear();
    decisions_.clear();
    weight_ = 0;
    place_ = 0;
    return take(root, most, steps, pulse);
}

// The next set: a larger one, or the same with another area left out. Sets grow by taking or
// leaving one area ahead after the other, so that none is met twice.
StrandingSearch::Next StrandingSearch::advance(std::int64_t most, std::int64_t& steps,
                                               Pulse& pulse) {
    --steps;
    while (place_ < ahead_.size() && marks_[ahead_[place_]] != Mark::open) {
        ++place_;
    }
    if (place_ < ahead_.size() && weight_ <= most) {
        Area const v = ahead_[place_];
        decisions_.push_back({v, true, taken_.size(), ahead_.size(), place_, weight_});
        ++place_;
        if (take(v, most, steps, pulse)) {
            return Next::larger;
        }
        decisions_.back().is_taken = false;
        marks_[v] = Mark::left;
        return Next::same;
    }
    while (!decisions_.empty() && !decisions_.back().is_taken) {
        marks_[decisions_.back().area] = Mark::open;
        decisions_.pop_back();
    }
    if (decisions_.empty()) {
        return Next::over;
    }
    auto& last = decisions_.back();
    undo(last.taken, last.ahead, last.weight);
    place_ = last.place + 1;
    last.is_taken = false;
    marks_[last.area] = Mark::left;
    return Next::same;
}

void StrandingSearch::end() {
    for (auto const& decision : decisions_) {
        marks_[decision.area] = Mark::open;
    }
    undo(0, 0, 0);
}

// Takes an area and the parts below k that this leaves. False, and nothing is changed, if the set
// would be too heavy, or would have an area that was to be left out.
bool StrandingSearch::take(Area v, std::int64_t most, std::int64_t& steps, Pulse& pulse) {
    auto const taken = taken_.size();
    auto const ahead = ahead_.size();
    auto const weight = weight_;
    marks_[v] = Mark::taken;
    taken_.push_back(v);
    weight_ += weights_[v];
    if (weight_ > most || !take_light_parts(v, most, steps, pulse)) {
        undo(taken, ahead, weight);
        return false;
    }
    for (auto at = taken; at < taken_.size(); ++at) {
        steps -= graph_.degree(taken_[at]);
        for (Area const u : graph_.neighbours_of(taken_[at])) {
            if (marks_[u] == Mark::open) {
                ahead_.push_back(u);
            }
        }
    }
    return true;
}

// Before v was taken, no part was below k. So a part that is, now, was connected by v: it is enough
// to walk from the neighbours of v.
bool StrandingSearch::take_light_parts(Area v, std::int64_t most, std::int64_t& steps,
                                       Pulse& pulse) {
    auto const first = walk_ + 1;
    auto const is_there = [&](Area u) {
        return marks_[u] == Mark::open || marks_[u] == Mark::left;
    };
    for (Area const start : graph_.neighbours_of(v)) {
        if (!is_there(start) || seen_[start] >= first) {
            continue;
        }
        ++walk_;
        seen_[start] = walk_;
        walked_.assign(1, start);
        auto weight = weights_[start];
        bool is_heavy = weight >= k_;
        auto const before = steps;
        for (std::size_t head = 0; head < walked_.size() && !is_heavy; ++head) {
            for (Area const u : graph_.neighbours_of(walked_[head])) {
                --steps;
                if (!is_there(u) || seen_[u] == walk_) {
                    continue;
                }
                // What an earlier walk has met is part of something heavy.
                is_heavy = seen_[u] >= first || weight + weights_[u] >= k_;
                if (is_heavy) {
                    break;
                }
                seen_[u] = walk_;
                walked_.push_back(u);
                weight += weights_[u];
            }
        }
        pulse.beat(1 + before - steps);
        if (is_heavy) {
            continue;
        }
        if (weight_ + weight > most || std::any_of(walked_.begin(), walked_.end(), [&](Area u) {
                return marks_[u] == Mark::left;
            })) {
            return false;
        }
        for (Area const u : walked_) {
            marks_[u] = Mark::taken;
        }
        taken_.insert(taken_.end(), walked_.begin(), walked_.end());
        weight_ += weight;
    }
    return true;
}

void StrandingSearch::undo(std::size_t taken, std::size_t ahead, std::int64_t weight) {
    for (auto at = taken; at < taken_.size(); ++at) {
        marks_[taken_[at]] = Mark::open;
    }
    taken_.resize(taken);
    ahead_.resize(ahead);
    weight_ = weight;
}

Stranded stranded(Graph const& graph, Longs weights, std::int64_t k, Ints areas, std::int64_t bound,
                  std::int64_t most, StrandingEffort const& effort, Deadline const& deadline,
                  Pulse& pulse) {
    StrandingSearch search(graph, weights, k);
    Stranded best{bound, -1, {}};
    auto left = effort.all;
    for (Area const area : areas) {
        if (best.bound > most || left <= 0 || deadline.over()) {
            break;
        }
        auto const given = std::min(left, effort.each);
        auto steps = given;
        auto const found = search.lightest(area, best.bound, most, steps, pulse);
        left -= given - steps;
        if (found > best.bound) {
            best = {found, area, {}};
        }
    }
    return best;
}

namespace {

// The search for the best limit ends when what is left open is at most this share of k: more steps
// would improve the bound by less.
constexpr std::int64_t fine = 1'000;

// For every region of an area, looks for another area that has no region beside it.
class Refutation {
public:
    Refutation(Graph const& graph, Longs weights, std::int64_t k, StrandingEffort const& effort)
        : graph_(graph),
          weights_(weights),
          effort_(effort),
          outer_(graph, weights, k),
          inner_(graph, weights, k),
          near_(graph.count) {}

    // The bound that an area proves, up to ``most`` + 1: if it is not above ``bound``, this
    // area improves nothing. 0 if it took too long. The looks are counted off ``left``.
    std::int64_t around(Area root, std::int64_t bound, std::int64_t most, std::int64_t& left,
                        Pulse& pulse) {
        used_.clear();
        auto proved = most + 1;
        auto const given = std::min(left, effort_.each);
        auto steps = given;
        // What the regions beside its regions take counts as well.
        spent_ = 0;
        bool const is_finished = outer_.around(root, most, steps, pulse, [&](std::int64_t weight) {
            proved = std::min(proved, std::max(weight, beside(bound, proved, pulse)));
            bool const is_over = proved <= bound || is_late(given - steps);
            return is_over ? 0 : proved - 1;
        });
        left -= given - steps + spent_;
        return is_finished && !is_late(given - steps) ? proved : 0;
    }

    std::vector<Area> const& used() const { return used_; }

private:
    bool is_late(std::int64_t outside) const { return outside + spent_ > effort_.each; }

    // The heaviest of the lightest regions of areas next to a region, as far as ``wanted``; 0 if
    // none is above the bound.
    std::int64_t beside(std::int64_t bound, std::int64_t wanted, Pulse& pulse) {
        auto const& region = outer_.region();
        inner_.take_out(region);
        collect_near(region);
        std::int64_t best = 0;
        Area by = -1;
        for (Area const u : candidates_) {
            auto steps = effort_.inner;
            auto const found = inner_.lightest(u, std::max(bound, best), wanted - 1, steps, pulse);
            spent_ += effort_.inner - steps;
            if (found > std::max(bound, best)) {
                best = found;
                by = u;
            }
            if (best >= wanted || spent_ > effort_.each) {
                break;
            }
        }
        inner_.put_back(region);
        if (by >= 0) {
            // What has helped last is tried first.
            auto const known = std::find(used_.begin(), used_.end(), by);
            if (known == used_.end()) {
                used_.insert(used_.begin(), by);
            } else {
                std::rotate(used_.begin(), known, known + 1);
            }
        }
        return best;
    }

    // What has helped before, then the areas next to the region, heavy ones first.
    void collect_near(std::vector<Area> const& region) {
        candidates_.clear();
        for (Area const u : used_) {
            if (!inner_.is_out(u)) {
                candidates_.push_back(u);
                near_[u] = 1;
            }
        }
        auto const known = candidates_.size();
        for (Area const v : region) {
            spent_ += graph_.degree(v);
            for (Area const u : graph_.neighbours_of(v)) {
                if (!near_[u] && !inner_.is_out(u)) {
                    near_[u] = 1;
                    candidates_.push_back(u);
                }
            }
        }
        std::stable_sort(candidates_.begin() + static_cast<std::ptrdiff_t>(known),
                         candidates_.end(),
                         [&](Area a, Area b) { return weights_[a] > weights_[b]; });
        for (Area const u : candidates_) {
            near_[u] = 0;
        }
    }

    Graph const& graph_;
    Longs weights_;
    StrandingEffort const& effort_;
    StrandingSearch outer_;
    StrandingSearch inner_;
    Mask near_;
    std::vector<Area> candidates_;
    std::vector<Area> used_;
    std::int64_t spent_ = 0;
};

}  // namespace

Stranded stranded_twice(Graph const& graph, Longs weights, std::int64_t k, Ints areas,
                        std::int64_t bound, std::int64_t most, StrandingEffort const& effort,
                        Deadline const& deadline, Pulse& pulse) {
    Refutation refutation(graph, weights, k, effort);
    Stranded best{bound, -1, {}};
    auto left = effort.all;
    for (Area const area : areas) {
        // A high limit may take too long, a low one proves less.
        auto late = most + 1;
        auto limit = most;
        while (limit > best.bound && left > 0 && !deadline.over()) {
            auto const found = refutation.around(area, best.bound, limit, left, pulse);
            if (found > best.bound) {
                best = {found, area, refutation.used()};
            } else if (found == 0) {
                late = limit;
            }
            if ((found > 0 && found <= limit) || late - best.bound <= k / fine) {
                break;
            }
            limit = best.bound + (late - best.bound) / 2;
        }
    }
    return best;
}

}  // namespace covey::regions
