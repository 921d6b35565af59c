// The cut of one cell into two that keep k.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/numbers.h"
#include "core/pulse.h"
#include "rectangles/points.h"
#include "rectangles/shape.h"

namespace covey::rectangles {

// How a cut is chosen.
enum class Rule : std::uint8_t {
    proportional,  // both sides can be shared by classes within [k, cap], as compact as possible
    median,        // nearest to the half
    smallest,      // the lightest side that keeps k
    min_bound,     // the sides whose own lower bounds are least
    plain,         // next to half of the classes, across the longer side where that can be cut
};

// What cells are to weigh.
struct Limits {
    std::int64_t k;
    std::int64_t cap;
};

// Points of this weight in their cell.
struct Node {
    Lists points;
    std::int64_t weight;
    Box cell;
};

// How many classes within the limits are to share a weight; 0 if none can. The aim says where in
// [k, cap] they should be, from 0 to 1: the middle leaves most slack.
std::int64_t classes_in(std::int64_t weight, Limits limits, double aim);

// The number nearest to weight / average, from least to most.
std::int64_t nearest_share(std::int64_t weight, double average, std::int64_t least,
                           std::int64_t most);

// weight * part / whole, rounded down.
std::int64_t portion(std::int64_t weight, std::int64_t part, std::int64_t whole);

// Half of what the perimeters come to on both sides of a cut that are shared by so many classes. A
// little more for uneven sides, which make the tree of cuts deeper.
double perimeter_of_sides(Node const& node, Gap const& gap, std::int64_t below, std::int64_t above,
                          Surface surface);

// Calls visit(gap) for the gaps around the places where a cut leaves some of a node's classes below
// it, from one tenth of them to nine tenths.
template <typename Visit>
void for_each_share(Points const& points, Node const& node, std::int64_t classes,
                    Visit const& visit) {
    constexpr std::int64_t most_shares = 9;
    auto const least = divide_up(classes, most_shares + 1);
    auto const spread = classes - 2 * least;
    auto const steps = std::min(spread, most_shares - 1);
    std::array<std::int64_t, most_shares> targets;
    for (std::int64_t step = 0; step <= steps; ++step) {
        auto const share = least + (steps > 0 ? portion(spread, step, steps) : 0);
        targets[step] = portion(node.weight, share, classes);
    }
    for (auto const axis : {Axis::x, Axis::y}) {
        Points::Start start;
        for (std::int64_t step = 0; step <= steps; ++step) {
            auto const [before, after] =
                points.gaps_around(targets[step], node.points, axis, start);
            visit(before);
            visit(after);
        }
    }
}

// Where to cut a node by the rule, nothing if no cut leaves k on both sides.
std::optional<Gap> best_cut(Points const& points, Node const& node, Limits limits, Rule rule,
                            Surface surface, Pulse& pulse);

}  // namespace covey::rectangles
