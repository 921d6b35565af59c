#include "regions/descent.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace covey::regions {

namespace {

// More areas than this are not split again at once: it would take seconds and much memory.
constexpr std::int64_t most_areas = 50'000;

// Of so many failures, one splits regions next to the worst at random, which may make room.
constexpr std::int64_t shake_every = 3;

// After so many failures, every other attempt unites more regions than usual.
constexpr std::int64_t few_failures = 20;

// What drawing a tree counts for each area, next to the pairs of states of a split.
constexpr std::int64_t work_per_area = 20;

// Whether some number of pieces from k to ``most`` adds up to the total.
bool can_split(std::int64_t total, std::int64_t k, std::int64_t most) {
    return most > 0 && total / k >= total / most + (total % most != 0);
}

}  // namespace

Regions::Regions(std::shared_ptr<Graph const> graph, OwnWeights weights,
                 std::vector<std::int32_t> region, std::uint64_t random)
    : graph_(std::move(graph)),
      weights_(std::move(weights)),
      region_(std::move(region)),
      random_(random) {
    auto const count = region_.size();
    used_ = region_.empty() ? 0 : 1 + *std::max_element(region_.begin(), region_.end());
    auto const summed = [&](std::vector<std::int64_t> const& of_areas) {
        std::vector<std::int64_t> found(count, -1);
        std::fill_n(found.begin(), used_, 0);
        for (std::size_t v = 0; v < count; ++v) {
            found[region_[v]] += of_areas[v];
        }
        return found;
    };
    sizes_ = {summed(weights_.records), summed(weights_.capped), summed(weights_.second)};
    by_records_ = Heaviest(sizes_.records);
    by_capped_ = Heaviest(sizes_.capped);
    some_.assign(count, -1);
    for (std::size_t v = 0; v < count; ++v) {
        some_[region_[v]] = static_cast<Area>(v);
    }
    collected_.assign(count, 0);
    reached_.assign(count, 0);
    united_.assign(count, 0);
    place_.assign(count, 0);
}

// From 0 to ``below`` - 1 (xorshift).
std::int64_t Regions::draw(std::int64_t below) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return static_cast<std::int64_t>((random_ >> 11) % static_cast<std::uint64_t>(below));
}

Progress Regions::descend(Limits const& limits, Aim aim, std::int64_t floor,
                          std::int64_t most_united, Budget const& budget, Pulse& pulse) {
    std::int64_t work = 0;
    auto failures = budget.failures;
    std::int32_t worst = -1;
    auto const first = attempt_;
    bool const lowers_heaviest = aim == Aim::records || aim == Aim::capped;
    bool const lowers_costs = aim == Aim::quadratic || aim == Aim::compact;
    while (work < budget.work && failures < budget.patience && attempt_ - first < budget.attempts) {
        ++attempt_;
        auto within = limits;
        if (lowers_costs) {
            do {
                worst = static_cast<std::int32_t>(draw(used_));
                pulse.beat();
            } while (sizes_.records[worst] < 0);
        } else if (aim == Aim::mend) {
            worst = next_low(limits, worst + 1);
            work += used_ / 8;
            pulse.beat(used_ / 8);
            if (worst < 0) {
                return {work, failures, true};
            }
        } else {
            auto const& heaviest = aim == Aim::records ? by_records_ : by_capped_;
            if (heaviest.size() <= floor) {
                return {work, failures, true};
            }
            worst = heaviest.place();
            auto& most = aim == Aim::records ? within.most : within.most_capped;
            most = std::min(most, heaviest.size() - 1);
        }
        auto wanted = 2 + draw(3);
        if (failures > few_failures && failures % 2 == 0) {
            wanted = 2 + draw(most_united - 1);
        }
        bool const shaken = lowers_heaviest && failures % shake_every == shake_every - 1;
        unite(worst, wanted, shaken);
        auto const united = std::ssize(areas_);
        work += united;
        pulse.beat(work_per_area * united);
        ++failures;
        if (united == 0 || united > most_areas) {
            continue;
        }
        std::int64_t total = 0;
        for (Area const v : areas_) {
            total += weights_.capped[v];
        }
        if (!can_split(total, limits.k, std::min(within.most_capped, within.most))) {
            continue;
        }
        work += work_per_area * united;
        draw_tree(pulse);
        auto const found = tree_split_.split(parent_, inside_.view(), within, pulse);
        work += found.work;
        if (!found.exists() || (lowers_costs && !is_better(found.squares, aim))) {
            continue;
        }
        replace(order_, tree_split_.piece());
        if (!shaken) {
            failures = 0;
        }
    }
    return {work, failures, false};
}

