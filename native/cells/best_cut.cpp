#include "cells/best_cut.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/digits.h"

namespace covey::cells {

namespace {

// So few are sorted before anybody waits.
constexpr std::size_t few_keys = 1 << 14;

Cut best_position(Column const& column, Terms const& terms, Histogram const& histogram,
                  Pulse& pulse) {
    auto const& positions = column.positions;
    auto const* values = histogram.values.data();
    auto const last = histogram.distinct - 1;
    auto const low = positions[values[0]];
    auto const& tops = column.tops;
    auto const high = tops[values[last]];
    Best best(terms);
    std::size_t place = last;
    // The sums are cumulative, so every position takes constant time.
    in_blocks(last, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            auto const left = histogram.sums[j];
            if (left < terms.k) {
                continue;
            }
            auto const right = terms.total - left;
            if (right < terms.k) {
                return;
            }
            // Both sides end at a value that occurs: the gap between them costs nothing.
            auto gain = static_cast<double>(left) * (high - tops[values[j]]);
            gain += static_cast<double>(right) * (positions[values[j + 1]] - low);
            if (best.improves(gain * column.scale, left)) {
                place = j;
            }
        }
    });
    if (place == last) {
        return {};
    }
    // Values in the gap that do not occur go to the side of fewer records, to which a wider range
    // costs less.
    auto const left = histogram.sums[place];
    auto const end = left <= terms.total - left ? values[place + 1] - 1 : values[place];
    return {best.score(), CutKind::position, end, 0};
}

// Some labels, or groups of them, in the order of their records: the best of the heaviest apart
// from the others, one apart, and two even halves. Group j has labels_of(j) labels.
template <typename LabelsOf>
Cut best_group(Column const& column, Terms const& terms, LabelOrder const& order, std::size_t count,
               LabelsOf const& labels_of, Pulse& pulse) {
    std::int64_t whole = 0;
    in_blocks(count, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            whole += labels_of(j);
        }
    });
    Best best(terms);
    Cut found{nothing, CutKind::members, 0, 0};
    auto const number = [](std::size_t place) { return static_cast<std::int32_t>(place); };
    auto const consider = [&](std::int64_t left, std::int64_t members, std::int32_t low,
                              std::int32_t high) {
        if (!terms.fits(left) || terms.was_tried(low, high)) {
            return;
        }
        auto const gain = members_gain(whole, members, whole - members, left, terms.total);
        if (best.improves(gain * column.scale, left)) {
            found.low = low;
            found.high = high;
        }
    };
    // There are 2^count sets of groups. Three families of them are enough to try: the j heaviest,
    // which keeps both sides few in labels or in records ...
    std::int64_t members = 0;
    in_blocks(count - 1, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            members += labels_of(j);
            consider(order.sums[j], members, 0, number(j + 1));
        }
    });
    // ... one alone, which then loses little ...
    for (std::size_t j = 1; j < count && order.weight(j) >= terms.k; ++j) {
        pulse.beat();
        consider(order.weight(j), labels_of(j), number(j), number(j + 1));
    }
    // ... and two halves of about equal records, which exist wherever any cut does
    // (docs/reference/cells.md).
    std::int64_t in_half = 0;
    auto const left = even_half(order, [&](std::size_t j) { in_half += labels_of(j); }, pulse);
    consider(left, in_half, even_halves, 0);
    found.score = best.score();
    return found;
}

Cut best_labels(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    scratch.order.sort(scratch.histogram, pulse);
    return best_group(
        column, terms, scratch.order, scratch.histogram.distinct,
        [](std::size_t) { return std::int64_t{1}; }, pulse);
}

