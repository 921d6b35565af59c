// Ordered items into runs, counted by the people in them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::people {

// Item i has the people[starts[i]] up to people[starts[i + 1]], each below ``persons``.
struct Items {
    Longs starts;
    Longs people;
    std::int64_t persons;

    std::size_t size() const { return starts.size() - 1; }
    std::span<std::int64_t const> of(std::size_t item) const {
        return people.subspan(static_cast<std::size_t>(starts[item]),
                              static_cast<std::size_t>(starts[item + 1] - starts[item]));
    }
};

// Where runs of k to ``most`` people each start; nothing if there are no such runs.
std::vector<std::int64_t> runs(Items const& items, std::int64_t k, std::int64_t most, Pulse& pulse);

}  // namespace covey::people
