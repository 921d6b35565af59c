#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <unordered_map>
#include <utility>

#include "cells/grid.h"
#include "core/deadline.h"
#include "core/threads.h"

namespace covey::cells {

namespace {

// What a withheld record costs besides its loss of 1, one after the other. Without a price, records
// are withheld wherever that lowers the loss; at the last one, as few as possible. The way from
// cheap to dear ends with better partitions than the way back: blocks are merged for a reason.
constexpr std::array prices = {0.0, 0.2, 0.5, 1.0, 1.8, 3.0, 6.0, 15.0, 40.0, 150.0, 1e6};
constexpr int most_sweeps = 6;
// A change whose first sweep ends this much above the best is given up.
constexpr double hopeless = 1.03;
// Chains of changes, which threads share.
constexpr std::size_t chains = 4;
// The most atoms in partitions that a chain remembers.
constexpr std::size_t most_remembered = std::size_t{1} << 22;

class Chain {
public:
    Chain(GridRows const& rows, SearchLimits const& limits, std::size_t number, Pulse& pulse,
          Deadline const& deadline, std::atomic<bool>& stopped)
        : grid_(rows, pulse, deadline, limits.steps),
          limits_(limits),
          number_(number),
          random_(limits.seed * chains + number),
          stopped_(stopped) {}

    void run() {
        auto const axes = grid_.rows().axes.size();
        Partitions current;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            current.push_back(number_ % 2 == 0 ? grid_.coarsest(axis) : grid_.finest(axis));
        }
        see(current, grid_.value(current));
        for (auto const price : prices) {
            current = descended(std::move(current), price, in_order(axes), {}).first;
        }
        // Then from the best at every price, whichever way it was found.
        for (std::size_t trial = 0; trial < static_cast<std::size_t>(limits_.trials); ++trial) {
            for (std::size_t number = 0; number < prices.size(); ++number) {
                if (over()) {
                    return;
                }
                auto const axis = below(axes);
                auto const& [from, cost] = leaders_[number];
                descended(changed(from, axis), prices[number], others_first(axes, axis), cost);
            }
            // From another price every time, the dearer ones first.
            if (trial < prices.size()) {
                withhold_nobody(leaders_[prices.size() - 1 - trial].partitions);
            }
        }
    }

    Partitions const& best() const { return best_; }
    std::optional<Value> value() const { return value_; }
    Partitions const& nobody() const { return nobody_; }
    double loss_of_nobody() const { return loss_of_nobody_; }
    bool cut_off() const { return cut_off_; }

private:
    // Give up the finer blocks of one attribute after the other, the one that costs least first,
    // until no cell is below k.
    void withhold_nobody(Partitions partitions) {
        auto const axes = grid_.rows().axes.size();
        auto [current, cost] = descended(std::move(partitions), prices.back(), in_order(axes), {});
        for (std::size_t round = 0; round < axes && !over(); ++round) {
            if (grid_.value(current).withheld == 0) {
                return;
            }
            std::optional<std::pair<Partitions, double>> best;
            for (std::size_t axis = 0; axis < axes; ++axis) {
                auto coarser = current;
                coarser[axis] = grid_.coarsest(axis);
                auto found =
                    descended(std::move(coarser), prices.back(), others_first(axes, axis), {});
                if (!best || found.second < best->second) {
                    best = std::move(found);
                }
            }
            if (best->second >= cost) {
                return;
            }
            std::tie(current, cost) = std::move(*best);
        }
    }

