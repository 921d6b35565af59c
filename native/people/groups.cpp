#include "people/groups.h"

#include <algorithm>
#include <numeric>

namespace covey::people {

namespace {

constexpr std::int32_t nobody = -1;

// The items below k that have no class yet, the fullest first, as a list that is linked both ways.
class Waiting {
public:
    Waiting(std::vector<std::size_t> order) : order_(std::move(order)) {
        auto const count = order_.size();
        next_.resize(count + 1);
        before_.resize(count + 1);
        // The place behind the last is also the one before the first.
        for (std::size_t at = 0; at <= count; ++at) {
            next_[at] = (at + 1) % (count + 1);
            before_[at] = (at + count) % (count + 1);
        }
    }

    std::size_t end() const { return order_.size(); }
    bool empty() const { return first() == end(); }
    std::size_t first() const { return next_[end()]; }
    std::size_t last() const { return before_[end()]; }
    std::size_t after(std::size_t at) const { return next_[at]; }
    std::size_t before(std::size_t at) const { return before_[at]; }
    std::size_t item(std::size_t at) const { return order_[at]; }

    void remove(std::size_t at) {
        next_[before_[at]] = next_[at];
        before_[next_[at]] = before_[at];
    }

private:
    std::vector<std::size_t> order_;
    std::vector<std::size_t> next_;
    std::vector<std::size_t> before_;
};

class Grouping {
public:
    Grouping(Items const& items, std::int64_t k, std::int64_t look, Pulse& pulse)
        : items_(items),
          k_(k),
          look_(look),
          pulse_(pulse),
          classes_(items.size(), nobody),
          seen_(static_cast<std::size_t>(items.persons), nobody) {}

    std::vector<std::int32_t> run() {
        std::vector<std::size_t> light;
        for (std::size_t item = 0; item < items_.size(); ++item) {
            if (many(item) >= k_) {
                classes_[item] = count_++;
            } else {
                light.push_back(item);
            }
        }
        std::ranges::stable_sort(light, [&](auto a, auto b) { return many(a) > many(b); });
        Waiting waiting(std::move(light));
        while (!waiting.empty()) {
            auto at = waiting.first();
            if (have_ > 0 && look_ > 0) {
                at = best(waiting);
            }
            take(waiting.item(at));
            waiting.remove(at);
            if (have_ >= k_) {
                ++count_;
                have_ = 0;
            }
        }
        if (have_ > 0 && count_ > 0) {
            join_rest();
        }
        return std::move(classes_);
    }

private:
    std::int64_t many(std::size_t item) const {
        return items_.starts[item + 1] - items_.starts[item];
    }

    // People of the class that is being filled are marked with its number.
    std::int64_t new_people(std::size_t item) const {
        std::int64_t found = 0;
        for (auto const person : items_.of(item)) {
            found += seen_[static_cast<std::size_t>(person)] != count_;
        }
        return found;
    }

    void take(std::size_t item) {
        classes_[item] = count_;
        for (auto const person : items_.of(item)) {
            auto& seen = seen_[static_cast<std::size_t>(person)];
            have_ += seen != count_;
            seen = count_;
        }
        pulse_.beat(many(item) + 1);
    }

    std::size_t best(Waiting const& waiting) const {
        auto found = waiting.end();
        bool completes = false;
        std::int64_t best = 0;
        auto const weigh = [&](std::size_t at) {
            auto const reached = have_ + new_people(waiting.item(at));
            pulse_.beat(many(waiting.item(at)) + 1);
            bool const enough = reached >= k_;
            bool const better = enough != completes ? enough
                                : enough            ? reached < best
                                                    : reached > best;
            if (found == waiting.end() || better) {
                found = at;
                completes = enough;
                best = reached;
            }
        };
        auto front = waiting.first();
        for (std::int64_t i = 0; i < look_ && front != waiting.end(); ++i) {
            weigh(front);
            front = waiting.after(front);
        }
        // From the end on, up to where the first ones ended.
        auto back = waiting.last();
        for (std::int64_t i = 0; i < look_ && front != waiting.end(); ++i) {
            weigh(back);
            if (back == front) {
                break;
            }
            back = waiting.before(back);
        }
        return found;
    }

    // Those of the last class, which has too few people, join the class that has fewest with them.
    void join_rest() {
        std::vector<std::size_t> order(items_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, [&](auto a, auto b) { return classes_[a] < classes_[b]; });
        std::vector<char> left(seen_.size(), 0);
        for (std::size_t person = 0; person < seen_.size(); ++person) {
            left[person] = seen_[person] == count_;
        }
        std::vector<std::int64_t> reached(static_cast<std::size_t>(count_), have_);
        std::ranges::fill(seen_, nobody);
        for (auto const item : order) {
            auto const own = classes_[item];
            if (own == count_) {
                break;
            }
            for (auto const person : items_.of(item)) {
                auto& seen = seen_[static_cast<std::size_t>(person)];
                reached[static_cast<std::size_t>(own)] +=
                    seen != own && !left[static_cast<std::size_t>(person)];
                seen = own;
            }
            pulse_.beat(many(item) + 1);
        }
        auto const least = std::ranges::min_element(reached) - reached.begin();
        std::ranges::replace(classes_, count_, static_cast<std::int32_t>(least));
    }

    Items const& items_;
    std::int64_t k_;
    std::int64_t look_;
    Pulse& pulse_;
    std::vector<std::int32_t> classes_;
    // The class in which every person was seen last.
    std::vector<std::int32_t> seen_;
    // The class that is being filled, and its people so far.
    std::int32_t count_ = 0;
    std::int64_t have_ = 0;
};

}  // namespace

std::vector<std::int32_t> groups(Items const& items, std::int64_t k, std::int64_t look,
                                 Pulse& pulse) {
    return Grouping(items, k, look, pulse).run();
}

}  // namespace covey::people
