#include "rectangles/smallest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "core/digits.h"
#include "core/roomy.h"

namespace covey::rectangles {

namespace {

// Fewer members are sorted by comparison.
constexpr std::size_t worth_digits = 1024;

// From which end of an axis a side is cut off.
enum class End : std::uint8_t { low, high };

// The members of a part along one axis, in stripes of equal coordinates. Members leave, and both
// ends know the least number of stripes that keep k. An end only ever moves inwards over stripes
// that it has not seen, so that all its moves together cost as much as there are stripes.
class Stripes {
public:
    // The ids of members are in the order of their coordinates.
    Stripes(Points const& points, Axis axis, std::span<Point const> members,
            Roomy<std::int32_t> ids, Pulse& pulse)
        : ids_(std::move(ids)), stripe_of_(ids_.size()) {
        auto const most = ids_.size() + 2;
        values_.reserve(most);
        weights_.reserve(most);
        counts_.reserve(most);
        begin_.reserve(most);
        before_.reserve(most);
        after_.reserve(most);
        // Stripe 0 and the last one are empty and stay: a walk ends there.
        add_stripe(0, 0);
        in_blocks(ids_.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto place = begin; place < end; ++place) {
                auto const point = members[ids_[place]];
                auto const value = points.value(point.rank(axis), axis);
                if (place == 0 || value != values_.back()) {
                    add_stripe(value, place);
                }
                weights_.back() += points.weight(point, axis);
                ++counts_.back();
                stripe_of_[ids_[place]] = last();
            }
        });
        add_stripe(0, ids_.size());
        ends_ = {Reach{0, 0, 0}, Reach{last(), 0, 0}};
    }

    void remove(std::int32_t member, std::int64_t weight) {
        auto const stripe = stripe_of_[member];
        weights_[stripe] -= weight;
        auto& [low, high] = ends_;
        if (stripe <= low.border) {
            low.weight -= weight;
            --low.count;
        }
        if (stripe >= high.border) {
            high.weight -= weight;
            --high.count;
        }
        if (--counts_[stripe] > 0) {
            return;
        }
        auto const before = before_[stripe], after = after_[stripe];
        after_[before] = after;
        before_[after] = before;
        if (stripe == low.border) {
            low.border = before;
        }
        if (stripe == high.border) {
            high.border = after;
        }
    }

    // The weight of the fewest stripes at an end that keep k; all of it, if that is less than k.
    std::int64_t reach(End end, std::int64_t k, Pulse& pulse) {
        auto& [low, high] = ends_;
        if (end == End::low) {
            while (low.weight < k && after_[low.border] != last()) {
                pulse.beat();
                extend(low, after_[low.border]);
            }
            return low.weight;
        }
        // Stripes without weight make no difference: of equal cuts the lowest is taken.
        while (before_[high.border] != 0 &&
               (high.weight < k || weights_[before_[high.border]] == 0)) {
            pulse.beat();
            extend(high, before_[high.border]);
        }
        return high.weight;
    }

    // How many members the end reaches.
    std::size_t count(End end) const { return ends_[static_cast<int>(end)].count; }

    // The coordinates next to where the end is cut off.
    std::pair<double, double> gap(End end) const {
        auto const below = last_below(end);
        return {values_[below], values_[after_[below]]};
    }

    // Calls visit(member) for those below where the end is cut off, or for those above; also for
    // some that have left.
    template <typename Visit>
    void for_each(End end, bool below, Visit const& visit) const {
        auto const cut = last_below(end);
        for (auto stripe = below ? after_[0] : after_[cut];
             stripe != (below ? after_[cut] : last()); stripe = after_[stripe]) {
            for (auto place = begin_[stripe]; place < begin_[stripe + 1]; ++place) {
                visit(ids_[place]);
            }
        }
    }

private:
    struct Reach {
        std::int32_t border;  // the innermost stripe
        std::int64_t weight;
        std::size_t count;
    };

    std::int32_t last() const { return static_cast<std::int32_t>(values_.size()) - 1; }

    std::int32_t last_below(End end) const {
        return end == End::low ? ends_[0].border : before_[ends_[1].border];
    }

    void extend(Reach& reach, std::int32_t stripe) const {
        reach.border = stripe;
        reach.weight += weights_[stripe];
        reach.count += counts_[stripe];
    }

