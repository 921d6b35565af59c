#include "people/runs.h"

#include <algorithm>

namespace covey::people {

namespace {

// The people of a window of items, which moves along the order.
class Window {
public:
    Window(Items const& items) : items_(items), records_(static_cast<std::size_t>(items.persons)) {}

    void add(std::size_t item) {
        for (auto const person : items_.of(item)) {
            many_ += records_[static_cast<std::size_t>(person)]++ == 0;
        }
    }

    void take(std::size_t item) {
        for (auto const person : items_.of(item)) {
            many_ -= --records_[static_cast<std::size_t>(person)] == 0;
        }
    }

    std::int64_t many() const { return many_; }

private:
    Items const& items_;
    std::vector<std::int32_t> records_;
    std::int64_t many_ = 0;
};

}  // namespace

// The people of the items from i to j grow with j and fall with i. So the starts from which a run
// may end at j are a window, from ``first`` to before ``behind``, whose two ends only move on.
std::vector<std::int64_t> runs(Items const& items, std::int64_t k, std::int64_t most,
                               Pulse& pulse) {
    auto const count = items.size();
    Window fits(items);
    Window misses(items);
    std::size_t first = 0;
    std::size_t behind = 0;
    constexpr std::int64_t none = -1;
    // The last end that can be reached up to here, and for every end where its run starts.
    std::vector<std::int64_t> reached(count + 1, none);
    std::vector<std::int64_t> from(count + 1, none);
    reached[0] = 0;
    for (std::size_t end = 1; end <= count; ++end) {
        fits.add(end - 1);
        misses.add(end - 1);
        pulse.beat(items.starts[end] - items.starts[end - 1] + 1);
        while (fits.many() > most) {
            fits.take(first++);
        }
        while (misses.many() >= k) {
            misses.take(behind++);
        }
        // Of the starts the last one leaves the smallest run, and most room for others.
        auto const start = behind > first ? reached[behind - 1] : none;
        bool const able = start >= static_cast<std::int64_t>(first);
        from[end] = able ? start : none;
        reached[end] = able ? static_cast<std::int64_t>(end) : reached[end - 1];
    }
    std::vector<std::int64_t> found;
    if (from[count] == none) {
        return found;
    }
    for (auto end = static_cast<std::int64_t>(count); end > 0;) {
        end = from[static_cast<std::size_t>(end)];
        found.push_back(end);
    }
    std::ranges::reverse(found);
    return found;
}

}  // namespace covey::people
