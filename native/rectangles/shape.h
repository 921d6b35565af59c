// How compact cells are: what the perimeters of all of them come to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "rectangles/plane.h"

namespace covey::rectangles {

// What the coordinates are: in a flat plane both have one unit; on the globe they are degrees, x of
// longitude and y of latitude.
enum class Surface : std::uint8_t { flat, globe };

// How much shorter a degree of longitude is than one of latitude. Bhaskara's formula, within 0.002
// of the cosine, is the same on every machine.
inline double shrinkage(double latitude) {
    auto const square = std::min(latitude * latitude, 8100.0);
    return (32400 - 4 * square) / (32400 + square);
}

// The sides of a cell.
struct Extent {
    double width, height;

    Extent(Box const& cell, Surface surface)
        : width(cell.x_high - cell.x_low), height(cell.y_high - cell.y_low) {
        if (surface == Surface::globe) {
            width *= shrinkage(cell.y_low + height / 2);
        }
    }

    double longer() const { return std::max(width, height); }
    double shorter() const { return std::min(width, height); }

    // How many times as long as wide. What has no area is as long as can be, unless it is a single
    // place.
    double aspect() const {
        if (shorter() > 0) {
            return longer() / shorter();
        }
        return longer() > 0 ? std::numeric_limits<double>::infinity() : 1.0;
    }
};

// Half of what the perimeters of so many classes come to that share a cell evenly: in the best
// number of columns, each of as many classes.
inline double expected_perimeter(Extent extent, std::int64_t classes) {
    auto const [width, height] = extent;
    if (classes == 1) {
        return width + height;
    }
    auto const count = static_cast<double>(classes);
    auto const in_columns = [&](double columns) {
        return count / columns * width + columns * height;
    };
    // The best number is one of the two around a square root. Of few it is found sooner among all:
    // the compiler knows their quotients.
    if (classes == 2) {
        return std::min(2 * width + height, width + 2 * height);
    }
    if (classes == 3) {
        return std::min({3 * width + height, 1.5 * width + 2 * height, width + 3 * height});
    }
    if (classes == 4) {
        return std::min({4 * width + height, 2 * width + 2 * height, 4.0 / 3 * width + 3 * height,
                         width + 4 * height});
    }
    if (!(width * count > height)) {
        return in_columns(1);  // as flat as they get
    }
    // Where a quotient is cut off, it is at most the number of classes, which is a whole number.
    auto const most = std::min(std::sqrt(count * width / height), count);
    auto const columns = std::max(static_cast<double>(static_cast<std::int64_t>(most)), 1.0);
    return std::min(in_columns(columns), in_columns(std::min(columns + 1, count)));
}

}  // namespace covey::rectangles
