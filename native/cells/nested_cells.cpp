#include "cells/nested_cells.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace covey::cells {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Cells within one cell whose least losses are found. With many columns there can be too many: the
// others take the cut of most gain.
constexpr std::size_t most_known = std::size_t{1} << 18;

template <typename V>
V least(V a, V b) {
    return a < b ? a : b;
}

template <typename V>
V greatest(V a, V b) {
    return a > b ? a : b;
}

template <typename T>
T lane(typename Packed<T>::Vector const* row, std::size_t stride, std::size_t column) {
    auto const* block = row + column / Packed<T>::lanes * stride;
    return (*block)[column % Packed<T>::lanes];
}

}  // namespace

std::int32_t CellTree::add(std::size_t count) {
    auto const at = static_cast<std::int32_t>(size());
    auto const more = size() + count;
    for (auto* field : {&begin, &end, &first, &children}) {
        field->resize(more, 0);
    }
    column.resize(more, -1);
    nodes.resize(more * columns);
    records.resize(more);
    return at;
}

CellTree CellTree::compact() const {
    CellTree found;
    found.columns = columns;
    found.add(1);
    std::vector<std::int32_t> from{0};
    for (std::size_t v = 0; v < from.size(); ++v) {
        auto const old = from[v];
        found.begin[v] = begin[old];
        found.end[v] = end[old];
        found.column[v] = column[old];
        found.records[v] = records[old];
        std::copy_n(nodes.begin() + old * columns, columns, found.nodes.begin() + v * columns);
        if (column[old] >= 0) {
            auto const at = found.add(children[old]);
            found.first[v] = at;
            found.children[v] = children[old];
            for (std::int32_t child = 0; child < children[old]; ++child) {
                from.push_back(first[old] + child);
            }
        }
    }
    return found;
}

void KnownLosses::clear() {
    used_ = 0;
    ++time_;
}

double const* KnownLosses::find(std::uint64_t key) const {
    if (slots_.empty()) {
        return nullptr;
    }
    for (auto at = key & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
        if (slots_[at].time != time_) {
            return nullptr;
        }
        if (slots_[at].key == key) {
            return &slots_[at].lost;
        }
    }
}

void KnownLosses::put(std::uint64_t key, double lost) {
    if (2 * (used_ + 1) > slots_.size()) {
        grow();
    }
    auto at = key & (slots_.size() - 1);
    while (slots_[at].time == time_) {
        at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = {key, time_, lost};
    ++used_;
}

void KnownLosses::grow() {
    auto const before =
        std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(1024, 2 * slots_.size())));
    auto const now = time_;
    used_ = 0;
    for (auto const& slot : before) {
        if (slot.time == now) {
            put(slot.key, slot.lost);
        }
    }
}

template <typename T>
auto NestedCutter<T>::floor(std::size_t depth) -> Floor& {
    while (floors_.size() <= depth) {
        floors_.emplace_back();
    }
    return floors_[depth];
}

template <typename T>
auto NestedCutter<T>::around(PackedRows<T> const& rows, std::vector<std::int32_t>& nodes) const
    -> Box {
    std::int64_t records = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
        records += rows.weights[i];
    }
    nodes.resize(trees_.size());
    double loss = 0.0;
    for (std::size_t column = 0; column < trees_.size(); ++column) {
        auto low = Packed<T>::most;
        T high = 0;
        for (std::size_t i = 0; i < rows.count; ++i) {
            auto const place = lane<T>(rows.codes + i, rows.stride, column);
            low = std::min(low, place);
            high = std::max(high, place);
        }
        nodes[column] = trees_[column]->around(low, high);
        loss += trees_[column]->loss[nodes[column]];
    }
    return {nodes.data(), records, loss};
}

template <typename T>
void NestedCutter<T>::add_part(Floor& found, std::int64_t records, Vector const* low,
                               Vector const* high) {
    auto const at = found.nodes.size();
    found.nodes.resize(at + trees_.size());
    double loss = 0.0;
    for (std::size_t column = 0; column < trees_.size(); ++column) {
        auto const& tree = *trees_[column];
        auto const node = tree.around(lane<T>(low, 1, column), lane<T>(high, 1, column));
        found.nodes[at + column] = node;
        loss += tree.loss[node];
    }
    found.parts.push_back({records, loss, at});
}

