// The binding to WebAssembly: bytes and numbers in, bytes and numbers out, as the page's own program wants them. No rule,
// no search and no notation may live here; every function only converts and calls the façade in kernel.hpp.
//
// The page writes what it asks into the room that `room` gives, calls a function, and reads what was found at `numbers`
// and `bytes`. An exception cannot be caught here, as the module is built without unwinding: it is told to the page by
// `refuse`, which leaves the module by an error of JavaScript. The page then throws the whole module away and begins with
// a new one, so that nothing of the broken call is left.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include "kiebitz/difficulty.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"
#include "kiebitz/skat.hpp"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

extern "C" {
IMPORT(ended) bool page_ended();
[[noreturn]] IMPORT(refuse) void page_refuse(int kind, const char* words, std::size_t size);
}

namespace {

enum Refusal { malformed, out_of_memory, interrupted, broken };

std::vector<std::uint8_t> asked, bytes;
double numbers[9];

// One part of what the page has written after the other.
class Asked {
public:
    kiebitz::Bytes next(std::size_t size) {
        const kiebitz::Bytes part = rest().first(std::min(size, asked.size() - at_));
        at_ += part.size();
        return part;
    }
    kiebitz::Bytes rest() { return kiebitz::Bytes(asked).subspan(at_); }

private:
    std::size_t at_ = 0;
};

constexpr std::size_t rules_size = 12, hands_size = 12;

kiebitz::Limits limits(double states, double seconds, double memory) {
    return {std::uint64_t(states), seconds, std::uint64_t(memory)};
}

}  // namespace

// What a `throw` of the kernel comes to, and what the run-time library of C++ would do otherwise.
extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void*) {
    auto refuse = [](Refusal kind, const char* words) { page_refuse(kind, words, std::strlen(words)); };
    if (*type == typeid(kiebitz::Interrupted)) refuse(interrupted, "");
    if (*type == typeid(std::bad_alloc)) refuse(out_of_memory, "");
    if (*type == typeid(std::invalid_argument)) refuse(malformed, static_cast<std::invalid_argument*>(thrown)->what());
    if (*type == typeid(std::logic_error)) refuse(broken, static_cast<std::logic_error*>(thrown)->what());
    refuse(broken, type->name());
    std::abort();
}

}  // extern "C"

