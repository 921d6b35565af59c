#include "labels/fill.h"

#include <algorithm>
#include <numeric>

#include "labels/heap.h"

namespace covey::labels {

namespace {

// Walks over labels, largest first, several of the same size at once.
class Walk {
public:
    explicit Walk(Sizes sizes) : sizes_(sizes), left_(sizes.kinds() ? sizes.copies[0] : 0) {
        skip_finished();
    }

    bool done() const { return kind_ == sizes_.kinds(); }
    std::int64_t size() const { return sizes_.distinct[kind_]; }
    // How many labels of this size there are from here on.
    std::int64_t left() const { return left_; }

    void take(std::int64_t number) {
        left_ -= number;
        skip_finished();
    }

private:
    void skip_finished() {
        while (left_ == 0 && kind_ < sizes_.kinds()) {
            ++kind_;
            left_ = kind_ < sizes_.kinds() ? sizes_.copies[kind_] : 0;
        }
    }

    Sizes sizes_;
    std::size_t kind_ = 0;
    std::int64_t left_;
};

}  // namespace

Filled fill(Sizes sizes, std::int64_t alone, Longs targets, Pulse& pulse) {
    Roomy<std::int32_t> out(sizes.count());
    auto next = out.begin() + alone;
    std::iota(out.begin(), next, 0);
    Walk walk(sizes);
    for (auto skipped = alone; skipped > 0;) {
        auto const number = std::min(skipped, walk.left());
        walk.take(number);
        skipped -= number;
    }
    std::int64_t rest = 0;
    for (auto ahead = walk; !ahead.done(); ahead.take(ahead.left())) {
        rest += ahead.size() * ahead.left();
    }

    auto const bins = static_cast<std::int64_t>(targets.size());
    Heap heap({targets.begin(), targets.end()}, static_cast<std::int32_t>(alone));
    std::vector<std::int32_t> open(bins);
    while (!walk.done()) {
        if (walk.size() > rest / (2 * bins)) {
            *next++ = heap.name(0);
            heap.give_top(walk.size());
            rest -= walk.size();
            walk.take(1);
            pulse.beat();
            continue;
        }
        // Deal labels out to all bins in turn: a bin drops out when it lacks less than one label.
        // While ``bins`` times that size remains to be placed, some bin is still in.
        auto budget = rest - bins * walk.size();
        std::iota(open.begin(), open.end(), 0);
        auto open_bins = bins;
        std::int64_t at = 0;
        while (!walk.done() && walk.size() <= budget) {
            auto const size = walk.size();
            if (at >= open_bins) {
                at = 0;
            }
            auto const bin = open[at];
            if (heap.lack(bin) < size) {
                open[at] = open[--open_bins];
                continue;
            }
            std::int64_t run = 1;
            // Otherwise one label it is: three divisions for each would take most of the time.
            if (walk.left() >= 2 * open_bins) {
                run = std::min({walk.left() / open_bins, heap.lack(bin) / size, budget / size});
            }
            next = std::fill_n(next, run, heap.name(bin));
            heap.give(bin, run * size);
            budget -= run * size;
            rest -= run * size;
            walk.take(run);
            ++at;
            pulse.beat();
        }
        heap.order();
    }
    auto exact = true;
    for (std::size_t at = 0; at < heap.size(); ++at) {
        exact = exact && heap.lack(at) == 0;
    }
    return {std::move(out), exact};
}

std::vector<std::int32_t> worst_fit(Longs sizes, Longs targets, Pulse& pulse) {
    Heap heap({targets.begin(), targets.end()}, 0);
    std::vector<std::int32_t> out(sizes.size());
    for (std::size_t place = 0; place < sizes.size(); ++place) {
        out[place] = heap.name(0);
        heap.give_top(sizes[place]);
        pulse.beat();
    }
    return out;
}

}  // namespace covey::labels