    void add_stripe(double value, std::size_t begin) {
        before_.push_back(last());
        values_.push_back(value);
        after_.push_back(last() + 1);
        weights_.push_back(0);
        counts_.push_back(0);
        begin_.push_back(begin);
    }

    Roomy<std::int32_t> ids_;  // of members, in ascending order of their coordinates
    Roomy<std::int32_t> stripe_of_;
    Roomy<double> values_;
    Roomy<std::int64_t> weights_;
    Roomy<std::size_t> counts_;
    Roomy<std::size_t> begin_;
    Roomy<std::int32_t> before_, after_;
    std::array<Reach, 2> ends_{};
};

// Where a part is cut, and what it leaves.
struct SmallestCut {
    Axis axis;
    End end;
    std::int64_t weight;  // of the end
};

// Points that are still together; some of its members may have left.
class Part {
public:
    Part(Points const& points, Roomy<Point> members, std::int64_t weight, Pulse& pulse)
        : points_(points),
          members_(std::move(members)),
          is_member_(members_.size(), 1),
          count_(members_.size()),
          weight_(weight),
          along_{stripes(Axis::x, pulse), stripes(Axis::y, pulse)} {}

    std::int64_t weight() const { return weight_; }

    // The lightest side that leaves k on both sides.
    std::optional<SmallestCut> cut(std::int64_t k, Pulse& pulse) {
        std::optional<SmallestCut> best;
        std::int64_t lightest = 0;
        for (auto const axis : {Axis::x, Axis::y}) {
            // From one end of an axis to the other the lighter side first grows, then falls: the
            // lightest is at an end.
            for (auto const end : {End::low, End::high}) {
                auto const reached = along(axis).reach(end, k, pulse);
                auto const lighter = std::min(reached, weight_ - reached);
                if (lighter >= k && (!best || lighter < lightest)) {
                    best = {axis, end, reached};
                    lightest = lighter;
                }
            }
        }
        return best;
    }

    double border(SmallestCut const& cut) const {
        auto const [low, high] = along(cut.axis).gap(cut.end);
        return round_between(low, high);
    }

    // Whether fewer members are below the cut than above it.
    bool has_fewer_below(SmallestCut const& cut) const {
        auto const reached = along(cut.axis).count(cut.end);
        auto const below = cut.end == End::low ? reached : count_ - reached;
        return below <= count_ / 2;
    }

    // Takes out all below the cut, or all above it.
    Roomy<Point> take(SmallestCut const& cut, bool below, Pulse& pulse) {
        Roomy<std::int32_t> ids;
        along(cut.axis).for_each(cut.end, below, [&](std::int32_t member) {
            pulse.beat();
            if (is_member_[member]) {
                ids.push_back(member);
            }
        });
        Roomy<Point> taken;
        taken.reserve(ids.size());
        for (auto const member : ids) {
            pulse.beat(8);
            auto const point = members_[member];
            auto const weight = points_.weight(point, Axis::x);
            is_member_[member] = 0;
            weight_ -= weight;
            along_[0].remove(member, weight);
            along_[1].remove(member, weight);
            taken.push_back(point);
        }
        count_ -= taken.size();
        return taken;
    }

    template <typename Visit>
    void for_each(Visit const& visit) const {
        for (std::size_t member = 0; member < members_.size(); ++member) {
            if (is_member_[member]) {
                visit(members_[member]);
            }
        }
    }

private:
    Stripes& along(Axis axis) { return along_[static_cast<int>(axis)]; }
    Stripes const& along(Axis axis) const { return along_[static_cast<int>(axis)]; }

    Stripes stripes(Axis axis, Pulse& pulse) const {
        // Rank and member in one number, which is compared without a look at the member.
        auto const packed_at = [&](std::size_t member) {
            return std::int64_t{members_[member].rank(axis)} << 32 |
                   static_cast<std::int64_t>(member);
        };
        Roomy<std::int64_t> packed(members_.size());
        if (packed.size() < worth_digits) {
            for (std::size_t member = 0; member < packed.size(); ++member) {
                packed[member] = packed_at(member);
            }
            std::sort(packed.begin(), packed.end(), [&](auto a, auto b) {
                pulse.beat();
                return a < b;
            });
        } else {
            sort_by_digits(
                std::span(packed), std::bit_width(points_.count() - 1), packed_at,
                [](std::int64_t one) { return one >> 32; }, pulse);
        }
        Roomy<std::int32_t> ids(packed.size());
        in_blocks(packed.size(), pulse, [&](std::size_t begin, std::size_t end) {
            for (auto place = begin; place < end; ++place) {
                ids[place] = static_cast<std::int32_t>(packed[place]);
            }
        });
        return Stripes(points_, axis, members_, std::move(ids), pulse);
    }

