// A tree as a place to look up: which node is above some labels, and which of its children.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::trees {

class Taxonomy {
public:
    // The first nodes are so many labels, which are leaves. Throws std::invalid_argument if the
    // parents are no tree.
    Taxonomy(Ints parents, std::size_t labels, Pulse& pulse);

    std::size_t labels() const { return labels_.size(); }

    // The lowest node above all labels of the list: the label itself, if it is one.
    std::int32_t above(Ints labels) const;

    // The child of a node, which is above the label, that the label is below or is itself; the
    // node, if that is the label.
    std::int32_t child(std::int32_t node, std::int32_t label) const;

    // The labels below a node.
    Ints below(std::int32_t node) const {
        return std::span(labels_).subspan(begin_[node], end_[node] - begin_[node]);
    }

    // How many labels the smallest set along the tree has that holds these: those below the
    // children of the lowest node above them.
    std::int64_t hull_size(Ints labels) const;

    // These labels themselves, appended to a list, ascending.
    void hull(Ints labels, std::vector<std::int32_t>& found) const;

private:
    std::vector<std::int32_t> parents_;
    std::vector<std::int32_t> depth_;
    // Labels in depth-first order; those below a node stand together.
    std::vector<std::int32_t> labels_;
    std::vector<std::int32_t> begin_;
    std::vector<std::int32_t> end_;
};

}  // namespace covey::trees