// The next region below a threshold, from ``first`` on and then from the start, or -1.
std::int32_t Regions::next_low(Limits const& limits, std::int32_t first) const {
    for (std::int32_t step = 0; step < used_; ++step) {
        auto const region = static_cast<std::int32_t>((std::int64_t{first} + step) % used_);
        if (sizes_.records[region] >= 0 &&
            (sizes_.records[region] < limits.k || sizes_.second[region] < limits.second)) {
            return region;
        }
    }
    return -1;
}

// Collects the areas of a region and of neighbouring ones, drawn in proportion to their borders
// with what is there; or of neighbouring ones without it.
void Regions::unite(std::int32_t first, std::int64_t wanted, bool without) {
    areas_.clear();
    collect(first);
    if (without) {
        auto const next_to = another();
        areas_.clear();
        if (next_to < 0) {
            return;
        }
        // What is collected again belongs to a new attempt; the first region stays out of it.
        ++attempt_;
        united_[first] = attempt_;
        collect(next_to);
    }
    for (std::int64_t regions = 1; regions < wanted; ++regions) {
        auto const region = another();
        if (region < 0) {
            return;
        }
        collect(region);
    }
}

// A region next to the united areas that is not one of theirs, or -1.
std::int32_t Regions::another() {
    // Many areas lie at a border of their region, so a few draws find another region.
    for (int attempts = 0; attempts < 30; ++attempts) {
        Area const v = areas_[draw(std::ssize(areas_))];
        auto const degree = graph_->degree(v);
        if (degree > 0) {
            Area const u = graph_->neighbours[graph_->starts[v] + draw(degree)];
            if (united_[region_[u]] != attempt_) {
                return region_[u];
            }
        }
    }
    return -1;
}

void Regions::collect(std::int32_t region) {
    united_[region] = attempt_;
    auto head = areas_.size();
    areas_.push_back(some_[region]);
    collected_[some_[region]] = attempt_;
    while (head < areas_.size()) {
        for (Area const u : graph_->neighbours_of(areas_[head++])) {
            if (collected_[u] != attempt_ && region_[u] == region) {
                collected_[u] = attempt_;
                areas_.push_back(u);
            }
        }
    }
}

// A random spanning tree of the united areas. It grows from a random area over one of the newest
// open borders (the more of them there are to choose from, the bushier the tree), or over the
// oldest, which makes compact pieces.
void Regions::draw_tree(Pulse& pulse) {
    auto const count = areas_.size();
    order_.clear();
    parent_.clear();
    open_.clear();
    inside_.records.clear();
    inside_.capped.clear();
    inside_.second.clear();
    auto const shape = draw(4);
    auto const newest = shape == bushy       ? std::numeric_limits<std::int64_t>::max()
                        : shape == elongated ? 3
                                             : 12;
    std::size_t oldest = 0;
    Open next{areas_[draw(std::ssize(areas_))], -1};
    for (;;) {
        Area const v = next.ahead;
        auto const here = static_cast<std::int32_t>(order_.size());
        reached_[v] = attempt_;
        place_[v] = here;
        order_.push_back(v);
        parent_.push_back(next.behind);
        inside_.records.push_back(weights_.records[v]);
        inside_.capped.push_back(weights_.capped[v]);
        inside_.second.push_back(weights_.second[v]);
        for (Area const u : graph_->neighbours_of(v)) {
            if (collected_[u] == attempt_ && reached_[u] != attempt_) {
                open_.push_back({u, here});
            }
        }
        pulse.beat(graph_->degree(v));
        if (order_.size() == count) {
            return;
        }
        do {
            if (shape == broad) {
                next = open_[oldest++];
            } else {
                auto const waiting = std::ssize(open_);
                auto const pick = waiting - 1 - draw(std::min(waiting, newest));
                next = open_[pick];
                open_[pick] = open_.back();
                open_.pop_back();
            }
        } while (reached_[next.ahead] == attempt_);
    }
}

