// The rows of a table under one partition of every attribute, and the cells that they are in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pulse.h"

namespace covey::cells {

// Which sets of values may be a block.
enum class Shape : std::int32_t {
    // Runs of neighbours.
    ordered,
    // Any sets.
    labels,
    // The nodes of a tree.
    nested,
};

// An attribute as the search sees it. Its values are bundled into atoms, which are never split.
struct GridAxis {
    Shape shape;
    // What a fully generalized value costs.
    double weight;
    std::int32_t atoms;
    // The atom of every row; a missing value is the atom after the last.
    std::vector<std::int32_t> codes;
    bool has_missing;
    // Ordered: where every atom begins and ends, as a share of the whole width.
    std::vector<double> low;
    std::vector<double> high;
    // Labels: how many there are in every atom, and in all.
    std::vector<std::int64_t> sizes;
    std::int64_t labels;
    // Nested: the parent of every node, which stands before it, and the loss of the node as a
    // block. The atoms are the nodes.
    std::vector<std::int32_t> parent;
    std::vector<double> loss;
};

// One partition: the block of every atom (of missing values at the end), and the loss of a record
// in each block, between 0 and 1.
struct Blocks {
    std::vector<std::int32_t> of;
    std::vector<double> loss;

    std::size_t count() const { return loss.size(); }
};

// A partition for every axis.
using Partitions = std::vector<Blocks>;

struct GridRows {
    std::vector<GridAxis> axes;
    std::vector<std::int32_t> weights;
    std::int64_t total;
    std::int64_t k;
};

// Records of one atom in one cell of the other axes.
struct Entry {
    std::int32_t cell;
    std::int32_t records;
};

// The rows as one axis sees them: the cells of all other axes, and the records of every atom in
// them.
struct AxisView {
    // The loss of a record of a cell on the other axes.
    std::vector<double> loss;
    // The entries of atom a are from starts[a] on.
    std::vector<std::size_t> starts;
    std::vector<Entry> all;
};

// A number that has nothing to do with its neighbours' (the finalizer of splitmix64).
inline std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

// Gives equal keys the same number, from 0 on, in the order of their first use.
class Numbering {
public:
    // Forget all keys. There is room for about as many as there were.
    void clear();

    std::int32_t number(std::uint64_t key) {
        auto at = key & (slots_.size() - 1);
        while (slots_[at].number >= 0 && slots_[at].key != key) {
            at = (at + 1) & (slots_.size() - 1);
        }
        if (slots_[at].number >= 0) {
            return slots_[at].number;
        }
        auto const found = static_cast<std::int32_t>(count_++);
        slots_[at] = {key, found};
        if (2 * count_ > slots_.size()) {
            grow();
        }
        return found;
    }
    std::size_t count() const { return count_; }

private:
    struct Slot {
        std::uint64_t key;
        std::int32_t number;
    };
    void grow();

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

// Knows the cell of every row as a key, the sum of a random number for its block on every axis, and
// changes the keys only where partitions differ from those before.
class GridCells {
public:
    GridCells(GridRows const& rows, Pulse& pulse);

    // The rows as an axis sees them.
    AxisView seen_by(std::size_t axis, Partitions const& partitions);

    // Calls use(records, loss of a record) for every cell of all axes.
    template <typename Use>
    void each_cell(Partitions const& partitions, Use const& use) {
        follow(partitions);
        numbering_.clear();
        std::vector<std::int64_t> records;
        std::vector<double> loss;
        for (std::size_t row = 0; row < keys_.size(); ++row) {
            pulse_.beat();
            auto const cell = static_cast<std::size_t>(numbering_.number(keys_[row]));
            if (cell == records.size()) {
                records.push_back(0);
                loss.push_back(loss_of(row, partitions, rows_.axes.size()));
            }
            records[cell] += rows_.weights[row];
        }
        steps_ += keys_.size();
        for (std::size_t cell = 0; cell < records.size(); ++cell) {
            use(records[cell], loss[cell]);
        }
    }

    // The values that were looked at since the last call.
    std::size_t spent();

private:
    void follow(Partitions const& partitions);
    // The loss of a record on all axes except one.
    double loss_of(std::size_t row, Partitions const& partitions, std::size_t skipped) const;

    GridRows const& rows_;
    Pulse& pulse_;
    // The rows of every axis by their atoms; those of atom a are from starts_[axis][a] on.
    std::vector<std::vector<std::int32_t>> order_;
    std::vector<std::vector<std::size_t>> starts_;
    // The blocks that the keys are of.
    std::vector<std::vector<std::int32_t>> followed_;
    std::vector<std::uint64_t> keys_;
    // The cell of every row, in the order of an axis.
    std::vector<std::int32_t> numbers_;
    Numbering numbering_;
    std::size_t steps_ = 0;
};

}  // namespace covey::cells