// The parts from ``first`` on are a cut.
template <typename T>
void NestedCutter<T>::close(Box const& box, std::size_t column, std::size_t first, Floor& found) {
    double gain = static_cast<double>(box.records) * box.loss;
    for (auto part = first; part < found.parts.size(); ++part) {
        gain -= static_cast<double>(found.parts[part].records) * found.parts[part].loss;
    }
    found.candidates.push_back(
        {static_cast<std::int32_t>(column), gain, first, found.parts.size() - first});
}

// All cuts of a cell whose parts have k records and enough holders, those of most gain first.
template <typename T>
void NestedCutter<T>::list(PackedRows<T> const& rows, Box const& box, Floor& found) {
    constexpr auto lanes = Packed<T>::lanes;
    auto const columns = trees_.size();
    pulse_->beat(static_cast<std::int64_t>(rows.count));
    found.candidates.clear();
    found.parts.clear();
    found.nodes.clear();
    first_of_second_.assign(blocks_, Vector{} + Packed<T>::most);
    for (std::size_t column = 0; column < columns; ++column) {
        auto const& tree = *trees_[column];
        auto const node = box.nodes[column];
        if (tree.arity(node) == 2) {
            first_of_second_[column / lanes][column % lanes] =
                static_cast<T>(tree.starts[tree.first_start[node] + 1]);
        }
    }
    // The records of the second part of every cut in two.
    second_.assign(blocks_ * lanes, 0);
    if (box.records <= Packed<T>::most) {
        for (std::size_t block = 0; block < blocks_; ++block) {
            auto const* codes = rows.codes + block * rows.stride;
            auto const from = first_of_second_[block];
            Vector sums{};
            for (std::size_t i = 0; i < rows.count; ++i) {
                auto const weight = Vector{} + static_cast<T>(rows.weights[i]);
                sums += (Vector)(codes[i] >= from) & weight;
            }
            for (std::size_t l = 0; l < lanes; ++l) {
                second_[block * lanes + l] = sums[l];
            }
        }
    } else {
        for (std::size_t column = 0; column < columns; ++column) {
            auto const* codes = rows.codes + column / lanes * rows.stride;
            auto const from = first_of_second_[column / lanes][column % lanes];
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < rows.count; ++i) {
                sum += codes[i][column % lanes] >= from ? rows.weights[i] : 0;
            }
            second_[column] = sum;
        }
    }
    note_holders(rows);
    for (std::size_t column = 0; column < columns; ++column) {
        auto const arity = trees_[column]->arity(box.nodes[column]);
        if (arity == 2) {
            auto const records = second_[column];
            if (records >= ahead_.k && box.records - records >= ahead_.k &&
                enough_in_two(rows, column)) {
                list_two(rows, box, column, found);
            }
        } else if (arity > 2) {
            list_several(rows, box, column, found);
        }
    }
    std::ranges::stable_sort(found.candidates, std::greater{}, &Candidate::gain);
}

// The holders of the rows, side by side.
template <typename T>
void NestedCutter<T>::note_holders(PackedRows<T> const& rows) {
    for (std::size_t h = 0; h < holders_.size(); ++h) {
        auto const* codes = holders_[h].codes.data();
        auto& own = own_holders_[h];
        own.resize(rows.count);
        for (std::size_t i = 0; i < rows.count; ++i) {
            own[i] = codes[rows.numbers[i]];
        }
    }
}

// Whether both parts of a cut in two have enough different holders. It is known as soon as they do.
template <typename T>
bool NestedCutter<T>::enough_in_two(PackedRows<T> const& rows, std::size_t column) {
    constexpr auto lanes = Packed<T>::lanes;
    auto const* codes = rows.codes + column / lanes * rows.stride;
    auto const at = column % lanes;
    T const from = first_of_second_[column / lanes][at];
    for (std::size_t h = 0; h < holders_.size(); ++h) {
        auto const* own = own_holders_[h].data();
        std::int64_t found[2] = {0, 0};
        auto const least = holders_[h].least;
        ++now_;
        std::size_t i = 0;
        for (; i < rows.count && (found[0] < least || found[1] < least); ++i) {
            std::size_t const side = codes[i][at] >= from;
            auto& seen = seen_[2 * static_cast<std::size_t>(own[i]) + side];
            found[side] += seen != now_;
            seen = now_;
        }
        if (found[0] < least || found[1] < least) {
            return false;
        }
    }
    return true;
}

