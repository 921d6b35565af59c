// The best cut of one column of a cell.
//
// A cut scores the loss that it removes per record of the cell, on its own column and with sets
// shrunk to what occurs, less the share of possible classes that it loses: W records hold
// floor(W / k) classes, and a cut keeps all of them or all but one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cells/columns.h"
#include "cells/histogram.h"
#include "cells/score.h"
#include "core/pulse.h"

namespace covey::cells {

// Labels in the order of their records, the heaviest first.
struct LabelOrder {
    std::vector<std::uint64_t> keys;
    // The place of each label in the histogram, and the sums of records up to it.
    std::vector<std::uint32_t> places;
    std::vector<std::int64_t> sums;

    void sort(Histogram const& histogram, Pulse& pulse);
    std::int64_t weight(std::size_t j) const { return j ? sums[j] - sums[j - 1] : sums[0]; }
};

// Room to look for cuts in; one for each thread.
struct Scratch {
    Histogram histogram;
    LabelOrder order;
    // The children of a node that labels are below, with their records, and the child of each
    // label.
    Histogram children;
    std::vector<std::pair<std::int32_t, std::uint32_t>> below;
    // For the edges of a map's tree.
    std::vector<std::int32_t> links;
    std::vector<std::int64_t> spans;
    std::vector<std::int32_t> stack;
    // Labels that a cut takes, ascending.
    std::vector<std::int32_t> labels;
};

// The best cut of the values in scratch.histogram; its score is ``nothing`` if there is none.
Cut best_cut(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse);

// In place of the first label that a cut takes: one of two even halves, or the labels whose bits
// are set in ``high``, of the 31 heaviest at most.
inline constexpr std::int32_t even_halves = -1;
inline constexpr std::int32_t some_labels = -2;

// Give every label, the heaviest first, to the lighter half. take(j) is called for the places of
// the first half; returns its records.
template <typename Take>
std::int64_t even_half(LabelOrder const& order, Take take, Pulse& pulse) {
    std::int64_t left = 0;
    std::int64_t right = 0;
    in_blocks(order.places.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            auto const weight = order.weight(j);
            if (left <= right) {
                left += weight;
                take(j);
            } else {
                right += weight;
            }
        }
    });
    return left;
}

// From how many groups a cut of the labels in scratch.histogram, of which there must be one or
// more, chooses: each label is one, or all that are below one child of the lowest node above them.
std::size_t group_labels(Column const& column, Scratch& scratch, Pulse& pulse);

// List the labels of scratch.histogram that a cut takes, in ascending order: those from place
// ``low`` to ``high`` by weight, or what ``low`` says instead. Of labels below a tree, those below
// so many children of the lowest node above all of them.
void take_labels(Column const& column, Cut const& cut, Scratch& scratch, Pulse& pulse);

// The loss of a record on one column, in a cell of sorted entries that is shrunk to what occurs.
double extent(Column const& column, Entry const* begin, Entry const* end, Scratch& scratch,
              Pulse& pulse);

}  // namespace covey::cells
