// Run a loop without Python's lock, so that other Python threads go on, and Ctrl-C is heard.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "core/pulse.h"

namespace covey::border {

namespace nb = nanobind;

// Takes Python's lock for a moment and lets its signal handlers run; a KeyboardInterrupt that they
// raise ends the loop. (They run on Python's main thread only. On others this does nothing.)
class PythonPulse final : public Pulse {
protected:
    void look() override {
        nb::gil_scoped_acquire const locked;
        if (PyErr_CheckSignals() != 0) {
            throw nb::python_error();
        }
    }
};

// loop(pulse), without Python's lock.
template <typename Loop>
auto released(Loop&& loop) {
    PythonPulse pulse;
    nb::gil_scoped_release const unlocked;
    return std::forward<Loop>(loop)(pulse);
}

}  // namespace covey::border
