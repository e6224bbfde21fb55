// The binding to Python: bytes and integers in, bytes and integers out. No rule, no search and
// no notation may live here; every function only converts, releases the GIL and calls a façade of include/kiebitz.
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "check_certificate.hpp"
#include "convert.hpp"
#include "kiebitz/certificate.hpp"
#include "kiebitz/difficulty.hpp"
#include "kiebitz/fewest_moves.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/one_suit.hpp"
#include "kiebitz/player_lines.hpp"
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
    if (mode < 0 || mode > 2) throw std::invalid_argument("mode: 0 (first), 1 (prove) or 2 (exhaustive) expected");
    return static_cast<kiebitz::Mode>(mode);
}

// The answers are named tuples of Python, the same for both kernels.
template <typename... Values>
nb::object named(const char* name, Values&&... values) {
    return nb::module_::import_("kiebitz.kernel.answers").attr(name)(std::forward<Values>(values)...);
}

using LimitsTuple = std::tuple<std::uint64_t, double, std::uint64_t>;        // answers.Limits
using StoreTuple = std::tuple<std::uint64_t, int>;                           // answers.StoreOptions
using DealsTuple = std::tuple<int, std::optional<std::uint64_t>>;            // answers.Deals
using PlayTuple = std::tuple<int, int>;                                      // answers.Play

kiebitz::Limits to_limits(const LimitsTuple& limits) { return std::make_from_tuple<kiebitz::Limits>(limits); }

kiebitz::StoreOptions to_store(const StoreTuple& store) {
    const auto [size, eviction] = store;
    if (eviction < 0 || eviction > 2) throw std::invalid_argument("eviction: 0 (none), 1 (lru) or 2 (lfu) expected");
    return {size, static_cast<kiebitz::Eviction>(eviction)};
}

kiebitz::Deals to_deals(const DealsTuple& deals) {
    const auto [kind, seed] = deals;
    if (kind < 0 || kind > 4)
        throw std::invalid_argument("deals: 0 (microsoft), 1 (fisher-yates), 2 (wetherell), 3 (pysolfc) or 4 (one-suit) expected");
    return {static_cast<kiebitz::Numbering>(kind), seed};
}

kiebitz::Play to_play(const PlayTuple& play) {
    const auto [autoplay, at_once] = play;
    if (autoplay < 0 || autoplay > 2) throw std::invalid_argument("autoplay: 0 (none), 1 (safe) or 2 (max) expected");
    if (at_once < 0 || at_once > 2) throw std::invalid_argument("at once: 0 (carried), 1 (one) or 2 (microsoft) expected");
    return {static_cast<kiebitz::Autoplay>(autoplay), static_cast<kiebitz::AtOnce>(at_once)};
}

nb::object figures(const kiebitz::StoreFigures& f) {
    return named("StoreFigures", f.entries, f.lookups, f.hits, f.evictions, f.bytes);
}

nb::object solve(const nb::bytes& rules, const nb::bytes& position, int mode, const LimitsTuple& limits,
                 std::uint64_t seed, const nb::object& ask) {
    const kiebitz::Answer a = without_gil([&, how = to_mode(mode)] {
        return kiebitz::solve(view(rules), view(position), how, to_limits(limits), seed, SignalPoll(ask.ptr()));
    });
    return named("Answer", static_cast<int>(a.verdict), to_bytes(a.line), static_cast<int>(a.limit_hit), a.states,
                 a.stored, a.memory);
}

nb::object solve_range(const nb::bytes& rules, const nb::bytes& layout, std::int64_t first, std::int64_t last,
                       int mode, const LimitsTuple& limits, bool lines, const DealsTuple& deals) {
    const kiebitz::Batch b = without_gil([&, how = to_mode(mode), which = to_deals(deals)] {
        return kiebitz::solve_range(view(rules), view(layout), first, last, how, to_limits(limits), lines,
                                    SignalPoll(), which);
    });
    return named("Batch", to_bytes(b.verdicts), to_bytes(b.states), to_bytes(b.lines), to_bytes(b.ends),
                 to_bytes(b.limits_hit));
}

