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
};

using Sides = std::optional<std::pair<Node, Node>>;

// The cuts of a tree from its root down, all by one rule. Nodes that have no point in common can be
// cut at the same time.
class Growth {
public:
    // The class of every point is written to the place of its rank by x. The room is for as many
    // points as the root has.
    Growth(Points const& points, Limits limits, Rule rule, Surface surface, Node const& root,
           Point* room, std::int32_t* classes)
        : points_(points),
          limits_(limits),
          rule_(rule),
          surface_(surface),
          first_(root.points[Axis::x].data()),
          room_(room),
          classes_(classes) {}

    // Cuts the node in two, if it can be cut.
    Sides sides(Node const& node, Pulse& pulse) const {
        auto const gap = best_cut(points_, node, limits_, rule_, surface_, pulse);
        if (!gap) {
            return std::nullopt;
        }
        // Along the axis of the cut both sides are in place; along the other they are mixed.
        auto const mixed = node.points[other(gap->axis)];
        // Nodes that have no point in common have no place of the room in common.
        auto* const room = room_ + (node.points[Axis::x].data() - first_);
        divide(mixed, *gap, mixed.data(), room);
        std::copy_n(room, mixed.size() - gap->count, mixed.data() + gap->count);
        auto const cut = round_between(gap->low, gap->high);
        auto const [x, y] = node.points.along;
        return std::pair{
            Node{{{x.first(gap->count), y.first(gap->count)}},
                 gap->below,
                 node.cell.below(gap->axis, cut)},
            Node{{{x.subspan(gap->count), y.subspan(gap->count)}},
                 node.weight - gap->below,
                 node.cell.above(gap->axis, cut)},
        };
    }

    // All classes of a node.
    Piece piece(Node const& root, Pulse& pulse) const {
        Piece piece;
        auto const most = std::min<std::int64_t>(root.points.size(), root.weight / limits_.k);
        piece.sizes.reserve(most);
        piece.cells.reserve(most);
        std::vector<Node> waiting{root};
        while (!waiting.empty()) {
            auto const node = waiting.back();
            waiting.pop_back();
            if (auto const both = sides(node, pulse)) {
                waiting.push_back(both->second);
                waiting.push_back(both->first);
                continue;
            }
            for (auto const point : node.points[Axis::x]) {
                classes_[point.rank(Axis::x)] = static_cast<std::int32_t>(piece.sizes.size());
            }
            piece.sizes.push_back(node.weight);
            piece.cells.push_back(node.cell);
        }
        return piece;
    }

    void renumber(Node const& node, std::int32_t first) const {
        for (auto const point : node.points[Axis::x]) {
            classes_[point.rank(Axis::x)] += first;
        }
    }

private:
    Points const& points_;
    Limits limits_;
    Rule rule_;
    Surface surface_;
    Point const* first_;
    Point* room_;
    std::int32_t* classes_;
};

// Nodes that several threads can go on with, from below to above.
std::vector<Node> first_nodes(Growth const& growth, Node const& root, int threads, Pulse& pulse) {
    std::vector<Node> nodes{root};
    for (int round = 0; round < common_rounds; ++round) {
        std::vector<Sides> found(nodes.size());
        for_each_piece(nodes.size(), threads, pulse,
                       [&](std::size_t i, Pulse& own) { found[i] = growth.sides(nodes[i], own); });
        std::vector<Node> next;
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

Tiling grow(Points& points, Box box, Limits limits, Rule rule, Surface surface, int threads,
            Pulse& pulse) {
    if (rule == Rule::smallest) {
        return cut_smallest(points, box, limits.k, pulse);
    }
    Node const root{points.all(), points.weight(), box};
    Roomy<std::int32_t> classes(root.points.size());
    Roomy<Point> room(root.points.size());
    Growth const growth(points, limits, rule, surface, root, room.data(), classes.data());
    if (threads == 1 || root.points.size() < worth_threads) {
        auto whole = growth.piece(root, pulse);
        return {points.by_index(classes), std::move(whole.sizes), std::move(whole.cells)};
    }
    auto const nodes = first_nodes(growth, root, threads, pulse);
    std::vector<Piece> pieces(nodes.size());
    for_each_piece(nodes.size(), threads, pulse,
                   [&](std::size_t i, Pulse& own) { pieces[i] = growth.piece(nodes[i], own); });
    Tiling tiling;
    std::vector<std::int32_t> firsts;
    for (auto& piece : pieces) {
        firsts.push_back(static_cast<std::int32_t>(tiling.sizes.size()));
        tiling.sizes.insert(tiling.sizes.end(), piece.sizes.begin(), piece.sizes.end());
        tiling.cells.insert(tiling.cells.end(), piece.cells.begin(), piece.cells.end());
        piece = {};
    }
    for_each_piece(nodes.size(), threads, pulse,
                   [&](std::size_t i, Pulse&) { growth.renumber(nodes[i], firsts[i]); });
    tiling.classes = points.by_index(classes);
    return tiling;
}

}  // namespace covey::rectangles
