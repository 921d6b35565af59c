// A search for the trees of nested sets along which cells lose least.
#pragma once

#include <cstdint>
#include <vector>

#include "cells/nested_cells.h"
#include "cells/nested_tree.h"
#include "core/deadline.h"
#include "core/pulse.h"

namespace covey::cells {

struct NestedSearch {
    // Changes of trees that are tried.
    std::int64_t trials;
    std::uint64_t seed;
    // How far cuts are followed in the search, and in the answer.
    Lookahead quick;
    Lookahead thorough;
};

struct NestedAnswer {
    std::vector<SetTree> trees;
    CellTree cells;
    // The numbers of the rows in the order of the cells.
    std::vector<std::int32_t> order;
    // What all records lose together; how many trials were made, and how many trees were better.
    double lost;
    std::int64_t tried;
    std::int64_t taken;
};

// Trees that start as the given ones, and the cells along them. What comes out does not depend on
// the number of threads, nor on the clock, as long as the time is not over.
NestedAnswer search_nested(NestedRows const& rows, std::vector<SetTree> trees,
                           NestedSearch const& how, int threads, Deadline const& deadline,
                           Pulse& pulse);

}  // namespace covey::cells