nb::object best_score(const nb::bytes& rules, const nb::bytes& position, const LimitsTuple& limits, bool exhaustive,
                      int floor, const StoreTuple& store, const nb::object& ask) {
    const kiebitz::BestOptions options{exhaustive, floor, to_store(store)};
    const kiebitz::Score s = without_gil([&] {
        return kiebitz::best_score(view(rules), view(position), options, to_limits(limits), SignalPoll(ask.ptr()));
    });
    return named("Score", s.score, s.bound, to_bytes(s.line), static_cast<int>(s.limit_hit), s.states, figures(s.store));
}

nb::object shortest(const nb::bytes& rules, const nb::bytes& position, int score, const LimitsTuple& limits,
                    const nb::object& ask) {
    const kiebitz::Path p = without_gil([&] {
        return kiebitz::shortest(view(rules), view(position), score, to_limits(limits), SignalPoll(ask.ptr()));
    });
    return named("Path", to_bytes(p.line), p.moves, p.decisions, static_cast<int>(p.limit_hit), p.states, p.bytes);
}

// Tells Python of bound and length; what that raises ends the work.
kiebitz::Progress teller(const nb::object& progress) {
    if (progress.is_none()) return {};
    return [told = progress.ptr()](int bound, int length) {
        nb::gil_scoped_acquire gil;
        PyObject* const done = PyObject_CallFunction(told, "ii", bound, length);
        Py_XDECREF(done);
        if (!done) throw kiebitz::Interrupted{};
    };
}

nb::object shortest_line(const nb::bytes& rules, const nb::bytes& position, const LimitsTuple& limits, int width,
                         bool prove, const nb::object& progress, const nb::object& ask) {
    if (width < 0) throw std::invalid_argument("width: 0 or more expected");
    const kiebitz::Shortest s = without_gil([&] {
        return kiebitz::shortest_line(view(rules), view(position), {width, prove}, to_limits(limits),
                                      teller(progress), SignalPoll(ask.ptr()));
    });
    if (PyErr_Occurred()) throw nb::python_error();
    return named("Shortest", static_cast<int>(s.verdict), to_bytes(s.line), s.bound, static_cast<int>(s.limit_hit),
                 s.states, s.stored, s.memory);
}

nb::object best_scores(const nb::bytes& rules, const nb::bytes& layout, std::uint64_t first, std::uint64_t count,
                       const LimitsTuple& limits, bool exhaustive, bool lines, bool paths, int floor,
                       const StoreTuple& store, const DealsTuple& deals) {
    const kiebitz::ScoresOptions options{{exhaustive, floor, to_store(store)}, lines, paths};
    const kiebitz::Scores s = without_gil([&, which = to_deals(deals)] {
        return kiebitz::best_scores(view(rules), view(layout), first, count, options, to_limits(limits), SignalPoll(),
                                    which);
    });
    return named("Scores", to_bytes(s.scores), to_bytes(s.states), to_bytes(s.lines), to_bytes(s.ends), to_bytes(s.moves),
                 to_bytes(s.decisions), to_bytes(s.choices), to_bytes(s.bounds), to_bytes(s.limits_hit), figures(s.store));
}

nb::object certificate(const nb::bytes& rules, const nb::bytes& position, int moves, const LimitsTuple& limits,
                       const nb::object& ask) {
    const kiebitz::certificate::Proof p = without_gil([&] {
        return kiebitz::certificate::prove(view(rules), view(position), moves, to_limits(limits), SignalPoll(ask.ptr()));
    });
    return named("Proof", static_cast<int>(p.verdict), p.moves, p.positions, to_bytes(p.body),
                 static_cast<int>(p.limit_hit), p.states, p.memory);
}

std::pair<int, std::string> check_certificate_file(const std::string& path) {
    return without_gil([&] {
        try {
            const auto [outcome, statement] = check_certificate::check(path, SignalPoll());
            return std::pair(static_cast<int>(outcome), statement);
        } catch (const check_certificate::Stopped&) {
            throw kiebitz::Interrupted{};
        }
    });
}

