#include "rectangles/slabs.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "intervals/chains.h"

namespace covey::rectangles {

namespace {

constexpr auto impossible = std::numeric_limits<std::int64_t>::max();

// Strips and columns in turn: part 2s is the strip before column s, part 2s + 1 this column, and
// the last part the strip after all columns. Strips may be empty.
struct Parts {
    std::vector<std::size_t> begins{0};  // in the order of the axis; one more than there are parts
    std::vector<std::int64_t> weights;

    void end_at(std::size_t place, std::int64_t weight) {
        begins.push_back(place);
        weights.push_back(weight);
    }
    std::size_t columns() const { return weights.size() / 2; }
};

// A slab has the parts from ``first`` to before ``last``.
struct Slab {
    std::size_t first, last;
};

Slab before(std::size_t column) {
    return {2 * column, 2 * column + 2};
}
Slab after(std::size_t column) {
    return {2 * column + 1, 2 * column + 3};
}
Slab around(std::size_t column) {
    return {2 * column, 2 * column + 3};
}

// The points of a slab, from row to row.
struct Rows {
    std::vector<Point> points;
    std::vector<std::size_t> begins;  // of the rows, and the number of points
    std::vector<std::int64_t> sums;   // what the rows before each weigh
};

class Slabs {
public:
    Slabs(Points& points, std::int64_t k, Axis axis, Pulse& pulse)
        : points_(points), k_(k), axis_(axis), across_(other(axis)), pulse_(pulse) {
        scan_columns();
        sort_parts_by_row();
    }

    // From left to right, with the best two-sided one.
    std::vector<Slab> best() {
        auto const columns = parts_.columns();
        if (columns == 0) {
            return {{0, parts_.weights.size()}};
        }
        // What the slabs before a column come to.
        std::vector<std::int64_t> left(columns, 0);
        for (std::size_t column = 0; column + 1 < columns; ++column) {
            left[column + 1] = std::max(left[column], largest_cell(before(column)));
        }
        std::size_t best = 0;
        auto least = impossible;
        std::int64_t right = 0;  // what the slabs after the column come to
        for (auto column = columns; column-- > 0 && right < least;) {
            auto const cost = std::max({left[column], right, largest_cell(around(column))});
            if (cost < least) {
                least = cost;
                best = column;
            }
            right = std::max(right, largest_cell(after(column)));
        }
        std::vector<Slab> chosen;
        for (std::size_t column = 0; column < columns; ++column) {
            chosen.push_back(column < best    ? before(column)
                             : column == best ? around(column)
                                              : after(column));
        }
        return chosen;
    }

    Tiling tiling(Box box) {
        Tiling made;
        std::vector<std::int32_t> classes(points_.count());
        auto rest = box;
        for (auto const& slab : best()) {
            auto own = rest;
            auto const end = parts_.begins[slab.last];
            if (end < points_.count()) {
                auto const list = points_.all()[axis_];
                auto const cut = round_between(list[end - 1].value, list[end].value);
                own = rest.below(axis_, cut);
                rest = rest.above(axis_, cut);
            }
            add_cells(slab, own, made, classes);
        }
        made.classes = points_.by_index(classes);
        return made;
    }

private:
    void scan_columns() {
        auto const list = points_.all()[axis_];
        std::int64_t strip = 0;
        for (std::size_t begin = 0; begin < list.size();) {
            auto const coordinate = list[begin].value;
            std::int64_t column = 0;
            auto end = begin;
            for (; end < list.size() && list[end].value == coordinate; ++end) {
                column += points_.weight(list[end], axis_);
            }
            pulse_.beat(static_cast<std::int64_t>(end - begin));
            if (column >= k_ - strip) {
                parts_.end_at(begin, strip);
                parts_.end_at(end, column);
                strip = 0;
            } else {
                strip += column;
            }
            begin = end;
        }
        parts_.end_at(list.size(), strip);
    }

    // Parts stay where they are; the points of each come in the order of rows.
    void sort_parts_by_row() {
        std::vector<std::int32_t> part_of(points_.count());
        auto const list = points_.all()[axis_];
        for (std::size_t part = 0; part < parts_.weights.size(); ++part) {
            for (auto place = parts_.begins[part]; place < parts_.begins[part + 1]; ++place) {
                part_of[list[place].rank(axis_)] = static_cast<std::int32_t>(part);
            }
        }
        auto next = parts_.begins;
        by_part_.resize(list.size());
        pulse_.beat(2 * static_cast<std::int64_t>(list.size()));
        for (auto const point : points_.all()[across_]) {
            by_part_[next[part_of[point.rank(axis_)]]++] = point;
        }
    }

