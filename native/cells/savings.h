// What is saved by withholding a row.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/columns.h"
#include "core/pulse.h"
#include "core/spans.h"

namespace covey::cells {

// The loss that is saved, in records, if a row is withheld: what the others of its class gain on
// ranges, labels and missing values, less what it loses itself. Class c has the rows
// rows[starts[c]:starts[c + 1]] and sizes[c] records. Row i of the table has
// codes[i * columns.size() + c] on column c; labels are never missing.
std::vector<double> savings(Columns const& columns, Ints codes, Longs weights, Longs rows,
                            Longs starts, Longs sizes, Pulse& pulse);

}  // namespace covey::cells
