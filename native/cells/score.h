// The score of a cut, from what it removes and what it leaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "cells/kinds.h"

namespace covey::cells {

// What a cut costs that loses all classes: as much as if all values were lost.
inline constexpr double lost_class = 1.0;

// Between cuts that are worth the same, the more even one.
inline constexpr double even = 1e-3;

// Missing values and components are split first: until then the column cannot be cut.
inline constexpr double urgent = 10.0;

// Below every score.
inline constexpr double nothing = -1e300;

// A cut that a cell may be given, and its score. Codes up to ``low`` at a position; places from
// ``low`` to ``high`` of a map's tree; labels by their places in the order of weight, see
// take_labels().
struct Cut {
    double score = nothing;
    CutKind how = CutKind::none;
    std::int32_t low = 0;
    std::int32_t high = 0;
};

// Cuts of one column that failed, by the codes or places that they take.
using Tried = std::set<std::pair<std::int32_t, std::int32_t>>;

// The records of a cell, and what a cut of it must keep to: k records are left on both sides, the
// score is below ``under``, and it was not tried. ``uneven`` is what it costs if a class of twice k
// cannot be avoided any more.
struct Terms {
    std::int64_t total;
    std::int64_t k;
    double uneven;
    double under;
    Tried const* tried = nullptr;

    bool was_tried(std::int32_t low, std::int32_t high) const {
        return tried && tried->contains({low, high});
    }
    bool fits(std::int64_t left) const { return left >= k && total - left >= k; }
};

// The best score so far. A cut removes ``gain``, in records times loss, and leaves ``left`` records
// on one side; both sides have k.
class Best {
public:
    explicit Best(Terms const& terms) : terms_(terms), records_(static_cast<double>(terms.total)) {}

    double score() const { return score_; }

    // Only what is above this score improves from now on.
    void raise(double score) { score_ = std::max(score_, score); }

    bool improves(double gain, std::int64_t left) {
        auto const worth = gain / records_;
        auto const right = terms_.total - left;
        auto const evenness = even * static_cast<double>(std::min(left, right)) / records_;
        // What is subtracted below is 0 or more, and rounding keeps the order: a cut that is no
        // better without it needs no divisions of whole numbers.
        if (worth + evenness <= score_) {
            return false;
        }
        auto const k = terms_.k;
        // W records hold at most W // k classes; a cut keeps all of them or loses one.
        auto const possible = terms_.total / k;
        auto const ones = left / k;
        auto const others = right / k;
        auto const lost = possible - ones - others;
        // However the sides are cut later, one of their classes reaches the average.
        auto const largest = std::max((left - 1) / ones, (right - 1) / others) + 1;
        auto score = worth -
                     lost_class * static_cast<double>(lost) / static_cast<double>(possible) -
                     terms_.uneven * static_cast<double>(largest - k) / static_cast<double>(k);
        score += evenness;
        // Written so that a score that is no number is never better.
        if (!(score < terms_.under) || !(score > score_)) {
            return false;
        }
        score_ = score;
        return true;
    }

private:
    Terms terms_;
    double records_;
    double score_ = nothing;
};

// What a set of labels or areas loses, in members: a single one is known, and loses nothing.
inline double size_loss(std::int64_t members) {
    return members > 1 ? static_cast<double>(members) : 0.0;
}

// What is removed, in records times members, if a set of two or more members is cut in two that
// have so many, and so many records are inside.
inline double members_gain(std::int64_t whole, std::int64_t inside, std::int64_t outside,
                           std::int64_t left, std::int64_t total) {
    auto const all = static_cast<double>(whole);
    return static_cast<double>(left) * (all - size_loss(inside)) +
           static_cast<double>(total - left) * (all - size_loss(outside));
}

}  // namespace covey::cells
