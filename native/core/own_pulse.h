// The pulse of a loop that runs on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>

#include "core/pulse.h"

namespace covey {

// Only the thread that Python called listens for an interrupt; the others go on to the end of their
// piece.
class OwnPulse {
public:
    explicit OwnPulse(Pulse& pulse) : pulse_(pulse) {}

    void beat(std::size_t steps) {
        if (std::this_thread::get_id() == owner_) {
            pulse_.beat(static_cast<std::int64_t>(steps));
        }
    }

private:
    Pulse& pulse_;
    std::thread::id owner_ = std::this_thread::get_id();
};

}  // namespace covey
