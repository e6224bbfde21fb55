// The typed door between Python and the kernel: bytes and integers in, bytes and integers out. No rule, no search and
// no notation may live here; every function only converts, releases the GIL and calls the façade in kernel.hpp.
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/one_suit.hpp"
#include "kiebitz/skat.hpp"

namespace nb = nanobind;
using namespace nb::literals;

using kiebitz::bindings::SignalPoll;
using kiebitz::bindings::to_bytes;
using kiebitz::bindings::view;
using kiebitz::bindings::without_gil;

namespace {

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

auto solve(const nb::bytes& rules, const nb::bytes& position, int mode, std::uint64_t states, double seconds,
           std::uint64_t memory, std::uint64_t seed, const nb::object& ask) {
    const kiebitz::Limits limits{states, seconds, memory};
    const kiebitz::Answer answer = without_gil([&, how = to_mode(mode)] {
        return kiebitz::solve(view(rules), view(position), how, limits, seed, SignalPoll(ask.ptr()));
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

kiebitz::StoreOptions to_store(std::uint64_t size, int eviction) {
    if (eviction < 0 || eviction > 2) throw std::invalid_argument("eviction: 0 (none), 1 (lru) or 2 (lfu) expected");
    return {size, static_cast<kiebitz::Eviction>(eviction)};
}

kiebitz::Shuffle to_shuffle(int shuffle) {
    if (shuffle < 0 || shuffle > 1) throw std::invalid_argument("shuffle: 0 (fisher-yates) or 1 (wetherell) expected");
    return static_cast<kiebitz::Shuffle>(shuffle);
}

auto best_score(const nb::bytes& rules, const nb::bytes& position, bool plain, std::uint64_t states, double seconds,
                std::uint64_t memory, std::uint64_t store, int eviction) {
    const kiebitz::Limits limits{states, seconds, memory};
    const kiebitz::Score best = without_gil([&, how = to_store(store, eviction)] {
        return kiebitz::best_score(view(rules), view(position), plain, limits, how, SignalPoll());
    });
    return std::make_tuple(best.score, best.bound, to_bytes(best.line), static_cast<int>(best.limit_hit), best.states,
                           best.store.entries, best.store.lookups, best.store.hits, best.store.evictions,
                           best.store.bytes);
}

auto shortest(const nb::bytes& rules, const nb::bytes& position, int score, std::uint64_t states, double seconds,
              std::uint64_t memory) {
    const kiebitz::Limits limits{states, seconds, memory};
    const kiebitz::Path path =
        without_gil([&] { return kiebitz::shortest(view(rules), view(position), score, limits, SignalPoll()); });
    return std::make_tuple(to_bytes(path.line), path.moves, path.decisions, static_cast<int>(path.limit_hit),
                           path.states, path.bytes);
}

auto etude(const nb::bytes& rules, const nb::bytes& destinations, const nb::bytes& face_down, int shuffle,
           std::uint64_t seed, std::uint64_t first, std::uint64_t count, bool plain, std::uint64_t store, int eviction,
           bool lines, bool paths) {
    const kiebitz::Run run{to_shuffle(shuffle), seed, first, count};
    const kiebitz::RunOptions options{plain, lines, paths, to_store(store, eviction)};
    const kiebitz::Scores all = without_gil([&] {
        return kiebitz::etude(view(rules), view(destinations), view(face_down), run, options, SignalPoll());
    });
    return std::make_tuple(to_bytes(all.scores), to_bytes(all.states), to_bytes(all.lines), to_bytes(all.ends),
                           to_bytes(all.moves), to_bytes(all.decisions), all.store.entries, all.store.lookups,
                           all.store.hits, all.store.evictions, all.store.bytes, to_bytes(all.choices));
}

std::int64_t check_score(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line) {
    return without_gil([&] { return kiebitz::check_score(view(rules), view(position), view(line)); });
}

std::uint64_t check_etude(const nb::bytes& rules, const nb::bytes& destinations, const nb::bytes& face_down,
                          int shuffle, std::uint64_t seed, std::uint64_t first, const nb::bytes& scores,
                          const nb::bytes& lines, const nb::bytes& ends) {
    const kiebitz::Run run{to_shuffle(shuffle), seed, first, scores.size()};
    return without_gil([&, stops = to_numbers(ends)] {
        return kiebitz::check_etude(view(rules), view(destinations), view(face_down), run, view(scores), view(lines),
                                    stops);
    });
}

nb::bytes shuffled(int shuffle, std::uint64_t number) {
    std::uint8_t cards[52];
    kiebitz::shuffled(to_shuffle(shuffle), number, cards);
    return nb::bytes(cards, sizeof cards);
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

auto skat_best(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick) {
    const kiebitz::skat::Best best =
        without_gil([&] { return kiebitz::skat::best({game, view(hands), declarer, turn, view(trick)}, SignalPoll()); });
    return std::make_tuple(best.value, to_bytes(best.line));
}

bool skat_reaches(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick, int points) {
    return without_gil(
        [&] { return kiebitz::skat::reaches({game, view(hands), declarer, turn, view(trick)}, points, SignalPoll()); });
}

auto skat_moves(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick) {
    return without_gil(
        [&] { return kiebitz::skat::moves({game, view(hands), declarer, turn, view(trick)}, SignalPoll()); });
}

auto skat_worlds(int game, int declarer, int turn, int points, const nb::bytes& hands) {
    const kiebitz::skat::Worlds all = without_gil(
        [&] { return kiebitz::skat::worlds(game, declarer, turn, points, view(hands), SignalPoll()); });
    return std::make_tuple(to_bytes(all.values), all.nodes);
}

auto skat_values(int game, int declarer, int turn, const nb::bytes& hands) {
    const kiebitz::skat::Worlds all =
        without_gil([&] { return kiebitz::skat::values(game, declarer, turn, view(hands), SignalPoll()); });
    return std::make_tuple(to_bytes(all.values), all.nodes);
}

auto one_suit(const nb::bytes& rules, std::uint64_t first, std::uint64_t count) {
    const kiebitz::one_suit::Lengths all =
        without_gil([&] { return kiebitz::one_suit::lengths(view(rules), first, count, SignalPoll()); });
    return std::make_tuple(to_bytes(all.lengths), to_bytes(all.states), to_bytes(all.lines), to_bytes(all.ends));
}

std::uint64_t check_one_suit(const nb::bytes& rules, std::uint64_t first, const nb::bytes& lengths,
                             const nb::bytes& lines, const nb::bytes& ends) {
    return without_gil([&, stops = to_numbers(ends)] {
        return kiebitz::one_suit::check(view(rules), first, view(lengths), view(lines), stops);
    });
}

std::uint64_t perft(const nb::bytes& rules, const nb::bytes& position, int depth) {
    return without_gil([&] { return kiebitz::perft(view(rules), view(position), depth); });
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native kernel. Import kiebitz.kernel instead: it chooses between this module and its twin.";

    module.def("solve", &solve, "rules"_a, "position"_a, "mode"_a, "states"_a, "seconds"_a, "memory"_a, "seed"_a = 0,
               "ask"_a = nb::none(),
               "Search one position: (verdict, line, limit hit, states, stored, memory in bytes). `ask` is called now and "
               "then; what it raises ends the search.");
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
    module.def("best_score", &best_score, "rules"_a, "position"_a, "plain"_a, "states"_a, "seconds"_a, "memory"_a,
               "store"_a, "eviction"_a,
               "The most cards that come home: (score, bound, line, limit hit, states, entries, lookups, hits, "
               "evictions, bytes).");
    module.def("shortest", &shortest, "rules"_a, "position"_a, "score"_a, "states"_a, "seconds"_a, "memory"_a,
               "A shortest line to a score: (line, moves, decisions, limit hit, states, bytes).");
    module.def("check_score", &check_score, "rules"_a, "position"_a, "line"_a,
               "Cards home after a line, or -1 - the index of its first illegal move.");
    module.def("etude", &etude, "rules"_a, "destinations"_a, "face_down"_a, "shuffle"_a, "seed"_a, "first"_a, "count"_a,
               "plain"_a, "store"_a, "eviction"_a, "lines"_a, "paths"_a,
               "The best scores of a seeded run's deals: (scores, states, lines, ends, moves, decisions, entries, "
               "lookups, hits, evictions, bytes, choices).");
    module.def("check_etude", &check_etude, "rules"_a, "destinations"_a, "face_down"_a, "shuffle"_a, "seed"_a,
               "first"_a, "scores"_a, "lines"_a, "ends"_a,
               "The index of the first deal whose line does not lead to its score, or the number of deals.");
    module.def("shuffled", &shuffled, "shuffle"_a, "number"_a, "The pack in dealing order as card codes.");
    module.def("one_suit", &one_suit, "rules"_a, "first"_a, "count"_a,
               "The lengths of shortest lines of so many deals of the 13-card game: (lengths, states, lines, ends).");
    module.def("check_one_suit", &check_one_suit, "rules"_a, "first"_a, "lengths"_a, "lines"_a, "ends"_a,
               "The index of the first deal whose line does not win in so many moves, or the number of deals.");
    module.def("skat_best", &skat_best, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a,
               "What the declarer still takes at Skat, all cards seen: (value, line).");
    module.def("skat_reaches", &skat_reaches, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a, "points"_a,
               "Whether the declarer still takes so many points; in Null, whether he takes no trick.");
    module.def("skat_moves", &skat_moves, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a,
               "Every card that may be played, with what the declarer takes after it.");
    module.def("skat_worlds", &skat_worlds, "game"_a, "declarer"_a, "turn"_a, "points"_a, "hands"_a,
               "For many deals whether the declarer takes so many points: (a byte each, tricks begun).");
    module.def("skat_values", &skat_values, "game"_a, "declarer"_a, "turn"_a, "hands"_a,
               "For many deals what the declarer takes: (a byte each, tricks begun).");
    module.def("simd", &kiebitz::simd, "What the quick search computes with: vector or plain.");
    module.def("build_info", &kiebitz::build_info, "Compiler and options of the native kernel in one line.");
}
