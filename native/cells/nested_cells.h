// Cells that are products of nodes, one of each column's tree, cut from the top on: a cut replaces
// a node by its children. What is published of a class is the least node around its values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "cells/nested_tree.h"
#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// How far cuts are followed.
struct Lookahead {
    std::int64_t k;
    // A cell of fewer records tries all its cuts, and follows each of them by the cuts of most
    // gain; larger ones take the cut of most gain.
    std::int64_t tried_below;
    // A cell of fewer records knows the best of all trees of cuts.
    std::int64_t all_ways_below;
};

// Who the rows are of: row r is of holder codes[r], below ``count``. Every class has at least so
// many different ones, such as people or households.
struct LeastOf {
    std::vector<std::int32_t> codes;
    std::int32_t count;
    std::int64_t least;
};

// The rows of a table: column c of row r is at leaf leaves[c][r] of the column's tree.
struct NestedRows {
    std::vector<std::vector<std::int32_t>> leaves;
    std::vector<std::int64_t> weights;
    std::vector<LeastOf> holders;

    std::size_t count() const { return weights.size(); }
    std::size_t columns() const { return leaves.size(); }
};

// A tree of cells. Cell v has the rows begin[v] to end[v] - 1 of an order; it is cut on
// ``column[v]`` into ``children[v]`` cells from first[v] on, or it is a class, and the column is
// -1. Of every column, ``nodes`` has the tree's number of the least node around its values.
struct CellTree {
    std::size_t columns = 0;
    std::vector<std::int32_t> begin;
    std::vector<std::int32_t> end;
    std::vector<std::int32_t> column;
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> children;
    std::vector<std::int32_t> nodes;
    std::vector<std::int64_t> records;

    std::size_t size() const { return begin.size(); }
    // Room for so many cells, which follow each other; returns the first.
    std::int32_t add(std::size_t count);
    // The same without the cells that the root does not lead to.
    CellTree compact() const;
};

// Codes stand in vectors of 16 bytes, so that one instruction does all columns of a row. The places
// of leaves are 0 or more, and below the greatest number of their type.
template <typename T>
struct Packed {
    typedef T Vector __attribute__((vector_size(16)));
    static constexpr std::size_t lanes = 16 / sizeof(T);
    static constexpr T most = std::numeric_limits<T>::max();
};

// Some rows: block b of row i is codes[b * stride + i].
template <typename T>
struct PackedRows {
    typename Packed<T>::Vector const* codes;
    std::size_t stride;
    std::int64_t const* weights;
    std::int32_t const* numbers;
    std::size_t count;
};

// What the cells within one cell lose at least, by the hash of their nodes.
class KnownLosses {
public:
    void clear();
    std::size_t size() const { return used_; }
    double const* find(std::uint64_t key) const;
    void put(std::uint64_t key, double lost);

private:
    struct Slot {
        std::uint64_t key;
        // Slots of former times are empty.
        std::uint64_t time;
        double lost;
    };

    void grow();

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint64_t time_ = 1;
};

// Cuts cells along some trees. One for each thread.
template <typename T>
class NestedCutter {
public:
    using Vector = typename Packed<T>::Vector;

    // What is known of a cell: the least node of each column, by rank, its records, and what a
    // record loses.
    struct Box {
        std::int32_t const* nodes;
        std::int64_t records;
        double loss;
    };

    NestedCutter(std::vector<RankedTree const*> trees, std::span<LeastOf const> holders,
                 Lookahead ahead, Pulse& pulse)
        : trees_(std::move(trees)),
          holders_(holders),
          ahead_(ahead),
          blocks_((trees_.size() + Packed<T>::lanes - 1) / Packed<T>::lanes),
          pulse_(&pulse),
          own_holders_(holders.size()) {
        std::int32_t most = 0;
        for (auto const& each : holders) {
            most = std::max(most, each.count);
        }
        seen_.assign(2 * static_cast<std::size_t>(most), 0);
    }

    void use(std::size_t column, RankedTree const& tree) { trees_[column] = &tree; }
    void listen(Pulse& pulse) { pulse_ = &pulse; }

    // What the records of the rows lose as classes. With ``into``, the cells are written below its
    // cell ``at``, and the numbers of the rows, in the order of cells, to ``order``.
    double cut(PackedRows<T> const& rows, Box const& box, std::size_t depth,
               CellTree* into = nullptr, std::int32_t at = 0, std::int32_t* order = nullptr);

    // The box of some rows.
    Box around(PackedRows<T> const& rows, std::vector<std::int32_t>& nodes) const;

    std::size_t blocks() const { return blocks_; }

private:
    struct Part {
        std::int64_t records;
        double loss;
        std::size_t nodes;
    };
    struct Candidate {
        std::int32_t column;
        double gain;
        std::size_t first;
        std::size_t parts;
    };
    // A cell that is being cut: its cuts, and its rows in the order of the parts of one.
    struct Floor {
        std::vector<Candidate> candidates;
        std::vector<Part> parts;
        std::vector<std::int32_t> nodes;
        std::vector<Vector> codes;
        std::vector<std::int64_t> weights;
        std::vector<std::int32_t> numbers;
        std::vector<std::size_t> starts;

        Box box(std::size_t part) const {
            auto const& own = parts[part];
            return {nodes.data() + own.nodes, own.records, own.loss};
        }
    };

    Floor& floor(std::size_t depth);
    void list(PackedRows<T> const& rows, Box const& box, Floor& found);
    void list_two(PackedRows<T> const& rows, Box const& box, std::size_t column, Floor& found);
    void list_several(PackedRows<T> const& rows, Box const& box, std::size_t column, Floor& found);
    void note_holders(PackedRows<T> const& rows);
    bool enough_in_two(PackedRows<T> const& rows, std::size_t column);
    bool enough_in_several(std::size_t parts);
    void add_part(Floor& found, std::int64_t records, Vector const* low, Vector const* high);
    void close(Box const& box, std::size_t column, std::size_t first, Floor& found);
    std::size_t choose(PackedRows<T> const& rows, Box const& box, std::size_t depth, Floor& own);
    void divide(PackedRows<T> const& rows, Box const& box, Candidate const& cut, Floor& own,
                bool is_kept);
    PackedRows<T> part(Floor const& own, std::size_t number) const;
    double greedy(PackedRows<T> const& rows, Box const& box, std::size_t depth);
    double least_lost(PackedRows<T> const& rows, Box const& box, std::size_t depth);
    std::size_t least_candidate(PackedRows<T> const& rows, Box const& box, std::size_t depth,
                                Floor& own, double& least);
    std::uint64_t key(Box const& box) const;

    std::vector<RankedTree const*> trees_;
    std::span<LeastOf const> holders_;
    Lookahead ahead_;
    std::size_t blocks_;
    Pulse* pulse_;
    std::deque<Floor> floors_;
    KnownLosses known_;
    // Whether the cell is within one whose losses are known.
    bool within_ = false;
    std::vector<Vector> first_of_second_;
    std::vector<std::int64_t> second_;
    std::vector<Vector> ends_;
    std::vector<std::int64_t> sums_;
    // The holders of a cell's rows; by holder, when they were last seen on each of two sides; and
    // of a cut in several, the part of every row and the holders by part.
    std::vector<std::vector<std::int32_t>> own_holders_;
    std::vector<std::uint64_t> seen_;
    std::uint64_t now_ = 0;
    std::vector<std::int32_t> part_of_;
    std::vector<std::size_t> next_;
    std::vector<std::int32_t> by_part_;
};

extern template class NestedCutter<std::int16_t>;
extern template class NestedCutter<std::int32_t>;

}  // namespace covey::cells
