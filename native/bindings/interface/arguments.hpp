// Groups of values shared by many functions. Values are read in the order of the request, so a function reads each into
// its own variable: C++ does not define the order in which arguments are evaluated.
#pragma once

#include <algorithm>
#include <optional>

#include "common/refusal.hpp"
#include "interface/wire.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::interface {

// A code of an enumeration, 0 to `last`; `words` lists the names.
template <typename Enum>
Enum code(Reader& in, Enum last, const char* words) {
    const std::int64_t value = in.integer();
    if (value < 0 || value > std::int64_t(last)) refuse(words);
    return Enum(value);
}

inline Mode mode(Reader& in) {
    return code(in, Mode::exhaustive, "mode: 0 (first), 1 (prove) or 2 (exhaustive) expected");
}

// The memory limit of a search in bytes, 0 for none. A WebAssembly module has a gigabyte (build.py): a search with a
// higher limit would run out of memory instead of reporting the limit. A quarter is reserved for uncounted memory, such
// as fragmentation.
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
    Limits limits;
    limits.states = in.natural();
    limits.seconds = in.real();
    limits.memory = within_module(in.natural());
    return limits;
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
    Deals deals;
    deals.numbering = numbering(in);
    if (!in.none()) deals.seed = in.bits();
    return deals;
}

}  // namespace kiebitz::interface
