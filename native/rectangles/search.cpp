#include "rectangles/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>

#include "core/numbers.h"

namespace covey::rectangles {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr double worst_score = std::numeric_limits<double>::max();

// Up to so many classes every cut is considered; above, those next to the proportional one.
constexpr std::int64_t few_classes = 8;

// Cuts that are tried at a node before it is given up.
constexpr std::size_t tried_cuts = 8;

// The best cuts of a node, best first; of equal ones the first found comes first.
class Ranking {
public:
    auto begin() const { return gaps_.begin(); }
    auto end() const { return begin() + count_; }

    void consider(Gap const& gap, double score) {
        if (!(score < (count_ < tried_cuts ? infinity : scores_.back()))) {
            return;
        }
        auto at = count_ < tried_cuts ? count_++ : tried_cuts - 1;
        for (; at > 0 && scores_[at - 1] > score; --at) {
            scores_[at] = scores_[at - 1];
            gaps_[at] = gaps_[at - 1];
        }
        scores_[at] = score;
        gaps_[at] = gap;
    }

private:
    std::array<Gap, tried_cuts> gaps_;
    std::array<double, tried_cuts> scores_;
    std::size_t count_ = 0;
};

class Search {
public:
    Search(Points const& points, Limits limits, Preference prefer, Effort effort, Pulse& pulse)
        : points_(points),
          limits_(limits),
          prefer_(prefer),
          effort_(effort),
          pulse_(pulse),
          classes_(points.count()) {}

    // The cells of a node that was tiled.
    Tiling tiling() && {
        return {points_.by_index(classes_), std::move(sizes_), std::move(cells_)};
    }

    // Whether the node was tiled. A cut leaves a tenth of the weight or more on either side, or is
    // next to a coordinate that has much of it, which happens a few times only before the weight is
    // halved: the depth of the calls grows with the logarithm of the weight.
    bool tile(Node const& node, std::size_t depth = 0) {
        if (is_too_long(node.cell, node.weight)) {
            return false;
        }
        if (node.weight <= limits_.cap) {
            add(node);
            return true;
        }
        auto const count = static_cast<std::int64_t>(node.points.size());
        effort_.visits -= count;
        pulse_.beat(count);
        auto const classes = classes_in(node.weight, limits_, prefer_.aim);
        if (classes == 0 || is_exhausted()) {
            return false;
        }
        auto const done = sizes_.size();
        for (auto const& gap : ranked(node, classes)) {
            auto const [below, above] = sides(node, gap, depth);
            if (tile(below, depth + 1) && tile(above, depth + 1)) {
                return true;
            }
            sizes_.resize(done);
            cells_.resize(done);
            if (effort_.visits < 0) {
                return false;
            }
        }
        return false;
    }

private:
    void add(Node const& leaf) {
        for (auto const point : leaf.points[Axis::x]) {
            classes_[point.rank(Axis::x)] = static_cast<std::int32_t>(sizes_.size());
        }
        sizes_.push_back(leaf.weight);
        cells_.push_back(leaf.cell);
    }

    // Whether cells that are not too long cannot tile a cell: one of its m classes is at least as
    // long as an m-th of it, and no wider than it is.
    bool is_too_long(Box const& cell, std::int64_t weight) const {
        if (!(prefer_.longest < infinity)) {
            return false;
        }
        auto const classes = weight <= limits_.cap ? 1 : weight / limits_.k;
        return Extent(cell, prefer_.surface).aspect() >
               prefer_.longest * static_cast<double>(classes);
    }

    bool is_exhausted() {
        if (effort_.visits >= 0 && effort_.deadline.over()) {
            effort_.visits = -1;
        }
        return effort_.visits < 0;
    }

