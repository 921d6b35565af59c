#include "cells/sorted_column.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "core/digits.h"

namespace covey::cells {

void sort_column(Columns const& columns, Ints codes, Ints rows, std::size_t column,
                 std::span<Entry> entries, Pulse& pulse) {
    auto const width = columns.size();
    auto const size = columns[column].size;
    auto const read = [&](std::size_t i) {
        auto const row = static_cast<std::uint32_t>(rows[i]);
        auto const code = codes[row * width + column];
        if (code < -1 || code >= size) [[unlikely]] {
            throw std::invalid_argument("A code of column " + std::to_string(column) +
                                        " must be from -1 to " + std::to_string(size - 1) +
                                        "; given: " + std::to_string(code) + ".");
        }
        return entry_of(code, row);
    };
    // Missing values come first: codes are sorted as if they were one more.
    auto const key = [](Entry entry) { return static_cast<std::uint32_t>(code_of(entry) + 1); };
    auto const bits = static_cast<int>(std::bit_width(static_cast<std::uint32_t>(size)));
    sort_by_digits(entries, bits, read, key, pulse);
}

}  // namespace covey::cells
