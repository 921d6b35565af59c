// Regions of any graph: none above max(Opt + k - 1, 3k - 3). The proof is
// docs/explanation/regions-any-graph.md.
#pragma once

#include <array>
#include <vector>

#include "core/deadline.h"
#include "regions/graph.h"

namespace covey::regions {

// What happens to groups and their satellites, case by case as in the proof. Tests make sure that
// every case happens.
enum class Event : std::size_t {
    split,            // a heavy group without a centre, into several
    centred,          // a heavy group got a centre
    split_with,       // a group with a satellite that does not fit into it
    centred_with,     // such a group got a centre
    left_for_plain,   // a satellite left for a group without a centre
    left_for_centre,  // a satellite left for a centre
    filled_up,        // a group on the way took the satellite by which the search had come
    united_within,    // two satellites of one group became one
    united_here,      // a satellite of another group came
    united_there,     // a satellite went to that of another group
    paired,           // two satellites of two groups became a group
    paired_within,    // two satellites of one group became a group
    lent,             // after which that group took one of the group before it
    proved,           // the search came to its end
    count
};

using Events = std::array<std::int64_t, static_cast<std::size_t>(Event::count)>;

// The region of every area, numbered from 0 in the order of their first areas. ``bound`` is a lower
// bound on the heaviest region of any answer: max(k, heaviest area), or what the areas of
// ``closed`` prove. If ``finished``, no region is above max(bound + k - 1, 3k - 3).
struct Relieved {
    std::vector<std::int32_t> region;
    std::int64_t bound;
    std::vector<Area> closed;
    bool finished;
    Events events;
};

// Starts from regions that are connected, have k or more each, and are numbered from 0 without
// gaps. The limit follows the proved bound so many times; then it is found by bisection, which is
// slower, but takes few rounds whatever the weights are.
Relieved relieved(Graph const& graph, Longs weights, std::int64_t k, Ints region,
                  std::int64_t jumps, Deadline const& deadline, Pulse& pulse);

}  // namespace covey::regions