// The labels of the histogram by the children that they are below of the lowest node above them
// all.
void group_by_child(trees::Taxonomy const& taxonomy, Scratch& scratch, Pulse& pulse) {
    auto const& labels = scratch.histogram;
    auto const distinct = labels.distinct;
    auto const node = taxonomy.above({labels.values.data(), distinct}, pulse);
    auto& below = scratch.below;
    below.clear();
    for (std::size_t j = 0; j < distinct; ++j) {
        below.emplace_back(taxonomy.child(node, labels.values[j], pulse),
                           static_cast<std::uint32_t>(j));
    }
    auto const sort_by = [&](auto const& key) {
        std::sort(below.begin(), below.end(), [&](auto const& a, auto const& b) {
            pulse.beat();
            return std::pair(key(a.first), a.second) < std::pair(key(b.first), b.second);
        });
    };
    if (taxonomy.ordered()) {
        sort_by([&](std::int32_t child) { return taxonomy.begin(child); });
    } else {
        sort_by([](std::int32_t child) { return child; });
    }
    auto& children = scratch.children;
    children.distinct = 0;
    children.values.clear();
    children.sums.clear();
    std::int64_t total = 0;
    for (auto const& [child, j] : below) {
        pulse.beat();
        total += labels.weight(j);
        if (children.values.empty() || children.values.back() != child) {
            children.values.push_back(child);
            children.sums.push_back(total);
        }
        children.sums.back() = total;
    }
    children.distinct = children.values.size();
}

// Of the children of one node, where they are in order: those up to one of them.
Cut best_neighbours(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    auto const& taxonomy = *column.taxonomy;
    group_by_child(taxonomy, scratch, pulse);
    auto const& children = scratch.children;
    auto const labels_of = [&](std::size_t first, std::size_t last) {
        auto const own = taxonomy.between(children.values[first], children.values[last]);
        return static_cast<std::int64_t>(own.size());
    };
    auto const last = children.distinct - 1;
    auto const whole = labels_of(0, last);
    Best best(terms);
    Cut found{nothing, CutKind::members, 0, 0};
    for (std::size_t j = 0; j < last; ++j) {
        pulse.beat();
        auto const left = children.sums[j];
        if (!terms.fits(left) || terms.was_tried(0, static_cast<std::int32_t>(j + 1))) {
            continue;
        }
        auto const gain =
            members_gain(whole, labels_of(0, j), labels_of(j + 1, last), left, terms.total);
        if (best.improves(gain * column.scale, left)) {
            found.high = static_cast<std::int32_t>(j + 1);
        }
    }
    found.score = best.score();
    return found;
}

// The same for the children of one node: those of a taxonomy whose siblings have no order.
Cut best_children(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    auto const& taxonomy = *column.taxonomy;
    group_by_child(taxonomy, scratch, pulse);
    auto const& children = scratch.children;
    auto& order = scratch.order;
    order.sort(children, pulse);
    auto const labels_of = [&](std::size_t j) {
        auto const child = children.values[order.places[j]];
        return static_cast<std::int64_t>(taxonomy.below(child).size());
    };
    return best_group(column, terms, order, children.distinct, labels_of, pulse);
}

// Missing values of a taxonomy apart from all others. They are right below the root, so that a cell
// that has them is cut among the children of the root only, however deep its other labels lie. Once
// other columns have left it fewer than k of them, they can no longer be cut off.
Cut missing_apart(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    auto const& labels = scratch.histogram;
    auto const* first = labels.values.data();
    auto const* last = first + labels.distinct;
    auto const* found = std::lower_bound(first, last, column.missing_label);
    if (terms.under <= urgent || found == last || *found != column.missing_label ||
        !terms.fits(labels.weight(static_cast<std::size_t>(found - first)))) {
        return {};
    }
    group_by_child(*column.taxonomy, scratch, pulse);
    auto const& children = scratch.children;
    if (children.distinct == labels.distinct) {
        // No child has several labels: nothing deeper is left to cut.
        return {};
    }
    if (column.taxonomy->ordered()) {
        // The others are the children in front of it.
        auto const others = static_cast<std::int32_t>(children.distinct - 1);
        if (children.values.back() != column.missing_label || terms.was_tried(0, others)) {
            return {};
        }
        return {urgent, CutKind::members, 0, others};
    }
    auto& order = scratch.order;
    order.sort(children, pulse);
    std::int32_t place = 0;
    while (children.values[order.places[place]] != column.missing_label) {
        ++place;
    }
    return terms.was_tried(place, place + 1) ? Cut{}
                                             : Cut{urgent, CutKind::members, place, place + 1};
}

