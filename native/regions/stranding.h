// Regions that strand nobody: what a region leaves of the map must have k in every part. The bounds
// that follow are proved in docs/explanation/regions-bounds.md.
#pragma once

#include <vector>

#include "core/deadline.h"
#include "regions/graph.h"

namespace covey::regions {

// Lists the connected sets of k or more around an area that leave no part below k of a map, from
// which areas may have been taken out. A part below k that a set would leave belongs to the set.
class StrandingSearch {
public:
    StrandingSearch(Graph const& graph, Longs weights, std::int64_t k);

    // What is taken out of the map must leave no part below k, either.
    void take_out(Ints areas);
    void put_back(Ints areas);
    bool is_out(Area v) const { return marks_[v] == Mark::out; }

    // Calls visit(weight) for every such set of at most ``most``; the set is region(). visit hands
    // back how heavy further sets may be; below k, the search ends there. Whether it came to its
    // end, within so many looks at neighbours, which are counted off ``steps``.
    template <typename Visit>
    bool around(Area root, std::int64_t most, std::int64_t& steps, Pulse& pulse, Visit visit) {
        if (!begin(root, most, steps, pulse)) {
            return steps > 0;
        }
        bool is_new = true;
        while (steps > 0) {
            if (is_new && weight_ >= k_) {
                most = visit(weight_);
                if (most < k_) {
                    end();
                    return true;
                }
            }
            auto const next = advance(most, steps, pulse);
            if (next == Next::over) {
                end();
                return true;
            }
            is_new = next == Next::larger;
        }
        end();
        return false;
    }

    std::vector<Area> const& region() const { return taken_; }

    // What the lightest such set weighs, or ``most`` + 1 if there is none up to that. A set of at
    // most ``enough`` ends the search. 0 if it was not finished.
    std::int64_t lightest(Area root, std::int64_t enough, std::int64_t most, std::int64_t& steps,
                          Pulse& pulse);

private:
    enum class Mark : std::uint8_t { open, taken, left, out };
    enum class Next { larger, same, over };
    // An area that was taken or left, and what was there before.
    struct Decision {
        Area area;
        bool is_taken;
        std::size_t taken;
        std::size_t ahead;
        std::size_t place;
        std::int64_t weight;
    };

    bool begin(Area root, std::int64_t most, std::int64_t& steps, Pulse& pulse);
    Next advance(std::int64_t most, std::int64_t& steps, Pulse& pulse);
    void end();
    bool take(Area v, std::int64_t most, std::int64_t& steps, Pulse& pulse);
    bool take_light_parts(Area v, std::int64_t most, std::int64_t& steps, Pulse& pulse);
    void undo(std::size_t taken, std::size_t ahead, std::int64_t weight);

    Graph const& graph_;
    Longs weights_;
    std::int64_t k_;
    std::vector<Mark> marks_;
    std::vector<Area> taken_;
    std::int64_t weight_ = 0;
    // Neighbours of what is taken, in the order in which they are decided on, and the next one.
    std::vector<Area> ahead_;
    std::size_t place_ = 0;
    std::vector<Decision> decisions_;
    // Walks through what is left: which one has seen an area last.
    std::vector<std::int64_t> seen_;
    std::int64_t walk_ = 0;
    std::vector<Area> walked_;
};

// What a proof may take: looks at neighbours for one area, within it for each of its regions, and
// for all areas.
struct StrandingEffort {
    std::int64_t each;
    std::int64_t inner;
    std::int64_t all;
};

// ``bound`` is proved by ``area``, every region of which is as heavy, or leaves one of ``others``
// without a region that is lighter. No area: -1.
struct Stranded {
    std::int64_t bound;
    Area area;
    std::vector<Area> others;
};

// The best bound above ``bound`` by single areas, in this order, up to ``most`` + 1.
Stranded stranded(Graph const& graph, Longs weights, std::int64_t k, Ints areas, std::int64_t bound,
                  std::int64_t most, StrandingEffort const& effort, Deadline const& deadline,
                  Pulse& pulse);

// The same by areas and those around their regions.
Stranded stranded_twice(Graph const& graph, Longs weights, std::int64_t k, Ints areas,
                        std::int64_t bound, std::int64_t most, StrandingEffort const& effort,
                        Deadline const& deadline, Pulse& pulse);

}  // namespace covey::regions
