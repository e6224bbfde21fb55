// Groups of values that many functions take. Values are taken in the order in which they are written in the request, so
// a function takes each into a variable of its own: the arguments of a call are evaluated in no certain order.
#pragma once

#include <algorithm>
#include <optional>

#include "common/refusal.hpp"
#include "interface/wire.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::interface {

// A code of an enumeration, 0 to `last`; `words` say which there are.
template <typename Enum>
Enum code(Reader& in, Enum last, const char* words) {
    const std::int64_t value = in.integer();
    if (value < 0 || value > std::int64_t(last)) refuse(words);
    return Enum(value);
}

inline Mode mode(Reader& in) {
    return code(in, Mode::exhaustive, "mode: 0 (first), 1 (prove) or 2 (exhaustive) expected");
}

// Bytes that a search may take, 0 for no limit. A module of WebAssembly has a gigabyte (build.py): a search that may
// take more would run into its end instead of saying that the limit was hit. A quarter is for what is not counted, such
// as holes.
inline std::uint64_t within_module(std::uint64_t memory) {
#ifdef __wasm__
    constexpr std::uint64_t most_memory = 768 << 20;
    return memory ? std::min(memory, most_memory) : most_memory;
#else
    return memory;
#endif
}

// States, seconds, memory.
inline Limits limits(Reader& in) {
    Limits given;
    given.states = in.natural();
    given.seconds = in.real();
    given.memory = within_module(in.natural());
    return given;
}

// Autoplay, cards at once.
inline Play play(Reader& in) {
    const auto autoplay = code(in, Autoplay::max, "autoplay: 0 (none), 1 (safe) or 2 (max) expected");
    const auto at_once = code(in, AtOnce::microsoft, "at once: 0 (carried), 1 (one) or 2 (microsoft) expected");
    return {autoplay, at_once};
}

// Numbering, seed or none.
inline Numbering numbering(Reader& in) {
    return code(in, Numbering::one_suit,
                "deals: 0 (microsoft), 1 (fisher-yates), 2 (wetherell), 3 (pysolfc) or 4 (one-suit) expected");
}
inline Deals deals(Reader& in) {
    Deals given;
    given.numbering = numbering(in);
    if (!in.none()) given.seed = in.bits();
    return given;
}

}  // namespace kiebitz::interface