// The best edge of the map's tree: below it is a run of the codes.
//
// The areas that occur and the places where their ways up meet are visited from the leaves up, by a
// stack of those whose run has begun.
Cut best_edge(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    auto const& tree = *column.tree;
    auto const& depth = tree.depth;
    auto const distinct = scratch.histogram.distinct;
    auto const* values = scratch.histogram.values.data();
    auto const* sums = scratch.histogram.sums.data();
    if (scratch.links.size() < distinct) {
        scratch.links.resize(distinct);
        scratch.spans.resize(distinct);
        scratch.stack.resize(4 * distinct);
    }
    auto* links = scratch.links.data();
    auto* spans = scratch.spans.data();
    auto* stack = scratch.stack.data();
    // It takes spans[j] - spans[i] more areas to join those from i + 1 to j to those before.
    spans[0] = 0;
    for (std::size_t i = 1; i < distinct; ++i) {
        pulse.beat();
        links[i] = tree.least_between(values[i - 1] + 1, values[i]);
        spans[i] = spans[i - 1] + depth[values[i]] - depth[links[i]];
    }
    // The ways up of the first and the last area meet at the top of the least subtree with all.
    auto const last = distinct - 1;
    auto const top = tree.least_between(values[0] + 1, values[last]);
    auto const whole = 1 + depth[values[0]] - depth[top] + spans[last];
    // What is left outside of a run is joined again without it: at its front, at its back, or over
    // the gap in the middle.
    auto const outside_of = [&](std::size_t low, std::size_t high) -> std::int64_t {
        if (low == 0) {
            if (high + 1 == last) {
                return 1;
            }
            auto const meet = tree.least_between(values[high + 1] + 1, values[last]);
            return 1 + depth[values[high + 1]] - depth[meet] + spans[last] - spans[high + 1];
        }
        if (high == last) {
            if (low == 1) {
                return 1;
            }
            auto const meet = tree.least_between(values[0] + 1, values[low - 1]);
            return 1 + depth[values[0]] - depth[meet] + spans[low - 1];
        }
        auto const bridge = std::min(links[low], links[high + 1]);
        return whole - (spans[high + 1] - spans[low - 1]) + depth[values[high + 1]] - depth[bridge];
    };
    Best best(terms);
    std::int32_t place = -1;
    std::size_t height = 0;
    for (std::size_t i = 0; i <= distinct; ++i) {
        pulse.beat();
        auto const link = 0 < i && i < distinct ? links[i] : -1;
        auto low = i;
        // Places are in depth-first order: what lies below the link to the next area has been seen
        // in full, and its runs of areas are known now.
        while (height > 0 && stack[2 * height - 2] > link) {
            --height;
            auto const edge = stack[2 * height];
            low = static_cast<std::size_t>(stack[2 * height + 1]);
            auto const high = i - 1;
            auto const left = sums[high] - (low ? sums[low - 1] : 0);
            if (!terms.fits(left) || terms.was_tried(edge, tree.end[edge])) {
                continue;
            }
            auto const inside = 1 + depth[values[low]] - depth[edge] + spans[high] - spans[low];
            auto const gain = members_gain(whole, inside, outside_of(low, high), left, terms.total);
            if (best.improves(gain * column.scale, left)) {
                place = edge;
            }
        }
        if (link >= 0 && (height == 0 || stack[2 * height - 2] != link)) {
            stack[2 * height] = link;
            stack[2 * height + 1] = static_cast<std::int32_t>(low);
            ++height;
        }
        if (i < distinct) {
            stack[2 * height] = values[i];
            stack[2 * height + 1] = static_cast<std::int32_t>(i);
            ++height;
        }
    }
    if (place < 0) {
        return {};
    }
    return {best.score(), CutKind::members, place, tree.end[place]};
}