    // The rows of a slab, in a buffer that the next slab uses again.
    Rows const& rows_of(Slab slab) {
        auto const first = by_part_.begin() + parts_.begins[slab.first];
        auto& [points, begins, sums] = rows_;
        points.assign(first, by_part_.begin() + parts_.begins[slab.last]);
        pulse_.beat(3 * static_cast<std::int64_t>(points.size()));
        auto const begin = parts_.begins[slab.first];
        for (auto part = slab.first + 1; part < slab.last; ++part) {
            std::inplace_merge(points.begin(), points.begin() + (parts_.begins[part] - begin),
                               points.begin() + (parts_.begins[part + 1] - begin),
                               [&](Point a, Point b) { return a.rank(across_) < b.rank(across_); });
        }
        begins.clear();
        sums.clear();
        std::int64_t weight = 0;
        for (std::size_t place = 0; place < points.size(); ++place) {
            if (place == 0 || points[place].value != points[place - 1].value) {
                begins.push_back(place);
                sums.push_back(weight);
            }
            weight += points_.weight(points[place], across_);
        }
        begins.push_back(points.size());
        sums.push_back(weight);
        return rows_;
    }

    // What the largest cell of a slab must weigh, if it is cut by rows.
    std::int64_t largest_cell(Slab slab) {
        std::int64_t weight = 0;
        for (auto part = slab.first; part < slab.last; ++part) {
            weight += parts_.weights[part];
        }
        if (weight < k_) {
            return impossible;
        }
        return weight / 2 < k_ ? weight : largest_link(rows_of(slab).sums);
    }

    std::int64_t largest_link(Longs sums) {
        return intervals::smallest_cap(sums, k_, k_, sums.back(), pulse_);
    }

    void add_cells(Slab slab, Box box, Tiling& made, std::vector<std::int32_t>& classes) {
        auto const& [points, begins, sums] = rows_of(slab);
        auto rest = box;
        auto const ends = sums.back() < k_ ? std::vector{sums.size() - 1} : ends_of_cells(sums);
        std::size_t row = 0;
        for (auto const end : ends) {
            auto cell = rest;
            if (end + 1 < sums.size()) {
                auto const next = begins[end];
                auto const cut = round_between(points[next - 1].value, points[next].value);
                cell = rest.below(across_, cut);
                rest = rest.above(across_, cut);
            }
            for (auto place = begins[row]; place < begins[end]; ++place) {
                classes[points[place].rank(Axis::x)] = static_cast<std::int32_t>(made.sizes.size());
            }
            made.sizes.push_back(sums[end] - sums[row]);
            made.cells.push_back(cell);
            row = end;
        }
    }

    // Behind which rows a slab is cut: its largest cell is as small as can be.
    std::vector<std::size_t> ends_of_cells(Longs sums) {
        auto const cap = largest_link(sums);
        // The last place before each from which a cell reaches it, of those that are reached.
        constexpr auto nowhere = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> from(sums.size(), nowhere);
        from[0] = 0;
        std::size_t last = nowhere, next = 0;
        for (std::size_t end = 1; end < sums.size(); ++end) {
            for (; sums[next] <= sums[end] - k_; ++next) {
                last = from[next] == nowhere ? last : next;
            }
            if (last != nowhere && sums[end] - sums[last] <= cap) {
                from[end] = last;
            }
        }
        std::vector<std::size_t> ends;
        for (auto end = sums.size() - 1; end > 0; end = from[end]) {
            ends.push_back(end);
        }
        std::reverse(ends.begin(), ends.end());
        return ends;
    }

    Points& points_;
    std::int64_t k_;
    Axis axis_, across_;
    Pulse& pulse_;
    Parts parts_;
    std::vector<Point> by_part_;
    Rows rows_;
};

}  // namespace

Tiling slabs(Points& points, Box box, std::int64_t k, Axis axis, Pulse& pulse) {
    return Slabs(points, k, axis, pulse).tiling(box);
}

}  // namespace covey::rectangles
