#include "regions/any_graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "regions/centred.h"

namespace covey::regions {

namespace {

// The invariants are looked at after every event, where that does not take too long.
[[maybe_unused]] constexpr Area few_areas = 2'000;

// What became of a satellite that met a neighbour.
enum class Outcome {
    unchanged,
    grown,  // it has taken another satellite in
    left,   // it is in another group now, or no more
};

enum class End { light, closed, late };

// Makes all groups lighter than a limit, or proves that the limit is too low.
//
// A group above the limit is *heavy*. Its satellites leave for groups into which they fit; where
// they do not fit, a satellite of that group may leave for the next one, and so on: a search in
// breadth from the heavy group.
class Relief {
public:
    Relief(CentredGroups& groups, Graph const& graph, std::int64_t k, Deadline const& deadline,
           Pulse& pulse)
        : groups_(groups), graph_(graph), k_(k), deadline_(deadline), pulse_(pulse) {}

    // No group is above ``most``, which is 3k - 3 or more; or closed() is a proof that some region
    // of every answer is above most - (k - 1); or there was no time left.
    End run(std::int64_t most);

    Events const& events() const { return events_; }

    // The groups that the last search has reached when it came to its end.
    std::vector<GroupId> const& closed() const { return reached_; }

private:
    // How the search has come to a group: from another one, by a satellite of it that touches the
    // centre of this group, and does not fit into it.
    struct Came {
        std::int64_t search = 0;
        GroupId from = -1;
        SatelliteId by = -1;
    };

    bool fits(SatelliteId s, GroupId o) const {
        return groups_.weight(o) + groups_.satellite_weight(s) <= most_;
    }
    void happened(Event event) { ++events_[static_cast<std::size_t>(event)]; }
    bool is_reached(GroupId g) const { return came_[g].search == search_; }

    void begin_search(GroupId source);
    void reach(GroupId g, GroupId from, SatelliteId by);
    void unload(GroupId source);
    bool search();
    bool look_around(SatelliteId s);
    Outcome meet(SatelliteId s, Area u);
    Outcome unite(SatelliteId s, SatelliteId other);
    Outcome pair_off(SatelliteId s, SatelliteId other);
    void leave(SatelliteId s, GroupId o);
    void fill_up(GroupId g);

