#include "cells/grid.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace covey::cells {

namespace {

// Improvements below this share of a record are taken for rounding.
constexpr double negligible = 1e-7;
// The most numbers that a search for groups of labels keeps.
constexpr std::size_t most_counts = std::size_t{1} << 25;

// Number the blocks from 0 on, in the order of their first atom. There may be numbers above the
// number of atoms: a block that was divided has a new one, also where it had one atom.
void renumber(std::vector<std::int32_t>& of) {
    if (of.empty()) {
        return;
    }
    auto const largest = static_cast<std::size_t>(*std::ranges::max_element(of));
    std::vector<std::int32_t> number(largest + 1, -1);
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

Value Grid::value(Partitions const& partitions) {
    Value found{0, 0};
    cells_.each_cell(partitions, [&](std::int64_t records, double loss) {
        if (records < rows_.k) {
            found.withheld += records;
        } else {
            found.loss += loss * static_cast<double>(records);
        }
    });
    found.loss += static_cast<double>(found.withheld);
    spend(cells_.spent());
    return found;
}

// The atoms from ``first`` up to ``last``, and the missing values if they are asked for, as one
// block.
Grid::Tally Grid::tally(AxisView const& view, std::size_t first, std::size_t last,
                        bool with_missing) {
    auto const atoms = view.starts.size() - 2;
    Tally found;
    auto const each = [&](auto const& use) {
        for (auto at = view.starts[first]; at < view.starts[last]; ++at) {
            use(view.all[at]);
        }
        if (with_missing && last <= atoms) {
            for (auto at = view.starts[atoms]; at < view.starts[atoms + 1]; ++at) {
                use(view.all[at]);
            }
        }
        spend(view.starts[last] - view.starts[first]);
    };
    counts_.resize(std::max(counts_.size(), view.loss.size()));
    each([&](Entry entry) { counts_[static_cast<std::size_t>(entry.cell)] += entry.records; });
    each([&](Entry entry) {
        auto const cell = static_cast<std::size_t>(entry.cell);
        auto const records = counts_[cell];
        counts_[cell] = 0;
        if (records >= rows_.k) {
            found.kept += records;
            found.elsewhere += view.loss[cell] * static_cast<double>(records);
        } else {
            found.withheld += records;
        }
    });
    return found;
}

// Whether missing values are better a block of their own than together with all others in one.
// ``present`` is what the others cost without them.
bool Grid::better_apart(std::size_t axis, AxisView const& view, double price, double present) {
    auto const& own = rows_.axes[axis];
    if (!own.has_missing) {
        return true;
    }
    auto const atoms = static_cast<std::size_t>(own.atoms);
    auto const missing = tally(view, atoms, atoms + 1, false).cost(0, price);
    auto const any = tally(view, 0, atoms, true).cost(own.weight, price);
    return missing + present <= any;
}

// The best runs of an ordered axis, by dynamic programming over their ends: the runs that begin at
// one atom are weighed one after the other, each from the one before.
Blocks Grid::best_runs(std::size_t axis, AxisView const& view, double price) {
    auto const& own = rows_.axes[axis];
    auto const atoms = static_cast<std::size_t>(own.atoms);
    std::vector<std::optional<double>> best(atoms + 1);
    std::vector<std::size_t> from(atoms + 1, 0);
    best[0] = 0;
    counts_.resize(std::max(counts_.size(), view.loss.size()));
    for (std::size_t first = 0; first < atoms; ++first) {
        Tally run;
        for (auto last = first; last < atoms; ++last) {
            for (auto at = view.starts[last]; at < view.starts[last + 1]; ++at) {
                auto const [cell_number, records] = view.all[at];
                auto const cell = static_cast<std::size_t>(cell_number);
                auto const before = counts_[cell];
                auto const after = before + records;
                counts_[cell] = after;
                if (before >= rows_.k) {
                    run.kept += records;
                    run.elsewhere += view.loss[cell] * records;
                } else if (after >= rows_.k) {
                    run.kept += after;
                    run.elsewhere += view.loss[cell] * after;
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
        auto const end = view.starts[atoms];
        for (auto at = view.starts[first]; at < end; ++at) {
            counts_[static_cast<std::size_t>(view.all[at].cell)] = 0;
        }
        spend(end - view.starts[first] + atoms - first);
    }
    if (!better_apart(axis, view, price, *best[atoms])) {
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
Blocks Grid::best_nodes(std::size_t axis, AxisView const& view, double price) {
    auto const& own = rows_.axes[axis];
    auto const nodes = static_cast<std::size_t>(own.atoms);
    std::vector<std::size_t> end(nodes);
    std::vector<double> below(nodes, 0);
    std::vector<bool> whole(nodes, true);
    for (auto node = nodes; node-- > 0;) {
        end[node] = std::max(end[node], node + 1);
        auto const leaf = end[node] == node + 1;
        auto const alone =
            tally(view, node, end[node], false).cost(own.weight * own.loss[node], price);
        whole[node] = leaf || alone <= below[node] + negligible;
        auto const best = whole[node] ? alone : below[node];
        below[node] = best;
        if (node > 0) {
            auto const above = static_cast<std::size_t>(own.parent[node]);
            end[above] = std::max(end[above], end[node]);
            below[above] += best;
        }
    }
    if (!better_apart(axis, view, price, below[0])) {
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
    LabelSearch(Grid& grid, std::size_t axis, AxisView const& view, double price)
        : grid_(grid),
          axis_(grid.rows_.axes[axis]),
          view_(view),
          price_(price),
          cells_(view.loss.size()) {}

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
        for (auto at = view_.starts[atom]; at < view_.starts[atom + 1]; ++at) {
            auto const cell = static_cast<std::size_t>(view_.all[at].cell);
            auto const before = counts[cell];
            auto const after = before + sign * view_.all[at].records;
            if (before >= k) {
                found.tally.kept -= before;
                found.tally.elsewhere -= view_.loss[cell] * before;
            } else {
                found.tally.withheld -= before;
            }
            if (after >= k) {
                found.tally.kept += after;
                found.tally.elsewhere += view_.loss[cell] * after;
            } else {
                found.tally.withheld += after;
            }
            use(cell, after);
        }
        found.labels += sign * axis_.sizes[atom];
        found.atoms = sign > 0 ? found.atoms + 1 : found.atoms - 1;
        grid_.spend(view_.starts[atom + 1] - view_.starts[atom]);
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
                found.tally.elsewhere += view_.loss[cell] * records;
            } else {
                found.tally.withheld += records;
            }
        }
        grid_.spend(cells_);
        return found;
    }

    Grid& grid_;
    GridAxis const& axis_;
    AxisView const& view_;
    double price_;
    std::size_t cells_;
    std::vector<std::int32_t> of_;
    std::vector<Group> groups_;
    // The records of every group in every cell of the other axes.
    std::vector<std::int32_t> counts_;
};

// What partitions cost of which one axis sees the others like this.
Value Grid::value(std::size_t axis, AxisView const& view, Blocks const& blocks) {
    auto const atoms = view.starts.size() - 1;
    std::vector<std::size_t> by_block(atoms);
    std::iota(by_block.begin(), by_block.end(), std::size_t{0});
    std::ranges::stable_sort(by_block, {}, [&](auto atom) { return blocks.of[atom]; });
    counts_.resize(std::max(counts_.size(), view.loss.size()));
    Value found{0, 0};
    for (std::size_t first = 0; first < atoms;) {
        auto const block = blocks.of[by_block[first]];
        auto last = first;
        for (; last < atoms && blocks.of[by_block[last]] == block; ++last) {
            auto const atom = by_block[last];
            for (auto at = view.starts[atom]; at < view.starts[atom + 1]; ++at) {
                counts_[static_cast<std::size_t>(view.all[at].cell)] += view.all[at].records;
            }
        }
        auto const own = rows_.axes[axis].weight * blocks.loss[static_cast<std::size_t>(block)];
        for (; first < last; ++first) {
            auto const atom = by_block[first];
            for (auto at = view.starts[atom]; at < view.starts[atom + 1]; ++at) {
                auto const cell = static_cast<std::size_t>(view.all[at].cell);
                auto const records = std::exchange(counts_[cell], 0);
                if (records >= rows_.k) {
                    found.loss += (own + view.loss[cell]) * records;
                } else {
                    found.withheld += records;
                }
            }
        }
    }
    found.loss += static_cast<double>(found.withheld);
    spend(view.all.size());
    return found;
}

Value Grid::improve(Partitions& partitions, std::size_t axis, double price) {
    auto const view = cells_.seen_by(axis, partitions);
    spend(cells_.spent());
    switch (rows_.axes[axis].shape) {
        case Shape::ordered:
            partitions[axis] = best_runs(axis, view, price);
            break;
        case Shape::nested:
            partitions[axis] = best_nodes(axis, view, price);
            break;
        case Shape::labels:
            LabelSearch search(*this, axis, view, price);
            if (search.start(partitions[axis].of)) {
                search.run();
                partitions[axis].of = search.of();
                renumber(partitions[axis].of);
                weigh(axis, partitions[axis]);
            }
            break;
    }
    return value(axis, view, partitions[axis]);
}

}  // namespace covey::cells
