// Spanning forests: a mask over the borders of a graph.
#pragma once

#include <vector>

#include "regions/graph.h"

namespace covey::regions {

// An order of the areas in which parents stand before children, and the parent of every area
// (-1 for roots).
struct Rooted {
    std::vector<Area> order;
    std::vector<Area> parent;
};

// A spanning forest that goes on, each time, to the unvisited neighbour which has the fewest
// unvisited neighbours itself: dead ends are visited while one can still leave them.
Mask depth_first(Graph const& graph, Pulse& pulse);

// Roots are leaves of the forest, or areas that stand alone. The mask must be a forest: a
// component without a leaf would be left out.
Rooted rooted(Graph const& graph, Mask const& chosen, Pulse& pulse);

// How many chosen borders every area has.
std::vector<std::int32_t> degrees(Graph const& graph, Mask const& chosen);

// Whether the chosen borders, rooted, close no cycle and connect whatever the graph connects.
bool spans(Graph const& graph, Mask const& chosen, Rooted const& tree);

// The piece of every area of a spanning forest, named by the area at which it was cut off. From the
// leaves up, a piece is cut off as soon as it has k and as much of the second weights as is needed.
// What is left at a root joins the lightest piece next to it; it is -1 where the whole tree is too
// light.
std::vector<Area> cut(Rooted const& tree, Longs weights, std::int64_t k, Longs second,
                      std::int64_t at_least);

}  // namespace covey::regions
