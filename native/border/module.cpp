#include "border/module.h"

NB_MODULE(_native, m) {
    using namespace covey::border;
    // What a program still holds when Python ends, such as a graph in a global, is no leak.
    nanobind::set_leak_warnings(false);
    m.doc() = "The compiled loops of covey. Arguments are checked, then Python's lock is released.";
    auto labels = m.def_submodule("labels", "Labels into groups.");
    add_labels(labels);
    auto intervals = m.def_submodule("intervals", "Ordered values into intervals.");
    add_intervals(intervals);
    auto rectangles = m.def_submodule("rectangles", "Points into rectangles.");
    add_rectangles(rectangles);
    auto regions = m.def_submodule("regions", "Areas into connected regions.");
    add_regions(regions);
    auto trees = m.def_submodule("trees", "Labels along a taxonomy.");
    add_trees(trees);
    auto cells = m.def_submodule("cells", "Rows of several columns into cells.");
    add_cells(cells);
    auto maps = m.def_submodule("maps", "Outlines of areas.");
    add_maps(maps);
    auto people = m.def_submodule("people", "Items into classes, counted by people.");
    add_people(people);
}
