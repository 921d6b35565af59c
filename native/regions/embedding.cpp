#include "regions/embedding.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace covey::regions {

namespace {

// For every half-edge the one of the same edge at its other end.
std::vector<std::int64_t> reversed(Embedding const& embedding, Pulse& pulse) {
    auto const& starts = embedding.starts;
    auto const& heads = embedding.heads;
    auto const& tails = embedding.tails;
    auto const count = static_cast<std::size_t>(embedding.count());
    std::vector<std::int64_t> coming(count + 1);
    for (auto const v : heads) {
        ++coming[v + 1];
    }
    std::partial_sum(coming.begin(), coming.end(), coming.begin());
    bool sound = coming == starts;
    // Half-edges by their heads, and by their tails among those with one head. Done twice, the
    // second list has half-edges by their tails, and by their heads among those with one tail.
    auto const sorted_by = [&](std::vector<std::int32_t> const& ends,
                               std::vector<std::int64_t> const& first,
                               std::vector<std::int64_t> const* before) {
        std::vector<std::int64_t> filled(first.begin(), first.end() - 1);
        std::vector<std::int64_t> order(ends.size());
        for (std::size_t at = 0; at < ends.size(); ++at) {
            auto const h = before ? (*before)[at] : static_cast<std::int64_t>(at);
            order[filled[ends[h]]++] = h;
            pulse.beat();
        }
        return order;
    };
    auto const to = sorted_by(heads, coming, nullptr);
    auto const from = sorted_by(tails, starts, &to);
    std::vector<std::int64_t> reverse(heads.size());
    for (std::size_t at = 0; sound && at < heads.size(); ++at) {
        pulse.beat();
        auto const there = from[at];
        auto const back = to[at];
        bool const again =
            at > 0 && tails[from[at - 1]] == tails[there] && heads[from[at - 1]] == heads[there];
        sound = !again && tails[there] == heads[back] && heads[there] == tails[back] &&
                heads[there] != tails[there];
        reverse[there] = back;
    }
    if (!sound) {
        throw std::invalid_argument("Every edge must stand at both of its ends, once.");
    }
    return reverse;
}

}  // namespace

Embedding::Embedding(Longs starts, Ints heads, Pulse& pulse)
    : starts(starts.begin(), starts.end()), heads(heads.begin(), heads.end()) {
    tails.resize(heads.size());
    for (std::int32_t v = 0; v < count(); ++v) {
        std::fill(tails.begin() + starts[v], tails.begin() + starts[v + 1], v);
    }
    reverse = reversed(*this, pulse);
    // The leftmost turn is the one clockwise after the way back.
    following.resize(heads.size());
    for (std::int64_t h = 0; h < half_edges(); ++h) {
        pulse.beat();
        auto const next = reverse[h] + 1;
        auto const at = heads[h];
        following[h] = next < starts[at + 1] ? next : starts[at];
    }
    faces.assign(heads.size(), -1);
    for (std::int64_t first = 0; first < half_edges(); ++first) {
        if (faces[first] >= 0) {
            continue;
        }
        auto const number = static_cast<std::int32_t>(some.size());
        some.push_back(first);
        for (auto h = first; faces[h] < 0; h = following[h]) {
            pulse.beat();
            faces[h] = number;
        }
    }
}

std::vector<std::int64_t> around(Embedding const& embedding, std::int64_t half_edge, Pulse& pulse) {
    std::vector<std::int64_t> face;
    auto h = half_edge;
    do {
        pulse.beat();
        face.push_back(h);
        h = embedding.following[h];
    } while (h != half_edge);
    return face;
}

std::int64_t four_cycles(Embedding const& embedding, Pulse& pulse) {
    auto const count = embedding.count();
    auto const nodes = static_cast<std::size_t>(count) + embedding.some.size();
    auto const half_edges = embedding.heads.size();
    std::vector<std::int64_t> starts(nodes + 1);
    auto const face_of = [&](std::size_t h) { return count + std::int64_t{embedding.faces[h]}; };
    for (std::size_t h = 0; h < half_edges; ++h) {
        ++starts[embedding.tails[h] + 1];
        ++starts[face_of(h) + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::int64_t> filled(starts.begin(), starts.end() - 1);
    std::vector<std::int64_t> others(2 * half_edges);
    for (std::size_t h = 0; h < half_edges; ++h) {
        others[filled[embedding.tails[h]]++] = face_of(h);
        others[filled[face_of(h)]++] = embedding.tails[h];
    }
    // Nodes leave in descending order of degree, each with its cycles counted: linear time in
    // planar graphs (Chiba, Nishizeki 1985).
    std::vector<std::int64_t> order(nodes);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
        pulse.beat();
        return starts[a + 1] - starts[a] > starts[b + 1] - starts[b];
    });
    std::vector<std::uint8_t> gone(nodes);
    std::vector<std::int64_t> paths(nodes);
    std::int64_t cycles = 0;
    auto const row = [&](std::int64_t a) {
        return Longs(others.data() + starts[a], others.data() + starts[a + 1]);
    };
    for (auto const a : order) {
        gone[a] = 1;
        for (auto const b : row(a)) {
            if (gone[b]) {
                continue;
            }
            pulse.beat(2 * std::ssize(row(b)));
            for (auto const c : row(b)) {
                if (!gone[c]) {
                    cycles += paths[c]++;
                }
            }
        }
        for (auto const b : row(a)) {
            if (!gone[b]) {
                for (auto const c : row(b)) {
                    paths[c] = 0;
                }
            }
        }
    }
    return cycles;
}

}  // namespace covey::regions
