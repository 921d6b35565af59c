// Kant's canonical order (1996) takes a plane graph down from the top, a vertex or a chain of
// vertices at a time, so that what remains stays in one piece with a plain outer cycle. Put
// together again from the bottom, every group hangs by one edge from the latest group below it.
#include <algorithm>
#include <numeric>

#include "regions/embedding.h"

namespace covey::regions {

namespace {

using Vertex = std::int32_t;
using HalfEdge = std::int64_t;

// The group of every vertex, from the top; its place in the group from left to right; and for every
// group its neighbours on the left and on the right.
struct Order {
    std::vector<std::int32_t> group;
    std::vector<std::int32_t> place;
    std::vector<Vertex> begins;
    std::vector<Vertex> ends;
};

// Takes vertices away. The outer cycle of the rest runs clockwise, from the left end of the bottom
// over the top to the right end; half-edges along it have the outside on their left.
//
// A face separates if taking away a vertex of it could leave the rest in two pieces: it has three
// vertices on the outer cycle, or two and no edge.
class Canonical {
public:
    Canonical(Embedding const& plane, HalfEdge bottom)
        : plane_(plane),
          left_(plane.heads[bottom]),
          right_(plane.tails[bottom]),
          last_face_(plane.faces[plane.reverse[bottom]]),
          alive_(plane.some.size(), 1),
          outer_vertices_(plane.some.size()),
          outer_edges_(plane.some.size()),
          separates_(plane.some.size()),
          separating_at_(plane.count()),
          removed_(plane.count()),
          removed_beside_(plane.count()),
          onward_(plane.count(), -1) {}

    // False if at some time nothing can be taken away.
    bool run(HalfEdge bottom, Pulse& pulse) {
        order.group.assign(plane_.count(), 0);
        order.place.assign(plane_.count(), 0);
        alive_[plane_.faces[bottom]] = 0;
        border_ = around(plane_, bottom, pulse);
        vertices_.push_back(left_);
        faces_.push_back(last_face_);
        if (border_.size() < 2 || !lay_open(-1)) {
            return false;
        }
        chain_.assign(1, plane_.heads[border_[1]]);
        auto remaining = std::ssize(plane_.some) - 1;
        while (remaining > 1) {
            if (!order.begins.empty() && !next_chain()) {
                return false;
            }
            auto const back = back_from(chain_.front());
            auto const ahead = onward_[chain_.back()];
            if (back < 0 || ahead < 0) {
                return false;
            }
            auto const groups = static_cast<std::int32_t>(order.begins.size());
            for (std::size_t at = 0; at < chain_.size(); ++at) {
                order.group[chain_[at]] = groups;
                order.place[chain_[at]] = static_cast<std::int32_t>(at);
            }
            order.begins.push_back(plane_.heads[back]);
            order.ends.push_back(plane_.heads[ahead]);
            auto const opened = take_away(back, order.ends.back(), pulse);
            if (opened == 0 || !lay_open(order.begins.back())) {
                return false;
            }
            remaining -= opened;
        }
        return last_group();
    }

    Order order;

private:
    // Counts what lies newly on the outer cycle, except the first vertex if that is known. False if
    // it is no cycle any more.
    bool lay_open(Vertex known) {
        touched_.clear();
        for (HalfEdge const h : border_) {
            Vertex const v = plane_.tails[h];
            auto const inner = plane_.faces[plane_.reverse[h]];
            if (!alive_[inner] || (v != known && onward_[v] >= 0)) {
                return false;
            }
            if (v != known) {
                for (auto side = plane_.starts[v]; side < plane_.starts[v + 1]; ++side) {
                    auto const f = plane_.faces[side];
                    if (alive_[f]) {
                        ++outer_vertices_[f];
                        touched_.push_back(f);
                    }
                }
            }
            onward_[v] = h;
            ++outer_edges_[inner];
            touched_.push_back(inner);
            vertices_.push_back(v);
        }
        for (auto const f : touched_) {
            bool const separates =
                outer_vertices_[f] >= 3 || (outer_vertices_[f] == 2 && outer_edges_[f] == 0);
            if (separates != static_cast<bool>(separates_[f])) {
                separate(f, separates);
            }
            faces_.push_back(f);
        }
        return true;
    }

