#include <vector>

#include "border/cells/cells.h"
#include "border/released.h"
#include "requirements/rules.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

using requirements::Rules;

void make_rules(Rules* self, In<std::int32_t> kinds, In<std::int32_t> attributes,
                In<double> amounts, In<std::int64_t> lengths, In2<std::int32_t> values,
                In<std::int32_t> sizes, In<std::int64_t> weights, In<std::int64_t> people,
                double tolerance) {
    auto const count = kinds.size();
    auto const rows = weights.size();
    require_length(attributes.size(), count, "attributes");
    require_length(amounts.size(), count, "amounts");
    require_length(lengths.size(), count, "lengths");
    require_within(view(kinds), 0, 7, "kinds");
    require_finite(view(amounts), "amounts");
    require_measures({&tolerance, 1}, "tolerance");
    require(values.shape(0) == sizes.size() && values.shape(1) == rows,
            "values must have a row for every attribute, with one for every weight.");
    require_records(view(weights));
    require_weights(view(people), "people");
    require(people.size() == 0 || people.size() == rows, "people must have one for every weight.");
    require_within(view(sizes), 1, most_rows, "sizes");
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        require_within(view(values).subspan(s * rows, rows), 0, view(sizes)[s], "values");
    }
    std::vector<requirements::Rule> rules;
    for (std::size_t r = 0; r < count; ++r) {
        requirements::Rule const rule{static_cast<requirements::Kind>(view(kinds)[r]),
                                      view(attributes)[r], view(amounts)[r], view(lengths)[r]};
        if (rule.kind == requirements::Kind::population) {
            require(people.size() == rows, "A rule on the population needs people.");
        } else {
            require(rule.attribute >= 0 && static_cast<std::size_t>(rule.attribute) < sizes.size(),
                    "A rule is on an attribute that is not there.");
            require(rule.kind != requirements::Kind::recursive || rule.length >= 1,
                    "The length of a recursive rule must be 1 or more.");
        }
        rules.push_back(rule);
    }
    released([&](Pulse& pulse) {
        new (self) Rules(std::move(rules), view(values), view(sizes), view(weights), view(people),
                         tolerance, pulse);
    });
}

bool rules_met(Rules const& rules, In<std::int64_t> rows) {
    require_within(view(rows), 0, static_cast<std::int64_t>(rules.rows()), "rows");
    std::vector<std::uint32_t> own(view(rows).begin(), view(rows).end());
    // Sums of a row that is counted twice could overflow.
    bool ascends = true;
    for (std::size_t i = 1; i < own.size(); ++i) {
        ascends &= own[i - 1] < own[i];
    }
    if (!ascends) {
        // Only rows without order need a note for every row of the table.
        std::vector<bool> seen(rules.rows());
        for (auto const row : own) {
            require(!seen[row], "rows must be distinct.");
            seen[row] = true;
        }
    }
    return released([&](Pulse& pulse) {
        requirements::Tally tally;
        return rules.met(own, nullptr, tally, pulse);
    });
}

}  // namespace

void add_rules(nb::module_& module) {
    nb::class_<Rules>(module, "Rules", "Requirements, and the sensitive values they are about.")
        .def("__init__", &make_rules, "kinds"_a.noconvert(), "attributes"_a.noconvert(),
             "amounts"_a.noconvert(), "lengths"_a.noconvert(), "values"_a.noconvert(),
             "sizes"_a.noconvert(), "weights"_a.noconvert(), "people"_a.noconvert(), "tolerance"_a)
        .def("meets", &rules_met, "rows"_a.noconvert(),
             "Whether these rows meet all rules as one class.");
}

}  // namespace covey::border
