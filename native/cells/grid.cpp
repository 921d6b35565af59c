#include "cells/grid.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace covey::cells {

namespace {

// Improvements below this share of a record are taken for rounding.
constexpr double negligible = 1e-7;
// The most numbers that a search for groups of labels keeps.
constexpr std::size_t most_counts = std::size_t{1} << 25;

// A number that has nothing to do with its neighbours' (the finalizer of splitmix64).
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

// Gives equal keys the same number, from 0 on, in the order of their first use.
class Numbering {
public:
    explicit Numbering(std::size_t keys) {
        std::size_t size = 16;
        while (size < 2 * keys) {
            size *= 2;
        }
        slots_.assign(size, {0, -1});
    }

    std::int32_t number(std::uint64_t key) {
        auto at = key & (slots_.size() - 1);
        while (slots_[at].number >= 0 && slots_[at].key != key) {
            at = (at + 1) & (slots_.size() - 1);
        }
        if (slots_[at].number < 0) {
            slots_[at] = {key, count_++};
        }
        return slots_[at].number;
    }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

private:
    struct Slot {
        std::uint64_t key;
        std::int32_t number;
    };
    std::vector<Slot> slots_;
    std::int32_t count_ = 0;
};

// Number the blocks from 0 on, in the order of their first atom.
void renumber(std::vector<std::int32_t>& of) {
    std::vector<std::int32_t> number(of.size() + 1, -1);
    std::int32_t next = 0;
    for (auto& block : of) {
        auto& own = number[static_cast<std::size_t>(block)];
        if (own < 0) {
            own = next++;
        }
        block = own;
    }
}

}  // namespace

Blocks Grid::finest(std::size_t axis) const {
    auto const atoms = static_cast<std::size_t>(rows_.axes[axis].atoms);
    Blocks found;
    found.of.resize(atoms + 1);
    std::iota(found.of.begin(), found.of.end(), 0);
    weigh(axis, found);
    return found;
}

Blocks Grid::coarsest(std::size_t axis) const {
    Blocks found;
    found.of.assign(static_cast<std::size_t>(rows_.axes[axis].atoms) + 1, 0);
    weigh(axis, found);
    return found;
}

void Grid::weigh(std::size_t axis, Blocks& blocks) const {
    auto const& own = rows_.axes[axis];
    auto const atoms = static_cast<std::size_t>(own.atoms);
    auto const count = static_cast<std::size_t>(*std::ranges::max_element(blocks.of)) + 1;
    blocks.loss.assign(count, 0);
    std::vector<std::size_t> first(count, atoms);
    std::vector<std::size_t> last(count, 0);
    std::vector<std::int64_t> members(count, 0);
    for (std::size_t atom = 0; atom < atoms; ++atom) {
        auto const block = static_cast<std::size_t>(blocks.of[atom]);
        first[block] = std::min(first[block], atom);
        last[block] = atom;
        members[block] += own.shape == Shape::labels ? own.sizes[atom] : 1;
    }
    for (std::size_t block = 0; block < count; ++block) {
        if (first[block] == atoms) {
            continue;  // missing values alone lose nothing
        }
        if (own.shape == Shape::ordered) {
            blocks.loss[block] = own.high[last[block]] - own.low[first[block]];
        } else if (own.shape == Shape::labels) {
            blocks.loss[block] = members[block] > 1 ? static_cast<double>(members[block]) /
                                                          static_cast<double>(own.labels)
                                                    : 0;
        } else {
            // The block of a node holds the node itself, which stands before all below it.
            blocks.loss[block] = own.loss[first[block]];
        }
    }
    auto const missing = static_cast<std::size_t>(blocks.of[atoms]);
    if (own.has_missing && first[missing] < atoms) {
        blocks.loss[missing] = 1;  // any value at all
    }
}

