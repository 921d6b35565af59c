#include "cells/grid_cells.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace covey::cells {

namespace {

constexpr std::size_t fewest_slots = 1024;

// What a block adds to the key of its rows.
std::uint64_t part_of_key(std::size_t axis, std::int32_t block) {
    return block < 0 ? 0 : mixed(mixed(axis) + static_cast<std::uint64_t>(block));
}

}  // namespace

void Numbering::clear() {
    auto size = fewest_slots;
    while (size < 4 * count_) {
        size *= 2;
    }
    slots_.assign(size, {0, -1});
    count_ = 0;
}

void Numbering::grow() {
    auto const before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size(), {0, -1}));
    for (auto const& slot : before) {
        if (slot.number >= 0) {
            auto at = slot.key & (slots_.size() - 1);
            while (slots_[at].number >= 0) {
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = slot;
        }
    }
}

GridCells::GridCells(GridRows const& rows, Pulse& pulse)
    : rows_(rows), pulse_(pulse), keys_(rows.weights.size(), 0), numbers_(rows.weights.size()) {
    for (auto const& axis : rows.axes) {
        std::vector<std::size_t> starts(static_cast<std::size_t>(axis.atoms) + 2, 0);
        for (auto const code : axis.codes) {
            pulse_.beat();
            ++starts[static_cast<std::size_t>(code) + 1];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        auto next = starts;
        std::vector<std::int32_t> order(axis.codes.size());
        for (std::size_t row = 0; row < axis.codes.size(); ++row) {
            pulse_.beat();
            order[next[static_cast<std::size_t>(axis.codes[row])]++] =
                static_cast<std::int32_t>(row);
        }
        order_.push_back(std::move(order));
        starts_.push_back(std::move(starts));
        // The key of a row whose blocks are all -1 is 0.
        followed_.emplace_back(static_cast<std::size_t>(axis.atoms) + 1, -1);
    }
    steps_ = rows.axes.size() * keys_.size();
}

void GridCells::follow(Partitions const& partitions) {
    for (std::size_t axis = 0; axis < rows_.axes.size(); ++axis) {
        auto& before = followed_[axis];
        auto const& after = partitions[axis].of;
        for (std::size_t atom = 0; atom < after.size(); ++atom) {
            if (before[atom] == after[atom]) {
                continue;
            }
            auto const added = part_of_key(axis, after[atom]) - part_of_key(axis, before[atom]);
            for (auto at = starts_[axis][atom]; at < starts_[axis][atom + 1]; ++at) {
                pulse_.beat();
                keys_[static_cast<std::size_t>(order_[axis][at])] += added;
            }
            steps_ += starts_[axis][atom + 1] - starts_[axis][atom];
            before[atom] = after[atom];
        }
    }
}

double GridCells::loss_of(std::size_t row, Partitions const& partitions,
                          std::size_t skipped) const {
    double sum = 0;
    for (std::size_t axis = 0; axis < rows_.axes.size(); ++axis) {
        if (axis != skipped) {
            auto const& own = rows_.axes[axis];
            auto const& blocks = partitions[axis];
            auto const block = blocks.of[static_cast<std::size_t>(own.codes[row])];
            sum += own.weight * blocks.loss[static_cast<std::size_t>(block)];
        }
    }
    return sum;
}

AxisView GridCells::seen_by(std::size_t axis, Partitions const& partitions) {
    follow(partitions);
    numbering_.clear();
    AxisView found;
    auto const& starts = starts_[axis];
    found.starts.reserve(starts.size());
    // First the cell of every row, then the entries: the first loop does not wait for what the
    // second one cannot foretell.
    auto const& order = order_[axis];
    for (std::size_t atom = 0; atom + 1 < starts.size(); ++atom) {
        auto const first = starts[atom];
        auto const own = part_of_key(axis, partitions[axis].of[atom]);
        in_blocks(starts[atom + 1] - first, pulse_, [&](std::size_t from, std::size_t to) {
            for (auto at = first + from; at < first + to; ++at) {
                auto const row = static_cast<std::size_t>(order[at]);
                auto const number = numbering_.number(keys_[row] - own);
                if (static_cast<std::size_t>(number) == found.loss.size()) {
                    found.loss.push_back(loss_of(row, partitions, axis));
                }
                numbers_[at] = number;
            }
        });
    }
    // There are no more entries than rows.
    found.all.resize(keys_.size());
    std::size_t entries = 0;
    // For every cell the place of its last entry, and one more, so that 0 stands for none.
    std::vector<std::size_t> place(found.loss.size(), 0);
    for (std::size_t atom = 0; atom + 1 < starts.size(); ++atom) {
        auto const first = starts[atom];
        auto const begin = entries;
        found.starts.push_back(begin);
        in_blocks(starts[atom + 1] - first, pulse_, [&](std::size_t from, std::size_t to) {
            for (auto at = first + from; at < first + to; ++at) {
                auto const number = numbers_[at];
                auto const weight = rows_.weights[static_cast<std::size_t>(order[at])];
                auto& last = place[static_cast<std::size_t>(number)];
                // Rows of one atom in the same cell become one entry.
                if (last > begin) {
                    found.all[last - 1].records += weight;
                } else {
                    found.all[entries] = {number, weight};
                    last = ++entries;
                }
            }
        });
    }
    found.all.resize(entries);
    found.starts.push_back(entries);
    steps_ += keys_.size();
    return found;
}

std::size_t GridCells::spent() {
    return std::exchange(steps_, 0);
}

}  // namespace covey::cells