std::int64_t check_score(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line) {
    return without_gil([&] { return kiebitz::check_score(view(rules), view(position), view(line)); });
}

std::uint64_t check_scores(const nb::bytes& rules, const nb::bytes& layout, std::uint64_t first, const nb::bytes& scores,
                           const nb::bytes& lines, const nb::bytes& ends, const DealsTuple& deals) {
    return without_gil([&, stops = to_numbers(ends), which = to_deals(deals)] {
        return kiebitz::check_scores(view(rules), view(layout), first, view(scores), view(lines), stops, which);
    });
}

nb::bytes numbered(int numbering, std::uint64_t number, int cards) {
    if (cards < 1 || cards > 52) throw std::invalid_argument("cards: 1 to 52 expected");
    std::uint8_t places[52];
    const std::span<std::uint8_t> pack(places, std::size_t(cards));
    kiebitz::numbered(to_deals({numbering, std::nullopt}).numbering, number, pack);
    return nb::bytes(places, pack.size());
}

std::int64_t check(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line) {
    return without_gil([&] { return kiebitz::check(view(rules), view(position), view(line)); });
}

std::int64_t check_range(const nb::bytes& rules, const nb::bytes& layout, std::int64_t first, std::int64_t last,
                         const nb::bytes& verdicts, const nb::bytes& lines, const nb::bytes& ends,
                         const DealsTuple& deals) {
    return without_gil([&, stops = to_numbers(ends), which = to_deals(deals)] {
        return kiebitz::check_range(view(rules), view(layout), first, last, view(verdicts), view(lines), stops,
                                    which);
    });
}

nb::object player_line(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line, const PlayTuple& play) {
    const auto moves = without_gil(
        [&, how = to_play(play)] { return kiebitz::player_line(view(rules), view(position), view(line), how); });
    return moves ? nb::object(to_bytes(*moves)) : nb::none();
}

nb::object short_line(const nb::bytes& rules, const nb::bytes& position, const PlayTuple& play, const LimitsTuple& limits,
                      std::uint32_t width, std::uint32_t below, const nb::object& ask) {
    const kiebitz::ShortLine s = without_gil([&, how = to_play(play)] {
        return kiebitz::short_line(view(rules), view(position), how, {width, below}, to_limits(limits), SignalPoll(ask.ptr()));
    });
    return named("Short", s.made ? nb::object(to_bytes(s.moves)) : nb::none(), static_cast<int>(s.limit_hit), s.states,
                 s.memory);
}

nb::object fewest_moves(const nb::bytes& rules, const nb::bytes& position, const PlayTuple& play, const LimitsTuple& limits,
                        int known, const nb::object& progress, const nb::object& ask) {
    const kiebitz::FewestMoves s = without_gil([&, how = to_play(play)] {
        return kiebitz::fewest_moves(view(rules), view(position), how, known, to_limits(limits), teller(progress),
                                     SignalPoll(ask.ptr()));
    });
    if (PyErr_Occurred()) throw nb::python_error();
    return named("Shortest", static_cast<int>(s.verdict), to_bytes(s.moves), s.bound, static_cast<int>(s.limit_hit),
                 s.states, s.stored, s.memory);
}

nb::object judge_moves(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line, const PlayTuple& play,
                       const LimitsTuple& limits, const nb::object& ask) {
    const kiebitz::JudgedMoves j = without_gil([&, how = to_play(play)] {
        return kiebitz::judge_moves(view(rules), view(position), view(line), how, to_limits(limits), SignalPoll(ask.ptr()));
    });
    return named("Judged", to_bytes(j.kept), to_bytes(j.lost), to_bytes(j.open), j.states);
}

nb::object greedy_games(const nb::bytes& rules, const nb::bytes& position, const PlayTuple& play, int ahead,
                        std::uint32_t games, std::uint64_t seed, const nb::object& ask) {
    const kiebitz::GreedyGames g = without_gil([&, how = to_play(play)] {
        return kiebitz::greedy_games(view(rules), view(position), how, {ahead, games, seed}, SignalPoll(ask.ptr()));
    });
    return named("Games", g.won, g.moves);
}