    // Lets a face separate, or not any more.
    void separate(std::int32_t f, bool separates) {
        separates_[f] = separates;
        auto const first = plane_.some[f];
        auto h = first;
        do {
            separating_at_[plane_.tails[h]] += separates ? 1 : -1;
            vertices_.push_back(plane_.tails[h]);
            h = plane_.following[h];
        } while (h != first);
    }

    // Finds a vertex that no face separates, else the outer vertices of one face.
    bool next_chain() {
        chain_.clear();
        while (!vertices_.empty()) {
            Vertex const v = vertices_.back();
            vertices_.pop_back();
            if (v != left_ && v != right_ && !removed_[v] && onward_[v] >= 0 &&
                separating_at_[v] == 0 && removed_beside_[v] > 0) {
                chain_.push_back(v);
                return true;
            }
        }
        while (!faces_.empty()) {
            auto const f = faces_.back();
            faces_.pop_back();
            auto const edges = outer_edges_[f];
            if (f != last_face_ && alive_[f] && edges >= 2 && outer_vertices_[f] == edges + 1) {
                return chain_of(f);
            }
        }
        return false;
    }

    bool is_outer(HalfEdge h) const { return !alive_[plane_.faces[plane_.reverse[h]]]; }

    // The vertices between the ends of a face's outer edges. Around the face the other way: its
    // outer edges run from right to left.
    bool chain_of(std::int32_t f) {
        auto const first = plane_.some[f];
        auto h = first;
        while (!is_outer(h)) {
            h = plane_.following[h];
            if (h == first) {
                return false;
            }
        }
        auto const outer = h;
        while (is_outer(h)) {
            h = plane_.following[h];
            if (h == outer) {
                return false;
            }
        }
        Vertex v = plane_.tails[h];
        for (std::int32_t edge = 1; edge < outer_edges_[f]; ++edge) {
            if (onward_[v] < 0) {
                return false;
            }
            v = plane_.heads[onward_[v]];
            chain_.push_back(v);
        }
        return true;
    }

    // The half-edge from a vertex of the outer cycle to the one before it, or -1.
    HalfEdge back_from(Vertex v) const {
        for (auto h = plane_.starts[v]; h < plane_.starts[v + 1]; ++h) {
            Vertex const u = plane_.heads[h];
            if (!removed_[u] && onward_[u] == plane_.reverse[h]) {
                return h;
            }
        }
        return -1;
    }

    // Takes the chain away: its border is what comes to lie on the outer cycle instead. How many
    // faces open, 0 if that does not end at the vertex after the chain. ``back`` is the half-edge
    // from its first vertex to the one before.
    std::int64_t take_away(HalfEdge back, Vertex after, Pulse& pulse) {
        for (Vertex const v : chain_) {
            removed_[v] = 1;
            pulse.beat(plane_.starts[v + 1] - plane_.starts[v]);
            for (auto h = plane_.starts[v]; h < plane_.starts[v + 1]; ++h) {
                ++removed_beside_[plane_.heads[h]];
                vertices_.push_back(plane_.heads[h]);
            }
        }
        border_.clear();
        std::int64_t opened = 0;
        for (auto h = back;;) {
            auto const f = plane_.faces[h];
            if (separates_[f]) {
                separate(f, false);
            }
            alive_[f] = 0;
            if (++opened > std::ssize(plane_.some)) {
                return 0;
            }
            auto const first = h;
            h = plane_.following[h];
            while (!removed_[plane_.heads[h]]) {
                if (h == first) {
                    return 0;
                }
                border_.push_back(h);
                h = plane_.following[h];
            }
            pulse.beat();
            if (plane_.tails[h] == after && plane_.heads[h] == chain_.back()) {
                return opened;
            }
            h = plane_.reverse[h];
        }
    }

    // What is left is the last group, from the left end to the right.
    bool last_group() {
        if (*std::min_element(onward_.begin(), onward_.end()) < 0) {
            return false;
        }
        auto const groups = static_cast<std::int32_t>(order.begins.size());
        Vertex v = left_;
        for (std::int32_t at = 0; at < plane_.count(); ++at) {
            order.group[v] = groups;
            order.place[v] = at;
            if (v == right_) {
                order.begins.push_back(-1);
                order.ends.push_back(-1);
                return true;
            }
            v = plane_.heads[onward_[v]];
        }
        return false;
    }

