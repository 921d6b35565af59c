#include "intervals/sweep.h"

#include "border/arrays.h"
#include "border/module.h"
#include "border/released.h"

using namespace nanobind::literals;

namespace covey::border {

static Made<std::int64_t> sweep(In<std::int64_t> weights, std::int64_t k) {
    require_weights(view(weights), "weights");
    auto starts = released([&](Pulse&) { return intervals::sweep(view(weights), k); });
    return made(std::move(starts));
}

void add_intervals(nb::module_& module) {
    module.def("sweep", &sweep, "weights"_a.noconvert(), "k"_a,
               "Starts of classes, each ended as soon as it has k; what is left joins the last.");
}

}  // namespace covey::border
