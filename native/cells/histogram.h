// The distinct values of a cell on one column, with their records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pulse.h"

namespace covey::cells {

// A value that occurs in a cell: its code and its row in one number, so that the order of numbers
// is that of codes, and one array is moved, not two. Missing values come first.
using Entry = std::int64_t;

inline Entry entry_of(std::int32_t code, std::uint32_t row) {
    return static_cast<Entry>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(code)) << 32 |
                              row);
}
inline std::int32_t code_of(Entry entry) {
    return static_cast<std::int32_t>(entry >> 32);
}
inline std::uint32_t row_of(Entry entry) {
    return static_cast<std::uint32_t>(entry);
}

// The distinct codes in ascending order, and the sums of records up to each of them.
struct Histogram {
    std::size_t distinct = 0;
    std::int64_t missing = 0;
    std::vector<std::int32_t> values;
    std::vector<std::int64_t> sums;

    std::int64_t total() const { return distinct ? sums[distinct - 1] : 0; }
    std::int64_t weight(std::size_t j) const { return j ? sums[j] - sums[j - 1] : sums[0]; }

    // Count sorted entries of a column of so many codes. ``weights`` are the records of every row,
    // null if all have one.
    void count(Entry const* begin, Entry const* end, std::int32_t size, std::int64_t const* weights,
               Pulse& pulse) {
        auto const most =
            std::min(static_cast<std::size_t>(end - begin), static_cast<std::size_t>(size));
        if (values.size() < most) {
            values.resize(most);
            sums.resize(most);
        }
        if (weights) {
            count_by(begin, end, [weights](Entry entry) { return weights[row_of(entry)]; }, pulse);
        } else {
            count_by(begin, end, [](Entry) { return std::int64_t{1}; }, pulse);
        }
    }

private:
    template <typename Weight>
    void count_by(Entry const* begin, Entry const* end, Weight weight, Pulse& pulse) {
        distinct = 0;
        missing = 0;
        for (; begin != end && code_of(*begin) < 0; ++begin) {
            pulse.beat();
            missing += weight(*begin);
        }
        if (begin == end) {
            return;
        }
        auto* value = values.data();
        auto* sum = sums.data();
        std::int64_t total = 0;
        std::size_t at = 0;
        auto code = code_of(*begin);
        // No branch: every entry is written to the place of its value, which the next value leaves.
        in_blocks(static_cast<std::size_t>(end - begin) - 1, pulse,
                  [&](std::size_t from, std::size_t to) {
                      for (auto i = from; i < to; ++i) {
                          auto const next = code_of(begin[i + 1]);
                          total += weight(begin[i]);
                          value[at] = code;
                          sum[at] = total;
                          at += next != code;
                          code = next;
                      }
                  });
        value[at] = code;
        sum[at] = total + weight(end[-1]);
        distinct = at + 1;
    }
};

}  // namespace covey::cells
