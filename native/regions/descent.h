// Local search: unite a few neighbouring regions, draw a spanning tree on them, split it again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "regions/graph.h"
#include "regions/heaviest.h"
#include "regions/split.h"

namespace covey::regions {

// What the search lowers: the number of regions below their thresholds; the heaviest region; the
// heaviest with areas capped at k; the quadratic cost; and the length of borders.
enum class Aim { mend, records, capped, quadratic, compact };

// Weights of areas, or of regions.
struct OwnWeights {
    std::vector<std::int64_t> records;
    std::vector<std::int64_t> capped;
    std::vector<std::int64_t> second;

    Weights view() const { return {records, capped, second}; }
};

// When descend() ends: after so many attempts, so much work, or as many failures in a row as there
// is patience, the failures before it included.
struct Budget {
    std::int64_t failures;
    std::int64_t patience;
    std::int64_t attempts;
    std::int64_t work;
};

struct Progress {
    std::int64_t work;
    std::int64_t failures;
    bool reached;
};

// A partition of a graph's areas into connected regions that the search improves in place.
class Regions {
public:
    // Regions are numbered from 0 without gaps, and each is connected. ``random``, the state of
    // the random numbers, is not 0.
    Regions(std::shared_ptr<Graph const> graph, OwnWeights weights,
            std::vector<std::int32_t> region, std::uint64_t random);

    // For Aim::records and Aim::capped the worst region is taken each time, and its size is the
    // limit that the new pieces must stay below; for Aim::mend the regions below a threshold take
    // turns; for the other aims all are drawn. At most ``most_united`` regions, 2 or more, are
    // split again together. Every k is 1 or more.
    Progress descend(Limits const& limits, Aim aim, std::int64_t floor, std::int64_t most_united,
                     Budget const& budget, Pulse& pulse);

    // Whether the areas are all areas of some regions, each once, and the pieces connected.
    bool may_replace(Ints areas, Ints piece, Pulse& pulse);

    // Puts the pieces, numbers from 0 to the number of areas - 1, in the place of these regions.
    void replace(Ints areas, Ints piece);

    std::vector<std::int32_t> const& region() const { return region_; }
    // Of region numbers that are not in use all weights are -1.
    OwnWeights const& sizes() const { return sizes_; }
    // How many region numbers were ever in use.
    std::int32_t used() const { return used_; }
    std::int64_t attempts() const { return attempt_; }

    // What Aim::compact may add to the sum of squares.
    double slack = 0.0;

private:
    // What kind of tree is drawn. Of four draws, the last is a tree in between.
    enum Shape : std::int64_t { elongated, bushy, broad };

    std::int64_t draw(std::int64_t below);
    std::int32_t next_low(Limits const& limits, std::int32_t first) const;
    void unite(std::int32_t first, std::int64_t wanted, bool without);
    std::int32_t another();
    void collect(std::int32_t region);
    void draw_tree(Pulse& pulse);
    bool is_better(double squares, Aim aim);

    std::shared_ptr<Graph const> graph_;
    OwnWeights weights_;
    std::vector<std::int32_t> region_;
    OwnWeights sizes_;
    Heaviest by_records_;
    Heaviest by_capped_;
    // Some area of every region in use.
    std::vector<Area> some_;
    std::vector<std::int32_t> unused_;
    std::int32_t used_ = 0;
    std::uint64_t random_;

    // The attempts at which an area was last collected and reached, and a region united.
    std::int64_t attempt_ = 0;
    std::vector<std::int64_t> collected_;
    std::vector<std::int64_t> reached_;
    std::vector<std::int64_t> united_;

    // The united areas; and the tree on them: areas in the order in which they were reached, the
    // place of each one's parent in it, their weights, and the place of every area.
    std::vector<Area> areas_;
    std::vector<Area> order_;
    std::vector<std::int32_t> parent_;
    OwnWeights inside_;
    std::vector<std::int32_t> place_;
    // Open borders while a tree is drawn: the area ahead, and the place of the one behind.
    struct Open {
        Area ahead;
        std::int32_t behind;
    };
    std::vector<Open> open_;
    std::vector<std::int32_t> named_;
    TreeSplit tree_split_;
};

}  // namespace covey::regions
