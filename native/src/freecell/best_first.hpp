// The complete search in best-first order: always expands the most promising waiting position. It finds most lines
// sooner than the depth-first search, but stores every waiting position, so use it only for the first tens of
// thousands. If no position is left, there is no line.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"
#include "freecell/complete.hpp"

namespace kiebitz::freecell {

// Whether it supports the rules. Not by suit with free cells: it has no place for the pending column, see
// Game::pending.
bool best_first_supports(const Rules& rules);

// Like complete_search, with its reductions; each seed but 0 draws other weights.
Answer best_first_search(const Rules& rules, const Position& start, const CompleteOptions& options, Budget& budget);

}  // namespace kiebitz::freecell
