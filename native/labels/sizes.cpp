#include "labels/sizes.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

namespace covey::labels {

namespace {

constexpr char const* other_weights = "The sizes are not those of the weights.";

// Neighbours in a table often have the same small size. With one counter each, every increment
// would wait for the one before it.
class SmallCounts {
public:
    static constexpr std::int64_t end = 64;

    void add(std::size_t label, std::int64_t size) { ++counts_[label % ways][size]; }

    std::int64_t of(std::int64_t size) const {
        std::int64_t sum = 0;
        for (auto const& way : counts_) {
            sum += way[size];
        }
        return sum;
    }

private:
    static constexpr std::size_t ways = 8;
    std::array<std::array<std::int32_t, end>, ways> counts_{};
};

}  // namespace

Tally tally(Longs weights, Pulse& pulse) {
    Tally found;
    SmallCounts small;
    std::vector<std::int32_t> medium(heavy, 0);
    std::int64_t largest = 0;
    in_blocks(weights.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto label = begin; label < end; ++label) {
            auto const size = weights[label];
            // A negative size is beyond all others without its sign: only the last case sees it.
            auto const without_sign = static_cast<std::uint64_t>(size);
            if (without_sign < SmallCounts::end) {
                small.add(label, size);
            } else if (without_sign < heavy) {
                ++medium[size];
                largest = std::max(largest, size);
            } else if (size >= 0) {
                found.heavy_labels.push_back(static_cast<std::int32_t>(label));
            } else {
                throw std::invalid_argument(
                    "weights must be 0 or more; given: " + std::to_string(size) + ".");
            }
        }
    });
    auto const keep = [&found](std::int64_t size, std::int64_t copies) {
        if (copies > 0) {
            found.distinct.push_back(size);
            found.copies.push_back(copies);
        }
    };
    for (std::int64_t size = largest; size >= SmallCounts::end; --size) {
        keep(size, medium[size]);
    }
    for (std::int64_t size = SmallCounts::end - 1; size > 0; --size) {
        keep(size, small.of(size));
    }
    return found;
}

std::vector<std::int64_t> loads(Ints bins, Sizes sizes, std::size_t classes, Pulse& pulse) {
    std::vector<std::int64_t> sums(classes, 0);
    std::size_t place = 0;
    for (std::size_t kind = 0; kind < sizes.kinds(); ++kind) {
        auto const end = place + sizes.copies[kind];
        pulse.beat(sizes.copies[kind]);
        if (end - place < 4) {
            for (; place < end; ++place) {
                sums[bins[place]] += sizes.distinct[kind];
            }
            continue;
        }
        while (place < end) {
            // Many methods give runs of equal labels to a class.
            auto const bin = bins[place];
            auto const begin = place;
            do {
                ++place;
            } while (place < end && bins[place] == bin);
            sums[bin] += static_cast<std::int64_t>(place - begin) * sizes.distinct[kind];
        }
    }
    return sums;
}

Classes by_label(Longs weights, Ints heavy_labels, Sizes sizes, Ints bins, std::size_t classes,
                 Pulse& pulse) {
    auto const sums = loads(bins, sizes, classes, pulse);
    std::vector<std::int32_t> by_size(classes);
    std::iota(by_size.begin(), by_size.end(), 0);
    std::stable_sort(by_size.begin(), by_size.end(), [&](auto a, auto b) {
        pulse.beat();
        return sums[a] > sums[b];
    });
    Classes found;
    found.sizes.resize(classes);
    std::vector<std::int32_t> number(classes);
    for (std::size_t rank = 0; rank < classes; ++rank) {
        number[by_size[rank]] = static_cast<std::int32_t>(rank);
        found.sizes[rank] = sums[by_size[rank]];
    }

    // next[s] is the position of the next label of size s. Position bins.size() stands for none.
    auto const places = static_cast<std::int32_t>(bins.size());
    std::vector<std::int32_t> next(heavy, places);
    std::int32_t place = 0;
    for (std::size_t kind = 0; kind < sizes.kinds(); ++kind) {
        if (sizes.distinct[kind] < heavy) {
            next[sizes.distinct[kind]] = place;
        }
        place += static_cast<std::int32_t>(sizes.copies[kind]);
    }
    auto const lightest = static_cast<std::int32_t>(classes) - 1;
    std::size_t heavy_seen = 0;
    found.of_label.resize(weights.size());
    in_blocks(weights.size(), pulse, [&](std::size_t begin, std::size_t end) {
        for (auto label = begin; label < end; ++label) {
            auto const size = weights[label];
            if (size == 0) {
                found.of_label[label] = lightest;
            } else if (static_cast<std::uint64_t>(size) < heavy) {
                auto& at = next[size];
                if (at >= places) [[unlikely]] {
                    throw std::invalid_argument(other_weights);
                }
                found.of_label[label] = number[bins[at++]];
            } else {
                ++heavy_seen;
            }
        }
    });
    if (heavy_seen != heavy_labels.size()) {
        throw std::invalid_argument(other_weights);
    }
    for (std::size_t at = 0; at < heavy_labels.size(); ++at) {
        found.of_label[heavy_labels[at]] = number[bins[at]];
    }
    return found;
}

}  // namespace covey::labels
