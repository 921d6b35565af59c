#include "maps/nearby.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace covey::maps {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The outline's segments that meet the pair's window, seen from its corner, each with its lower end
// in x first, in the order of these ends. In a tall window x and y change places, which changes no
// length: so that the order distinguishes most segments.
std::vector<Segment> within(std::span<Segment const> outline, Window window, double stretch) {
    bool const is_tall = window.y_high - window.y_low > (window.x_high - window.x_low) * stretch;
    std::vector<Segment> found;
    for (auto [x0, y0, x1, y1] : outline) {
        if (std::max(x0, x1) < window.x_low || std::min(x0, x1) > window.x_high ||
            std::max(y0, y1) < window.y_low || std::min(y0, y1) > window.y_high) {
            continue;
        }
        x0 = (x0 - window.x_low) * stretch;
        x1 = (x1 - window.x_low) * stretch;
        y0 -= window.y_low;
        y1 -= window.y_low;
        if ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0) == 0) {
            // So short that nothing is left of it, seen from here.
            continue;
        }
        if (is_tall) {
            std::swap(x0, y0);
            std::swap(x1, y1);
        }
        if (x0 > x1) {
            std::swap(x0, x1);
            std::swap(y0, y1);
        }
        found.push_back({x0, y0, x1, y1});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](Segment const& a, Segment const& b) { return a.x0 < b.x0; });
    return found;
}

// From where to where on a segment, which goes from 0 to 1; empty if it begins after its end.
struct Part {
    double begin, end;
};

// Where start + slope u lies from low to high.
Part strip(double start, double slope, double low, double high) {
    if (slope == 0) {
        return low <= start && start <= high ? Part{-infinity, infinity}
                                             : Part{infinity, -infinity};
    }
    auto const one = (low - start) / slope, two = (high - start) / slope;
    return {std::min(one, two), std::max(one, two)};
}

// The part of a segment that lies within reach of another one.
//
// What is within reach of a segment is convex: a strip and a disc at either end. So the part is one
// interval, from the least to the greatest of what the three cover.
Part covered(Segment const& segment, Segment const& other, double reach) {
    auto const dx = segment.x1 - segment.x0, dy = segment.y1 - segment.y0;
    auto const square = dx * dx + dy * dy;
    Part part{2.0, -1.0};
    for (auto const& [x, y] : {std::pair{other.x0, other.y0}, std::pair{other.x1, other.y1}}) {
        auto const px = segment.x0 - x, py = segment.y0 - y;
        auto const b = px * dx + py * dy;
        auto const root = b * b - square * (px * px + py * py - reach * reach);
        if (root >= 0) {
            part.begin = std::min(part.begin, (-b - std::sqrt(root)) / square);
            part.end = std::max(part.end, (-b + std::sqrt(root)) / square);
        }
    }
    auto const length = std::hypot(other.x1 - other.x0, other.y1 - other.y0);
    auto const ex = (other.x1 - other.x0) / length, ey = (other.y1 - other.y0) / length;
    auto const px = segment.x0 - other.x0, py = segment.y0 - other.y0;
    auto const along = strip(px * ex + py * ey, dx * ex + dy * ey, 0.0, length);
    auto const across = strip(px * ey - py * ex, dx * ey - dy * ex, -reach, reach);
    auto const begin = std::max(along.begin, across.begin);
    auto const end = std::min(along.end, across.end);
    if (begin <= end) {
        part = {std::min(part.begin, begin), std::max(part.end, end)};
    }
    return {std::max(part.begin, 0.0), std::min(part.end, 1.0)};
}

// The share of a segment that the parts cover together. Sorts them.
double share_of(std::vector<Part>& parts) {
    std::stable_sort(parts.begin(), parts.end(),
                     [](Part const& a, Part const& b) { return a.begin < b.begin; });
    double share = 0, reached = 0;
    for (auto const& part : parts) {
        auto const begin = std::max(part.begin, reached);
        if (part.end > begin) {
            share += part.end - begin;
            reached = part.end;
        }
    }
    return share;
}

// The length of one outline within reach of another, and whether there is any such place.
Beside along(std::span<Segment const> one, std::span<Segment const> two, double reach,
             Pulse& pulse) {
    double widest = 0;
    for (auto const& other : two) {
        widest = std::max(widest, other.x1 - other.x0);
    }
    Beside found{0, false};
    std::vector<Part> parts;
    for (auto const& segment : one) {
        auto const low = std::min(segment.y0, segment.y1) - reach;
        auto const high = std::max(segment.y0, segment.y1) + reach;
        parts.clear();
        auto other = std::lower_bound(two.begin(), two.end(), segment.x0 - reach - widest,
                                      [](Segment const& s, double x) { return s.x0 < x; });
        for (; other != two.end() && other->x0 <= segment.x1 + reach; ++other) {
            pulse.beat();
            if (std::max(other->y0, other->y1) < low || std::min(other->y0, other->y1) > high) {
                continue;
            }
            auto const part = covered(segment, *other, reach);
            if (part.begin <= part.end) {
                parts.push_back(part);
            }
            if (part.begin == 0 && part.end == 1) {
                // All of it already: the others add nothing.
                break;
            }
        }
        if (!parts.empty()) {
            found.meet = true;
            found.length +=
                share_of(parts) * std::hypot(segment.x1 - segment.x0, segment.y1 - segment.y0);
        }
    }
    return found;
}

}  // namespace

Beside beside(Outlines const& outlines, Pair const& pair, Pulse& pulse) {
    auto const one = within(outlines.of(pair.one), pair.window, pair.stretch);
    auto const two = within(outlines.of(pair.two), pair.window, pair.stretch);
    pulse.beat(static_cast<std::int64_t>(outlines.of(pair.one).size()) +
               static_cast<std::int64_t>(outlines.of(pair.two).size()));
    if (one.empty() || two.empty()) {
        return {0, false};
    }
    auto const there = along(one, two, pair.reach, pulse);
    auto const back = along(two, one, pair.reach, pulse);
    return {(there.length + back.length) / 2, there.meet};
}

}  // namespace covey::maps
