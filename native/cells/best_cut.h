// The best cut of one column of a cell.
//
// A cut scores the loss that it removes per record of the cell, on its own column and with sets
// shrunk to what occurs, less the share of possible classes that it loses: W records hold
// floor(W / k) classes, and a cut keeps all of them or all but one.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/columns.h"
#include "cells/histogram.h"
#include "cells/score.h"

namespace covey::cells {

// Labels in the order of their records, the heaviest first.
struct LabelOrder {
    std::vector<std::uint64_t> keys;
    // The place of each label in the histogram, and the sums of records up to it.
    std::vector<std::uint32_t> places;
    std::vector<std::int64_t> sums;

    void sort(Histogram const& histogram);
    std::int64_t weight(std::size_t j) const { return j ? sums[j] - sums[j - 1] : sums[0]; }
};

// Room to look for cuts in; one for each thread.
struct Scratch {
    Histogram histogram;
    LabelOrder order;
    // For the edges of a map's tree.
    std::vector<std::int32_t> links;
    std::vector<std::int64_t> spans;
    std::vector<std::int32_t> stack;
    // Labels that a cut takes, ascending.
    std::vector<std::int32_t> labels;
};

// The best cut of the values in scratch.histogram; its score is ``nothing`` if there is none.
Cut best_cut(Column const& column, Terms const& terms, Scratch& scratch);

// List the labels of scratch.histogram that a cut of best_cut takes, in ascending order: those from
// place ``low`` to ``high`` by weight, or one even half if ``low`` is -1.
void take_labels(Cut const& cut, Scratch& scratch);

// The loss of a record on one column, in a cell of sorted entries that is shrunk to what occurs.
double extent(Column const& column, Entry const* begin, Entry const* end, Scratch& scratch);

}  // namespace covey::cells
