// One tree of nested sets for a column: what a class may have there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace covey::cells {

// How the tree of a column may be changed.
enum class Moves : std::int32_t {
    // Not at all.
    none,
    // Branches are moved within the children of one given node (of all, without a given tree).
    labels,
    // Leaves keep their order; a node of many leaves begins and ends at round borders.
    ordered,
};

// A tree over the leaves 0 to leaves - 1; its inner nodes follow, the root is ``root``. Node v has
// the children children[first[v]] and the next ones; inner node v has two where the tree may
// change.
struct SetTree {
    Moves moves = Moves::none;
    std::int32_t leaves = 0;
    std::int32_t root = 0;
    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> children;
    // Labels: the given node whose children an inner node groups. Ordered: only nodes of the same
    // group are rotated.
    std::vector<std::int32_t> group;
    // Ordered: whether the border after each leaf is a round one.
    std::vector<char> round_after;
    // What a record loses at a node. Of inner nodes of a tree that may change, it follows from the
    // leaves: ``scale`` times the sum of their ``sizes``, or the distance from the ``low`` of the
    // first to the ``high`` of the last.
    std::vector<double> loss;
    double scale = 0.0;
    std::vector<std::int64_t> sizes;
    std::vector<double> low;
    std::vector<double> high;

    std::int32_t nodes() const { return static_cast<std::int32_t>(parent.size()); }
    bool is_leaf(std::int32_t v) const { return v < leaves; }
    std::span<std::int32_t const> below(std::int32_t v) const {
        return {children.data() + first[v], children.data() + first[v + 1]};
    }

    // A random change, if one is found; ``random`` is the state of the generator. Two branches
    // were moved as they are (or one, or, with ordered leaves, none but the three that ``moved``
    // has then, side by side); all other nodes keep their children.
    bool change(std::uint64_t& random, std::vector<std::int32_t>& moved);

private:
    bool graft(std::uint64_t& random, std::vector<std::int32_t>& moved);
    bool swap(std::uint64_t& random, std::vector<std::int32_t>& moved);
    bool rotate(std::uint64_t& random, std::vector<std::int32_t>& moved);
    bool is_above(std::int32_t v, std::int32_t below) const;
    void replace_child(std::int32_t v, std::int32_t before, std::int32_t after);
};

// Splitmix64: the same numbers on every machine.
inline std::uint64_t next_random(std::uint64_t& state) {
    auto z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// A tree as cells are cut along it. Leaves have places, and every node is a run of them. Nodes are
// numbered so that ancestors come first.
struct RankedTree {
    // The tree's number of a node, and the reverse.
    std::vector<std::int32_t> id;
    std::vector<std::int32_t> rank;
    // The place of every leaf; of a node its run, and the places at which its children begin.
    std::vector<std::int32_t> place;
    std::vector<std::int32_t> begin;
    std::vector<std::int32_t> end;
    std::vector<std::int32_t> first_start;
    std::vector<std::int32_t> starts;
    std::vector<double> loss;
    // Numbers for the leaves below a node, for how its children divide these, and for all nodes
    // below it: equal ones in two trees mean the same.
    std::vector<std::uint64_t> content;
    std::vector<std::uint64_t> division;
    std::vector<std::uint64_t> structure;

    void rank_tree(SetTree const& tree);

    // The least node with the places low to high, both included.
    std::int32_t around(std::int32_t low, std::int32_t high) const {
        if (low == high) {
            return leaf_[low];
        }
        auto const level = level_of(high - low);
        auto const* row = least_.data() + static_cast<std::size_t>(level) * gaps_;
        auto const other = row[high - (1 << level)];
        return row[low] < other ? row[low] : other;
    }

    std::int32_t leaf_at(std::int32_t at) const { return id[leaf_[at]]; }
    std::size_t arity(std::int32_t v) const { return first_start[v + 1] - first_start[v]; }

private:
    static int level_of(std::int32_t length) { return 31 - __builtin_clz(length); }

    std::vector<std::int32_t> leaf_;
    // Row l has the least node that joins the leaves of 2^l gaps from each gap on.
    std::vector<std::int32_t> least_;
    std::size_t gaps_ = 0;
    std::vector<std::int32_t> waiting_;
    std::vector<std::int64_t> size_;
};

}  // namespace covey::cells
