// Games in which any face-up card moves with all that lies on it (Yukon and its kin), by explicit columns.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"
#include "kiebitz/kernel.hpp"

namespace kiebitz::yukon {

// Mode::exhaustive is a complete search without reductions.
Answer solve(const Rules& rules, const Position& start, Mode mode, const Limits& limits, std::uint64_t seed,
             const Poll& poll, WhenEnded when_ended = WhenEnded::leave);

// The best score by looking at every position that can come up: no bound, no reduction. The reference of `best_score`.
Score best_score_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll);

// Whether all cards come home, found in the same way: the exhaustive mode of `solve`.
Answer solve_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll);

// Sequences of `depth` moves; every number of cards is a move of its own, several empty columns are one target.
std::uint64_t perft(const Rules& rules, const Position& start, int depth);

}  // namespace kiebitz::yukon
