// Independent pieces of work on several threads. What comes out does not depend on their number:
// piece i writes its answer to place i, and nothing else.
#pragma once

#include <cstddef>
#include <functional>

#include "core/pulse.h"

namespace covey {

// Calls work(i, own) for every i below count, on at most this many threads, the calling one among
// them. ``own`` is the pulse of the thread that does the piece. Only the calling thread can hear of
// Ctrl-C, also while it waits for the others; if it does, theirs stop them at their next look.
//
// If a piece throws, no further pieces are begun, and the exception of the first piece that threw,
// in the order of pieces, is thrown again.
void for_each_piece(std::size_t count, int threads, Pulse& pulse,
                    std::function<void(std::size_t, Pulse&)> const& work);

}  // namespace covey
