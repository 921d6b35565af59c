// Large arrays.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/pulse.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace covey {

// Gives large arrays memory in large pages, where the system has them: to get a million numbers in
// pages of 4 KB takes longer than most loops over them.
template <typename T>
class LargePages {
public:
    using value_type = T;

    LargePages() = default;
    template <typename U>
    LargePages(LargePages<U> const&) {}

    T* allocate(std::size_t count) {
        if (count < page / sizeof(T)) {
            return std::allocator<T>().allocate(count);
        }
        if (count > (std::size_t{1} << 62) / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        // Whole pages: the last one would be made of small ones otherwise.
        auto const bytes = (count * sizeof(T) + page - 1) / page * page;
        auto* const room = ::operator new(bytes, std::align_val_t{page});
#ifdef MADV_HUGEPAGE
        // Only a hint: without it the memory is as good.
        static_cast<void>(madvise(room, bytes, MADV_HUGEPAGE));
#endif
        return static_cast<T*>(room);
    }

    void deallocate(T* room, std::size_t count) {
        if (count < page / sizeof(T)) {
            std::allocator<T>().deallocate(room, count);
        } else {
            ::operator delete(room, std::align_val_t{page});
        }
    }

    // A value that is not given is not set: the loop that asks for room writes to all of it.
    template <typename U>
    void construct(U* value) {
        ::new (static_cast<void*>(value)) U;
    }
    template <typename U, typename... Given>
    void construct(U* value, Given&&... given) {
        ::new (static_cast<void*>(value)) U(std::forward<Given>(given)...);
    }

    friend bool operator==(LargePages const&, LargePages const&) { return true; }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;
};

// A vector for many values. Roomy(n) and resize(n) do not set them.
template <typename T>
using Roomy = std::vector<T, LargePages<T>>;

// Memory in which loops keep values of a type of their own, one loop after the other: new memory
// costs as much as a loop over it.
class Room {
public:
    explicit Room(std::size_t bytes) : units_((bytes + sizeof(Unit) - 1) / sizeof(Unit)) {}

    // The memory as so many values, which are not set. What was there before is lost.
    template <typename T>
    std::span<T> as(std::size_t count) {
        static_assert(std::is_trivially_default_constructible_v<T> && alignof(T) <= sizeof(Unit));
        auto* const values = reinterpret_cast<T*>(units_.data());
        std::uninitialized_default_construct_n(values, count);
        return {values, count};
    }

private:
    using Unit = std::max_align_t;

    Roomy<Unit> units_;
};

// So many copies of a value, with beats between: new memory costs as much as a loop over it.
template <typename T, typename Room = std::allocator<T>>
std::vector<T, Room> copies_of(T value, std::size_t count, Pulse& pulse) {
    std::vector<T, Room> values;
    values.reserve(count);
    in_blocks(count, pulse, [&](std::size_t, std::size_t end) { values.resize(end, value); });
    return values;
}

}  // namespace covey
