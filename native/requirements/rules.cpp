#include "requirements/rules.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace covey::requirements {

Rules::Rules(std::vector<Rule> rules, Ints values, Ints sizes, Longs weights, Longs people,
             double tolerance, Pulse& pulse)
    : rules_(std::move(rules)),
      values_(values.begin(), values.end()),
      weights_(weights.begin(), weights.end()),
      people_(people.begin(), people.end()),
      tolerance_(tolerance),
      at_{0} {
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        std::vector<double> own(static_cast<std::size_t>(sizes[s]));
        auto const* codes = values_.data() + s * weights_.size();
        double total = 0;
        in_blocks(weights_.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                own[codes[i]] += static_cast<double>(weights_[i]);
                total += static_cast<double>(weights_[i]);
            }
        });
        double sum = 0;
        in_blocks(own.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto value = begin; value < end; ++value) {
                sum += own[value];
                shares_.push_back(own[value] / total);
                cumulated_.push_back(sum / total);
            }
        });
        at_.push_back(at_.back() + sizes[s]);
        widest_ = std::max(widest_, own.size());
    }
}

bool Rules::met(std::span<std::uint32_t const> rows, std::uint32_t const* names, Tally& tally,
                Pulse& pulse) const {
    tally.counts.resize(widest_);
    tally.seen.clear();
    auto const clear = [&tally] {
        // Only what was counted: an attribute may have many more values than a class.
        for (auto const value : tally.seen) {
            tally.counts[value] = 0;
        }
        tally.seen.clear();
    };
    auto const name = [names](std::uint32_t row) { return names ? names[row] : row; };
    std::int32_t counted = -1;
    std::int64_t total = 0;
    bool good = true;
    for (auto const& rule : rules_) {
        if (rule.kind == Kind::population) {
            std::int64_t reached = 0;
            in_blocks(rows.size(), pulse, [&](std::size_t begin, std::size_t end) {
                for (auto i = begin; i < end; ++i) {
                    reached += people_[name(rows[i])];
                }
            });
            good = reached >= rule.length;
        } else {
            // Rules on the same attribute stand together, so that it is counted once for all.
            if (rule.attribute != counted) {
                clear();
                counted = rule.attribute;
                total = 0;
                auto const* values = values_.data() + counted * weights_.size();
                in_blocks(rows.size(), pulse, [&](std::size_t begin, std::size_t end) {
                    for (auto i = begin; i < end; ++i) {
                        auto const value = values[name(rows[i])];
                        auto const weight = weights_[name(rows[i])];
                        if (tally.counts[value] == 0) {
                            tally.seen.push_back(value);
                        }
                        tally.counts[value] += weight;
                        total += weight;
                    }
                });
            }
            good = has(rule, total, tally, static_cast<std::int64_t>(tally.seen.size()), tally.top,
                       pulse);
        }
        if (!good) {
            break;
        }
    }
    clear();
    return good;
}

bool Rules::all_have(std::vector<Tally> const& tallies, std::vector<std::int64_t> const& distinct,
                     std::int64_t total, std::int64_t people, std::vector<std::int64_t>& top,
                     Pulse& pulse) const {
    return std::ranges::all_of(rules_, [&](Rule const& rule) {
        if (rule.kind == Kind::population) {
            return people >= rule.length;
        }
        auto const s = static_cast<std::size_t>(rule.attribute);
        return has(rule, total, tallies[s], distinct[s], top, pulse);
    });
}

// Whether the counted class, which has so many distinct values, meets a rule.
bool Rules::has(Rule const& rule, std::int64_t total, Tally const& tally, std::int64_t distinct,
                std::vector<std::int64_t>& top, Pulse& pulse) const {
    auto const& counts = tally.counts;
    auto const each_seen = [&](auto const& look) {
        in_blocks(tally.seen.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                look(tally.seen[i]);
            }
        });
    };
    auto const records = static_cast<double>(total);
    auto const at = at_[rule.attribute];
    switch (rule.kind) {
        case Kind::distinct:
            return static_cast<double>(distinct) >= rule.amount;
        case Kind::entropy: {
            double uncertain = 0.0;
            each_seen([&](std::int32_t value) {
                auto const share = static_cast<double>(counts[value]) / records;
                uncertain -= share > 0 ? share * std::log2(share) : 0;
            });
            return std::exp2(uncertain) >= rule.amount * (1 - tolerance_);
        }
        case Kind::alpha: {
            std::int64_t most = 0;
            each_seen([&](std::int32_t value) { most = std::max(most, counts[value]); });
            return static_cast<double>(most) / records <= rule.amount * (1 + tolerance_);
        }
        case Kind::recursive: {
            if (distinct < rule.length) {
                return false;
            }
            // The largest counts in front, in any order, and what is left of the total without all
            // of them but the last.
            top.clear();
            std::int64_t most = 0;
            each_seen([&](std::int32_t value) {
                top.push_back(counts[value]);
                most = std::max(most, counts[value]);
            });
            std::nth_element(top.begin(), top.begin() + (rule.length - 1), top.end(),
                             [&pulse](std::int64_t a, std::int64_t b) {
                                 pulse.beat();
                                 return a > b;
                             });
            auto const rest =
                std::accumulate(top.begin(), top.begin() + (rule.length - 1), total, std::minus{});
            return static_cast<double>(most) / static_cast<double>(rest) < rule.amount;
        }
        case Kind::equal: {
            // Values that the class lacks add their share of the table, and all shares add up to 1:
            // so begin with 1, and correct it for the values that occur.
            double apart = 1.0;
            each_seen([&](std::int32_t value) {
                auto const whole = shares_[at + value];
                apart += std::abs(static_cast<double>(counts[value]) / records - whole) - whole;
            });
            return apart / 2 <= rule.amount + tolerance_;
        }
        case Kind::ordered: {
            auto const size = at_[rule.attribute + 1] - at;
            // What has to be moved past each value is the difference of the shares up to it.
            std::int64_t own = 0;
            double moved = 0.0;
            in_blocks(
                static_cast<std::size_t>(size), pulse, [&](std::size_t begin, std::size_t end) {
                    for (auto value = begin; value < end; ++value) {
                        own += counts[value];
                        moved +=
                            std::abs(static_cast<double>(own) / records - cumulated_[at + value]);
                    }
                });
            return size == 1 || moved / static_cast<double>(size - 1) <= rule.amount + tolerance_;
        }
        case Kind::population:
            break;
    }
    return false;
}

}  // namespace covey::requirements
