// Which of many sizes is the largest, kept up to date while they change.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace covey::regions {

// A tournament: every match of two keeps the larger, the first of equals.
class Heaviest {
public:
    Heaviest() = default;

    explicit Heaviest(std::vector<std::int64_t> const& sizes)
        : entrants_(std::bit_ceil(std::max<std::size_t>(sizes.size(), 1))),
          winners_(2 * entrants_, -1) {
        std::copy(sizes.begin(), sizes.end(), winners_.begin() + entrants_);
        for (auto match = entrants_ - 1; match > 0; --match) {
            winners_[match] = std::max(winners_[2 * match], winners_[2 * match + 1]);
        }
    }

    void set(std::int32_t place, std::int64_t size) {
        auto match = entrants_ + place;
        winners_[match] = size;
        while (match > 1) {
            match /= 2;
            auto const winner = std::max(winners_[2 * match], winners_[2 * match + 1]);
            if (winners_[match] == winner) {
                return;
            }
            winners_[match] = winner;
        }
    }

    std::int64_t size() const { return winners_[1]; }

    // The first of the largest.
    std::int32_t place() const {
        std::size_t match = 1;
        while (match < entrants_) {
            match = 2 * match + (winners_[2 * match] < winners_[match]);
        }
        return static_cast<std::int32_t>(match - entrants_);
    }

private:
    std::size_t entrants_ = 0;
    std::vector<std::int64_t> winners_;
};

}  // namespace covey::regions
