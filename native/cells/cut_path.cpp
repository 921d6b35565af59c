#include "cells/cut_path.h"

#include <algorithm>

#include "core/threads.h"

namespace covey::cells {

std::vector<std::int32_t> CutPath::route(Ints codes, Ints component, Longs at, int threads,
                                         Pulse& pulse) const {
    auto const width = kinds.size();
    // What a node says, in one line of the cache.
    struct Node {
        std::int32_t how, column, low, high, first, children;
    };
    std::vector<Node> nodes(size());
    for (std::size_t v = 0; v < size(); ++v) {
        nodes[v] = {how[v], column[v], low[v], high[v], first[v], children[v]};
    }
    std::vector<std::int32_t> leaf(codes.size() / width);
    // Trees of strangers may be as deep as they have nodes, and a cut may have as many children:
    // the steps are counted.
    auto const follow = [&](std::size_t i) {
        auto const* own = codes.data() + i * width;
        std::int32_t v = 0;
        std::int64_t steps = 1;
        while (v >= 0 && nodes[v].how != static_cast<std::int32_t>(CutKind::none)) {
            ++steps;
            auto const& node = nodes[v];
            auto const code = own[node.column];
            auto const kind = static_cast<CutKind>(node.how);
            if (kind == CutKind::missing) {
                v = node.first + (code < 0 ? 0 : 1);
            } else if (code < 0) {
                // Missing values were split off before, so a cut of values does not know them.
                v = -1;
            } else if (kind == CutKind::position) {
                v = node.first + (code <= node.low ? 0 : 1);
            } else if (kind == CutKind::components) {
                auto const mine = component[at[node.column] + code];
                auto child = node.first;
                auto const last = child + node.children;
                while (child < last && key[child] != mine) {
                    ++child;
                }
                steps += child - node.first;
                v = child < last ? child : -1;
            } else if (kinds[node.column] == static_cast<std::int32_t>(ColumnKind::areas)) {
                v = node.first + (node.low <= code && code < node.high ? 0 : 1);
            } else {
                auto const found =
                    std::binary_search(pool.begin() + node.low, pool.begin() + node.high, code);
                v = node.first + (found ? 0 : 1);
            }
        }
        leaf[i] = v;
        return steps;
    };
    // Rows are handed to threads in pieces.
    constexpr std::size_t piece_rows = 1 << 14;
    auto const pieces = (leaf.size() + piece_rows - 1) / piece_rows;
    for_each_piece(pieces, threads, pulse, [&](std::size_t piece, Pulse& own) {
        auto const end = std::min(leaf.size(), (piece + 1) * piece_rows);
        for (auto i = piece * piece_rows; i < end; ++i) {
            own.beat(follow(i));
        }
    });
    return leaf;
}

std::vector<std::int32_t> CutPath::ranges(std::int32_t on, std::int32_t ranks, Pulse& pulse) const {
    std::vector<std::int32_t> bounds(2 * size());
    bounds[1] = ranks - 1;
    for (std::size_t v = 1; v < size(); ++v) {
        pulse.beat();
        auto const above = static_cast<std::size_t>(parent[v]);
        bounds[2 * v] = bounds[2 * above];
        bounds[2 * v + 1] = bounds[2 * above + 1];
        if (how[above] == static_cast<std::int32_t>(CutKind::position) && column[above] == on) {
            if (v == static_cast<std::size_t>(first[above])) {
                bounds[2 * v + 1] = low[above];
            } else {
                bounds[2 * v] = low[above] + 1;
            }
        }
    }
    return bounds;
}

CutPath::Runs CutPath::member_runs(std::int32_t on, ColumnKind kind, std::int32_t shift,
                                   Longs leaves, Ints base, Pulse& pulse) const {
    Runs runs{{base.begin(), base.end()}, std::vector<std::int64_t>(leaves.size() + 1), {}};
    std::vector<std::pair<std::int32_t, std::int32_t>> gone;
    for (std::size_t c = 0; c < leaves.size(); ++c) {
        // From the leaf up: the first side taken is the run, whatever was cut above it. Second
        // sides passed before that lose the runs that went to the first sides.
        gone.clear();
        bool taken = false;
        for (auto v = leaves[c]; v > 0; v = parent[v]) {
            auto const above = parent[v];
            pulse.beat();
            if (column[above] != on || how[above] != static_cast<std::int32_t>(CutKind::members)) {
                continue;
            }
            if (v != first[above]) {
                gone.emplace_back(low[above] + shift, high[above] + shift);
            } else if (!taken) {
                runs.found[2 * c] = low[above] + shift;
                runs.found[2 * c + 1] = high[above] + shift;
                taken = true;
                if (kind == ColumnKind::labels) {
                    // A cut lists its labels one by one, none of which a cut above took.
                    break;
                }
            }
        }
        if (kind == ColumnKind::areas) {
            // Subtrees are nested or disjoint: what lies outside of the run, or inside of another
            // run that is gone, changes nothing. Of runs that begin at the same place, the longest.
            std::ranges::sort(gone, [&pulse](auto const& a, auto const& b) {
                pulse.beat();
                return a.first != b.first ? a.first < b.first : a.second > b.second;
            });
        }
        auto last = runs.found[2 * c];
        for (auto const& [from, to] : gone) {
            pulse.beat();
            if (kind == ColumnKind::areas && (from < last || to > runs.found[2 * c + 1])) {
                continue;
            }
            runs.without.push_back(from);
            runs.without.push_back(to);
            last = to;
        }
        runs.rest[c + 1] = static_cast<std::int64_t>(runs.without.size() / 2);
    }
    return runs;
}

std::vector<std::int64_t> top_of(Ints parent, Bools marked, Pulse& pulse) {
    std::vector<std::int64_t> top(parent.size());
    in_blocks(parent.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto v = begin; v < end; ++v) {
            auto const own = static_cast<std::int64_t>(v);
            auto const above = v ? top[parent[v]] : own;
            top[v] = v && marked[above] ? above : own;
        }
    });
    return top;
}

}  // namespace covey::cells
