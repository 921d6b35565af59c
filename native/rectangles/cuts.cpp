#include "rectangles/cuts.h"

#include <algorithm>
#include <cstdlib>

#include "core/numbers.h"

namespace covey::rectangles {

namespace {

// What a class must reach on one of the two sides, both of at least k.
std::int64_t worst_average(std::int64_t below, std::int64_t above, std::int64_t k) {
    return std::max(divide_up(below, below / k), divide_up(above, above / k));
}

// The cut with the least worst average; of equal ones the first whose lighter side is heaviest.
std::optional<Gap> best_of_all(Points const& points, Node const& node, std::int64_t k,
                               Pulse& pulse) {
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
            auto const score = worst_average(gap.below, above, k);
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

// The cut next to the target, on either axis, with the least score; of equal ones, the one across
// the longer side of the cell.
template <typename Score>
std::optional<Gap> best_near(Points const& points, Node const& node, std::int64_t target,
                             std::int64_t k, Surface surface, Score const& score) {
    Extent const extent(node.cell, surface);
    auto const longer = extent.width >= extent.height ? Axis::x : Axis::y;
    std::optional<Gap> best;
    std::int64_t least = 0;
    for (auto const axis : {longer, other(longer)}) {
        auto const [before, after] = points.gaps_around(target, node.points, axis);
        for (auto const& gap : {before, after}) {
            auto const above = node.weight - gap.below;
            if (gap.below < k || above < k) {
                continue;
            }
            auto const found = score(gap.below, above);
            if (!best || found < least) {
                best = gap;
                least = found;
            }
        }
    }
    return best;
}

std::optional<Gap> nearest_to_half(Points const& points, Node const& node, std::int64_t k,
                                   Surface surface) {
    return best_near(
        points, node, node.weight / 2, k, surface,
        [](std::int64_t below, std::int64_t above) { return std::abs(below - above); });
}

// As most programs split points: what counts is that half of the classes are on either side.
std::optional<Gap> across_the_longer_side(Points const& points, Node const& node, std::int64_t k,
                                          Surface surface) {
    auto const classes = node.weight / k;
    auto const target = portion(node.weight, classes / 2, classes);
    Extent const extent(node.cell, surface);
    auto const longer = extent.width >= extent.height ? Axis::x : Axis::y;
    for (auto const axis : {longer, other(longer)}) {
        auto const [before, after] = points.gaps_around(target, node.points, axis);
        bool const is_before = before.below >= k, is_after = node.weight - after.below >= k;
        if (is_before && is_after) {
            return target - before.below <= after.below - target ? before : after;
        }
        if (is_before || is_after) {
            return is_before ? before : after;
        }
    }
    return std::nullopt;
}

// Of the cuts that leave both sides to classes within the limits, the one after which cells are
// expected to be most compact; else one whose sides have classes as small as possible.
std::optional<Gap> most_compact(Points const& points, Node const& node, Limits limits,
                                Surface surface) {
    auto const classes = std::max<std::int64_t>(2, classes_in(node.weight, limits, 0.5));
    std::optional<Gap> best;
    double least = 0;
    for_each_share(points, node, classes, [&](Gap const& gap) {
        auto const weight_above = node.weight - gap.below;
        if (gap.below < limits.k || weight_above < limits.k) {
            return;
        }
        auto const below = classes_in(gap.below, limits, 0.5);
        auto const above = classes_in(weight_above, limits, 0.5);
        if (below == 0 || above == 0) {
            return;
        }
        auto const perimeter = perimeter_of_sides(node, gap, below, above, surface);
        if (!best || perimeter < least) {
            best = gap;
            least = perimeter;
        }
    });
    for (auto const target : {portion(node.weight, classes / 2, classes), node.weight / 2}) {
        if (!best) {
            best = best_near(points, node, target, limits.k, surface,
                             [&](std::int64_t below, std::int64_t above) {
                                 return worst_average(below, above, limits.k);
                             });
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
    auto const least = divide_up(weight, limits.cap);
    auto const most = weight / limits.k;
    if (least >= most) {
        return least > most ? 0 : least;
    }
    auto const spread = static_cast<double>(limits.cap - limits.k);
    return nearest_share(weight, static_cast<double>(limits.k) + aim * spread, least, most);
}

std::int64_t portion(std::int64_t weight, std::int64_t part, std::int64_t whole) {
    std::int64_t product;
    // Most fit into 64 bits, whose division is several times as fast.
    if (!__builtin_mul_overflow(weight, part, &product)) [[likely]] {
        return product / whole;
    }
    return static_cast<std::int64_t>(static_cast<__int128>(weight) * part / whole);
}

double perimeter_of_sides(Node const& node, Gap const& gap, std::int64_t below, std::int64_t above,
                          Surface surface) {
    constexpr double unevenness = 0.02;
    // Where exactly the border will be does not matter here.
    auto const cut = gap.low + (gap.high - gap.low) / 2;
    auto const sum = expected_perimeter(Extent(node.cell.below(gap.axis, cut), surface), below) +
                     expected_perimeter(Extent(node.cell.above(gap.axis, cut), surface), above);
    auto const uneven = static_cast<double>(std::abs(below - above));
    return sum * (1 + unevenness * uneven / static_cast<double>(below + above));
}

std::optional<Gap> best_cut(Points const& points, Node const& node, Limits limits, Rule rule,
                            Surface surface, Pulse& pulse) {
    if (node.weight / 2 < limits.k) {
        return std::nullopt;
    }
    if (rule == Rule::min_bound) {
        return best_of_all(points, node, limits.k, pulse);
    }
    pulse.beat(static_cast<std::int64_t>(node.points.size()));
    if (rule == Rule::plain) {
        return across_the_longer_side(points, node, limits.k, surface);
    }
    return rule == Rule::median ? nearest_to_half(points, node, limits.k, surface)
                                : most_compact(points, node, limits, surface);
}

}  // namespace covey::rectangles
