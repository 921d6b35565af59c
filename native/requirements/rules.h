// Requirements inside loops. The definitions are those of docs/cells.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
          double tolerance);

    bool empty() const { return rules_.empty(); }
    std::size_t rows() const { return weights_.size(); }

    // Whether these rows meet all rules as one class. ``names`` are the rows of the table that they
    // are, null if they are these themselves.
    bool met(std::span<std::uint32_t const> rows, std::uint32_t const* names, Tally& tally) const;

private:
    bool has(Rule const& rule, std::int64_t total, Tally const& tally,
             std::vector<std::int64_t>& top) const;

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
