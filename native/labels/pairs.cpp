#include "labels/pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "core/numbers.h"

namespace covey::labels {

namespace {

// Labels per class that may change their class.
constexpr std::int64_t movable_labels = 64;

// Labels of a pair that are split again together: few while that helps, since it is several times
// as fast, then many.
constexpr std::size_t few = 14;
constexpr std::size_t many = 20;

constexpr std::int32_t none = -1;

// Whole numbers from 0 to n - 1, as numpy's generator of the same name draws them.
class Random {
public:
    explicit Random(std::uint32_t seed) : twister_(seed) {}

    std::uint32_t below(std::uint32_t n) {
        if (n == 1) {
            return 0;
        }
        auto const mask = std::numeric_limits<std::uint32_t>::max() >> std::countl_zero(n - 1);
        std::uint32_t drawn;
        do {
            drawn = twister_() & mask;
        } while (drawn >= n);
        return drawn;
    }

private:
    // std::mt19937 with words of 32 bits: the standard one has words of 64, and is slower for it.
    std::mersenne_twister_engine<std::uint32_t, 32, 624, 397, 31, 0x9908b0df, 11, 0xffffffff, 7,
                                 0x9d2c5680, 15, 0xefc60000, 18, 1812433253>
        twister_;
};

// All subset sums of up to many / 2 sizes in ascending order, with the subsets as bit masks.
class SubsetSums {
public:
    void add_up(std::span<std::int64_t const> sizes) {
        old_ = 0;
        count_ = 1;
        sums_[0][0] = 0;
        masks_[0][0] = 0;
        for (std::size_t bit = 0; bit < sizes.size(); ++bit) {
            merge(sizes[bit], static_cast<std::uint16_t>(1U << bit));
        }
    }

    std::size_t count() const { return count_; }
    std::int64_t sum(std::size_t at) const { return sums_[old_][at]; }
    std::uint32_t mask(std::size_t at) const { return masks_[old_][at]; }

private:
    static constexpr std::size_t most = std::size_t{1} << (many / 2);

    // The sums without the size and those with it, both ascending, into one; of equal ones, those
    // without it come first.
    //
    // The lower half is merged from the front and the upper half from the back: these are two
    // chains of comparisons that do not wait for each other, and neither side can run out. There is
    // arithmetic instead of branches, since which side comes next is as good as random.
    void merge(std::int64_t size, std::uint16_t bit) {
        auto const& from = sums_[old_];
        auto const& from_masks = masks_[old_];
        auto& to = sums_[1 - old_];
        auto& to_masks = masks_[1 - old_];
        auto const write = [&](std::size_t out, std::size_t at, std::size_t with) {
            to[out] = from[at] + size * static_cast<std::int64_t>(with);
            to_masks[out] = static_cast<std::uint16_t>(from_masks[at] | bit * with);
        };
        std::size_t first_without = 0;
        std::size_t first_with = 0;
        auto last_without = count_ - 1;
        auto last_with = count_ - 1;
        for (std::size_t out = 0; out < count_; ++out) {
            std::size_t const front = from[first_with] + size < from[first_without];
            write(out, first_without + (first_with - first_without) * front, front);
            first_with += front;
            first_without += 1 - front;

            std::size_t const back = from[last_with] + size >= from[last_without];
            write(2 * count_ - 1 - out, last_without + (last_with - last_without) * back, back);
            last_with -= back;
            last_without -= 1 - back;
        }
        count_ *= 2;
        old_ = 1 - old_;
    }