void* operator new(std::size_t size) {
    if (void* const memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

extern "C" {

EXPORT(room) std::uint8_t* room(std::size_t size) {
    asked.resize(size);
    return asked.data();
}
EXPORT(numbers) const double* found_numbers() { return numbers; }
EXPORT(bytes) const std::uint8_t* found_bytes() { return bytes.data(); }
EXPORT(bytes_size) std::size_t found_size() { return bytes.size(); }

// Rules and position; verdict, limit hit, positions expanded, bytes at the peak, positions kept; the line.
EXPORT(solve) void solve(int mode, double states, double seconds, double memory) {
    Asked in;
    const kiebitz::Bytes rules = in.next(rules_size), position = in.rest();
    const auto how = kiebitz::Mode(mode);
    kiebitz::Answer a = kiebitz::solve(rules, position, how, limits(states, seconds, memory), 0, page_ended);
    numbers[0] = double(a.verdict), numbers[1] = double(a.limit_hit);
    numbers[2] = double(a.states), numbers[3] = double(a.memory), numbers[4] = double(a.stored);
    bytes = std::move(a.line);
}

// Rules, a position of that number of bytes, and a line that wins; 1 where it survives what the program plays, and then the
// player's moves.
EXPORT(player_line) void player_line(std::size_t position_size, int autoplay, int at_once) {
    Asked in;
    const kiebitz::Bytes rules = in.next(rules_size), position = in.next(position_size), line = in.rest();
    const kiebitz::Play play{kiebitz::Autoplay(autoplay), kiebitz::AtOnce(at_once)};
    auto found = kiebitz::player_line(rules, position, line, play);
    numbers[0] = found.has_value();
    bytes = std::move(found).value_or(std::vector<std::uint8_t>{});
}

// Rules and position; 1 where a line of few moves was found, the limit hit, positions expanded, bytes at the peak; the
// player's moves.
EXPORT(short_line)
void short_line(int autoplay, int at_once, int width, int below, double states, double seconds, double memory) {
    Asked in;
    const kiebitz::Bytes rules = in.next(rules_size), position = in.rest();
    const kiebitz::Play play{kiebitz::Autoplay(autoplay), kiebitz::AtOnce(at_once)};
    const kiebitz::ShortOptions options{std::uint32_t(width), std::uint32_t(below)};
    const kiebitz::Limits bounds = limits(states, seconds, memory);
    kiebitz::ShortLine s = kiebitz::short_line(rules, position, play, options, bounds, page_ended);
    numbers[0] = s.made, numbers[1] = double(s.limit_hit), numbers[2] = double(s.states), numbers[3] = double(s.memory);
    bytes = std::move(s.moves);
}

// Rules and position; games won by a player without a plan, and the moves made in all of them.
EXPORT(greedy_games) void greedy_games(int autoplay, int at_once, int ahead, int games, std::uint64_t seed) {
    Asked in;
    const kiebitz::Bytes rules = in.next(rules_size), position = in.rest();
    const kiebitz::Play play{kiebitz::Autoplay(autoplay), kiebitz::AtOnce(at_once)};
    const kiebitz::GreedyOptions options{ahead, std::uint32_t(games), seed};
    const kiebitz::GreedyGames g = kiebitz::greedy_games(rules, position, play, options, page_ended);
    numbers[0] = g.won, numbers[1] = double(g.moves);
}

// Rules and position; score, bound, limit hit, positions, the figures of the store of old ones; the line.
EXPORT(best_score) void best_score(int floor, double states, double seconds, double memory) {
    Asked in;
    const kiebitz::Bytes rules = in.next(rules_size), position = in.rest();
    const kiebitz::BestOptions options{false, floor, {}};
    kiebitz::Score s = kiebitz::best_score(rules, position, options, limits(states, seconds, memory), page_ended);
    numbers[0] = s.score, numbers[1] = s.bound, numbers[2] = double(s.limit_hit), numbers[3] = double(s.states);
    const kiebitz::StoreFigures& f = s.store;
    numbers[4] = double(f.entries), numbers[5] = double(f.lookups), numbers[6] = double(f.hits);
    numbers[7] = double(f.evictions), numbers[8] = double(f.bytes);
    bytes = std::move(s.line);
}

// Twelve bytes a world; the tricks begun; a byte a world.
EXPORT(skat_worlds) void skat_worlds(int game, int declarer, int turn, int points) {
    kiebitz::skat::Worlds all = kiebitz::skat::worlds(game, declarer, turn, points, Asked().rest(), page_ended);
    numbers[0] = double(all.nodes);
    bytes = std::move(all.values);
}

// The trick's cards, the levels, the points had in each world, twelve bytes a world; a byte for each world and card.
EXPORT(skat_levels) void skat_levels(int game, int declarer, int turn, std::size_t trick_size, std::size_t levels_size,
                                     std::size_t worlds) {
    Asked in;
    const kiebitz::Bytes trick = in.next(trick_size), levels = in.next(levels_size), had = in.next(worlds);
    kiebitz::skat::Worlds all =
        kiebitz::skat::levels({game, in.rest(), declarer, turn, trick}, had, levels, page_ended);
    numbers[0] = double(all.nodes);
    bytes = std::move(all.values);
}

// Three hands and the cards of a line of play, forehand to lead; for each card how many might have been played in its
// place, and these with what the declarer takes after them.
EXPORT(skat_trace) void skat_trace(int game, int declarer) {
    Asked in;
    const kiebitz::Bytes hands = in.next(hands_size), cards = in.rest();
    bytes.clear();
    for (const auto& moves : kiebitz::skat::trace({game, hands, declarer, 0, {}}, cards, page_ended)) {
        bytes.push_back(std::uint8_t(moves.size()));
        for (const auto& [card, value] : moves) bytes.insert(bytes.end(), {std::uint8_t(card), std::uint8_t(value)});
    }
}

}  // extern "C"