// The same for a cut in several, of which every row has its part in ``part_of_``. Parts without
// rows need no holders.
template <typename T>
bool NestedCutter<T>::enough_in_several(std::size_t parts) {
    for (std::size_t h = 0; h < holders_.size(); ++h) {
        auto const& own = own_holders_[h];
        next_.assign(parts + 1, 0);
        for (auto const part : part_of_) {
            ++next_[part + 1];
        }
        for (std::size_t part = 0; part < parts; ++part) {
            next_[part + 1] += next_[part];
        }
        by_part_.resize(own.size());
        for (std::size_t i = 0; i < own.size(); ++i) {
            by_part_[next_[part_of_[i]]++] = own[i];
        }
        // Now part p ends at next_[p].
        std::size_t i = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            auto const begin = i;
            std::int64_t found = 0;
            ++now_;
            for (; i < next_[part]; ++i) {
                auto& seen = seen_[2 * static_cast<std::size_t>(by_part_[i])];
                found += seen != now_;
                seen = now_;
            }
            if (i > begin && found < holders_[h].least) {
                return false;
            }
        }
    }
    return true;
}

template <typename T>
void NestedCutter<T>::list_two(PackedRows<T> const& rows, Box const& box, std::size_t column,
                               Floor& found) {
    constexpr auto lanes = Packed<T>::lanes;
    constexpr auto most = Packed<T>::most;
    auto const* own = rows.codes + column / lanes * rows.stride;
    auto const at = column % lanes;
    T const from = first_of_second_[column / lanes][at];
    ends_.resize(4 * blocks_);
    for (std::size_t block = 0; block < blocks_; ++block) {
        auto const* codes = rows.codes + block * rows.stride;
        auto low = Vector{} + most;
        auto low_second = low;
        Vector high{};
        Vector high_second{};
        for (std::size_t i = 0; i < rows.count; ++i) {
            // All bits are set in a row of the second part: it does not count for the first.
            T const bits = own[i][at] >= from ? T{-1} : T{0};
            auto const second = Vector{} + bits;
            low = least(low, codes[i] | (second & most));
            high = greatest(high, codes[i] & ~second);
            low_second = least(low_second, codes[i] | (~second & most));
            high_second = greatest(high_second, codes[i] & second);
        }
        ends_[block] = low;
        ends_[blocks_ + block] = high;
        ends_[2 * blocks_ + block] = low_second;
        ends_[3 * blocks_ + block] = high_second;
    }
    auto const first = found.parts.size();
    add_part(found, box.records - second_[column], ends_.data(), ends_.data() + blocks_);
    add_part(found, second_[column], ends_.data() + 2 * blocks_, ends_.data() + 3 * blocks_);
    close(box, column, first, found);
}

// A node of several children, all of which must be empty or have k records and enough holders.
template <typename T>
void NestedCutter<T>::list_several(PackedRows<T> const& rows, Box const& box, std::size_t column,
                                   Floor& found) {
    auto const& tree = *trees_[column];
    auto const node = box.nodes[column];
    auto const arity = tree.arity(node);
    auto const starts = Ints(tree.starts).subspan(tree.first_start[node], arity);
    sums_.assign(arity, 0);
    ends_.assign(2 * arity * blocks_, Vector{});
    part_of_.resize(holders_.empty() ? 0 : rows.count);
    for (std::size_t child = 0; child < arity; ++child) {
        std::fill_n(ends_.begin() + 2 * child * blocks_, blocks_, Vector{} + Packed<T>::most);
    }
    for (std::size_t i = 0; i < rows.count; ++i) {
        std::int32_t const place = lane<T>(rows.codes + i, rows.stride, column);
        auto const child = std::ranges::upper_bound(starts, place) - starts.begin() - 1;
        sums_[child] += rows.weights[i];
        if (!holders_.empty()) {
            part_of_[i] = static_cast<std::int32_t>(child);
        }
        for (std::size_t block = 0; block < blocks_; ++block) {
            auto& low = ends_[2 * child * blocks_ + block];
            auto& high = ends_[(2 * child + 1) * blocks_ + block];
            low = least(low, rows.codes[block * rows.stride + i]);
            high = greatest(high, rows.codes[block * rows.stride + i]);
        }
    }
    if (std::ranges::any_of(sums_, [&](auto sum) { return 0 < sum && sum < ahead_.k; }) ||
        !enough_in_several(arity)) {
        return;
    }
    auto const first = found.parts.size();
    for (std::size_t child = 0; child < arity; ++child) {
        if (sums_[child] > 0) {
            auto const* low = ends_.data() + 2 * child * blocks_;
            add_part(found, sums_[child], low, low + blocks_);
        }
    }
    close(box, column, first, found);
}

