// Split a tree into pieces within limits: a dynamic program over the weights of open pieces.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::regions {

// What a piece must reach and must not exceed.
struct Limits {
    std::int64_t k;
    std::int64_t second;
    std::int64_t most;
    std::int64_t most_capped;
};

// Records, records capped at k (so that one giant does not hide all else), and second weights.
struct Weights {
    Longs records;
    Longs capped;
    Longs second;
};

// Splits one tree after the other in the same memory.
//
// Every vertex has a list of states of its open piece: what it weighs, and the least sum of squares
// of the pieces closed below. States whose capped weights fall into the same one of equal ranges
// are one, the cheapest: that makes this quick, and not exact. States are dropped from which all
// that is not closed yet cannot be pieces within the limits.
class TreeSplit {
public:
    static constexpr int ranges = 64;

    struct Found {
        double squares;
        std::int64_t work;

        bool exists() const { return squares < std::numeric_limits<double>::infinity(); }
    };

    // Pieces within the limits with the least sum of squared records, as far as the ranges tell,
    // and how many pairs of states that took. Vertices are numbered so that parent[v] < v; the
    // root is 0. The sum of each kind of weight must be below 2^63.
    Found split(Ints parent, Weights const& weights, Limits const& limits, Pulse& pulse);

    // The piece of every vertex after a split that exists.
    Ints piece() const { return piece_; }
    std::int32_t pieces() const { return pieces_; }

private:
    // How a state of a parent came about when v was merged into it: from the parent's earlier
    // state, and from the state of v that was taken, or from closing the piece of v.
    struct Merge {
        std::int8_t earlier;
        std::int8_t taken;
    };
    static constexpr std::int8_t closed = -1;

    // Lists of states of vertices that have been merged with, each of ``ranges`` places.
    template <typename T>
    using Lists = std::vector<T>;

    template <bool has_giants, bool has_second>
    Found run(Ints parent, Weights const& weights, Limits const& limits, Pulse& pulse);

    std::int32_t take_list();
    void assign_pieces(Ints parent);

    Lists<std::int64_t> capped_;
    Lists<double> cost_;
    Lists<std::int64_t> records_;
    Lists<std::int64_t> second_;
    std::vector<std::int32_t> unused_;
    std::int32_t lists_ = 0;

    // The capped weight of the tree below every vertex, as far as it is merged.
    std::vector<std::int64_t> below_;
    std::vector<std::int32_t> list_of_;
    std::vector<std::int8_t> states_;
    std::vector<std::int8_t> closing_;
    std::vector<std::int64_t> merges_at_;
    std::vector<Merge> merges_;
    std::vector<std::int8_t> chosen_;
    std::vector<std::int32_t> piece_;
    std::int32_t pieces_ = 0;
};

}  // namespace covey::regions
