// One cell: how it is cut, and its rows as a cut moves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cells/best_cut.h"
#include "cells/columns.h"
#include "core/deadline.h"
#include "core/pulse.h"
#include "requirements/rules.h"
#include "requirements/sides.h"

namespace covey::cells {

// Memory that is written before it is read: large tables have no time to clear it first.
template <typename T>
class Buffer {
public:
    T* room(std::size_t count) {
        if (size_ < count) {
            // The old one goes first, so that never both are there.
            data_.reset();
            size_ = 0;
            data_ = std::make_unique_for_overwrite<T[]>(count);
            size_ = count;
        }
        return data_.get();
    }
    T* data() const { return data_.get(); }

private:
    std::unique_ptr<T[]> data_;
    std::size_t size_ = 0;
};

// The rows of cells. Every column has an entry for each row, and the entries of a cell stand
// together, at the same places on every column, in the order of the column's codes. A cut keeps
// that order, so that nothing is ever sorted again.
struct RowsView {
    Entry* entries;
    std::size_t stride;
    // The records of every row, null if all have one.
    std::int64_t const* weights;
    // The rows of the table that these are, null if they are these themselves.
    std::uint32_t const* names;
    // For every row the side of a cut, of two sides or of several.
    std::uint8_t* side;
    std::int32_t* child;

    Entry* column(std::size_t c) const { return entries + c * stride; }
};

// The place of a cell among the entries, and its records.
struct Cell {
    std::size_t begin;
    std::size_t end;
    std::int64_t total;
};

// Whether a cell of so many records is to be cut: both sides need k.
inline bool can_be_cut(std::int64_t total, std::int64_t least, std::int64_t k) {
    return total >= least && total - k >= k;
}

// How a cell is cut: child i has the entries from starts[i] on, up to the next child's.
struct Choice {
    Cut cut;
    std::int32_t column = 0;
    std::vector<std::int32_t> labels;
    std::vector<Cell> children;
    // The component of every child, if it is cut into these.
    std::vector<std::int32_t> keys;

    bool found() const { return !children.empty(); }
};

// What a thread needs to cut cells.
struct Bench {
    Scratch scratch;
    requirements::Tally tally;
    requirements::Sides sides;
    std::vector<Cut> cuts;
    std::vector<std::uint32_t> rows;
    // Where the entries of each distinct value of a column begin, and the end of all.
    std::vector<std::size_t> runs;
    std::vector<bool> taken;
    Buffer<Entry> spare;
};

// Find where each distinct value of sorted entries begins.
void find_runs(Entry const* entries, std::size_t count, std::vector<std::size_t>& runs,
               Pulse& pulse);

// What all cuts have in common.
struct Guide {
    Columns const& columns;
    requirements::Rules const* rules;
    std::int64_t k;
};

// The best cut of a cell on one column, of those below a score, or of those that were not tried.
Cut best_on(Guide const& guide, RowsView const& rows, Cell const& cell, std::size_t column,
            double uneven, double under, Bench& bench, Pulse& pulse, Tried const* tried = nullptr);

// Choose among the best cuts of the columns, of which so many are passed over as long as another
// column has a cut. A cut whose sides do not meet the rules gives way to the next best one, and
// where some have failed, to the best of all that meet them. The side of every row is left in
// ``rows``; the choice has no children if the cell has no cut, or time is over before one is found
// that meets the rules.
void choose(Guide const& guide, RowsView const& rows, Cell const& cell, std::int32_t passed,
            double uneven, Deadline const& deadline, std::vector<Cut>& cuts, Bench& bench,
            Choice& choice, Pulse& pulse);

// Mark the side of every row by the cut of a choice, and note the children and the labels.
void mark(Columns const& columns, RowsView const& rows, Cell const& cell, Choice& choice,
          Bench& bench, Pulse& pulse);

// The same by the labels of a choice, whatever its cut says.
void mark_labels(Columns const& columns, RowsView const& rows, Cell const& cell, Choice& choice,
                 Bench& bench, Pulse& pulse);

// Whether all children of a choice, by which the rows are marked, meet the rules.
bool all_meet(requirements::Rules const& rules, RowsView const& rows, Cell const& cell,
              Choice const& choice, Bench& bench, Pulse& pulse);

// Bring the entries of a cell on one column into the order of its children.
void split(RowsView const& rows, Cell const& cell, std::size_t column, Choice const& choice,
           Bench& bench, Pulse& pulse);

// The same, from ``target`` on; the rows keep their entries.
void split_into(RowsView const& rows, Cell const& cell, std::size_t column, Choice const& choice,
                Entry* target, Pulse& pulse);

}  // namespace covey::cells