    // Improve one axis after the other until nothing changes any more; the cost of the result.
    std::pair<Partitions, double> descended(Partitions partitions, double price,
                                            std::vector<std::size_t> const& order,
                                            std::optional<double> best) {
        auto cost = std::numeric_limits<double>::infinity();
        // Axes that were improved since one of them has changed.
        std::size_t unchanged = 0;
        for (int sweep = 0; sweep < most_sweeps; ++sweep) {
            Value value{};
            for (auto const axis : order) {
                auto const before = partitions[axis].of;
                if (!over()) {
                    value = improved(partitions, axis, price);
                }
                // What ended halfway may have blocks that a longer search does not see.
                if (over()) {
                    return {std::move(partitions), std::numeric_limits<double>::infinity()};
                }
                see(partitions, value);
                unchanged = partitions[axis].of == before ? unchanged + 1 : 1;
                if (unchanged == order.size() && sweep > 0) {
                    return {std::move(partitions), value.at(price)};
                }
            }
            auto const before = std::exchange(cost, value.at(price));
            auto const least = 1e-6 * static_cast<double>(grid_.rows().total);
            if (cost > before - least || (best && cost > hopeless * *best)) {
                break;
            }
        }
        return {std::move(partitions), cost};
    }

    // Improve one axis, or remember what came of it: a change is often taken back by the other
    // axes, and one of four calls is one that was made before.
    Value improved(Partitions& partitions, std::size_t axis, double price) {
        auto const key = key_of(partitions, axis, price);
        if (auto const known = remembered_.find(key); known != remembered_.end()) {
            partitions[axis] = known->second.first;
            grid_.spend(partitions[axis].of.size());
            return known->second.second;
        }
        auto const value = grid_.improve(partitions, axis, price);
        atoms_remembered_ += partitions[axis].of.size();
        if (atoms_remembered_ > most_remembered) {
            remembered_.clear();
            atoms_remembered_ = partitions[axis].of.size();
        }
        remembered_.emplace(key, std::pair(partitions[axis], value));
        return value;
    }

    // A number for all that an improvement depends on. Two of them are equal for different reasons
    // as rarely as the keys of two cells are.
    std::uint64_t key_of(Partitions const& partitions, std::size_t axis, double price) const {
        auto key = mixed(mixed(axis) + std::bit_cast<std::uint64_t>(price));
        for (std::size_t each = 0; each < partitions.size(); ++each) {
            // The best runs and nodes do not depend on those that are there, groups of labels do.
            if (each != axis || grid_.rows().axes[axis].shape == Shape::labels) {
                for (auto const block : partitions[each].of) {
                    key = mixed(key + static_cast<std::uint64_t>(block));
                }
            }
        }
        return key;
    }

    void see(Partitions const& partitions, Value value) {
        for (std::size_t number = 0; number < prices.size(); ++number) {
            if (auto const cost = value.at(prices[number]); cost < leaders_[number].cost) {
                leaders_[number] = {partitions, cost};
            }
        }
        if (value.withheld == 0 && value.loss < loss_of_nobody_) {
            loss_of_nobody_ = value.loss;
            nobody_ = partitions;
        }
        auto const allowed = value.withheld <= limits_.withheld;
        if (allowed && (!value_ || std::pair(value.loss, value.withheld) <
                                       std::pair(value_->loss, value_->withheld))) {
            value_ = value;
            best_ = partitions;
        }
    }

    // Another partition of one axis, from which the search goes on: two blocks merged, one block
    // divided, all blocks merged, or all atoms apart.
    Partitions changed(Partitions const& partitions, std::size_t axis) {
        auto found = partitions;
        auto& blocks = found[axis];
        auto const& own = grid_.rows().axes[axis];
        switch (below(4)) {
            case 0:
                merge_two(own, blocks);
                break;
            case 1:
                divide_one(own, blocks);
                break;
            case 2:
                blocks = grid_.coarsest(axis);
                return found;
            default:
                blocks = grid_.finest(axis);
                return found;
        }
        grid_.weigh(axis, blocks);
        return found;
    }

    // Blocks of nodes are not merged in pairs: what is one block there is a node of the tree.
    void merge_two(GridAxis const& own, Blocks& blocks) {
        if (blocks.count() < 2 || own.shape == Shape::nested || own.has_missing) {
            std::ranges::fill(blocks.of, 0);
            return;
        }
        auto const kept = below(blocks.count() - (own.shape == Shape::ordered ? 1 : 0));
        auto gone = own.shape == Shape::ordered ? kept + 1 : below(blocks.count() - 1);
        if (own.shape == Shape::labels && gone >= kept) {
            ++gone;
        }
        auto const last = static_cast<std::int32_t>(blocks.count() - 1);
        for (auto& block : blocks.of) {
            if (block == static_cast<std::int32_t>(gone)) {
                block = static_cast<std::int32_t>(kept);
            } else if (block == last) {
                // The last number fills the gap, so that every number is used.
                block = static_cast<std::int32_t>(gone);
            }
        }
    }