nb::object player_lines(const nb::bytes& rules, const nb::bytes& layout, std::int64_t first, std::int64_t last,
                        const nb::bytes& verdicts, const nb::bytes& lines, const nb::bytes& ends, const PlayTuple& play,
                        const DealsTuple& deals) {
    const kiebitz::PlayerLines all = without_gil([&, stops = to_numbers(ends), how = to_play(play), which = to_deals(deals)] {
        return kiebitz::player_lines(view(rules), view(layout), first, last, view(verdicts), view(lines), stops, how,
                                     SignalPoll(), which);
    });
    return named("PlayerLines", to_bytes(all.made), to_bytes(all.lines), to_bytes(all.ends));
}

std::int64_t check_player_line(const nb::bytes& rules, const nb::bytes& position, const nb::bytes& line,
                               const PlayTuple& play) {
    return without_gil(
        [&, how = to_play(play)] { return kiebitz::check_player_line(view(rules), view(position), view(line), how); });
}

std::int64_t check_player_lines(const nb::bytes& rules, const nb::bytes& layout, std::int64_t first,
                                std::int64_t last, const nb::bytes& made, const nb::bytes& lines, const nb::bytes& ends,
                                const PlayTuple& play, const DealsTuple& deals) {
    return without_gil([&, stops = to_numbers(ends), how = to_play(play), which = to_deals(deals)] {
        return kiebitz::check_player_lines(view(rules), view(layout), first, last, view(made), view(lines), stops,
                                           how, which);
    });
}

std::vector<std::int64_t> find_microsoft(const nb::bytes& cards, std::int64_t first, std::int64_t last) {
    return without_gil([&] { return kiebitz::find_microsoft(view(cards), first, last, SignalPoll()); });
}

nb::object skat_best(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick) {
    const kiebitz::skat::Best best =
        without_gil([&] { return kiebitz::skat::best({game, view(hands), declarer, turn, view(trick)}, SignalPoll()); });
    return named("Best", best.value, to_bytes(best.line));
}

bool skat_reaches(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick, int points) {
    return without_gil(
        [&] { return kiebitz::skat::reaches({game, view(hands), declarer, turn, view(trick)}, points, SignalPoll()); });
}

auto skat_moves(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick) {
    return without_gil(
        [&] { return kiebitz::skat::moves({game, view(hands), declarer, turn, view(trick)}, SignalPoll()); });
}

auto skat_trace(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick,
                const nb::bytes& cards) {
    return without_gil([&] {
        return kiebitz::skat::trace({game, view(hands), declarer, turn, view(trick)}, view(cards), SignalPoll());
    });
}

auto skat_best_discard(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& pairs, int least) {
    const kiebitz::skat::Discard best = without_gil([&] {
        return kiebitz::skat::best_discard({game, view(hands), declarer, turn, {}}, view(pairs), least, SignalPoll());
    });
    return std::pair{best.index, best.value};
}

nb::object skat_levels(int game, const nb::bytes& hands, int declarer, int turn, const nb::bytes& trick,
                       const nb::bytes& had, const nb::bytes& levels) {
    const kiebitz::skat::Worlds all = without_gil([&] {
        return kiebitz::skat::levels({game, view(hands), declarer, turn, view(trick)}, view(had), view(levels),
                                     SignalPoll());
    });
    return named("Worlds", to_bytes(all.values), all.nodes);
}

nb::object skat_worlds(int game, int declarer, int turn, int points, const nb::bytes& hands, bool alike) {
    const kiebitz::skat::Worlds all = without_gil(
        [&] { return kiebitz::skat::worlds(game, declarer, turn, points, view(hands), SignalPoll(), alike); });
    return named("Worlds", to_bytes(all.values), all.nodes);
}

nb::object skat_values(int game, int declarer, int turn, const nb::bytes& hands) {
    const kiebitz::skat::Worlds all =
        without_gil([&] { return kiebitz::skat::values(game, declarer, turn, view(hands), SignalPoll()); });
    return named("Worlds", to_bytes(all.values), all.nodes);
}

