// The kinds of columns and of cuts, numbered as in covey.problems.cells.kinds.
#pragma once

#include <cstdint>

namespace covey::cells {

enum class ColumnKind : std::int32_t { ordered = 0, labels = 1, areas = 2 };

enum class CutKind : std::int32_t {
    none = 0,
    position = 1,
    members = 2,
    missing = 3,
    components = 4
};

}  // namespace covey::cells