// The least nested region with all areas, into its two parts. Their regions are the same in every
// cell, so that few are published.
Cut nested_cut(Column const& column, Terms const& terms, Histogram const& histogram, Pulse& pulse) {
    auto const& nesting = *column.nesting;
    auto const* values = histogram.values.data();
    struct Side {
        std::int32_t low = std::numeric_limits<std::int32_t>::max();
        std::int32_t high = -1;
        std::int64_t records = 0;

        void add(std::int32_t leaf, std::int64_t many) {
            low = std::min(low, leaf);
            high = std::max(high, leaf);
            records += many;
        }
    };
    Side all;
    in_blocks(histogram.distinct, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            all.add(nesting.leaf(values[j]), 0);
        }
    });
    auto const edge = nesting.edge_between(all.low, all.high);
    auto const split = nesting.split(edge);
    Side first;
    Side second;
    in_blocks(histogram.distinct, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            auto const leaf = nesting.leaf(values[j]);
            (leaf < split ? first : second).add(leaf, histogram.weight(j));
        }
    });
    if (!terms.fits(first.records) || terms.was_tried(edge, column.tree->end[edge])) {
        return {};
    }
    auto const whole = nesting.share(all.low, all.high);
    auto gain = static_cast<double>(first.records) * (whole - nesting.share(first.low, first.high));
    gain += static_cast<double>(second.records) * (whole - nesting.share(second.low, second.high));
    Best best(terms);
    if (!best.improves(gain * column.worth, first.records)) {
        return {};
    }
    return {best.score(), CutKind::members, edge, column.tree->end[edge]};
}

// The components of a map from each other, if each has k records.
Cut component_cut(MapTree const& tree, Terms const& terms, Histogram const& histogram,
                  Pulse& pulse) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < histogram.distinct; ++i) {
        pulse.beat();
        auto const own = tree.component[histogram.values[i]];
        if (i + 1 == histogram.distinct || own != tree.component[histogram.values[i + 1]]) {
            if (histogram.sums[i] - before < terms.k) {
                return {};
            }
            before = histogram.sums[i];
        }
    }
    bool const again = terms.under <= urgent || terms.was_tried(0, 0);
    return {again ? nothing : urgent, CutKind::components, 0, 0};
}

}  // namespace

// The order is that of the 31 leading bits, so that a weight and its place make one number.
void LabelOrder::sort(Histogram const& histogram, Pulse& pulse) {
    auto const distinct = histogram.distinct;
    if (keys.size() < distinct) {
        keys.resize(distinct);
    }
    places.resize(distinct);
    sums.resize(distinct);
    int shift = 0;
    while ((histogram.total() >> shift) >= std::int64_t{1} << 31) {
        ++shift;
    }
    constexpr std::uint64_t most = (std::uint64_t{1} << 31) - 1;
    auto const key = [&](std::size_t j) {
        auto const weight = static_cast<std::uint64_t>(histogram.weight(j));
        return (most - (weight >> shift)) << 32 | j;
    };
    std::span const own(keys.data(), distinct);
    if (distinct < few_keys) {
        for (std::size_t j = 0; j < distinct; ++j) {
            own[j] = key(j);
        }
        std::ranges::sort(own);
    } else {
        // Labels of the same key keep their order, which is that of j.
        sort_by_digits(own, 31, key, [](std::uint64_t each) { return each >> 32; }, pulse);
    }
    std::int64_t total = 0;
    in_blocks(distinct, pulse, [&](std::size_t begin, std::size_t end) {
        for (auto j = begin; j < end; ++j) {
            places[j] = static_cast<std::uint32_t>(keys[j]);
            total += histogram.weight(places[j]);
            sums[j] = total;
        }
    });
}

