// Requirements inside loops. The definitions are those of docs/reference/cells.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pulse.h"
#include "core/spans.h"

namespace covey::requirements {

// Numbered as in covey.requirements.requirement.
enum class Kind : std::int32_t {
    distinct = 0,
    entropy = 1,
    recursive = 2,
    alpha = 3,
    equal = 4,
    ordered = 5,
    population = 6,
};

struct Rule {
    Kind kind;
    // The sensitive attribute that the rule is about; none for the population.
    std::int32_t attribute;
    double amount;
    std::int64_t length;
};

// Room to count in; one for each thread. Counts are zero between two calls.
struct Tally {
    std::vector<std::int64_t> counts;
    std::vector<std::int32_t> seen;
    std::vector<std::int64_t> top;
};

// The rules of a table, with the table's sensitive values. Rules on the same attribute stand
// together.
class Rules {
public:
    // Attribute s of row i has the value values[s * rows + i], below sizes[s]. ``tolerance`` is the
    // rounding error that makes no difference.
    Rules(std::vector<Rule> rules, Ints values, Ints sizes, Longs weights, Longs people,
          double tolerance, Pulse& pulse);

    bool empty() const { return rules_.empty(); }
    std::size_t rows() const { return weights_.size(); }

    // Whether these rows meet all rules as one class. ``names`` are the rows of the table that they
    // are, null if they are these themselves.
    bool met(std::span<std::uint32_t const> rows, std::uint32_t const* names, Tally& tally,
             Pulse& pulse) const;

    // The sensitive attributes, the values of each, and what a row of the table has.
    std::size_t attributes() const { return at_.size() - 1; }
    std::size_t values(std::size_t s) const {
        return static_cast<std::size_t>(at_[s + 1] - at_[s]);
    }
    std::int32_t value(std::size_t s, std::uint32_t row) const {
        return values_[s * weights_.size() + row];
    }
    std::int64_t weight(std::uint32_t row) const { return weights_[row]; }
    std::int64_t people(std::uint32_t row) const { return people_.empty() ? 0 : people_[row]; }

    // Whether a class that has been counted meets all rules: a tally and the number of distinct
    // values for every attribute, its records and its people. Values that were seen may have no
    // records any more.
    bool all_have(std::vector<Tally> const& tallies, std::vector<std::int64_t> const& distinct,
                  std::int64_t total, std::int64_t people, std::vector<std::int64_t>& top,
                  Pulse& pulse) const;

private:
    bool has(Rule const& rule, std::int64_t total, Tally const& tally, std::int64_t distinct,
             std::vector<std::int64_t>& top, Pulse& pulse) const;

    std::vector<Rule> rules_;
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> weights_;
    std::vector<std::int64_t> people_;
    double tolerance_;
    // The values of attribute s have their shares of the table from at_[s] on in shares_, and the
    // shares of all values up to them in cumulated_.
    std::vector<std::int64_t> at_;
    std::vector<double> shares_;
    std::vector<double> cumulated_;
    std::size_t widest_ = 0;
};

}  // namespace covey::requirements
