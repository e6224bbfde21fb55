// What the bindings share: bytes in and out, and work without the GIL that Ctrl-C can end.
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <vector>

#include <nanobind/nanobind.h>

#include "kiebitz/kernel.hpp"

namespace kiebitz::bindings {

namespace nb = nanobind;

// The numbers of a batch leave as they lie in memory and are promised as little-endian.
static_assert(std::endian::native == std::endian::little, "the batch format is little-endian");

inline Bytes view(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

template <typename Number>
nb::bytes to_bytes(const std::vector<Number>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

// Asks Python for pending signals, such as Ctrl-C, at most every 20 ms: between two looks the GIL stays free. Whoever
// wants to end the work himself gives a callable besides, which raises then, or answers true where the work keeps what it
// has found; it is borrowed for the time of the work.
class SignalPoll {
public:
    explicit SignalPoll(PyObject* ask = nullptr) : ask_(ask) {}
    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        nb::gil_scoped_acquire gil;
        bool ended = PyErr_CheckSignals() != 0;
        if (!ended && ask_ && ask_ != Py_None) {
            PyObject* const answer = PyObject_CallNoArgs(ask_);
            ended = !answer || PyObject_IsTrue(answer) != 0;
            Py_XDECREF(answer);
        }
        next_ = std::chrono::steady_clock::now() + interval;
        return ended;
    }

private:
    static constexpr std::chrono::milliseconds interval{20};
    PyObject* ask_;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + interval;
};

// Runs work without the GIL. When the poll has ended it, the exception that the signal handler raised is passed on.
template <typename Work>
auto without_gil(Work&& work) {
    try {
        nb::gil_scoped_release release;
        return work();
    } catch (const Interrupted&) {
        if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
}

}  // namespace kiebitz::bindings