Others Grid::others(Partitions const& partitions, std::size_t skipped) {
    auto const rows = rows_.weights.size();
    std::vector<std::uint64_t> key(rows, 0);
    std::vector<double> loss(rows, 0);
    for (std::size_t axis = 0; axis < rows_.axes.size(); ++axis) {
        if (axis == skipped) {
            continue;
        }
        auto const& own = rows_.axes[axis];
        auto const& blocks = partitions[axis];
        std::vector<std::uint64_t> keys(blocks.count());
        std::vector<double> losses(blocks.count());
        for (std::size_t block = 0; block < blocks.count(); ++block) {
            keys[block] = mixed(mixed(axis) + block);
            losses[block] = own.weight * blocks.loss[block];
        }
        for (std::size_t row = 0; row < rows; ++row) {
            auto const block =
                static_cast<std::size_t>(blocks.of[static_cast<std::size_t>(own.codes[row])]);
            key[row] += keys[block];
            loss[row] += losses[block];
        }
        spend(rows);
    }
    Others found;
    found.cell.resize(rows);
    Numbering numbering(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        found.cell[row] = numbering.number(key[row]);
        if (numbering.count() > found.loss.size()) {
            found.loss.push_back(loss[row]);
        }
    }
    spend(2 * rows);
    return found;
}

Value Grid::value(Partitions const& partitions) {
    auto const cells = others(partitions, rows_.axes.size());
    std::vector<std::int64_t> records(cells.loss.size(), 0);
    for (std::size_t row = 0; row < rows_.weights.size(); ++row) {
        records[static_cast<std::size_t>(cells.cell[row])] += rows_.weights[row];
    }
    Value found{0, 0};
    for (std::size_t cell = 0; cell < records.size(); ++cell) {
        if (records[cell] < rows_.k) {
            found.withheld += records[cell];
        } else {
            found.loss += cells.loss[cell] * static_cast<double>(records[cell]);
        }
    }
    found.loss += static_cast<double>(found.withheld);
    return found;
}

