#include "rectangles/cuts.h"

#include <algorithm>
#include <cstdlib>

namespace covey::rectangles {

namespace {

// What a class must reach on one of the two sides, both of at least k.
std::int64_t worst_average(std::int64_t below, std::int64_t above, std::int64_t k) {
    return std::max(ceil_div(below, below / k), ceil_div(above, above / k));
}

// The least of all cuts by a score; of equal ones the first whose lighter side is heaviest.
std::optional<Gap> best_of_all(Points const& points, Node const& node, std::int64_t k,
                               bool smallest, Pulse& pulse) {
    std::optional<Gap> best;
    std::int64_t best_score = 0, best_lighter = 0;
    for (auto const axis : {Axis::x, Axis::y}) {
        pulse.beat(static_cast<std::int64_t>(node.points.size()));
        points.for_each_gap(node.points, axis, [&](Gap const& gap) {
            auto const above = node.weight - gap.below;
            if (gap.below < k || above < k) {
                return above >= k;
            }
            auto const lighter = std::min(gap.below, above);
            auto const score = smallest ? lighter : worst_average(gap.below, above, k);
            if (!best || score < best_score || (score == best_score && lighter > best_lighter)) {
                best = gap;
                best_score = score;
                best_lighter = lighter;
            }
            return true;
        });
    }
    return best;
}

// Of the cuts to either side of where the weight passes a target: proportional, the first that
// leaves both sides to classes within the limits, on the longer side of the cell first; else, and
// by the median, the one with the least score.
std::optional<Gap> best_near(Points const& points, Node const& node, Box whole, Limits limits,
                             bool halve, Pulse& pulse) {
    auto const classes =
        halve ? 2 : std::max<std::int64_t>(2, classes_in(node.weight, limits, 0.5));
    auto const width = node.cell.x_high - node.cell.x_low;
    auto const height = node.cell.y_high - node.cell.y_low;
    bool const is_wide =
        width * (whole.y_high - whole.y_low) >= height * (whole.x_high - whole.x_low);
    auto const longer = is_wide ? Axis::x : Axis::y;
    std::optional<Gap> best;
    std::int64_t best_score = 0;
    for (auto const target : {portion(node.weight, classes / 2, classes), node.weight / 2}) {
        for (auto const axis : {longer, other(longer)}) {
            auto const [before, after] = points.gaps_around(target, node.points, axis);
            pulse.beat(static_cast<std::int64_t>(node.points.size()));
            for (auto const& gap : {before, after}) {
                auto const above = node.weight - gap.below;
                if (gap.below < limits.k || above < limits.k) {
                    continue;
                }
                if (!halve && classes_in(gap.below, limits, 0.5) > 0 &&
                    classes_in(above, limits, 0.5) > 0) {
                    return gap;
                }
                auto const score =
                    halve ? std::abs(gap.below - above) : worst_average(gap.below, above, limits.k);
                if (!best || score < best_score) {
                    best = gap;
                    best_score = score;
                }
            }
        }
        if (best) {
            break;
        }
    }
    return best;
}

}  // namespace

std::int64_t nearest_share(std::int64_t weight, double average, std::int64_t least,
                           std::int64_t most) {
    auto const share = static_cast<double>(weight) / average + 0.5;
    // Beyond 2^63 a double is no integer any more.
    return share < 0x1p63 ? std::min(std::max(static_cast<std::int64_t>(share), least), most)
                          : most;
}

std::int64_t classes_in(std::int64_t weight, Limits limits, double aim) {
    auto const least = ceil_div(weight, limits.cap);
    auto const most = weight / limits.k;
    if (least > most) {
        return 0;
    }
    auto const spread = static_cast<double>(limits.cap - limits.k);
    return nearest_share(weight, static_cast<double>(limits.k) + aim * spread, least, most);
}

std::int64_t portion(std::int64_t weight, std::int64_t part, std::int64_t whole) {
    return static_cast<std::int64_t>(static_cast<__int128>(weight) * part / whole);
}

std::optional<Gap> best_cut(Points const& points, Node const& node, Box whole, Limits limits,
                            Rule rule, Pulse& pulse) {
    if (node.weight / 2 < limits.k) {
        return std::nullopt;
    }
    if (rule == Rule::smallest || rule == Rule::min_bound) {
        return best_of_all(points, node, limits.k, rule == Rule::smallest, pulse);
    }
    return best_near(points, node, whole, limits, rule == Rule::median, pulse);
}

}  // namespace covey::rectangles
