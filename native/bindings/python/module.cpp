// The kernel as a Python module: bytes in, bytes out, as in native/bindings/interface.
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include "check_certificate.hpp"
#include "interface/interface.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Python's callbacks during work without the GIL; the callables are borrowed for that time. An exception from them, or
// from a signal handler such as Ctrl-C's, is stored and ends the work.
class Caller {
public:
    Caller(PyObject* ask, PyObject* progress) : ask_(ask), progress_(progress) {
        if (ask == Py_None) next_ += interval;
    }

    // Whether to end the work. Calls back at once, and then at most every 20 ms, so that the GIL stays free in between.
    bool ended() {
        if (raised_) return true;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        nb::gil_scoped_acquire gil;
        bool is_ended = PyErr_CheckSignals() != 0;
        raised_ = is_ended;
        if (!is_ended && ask_ != Py_None) {
            PyObject* const answer = PyObject_CallNoArgs(ask_);
            raised_ = !answer;
            is_ended = !answer || PyObject_IsTrue(answer) != 0;
            Py_XDECREF(answer);
        }
        next_ = std::chrono::steady_clock::now() + interval;
        return is_ended;
    }

    void report(int bound, int length) {
        if (raised_) return;
        nb::gil_scoped_acquire gil;
        PyObject* const result = PyObject_CallFunction(progress_, "ii", bound, length);
        raised_ = !result;
        Py_XDECREF(result);
    }

private:
    static constexpr std::chrono::milliseconds interval{20};
    PyObject *ask_, *progress_;
    bool raised_ = false;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

// Run work without the GIL, and raise the exception that ended it.
template <typename Work>
auto without_gil(Work&& work) {
    try {
        nb::gil_scoped_release release;
        return work();
    } catch (const kiebitz::Interrupted&) {
        if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw nb::python_error();
    }
}

nb::bytes call(const nb::bytes& request, const nb::object& ask, const nb::object& progress) {
    Caller caller(ask.ptr(), progress.ptr());
    const kiebitz::Poll ended = [&caller] { return caller.ended(); };
    const kiebitz::Progress report =
        progress.is_none() ? kiebitz::Progress() : [&caller](int bound, int length) { caller.report(bound, length); };
    const kiebitz::Bytes message{reinterpret_cast<const std::uint8_t*>(request.data()), request.size()};
    const std::vector<std::uint8_t> answer =
        without_gil([&] { return kiebitz::interface::call(message, {ended, report}); });
    if (PyErr_Occurred()) throw nb::python_error();
    return nb::bytes(answer.data(), answer.size());
}

std::pair<int, std::string> check_certificate_file(const std::string& path) {
    return without_gil([&] {
        Caller caller(Py_None, Py_None);
        try {
            const auto [outcome, statement] = check_certificate::check(path, [&caller] { return caller.ended(); });
            return std::pair(static_cast<int>(outcome), statement);
        } catch (const check_certificate::Stopped&) {
            throw kiebitz::Interrupted{};
        }
    });
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() =
        "The kernel as a native module. Import kiebitz.kernel instead, which has a function for each of its own.";
    module.def(
        "call", &call, "request"_a, "ask"_a = nb::none(), "progress"_a = nb::none(),
        nb::sig("def call(request: bytes, ask: object | None = None, progress: object | None = None) -> bytes"),
        "Answer a message of values. `ask` is called now and then; what it raises ends the work, as does an answer "
        "that is true. `progress` is called with the bound and the length of the best line (-1: none).");
    module.def("check_certificate", &check_certificate_file, "path"_a,
               "0 proven, 1 not proven, 2 unreadable; and what is proven, or why it is not.");
}
