#include "core/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace covey {

void for_each_piece(std::size_t count, int threads, std::function<void(std::size_t)> const& work) {
    auto const wanted = static_cast<std::size_t>(std::max(threads, 1));
    if (wanted == 1 || count < 2) {
        for (std::size_t piece = 0; piece < count; ++piece) {
            work(piece);
        }
        return;
    }
    std::atomic<std::size_t> next{0};
    std::mutex guard;
    std::exception_ptr failure;
    std::size_t failed = count;
    auto const run = [&] {
        for (;;) {
            auto const piece = next.fetch_add(1);
            if (piece >= count) {
                return;
            }
            try {
                work(piece);
            } catch (...) {
                next.store(count);
                std::scoped_lock const lock(guard);
                if (piece < failed) {
                    failed = piece;
                    failure = std::current_exception();
                }
                return;
            }
        }
    };
    std::vector<std::thread> others;
    others.reserve(std::min(wanted, count) - 1);
    for (std::size_t other = 1; other < std::min(wanted, count); ++other) {
        try {
            others.emplace_back(run);
        } catch (std::system_error const&) {
            break;  // the machine has no more threads: those that there are do all the work
        }
    }
    run();
    for (auto& other : others) {
        other.join();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace covey