    // The two sides of a cut. The lists of the node stay as they are, for the next cut that is
    // tried: what is mixed along one axis is divided into the room of this depth.
    std::pair<Node, Node> sides(Node const& node, Gap const& gap, std::size_t depth) {
        auto const count = node.points.size();
        if (rooms_.size() == depth) {
            rooms_.emplace_back();
        }
        auto& room = rooms_[depth];
        room.resize(std::max(room.size(), count));
        divide(node.points[other(gap.axis)], gap, room.data());
        Lists lower, upper;
        auto const along = static_cast<int>(gap.axis), across = 1 - along;
        lower.along[along] = node.points[gap.axis].first(gap.count);
        upper.along[along] = node.points[gap.axis].subspan(gap.count);
        lower.along[across] = {room.data(), gap.count};
        upper.along[across] = {room.data() + gap.count, count - gap.count};
        auto const cut = round_between(gap.low, gap.high);
        return {{lower, gap.below, node.cell.below(gap.axis, cut)},
                {upper, node.weight - gap.below, node.cell.above(gap.axis, cut)}};
    }

    Ranking ranked(Node const& node, std::int64_t classes) const {
        Ranking ranking;
        auto const average = static_cast<double>(node.weight) / static_cast<double>(classes);
        bool const compact = prefer_.evenness < infinity;
        auto const whole = expected_perimeter(Extent(node.cell, prefer_.surface), classes);
        auto const consider = [&](Gap const& gap) {
            auto const above = node.weight - gap.below;
            if (makes_too_long(node, gap)) {
                return above >= limits_.k;
            }
            auto const uneven = std::max(distance(gap.below, average), distance(above, average));
            if (compact && uneven < infinity) {
                auto const sides = perimeter_of_sides(node, gap, share(gap.below, average),
                                                      share(above, average), prefer_.surface);
                auto const score = sides / whole + prefer_.evenness * uneven / average;
                // Widths beyond the largest double leave no number to compare.
                ranking.consider(gap, std::isfinite(score) ? score : worst_score);
            } else {
                ranking.consider(gap, uneven);
            }
            return above >= limits_.k;
        };
        if (compact && classes > few_classes) {
            for_each_share(points_, node, classes, consider);
            return ranking;
        }
        for (auto const axis : {Axis::x, Axis::y}) {
            if (classes <= few_classes) {
                points_.for_each_gap(node.points, axis, consider);
            } else {
                auto const target = portion(node.weight, classes / 2, classes);
                auto const [before, after] = points_.gaps_around(target, node.points, axis);
                consider(before);
                consider(after);
            }
        }
        return ranking;
    }

    // Whether one of the sides of a cut that keeps k on both cannot be tiled for its shape.
    bool makes_too_long(Node const& node, Gap const& gap) const {
        auto const above = node.weight - gap.below;
        if (!(prefer_.longest < infinity) || gap.below < limits_.k || above < limits_.k) {
            return false;
        }
        auto const cut = round_between(gap.low, gap.high);
        return is_too_long(node.cell.below(gap.axis, cut), gap.below) ||
               is_too_long(node.cell.above(gap.axis, cut), above);
    }

    // How many classes a side is to have that classes within the limits can share.
    std::int64_t share(std::int64_t side, double average) const {
        return nearest_share(side, average, divide_up(side, limits_.cap), side / limits_.k);
    }

    // How far the classes of one side are from the average; infinite if classes within the limits
    // cannot share it.
    double distance(std::int64_t side, double average) const {
        if (side < limits_.k || divide_up(side, limits_.cap) > side / limits_.k) {
            return infinity;
        }
        auto const classes = static_cast<double>(share(side, average));
        return std::abs(static_cast<double>(side) / classes - average);
    }

    Points const& points_;
    Limits limits_;
    Preference prefer_;
    Effort effort_;
    Pulse& pulse_;
    std::vector<std::int32_t> classes_;  // of every point, by its rank by x
    std::vector<std::int64_t> sizes_;
    std::vector<Box> cells_;
    std::deque<std::vector<Point>> rooms_;
};

}  // namespace

std::optional<Tiling> search(Points& points, Box box, Limits limits, Preference prefer,
                             Effort effort, Pulse& pulse) {
    Node const root{points.all(), points.weight(), box};
    Search search(points, limits, prefer, effort, pulse);
    if (!search.tile(root)) {
        return std::nullopt;
    }
    return std::move(search).tiling();
}

}  // namespace covey::rectangles
