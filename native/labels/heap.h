// Bins by what they lack to their targets, the one that lacks most on top.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace covey::labels {

class Heap {
public:
    // The bins are named from ``first_name`` on, in the order of their targets.
    Heap(std::vector<std::int64_t> lacks, std::int32_t first_name)
        : lack_(std::move(lacks)), name_(lack_.size()) {
        for (std::size_t at = 0; at < name_.size(); ++at) {
            name_[at] = first_name + static_cast<std::int32_t>(at);
        }
        order();
    }

    std::size_t size() const { return lack_.size(); }
    std::int64_t lack(std::size_t at) const { return lack_[at]; }
    std::int32_t name(std::size_t at) const { return name_[at]; }

    // What is given to a bin that is not on top leaves the heap without order until order().
    void give(std::size_t at, std::int64_t amount) { lack_[at] -= amount; }

    void give_top(std::int64_t amount) {
        lack_[0] -= amount;
        sift(0);
    }

    void order() {
        for (std::size_t at = lack_.size() / 2; at > 0; --at) {
            sift(at - 1);
        }
    }

private:
    // Moves an entry down until no child lacks more.
    void sift(std::size_t at) {
        auto const lack = lack_[at];
        auto const name = name_[at];
        auto const end = lack_.size();
        for (auto child = 2 * at + 1; child < end; child = 2 * at + 1) {
            if (child + 1 < end && lack_[child + 1] > lack_[child]) {
                ++child;
            }
            if (lack_[child] <= lack) {
                break;
            }
            lack_[at] = lack_[child];
            name_[at] = name_[child];
            at = child;
        }
        lack_[at] = lack;
        name_[at] = name;
    }

    std::vector<std::int64_t> lack_;
    std::vector<std::int32_t> name_;
};

}  // namespace covey::labels
