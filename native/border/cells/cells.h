// What the files of the module cells have in common.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "border/arrays.h"
#include "cells/columns.h"
#include "core/spans.h"

namespace covey::border {

inline constexpr std::int64_t most_rows = std::numeric_limits<std::int32_t>::max();

// Every row has a record.
inline void require_records(Longs weights) {
    require_weights(weights, "weights");
    bool none = false;
    for (auto const weight : weights) {
        none |= weight == 0;
    }
    require(!none, "weights must be 1 or more.");
}

// The columns of a Python object, which one thread may read while another gives them a tree. A loop
// holds what it reads, and who changes them meanwhile changes a copy. Python's lock must be held by
// who calls these functions, and by who lets go of what they return.
class SharedColumns {
public:
    explicit SharedColumns(cells::Columns columns)
        : columns_(std::make_shared<cells::Columns>(std::move(columns))) {}

    std::shared_ptr<cells::Columns const> held() const { return columns_; }

    // For a change, in place unless a loop holds them. Nothing of Python may run before it is made.
    cells::Columns& own() {
        if (columns_.use_count() > 1) {
            columns_ = std::make_shared<cells::Columns>(*columns_);
        }
        return *columns_;
    }

private:
    std::shared_ptr<cells::Columns> columns_;
};

void add_columns(nb::module_& module);
void add_rules(nb::module_& module);
void add_forest(nb::module_& module);
void add_cut_path(nb::module_& module);
void add_map_tree(nb::module_& module);
void add_block_cuts(nb::module_& module);
void add_grid(nb::module_& module);
void add_nested_cells(nb::module_& module);

}  // namespace covey::border