// Copies the rows in the order of the parts. What is only tried out does without their numbers.
template <typename T>
void NestedCutter<T>::divide(PackedRows<T> const& rows, Box const& box, Candidate const& cut,
                             Floor& own, bool is_kept) {
    bool const numbered = is_kept || !holders_.empty();
    auto const& tree = *trees_[cut.column];
    auto const node = box.nodes[cut.column];
    auto const column = static_cast<std::size_t>(cut.column);
    own.codes.resize(rows.count * blocks_);
    own.weights.resize(rows.count);
    own.numbers.resize(rows.count);
    auto const put = [&](std::size_t i, std::size_t to) {
        for (std::size_t block = 0; block < blocks_; ++block) {
            own.codes[block * rows.count + to] = rows.codes[block * rows.stride + i];
        }
        own.weights[to] = rows.weights[i];
        if (numbered) {
            own.numbers[to] = rows.numbers[i];
        }
    };
    own.starts.assign(1, 0);
    if (cut.parts == 2 && tree.arity(node) == 2) {
        auto const from = static_cast<T>(tree.starts[tree.first_start[node] + 1]);
        // From both ends, so that one pass will do, and without a branch that no processor could
        // predict.
        std::size_t front = 0;
        auto back = rows.count;
        for (std::size_t i = 0; i < rows.count; ++i) {
            std::size_t const second = lane<T>(rows.codes + i, rows.stride, column) >= from;
            put(i, second * (back - 1) + (1 - second) * front);
            back -= second;
            front += 1 - second;
        }
        own.starts.push_back(front);
        own.starts.push_back(rows.count);
        return;
    }
    auto const starts = Ints(tree.starts).subspan(tree.first_start[node], tree.arity(node));
    auto const child_of = [&](std::size_t i) {
        std::int32_t const place = lane<T>(rows.codes + i, rows.stride, column);
        return std::ranges::upper_bound(starts, place) - starts.begin() - 1;
    };
    std::vector<std::size_t> next(starts.size() + 1, 0);
    for (std::size_t i = 0; i < rows.count; ++i) {
        ++next[child_of(i) + 1];
    }
    for (std::size_t child = 0; child < starts.size(); ++child) {
        next[child + 1] += next[child];
        if (next[child + 1] > next[child]) {
            own.starts.push_back(next[child + 1]);
        }
    }
    for (std::size_t i = 0; i < rows.count; ++i) {
        put(i, next[child_of(i)]++);
    }
}

template <typename T>
PackedRows<T> NestedCutter<T>::part(Floor const& own, std::size_t number) const {
    auto const from = own.starts[number];
    return {own.codes.data() + from, own.weights.size(), own.weights.data() + from,
            own.numbers.data() + from, own.starts[number + 1] - from};
}

// What the rows lose if every cell takes the cut of most gain.
template <typename T>
double NestedCutter<T>::greedy(PackedRows<T> const& rows, Box const& box, std::size_t depth) {
    auto const whole = static_cast<double>(box.records) * box.loss;
    if (box.records < 2 * ahead_.k) {
        return whole;
    }
    auto& own = floor(depth);
    list(rows, box, own);
    if (own.candidates.empty()) {
        return whole;
    }
    auto const cut = own.candidates.front();
    if (box.records < 3 * ahead_.k) {
        // Its parts have less than 2k, and cannot be cut.
        return whole - cut.gain;
    }
    divide(rows, box, cut, own, false);
    double lost = 0.0;
    for (std::size_t number = 0; number < cut.parts; ++number) {
        lost += greedy(part(own, number), own.box(cut.first + number), depth + 1);
    }
    return lost;
}

template <typename T>
std::uint64_t NestedCutter<T>::key(Box const& box) const {
    std::uint64_t state = 0;
    for (std::size_t column = 0; column < trees_.size(); ++column) {
        state += static_cast<std::uint64_t>(box.nodes[column]);
        state = next_random(state);
    }
    return state;
}

// What the rows lose at least, whichever way they are cut. The rows of a cell are those of the cell
// around it that its nodes have, however it was cut: so these nodes tell what is lost.
template <typename T>
double NestedCutter<T>::least_lost(PackedRows<T> const& rows, Box const& box, std::size_t depth) {
    auto least = static_cast<double>(box.records) * box.loss;
    auto& own = floor(depth);
    list(rows, box, own);
    if (!own.candidates.empty()) {
        if (box.records < 3 * ahead_.k) {
            least -= own.candidates.front().gain;
        } else {
            least_candidate(rows, box, depth, own, least);
        }
    }
    known_.put(key(box), least);
    return least;
}

