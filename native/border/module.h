// One function for each subject: it adds the subject's functions to the module of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace covey::border {

void add_labels(nanobind::module_& module);
void add_intervals(nanobind::module_& module);
void add_rectangles(nanobind::module_& module);
void add_regions(nanobind::module_& module);
void add_trees(nanobind::module_& module);
void add_cells(nanobind::module_& module);
void add_maps(nanobind::module_& module);
void add_people(nanobind::module_& module);

}  // namespace covey::border
