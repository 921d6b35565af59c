#include "rectangles/search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>

namespace covey::rectangles {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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
    Search(Points const& points, Limits limits, double aim, Effort effort, Pulse& pulse)
        : points_(points),
          limits_(limits),
          aim_(aim),
          effort_(effort),
          pulse_(pulse),
          classes_(points.count()) {}

    // The cells of a node that was tiled.
    Tiling tiling() && {
        return {points_.by_index(classes_), std::move(sizes_), std::move(cells_)};
    }

    // Whether the node was tiled. A cut leaves about half of the weight on either side, or is next
    // to a coordinate that has much of it, which happens a few times only before the weight is
    // halved: the depth of the calls grows with the logarithm of the weight.
    bool tile(Node const& node, std::size_t depth = 0) {
        if (node.weight <= limits_.cap) {
            add(node);
            return true;
        }
        auto const count = static_cast<std::int64_t>(node.points.size());
        effort_.visits -= count;
        pulse_.beat(count);
        auto const classes = classes_in(node.weight, limits_, aim_);
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

    bool is_exhausted() {
        if (effort_.visits >= 0 && std::chrono::steady_clock::now() >= effort_.deadline) {
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
        // One more on either side: a point is written to both before it is known where it belongs.
        room.resize(std::max(room.size(), count + 2));
        auto* const above = room.data() + gap.count + 1;
        divide(node.points[other(gap.axis)], gap, room.data(), above);
        Lists lower, upper;
        auto const along = static_cast<int>(gap.axis), across = 1 - along;
        lower.along[along] = node.points[gap.axis].first(gap.count);
        upper.along[along] = node.points[gap.axis].subspan(gap.count);
        lower.along[across] = {room.data(), gap.count};
        upper.along[across] = {above, count - gap.count};
        auto const cut = round_between(gap.low, gap.high);
        return {{lower, gap.below, node.cell.below(gap.axis, cut)},
                {upper, node.weight - gap.below, node.cell.above(gap.axis, cut)}};
    }

    Ranking ranked(Node const& node, std::int64_t classes) const {
        Ranking ranking;
        auto const average = static_cast<double>(node.weight) / static_cast<double>(classes);
        auto const consider = [&](Gap const& gap) {
            auto const above = node.weight - gap.below;
            ranking.consider(gap, std::max(distance(gap.below, average), distance(above, average)));
            return above >= limits_.k;
        };
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

    // How far the classes of one side are from the average; infinite if classes within the limits
    // cannot share it.
    double distance(std::int64_t side, double average) const {
        auto const least = ceil_div(side, limits_.cap);
        auto const most = side / limits_.k;
        if (side < limits_.k || least > most) {
            return infinity;
        }
        auto const classes = nearest_share(side, average, least, most);
        return std::abs(static_cast<double>(side) / static_cast<double>(classes) - average);
    }

    Points const& points_;
    Limits limits_;
    double aim_;
    Effort effort_;
    Pulse& pulse_;
    std::vector<std::int32_t> classes_;  // of every point, by its rank by x
    std::vector<std::int64_t> sizes_;
    std::vector<Box> cells_;
    std::deque<std::vector<Point>> rooms_;
};

}  // namespace

std::optional<Tiling> search(Points& points, Box box, Limits limits, double aim, Effort effort,
                             Pulse& pulse) {
    Node const root{points.all(), points.weight(), box};
    Search search(points, limits, aim, effort, pulse);
    if (!search.tile(root)) {
        return std::nullopt;
    }
    return std::move(search).tiling();
}

}  // namespace covey::rectangles