    Embedding const& plane_;
    Vertex left_;
    Vertex right_;
    std::int32_t last_face_;
    // Of every face.
    std::vector<std::uint8_t> alive_;
    std::vector<std::int32_t> outer_vertices_;
    std::vector<std::int32_t> outer_edges_;
    std::vector<std::uint8_t> separates_;
    // Of every vertex: separating faces, whether it was removed, removed neighbours, and the
    // half-edge along the outer cycle if it is or was there, else -1.
    std::vector<std::int32_t> separating_at_;
    std::vector<std::uint8_t> removed_;
    std::vector<std::int32_t> removed_beside_;
    std::vector<HalfEdge> onward_;
    // Who may have become free to go; looked at again when taken from here.
    std::vector<Vertex> vertices_;
    std::vector<std::int32_t> faces_;
    std::vector<Vertex> chain_;
    std::vector<HalfEdge> border_;
    std::vector<std::int32_t> touched_;
};

// The edges inside the groups, and one from each group to the latest group below it; groups are
// numbered from the bottom here.
//
// Where several vertices of one chain could carry a group, it is the one farthest from the end by
// which that chain hangs itself: so no vertex is asked more often than degree 3 allows.
std::optional<std::vector<Vertex>> hang(Embedding const& plane, Order const& order) {
    auto const groups = static_cast<std::int32_t>(order.begins.size());
    auto const level = [&](Vertex v) { return groups - 1 - order.group[v]; };
    std::vector<std::int64_t> row_of(static_cast<std::size_t>(groups) + 1);
    for (Vertex v = 0; v < plane.count(); ++v) {
        ++row_of[level(v) + 1];
    }
    std::partial_sum(row_of.begin(), row_of.end(), row_of.begin());
    std::vector<Vertex> rows(plane.count(), -1);
    for (Vertex v = 0; v < plane.count(); ++v) {
        auto const at = row_of[level(v)] + order.place[v];
        if (at >= row_of[level(v) + 1] || rows[at] >= 0) {
            return std::nullopt;
        }
        rows[at] = v;
    }
    std::vector<std::uint8_t> hangs_left(groups);
    std::vector<Vertex> tree;
    tree.reserve(2 * static_cast<std::size_t>(plane.count()));
    for (std::int32_t g = 0; g < groups; ++g) {
        auto const begins = order.begins[groups - 1 - g];
        Ints const row(rows.data() + row_of[g], rows.data() + row_of[g + 1]);
        if (row.empty()) {
            return std::nullopt;
        }
        for (std::size_t at = 1; at < row.size(); ++at) {
            tree.insert(tree.end(), {row[at - 1], row[at]});
        }
        if (g == 0) {
            continue;
        }
        Vertex const pair[] = {begins, order.ends[groups - 1 - g]};
        Ints const below = row.size() == 1 ? Ints(plane.heads.data() + plane.starts[row[0]],
                                                  plane.heads.data() + plane.starts[row[0] + 1])
                                           : Ints(pair);
        Vertex best = -1;
        for (Vertex const u : below) {
            if (level(u) >= g) {
                continue;
            }
            bool const farther = best >= 0 && level(u) == level(best) &&
                                 (order.place[u] > order.place[best]) == hangs_left[level(u)];
            if (best < 0 || level(u) > level(best) || farther) {
                best = u;
            }
        }
        if (best < 0) {
            return std::nullopt;
        }
        hangs_left[g] = best == begins;
        tree.insert(tree.end(), {best == begins ? row.front() : row.back(), best});
    }
    return tree;
}

}  // namespace

std::optional<std::vector<std::int32_t>> canonical_tree(Embedding const& embedding,
                                                        std::int64_t bottom, Pulse& pulse) {
    Canonical canonical(embedding, bottom);
    if (!canonical.run(bottom, pulse)) {
        return std::nullopt;
    }
    return hang(embedding, canonical.order);
}

}  // namespace covey::regions
