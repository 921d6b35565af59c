#include "core/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace covey {

namespace {

// What ends the piece of a thread because the calling thread was interrupted.
struct Abandoned {};

// The pulse of a thread that Python knows nothing of.
class HelperPulse final : public Pulse {
public:
    explicit HelperPulse(std::atomic<bool> const& is_over) : is_over_(is_over) {}

protected:
    void look() override {
        if (is_over_) {
            throw Abandoned{};
        }
    }

private:
    std::atomic<bool> const& is_over_;
};

// The pulse of the calling thread: what ends it ends all others.
class CallerPulse final : public Pulse {
public:
    CallerPulse(Pulse& pulse, std::atomic<bool>& is_over) : pulse_(pulse), is_over_(is_over) {}

    void look() override {
        try {
            pulse_.look_now();
        } catch (...) {
            is_over_ = true;
            throw;
        }
    }

private:
    Pulse& pulse_;
    std::atomic<bool>& is_over_;
};

// Pieces that threads take one after the other.
class Pieces {
public:
    Pieces(std::size_t count, std::function<void(std::size_t, Pulse&)> const& work)
        : count_(count), failed_(count), work_(work) {}

    // Does pieces until there are none left.
    void take(Pulse& pulse) {
        for (;;) {
            auto const piece = next_.fetch_add(1);
            if (piece >= count_) {
                return;
            }
            try {
                work_(piece, pulse);
            } catch (Abandoned const&) {
                return;
            } catch (...) {
                fail(piece, std::current_exception());
                return;
            }
        }
    }

    void fail(std::size_t piece, std::exception_ptr failure) {
        next_.store(count_);
        std::scoped_lock const lock(guard_);
        if (piece < failed_) {
            failed_ = piece;
            failure_ = std::move(failure);
        }
    }

    void rethrow() const {
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    std::size_t count_;
    std::atomic<std::size_t> next_{0};
    std::mutex guard_;
    std::size_t failed_;
    std::exception_ptr failure_;
    std::function<void(std::size_t, Pulse&)> const& work_;
};

// Threads that are at work.
class Helpers {
public:
    // Where the machine has no more threads, those that there are do all the work.
    template <typename Run>
    void start(std::size_t count, Run const& run) {
        threads_.reserve(count);
        for (std::size_t helper = 0; helper < count; ++helper) {
            {
                std::scoped_lock const lock(guard_);
                ++running_;
            }
            try {
                threads_.emplace_back([this, &run] {
                    run();
                    // The lock is held until the last word: the caller must not be gone before it.
                    std::scoped_lock const lock(guard_);
                    --running_;
                    ended_.notify_one();
                });
            } catch (std::exception const&) {  // no more threads, or no more memory for one
                std::scoped_lock const lock(guard_);
                --running_;
                break;
            }
        }
    }

    // Whether all of them ended within the time between two looks.
    bool have_ended() {
        std::unique_lock lock(guard_);
        return ended_.wait_for(lock, Pulse::period, [this] { return running_ == 0; });
    }

    void join() {
        for (auto& thread : threads_) {
            thread.join();
        }
    }

private:
    std::vector<std::thread> threads_;
    std::mutex guard_;
    std::condition_variable ended_;
    std::size_t running_ = 0;
};

}  // namespace

void for_each_piece(std::size_t count, int threads, Pulse& pulse,
                    std::function<void(std::size_t, Pulse&)> const& work) {
    auto const wanted = std::min(static_cast<std::size_t>(std::max(threads, 1)), count);
    if (wanted < 2) {
        for (std::size_t piece = 0; piece < count; ++piece) {
            work(piece, pulse);
        }
        return;
    }
    std::atomic<bool> is_over = false;
    Pieces pieces(count, work);
    Helpers helpers;
    auto const help = [&] {
        HelperPulse own(is_over);
        pieces.take(own);
    };
    helpers.start(wanted - 1, help);
    CallerPulse own(pulse, is_over);
    pieces.take(own);
    while (!helpers.have_ended()) {
        if (is_over) {
            continue;
        }
        try {
            own.look();
        } catch (...) {
            // Before all pieces: that the user wants no answer counts more than any of them.
            pieces.fail(0, std::current_exception());
        }
    }
    helpers.join();
    pieces.rethrow();
}

}  // namespace covey