Cut best_cut(Column const& column, Terms const& terms, Scratch& scratch, Pulse& pulse) {
    auto const& histogram = scratch.histogram;
    if (histogram.missing > 0) {
        // A set never mixes missing and present values, so no other cut of this column is possible
        // until they are split. If one side would be too small, the column says nothing here.
        if (!terms.fits(histogram.missing) || terms.under <= urgent || terms.was_tried(0, 0)) {
            return {};
        }
        return {urgent, CutKind::missing, 0, 0};
    }
    if (histogram.distinct < 2) {
        return {};
    }
    if (column.kind == ColumnKind::ordered) {
        return best_position(column, terms, histogram, pulse);
    }
    if (column.kind == ColumnKind::labels) {
        if (!column.taxonomy) {
            return best_labels(column, terms, scratch, pulse);
        }
        if (column.missing_label >= 0) {
            auto const cut = missing_apart(column, terms, scratch, pulse);
            if (cut.score > nothing) {
                return cut;
            }
        }
        return column.taxonomy->ordered() ? best_neighbours(column, terms, scratch, pulse)
                                          : best_children(column, terms, scratch, pulse);
    }
    auto const& component = column.tree->component;
    auto const first = component[histogram.values[0]];
    if (first != component[histogram.values[histogram.distinct - 1]]) {
        return component_cut(*column.tree, terms, histogram, pulse);
    }
    if (column.nesting) {
        auto const cut = nested_cut(column, terms, histogram, pulse);
        if (cut.score > nothing) {
            return cut;
        }
    }
    // Where the parts of the region do not do, any other cut may.
    return best_edge(column, terms, scratch, pulse);
}

std::size_t group_labels(Column const& column, Scratch& scratch, Pulse& pulse) {
    if (!column.taxonomy) {
        return scratch.histogram.distinct;
    }
    group_by_child(*column.taxonomy, scratch, pulse);
    return scratch.children.distinct;
}

void take_labels(Column const& column, Cut const& cut, Scratch& scratch, Pulse& pulse) {
    group_labels(column, scratch, pulse);
    auto const& histogram = column.taxonomy ? scratch.children : scratch.histogram;
    scratch.labels.clear();
    if (column.taxonomy && column.taxonomy->ordered()) {
        auto const own =
            column.taxonomy->between(histogram.values[0], histogram.values[cut.high - 1]);
        scratch.labels.assign(own.begin(), own.end());
        return;
    }
    auto& order = scratch.order;
    order.sort(histogram, pulse);
    auto const take = [&](std::size_t j) {
        pulse.beat();
        auto const value = histogram.values[order.places[j]];
        if (column.taxonomy) {
            // All below the child, whether they occur or not: none of them is on the other side.
            auto const own = column.taxonomy->below(value);
            scratch.labels.insert(scratch.labels.end(), own.begin(), own.end());
        } else {
            scratch.labels.push_back(value);
        }
    };
    if (cut.low == some_labels) {
        for (std::size_t j = 0; j < histogram.distinct; ++j) {
            if (cut.high >> j & 1) {
                take(j);
            }
        }
    } else if (cut.low < 0) {
        even_half(order, take, pulse);
    } else {
        for (auto j = cut.low; j < cut.high; ++j) {
            take(static_cast<std::size_t>(j));
        }
    }
    if (scratch.labels.size() < few_keys) {
        std::ranges::sort(scratch.labels);
        return;
    }
    std::ranges::sort(scratch.labels, [&pulse](std::int32_t a, std::int32_t b) {
        pulse.beat();
        return a < b;
    });
}

double extent(Column const& column, Entry const* begin, Entry const* end, Scratch& scratch,
              Pulse& pulse) {
    auto const first = code_of(*begin);
    auto const last = code_of(end[-1]);
    if (last < 0) {
        return 0.0;
    }
    if (first < 0) {
        return column.worth;
    }
    if (column.kind == ColumnKind::ordered) {
        return (column.tops[last] - column.positions[first]) * column.scale;
    }
    scratch.histogram.count(begin, end, column.size, nullptr, pulse);
    auto const distinct = scratch.histogram.distinct;
    if (column.taxonomy) {
        return size_loss(
                   column.taxonomy->hull_size({scratch.histogram.values.data(), distinct}, pulse)) *
               column.scale;
    }
    if (column.kind == ColumnKind::labels) {
        return size_loss(static_cast<std::int64_t>(distinct)) * column.scale;
    }
    auto const& tree = *column.tree;
    if (tree.component[first] != tree.component[last]) {
        return column.worth;
    }
    Ints const places{scratch.histogram.values.data(), distinct};
    if (column.nesting) {
        return column.nested_loss(places, pulse);
    }
    return size_loss(tree.joined(places, pulse)) * column.scale;
}

}  // namespace covey::cells