// The number of the cut after which least is lost, and what that is.
template <typename T>
std::size_t NestedCutter<T>::least_candidate(PackedRows<T> const& rows, Box const& box,
                                             std::size_t depth, Floor& own, double& least) {
    std::size_t found = 0;
    least = infinite;
    for (std::size_t number = 0; number < own.candidates.size(); ++number) {
        auto const cut = own.candidates[number];
        bool divided = false;
        double lost = 0.0;
        for (std::size_t each = 0; each < cut.parts && lost < least; ++each) {
            auto const below = own.box(cut.first + each);
            if (below.records < 2 * ahead_.k) {
                lost += static_cast<double>(below.records) * below.loss;
                continue;
            }
            if (auto const* known = known_.find(key(below))) {
                lost += *known;
                continue;
            }
            if (!std::exchange(divided, true)) {
                divide(rows, box, cut, own, false);
            }
            lost += known_.size() < most_known ? least_lost(part(own, each), below, depth + 1)
                                               : greedy(part(own, each), below, depth + 1);
        }
        if (lost < least) {
            least = lost;
            found = number;
        }
    }
    return found;
}

// The number of the best cut, by what follows it.
template <typename T>
std::size_t NestedCutter<T>::choose(PackedRows<T> const& rows, Box const& box, std::size_t depth,
                                    Floor& own) {
    if (own.candidates.size() == 1 || (!within_ && box.records >= ahead_.tried_below) ||
        box.records < 3 * ahead_.k) {
        return 0;
    }
    if (within_) {
        double least;
        return least_candidate(rows, box, depth, own, least);
    }
    auto best = infinite;
    std::size_t found = 0;
    for (std::size_t number = 0; number < own.candidates.size(); ++number) {
        auto const cut = own.candidates[number];
        divide(rows, box, cut, own, false);
        double lost = 0.0;
        for (std::size_t each = 0; each < cut.parts && lost < best; ++each) {
            lost += greedy(part(own, each), own.box(cut.first + each), depth + 1);
        }
        if (lost < best) {
            best = lost;
            found = number;
        }
    }
    return found;
}

template <typename T>
double NestedCutter<T>::cut(PackedRows<T> const& rows, Box const& box, std::size_t depth,
                            CellTree* into, std::int32_t at, std::int32_t* order) {
    auto lost = static_cast<double>(box.records) * box.loss;
    bool const outermost = !within_ && box.records < ahead_.all_ways_below;
    if (outermost) {
        within_ = true;
        known_.clear();
    }
    auto& own = floor(depth);
    if (box.records >= 2 * ahead_.k) {
        list(rows, box, own);
    } else {
        own.candidates.clear();
    }
    if (into) {
        for (std::size_t column = 0; column < trees_.size(); ++column) {
            into->nodes[at * trees_.size() + column] = trees_[column]->id[box.nodes[column]];
        }
        into->column[at] = -1;
        into->records[at] = box.records;
    }
    if (own.candidates.empty()) {
        if (into) {
            std::copy_n(rows.numbers, rows.count, order + into->begin[at]);
        }
        within_ = within_ && !outermost;
        return lost;
    }
    auto const chosen = own.candidates[choose(rows, box, depth, own)];
    divide(rows, box, chosen, own, into != nullptr);
    std::int32_t first = 0;
    if (into) {
        first = into->add(chosen.parts);
        into->column[at] = chosen.column;
        into->first[at] = first;
        into->children[at] = static_cast<std::int32_t>(chosen.parts);
        for (std::size_t number = 0; number < chosen.parts; ++number) {
            auto const from = into->begin[at];
            into->begin[first + number] = from + static_cast<std::int32_t>(own.starts[number]);
            into->end[first + number] = from + static_cast<std::int32_t>(own.starts[number + 1]);
        }
    }
    lost = 0.0;
    for (std::size_t number = 0; number < chosen.parts; ++number) {
        lost += cut(part(own, number), own.box(chosen.first + number), depth + 1, into,
                    first + static_cast<std::int32_t>(number), order);
    }
    within_ = within_ && !outermost;
    return lost;
}

template class NestedCutter<std::int16_t>;
template class NestedCutter<std::int32_t>;

}  // namespace covey::cells
