// A cell of several classes, cut by a search: what becomes of each of its best cuts is followed
// down to the classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "cells/cell.h"
#include "core/deadline.h"
#include "core/pulse.h"

namespace covey::cells {

// What a search keeps to.
struct Limits {
    // No class is larger than this.
    std::int64_t largest;
    // So many cuts of a cell are followed at most.
    std::int32_t breadth;
};

// A cut of a plan; none for a class.
struct Step {
    std::int32_t column = 0;
    Cut cut{};
};

// The cuts of a cell and of all that comes of it, each cell before its parts, and what its records
// lose then.
struct Plan {
    double lost = std::numeric_limits<double>::infinity();
    std::vector<Step> steps;
};

// The loss of the records of a cell as one class, with sets shrunk to what occurs.
double lost_as_class(Columns const& columns, RowsView const& rows, Cell const& cell,
                     Scratch& scratch, Pulse& pulse);

// A search, and the room that it needs; one for each thread.
class Recut {
public:
    // Find cuts of a cell so that its records lose less than ``bound``. Without such cuts, the
    // plan's loss is not below it; nor if time is over before. Returns how many codes were looked
    // at.
    std::int64_t search(Guide const& guide, RowsView const& rows, Cell const& cell,
                        Limits const& limits, double bound, Deadline const& deadline, Bench& bench,
                        Plan& plan, Pulse& pulse);

private:
    // A cut that may be followed. If no part can be cut any more, it is final, and its loss known.
    struct Candidate {
        Step step;
        double score;
        double lost;
        bool is_final;
    };
    // A cell that is being cut, and a copy of its entries in the order of the parts.
    struct Floor {
        Buffer<Entry> entries;
        std::vector<Candidate> candidates;
        Choice choice;
        Plan part;
        Plan whole;
    };

    void best(RowsView const& rows, Cell const& cell, std::size_t depth, double bound, Plan& plan);
    void follow(RowsView const& rows, Cell const& cell, std::size_t depth, Step step, double bound,
                Plan& plan);
    void list(RowsView const& rows, Cell const& cell, std::vector<Candidate>& found);
    void list_positions(RowsView const& rows, Cell const& cell, std::int32_t column,
                        std::vector<Candidate>& found);
    void list_labels(RowsView const& rows, Cell const& cell, std::int32_t column,
                     std::vector<Candidate>& found);
    // The cuts of the highest score: at edges of a map, or between the children of a node.
    void list_best(RowsView const& rows, Cell const& cell, std::int32_t column,
                   std::vector<Candidate>& found);
    void consider(RowsView const& rows, Cell const& cell, Step const& step, std::int64_t left,
                  std::vector<Candidate>& found);
    double lost_in_two(RowsView const& rows, Cell const& cell, std::int64_t left);
    void count_runs(RowsView const& rows, Cell const& cell, std::int32_t column);
    void set_side(RowsView const& rows, Entry const* entries, std::size_t run, std::uint8_t side);
    bool meets(RowsView const& rows, Cell const& cell, Step const& step, std::size_t depth);

    Guide const* guide_ = nullptr;
    Limits limits_{};
    Bench* bench_ = nullptr;
    Deadline const* deadline_ = nullptr;
    Pulse* pulse_ = nullptr;
    std::int64_t looked_at_ = 0;
    std::int64_t most_looked_at_ = 0;
    // The columns on which the cell has several values, and what it loses as one class. If these
    // are mixed, missing and present or of several components, the column has no cut.
    struct Open {
        std::int32_t column;
        bool mixed;
    };
    std::vector<Open> open_;
    double lost_ = 0.0;
    std::vector<std::pair<double, std::size_t>> gains_;
    std::vector<char> chosen_;
    std::vector<std::int32_t> codes_[2];
    std::vector<Entry> parts_[2];
    Scratch aside_;
    std::vector<Floor> floors_;
};

}  // namespace covey::cells
