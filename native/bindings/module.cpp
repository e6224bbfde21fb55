// The typed door between Python and the kernel: bytes and integers in, bytes and integers out. No rule, no search and
// no notation may live here; every function only converts, releases the GIL and calls the façade in kernel.hpp.
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "kiebitz/kernel.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// The numbers of a batch leave as they lie in memory and are promised as little-endian.
static_assert(std::endian::native == std::endian::little, "the batch format is little-endian");

kiebitz::Bytes view(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

template <typename Number>
nb::bytes to_bytes(const std::vector<Number>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

std::vector<std::uint32_t> to_numbers(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(std::uint32_t) != 0) throw std::invalid_argument("ends: four bytes a deal expected");
    std::vector<std::uint32_t> numbers(bytes.size() / sizeof(std::uint32_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

kiebitz::Mode to_mode(int mode) {
    if (mode < 0 || mode > 2) throw std::invalid_argument("mode: 0 (first), 1 (prove) or 2 (plain) expected");
    return static_cast<kiebitz::Mode>(mode);
}

// Asks Python for pending signals, such as Ctrl-C, at most every 20 ms: between two looks the GIL stays free.
class SignalPoll {
public:
    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        nb::gil_scoped_acquire gil;
        const bool raised = PyErr_CheckSignals() != 0;
        next_ = std::chrono::steady_clock::now() + interval;
        return raised;
    }

private:
    static constexpr std::chrono::milliseconds interval{20};
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + interval;
};

// Runs work without the GIL. When the poll has ended it, the exception that the signal handler raised is passed on.
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

auto solve(const nb::bytes& rules, const nb::bytes& position, int mode, std::uint64_t states, double seconds,
           std::uint64_t memory, std::uint64_t seed) {
    const kiebitz::Limits limits{states, seconds, memory};
    const kiebitz::Answer answer = without_gil([&, how = to_mode(mode)] {
        return kiebitz::solve(view(rules), view(position), how, limits, seed, SignalPoll());
    });
    return std::make_tuple(static_cast<int>(answer.verdict), to_bytes(answer.line), static_cast<int>(answer.limit_hit),
                           answer.states, answer.stored, answer.memory);
}

auto solve_range(const nb::bytes& rules, const nb::bytes& destinations, std::int64_t first, std::int64_t last, int mode,
                 std::uint64_t states, double seconds, std::uint64_t memory, bool lines) {
    const kiebitz::Limits limits{states, seconds, memory};
    const kiebitz::Batch batch = without_gil([&, how = to_mode(mode)] {
        return kiebitz::solve_range(view(rules), view(destinations), first, last, how, limits, lines, SignalPoll());
    });
    return std::make_tuple(to_bytes(batch.verdicts), to_bytes(batch.states), to_bytes(batch.lines),
                           to_bytes(batch.ends));
}

std::int64_t check(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line) {
    return without_gil([&] { return kiebitz::check(view(rules), view(position), view(line)); });
}

std::int64_t check_range(const nb::bytes& rules, const nb::bytes& destinations, std::int64_t first, std::int64_t last,
                         const nb::bytes& verdicts, const nb::bytes& lines, const nb::bytes& ends) {
    return without_gil([&, stops = to_numbers(ends)] {
        return kiebitz::check_range(view(rules), view(destinations), first, last, view(verdicts), view(lines), stops);
    });
}

std::vector<std::int64_t> find_microsoft(const nb::bytes& cards, std::int64_t first, std::int64_t last) {
    return without_gil([&] { return kiebitz::find_microsoft(view(cards), first, last, SignalPoll()); });
}

std::uint64_t perft(const nb::bytes& rules, const nb::bytes& position, int depth) {
    return without_gil([&] { return kiebitz::perft(view(rules), view(position), depth); });
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native kernel. Import kiebitz.kernel instead: it chooses between this module and its twin.";

    module.def("solve", &solve, "rules"_a, "position"_a, "mode"_a, "states"_a, "seconds"_a, "memory"_a, "seed"_a = 0,
               "Search one position: (verdict, line, limit hit, states, stored, memory in bytes).");
    module.def("solve_range", &solve_range, "rules"_a, "destinations"_a, "first"_a, "last"_a, "mode"_a, "states"_a,
               "seconds"_a, "memory"_a, "lines"_a,
               "Search Microsoft's deals first to last: (verdicts, states, lines, ends). Limits are per deal.");
    module.def("check", &check, "rules"_a, "position"_a, "line"_a,
               "-1 for a line that is legal and wins; else the index of its first illegal move, or its length.");
    module.def("check_range", &check_range, "rules"_a, "destinations"_a, "first"_a, "last"_a, "verdicts"_a, "lines"_a,
               "ends"_a, "The first deal whose claimed solution is wrong, or last + 1.");
    module.def("find_microsoft", &find_microsoft, "cards"_a, "first"_a, "last"_a,
               "All Microsoft deal numbers from first to last whose 52 cards, in dealing order, are these.");
    module.def("perft", &perft, "rules"_a, "position"_a, "depth"_a,
               "The number of sequences of so many single-card moves.");
    module.def("simd", &kiebitz::simd, "What the quick search computes with: vector or plain.");
    module.def("build_info", &kiebitz::build_info, "Compiler and options of the native kernel in one line.");
}