Grid::Entries Grid::entries(std::size_t axis, Others const& others) {
    auto const& own = rows_.axes[axis];
    auto const rows = rows_.weights.size();
    auto const atoms = static_cast<std::size_t>(own.atoms) + 1;
    std::vector<std::size_t> ends(atoms + 1, 0);
    for (auto const code : own.codes) {
        ++ends[static_cast<std::size_t>(code) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Entry> sorted(rows);
    auto next = ends;
    for (std::size_t row = 0; row < rows; ++row) {
        sorted[next[static_cast<std::size_t>(own.codes[row])]++] = {others.cell[row],
                                                                    rows_.weights[row]};
    }
    // Rows of one atom in the same cell become one entry.
    Entries found;
    found.starts.reserve(atoms + 1);
    found.all.reserve(rows);
    std::vector<std::size_t> place(others.loss.size(), 0);
    for (std::size_t atom = 0; atom < atoms; ++atom) {
        auto const begin = found.all.size();
        found.starts.push_back(begin);
        for (auto at = ends[atom]; at < ends[atom + 1]; ++at) {
            auto const cell = static_cast<std::size_t>(sorted[at].cell);
            // One more than the place, so that 0 stands for none.
            if (place[cell] > begin) {
                found.all[place[cell] - 1].records += sorted[at].records;
            } else {
                found.all.push_back(sorted[at]);
                place[cell] = found.all.size();
            }
        }
    }
    found.starts.push_back(found.all.size());
    spend(2 * rows);
    return found;
}

// The atoms from ``first`` up to ``last``, and the missing values if they are asked for, as one
// block.
Grid::Tally Grid::tally(Entries const& entries, Others const& others, std::size_t first,
                        std::size_t last, bool with_missing) {
    auto const atoms = entries.starts.size() - 2;
    Tally found;
    auto const each = [&](auto const& use) {
        for (auto at = entries.starts[first]; at < entries.starts[last]; ++at) {
            use(entries.all[at]);
        }
        if (with_missing && last <= atoms) {
            for (auto at = entries.starts[atoms]; at < entries.starts[atoms + 1]; ++at) {
                use(entries.all[at]);
            }
        }
        spend(entries.starts[last] - entries.starts[first]);
    };
    counts_.resize(std::max(counts_.size(), others.loss.size()));
    each([&](Entry entry) { counts_[static_cast<std::size_t>(entry.cell)] += entry.records; });
    each([&](Entry entry) {
        auto const cell = static_cast<std::size_t>(entry.cell);
        auto const records = counts_[cell];
        counts_[cell] = 0;
        if (records >= rows_.k) {
            found.kept += records;
            found.elsewhere += others.loss[cell] * static_cast<double>(records);
        } else {
            found.withheld += records;
        }
    });
    return found;
}

// Whether missing values are better a block of their own than together with all others in one.
// ``present`` is what the others cost without them.
bool Grid::better_apart(std::size_t axis, Entries const& entries, Others const& others,
                        double price, double present) {
    auto const& own = rows_.axes[axis];
    if (!own.has_missing) {
        return true;
    }
    auto const atoms = static_cast<std::size_t>(own.atoms);
    auto const missing = tally(entries, others, atoms, atoms + 1, false).cost(0, price);
    auto const any = tally(entries, others, 0, atoms, true).cost(own.weight, price);
    return missing + present <= any;
}

// The best runs of an ordered axis, by dynamic programming over their ends: the runs that begin at
// one atom are weighed one after the other, each from the one before.
Blocks Grid::best_runs(std::size_t axis, Entries const& entries, Others const& others,
                       double price) {
    auto const& own = rows_.axes[axis];
    auto const atoms = static_cast<std::size_t>(own.atoms);
    std::vector<std::optional<double>> best(atoms + 1);
    std::vector<std::size_t> from(atoms + 1, 0);
    best[0] = 0;
    counts_.resize(std::max(counts_.size(), others.loss.size()));
    for (std::size_t first = 0; first < atoms; ++first) {
        Tally run;
        for (auto last = first; last < atoms; ++last) {
            for (auto at = entries.starts[last]; at < entries.starts[last + 1]; ++at) {
                auto const [cell_number, records] = entries.all[at];
                auto const cell = static_cast<std::size_t>(cell_number);
                auto const before = counts_[cell];
                auto const after = before + records;
                counts_[cell] = after;
                if (before >= rows_.k) {
                    run.kept += records;
                    run.elsewhere += others.loss[cell] * records;
                } else if (after >= rows_.k) {
                    run.kept += after;
                    run.elsewhere += others.loss[cell] * after;
                    run.withheld -= before;
                } else {
                    run.withheld += records;
                }
            }
            auto const width = own.weight * (own.high[last] - own.low[first]);
            auto const cost = *best[first] + run.cost(width, price);
            if (!best[last + 1] || cost < *best[last + 1] - negligible) {
                best[last + 1] = cost;
                from[last + 1] = first;
            }
        }
        auto const end = entries.starts[atoms];
        for (auto at = entries.starts[first]; at < end; ++at) {
            counts_[static_cast<std::size_t>(entries.all[at].cell)] = 0;
        }
        spend(end - entries.starts[first] + atoms - first);
    }
    if (!better_apart(axis, entries, others, price, *best[atoms])) {
        return coarsest(axis);
    }
    Blocks found;
    found.of.assign(atoms + 1, 0);
    std::int32_t count = 0;
    for (auto last = atoms; last > 0; last = from[last]) {
        std::fill(found.of.begin() + static_cast<std::ptrdiff_t>(from[last]),
                  found.of.begin() + static_cast<std::ptrdiff_t>(last), count++);
    }
    found.of[atoms] = own.has_missing ? count : 0;
    renumber(found.of);
    weigh(axis, found);
    return found;
}

// The best nodes of a nested axis: a node is one block, or its children are divided each for
// itself, whichever costs less. The atoms are nodes, and those below a node follow it.
Blocks Grid::best_nodes(std::size_t axis, Entries const& entries, Others const& others,
                        double price) {
    auto const& own = rows_.axes[axis];
    auto const nodes = static_cast<std::size_t>(own.atoms);
    std::vector<std::size_t> end(nodes);
    std::vector<double> below(nodes, 0);
    std::vector<bool> whole(nodes, true);
    for (auto node = nodes; node-- > 0;) {
        end[node] = std::max(end[node], node + 1);
        auto const leaf = end[node] == node + 1;
        auto const alone =
            tally(entries, others, node, end[node], false).cost(own.weight * own.loss[node], price);
        whole[node] = leaf || alone <= below[node] + negligible;
        auto const best = whole[node] ? alone : below[node];
        below[node] = best;
        if (node > 0) {
            auto const above = static_cast<std::size_t>(own.parent[node]);
            end[above] = std::max(end[above], end[node]);
            below[above] += best;
        }
    }
    if (!better_apart(axis, entries, others, price, below[0])) {
        return coarsest(axis);
    }
    Blocks found;
    found.of.assign(nodes + 1, 0);
    std::int32_t count = 0;
    for (std::size_t node = 0; node < nodes;) {
        auto const last = whole[node] ? end[node] : node + 1;
        // Nodes that are divided have no rows of their own: any block will do.
        std::fill(found.of.begin() + static_cast<std::ptrdiff_t>(node),
                  found.of.begin() + static_cast<std::ptrdiff_t>(last), count++);
        node = last;
    }
    found.of[nodes] = own.has_missing ? count : 0;
    renumber(found.of);
    weigh(axis, found);
    return found;
}

// Groups of labels by local search: single atoms move to another group or to a new one, and groups
// are merged, as long as that lowers the cost.
class Grid::LabelSearch {
public:
    LabelSearch(Grid& grid, std::size_t axis, Entries const& entries, Others const& others,
                double price)
        : grid_(grid),
          axis_(grid.rows_.axes[axis]),
          entries_(entries),
          others_(others),
          price_(price),
          cells_(others.loss.size()) {}

    // False, if there are more groups than can be counted.
    bool start(std::vector<std::int32_t> const& of) {
        auto const atoms = static_cast<std::size_t>(axis_.atoms);
        of_.assign(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(atoms));
        renumber(of_);
        auto const used = static_cast<std::size_t>(*std::ranges::max_element(of_)) + 1;
        auto const room = std::min(atoms, most_counts / std::max<std::size_t>(cells_, 1));
        if (used > room) {
            return false;
        }
        groups_.assign(room, {});
        counts_.assign(room * cells_, 0);
        grid_.spend(room * cells_ / 8);
        for (std::size_t atom = 0; atom < atoms; ++atom) {
            move(atom, static_cast<std::size_t>(of_[atom]), 1);
        }
        return true;
    }

    void run() {
        while (!grid_.over() && (move_atoms() | merge_groups())) {
        }
    }

    double cost() const {
        double sum = 0;
        for (auto const& group : groups_) {
            sum += cost(group);
        }
        return sum;
    }

    std::vector<std::int32_t> of() const {
        auto found = of_;
        found.push_back(0);
        return found;
    }

private:
    struct Group {
        Tally tally;
        std::int64_t labels = 0;
        std::size_t atoms = 0;
    };

    double cost(Group const& group) const {
        if (group.atoms == 0) {
            return 0;
        }
        auto const share =
            group.labels > 1 ? static_cast<double>(group.labels) / static_cast<double>(axis_.labels)
                             : 0;
        return group.tally.cost(axis_.weight * share, price_);
    }

    // A group after an atom has come (sign 1) or gone (-1). ``use`` gets every cell with its
    // records afterwards.
    template <typename Use>
    Group changed(std::size_t atom, std::size_t group, int sign, Use const& use) {
        auto found = groups_[group];
        auto const* counts = &counts_[group * cells_];
        auto const k = grid_.rows_.k;
        for (auto at = entries_.starts[atom]; at < entries_.starts[atom + 1]; ++at) {
            auto const cell = static_cast<std::size_t>(entries_.all[at].cell);
            auto const before = counts[cell];
            auto const after = before + sign * entries_.all[at].records;
            if (before >= k) {
                found.tally.kept -= before;
                found.tally.elsewhere -= others_.loss[cell] * before;
            } else {
                found.tally.withheld -= before;
            }
            if (after >= k) {
                found.tally.kept += after;
                found.tally.elsewhere += others_.loss[cell] * after;
            } else {
                found.tally.withheld += after;
            }
            use(cell, after);
        }
        found.labels += sign * axis_.sizes[atom];
        found.atoms = sign > 0 ? found.atoms + 1 : found.atoms - 1;
        grid_.spend(entries_.starts[atom + 1] - entries_.starts[atom]);
        return found;
    }

    Group with(std::size_t atom, std::size_t group, int sign) {
        return changed(atom, group, sign, [](std::size_t, std::int32_t) {});
    }

    void move(std::size_t atom, std::size_t group, int sign) {
        auto* counts = &counts_[group * cells_];
        groups_[group] = changed(atom, group, sign, [&](std::size_t cell, std::int32_t records) {
            counts[cell] = records;
        });
    }

    bool move_atoms() {
        bool any = false;
        for (std::size_t atom = 0; atom < of_.size() && !grid_.over(); ++atom) {
            auto const home = static_cast<std::size_t>(of_[atom]);
            auto const saved = cost(groups_[home]) - cost(with(atom, home, -1));
            auto least = saved - negligible;
            std::optional<std::size_t> target;
            // A new group makes no difference to an atom that is alone.
            bool new_group = groups_[home].atoms > 1;
            for (std::size_t group = 0; group < groups_.size(); ++group) {
                if (group == home || (groups_[group].atoms == 0 && !new_group)) {
                    continue;
                }
                new_group = new_group && groups_[group].atoms > 0;
                auto const added = cost(with(atom, group, 1)) - cost(groups_[group]);
                if (added < least) {
                    least = added;
                    target = group;
                }
            }
            if (target) {
                move(atom, home, -1);
                move(atom, *target, 1);
                of_[atom] = static_cast<std::int32_t>(*target);
                any = true;
            }
        }
        return any;
    }

    bool merge_groups() {
        bool any = false;
        while (true) {
            double least = -negligible;
            std::optional<std::pair<std::size_t, std::size_t>> pair;
            for (std::size_t a = 0; a < groups_.size(); ++a) {
                for (auto b = a + 1; b < groups_.size(); ++b) {
                    if (groups_[a].atoms == 0 || groups_[b].atoms == 0) {
                        continue;
                    }
                    if (grid_.over()) {
                        return any;
                    }
                    auto const added = cost(merged(a, b)) - cost(groups_[a]) - cost(groups_[b]);
                    if (added < least) {
                        least = added;
                        pair = {a, b};
                    }
                }
            }
            if (!pair) {
                return any;
            }
            any = true;
            for (std::size_t atom = 0; atom < of_.size(); ++atom) {
                if (of_[atom] == static_cast<std::int32_t>(pair->second)) {
                    move(atom, pair->second, -1);
                    move(atom, pair->first, 1);
                    of_[atom] = static_cast<std::int32_t>(pair->first);
                }
            }
        }
    }

    Group merged(std::size_t a, std::size_t b) {
        auto const* left = &counts_[a * cells_];
        auto const* right = &counts_[b * cells_];
        Group found;
        found.labels = groups_[a].labels + groups_[b].labels;
        found.atoms = groups_[a].atoms + groups_[b].atoms;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            auto const records = left[cell] + right[cell];
            if (records >= grid_.rows_.k) {
                found.tally.kept += records;
                found.tally.elsewhere += others_.loss[cell] * records;
            } else {
                found.tally.withheld += records;
            }
        }
        grid_.spend(cells_);
        return found;
    }

    Grid& grid_;
    GridAxis const& axis_;
    Entries const& entries_;
    Others const& others_;
    double price_;
    std::size_t cells_;
    std::vector<std::int32_t> of_;
    std::vector<Group> groups_;
    // The records of every group in every cell of the other axes.
    std::vector<std::int32_t> counts_;
};

void Grid::improve(Partitions& partitions, std::size_t axis, double price) {
    auto const other = others(partitions, axis);
    auto const found = entries(axis, other);
    switch (rows_.axes[axis].shape) {
        case Shape::ordered:
            partitions[axis] = best_runs(axis, found, other, price);
            return;
        case Shape::nested:
            partitions[axis] = best_nodes(axis, found, other, price);
            return;
        case Shape::labels:
            LabelSearch search(*this, axis, found, other, price);
            if (search.start(partitions[axis].of)) {
                search.run();
                partitions[axis].of = search.of();
                renumber(partitions[axis].of);
                weigh(axis, partitions[axis]);
            }
            return;
    }
}

}  // namespace covey::cells
