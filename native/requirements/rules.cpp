#include "requirements/rules.h"

#include <algorithm>
#include <cmath>

namespace covey::requirements {

Rules::Rules(std::vector<Rule> rules, Ints values, Ints sizes, Longs weights, Longs people,
             double tolerance)
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
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            own[codes[i]] += static_cast<double>(weights_[i]);
            total += static_cast<double>(weights_[i]);
        }
        double sum = 0;
        for (auto const records : own) {
            sum += records;
            shares_.push_back(records / total);
            cumulated_.push_back(sum / total);
        }
        at_.push_back(at_.back() + sizes[s]);
        widest_ = std::max(widest_, own.size());
    }
}

bool Rules::met(std::span<std::uint32_t const> rows, std::uint32_t const* names,
                Tally& tally) const {
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
            for (auto const row : rows) {
                reached += people_[name(row)];
            }
            good = reached >= rule.length;
        } else {
            // Rules on the same attribute stand together, so that it is counted once for all.
            if (rule.attribute != counted) {
                clear();
                counted = rule.attribute;
                total = 0;
                auto const* values = values_.data() + counted * weights_.size();
                for (auto const row : rows) {
                    auto const value = values[name(row)];
                    auto const weight = weights_[name(row)];
                    if (tally.counts[value] == 0) {
                        tally.seen.push_back(value);
                    }
                    tally.counts[value] += weight;
                    total += weight;
                }
            }
            good = has(rule, total, tally, static_cast<std::int64_t>(tally.seen.size()), tally.top);
        }
        if (!good) {
            break;
        }
    }
    clear();
    return good;
}

bool Rules::all_have(std::vector<Tally> const& tallies, std::vector<std::int64_t> const& distinct,
                     std::int64_t total, std::int64_t people,
                     std::vector<std::int64_t>& top) const {
    return std::ranges::all_of(rules_, [&](Rule const& rule) {
        if (rule.kind == Kind::population) {
            return people >= rule.length;
        }
        auto const s = static_cast<std::size_t>(rule.attribute);
        return has(rule, total, tallies[s], distinct[s], top);
    });
}

// Whether the counted class, which has so many distinct values, meets a rule.
bool Rules::has(Rule const& rule, std::int64_t total, Tally const& tally, std::int64_t distinct,
                std::vector<std::int64_t>& top) const {
    auto const& counts = tally.counts;
    auto const records = static_cast<double>(total);
    auto const at = at_[rule.attribute];
    switch (rule.kind) {
        case Kind::distinct:
            return static_cast<double>(distinct) >= rule.amount;
        case Kind::entropy: {
            double uncertain = 0.0;
            for (auto const value : tally.seen) {
                auto const share = static_cast<double>(counts[value]) / records;
                uncertain -= share > 0 ? share * std::log2(share) : 0;
            }
            return std::exp2(uncertain) >= rule.amount * (1 - tolerance_);
        }
        case Kind::alpha: {
            std::int64_t most = 0;
            for (auto const value : tally.seen) {
                most = std::max(most, counts[value]);
            }
            return static_cast<double>(most) / records <= rule.amount * (1 + tolerance_);
        }
        case Kind::recursive: {
            if (distinct < rule.length) {
                return false;
            }
            // The largest counts, the largest first, and what is left of the total without all of
            // them but the last.
            top.assign(static_cast<std::size_t>(rule.length), 0);
            for (auto const value : tally.seen) {
                auto count = counts[value];
                for (auto& larger : top) {
                    if (count > larger) {
                        std::swap(count, larger);
                    }
                }
            }
            auto rest = total;
            for (std::size_t place = 0; place + 1 < top.size(); ++place) {
                rest -= top[place];
            }
            return static_cast<double>(top[0]) / static_cast<double>(rest) < rule.amount;
        }
        case Kind::equal: {
            // Values that the class lacks add their share of the table, and all shares add up to 1:
            // so begin with 1, and correct it for the values that occur.
            double apart = 1.0;
            for (auto const value : tally.seen) {
                auto const whole = shares_[at + value];
                apart += std::abs(static_cast<double>(counts[value]) / records - whole) - whole;
            }
            return apart / 2 <= rule.amount + tolerance_;
        }
        case Kind::ordered: {
            auto const size = at_[rule.attribute + 1] - at;
            // What has to be moved past each value is the difference of the shares up to it.
            std::int64_t own = 0;
            double moved = 0.0;
            for (std::int64_t value = 0; value < size; ++value) {
                own += counts[value];
                moved += std::abs(static_cast<double>(own) / records - cumulated_[at + value]);
            }
            return size == 1 || moved / static_cast<double>(size - 1) <= rule.amount + tolerance_;
        }
        case Kind::population:
            break;
    }
    return false;
}

}  // namespace covey::requirements
