// Groups of areas, some of them with a centre: what the method for any graph works on.
#pragma once

#include <vector>

#include "regions/graph.h"

namespace covey::regions {

using GroupId = std::int32_t;
using SatelliteId = std::int32_t;

// A partition of the areas into connected groups of k or more. A group may be *centred*: it has a
// centre, and its other areas are split into satellites, each of them connected, next to the
// centre, and *light*, which is below k. A centred group weighs 2k - 1 or more, so that without one
// of its satellites it is still connected and still has k.
class CentredGroups {
public:
    // The group of every area: connected, of k or more, numbered from 0 without gaps.
    CentredGroups(Graph const& graph, Longs weights, std::int64_t k, Ints group);

    GroupId count() const { return static_cast<GroupId>(groups_.size()); }
    // -1 for a group that is no more.
    std::int64_t weight(GroupId g) const { return groups_[g].weight; }
    bool is_centred(GroupId g) const { return groups_[g].centre >= 0; }
    Area centre(GroupId g) const { return groups_[g].centre; }
    std::vector<SatelliteId> const& satellites(GroupId g) const { return groups_[g].satellites; }

    GroupId group_of(Area v) const {
        return satellite_[v] >= 0 ? satellites_[satellite_[v]].group : group_[v];
    }
    // -1 for centres and for the areas of a group without one.
    SatelliteId satellite_of(Area v) const { return satellite_[v]; }
    // The group that a satellite belongs to; -1 for a satellite that is no more.
    GroupId holder(SatelliteId s) const { return satellites_[s].group; }
    std::int64_t satellite_weight(SatelliteId s) const { return satellites_[s].weight; }
    std::vector<Area> const& areas(SatelliteId s) const { return satellites_[s].areas; }

    // Groups of 3k - 2 or more without a centre: splits it into groups and is true, or finds its
    // centre.
    bool split(GroupId g, Pulse& pulse);

    // The same for a group and a satellite of another one, which touches it at this area: together
    // they weigh 3k - 2 or more. Where they are split, the satellite goes with the pieces; where
    // not, the group has a centre, and the satellite stays where it is.
    bool split_with(GroupId g, SatelliteId hanging, Area at, Pulse& pulse);

    // A satellite goes to a group whose centre it touches, or that has no centre and that it
    // touches anywhere.
    void move(SatelliteId s, GroupId to);

    // Two satellites of one group that touch each other become one, which keeps the first name.
    void absorb(SatelliteId s, SatelliteId other);

    // Two satellites that touch each other, of one group or of two, become a group.
    void pair_off(SatelliteId s, SatelliteId other);

    // A group that has lost so much that it is below 2k - 1 has no centre any more.
    void forget_light_centre(GroupId g);

    // The group of every area, numbered from 0 without gaps in the order of their first areas.
    std::vector<std::int32_t> numbered() const;

    // Groups that were made, or became heavier, since this list was emptied.
    std::vector<GroupId> heavier;

    // Whether everything is as the comment on this class says. For asserts: it looks at all.
    bool is_sound() const;

private:
    struct Group {
        std::int64_t weight = -1;
        Area centre = -1;
        // All areas where there is no centre.
        std::vector<Area> areas;
        std::vector<SatelliteId> satellites;
    };
    struct Satellite {
        GroupId group = -1;
        std::int64_t weight = 0;
        // Where it stands in its group's list.
        std::int32_t place = -1;
        std::vector<Area> areas;
    };
    // A spanning tree of a set of areas, parents before children; parents by their places.
    struct Tree {
        std::vector<Area> areas;
        std::vector<Area> parent;
    };

    GroupId make_group();
    SatelliteId make_satellite(GroupId g);
    void put(Area v, GroupId g);
    void take_out(SatelliteId s);
    void remove(SatelliteId s);
    void grow_tree(Tree& tree, Area root, Area parent, Pulse& pulse);
    bool cut(GroupId g, SatelliteId hanging, Tree const& tree);
    void make_groups(Tree const& tree, std::vector<Area> const& piece);
    void make_centre(GroupId g, Tree const& tree, Area top, std::size_t own);

    Graph const& graph_;
    Longs weights_;
    std::int64_t k_;
    std::vector<Group> groups_;
    std::vector<Satellite> satellites_;
    std::vector<SatelliteId> unused_;
    // The group of centres and of areas without a satellite; for others see their satellite.
    std::vector<GroupId> group_;
    std::vector<SatelliteId> satellite_;
    Mask in_tree_;
};

}  // namespace covey::regions
