#include "border/cells/cells.h"

#include "border/module.h"
#include "cells/score.h"

namespace covey::border {

void add_cells(nb::module_& module) {
    module.attr("NOTHING") = cells::nothing;
    module.attr("EVEN") = cells::even;
    add_columns(module);
    add_rules(module);
    add_forest(module);
    add_cut_path(module);
    add_map_tree(module);
    add_block_cuts(module);
    add_grid(module);
    add_nested_cells(module);
}

}  // namespace covey::border
