// The positions of cuts, moved within their gaps to where the ranges of classes are narrowest.
#include <algorithm>
#include <limits>

#include "cells/forest.h"

namespace covey::cells {

void Forest::settle(Pulse& pulse) {
    auto const count = tree_.size();
    // Of every node: the first and the last code that occurs, and the records of the classes that
    // reach down, or up, to the border of the node.
    std::vector<std::int32_t> first(count);
    std::vector<std::int32_t> last(count);
    std::vector<std::int64_t> at_low(count);
    std::vector<std::int64_t> at_high(count);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        auto const& column = columns_[c];
        if (column.kind != ColumnKind::ordered) {
            continue;
        }
        auto const* entries = all_.column(c);
        for (auto v = count; v-- > 0;) {
            if (!tree_.children[v]) {
                auto const begin = static_cast<std::size_t>(tree_.begin[v]);
                auto const end = static_cast<std::size_t>(tree_.end[v]);
                pulse.beat();
                first[v] = code_of(entries[begin]);
                last[v] = code_of(entries[end - 1]);
                at_low[v] = at_high[v] = records(begin, end, pulse);
                continue;
            }
            auto const one = static_cast<std::size_t>(tree_.first[v]);
            auto const end = one + static_cast<std::size_t>(tree_.children[v]);
            if (tree_.column[v] == static_cast<std::int32_t>(c) &&
                tree_.how[v] == static_cast<std::int32_t>(CutKind::position)) {
                // The records below the border times where it is, less those above it: least at
                // some code of the gap.
                auto const other = one + 1;
                auto const below = static_cast<double>(at_high[one]);
                auto const above = static_cast<double>(at_low[other]);
                auto best = last[one];
                auto least = std::numeric_limits<double>::infinity();
                for (auto code = last[one]; code < first[other]; ++code) {
                    pulse.beat();
                    auto const width =
                        below * column.tops[code] - above * column.positions[code + 1];
                    if (width < least) {
                        least = width;
                        best = code;
                    }
                }
                tree_.low[v] = best;
                first[v] = first[one];
                last[v] = last[other];
                at_low[v] = at_low[one];
                at_high[v] = at_high[other];
                continue;
            }
            first[v] = first[one];
            last[v] = last[one];
            at_low[v] = at_high[v] = 0;
            for (auto child = one; child < end; ++child) {
                first[v] = std::min(first[v], first[child]);
                last[v] = std::max(last[v], last[child]);
                at_low[v] += at_low[child];
                at_high[v] += at_high[child];
            }
        }
    }
}

}  // namespace covey::cells
