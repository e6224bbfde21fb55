// The fewest player's moves that win, proven: a sequence counts once, and autoplay is free.
#pragma once

#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz {

struct FewestMoves {
    Verdict verdict = Verdict::undecided;  // `solved` only if a line with fewer moves than `known` was found
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> moves;                   // as of `player_line`
    int bound = 0;                                     // no line has fewer moves, or fewer than `known` if that is less
    std::uint64_t states = 0, stored = 0, memory = 0;  // as in Answer
};

// Search only for lines with fewer moves than `known` (0: none known). Needs games without a stock and face-down cards,
// in which ordered sequences move and cards go home one by one and not by force.
FewestMoves fewest_moves(Bytes rules, Bytes position, const Play& play, int known_length, const Limits& limits,
                         const Progress& progress, const Poll& poll);

}  // namespace kiebitz