    void divide_one(GridAxis const& own, Blocks& blocks) {
        auto const atoms = static_cast<std::size_t>(own.atoms);
        auto next = static_cast<std::int32_t>(blocks.count());
        auto const chosen = blocks.of[below(atoms)];
        if (own.shape == Shape::nested) {
            return;
        }
        if (own.has_missing && blocks.of[atoms] == chosen) {
            // Missing values are alone or with all others, never with some of them.
            blocks.of[atoms] = next++;
        }
        auto const border = own.shape == Shape::ordered ? below(atoms) : atoms;
        for (std::size_t atom = 0; atom < atoms; ++atom) {
            if (blocks.of[atom] == chosen &&
                (own.shape == Shape::ordered ? atom >= border : below(2) == 1)) {
                blocks.of[atom] = next;
            }
        }
    }

    static std::vector<std::size_t> in_order(std::size_t axes) {
        std::vector<std::size_t> order(axes);
        std::iota(order.begin(), order.end(), std::size_t{0});
        return order;
    }

    // The others in any order, so that they follow what was changed before it can change back.
    std::vector<std::size_t> others_first(std::size_t axes, std::size_t changed) {
        auto order = in_order(axes);
        std::swap(order[changed], order.back());
        for (auto left = axes - 1; left > 1; --left) {
            std::swap(order[left - 1], order[below(left)]);
        }
        return order;
    }

    std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_()) % count; }

    bool over() {
        if (!cut_off_ && grid_.late()) {
            cut_off_ = true;
        }
        return cut_off_ || stopped_.load(std::memory_order_relaxed) || grid_.over();
    }

    // The partitions of least cost at a price.
    struct Leader {
        Partitions partitions;
        double cost = std::numeric_limits<double>::infinity();
    };

    Grid grid_;
    SearchLimits const& limits_;
    std::size_t number_;
    std::mt19937_64 random_;
    std::atomic<bool>& stopped_;
    std::array<Leader, prices.size()> leaders_;
    // What came of improving an axis, by the key of what it was made from.
    std::unordered_map<std::uint64_t, std::pair<Blocks, Value>> remembered_;
    std::size_t atoms_remembered_ = 0;
    Partitions best_;
    std::optional<Value> value_;
    // The same among those that withhold nobody.
    Partitions nobody_;
    double loss_of_nobody_ = std::numeric_limits<double>::infinity();
    bool cut_off_ = false;
};

}  // namespace

Found search(GridRows const& rows, SearchLimits const& limits, Pulse& pulse) {
    Deadline const deadline(limits.seconds);
    std::atomic<bool> stopped = false;
    // A chain listens to the pulse of the thread that runs it.
    std::vector<std::optional<Chain>> all(chains);
    for_each_piece(chains, limits.threads, pulse, [&](std::size_t number, Pulse& own) {
        try {
            all[number].emplace(rows, limits, number, own, deadline, stopped);
            all[number]->run();
        } catch (...) {
            stopped = true;  // the other chains end soon
            throw;
        }
    });
    auto least = std::numeric_limits<double>::infinity();
    Found found{{}, {0, least}, {}, false};
    for (auto const& chain : all) {
        auto const value = chain->value();
        if (value && std::pair(value->loss, value->withheld) <
                         std::pair(found.value.loss, found.value.withheld)) {
            found.partitions = chain->best();
            found.value = *value;
        }
        if (chain->loss_of_nobody() < least) {
            least = chain->loss_of_nobody();
            found.nobody = chain->nobody();
        }
        found.cut_off = found.cut_off || chain->cut_off();
    }
    return found;
}

}  // namespace covey::cells
