// Planar graphs in the plane: which neighbours lie next to each other, and the faces between.
#pragma once

#include <optional>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::regions {

// A graph as a rotation system: the neighbours of every vertex in clockwise order. A half-edge is a
// place in heads: those of v are starts[v] to starts[v + 1] - 1. reverse[h] is the same edge seen
// from its other end. On the left of every half-edge lies a face; following[h] is the next
// half-edge around it.
struct Embedding {
    // Starts must ascend from 0 to the number of heads, and heads be vertices. Throws
    // std::invalid_argument unless every edge stands at both of its ends, once.
    Embedding(Longs starts, Ints heads, Pulse& pulse);

    std::int32_t count() const { return static_cast<std::int32_t>(starts.size()) - 1; }
    std::int64_t half_edges() const { return static_cast<std::int64_t>(heads.size()); }

    std::vector<std::int64_t> starts;
    std::vector<std::int32_t> heads;
    std::vector<std::int32_t> tails;
    std::vector<std::int64_t> reverse;
    std::vector<std::int64_t> following;
    // The face on the left of every half-edge, and some half-edge of every face.
    std::vector<std::int32_t> faces;
    std::vector<std::int64_t> some;
};

// The half-edges around the face on the left of this one, which comes first.
std::vector<std::int64_t> around(Embedding const& embedding, std::int64_t half_edge, Pulse& pulse);

// The 4-cycles of the bipartite graph of vertices and the faces at them. Linear time in planar
// graphs.
std::int64_t four_cycles(Embedding const& embedding, Pulse& pulse);

// The edges of a spanning tree, two ends each, by Kant's canonical order with this half-edge at the
// bottom, the face on its left outside, and the vertex after it on top; nothing if the order fails.
// Only in 3-connected graphs it is sure to have degree 3 at most. Linear time.
std::optional<std::vector<std::int32_t>> canonical_tree(Embedding const& embedding,
                                                        std::int64_t bottom, Pulse& pulse);

}  // namespace covey::regions