    std::array<std::array<std::int64_t, most>, 2> sums_;
    std::array<std::array<std::uint16_t, most>, 2> masks_;
    std::size_t count_ = 1;
    std::size_t old_ = 0;
};

class Splitter {
public:
    Splitter(Sizes sizes, std::int64_t alone, Ints bins, std::int32_t classes, Pulse& pulse)
        : loads_(classes, 0), first_(classes, none) {
        std::vector<std::int64_t> held(classes, 0);
        each_run(
            sizes, alone, bins, classes, pulse,
            [loads = loads_.data(), held = held.data()](auto, auto count, auto size, auto bin) {
                loads[bin] += count * size;
                held[bin] += count;
            });
        // Some labels of each class are enough to move, if they are of all its sizes: the first
        // and every so many. Those of a class lie next to each other, which makes walking over its
        // list fast.
        struct Chosen {
            std::int64_t every, skip;
            std::int32_t next;
        };
        std::vector<Chosen> chosen(classes);
        std::int32_t movable = 0;
        for (std::int32_t bin = 0; bin < classes; ++bin) {
            auto const every = divide_up(held[bin], movable_labels);
            chosen[bin] = {every, 0, movable};
            if (held[bin] > 0) {
                movable += static_cast<std::int32_t>(divide_up(held[bin], every));
            }
        }
        labels_.resize(movable);
        each_run(sizes, alone, bins, classes, pulse,
                 [&, of = chosen.data()](auto begin, auto count, auto size, auto bin) {
                     auto& [every, skip, next] = of[bin];
                     auto at = skip;
                     for (; at < count; at += every) {
                         labels_[next] = {size, static_cast<std::int32_t>(begin + at), bin, none,
                                          none};
                         push_front(next++, bin);
                     }
                     skip = at - count;
                 });
    }

    std::int64_t load(std::int32_t bin) const { return loads_[bin]; }

    bool equal() const {
        auto const [least, most] = std::minmax_element(loads_.begin(), loads_.end());
        return *most - *least <= 1;
    }

    // Classes from the lightest to the heaviest.
    void sort(std::vector<std::int32_t>& by_load, Pulse& pulse) const {
        std::iota(by_load.begin(), by_load.end(), 0);
        std::stable_sort(by_load.begin(), by_load.end(), [&](auto a, auto b) {
            pulse.beat();
            return loads_[a] < loads_[b];
        });
    }

    // Splits two classes again, at most so many of their labels, if that brings their sizes closer
    // together.
    bool split(std::int32_t a, std::int32_t b, std::size_t most, Random& random) {
        auto best = std::abs(loads_[a] - loads_[b]);
        if (best <= 1) {
            return false;
        }
        auto const free = draw(a, b, most, random);
        auto fixed = loads_[a];
        std::array<std::int64_t, many> sizes;
        for (std::size_t at = 0; at < free; ++at) {
            auto const& label = labels_[drawn_[at]];
            sizes[at] = label.size;
            fixed -= label.bin == a ? label.size : 0;
        }
        auto const half = free / 2;
        left_.add_up({sizes.data(), half});
        right_.add_up({sizes.data() + half, free - half});

        auto const both = loads_[a] + loads_[b];
        auto const least = both % 2;
        std::int64_t to_a = none;
        std::size_t i = 0;
        auto j = right_.count();
        while (i < left_.count() && j > 0 && best > least) {
            auto const share = fixed + left_.sum(i) + right_.sum(j - 1);
            auto const excess = share - (both - share);
            if (std::abs(excess) < best) {
                best = std::abs(excess);
                to_a = left_.mask(i) | right_.mask(j - 1) << half;
            }
            bool const too_much = excess > 0;
            j -= too_much;
            i += !too_much;
        }
        if (to_a == none) {
            return false;
        }
        for (std::size_t at = 0; at < free; ++at) {
            move(drawn_[at], to_a >> at & 1 ? a : b);
        }
        return true;
    }

    // Writes the classes of all labels that may have moved.
    void write(IntsOut bins, std::int32_t first_bin) const {
        for (auto const& label : labels_) {
            bins[label.place] = first_bin + label.bin;
        }
    }

private:
    // A label that may change its class, and its neighbours in the list of its class.
    struct Label {
        std::int64_t size;
        std::int32_t place;
        std::int32_t bin;
        std::int32_t before, after;
    };