nb::object one_suit(const nb::bytes& rules, std::uint64_t first, std::uint64_t count) {
    const kiebitz::one_suit::Lengths all =
        without_gil([&] { return kiebitz::one_suit::lengths(view(rules), first, count, SignalPoll()); });
    return named("Lengths", to_bytes(all.lengths), to_bytes(all.states), to_bytes(all.lines), to_bytes(all.ends));
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
    module.doc() = "The native kernel. Import kiebitz.kernel instead: it chooses between this and the pure-Python kernel.";
    const LimitsTuple no_limits{0, 0.0, 0};
    const StoreTuple standard_store{0, 1};
    const DealsTuple microsoft{0, std::nullopt};
#define POSITION "rules: bytes, position: bytes"
#define DEALT "rules: bytes, layout: bytes"
#define QUESTION "game: int, hands: bytes, declarer: int, turn: int, trick: bytes"

    module.def("solve", &solve, "rules"_a, "position"_a, "mode"_a, "limits"_a = no_limits, "seed"_a = 0,
               "ask"_a = nb::none(),
               nb::sig("def solve(" POSITION ", mode: int, limits: Limits = ..., seed: int = 0, "
                       "ask: object | None = None) -> Answer"),
               "Search one position. `ask` is called now and then; what it raises ends the search.");
    module.def("solve_range", &solve_range, "rules"_a, "layout"_a, "first"_a, "last"_a, "mode"_a,
               "limits"_a = no_limits, "lines"_a = true, "deals"_a = microsoft,
               nb::sig("def solve_range(" DEALT ", first: int, last: int, mode: int, limits: Limits = ..., "
                       "lines: bool = True, deals: Deals = ...) -> Batch"),
               "Search the deals first to last. Limits are per deal.");
    module.def("check", &check, "rules"_a, "position"_a, "line"_a,
               "-1 for a line that is legal and wins; else the index of its first illegal move, or its length.");
    module.def("check_range", &check_range, "rules"_a, "layout"_a, "first"_a, "last"_a, "verdicts"_a, "lines"_a,
               "ends"_a, "deals"_a = microsoft,
               nb::sig("def check_range(" DEALT ", first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes, "
                       "deals: Deals = ...) -> int"),
               "The first deal whose claimed solution is wrong, or last + 1.");
    module.def("player_line", &player_line, "rules"_a, "position"_a, "line"_a, "play"_a,
               nb::sig("def player_line(" POSITION ", line: bytes, play: Play) -> bytes | None"),
               "The player's moves of a line that wins, four bytes each; None if it does not survive autoplay.");
    module.def("player_lines", &player_lines, "rules"_a, "layout"_a, "first"_a, "last"_a, "verdicts"_a, "lines"_a,
               "ends"_a, "play"_a, "deals"_a = microsoft,
               nb::sig("def player_lines(" DEALT ", first: int, last: int, verdicts: bytes, lines: bytes, ends: bytes, "
                       "play: Play, deals: Deals = ...) -> PlayerLines"),
               "The same for the solved deals of a batch.");
    module.def("short_line", &short_line, "rules"_a, "position"_a, "play"_a, "limits"_a = no_limits, nb::kw_only(),
               "width"_a, "below"_a = 0, "ask"_a = nb::none(),
               nb::sig("def short_line(" POSITION ", play: Play, limits: Limits = ..., *, width: int, below: int = 0, "
                       "ask: object | None = None) -> Short"),
               "A line of few player's moves, fewer than `below` if that is given, by a search that keeps the best `width` "
               "positions of each level; None if it finds none. `ask` is as of `solve`.");
    module.def("fewest_moves", &fewest_moves, "rules"_a, "position"_a, "play"_a, "limits"_a = no_limits, nb::kw_only(),
               "known"_a = 0, "progress"_a = nb::none(), "ask"_a = nb::none(),
               nb::sig("def fewest_moves(" POSITION ", play: Play, limits: Limits = ..., *, known: int = 0, "
                       "progress: object | None = None, ask: object | None = None) -> Shortest"),
               "A line with the fewest player's moves, if it has fewer than `known` (0: none is known); progress and ask are "
               "as of `shortest_line`.");
    module.def("judge_moves", &judge_moves, "rules"_a, "position"_a, "line"_a, "play"_a, "limits"_a = no_limits,
               nb::kw_only(), "ask"_a = nb::none(),
               nb::sig("def judge_moves(" POSITION ", line: bytes, play: Play, limits: Limits = ..., *, "
                       "ask: object | None = None) -> Judged"),
               "For each position of a player's line before a move of it, how many moves keep the win, lose it, or are left "
               "open by the limits, which hold for each move. `ask` is as of `solve`.");
    module.def("greedy_games", &greedy_games, "rules"_a, "position"_a, "play"_a, nb::kw_only(), "ahead"_a, "games"_a,
               "seed"_a = 0, "ask"_a = nb::none(),
               nb::sig("def greedy_games(" POSITION ", play: Play, *, ahead: int, games: int, seed: int = 0, "
                       "ask: object | None = None) -> Games"),
               "How many of some games a player wins who looks `ahead` moves ahead and has no plan. `ask` is as of `solve`.");
    module.def("check_player_line", &check_player_line, "rules"_a, "position"_a, "line"_a, "play"_a,
               nb::sig("def check_player_line(" POSITION ", line: bytes, play: Play) -> int"),
               "-1 for player's moves that are legal and win; else the index of the first wrong one, or their number.");
    module.def("check_player_lines", &check_player_lines, "rules"_a, "layout"_a, "first"_a, "last"_a, "made"_a,
               "lines"_a, "ends"_a, "play"_a, "deals"_a = microsoft,
               nb::sig("def check_player_lines(" DEALT ", first: int, last: int, made: bytes, lines: bytes, ends: bytes, "
                       "play: Play, deals: Deals = ...) -> int"),
               "The first deal whose player's moves are wrong, or last + 1.");
    module.def("find_microsoft", &find_microsoft, "cards"_a, "first"_a, "last"_a,
               "All Microsoft deal numbers from first to last whose 52 cards, in dealing order, are these.");
    module.def("perft", &perft, "rules"_a, "position"_a, "depth"_a,
               "The number of sequences of `depth` single-card moves.");
    module.def("best_score", &best_score, "rules"_a, "position"_a, "limits"_a = no_limits, nb::kw_only(),
               "exhaustive"_a = false, "floor"_a = 0, "store"_a = standard_store, "ask"_a = nb::none(),
               nb::sig("def best_score(" POSITION ", limits: Limits = ..., *, exhaustive: bool = False, floor: int = 0, "
                       "store: StoreOptions = ..., ask: object | None = None) -> Score"),
               "The most cards that come home. A score below `floor` does not count: it is enough to know that the best "
               "is at most floor - 1.");
    module.def("shortest", &shortest, "rules"_a, "position"_a, "score"_a, "limits"_a = no_limits, "ask"_a = nb::none(),
               nb::sig("def shortest(" POSITION ", score: int, limits: Limits = ..., ask: object | None = None) -> Path"),
               "A shortest line to a score.");
    module.def("certificate", &certificate, "rules"_a, "position"_a, "moves"_a, "limits"_a = no_limits,
               "ask"_a = nb::none(),
               nb::sig("def certificate(" POSITION ", moves: int, limits: Limits = ..., ask: object | None = None) -> "
                       "Proof"),
               "The positions that prove that there is no line, or none with fewer than `moves` single-card moves.");
    module.def("shortest_line", &shortest_line, "rules"_a, "position"_a, "limits"_a = no_limits, nb::kw_only(),
               "width"_a = 0, "prove"_a = true, "progress"_a = nb::none(), "ask"_a = nb::none(),
               nb::sig("def shortest_line(" POSITION ", limits: Limits = ..., *, width: int = 0, prove: bool = True, "
                       "progress: object | None = None, ask: object | None = None) -> Shortest"),
               "A line with the fewest moves of single cards. `progress` is called with the bound and the length of the "
               "best line (-1: none); an `ask` that answers true ends the search, which gives what it knows.");
    module.def("check_certificate", &check_certificate_file, "path"_a,
               "0 proven, 1 not proven, 2 unreadable; and what is proven, or why it is not.");
    module.def("check_score", &check_score, "rules"_a, "position"_a, "line"_a,
               "Cards home after a line, or -1 - the index of its first illegal move.");
    module.def("best_scores", &best_scores, "rules"_a, "layout"_a, "first"_a, "count"_a, "limits"_a = no_limits,
               nb::kw_only(), "exhaustive"_a = false, "lines"_a = true, "paths"_a = false, "floor"_a = 0,
               "store"_a = standard_store, "deals"_a = microsoft,
               nb::sig("def best_scores(" DEALT ", first: int, count: int, limits: Limits = ..., *, "
                       "exhaustive: bool = False, lines: bool = True, paths: bool = False, floor: int = 0, "
                       "store: StoreOptions = ..., deals: Deals = ...) -> Scores"),
               "The best scores of `count` deals, each within the limits.");
    module.def("check_scores", &check_scores, "rules"_a, "layout"_a, "first"_a, "scores"_a, "lines"_a, "ends"_a,
               "deals"_a = microsoft,
               nb::sig("def check_scores(" DEALT ", first: int, scores: bytes, lines: bytes, ends: bytes, "
                       "deals: Deals = ...) -> int"),
               "The index of the first deal whose line does not lead to its score, or the number of deals.");
    module.def("numbered", &numbered, "numbering"_a, "number"_a, "cards"_a = 52,
               "A pack in dealing order, each card as its place in the deck.");
    module.def("one_suit", &one_suit, "rules"_a, "first"_a, "count"_a,
               nb::sig("def one_suit(rules: bytes, first: int, count: int) -> Lengths"),
               "The lengths of shortest lines of `count` deals of the 13-card game.");
    module.def("check_one_suit", &check_one_suit, "rules"_a, "first"_a, "lengths"_a, "lines"_a, "ends"_a,
               "The index of the first deal whose line does not win in the moves claimed, or the number of deals.");
    module.def("skat_best", &skat_best, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a,
               nb::sig("def skat_best(" QUESTION ") -> Best"), "What the declarer still takes at Skat, all cards seen.");
    module.def("skat_reaches", &skat_reaches, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a, "points"_a,
               "Whether the declarer still takes `points`; in Null, whether he takes no trick.");
    module.def("skat_moves", &skat_moves, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a,
               "Every card that may be played, with what the declarer takes after it.");
    module.def("skat_trace", &skat_trace, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a, "cards"_a,
               "For each card of a line of play every card that might have been played, as skat_moves has it.");
    module.def("skat_best_discard", &skat_best_discard, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "pairs"_a,
               "least"_a = 0,
               "Of pairs that a declarer of twelve cards may put down the index of the best, and what he takes with it.");
    module.def("skat_levels", &skat_levels, "game"_a, "hands"_a, "declarer"_a, "turn"_a, "trick"_a, "had"_a, "levels"_a,
               nb::sig("def skat_levels(" QUESTION ", had: bytes, levels: bytes) -> Worlds"),
               "For many positions and each card how many of the levels the declarer reaches after it.");
    module.def("skat_worlds", &skat_worlds, "game"_a, "declarer"_a, "turn"_a, "points"_a, "hands"_a,
               "alike"_a = false,
               nb::sig("def skat_worlds(game: int, declarer: int, turn: int, points: int, hands: bytes, alike: bool = False) "
                       "-> Worlds"),
               "For many deals whether the declarer takes `points`.");
    module.def("skat_values", &skat_values, "game"_a, "declarer"_a, "turn"_a, "hands"_a,
               nb::sig("def skat_values(game: int, declarer: int, turn: int, hands: bytes) -> Worlds"),
               "For many deals what the declarer takes.");
    module.def("simd", &kiebitz::simd, "What the quick search computes with: vector or plain.");
    module.def("build_info", &kiebitz::build_info, "Compiler and options of the native kernel in one line.");
}
