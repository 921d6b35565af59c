// Cells cut from the top: each one where the score is highest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell.h"
#include "cells/columns.h"
#include "core/deadline.h"
#include "core/pulse.h"
#include "core/shelf.h"
#include "core/spans.h"
#include "requirements/rules.h"

namespace covey::cells {

// A tree of cuts. Node v is cut on column[v] as how[v] says; its children are first[v] and the
// children[v] - 1 nodes after it. key[v] is the component of a child that was made by such a cut.
// A node has the entries from begin[v] to end[v]. The labels that a cut takes are
// pool[low[v]:high[v]].
struct CutTree {
    std::vector<std::int32_t> column, how, low, high, parent, first, children, key, begin, end;
    std::vector<std::int32_t> pool;
    std::vector<char> takes_labels;

    std::size_t size() const { return how.size(); }
    void add_leaf(std::int32_t parent_node, Cell const& cell, std::int32_t own_key);
    // Cut a leaf; its children are added.
    void cut(std::size_t node, Choice const& choice);
    // Put a tree behind this one. Its nodes keep their numbers, as if it stood alone.
    void append(CutTree const& tree);
    // Let a tree, which is of the rows of one leaf, go on from there: ``count`` nodes of ``trees``
    // from ``from`` on. The labels of ``trees`` are in the pool from ``labels`` on.
    void graft(std::size_t leaf, CutTree const& trees, std::size_t from, std::size_t count,
               std::size_t labels);
    void clear();
};

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
           requirements::Rules const* rules, std::int64_t k, int threads);
    ~Forest();
    Forest(Forest const&) = delete;
    Forest& operator=(Forest const&) = delete;

    std::size_t columns() const { return columns_.size(); }
    std::size_t rows() const { return count_; }
    CutTree const& tree() const { return tree_; }

    // The leaves with at least so many records.
    std::vector<std::int32_t> leaves(std::int64_t records) const;

    // Cut some leaves, in their ways, until no cell can be cut that has at least so many records;
    // false if time was over before.
    bool cut(Ints cells, Ways const& ways, std::int64_t least, Deadline const& deadline,
             Pulse& pulse);

    // What would become of some leaves. Nothing is cut.
    Outcome tried(Ints cells, Ways const& ways, Deadline const& deadline, Pulse& pulse);

    // The class of every row of the table, -1 for rows that do not take part: the number of its
    // leaf among the leaves; and the records of every class.
    Classes classes() const;

private:
    struct Task;
    struct Desk;

    std::int64_t records(std::size_t begin, std::size_t end) const;
    bool can_be_cut(std::int64_t total, std::int64_t least) const;
    std::vector<std::size_t> pieces_of(std::vector<Task> const& tasks) const;
    std::vector<Task> cut_level(std::vector<Task> const& level, Pulse& pulse);
    void load(Cell const& cell, Desk& desk);
    void store(Cell const& cell, Desk const& desk);
    void grow(Task const& task, std::int64_t least, Desk& desk);
    void sort_column(Ints codes, Ints kept, std::size_t column);

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
