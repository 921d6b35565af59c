// What the files of the module cells have in common.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "border/arrays.h"
#include "core/spans.h"

namespace covey::border {

inline constexpr std::int64_t most_rows = std::numeric_limits<std::int32_t>::max();

inline void require_k(std::int64_t k) {
    require(k >= 1, "k must be 1 or more; given: " + std::to_string(k) + ".");
}

// Every row has a record.
inline void require_records(Longs weights) {
    require_weights(weights, "weights");
    bool none = false;
    for (auto const weight : weights) {
        none |= weight == 0;
    }
    require(!none, "weights must be 1 or more.");
}

void add_columns(nb::module_& module);
void add_rules(nb::module_& module);
void add_forest(nb::module_& module);
void add_cut_path(nb::module_& module);
void add_map_tree(nb::module_& module);
void add_block_cuts(nb::module_& module);
void add_grid(nb::module_& module);
void add_nested_cells(nb::module_& module);

}  // namespace covey::border
