#include "intervals/sweep.h"

namespace covey::intervals {

std::vector<std::int64_t> sweep(Longs weights, std::int64_t k, Pulse& pulse) {
    std::vector<std::int64_t> starts{0};
    std::int64_t level = 0;
    in_blocks(weights.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto place = begin; place < end; ++place) {
            if (level >= k) {
                starts.push_back(static_cast<std::int64_t>(place));
                level = 0;
            }
            level += weights[place];
        }
    });
    // A last class below k joins the one before it.
    if (level < k && starts.size() > 1) {
        starts.pop_back();
    }
    return starts;
}

}  // namespace covey::intervals
