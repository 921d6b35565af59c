// What a long loop asks from time to time: is it still wanted?
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace covey {

// A loop calls beat() with the steps that it made since the last call. That is one subtraction,
// until enough steps came together to make a look at the clock cheap. Every fortieth of a second
// look() is called, which throws if the user has interrupted.
class Pulse {
public:
    virtual ~Pulse() = default;

    void beat(std::int64_t steps = 1) {
        left_ -= steps;
        if (left_ < 0) [[unlikely]] {
            look_at_clock();
        }
    }

    // The same without regard to the clock.
    void look_now() { look(); }

    static constexpr auto period = std::chrono::milliseconds(25);

protected:
    virtual void look() {}

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::int64_t between_looks = 1 << 14;

    void look_at_clock() {
        left_ = between_looks;
        auto const now = Clock::now();
        if (now - last_ >= period) {
            last_ = now;
            look();
        }
    }

    std::int64_t left_ = between_looks;
    Clock::time_point last_ = Clock::now();
};

// Calls loop(begin, end) for one block of so many steps after the other, with a beat after each:
// for loops that are too short to be slowed down by a beat in every step. It is always inlined, so
// that what the loop counts stays in registers.
template <typename Loop>
[[gnu::always_inline]] inline void in_blocks(std::size_t steps, Pulse& pulse, Loop const& loop) {
    constexpr std::size_t block = 1 << 14;
    for (std::size_t begin = 0; begin < steps; begin += block) {
        auto const end = std::min(steps, begin + block);
        loop(begin, end);
        pulse.beat(static_cast<std::int64_t>(end - begin));
    }
}

}  // namespace covey