    Points const& points_;
    Roomy<Point> members_;
    Roomy<char> is_member_;
    std::size_t count_;
    std::int64_t weight_;
    std::array<Stripes, 2> along_;
};

// All cuts that were made. Node 0 is the root; a node without a cut is a class.
class CutTree {
public:
    CutTree() : nodes_(1) {}

    // The numbers of the nodes below and above the cut.
    std::pair<std::int32_t, std::int32_t> cut(std::int32_t node, Axis axis, double border) {
        auto const below = static_cast<std::int32_t>(nodes_.size());
        nodes_[node] = {below, axis, border, 0};
        nodes_.resize(nodes_.size() + 2);
        return {below, below + 1};
    }

    void end(std::int32_t node, std::int64_t weight) { nodes_[node].weight = weight; }

    // Sizes and cells from below to above, and for every node the number of its class.
    std::vector<std::int32_t> number(Box box, Tiling& tiling) const {
        std::vector<std::int32_t> number(nodes_.size());
        std::vector<std::pair<std::int32_t, Box>> waiting{{0, box}};
        while (!waiting.empty()) {
            auto const [at, cell] = waiting.back();
            waiting.pop_back();
            auto const& node = nodes_[at];
            if (node.below == 0) {
                number[at] = static_cast<std::int32_t>(tiling.sizes.size());
                tiling.sizes.push_back(node.weight);
                tiling.cells.push_back(cell);
                continue;
            }
            waiting.emplace_back(node.below + 1, cell.above(node.axis, node.border));
            waiting.emplace_back(node.below, cell.below(node.axis, node.border));
        }
        return number;
    }

private:
    struct Node {
        std::int32_t below = 0;  // 0: it is not cut; the node above the cut follows that below
        Axis axis = Axis::x;
        double border = 0;
        std::int64_t weight = 0;  // of a class
    };
    std::vector<Node> nodes_;
};

}  // namespace

Tiling cut_smallest(Points& points, Box box, std::int64_t k, Pulse& pulse) {
    struct Waiting {
        std::int32_t node;
        Roomy<Point> points;
        std::int64_t weight;
    };
    auto const all = points.all()[Axis::x];
    CutTree tree;
    Roomy<std::int32_t> node_of(points.count());  // by rank along x
    auto const end = [&](std::int32_t node, std::int64_t weight, auto const& for_each) {
        tree.end(node, weight);
        for_each([&](Point point) {
            pulse.beat();
            node_of[point.rank(Axis::x)] = node;
        });
    };
    std::vector<Waiting> waiting;
    waiting.push_back({0, {all.begin(), all.end()}, points.weight()});
    while (!waiting.empty()) {
        auto [node, members, weight] = std::move(waiting.back());
        waiting.pop_back();
        if (weight / 2 < k) {
            end(node, weight, [&](auto const& visit) { std::ranges::for_each(members, visit); });
            continue;
        }
        Part part(points, std::move(members), weight, pulse);
        while (auto const cut = part.cut(k, pulse)) {
            auto const [below, above] = tree.cut(node, cut->axis, part.border(*cut));
            // Whatever side has fewer points is taken out, so that no point is moved more often
            // than its part can be halved.
            bool const take_below = part.has_fewer_below(*cut);
            auto const before = part.weight();
            auto taken = part.take(*cut, take_below, pulse);
            waiting.push_back(
                {take_below ? below : above, std::move(taken), before - part.weight()});
            node = take_below ? above : below;
        }
        end(node, part.weight(), [&](auto const& visit) { part.for_each(visit); });
    }
    Tiling tiling;
    auto const number = tree.number(box, tiling);
    for (auto& node : node_of) {
        node = number[node];
    }
    tiling.classes = points.by_index(node_of);
    return tiling;
}

}  // namespace covey::rectangles
