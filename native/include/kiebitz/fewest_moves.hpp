// The fewest moves of a player that win, proven: a sequence counts once, and what the program plays by itself is free.
#pragma once

#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz {

struct FewestMoves {
    Verdict verdict = Verdict::undecided;  // `solved` only where a line was found here, with fewer moves than `known`
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> moves;  // as of `player_line`
    int bound = 0;                    // no line has fewer moves, or fewer than `known` where that is less
    std::uint64_t states = 0, stored = 0, memory = 0;  // as in Answer
};

// Only lines with fewer moves than `known` are looked for (0: none is known). Games without a stock and without
// face-down cards, in which ordered sequences move and cards go home one by one, and not forced.
FewestMoves fewest_moves(Bytes rules, Bytes position, const Play& play, int known, const Limits& limits,
                         const Progress& progress, const Poll& poll);

}  // namespace kiebitz
