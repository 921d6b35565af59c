#include "requirements/sides.h"

#include <algorithm>

namespace covey::requirements {

void Sides::begin(Rules const& rules, std::span<std::uint32_t const> rows,
                  std::uint32_t const* names, Pulse& pulse) {
    rules_ = &rules;
    names_ = names;
    auto const attributes = rules.attributes();
    for (auto& side : sides_) {
        side.tallies.resize(attributes);
        side.distinct.assign(attributes, 0);
        side.total = side.people = 0;
        for (std::size_t s = 0; s < attributes; ++s) {
            auto& tally = side.tallies[s];
            for (auto const value : tally.seen) {
                tally.counts[value] = 0;
            }
            tally.seen.clear();
            tally.counts.resize(std::max(tally.counts.size(), rules.values(s)));
        }
    }
    in_blocks(rows.size(), pulse, [&](std::size_t first, std::size_t end) {
        for (auto i = first; i < end; ++i) {
            auto const name = names ? names[rows[i]] : rows[i];
            for (std::size_t s = 0; s < attributes; ++s) {
                auto const value = rules.value(s, name);
                if (sides_[1].tallies[s].counts[value] == 0) {
                    // What occurs at all may come to either side.
                    sides_[0].tallies[s].seen.push_back(value);
                    sides_[1].tallies[s].seen.push_back(value);
                }
            }
            change(sides_[1], name, 1);
        }
    });
}

void Sides::change(Side& side, std::uint32_t name, std::int64_t sign) {
    auto const weight = sign * rules_->weight(name);
    side.total += weight;
    side.people += sign * rules_->people(name);
    for (std::size_t s = 0; s < side.tallies.size(); ++s) {
        auto& count = side.tallies[s].counts[rules_->value(s, name)];
        side.distinct[s] += sign > 0 && count == 0;
        count += weight;
        side.distinct[s] -= sign < 0 && count == 0;
    }
}

void Sides::move(std::uint32_t row, std::uint8_t side) {
    auto const name = names_ ? names_[row] : row;
    change(sides_[1 - side], name, -1);
    change(sides_[side], name, 1);
}

bool Sides::met(Pulse& pulse) {
    return std::ranges::all_of(sides_, [&](Side const& side) {
        return rules_->all_have(side.tallies, side.distinct, side.total, side.people, top_, pulse);
    });
}

}  // namespace covey::requirements
