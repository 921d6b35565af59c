// The columns of a table of codes, and what their values are worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "cells/kinds.h"
#include "cells/map_tree.h"
#include "cells/nesting.h"
#include "core/pulse.h"
#include "trees/taxonomy.h"

namespace covey::cells {

// Codes are 0 to size - 1, or negative for missing values.
struct Column {
    ColumnKind kind;
    std::int32_t size;
    // The loss of a record whose value is fully generalized.
    double worth;
    // The loss of one unit of width, one label or one area.
    double scale;
    // Where the values of an ordered column lie.
    std::vector<double> positions;
    // The tree of a map.
    std::optional<MapTree> tree;
    // The tree above labels: a set is what lies below some children of one node.
    std::optional<trees::Taxonomy> taxonomy;
    // The regions of a map that are cut first, if there are any.
    std::optional<Nesting> nesting = {};
    // How far the values of an ordered column reach: a single one lies at its position, and a band
    // has a width.
    std::vector<double> tops = {};
    // The label right below the root of a taxonomy that stands for missing values, -1 if there is
    // none.
    std::int32_t missing_label = -1;

    // The loss of a record in the least nested region with these places of one component.
    double nested_loss(Ints places, Pulse& pulse) const {
        auto low = nesting->leaf(places.front());
        auto high = low;
        for (auto const place : places) {
            pulse.beat();
            low = std::min(low, nesting->leaf(place));
            high = std::max(high, nesting->leaf(place));
        }
        return worth * nesting->share(low, high);
    }
};

using Columns = std::vector<Column>;

}  // namespace covey::cells
