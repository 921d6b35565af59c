// The cut of one cell into two that keep k.
#pragma once

#include <cstdint>
#include <optional>

#include "core/pulse.h"
#include "rectangles/points.h"

namespace covey::rectangles {

// How a cut is chosen.
enum class Rule : std::uint8_t {
    proportional,  // both sides can be shared by classes within [k, cap]
    median,        // nearest to the half
    smallest,      // the lightest side that keeps k
    min_bound,     // the sides whose own lower bounds are least
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

// Where to cut a node by the rule, nothing if no cut leaves k on both sides. ``whole`` is the box
// of all nodes.
std::optional<Gap> best_cut(Points const& points, Node const& node, Box whole, Limits limits,
                            Rule rule, Pulse& pulse);

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return a / b + (a % b != 0);
}

}  // namespace covey::rectangles
