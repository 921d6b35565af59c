#include "rectangles/tiling.h"

#include <algorithm>
#include <utility>

#include "core/threads.h"
#include "rectangles/smallest.h"

namespace covey::rectangles {

namespace {

// From so many points on, more than one thread is worth it.
constexpr std::size_t worth_threads = 50'000;

// Rounds of cuts before every thread goes on alone: enough pieces that none waits for long.
constexpr int common_rounds = 7;

// The classes of one node, numbered from 0.
struct Piece {
    std::vector<std::int64_t> sizes;
    std::vector<Box> cells;
    std::vector<std::span<Point const>> members;
};

// A node, and room for as many points as it has.
struct Part {
    Node node;
    Point* room;
};

using Sides = std::optional<std::pair<Part, Part>>;

// The cuts of a tree from its root down, all by one rule. Nodes that have no point in common can be
// cut at the same time.
class Growth {
public:
    // The class of every point is written to the place of its rank by x.
    Growth(Points const& points, Limits limits, Rule rule, Surface surface, std::int32_t* classes)
        : points_(points), limits_(limits), rule_(rule), surface_(surface), classes_(classes) {}

    // Where a node is cut, if it can be cut.
    std::optional<Gap> cut(Node const& node, Pulse& pulse) const {
        return best_cut(points_, node, limits_, rule_, surface_, pulse);
    }

    // The two sides of a cut. Along the axis of the cut both are in place. Along the other they are
    // mixed: they move to the room, and where they were is room now.
    std::pair<Part, Part> sides(Part const& part, Gap const& gap) const {
        auto const& node = part.node;
        auto const mixed = node.points[other(gap.axis)];
        divide(mixed, gap, part.room);
        auto lists = node.points;
        lists.along[static_cast<int>(other(gap.axis))] = {part.room, mixed.size()};
        auto const cut = round_between(gap.low, gap.high);
        auto const [x, y] = lists.along;
        return {
            {{{{x.first(gap.count), y.first(gap.count)}},
              gap.below,
              node.cell.below(gap.axis, cut)},
             mixed.data()},
            {{{{x.subspan(gap.count), y.subspan(gap.count)}},
              node.weight - gap.below,
              node.cell.above(gap.axis, cut)},
             mixed.data() + gap.count},
        };
    }

    // All classes of a node.
    Piece piece(Part const& root, Pulse& pulse) const {
        Piece piece;
        auto const most =
            std::min<std::int64_t>(root.node.points.size(), root.node.weight / limits_.k);
        piece.sizes.reserve(most);
        piece.cells.reserve(most);
        piece.members.reserve(most);
        std::vector<Part> waiting{root};
        while (!waiting.empty()) {
            auto const part = waiting.back();
            waiting.pop_back();
            auto const& node = part.node;
            auto const gap = cut(node, pulse);
            if (!gap) {
                add(piece, node.points[Axis::x], node.weight, node.cell);
                continue;
            }
            auto const above = node.weight - gap->below;
            if (std::max(gap->below, above) / 2 >= limits_.k) {
                auto const both = sides(part, *gap);
                waiting.push_back(both.second);
                waiting.push_back(both.first);
                continue;
            }
            // Both sides are classes: one list says which points they have.
            auto const list = node.points[gap->axis];
            auto const border = round_between(gap->low, gap->high);
            add(piece, list.first(gap->count), gap->below, node.cell.below(gap->axis, border));
            add(piece, list.subspan(gap->count), above, node.cell.above(gap->axis, border));
        }
        return piece;
    }

    // Gives every point of a piece the number of its class, the first class having this one.
    void number(Piece const& piece, std::int32_t first, Pulse& pulse) const {
        for (auto const members : piece.members) {
            for (auto const& point : members) {
                classes_[point.rank(Axis::x)] = first;
            }
            ++first;
            pulse.beat(static_cast<std::int64_t>(members.size()));
        }
    }

private:
    static void add(Piece& piece, std::span<Point const> members, std::int64_t weight,
                    Box const& cell) {
        piece.sizes.push_back(weight);
        piece.cells.push_back(cell);
        piece.members.push_back(members);
    }

    Points const& points_;
    Limits limits_;
    Rule rule_;
    Surface surface_;
    std::int32_t* classes_;
};

// Nodes that several threads can go on with, from below to above.
std::vector<Part> first_nodes(Growth const& growth, Part const& root, int threads, Pulse& pulse) {
    std::vector<Part> nodes{root};
    for (int round = 0; round < common_rounds; ++round) {
        std::vector<Sides> found(nodes.size());
        for_each_piece(nodes.size(), threads, pulse, [&](std::size_t i, Pulse& own) {
            if (auto const gap = growth.cut(nodes[i].node, own)) {
                found[i] = growth.sides(nodes[i], *gap);
            }
        });
        std::vector<Part> next;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (found[i]) {
                next.push_back(found[i]->first);
                next.push_back(found[i]->second);
            } else {
                next.push_back(nodes[i]);
            }
        }
        nodes = std::move(next);
    }
    return nodes;
}

}  // namespace

Tiling grow(Points& points, Room& room, Box box, Limits limits, Rule rule, Surface surface,
            int threads, Pulse& pulse) {
    if (rule == Rule::smallest) {
        return cut_smallest(points, box, limits.k, pulse);
    }
    Roomy<std::int32_t> classes(points.count());
    Part const root{{points.all(), points.weight(), box}, room.as<Point>(points.count()).data()};
    Growth const growth(points, limits, rule, surface, classes.data());
    if (threads == 1 || points.count() < worth_threads) {
        auto whole = growth.piece(root, pulse);
        growth.number(whole, 0, pulse);
        return {points.by_index(classes), std::move(whole.sizes), std::move(whole.cells)};
    }
    auto const nodes = first_nodes(growth, root, threads, pulse);
    std::vector<Piece> pieces(nodes.size());
    for_each_piece(nodes.size(), threads, pulse,
                   [&](std::size_t i, Pulse& own) { pieces[i] = growth.piece(nodes[i], own); });
    Tiling tiling;
    std::vector<std::int32_t> firsts;
    for (auto const& piece : pieces) {
        firsts.push_back(static_cast<std::int32_t>(tiling.sizes.size()));
        tiling.sizes.insert(tiling.sizes.end(), piece.sizes.begin(), piece.sizes.end());
        tiling.cells.insert(tiling.cells.end(), piece.cells.begin(), piece.cells.end());
    }
    for_each_piece(nodes.size(), threads, pulse,
                   [&](std::size_t i, Pulse& own) { growth.number(pieces[i], firsts[i], own); });
    tiling.classes = points.by_index(classes);
    return tiling;
}

}  // namespace covey::rectangles
