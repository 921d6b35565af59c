#include "rectangles/order.h"

namespace covey::rectangles {

Order order_of(Reals values, Pulse& pulse) {
    auto const count = values.size();
    Roomy<Keyed> sorted(count), spare(count);
    Order order{Roomy<std::int32_t>(count), true};
    order.distinct =
        sort_places(std::span(sorted), std::span(spare), [&](auto i) { return values[i]; }, pulse);
    for (std::size_t i = 0; i < count; ++i) {
        order.places[i] = sorted[i].place;
    }
    return order;
}

}  // namespace covey::rectangles
