#include "rectangles/order.h"

namespace covey::rectangles {

Order order_of(Reals values, Pulse& pulse) {
    auto const count = values.size();
    Room room(2 * count * sizeof(Keyed));
    auto const keyed = room.as<Keyed>(2 * count);
    auto const sorted = keyed.first(count);
    Order order{Roomy<std::int32_t>(count), true};
    order.distinct =
        sort_places(sorted, keyed.last(count), [&](auto i) { return values[i]; }, pulse);
    for (std::size_t i = 0; i < count; ++i) {
        order.places[i] = sorted[i].place;
    }
    return order;
}

}  // namespace covey::rectangles
