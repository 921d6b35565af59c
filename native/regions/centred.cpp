#include "regions/centred.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "regions/forest.h"

namespace covey::regions {

CentredGroups::CentredGroups(Graph const& graph, Longs weights, std::int64_t k, Ints group)
    : graph_(graph),
      weights_(weights),
      k_(k),
      groups_(group.empty() ? 0 : 1 + *std::max_element(group.begin(), group.end())),
      group_(group.begin(), group.end()),
      satellite_(group.size(), -1),
      in_tree_(group.size()) {
    for (auto& each : groups_) {
        each.weight = 0;
    }
    for (Area v = 0; v < graph.count; ++v) {
        put(v, group[v]);
    }
}

bool CentredGroups::split(GroupId g, Pulse& pulse) {
    assert(!is_centred(g));
    Tree tree;
    tree.areas.reserve(groups_[g].areas.size());
    grow_tree(tree, groups_[g].areas.front(), -1, pulse);
    return cut(g, -1, tree);
}

bool CentredGroups::split_with(GroupId g, SatelliteId hanging, Area at, Pulse& pulse) {
    assert(!is_centred(g) && holder(hanging) != g && group_of(at) == g);
    Tree tree;
    tree.areas.reserve(groups_[g].areas.size() + areas(hanging).size());
    grow_tree(tree, at, -1, pulse);
    // The satellite hangs by one border, so that what is left without it stays connected.
    auto const row = graph_.neighbours_of(at);
    Area const first =
        *std::find_if(row.begin(), row.end(), [&](Area u) { return satellite_[u] == hanging; });
    grow_tree(tree, first, 0, pulse);
    return cut(g, hanging, tree);
}

void CentredGroups::move(SatelliteId s, GroupId to) {
    auto& moved = satellites_[s];
    auto& target = groups_[to];
    groups_[moved.group].weight -= moved.weight;
    take_out(s);
    heavier.push_back(to);
    if (is_centred(to)) {
        moved.group = to;
        moved.place = static_cast<std::int32_t>(target.satellites.size());
        target.satellites.push_back(s);
        target.weight += moved.weight;
        return;
    }
    for (Area const v : moved.areas) {
        put(v, to);
    }
    remove(s);
}

void CentredGroups::absorb(SatelliteId s, SatelliteId other) {
    assert(s != other && holder(s) == holder(other));
    auto& kept = satellites_[s];
    auto const& gone = satellites_[other];
    kept.weight += gone.weight;
    kept.areas.insert(kept.areas.end(), gone.areas.begin(), gone.areas.end());
    for (Area const v : gone.areas) {
        satellite_[v] = s;
    }
    take_out(other);
    remove(other);
    assert(kept.weight < k_);
}

void CentredGroups::pair_off(SatelliteId s, SatelliteId other) {
    auto const g = make_group();
    for (auto const each : {s, other}) {
        groups_[holder(each)].weight -= satellites_[each].weight;
        take_out(each);
        for (Area const v : satellites_[each].areas) {
            put(v, g);
        }
        remove(each);
    }
    assert(weight(g) >= k_);
}

void CentredGroups::forget_light_centre(GroupId g) {
    auto& group = groups_[g];
    if (group.centre < 0 || group.weight - k_ >= k_ - 1) {
        return;
    }
    auto const satellites = std::exchange(group.satellites, {});
    auto const centre = std::exchange(group.centre, -1);
    group.weight = 0;
    put(centre, g);
    for (auto const s : satellites) {
        for (Area const v : satellites_[s].areas) {
            put(v, g);
        }
        remove(s);
    }
}

std::vector<std::int32_t> CentredGroups::numbered() const {
    std::vector<std::int32_t> number(groups_.size(), -1);
    std::vector<std::int32_t> found(graph_.count);
    std::int32_t used = 0;
    for (Area v = 0; v < graph_.count; ++v) {
        auto& own = number[group_of(v)];
        if (own < 0) {
            own = used++;
        }
        found[v] = own;
    }
    return found;
}

GroupId CentredGroups::make_group() {
    groups_.emplace_back().weight = 0;
    heavier.push_back(count() - 1);
    return count() - 1;
}

SatelliteId CentredGroups::make_satellite(GroupId g) {
    SatelliteId s;
    if (unused_.empty()) {
        s = static_cast<SatelliteId>(satellites_.size());
        satellites_.emplace_back();
    } else {
        s = unused_.back();
        unused_.pop_back();
    }
    auto& group = groups_[g];
    satellites_[s].group = g;
    satellites_[s].place = static_cast<std::int32_t>(group.satellites.size());
    group.satellites.push_back(s);
    return s;
}

// An area becomes one of a group without a centre.
void CentredGroups::put(Area v, GroupId g) {
    group_[v] = g;
    satellite_[v] = -1;
    groups_[g].areas.push_back(v);
    groups_[g].weight += weights_[v];
}

// Out of its group's list; the last satellite takes the empty place.
void CentredGroups::take_out(SatelliteId s) {
    auto& list = groups_[satellites_[s].group].satellites;
    auto const last = list.back();
    list[satellites_[s].place] = last;
    satellites_[last].place = satellites_[s].place;
    list.pop_back();
}

void CentredGroups::remove(SatelliteId s) {
    satellites_[s] = {};
    unused_.push_back(s);
}

// Adds the areas that the root is connected to within its satellite, or within its group where
// that has no centre. The root hangs at a place of the tree, or at none (-1).
void CentredGroups::grow_tree(Tree& tree, Area root, Area parent, Pulse& pulse) {
    auto const s = satellite_[root];
    auto const g = group_[root];
    auto const first = tree.areas.size();
    auto const reach = [&](Area v, Area from) {
        in_tree_[v] = 1;
        tree.areas.push_back(v);
        tree.parent.push_back(from);
    };
    reach(root, parent);
    for (auto at = first; at < tree.areas.size(); ++at) {
        Area const v = tree.areas[at];
        pulse.beat(1 + graph_.degree(v));
        for (Area const u : graph_.neighbours_of(v)) {
            if (!in_tree_[u] && satellite_[u] == s && (s >= 0 || group_[u] == g)) {
                reach(u, static_cast<Area>(at));
            }
        }
    }
    for (auto at = first; at < tree.areas.size(); ++at) {
        in_tree_[tree.areas[at]] = 0;
    }
}

// Cuts the tree from its leaves up. Whether there are two pieces or more.
bool CentredGroups::cut(GroupId g, SatelliteId hanging, Tree const& tree) {
    auto const size = tree.areas.size();
    Rooted rooted{std::vector<Area>(size), tree.parent};
    std::iota(rooted.order.begin(), rooted.order.end(), 0);
    std::vector<std::int64_t> weights(size);
    std::transform(tree.areas.begin(), tree.areas.end(), weights.begin(),
                   [&](Area v) { return weights_[v]; });
    std::vector<std::int64_t> const none(size);
    auto const piece = regions::cut(rooted, weights, k_, none, 0);
    auto const own = groups_[g].areas.size();
    bool const is_one =
        std::all_of(piece.begin(), piece.end(), [&](Area top) { return top == piece.front(); });
    if (is_one) {
        make_centre(g, tree, piece.front(), own);
        return false;
    }
    if (hanging >= 0) {
        groups_[holder(hanging)].weight -= satellites_[hanging].weight;
        take_out(hanging);
        remove(hanging);
    }
    groups_[g] = {};
    make_groups(tree, piece);
    return true;
}

void CentredGroups::make_groups(Tree const& tree, std::vector<Area> const& piece) {
    std::vector<GroupId> made(piece.size(), -1);
    for (std::size_t at = 0; at < piece.size(); ++at) {
        auto& g = made[piece[at]];
        if (g < 0) {
            g = make_group();
        }
        put(tree.areas[at], g);
    }
}

// The first ``own`` areas of the tree are the group's. Of the branches at the top, and of the rest
// above it, each is a satellite; what hangs behind is not the group's.
void CentredGroups::make_centre(GroupId g, Tree const& tree, Area top, std::size_t own) {
    auto& group = groups_[g];
    assert(static_cast<std::size_t>(top) < own && group.weight - k_ >= k_ - 1);
    group.centre = tree.areas[top];
    group.areas = {};
    std::vector<SatelliteId> branch(own, -1);
    for (std::size_t at = 0; at < own; ++at) {
        if (at == static_cast<std::size_t>(top)) {
            continue;
        }
        auto const parent = tree.parent[at];
        branch[at] = parent < 0 || parent == top ? make_satellite(g) : branch[parent];
        Area const v = tree.areas[at];
        auto& satellite = satellites_[branch[at]];
        satellite.areas.push_back(v);
        satellite.weight += weights_[v];
        satellite_[v] = branch[at];
    }
}

bool CentredGroups::is_sound() const {
    std::vector<std::int32_t> labels(graph_.count);
    std::vector<std::int64_t> of_groups(groups_.size());
    std::vector<std::int64_t> of_satellites(satellites_.size());
    std::vector<std::uint8_t> touches(satellites_.size());
    for (Area v = 0; v < graph_.count; ++v) {
        auto const s = satellite_[v];
        of_groups[group_of(v)] += weights_[v];
        labels[v] = s >= 0 ? count() + s : group_[v];
        if (s >= 0) {
            of_satellites[s] += weights_[v];
            for (Area const u : graph_.neighbours_of(v)) {
                touches[s] |= u == centre(holder(s));
            }
        }
    }
    std::size_t parts = 0;
    for (GroupId g = 0; g < count(); ++g) {
        auto const& group = groups_[g];
        if (group.weight < 0) {
            continue;
        }
        parts += 1 + group.satellites.size();
        if (group.weight != of_groups[g] || group.weight < k_ ||
            (group.centre >= 0 && group.weight - k_ < k_ - 1)) {
            return false;
        }
        for (auto const s : group.satellites) {
            if (holder(s) != g || satellites_[s].weight != of_satellites[s] ||
                satellites_[s].weight >= k_ || !touches[s]) {
                return false;
            }
        }
    }
    // As many connected parts as there are groups without a centre, centres and satellites.
    Pulse unheard;
    auto const found = components_within(graph_, labels, unheard);
    return static_cast<std::size_t>(1 + *std::max_element(found.begin(), found.end())) == parts;
}

}  // namespace covey::regions
