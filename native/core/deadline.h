// A moment after which a loop begins nothing new.
#pragma once

#include <chrono>
#include <optional>

namespace covey {

class Deadline {
public:
    // So many seconds from now; never, if that is infinite or longer than a clock counts.
    explicit Deadline(double seconds) {
        if (seconds < 1e9) {
            auto const left = std::chrono::duration<double>(seconds > 0 ? seconds : 0);
            end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
        }
    }

    bool over() const { return end_ && Clock::now() >= *end_; }

private:
    using Clock = std::chrono::steady_clock;
    std::optional<Clock::time_point> end_;
};

}  // namespace covey
