#include "rectangles/check.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "core/roomy.h"
#include "rectangles/order.h"

namespace covey::rectangles {

// Cells are far apart in memory: each is fetched so many steps before it is needed.
constexpr std::size_t ahead = 32;

bool all_inside(Reals x, Reals y, Ints classes, std::span<Box const> cells, Pulse& pulse) {
    bool inside = true;
    auto const last = classes.size() - 1;
    in_blocks(x.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto i = begin; i < end; ++i) {
            __builtin_prefetch(&cells[classes[std::min(i + ahead, last)]]);
            inside &= cells[classes[i]].holds(x[i], y[i]);
        }
    });
    return inside;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A vertical side of a cell.
struct Side {
    double x, low, high;
};

struct Stretch {
    double low = infinity, high = -infinity;

    bool is_empty() const { return low > high; }
    bool operator==(Stretch const&) const = default;
};

// All left sides of cells, or all right ones, from left to right and from bottom to top.
class Sides {
public:
    // left: of the left sides, else of the right ones.
    Sides(std::span<Box const> cells, bool left, Pulse& pulse) {
        Roomy<double> at(cells.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            at[i] = left ? cells[i].x_low : cells[i].x_high;
        }
        sides_.reserve(cells.size());
        auto const places = order_of(at, pulse).places;
        for (std::size_t next = 0; next < places.size(); ++next) {
            __builtin_prefetch(&cells[places[std::min(next + ahead, places.size() - 1)]]);
            auto const i = places[next];
            sides_.push_back({at[i], cells[i].y_low, cells[i].y_high});
        }
        // Along x they are in order: it is enough to sort those that stand above each other.
        for (auto begin = sides_.begin(); begin != sides_.end();) {
            auto const end = std::find_if(begin, sides_.end(),
                                          [x = begin->x](Side const& side) { return side.x != x; });
            if (end - begin > 1) {
                std::sort(begin, end, [&pulse](Side const& a, Side const& b) {
                    pulse.beat();
                    return std::tie(a.low, a.high) < std::tie(b.low, b.high);
                });
            }
            begin = end;
        }
    }

    bool at_end() const { return next_ == sides_.size(); }
    double x() const { return sides_[next_].x; }

    // The next unbroken stretch of sides at x, which is empty if there is none. A side that
    // overlaps the stretch begins one of its own, below the end of this one, which no other has.
    Stretch next_stretch(double x) {
        Stretch stretch;
        while (!at_end() && sides_[next_].x == x) {
            auto const& side = sides_[next_];
            if (stretch.is_empty()) {
                stretch.low = side.low;
            } else if (side.low != stretch.high) {
                break;
            }
            stretch.high = side.high;
            ++next_;
        }
        return stretch;
    }

private:
    std::vector<Side> sides_;
    std::size_t next_ = 0;
};

}  // namespace

bool tiles(std::span<Box const> cells, Box box, Pulse& pulse) {
    // A NaN is not less than anything: it ends here, too. So does what lies beyond the box, which
    // may be infinite.
    if (!std::all_of(cells.begin(), cells.end(), [&box](Box const& cell) {
            return box.x_low <= cell.x_low && cell.x_low < cell.x_high &&
                   cell.x_high <= box.x_high && cell.y_low < cell.y_high;
        })) {
        return false;
    }
    Sides opening(cells, true, pulse);
    Sides closing(cells, false, pulse);
    Stretch const whole{box.y_low, box.y_high};
    if (opening.next_stretch(box.x_low) != whole) {
        return false;
    }
    while (!closing.at_end()) {
        auto const x = closing.x();
        if (x == box.x_high) {
            return closing.next_stretch(x) == whole && opening.at_end() && closing.at_end();
        }
        if (!(box.x_low < x && x < box.x_high)) {
            return false;
        }
        Stretch ended;
        do {
            ended = closing.next_stretch(x);
            if (opening.next_stretch(x) != ended) {
                return false;
            }
        } while (!ended.is_empty());
    }
    return false;
}

}  // namespace covey::rectangles
