#include "trees/chains.h"

#include <algorithm>
#include <limits>

namespace covey::trees {

namespace {

std::vector<std::int32_t> first_labels(Ints parents, Ints order, std::size_t labels) {
    std::vector<std::int32_t> first(parents.size(), std::numeric_limits<std::int32_t>::max());
    for (auto place = order.size(); place-- > 0;) {
        auto const node = order[place];
        if (static_cast<std::size_t>(node) < labels) {
            first[node] = node;
        }
        if (parents[node] != no_node) {
            first[parents[node]] = std::min(first[parents[node]], first[node]);
        }
    }
    return first;
}

// The children of one node after the other, in order, with the sums of their weights.
class Row {
public:
    explicit Row(Tree const& tree)
        : tree_(tree), first_(first_labels(tree.parents, tree.order, tree.labels)) {}

    void set(std::int32_t node) {
        auto const own = tree_.children(node);
        children.assign(own.begin(), own.end());
        std::ranges::sort(children, {}, [&](auto child) { return first_[child]; });
        sums.assign(1, 0);
        for (auto const child : children) {
            sums.push_back(sums.back() + tree_.weight[child]);
        }
    }

    std::size_t size() const { return children.size(); }
    std::int64_t weight(std::size_t at) const { return sums[at + 1] - sums[at]; }

    std::vector<std::int32_t> children;
    std::vector<std::int64_t> sums;

private:
    Tree const& tree_;
    std::vector<std::int32_t> first_;
};

// Whether the row can be cut into runs of k to cap records and single heavy children, which are
// divided further down.
bool fits(Row const& row, std::int64_t k, std::int64_t cap, std::vector<std::int64_t>& reached) {
    // reached[i] counts the places before i up to which the row can be cut.
    reached.assign(row.size() + 2, 0);
    reached[1] = 1;
    std::size_t low = 0;
    std::size_t high = 0;
    for (std::size_t end = 1; end <= row.size(); ++end) {
        while (row.sums[end] - row.sums[low] > cap) {
            ++low;
        }
        while (high < end && row.sums[end] - row.sums[high] >= k) {
            ++high;
        }
        auto const whole = high > low && reached[high] > reached[low];
        auto const alone = row.weight(end - 1) >= k && reached[end] > reached[end - 1];
        reached[end + 1] = reached[end] + (whole || alone ? 1 : 0);
    }
    return reached[row.size() + 1] > reached[row.size()];
}

Bound least_largest(Tree const& tree, std::int64_t k, Row& row, Pulse& pulse) {
    Bound best{k, no_node};
    std::vector<std::int64_t> reached;
    for (auto const node : tree.order) {
        if (tree.weight[node] < k) {
            continue;
        }
        if (tree.is_label(node)) {
            if (tree.weight[node] > best.least) {
                best = {tree.weight[node], node};
            }
            continue;
        }
        row.set(node);
        pulse.beat(1 + static_cast<std::int64_t>(row.size()));
        if (fits(row, k, best.least, reached)) {
            continue;
        }
        // All children together always fit.
        auto low = best.least;
        auto high = tree.weight[node];
        while (high - low > 1) {
            auto const middle = low + (high - low) / 2;
            (fits(row, k, middle, reached) ? high : low) = middle;
            pulse.beat(static_cast<std::int64_t>(row.size()));
        }
        best = {high, node};
    }
    return best;
}

// The least squares of a row: of its runs, and of what is below the children that are divided.
class Squares {
public:
    Squares(std::int64_t k, std::int64_t cap) : k_(k), cap_(cap) {}

    Wide solve(Row const& row, std::vector<Wide> const& divided, std::vector<std::int32_t>& bin,
               Pulse& pulse) {
        least_.assign(row.size() + 1, nowhere);
        from_.assign(row.size() + 1, 0);
        divides_.assign(row.size() + 1, false);
        least_[0] = 0;
        for (std::size_t end = 1; end <= row.size(); ++end) {
            if (row.weight(end - 1) >= k_ && least_[end - 1] < nowhere) {
                least_[end] = least_[end - 1] + divided[row.children[end - 1]];
                from_[end] = end - 1;
                divides_[end] = true;
            }
            pulse.beat(look_back(row, end));
        }
        // Bins from the last on: their numbers are names only, in no order.
        std::int32_t bins = 0;
        for (auto end = row.size(); end > 0; end = from_[end]) {
            if (!divides_[end]) {
                for (auto at = from_[end]; at < end; ++at) {
                    bin[row.children[at]] = bins;
                }
                ++bins;
            }
        }
        return least_[row.size()];
    }

private:
    // Runs that end here. One that can be cut in two of k is no better than these two.
    std::int64_t look_back(Row const& row, std::size_t end) {
        auto cut = end;
        auto start = end;
        while (start-- > 0) {
            auto const size = row.sums[end] - row.sums[start];
            if (size > cap_ || (cut < end && row.sums[cut] - row.sums[start] >= k_)) {
                break;
            }
            if (size < k_) {
                continue;
            }
            if (cut == end) {
                cut = start;
            }
            auto const own = least_[start] + Wide{size} * size;
            if (least_[start] < nowhere && own < least_[end]) {
                least_[end] = own;
                from_[end] = start;
                divides_[end] = false;
            }
        }
        return static_cast<std::int64_t>(end - start);
    }

    // The square of all records, below 2^126, is below this.
    static constexpr Wide nowhere = Wide{1} << 126;

    std::int64_t k_;
    std::int64_t cap_;
    std::vector<Wide> least_;
    std::vector<std::size_t> from_;
    std::vector<bool> divides_;
};

}  // namespace

bool is_in_order(Ints parents, Ints order, std::size_t labels) {
    auto const first = first_labels(parents, order, labels);
    std::vector<std::int32_t> last(parents.size(), -1);
    std::vector<std::int32_t> count(parents.size(), 0);
    bool runs = true;
    for (auto place = order.size(); place-- > 0;) {
        auto const node = order[place];
        if (static_cast<std::size_t>(node) < labels) {
            last[node] = node;
            count[node] = 1;
        }
        runs = runs && (count[node] == 0 || last[node] - first[node] + 1 == count[node]);
        if (parents[node] != no_node) {
            last[parents[node]] = std::max(last[parents[node]], last[node]);
            count[parents[node]] += count[node];
        }
    }
    return runs;
}

Chains solve_chains(Tree const& tree, std::int64_t k, bool quadratic, Pulse& pulse) {
    Row row(tree);
    Chains found{std::vector<std::int32_t>(tree.size(), none), least_largest(tree, k, row, pulse)};
    auto const cap = quadratic ? std::numeric_limits<std::int64_t>::max() : found.bound.least;
    Squares squares(k, cap);
    std::vector<Wide> divided(tree.size(), 0);
    for (auto place = tree.size(); place-- > 0;) {
        auto const node = tree.order[place];
        if (tree.weight[node] < k) {
            continue;
        }
        if (tree.is_label(node)) {
            divided[node] = Wide{tree.weight[node]} * tree.weight[node];
            continue;
        }
        row.set(node);
        divided[node] = squares.solve(row, divided, found.bin, pulse);
    }
    return found;
}

}  // namespace covey::trees
