// Where a tree of cuts leads a row, and what its cuts make of a column.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/kinds.h"
#include "core/pulse.h"
#include "core/roomy.h"
#include "core/spans.h"

namespace covey::cells {

// A tree of cuts as it is followed; see CutTree. Parents stand before their children.
struct CutPath {
    std::vector<std::int32_t> kinds;
    std::vector<std::int32_t> column, how, low, high, parent, first, children, key;
    std::vector<std::int32_t> pool;

    std::size_t size() const { return how.size(); }

    // The leaf that the cuts lead each row to, -1 where a cut does not know the row's value. Row i
    // has codes[i * kinds.size() + c] on column c; the component of its area on column c is
    // component[at[c] + code].
    std::vector<std::int32_t> route(Ints codes, Ints component, Longs at, int threads,
                                    Pulse& pulse) const;

    // The first and the last rank of every node, one after the other, on an ordered column of so
    // many ranks.
    std::vector<std::int32_t> ranges(std::int32_t column, std::int32_t size, Pulse& pulse) const;

    struct Runs {
        std::vector<std::int32_t> found;
        std::vector<std::int64_t> rest;
        Roomy<std::int32_t> without;
    };

    // The run that the last cut took for each leaf, and the runs that later cuts took out of it:
    // without[2 * i] to without[2 * i + 1] for i from rest[c] to rest[c + 1]. ``base`` has the run
    // of a leaf that no cut took anything for; runs of cuts are ``shift`` further.
    Runs member_runs(std::int32_t column, ColumnKind kind, std::int32_t shift, Longs leaves,
                     Ints base, Pulse& pulse) const;
};

// For every node the topmost marked node on the way up from it, itself included; the node itself,
// if none is marked. Parents stand before their children.
std::vector<std::int64_t> top_of(Ints parent, Bools marked, Pulse& pulse);

}  // namespace covey::cells