// Whether the new pieces have a smaller sum of squares than the regions that they replace, or the
// same and shorter borders; for Aim::compact, whether they have shorter borders at a price that is
// still allowed.
bool Regions::is_better(double squares, Aim aim) {
    auto const piece = tree_split_.piece();
    double before = 0.0;
    double was = 0.0;
    double now = 0.0;
    for (Area const v : order_) {
        auto const region = region_[v];
        if (some_[region] == v) {
            auto const size = static_cast<double>(sizes_.records[region]);
            before += size * size;
        }
        for (auto at = graph_->starts[v]; at < graph_->starts[v + 1]; ++at) {
            Area const u = graph_->neighbours[at];
            if (u >= v) {
                break;
            }
            if (collected_[u] == attempt_) {
                auto const length = graph_->lengths[graph_->through[at]];
                was += region_[u] != region ? length : 0.0;
                now += piece[place_[u]] != piece[place_[v]] ? length : 0.0;
            }
        }
    }
    if (aim == Aim::compact) {
        if (now < was && squares - before <= slack) {
            slack -= squares - before;
            return true;
        }
        return false;
    }
    return squares < before || (squares == before && now < was);
}

bool Regions::may_replace(Ints areas, Ints piece, Pulse& pulse) {
    ++attempt_;
    for (std::size_t at = 0; at < areas.size(); ++at) {
        if (collected_[areas[at]] == attempt_) {
            return false;
        }
        collected_[areas[at]] = attempt_;
        place_[areas[at]] = static_cast<std::int32_t>(at);
    }
    // Regions are connected: one that is not all there has a border to what is missing.
    std::vector<std::int32_t> first(areas.size(), -1);
    std::vector<Area> waiting;
    for (std::size_t at = 0; at < areas.size(); ++at) {
        if (reached_[areas[at]] == attempt_) {
            continue;
        }
        if (first[piece[at]] >= 0) {
            return false;
        }
        first[piece[at]] = static_cast<std::int32_t>(at);
        reached_[areas[at]] = attempt_;
        waiting.push_back(areas[at]);
        while (!waiting.empty()) {
            Area const v = waiting.back();
            waiting.pop_back();
            pulse.beat(graph_->degree(v));
            for (Area const u : graph_->neighbours_of(v)) {
                if (collected_[u] != attempt_) {
                    if (region_[u] == region_[v]) {
                        return false;
                    }
                } else if (reached_[u] != attempt_ && piece[place_[u]] == piece[at]) {
                    reached_[u] = attempt_;
                    waiting.push_back(u);
                }
            }
        }
    }
    return true;
}

void Regions::replace(Ints areas, Ints piece) {
    for (Area const v : areas) {
        auto const region = region_[v];
        if (some_[region] == v) {
            sizes_.records[region] = sizes_.capped[region] = sizes_.second[region] = -1;
            by_records_.set(region, -1);
            by_capped_.set(region, -1);
            unused_.push_back(region);
        }
    }
    named_.assign(1 + *std::max_element(piece.begin(), piece.end()), -1);
    for (std::size_t at = 0; at < areas.size(); ++at) {
        Area const v = areas[at];
        auto& region = named_[piece[at]];
        if (region < 0) {
            if (unused_.empty()) {
                region = used_++;
            } else {
                region = unused_.back();
                unused_.pop_back();
            }
            sizes_.records[region] = sizes_.capped[region] = sizes_.second[region] = 0;
            some_[region] = v;
        }
        region_[v] = region;
        sizes_.records[region] += weights_.records[v];
        sizes_.capped[region] += weights_.capped[v];
        sizes_.second[region] += weights_.second[v];
    }
    for (auto const region : named_) {
        if (region >= 0) {
            by_records_.set(region, sizes_.records[region]);
            by_capped_.set(region, sizes_.capped[region]);
        }
    }
}

}  // namespace covey::regions
