// A tree as a place to look up: which node is above some labels, and which of its children.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::trees {

class Taxonomy {
public:
    // The first nodes are so many labels, which are leaves. Where siblings are in order, a set has
    // neighbours among them only, and labels are numbered along the tree. Throws
    // std::invalid_argument if the parents are no tree, or labels are not numbered so.
    Taxonomy(Ints parents, std::size_t labels, bool ordered, Pulse& pulse);

    std::size_t labels() const { return labels_.size(); }
    bool ordered() const { return ordered_; }

    // The lowest node above all labels of the list: the label itself, if it is one.
    std::int32_t above(Ints labels, Pulse& pulse) const;

    // The child of a node, which is above the label, that the label is below or is itself; the
    // node, if that is the label.
    std::int32_t child(std::int32_t node, std::int32_t label, Pulse& pulse) const;

    // The labels below a node.
    Ints below(std::int32_t node) const {
        return std::span(labels_).subspan(begin_[node], end_[node] - begin_[node]);
    }

    // The labels below two children of a node, and below those between them in the order.
    Ints between(std::int32_t first, std::int32_t last) const {
        return std::span(labels_).subspan(begin_[first], end_[last] - begin_[first]);
    }

    // Where the labels of a node begin: siblings in order ascend by this.
    std::int32_t begin(std::int32_t node) const { return begin_[node]; }

    // How many labels the smallest set along the tree has that holds these: those below the
    // children of the lowest node above them, and below all between them where siblings are in
    // order.
    std::int64_t hull_size(Ints labels, Pulse& pulse) const;

    // These labels themselves, appended to a list, ascending.
    void hull(Ints labels, std::vector<std::int32_t>& found, Pulse& pulse) const;

private:
    void number_along(Ints order, Pulse& pulse);

    // Where siblings are in order: the children of a node above the first and the last label.
    std::pair<std::int32_t, std::int32_t> ends(std::int32_t node, Ints labels, Pulse& pulse) const;

    bool ordered_;
    std::vector<std::int32_t> parents_;
    std::vector<std::int32_t> depth_;
    // Labels in depth-first order; those below a node stand together.
    std::vector<std::int32_t> labels_;
    std::vector<std::int32_t> begin_;
    std::vector<std::int32_t> end_;
};

}  // namespace covey::trees
