// A small cell that one thread cuts down to the leaves, on a copy that stays in its cache.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/cell.h"
#include "cells/cut_tree.h"
#include "cells/recut.h"
#include "core/pulse.h"

namespace covey::cells {

// A cell that waits to be cut: the first cut passes so many columns over, and so much does an
// uneven cut cost.
struct Task {
    std::int32_t node;
    Cell cell;
    std::int32_t passed;
    double uneven;
};

// What a thread needs, also for a cell of its own: a copy of its entries whose rows are numbered
// from 0 on, and the tree that grows on it.
class Desk {
public:
    // Copy the entries of a cell.
    void load(Guide const& guide, RowsView const& all, Cell const& cell);

    // Bring the entries of the cell into the order that they have here.
    void store(Guide const& guide, RowsView const& all, Cell const& cell) const;

    // Cut the cell down to the leaves, breadth first: every cell of at least so many records.
    void grow(Guide const& guide, Task const& task, std::int64_t least, Deadline const& deadline,
              Pulse& pulse);

    // Bring the entries of the cell into the order of their codes, on every column: those of a cell
    // that is cut stand in the order of its parts.
    void sort(Guide const& guide, Pulse& pulse);

    // Cut the cell as a plan says.
    void follow(Guide const& guide, Task const& task, Plan const& plan, Pulse& pulse);

    // The tree that grew, the records of its nodes, and the rows that they are places of.
    CutTree const& tree() const { return tree_; }
    std::vector<std::int64_t> const& totals() const { return totals_; }
    RowsView const& rows() const { return rows_; }

    Bench bench;
    Recut recut;
    Plan plan;

private:
    Choice choice_;
    CutTree tree_;
    Buffer<Entry> entries_;
    std::vector<std::uint32_t> names_;
    std::vector<std::int64_t> weights_;
    std::vector<std::uint8_t> side_;
    std::vector<std::int32_t> child_;
    std::vector<std::int64_t> totals_;
    RowsView rows_{};
};

}  // namespace covey::cells