    // Labels of the same size that are next to each other in the same class.
    template <typename Visit>
    static void each_run(Sizes sizes, std::int64_t alone, Ints bins, std::int32_t classes,
                         Pulse& pulse, Visit&& visit) {
        std::int64_t place = 0;
        for (std::size_t kind = 0; kind < sizes.kinds(); ++kind) {
            auto const end = place + sizes.copies[kind];
            auto const size = sizes.distinct[kind];
            place = std::max(place, std::min(alone, end));
            pulse.beat(1 + end - place);
            // Few labels were dealt out to one class after the other: there are no runs.
            if (end - place < 2 * std::int64_t{classes}) {
                for (; place < end; ++place) {
                    visit(place, 1, size, static_cast<std::int32_t>(bins[place] - alone));
                }
                continue;
            }
            while (place < end) {
                auto const begin = place;
                auto const bin = bins[begin];
                do {
                    ++place;
                } while (place < end && bins[place] == bin);
                visit(begin, place - begin, size, static_cast<std::int32_t>(bin - alone));
            }
        }
    }

    // Draws at most so many labels from all of two classes that may move, each with the same chance
    // (reservoir sampling).
    std::size_t draw(std::int32_t a, std::int32_t b, std::size_t most, Random& random) {
        std::size_t seen = 0;
        for (auto const bin : {a, b}) {
            for (auto label = first_[bin]; label != none; label = labels_[label].after) {
                if (seen < most) {
                    drawn_[seen] = label;
                } else {
                    auto const at = random.below(static_cast<std::uint32_t>(seen) + 1);
                    if (at < most) {
                        drawn_[at] = label;
                    }
                }
                ++seen;
            }
        }
        return std::min(seen, most);
    }

    void push_front(std::int32_t label, std::int32_t bin) {
        auto const second = std::exchange(first_[bin], label);
        labels_[label].before = none;
        labels_[label].after = second;
        if (second != none) {
            labels_[second].before = label;
        }
    }

    void move(std::int32_t label, std::int32_t to) {
        auto& [size, place, bin, before, after] = labels_[label];
        if (bin == to) {
            return;
        }
        (before == none ? first_[bin] : labels_[before].after) = after;
        if (after != none) {
            labels_[after].before = before;
        }
        loads_[bin] -= size;
        loads_[to] += size;
        bin = to;
        push_front(label, to);
    }

    std::vector<std::int64_t> loads_;
    // The labels of each class that may move are a list.
    std::vector<std::int32_t> first_;
    std::vector<Label> labels_;
    std::array<std::int32_t, many> drawn_;
    SubsetSums left_;
    SubsetSums right_;
};

}  // namespace

Rebalanced rebalance(Sizes sizes, std::int64_t alone, Ints start, std::int32_t classes,
                     std::int64_t splits, std::uint32_t seed, Pulse& pulse) {
    Random random(seed);
    Splitter found(sizes, alone, start, classes, pulse);
    std::vector<std::int32_t> by_load(classes);
    std::int64_t tried = 0;
    auto const split = [&](std::int32_t a, std::int32_t b, std::size_t most) {
        ++tried;
        pulse.beat(std::int64_t{1} << (most / 2));
        return found.split(a, b, most, random);
    };
    auto better = true;
    while (better && tried < splits && !found.equal()) {
        pulse.beat(classes);
        found.sort(by_load, pulse);
        better = false;
        // The heaviest class with the lightest, the second heaviest with the second lightest, ...
        for (std::int32_t turn = 0; turn < classes / 2 && tried < splits; ++turn) {
            auto const a = by_load[classes - 1 - turn];
            auto const b = by_load[turn];
            if (found.load(a) - found.load(b) <= 1) {
                break;
            }
            better |= split(a, b, few);
        }
        // The heaviest and the lightest with every other class.
        for (std::int64_t turn = 0; turn < 2 * std::int64_t{classes}; ++turn) {
            if (better || tried >= splits) {
                break;
            }
            better =
                split(by_load[turn < classes ? classes - 1 : 0], by_load[turn % classes], many);
        }
        // Pairs drawn at random.
        for (std::int64_t vain = 0; vain < 8 * std::int64_t{classes}; ++vain) {
            if (better || tried >= splits) {
                break;
            }
            auto const a = static_cast<std::int32_t>(random.below(classes));
            auto const b = static_cast<std::int32_t>(random.below(classes));
            better = split(a, b, many);
        }
    }
    Roomy<std::int32_t> bins(start.begin(), start.end());
    found.write(bins, static_cast<std::int32_t>(alone));
    return {std::move(bins), found.equal()};
}

}  // namespace covey::labels
