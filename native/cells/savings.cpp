#include "cells/savings.h"

#include <algorithm>
#include <limits>
#include <span>

#include "cells/score.h"

namespace covey::cells {

namespace {

// The codes of a class on one column, and what is saved by each of its rows.
struct ClassColumn {
    std::span<std::int32_t const> codes;
    std::span<double> found;
};

struct Room {
    std::vector<std::int32_t> codes;
    std::vector<std::int64_t> tally;
    std::vector<std::int32_t> places;
};

// Labels: one that a row alone has is gone without it.
double labels_lost(Column const& column, ClassColumn const& own, Room& room) {
    std::int64_t distinct = 0;
    for (auto const code : own.codes) {
        distinct += room.tally[code]++ == 0;
    }
    auto const saved = (size_loss(distinct) - size_loss(distinct - 1)) * column.scale;
    for (std::size_t i = 0; i < own.codes.size(); ++i) {
        if (room.tally[own.codes[i]] == 1) {
            own.found[i] += saved;
        }
    }
    for (auto const code : own.codes) {
        room.tally[code] = 0;
    }
    return size_loss(distinct) * column.scale;
}

// The loss of a record in the least region of the map's tree with the areas that are not missing.
double region_loss(Column const& column, ClassColumn const& own, Room& room, Pulse& pulse) {
    auto& places = room.places;
    places.clear();
    std::ranges::copy_if(own.codes, std::back_inserter(places),
                         [](std::int32_t code) { return code >= 0; });
    std::ranges::sort(places, [&pulse](std::int32_t a, std::int32_t b) {
        pulse.beat();
        return a < b;
    });
    auto const& tree = *column.tree;
    if (tree.component[places.front()] != tree.component[places.back()]) {
        return column.worth;
    }
    if (column.nesting) {
        return column.nested_loss(places, pulse);
    }
    // A place that several rows have adds nothing.
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return size_loss(tree.joined(places, pulse)) * column.scale;
}

// The loss of a record of the class on this column; rows that alone are to blame for a part of it
// have that part added to what is found.
double stretched(Column const& column, ClassColumn const& own, Room& room, Pulse& pulse) {
    // The two lowest and the two highest codes: a row is the only one at an end of the range if the
    // next code differs, and without it the range ends there.
    auto low = std::numeric_limits<std::int32_t>::max();
    auto next_low = low;
    std::int32_t high = -1;
    auto next_high = high;
    std::size_t missing = 0;
    std::size_t one_missing = 0;
    std::size_t one_present = 0;
    for (std::size_t i = 0; i < own.codes.size(); ++i) {
        auto const code = own.codes[i];
        if (code < 0) {
            ++missing;
            one_missing = i;
            continue;
        }
        one_present = i;
        if (code < low) {
            next_low = low;
            low = code;
        } else {
            next_low = std::min(next_low, code);
        }
        if (code > high) {
            next_high = high;
            high = code;
        } else {
            next_high = std::max(next_high, code);
        }
    }
    auto const many = own.codes.size();
    // A region without one of its areas is not computed: it would take a hull for every row. To say
    // that nothing is lost now only makes withholding look more expensive than it is.
    if (missing == many || (missing == 0 && column.kind == ColumnKind::areas)) {
        return 0.0;
    }
    if (column.kind == ColumnKind::labels) {
        return labels_lost(column, own, room);
    }
    double width = 0.0;
    if (column.kind == ColumnKind::ordered) {
        width = (column.tops[high] - column.positions[low]) * column.scale;
    }
    if (missing > 0) {
        if (missing == 1) {
            if (column.kind == ColumnKind::areas) {
                // Without it the class has a region, whose size is known only now.
                width = region_loss(column, own, room, pulse);
            }
            own.found[one_missing] += column.worth - width;
        } else if (missing == many - 1) {
            own.found[one_present] += column.worth;
        }
        return column.worth;
    }
    if (many > 1) {
        for (std::size_t i = 0; i < many; ++i) {
            auto const code = own.codes[i];
            if (code == low && next_low > low) {
                own.found[i] += (column.positions[next_low] - column.positions[low]) * column.scale;
            } else if (code == high && next_high < high) {
                own.found[i] += (column.tops[high] - column.tops[next_high]) * column.scale;
            }
        }
    }
    return width;
}

}  // namespace

std::vector<double> savings(Columns const& columns, Ints codes, Longs weights, Longs rows,
                            Longs starts, Longs sizes, Pulse& pulse) {
    std::vector<double> found(rows.size());
    Room room;
    for (auto const& column : columns) {
        if (column.kind == ColumnKind::labels) {
            room.tally.resize(std::max(room.tally.size(), static_cast<std::size_t>(column.size)));
        }
    }
    for (std::size_t c = 0; c + 1 < starts.size(); ++c) {
        auto const begin = static_cast<std::size_t>(starts[c]);
        auto const many = static_cast<std::size_t>(starts[c + 1]) - begin;
        auto const own = rows.subspan(begin, many);
        auto const saved = std::span(found).subspan(begin, many);
        room.codes.resize(many);
        double lost = 0.0;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            for (std::size_t i = 0; i < many; ++i) {
                room.codes[i] = codes[static_cast<std::size_t>(own[i]) * columns.size() + column];
            }
            lost += stretched(columns[column], {room.codes, saved}, room, pulse);
            pulse.beat(static_cast<std::int64_t>(many));
        }
        for (std::size_t i = 0; i < many; ++i) {
            auto const weight = weights[own[i]];
            saved[i] = static_cast<double>(sizes[c] - weight) * saved[i] -
                       static_cast<double>(weight) * (1.0 - lost);
        }
        pulse.beat();
    }
    return found;
}

}  // namespace covey::cells
