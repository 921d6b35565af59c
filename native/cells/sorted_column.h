// A column of a table in the order of its codes.
#pragma once

#include <cstddef>
#include <span>

#include "cells/columns.h"
#include "cells/histogram.h"
#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// Writes the entries of some rows on one column, missing values first; rows of the same code keep
// their order. Row i of the table has codes[i * columns.size() + c] on column c. Throws
// std::invalid_argument if a code is outside of its column.
void sort_column(Columns const& columns, Ints codes, Ints rows, std::size_t column,
                 std::span<Entry> entries, Pulse& pulse);

}  // namespace covey::cells
