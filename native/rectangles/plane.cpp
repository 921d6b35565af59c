#include "rectangles/plane.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

namespace covey::rectangles {

namespace {

// Spreads the bits of a number, reversibly (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

// With a secret of its own for every call: nobody can choose points that all collide. The answer
// does not depend on it.
std::uint64_t hashed(double x, double y, std::uint64_t secret) {
    // -0.0 equals 0.0, but has other bits; the sum with 0.0 has not.
    auto const a = std::bit_cast<std::uint64_t>(x + 0.0);
    auto const b = std::bit_cast<std::uint64_t>(y + 0.0);
    return mixed(mixed(a + secret) ^ b);
}

std::uint64_t drawn_secret() {
    std::random_device draw;
    return (static_cast<std::uint64_t>(draw()) << 32) | draw();
}

// A place in an open hash table. Most comparisons end at the tag, without a look at the points.
struct Slot {
    std::uint32_t tag;
    std::int32_t point;  // the first at its location; -1 if the slot is free
};

}  // namespace

Merged merge_equal(Reals x, Reals y, Pulse& pulse) {
    constexpr std::size_t block = 32;
    auto const count = x.size();
    auto const size = std::bit_ceil(std::max<std::size_t>(2, 2 * count));
    auto const shift = 64 - std::countr_zero(size);
    auto table = copies_of<Slot, LargePages<Slot>>({0, -1}, size, pulse);
    Merged merged;
    merged.location.resize(count);
    merged.first.reserve(count);
    std::array<std::uint64_t, block> hashes{};
    auto const secret = drawn_secret();
    for (std::size_t begin = 0; begin < count; begin += block) {
        auto const end = std::min(count, begin + block);
        pulse.beat(block);
        // The slots are far apart in memory: all of a block are fetched before one is needed.
        for (auto i = begin; i < end; ++i) {
            hashes[i - begin] = hashed(x[i], y[i], secret);
            __builtin_prefetch(&table[hashes[i - begin] >> shift], 1);
        }
        for (auto i = begin; i < end; ++i) {
            auto const tag = static_cast<std::uint32_t>(hashes[i - begin]);
            auto at = hashes[i - begin] >> shift;
            for (;; at = (at + 1) & (size - 1)) {
                auto& slot = table[at];
                if (slot.point < 0) {
                    slot = {tag, static_cast<std::int32_t>(i)};
                    merged.location[i] = static_cast<std::int32_t>(merged.first.size());
                    merged.first.push_back(slot.point);
                    break;
                }
                if (slot.tag == tag && x[slot.point] == x[i] && y[slot.point] == y[i]) {
                    merged.location[i] = merged.location[slot.point];
                    break;
                }
            }
        }
    }
    return merged;
}

namespace {

// std::floor, which is a call of a library where the processor may have no instruction for it.
double rounded_down(double value) {
    if (!(std::abs(value) < 0x1p52)) {
        return value;  // whole already
    }
    auto const whole = static_cast<double>(static_cast<std::int64_t>(value));
    // Where value is -0, whole is not.
    return whole > value ? whole - 1 : whole == value ? value : whole;
}

}  // namespace

double round_between(double low, double high) {
    constexpr std::array<double, 17> powers{1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                            1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
    for (int digits = -6; digits < 17; ++digits) {
        // To divide by a power of ten, which is exact up to 10^22, gives the double nearest to the
        // decimal: what is printed is read back as the same number.
        auto const c = digits >= 0 ? rounded_down(high * powers[digits]) / powers[digits]
                                   : rounded_down(high / powers[-digits]) * powers[-digits];
        if (low < c && c <= high) {
            return c;
        }
    }
    return high;
}

}  // namespace covey::rectangles
