// Games in which any face-up card moves with all cards on it (Yukon and its kin), with explicit columns.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"
#include "kiebitz/kernel.hpp"

namespace kiebitz::yukon {

// Mode::exhaustive is a complete search without reductions.
Answer solve(const Rules& rules, const Position& start, Mode mode, const Limits& limits, std::uint64_t seed,
             const Poll& poll, WhenEnded when_ended = WhenEnded::leave);

// The best score by visiting every position: no bound, no reduction. The reference of `best_score`.
Score best_score_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll);

// Whether all cards can come home, in the same way: the exhaustive mode of `solve`.
Answer solve_exhaustively(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll);

// The number of sequences of `depth` moves; each number of cards is its own move, and empty columns are one target.
std::uint64_t perft(const Rules& rules, const Position& start, int depth);

}  // namespace kiebitz::yukon
