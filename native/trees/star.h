// The star of a node: its light children, below k, go into bins of k or more. A bin is light
// children alone, or one heavy child that absorbs some light ones. Heavy children that absorb
// nothing are divided themselves, and cost nothing here. docs/reference/trees.md has the theorem.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "trees/tree.h"

namespace covey::trees {

// Sums of squares of 64-bit numbers.
__extension__ typedef __int128 Wide;

inline constexpr std::int32_t none = -1;

struct Star {
    // Nodes and their weights: the light ones heaviest first, the heavy ones lightest first; of
    // equal ones the first number first.
    std::vector<std::int32_t> light_nodes;
    std::vector<std::int64_t> light;
    std::vector<std::int32_t> heavy_nodes;
    std::vector<std::int64_t> heavy;
    // The least known sum of squares of the classes that each heavy child is divided into.
    std::vector<Wide> squares;
    std::int64_t total_light = 0;

    void set(Tree const& tree, std::int32_t node, std::int64_t k, std::vector<Wide> const& least);
};

// An answer to a star. ``bin`` is that of every light child; ``absorber`` is the heavy child in
// each bin, or none.
struct Plan {
    std::vector<std::int32_t> bin;
    std::vector<std::int32_t> absorber;
    std::int64_t largest = 0;
    // The squares of all bins, less those that the absorbers would have without them.
    Wide squares = 0;
};

// Fill in what the plan costs.
void weigh(Star const& star, Plan& plan);

// What a plan is chosen by: first how far its largest bin is above ``cap``, then its squares; for
// the quadratic objective the squares, then the largest bin.
struct Aim {
    std::int64_t k;
    std::int64_t cap;
    bool quadratic;

    bool prefers(Plan const& left, Plan const& right) const;
};

// A lower bound of the largest bin of any plan; 0 without light children.
std::int64_t least_largest(Star const& star, std::int64_t k);

// Bins of light children that are filled one after the other. What is left over, below k, goes to
// the lightest bin, or all of it to the lightest heavy child: the better plan is within twice the
// best, unless special cases of labels say otherwise (docs/reference/trees.md).
Plan two(Star const& star, Aim const& aim);

// The best of ``two`` and of more ways to fill the bins.
Plan many(Star const& star, Aim const& aim);

}  // namespace covey::trees