    CentredGroups& groups_;
    Graph const& graph_;
    std::int64_t k_;
    Deadline const& deadline_;
    Pulse& pulse_;
    std::int64_t most_ = 0;
    std::vector<Came> came_;
    std::vector<GroupId> reached_;
    std::int64_t search_ = 0;
    Events events_{};
};

End Relief::run(std::int64_t most) {
    most_ = most;
    auto& waiting = groups_.heavier;
    waiting.resize(groups_.count());
    std::iota(waiting.begin(), waiting.end(), 0);
    while (!waiting.empty()) {
        auto const g = waiting.back();
        waiting.pop_back();
        pulse_.beat();
        // A group that was split is no more, and its weight is -1.
        while (groups_.weight(g) > most_) {
            if (deadline_.over()) {
                return End::late;
            }
            if (!groups_.is_centred(g)) {
                happened(groups_.split(g, pulse_) ? Event::split : Event::centred);
                continue;
            }
            unload(g);
            assert(graph_.count > few_areas || groups_.is_sound());
            if (groups_.weight(g) > most_) {
                begin_search(g);
                if (!search()) {
                    happened(Event::proved);
                    return End::closed;
                }
                assert(graph_.count > few_areas || groups_.is_sound());
            }
        }
    }
    return End::light;
}

void Relief::begin_search(GroupId source) {
    ++search_;
    came_.resize(groups_.count());
    reached_.clear();
    reach(source, -1, -1);
}

void Relief::reach(GroupId g, GroupId from, SatelliteId by) {
    came_[g] = {search_, from, by};
    reached_.push_back(g);
}

// Lets every satellite of a heavy group meet its neighbours, in one pass: a search would begin
// again after each that has left, and some groups have very many.
void Relief::unload(GroupId source) {
    begin_search(source);
    Area const centre = groups_.centre(source);
    for (std::size_t at = 0; at < groups_.satellites(source).size();) {
        auto const s = groups_.satellites(source)[at];
        auto outcome = Outcome::unchanged;
        // A satellite that takes another one in has more areas to look at.
        for (std::size_t i = 0; outcome != Outcome::left && i < groups_.areas(s).size(); ++i) {
            Area const v = groups_.areas(s)[i];
            pulse_.beat(1 + graph_.degree(v));
            for (Area const u : graph_.neighbours_of(v)) {
                if (u != centre && groups_.satellite_of(u) != s) {
                    outcome = meet(s, u);
                    if (outcome == Outcome::left) {
                        break;
                    }
                }
            }
        }
        if (groups_.weight(source) <= most_) {
            return;
        }
        // Another satellite stands at the place of one that left.
        auto const& left = groups_.satellites(source);
        at += at < left.size() && left[at] == s;
    }
}

// Until something has changed, which is true; or all that can be reached is closed: its satellites
// touch nothing but each one itself and centres that were reached.
bool Relief::search() {
    for (std::size_t head = 0; head < reached_.size(); ++head) {
        auto const g = reached_[head];
        for (std::size_t at = 0; at < groups_.satellites(g).size(); ++at) {
            if (look_around(groups_.satellites(g)[at])) {
                return true;
            }
        }
    }
    return false;
}

// Lets a satellite meet its neighbours until something has changed; centres of groups into which it
// does not fit are reached.
bool Relief::look_around(SatelliteId s) {
    auto const g = groups_.holder(s);
    for (std::size_t i = 0; i < groups_.areas(s).size(); ++i) {
        Area const v = groups_.areas(s)[i];
        pulse_.beat(1 + graph_.degree(v));
        for (Area const u : graph_.neighbours_of(v)) {
            auto const o = groups_.group_of(u);
            bool const is_known = groups_.centre(o) == u && is_reached(o);
            if (is_known || groups_.satellite_of(u) == s) {
                continue;
            }
            if (meet(s, u) != Outcome::unchanged) {
                return true;
            }
            if (groups_.centre(o) == u) {
                reach(o, g, s);
            }
        }
    }
    return false;
}

// A satellite of a group that was reached, and a neighbour of it outside.
Outcome Relief::meet(SatelliteId s, Area u) {
    auto const g = groups_.holder(s);
    auto const o = groups_.group_of(u);
    if (!groups_.is_centred(o)) {
        if (fits(s, o)) {
            happened(Event::left_for_plain);
            leave(s, o);
            return Outcome::left;
        }
        bool const is_split = groups_.split_with(o, s, u, pulse_);
        happened(is_split ? Event::split_with : Event::centred_with);
        if (is_split) {
            groups_.forget_light_centre(g);
            return Outcome::left;
        }
        // Now it has a centre.
    }
    auto const other = groups_.satellite_of(u);
    if (other < 0) {
        if (!fits(s, o)) {
            return Outcome::unchanged;
        }
        happened(Event::left_for_centre);
        leave(s, o);
        return Outcome::left;
    }
    bool const are_light = groups_.satellite_weight(s) + groups_.satellite_weight(other) < k_;
    return are_light ? unite(s, other) : pair_off(s, other);
}

// Two satellites that touch and are light together become one, in the group that can have it
// without any group falling below 2k - 1.
Outcome Relief::unite(SatelliteId s, SatelliteId other) {
    auto const g = groups_.holder(s);
    auto const o = groups_.holder(other);
    if (o != g && fits(s, o)) {
        happened(Event::united_there);
        groups_.move(s, o);
        groups_.absorb(s, other);
        fill_up(g);
        return Outcome::left;
    }
    happened(o == g ? Event::united_within : Event::united_here);
    if (o != g) {
        // g may be heavy now, but there is a satellite less.
        groups_.move(other, g);
    }
    groups_.absorb(s, other);
    return Outcome::grown;
}

// Two satellites that touch and have k together become a group.
Outcome Relief::pair_off(SatelliteId s, SatelliteId other) {
    auto const g = groups_.holder(s);
    auto const o = groups_.holder(other);
    groups_.pair_off(s, other);
    happened(o == g ? Event::paired_within : Event::paired);
    if (o != g) {
        groups_.forget_light_centre(o);
    } else if (groups_.weight(g) < k_) {
        // It has lost two satellites, and gets the one by which the search has come.
        assert(is_reached(g) && came_[g].from >= 0);
        happened(Event::lent);
        groups_.move(came_[g].by, g);
        groups_.forget_light_centre(came_[g].from);
    }
    groups_.forget_light_centre(g);
    return Outcome::left;
}

// To another group, into which it fits.
void Relief::leave(SatelliteId s, GroupId o) {
    auto const g = groups_.holder(s);
    groups_.move(s, o);
    fill_up(g);
}

// A group that has given a satellite takes the one by which the search has come, if that fits now;
// so does the group that this one came from, and so on.
void Relief::fill_up(GroupId g) {
    while (came_[g].from >= 0 && fits(came_[g].by, g)) {
        auto const from = came_[g].from;
        happened(Event::filled_up);
        groups_.move(came_[g].by, g);
        g = from;
    }
}

// max(bound + k - 1, 3k - 3), or the weight of all where that is less.
std::int64_t limit(std::int64_t bound, std::int64_t k, std::int64_t total) {
    auto const first = k - 1 > total - bound ? total : bound + k - 1;
    auto const second = k - 1 > total / 3 ? total : 3 * (k - 1);
    return std::max(first, second);
}

}  // namespace

Relieved relieved(Graph const& graph, Longs weights, std::int64_t k, Ints region,
                  std::int64_t jumps, Deadline const& deadline, Pulse& pulse) {
    CentredGroups groups(graph, weights, k, region);
    auto const heaviest = [&] {
        std::int64_t found = 0;
        for (GroupId g = 0; g < groups.count(); ++g) {
            found = std::max(found, groups.weight(g));
        }
        return found;
    };
    auto const total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    Relieved best{{region.begin(), region.end()},
                  std::max(k, *std::max_element(weights.begin(), weights.end())),
                  {},
                  true,
                  {}};
    // No answer is below best.bound; best.region is within the limit of ``reached``.
    auto reached = std::max(best.bound, heaviest());
    auto lightest = reached;
    auto aim = best.bound;
    Relief relief(groups, graph, k, deadline, pulse);
    for (std::int64_t round = 0; best.bound < reached; ++round) {
        auto const end = relief.run(limit(aim, k, total));
        if (end == End::closed) {
            std::int64_t sum = 0;
            std::vector<Area> centres;
            for (auto const g : relief.closed()) {
                sum += groups.weight(g);
                centres.push_back(groups.centre(g));
            }
            auto const proved = sum / std::ssize(centres) + (sum % std::ssize(centres) != 0);
            assert(proved > aim);
            if (proved > best.bound) {
                std::sort(centres.begin(), centres.end());
                best.bound = proved;
                best.closed = std::move(centres);
            }
        } else {
            // Groups that are not within a limit yet may still be lighter than those known; those
            // that are may be heavier than the start, which is within the limit then.
            if (heaviest() < lightest) {
                lightest = heaviest();
                best.region = groups.numbered();
            }
            if (end == End::late) {
                best.finished = false;
                break;
            }
            reached = aim;
        }
        aim = round + 1 < jumps ? best.bound : best.bound + (reached - best.bound) / 2;
    }
    best.events = relief.events();
    return best;
}

}  // namespace covey::regions
