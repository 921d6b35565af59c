// Independent pieces of work on several threads. What comes out does not depend on their number:
// piece i writes its answer to place i, and nothing else.
#pragma once

#include <cstddef>
#include <functional>

namespace covey {

// Calls work(i) for every i below count, on at most this many threads, the calling one among them.
// If a piece throws, no further pieces are begun, and the exception of the first piece that threw,
// in the order of pieces, is thrown again.
void for_each_piece(std::size_t count, int threads, std::function<void(std::size_t)> const& work);

}  // namespace covey
