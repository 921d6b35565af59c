// Labels into groups, counted by the people in them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pulse.h"
#include "people/runs.h"

namespace covey::people {

// The class of every item, numbered from 0 on. Every class has k people, if all items have them
// together, and at most the fullest item and k - 1 more, or 3k - 3: an item of k people is a class,
// and classes of others are closed as soon as they have k. What is left over joins the class that
// it makes least larger.
//
// ``look`` is how many items from either end of the order, the fullest first, are looked at for the
// next one of a class: the one that completes k with the fewest people, else the one that adds
// most. With 0 the fullest comes next.
std::vector<std::int32_t> groups(Items const& items, std::int64_t k, std::int64_t look,
                                 Pulse& pulse);

}  // namespace covey::people
