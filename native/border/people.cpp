#include <limits>

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"
#include "people/groups.h"
#include "people/runs.h"

using namespace nanobind::literals;

namespace covey::border {

namespace {

people::Items require_items(In<std::int64_t> const& starts, In<std::int64_t> const& people,
                            std::int64_t persons, std::int64_t k) {
    require_k(k);
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    require(persons >= 0 && persons < most, "persons must be from 0 to 2^31 - 2.");
    require(starts.size() >= 1 && starts.size() < most,
            "starts must have 1 value or more, and fewer than 2^31 - 1.");
    require_starts(view(starts), people.size());
    require_within(view(people), 0, persons, "people");
    return {view(starts), view(people), persons};
}

Made<std::int64_t> runs(In<std::int64_t> starts, In<std::int64_t> people, std::int64_t persons,
                        std::int64_t k, std::int64_t most) {
    auto const items = require_items(starts, people, persons, k);
    require(most >= k, "most must be k or more; given: " + std::to_string(most) + ".");
    return made(released([&](Pulse& pulse) { return people::runs(items, k, most, pulse); }));
}

Made<std::int32_t> groups(In<std::int64_t> starts, In<std::int64_t> people, std::int64_t persons,
                          std::int64_t k, std::int64_t look) {
    auto const items = require_items(starts, people, persons, k);
    require(look >= 0, "look must be 0 or more; given: " + std::to_string(look) + ".");
    return made(released([&](Pulse& pulse) { return people::groups(items, k, look, pulse); }));
}

}  // namespace

void add_people(nb::module_& module) {
    module.def("runs", &runs, "starts"_a.noconvert(), "people"_a.noconvert(), "persons"_a, "k"_a,
               "most"_a,
               "Where runs of k to most people each start, in items of which number i has the "
               "people from starts[i] on; nothing, if there are no such runs.");
    module.def("groups", &groups, "starts"_a.noconvert(), "people"_a.noconvert(), "persons"_a,
               "k"_a, "look"_a,
               "The class of every item: those of k people alone, the others together until they "
               "have k. The next one is chosen among look items from either end, the fullest "
               "first; with 0 the fullest is next.");
}

}  // namespace covey::border
