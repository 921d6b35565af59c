// The rows of a cell on two sides, and whether both meet the rules, as rows change their side one
// by one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "requirements/rules.h"

namespace covey::requirements {

// Room that is used again for the next cell; one for each thread.
class Sides {
public:
    // All rows are on the second side. ``names`` are the rows of the table that they are, null if
    // they are these themselves.
    void begin(Rules const& rules, std::span<std::uint32_t const> rows, std::uint32_t const* names,
               Pulse& pulse);

    void move(std::uint32_t row, std::uint8_t side);

    // Whether both sides, of which none is empty, meet all rules.
    bool met(Pulse& pulse);

private:
    struct Side {
        // The records of every value of every attribute.
        std::vector<Tally> tallies;
        std::vector<std::int64_t> distinct;
        std::int64_t total = 0;
        std::int64_t people = 0;
    };

    void change(Side& side, std::uint32_t name, std::int64_t sign);

    Rules const* rules_ = nullptr;
    std::uint32_t const* names_ = nullptr;
    std::array<Side, 2> sides_;
    std::vector<std::int64_t> top_;
};

}  // namespace covey::requirements
