// Cells cut from the top: each one where the score is highest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell.h"
#include "cells/columns.h"
#include "cells/cut_path.h"
#include "cells/cut_tree.h"
#include "cells/desk.h"
#include "core/deadline.h"
#include "core/pulse.h"
#include "core/shelf.h"
#include "core/spans.h"
#include "requirements/rules.h"

namespace covey::cells {

// How each of some cells is to be cut: so many columns are passed over by the first cut, and so
// much does an uneven cut cost.
struct Ways {
    Ints passed;
    Reals uneven;
};

// The largest class of each cell and the loss of its records, if it is cut in one way. A cell that
// was not tried in time has a largest class of 0.
struct Outcome {
    std::vector<std::int64_t> largest;
    std::vector<double> lost;
    bool done = true;
};

// How many nodes were cut in another way, how many codes were looked at, and whether all nodes were
// searched in time.
struct Recutting {
    std::int64_t changed = 0;
    std::int64_t looked_at = 0;
    bool done = true;
};

struct Classes {
    std::vector<std::int32_t> classes;
    std::vector<std::int64_t> sizes;
};

// The rows of a table, and one tree of cuts over them. The answer is the same for any number of
// threads.
class Forest {
public:
    // Row i of the table has codes[i * columns.size() + c] on column c; ``kept`` are the rows that
    // take part, ascending. The sides of a cut meet the rules, if there are any. Throws
    // std::invalid_argument if a code is outside of its column.
    Forest(Columns const& columns, Ints codes, Longs weights, Ints kept,
           requirements::Rules const* rules, std::int64_t k, int threads, Pulse& pulse);
    Forest(Forest const&) = delete;
    Forest& operator=(Forest const&) = delete;

    std::size_t columns() const { return columns_.size(); }
    std::size_t rows() const { return count_; }
    // The codes of a column, and the kinds of all.
    std::int64_t codes(std::int32_t column) const { return columns_[column].size; }
    std::vector<std::int32_t> kinds() const;
    CutTree const& tree() const { return tree_; }

    // The leaves with at least so many records.
    std::vector<std::int32_t> leaves(std::int64_t records, Pulse& pulse) const;

    // Cut the table, of which nothing is cut yet, as another tree says; ``path`` has the labels of
    // its cuts. Throws std::invalid_argument if a part of a cut has no rows.
    void adopt(CutPath const& path, Pulse& pulse);

    // Cut some leaves, in their ways, until no cell can be cut that has at least so many records;
    // false if time was over before.
    bool cut(Ints cells, Ways const& ways, std::int64_t least, Deadline const& deadline,
             Pulse& pulse);

    // What would become of some leaves. Nothing is cut.
    Outcome tried(Ints cells, Ways const& ways, Deadline const& deadline, Pulse& pulse);

    // The topmost nodes that are cut and have fewer than so many records.
    std::vector<std::int32_t> tops(std::int64_t records, Pulse& pulse) const;

    // Cut some nodes again, none of them below another, where a search finds cuts that lose less.
    // With ``squares``, also the squares of the sizes of classes must not grow. Nodes have new
    // numbers afterwards.
    Recutting recut(Ints nodes, Limits const& limits, bool squares, Deadline const& deadline,
                    Pulse& pulse);

    // Move the positions of cuts, as far as no row changes its side, to where the ranges of classes
    // are narrowest, each weighed by its records.
    void settle(Pulse& pulse);

    // The class of every row of the table, -1 for rows that do not take part: the number of its
    // leaf among the leaves; and the records of every class.
    Classes classes(Pulse& pulse) const;

private:
    std::int64_t records(std::size_t begin, std::size_t end, Pulse& pulse) const;
    double lost_below(std::size_t node, Scratch& scratch, std::int64_t& squares,
                      Pulse& pulse) const;
    // Whether a cut that meets the rules may have been missed because time was over.
    bool missed_cuts(Deadline const& deadline) const { return rules_ && deadline.over(); }
    std::vector<Task> cut_level(std::vector<Task> const& level, Deadline const& deadline,
                                Pulse& pulse);

    Columns columns_;
    std::vector<std::int64_t> weights_;
    requirements::Rules const* rules_;
    std::int64_t k_;
    int threads_;
    std::size_t table_rows_;
    std::size_t count_;
    Buffer<Entry> entries_;
    Buffer<std::uint8_t> side_;
    Buffer<std::int32_t> child_;
    RowsView all_{};
    Guide guide_;
    CutTree tree_;
    Shelf<Desk> desks_;
};

}  // namespace covey::cells
