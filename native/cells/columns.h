// The columns of a table of codes, and what their values are worth.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cells/kinds.h"
#include "cells/map_tree.h"

namespace covey::cells {

// Codes are 0 to size - 1, or negative for missing values.
struct Column {
    ColumnKind kind;
    std::int32_t size;
    // The loss of a record whose value is fully generalized.
    double worth;
    // The loss of one unit of width, one label or one area.
    double scale;
    // Where the values of an ordered column lie.
    std::vector<double> positions;
    // The tree of a map.
    std::optional<MapTree> tree;
};

using Columns = std::vector<Column>;

}  // namespace covey::cells
