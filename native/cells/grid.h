// Global recoding: every attribute has one partition into blocks, and the cells are the
// combinations of blocks. A cell with fewer than k records is withheld.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/grid_cells.h"
#include "core/deadline.h"
#include "core/pulse.h"

namespace covey::cells {

// What some partitions cost: the records in cells below k, and the loss of all records, a withheld
// one counting 1.
struct Value {
    std::int64_t withheld;
    double loss;

    // ``price`` is what a withheld record costs besides its loss.
    double at(double price) const { return loss + price * static_cast<double>(withheld); }
};

// Works on the partitions of one table. Counts its steps, so that a search can be limited without
// a clock.
class Grid {
public:
    Grid(GridRows const& rows, Pulse& pulse, Deadline const& deadline, std::int64_t most_steps)
        : rows_(rows),
          cells_(rows, pulse),
          pulse_(pulse),
          deadline_(deadline),
          most_steps_(most_steps) {}

    GridRows const& rows() const { return rows_; }
    // Whether the clock, or that and the number of steps, ends the search. A partition that is
    // being improved then stays as good as it is.
    bool late() const { return deadline_.over(); }
    bool over() const { return steps_ >= most_steps_ || late(); }
    std::int64_t steps() const { return steps_; }
    void spend(std::size_t steps) {
        steps_ += static_cast<std::int64_t>(steps);
        pulse_.beat(static_cast<std::int64_t>(steps));
    }

    Value value(Partitions const& partitions);

    // The best partition of one axis at a price, as long as the others stay as they are: exact for
    // ordered and nested axes, a local optimum for labels. Never worse than what is there. What the
    // partitions cost then.
    Value improve(Partitions& partitions, std::size_t axis, double price);

    // One block for each atom, or one for all.
    Blocks finest(std::size_t axis) const;
    Blocks coarsest(std::size_t axis) const;
    // The loss of each block, from the atoms in it.
    void weigh(std::size_t axis, Blocks& blocks) const;

private:
    // What a block costs: records in cells of k and more, their loss on the other axes, and the
    // records in smaller cells.
    struct Tally {
        double elsewhere = 0;
        std::int64_t kept = 0;
        std::int64_t withheld = 0;

        double cost(double own, double price) const {
            return elsewhere + own * static_cast<double>(kept) +
                   (1 + price) * static_cast<double>(withheld);
        }
    };
    class LabelSearch;

    Tally tally(AxisView const& view, std::size_t first, std::size_t last, bool with_missing);
    Blocks best_runs(std::size_t axis, AxisView const& view, double price);
    Blocks best_nodes(std::size_t axis, AxisView const& view, double price);
    bool better_apart(std::size_t axis, AxisView const& view, double price, double present);
    Value value(std::size_t axis, AxisView const& view, Blocks const& blocks);

    GridRows const& rows_;
    GridCells cells_;
    Pulse& pulse_;
    Deadline const& deadline_;
    std::int64_t most_steps_;
    std::int64_t steps_ = 0;
    // Records of every cell of the other axes, all 0 between two uses.
    std::vector<std::int32_t> counts_;
};

// What a search may do.
struct SearchLimits {
    // Records that may be withheld.
    std::int64_t withheld;
    // Changes that are tried at every price, and the steps after which no further one begins.
    int trials;
    std::int64_t steps;
    double seconds;
    std::uint64_t seed;
    int threads;
};

struct Found {
    // Nothing, if every answer that was seen withholds too many.
    Partitions partitions;
    Value value;
    // The best that withholds nobody.
    Partitions nobody;
    // Whether the clock ended the search.
    bool cut_off;
};

// Partitions of little loss that withhold no more than they may. Which partitions are looked at
// does not depend on how many records may be withheld: with more of them the loss is never greater.
Found search(GridRows const& rows, SearchLimits const& limits, Pulse& pulse);

}  // namespace covey::cells
