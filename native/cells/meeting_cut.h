// The best cut of a cell whose sides meet the rules, among all of its cuts.
#pragma once

#include "cells/cell.h"
#include "core/deadline.h"
#include "core/pulse.h"

namespace covey::cells {

// Weigh every position, every edge of a map, and of labels every group if they are few, else the
// heaviest ones, single ones and two halves. The side of every row is left in ``rows``; the choice
// has no children if no cut meets the rules, or none was found before time was over.
void choose_meeting(Guide const& guide, RowsView const& rows, Cell const& cell, double uneven,
                    Deadline const& deadline, Bench& bench, Choice& choice, Pulse& pulse);

}  // namespace covey::cells
