// Best-first search: always expands the most promising waiting position. It finds most lines sooner than the
// depth-first search, but stores every waiting position, so use it only for the first tens of thousands. Where columns
// are built by suit, it visits every position, and if none is left, there is no line. Elsewhere it visits one position
// of all that differ only in suits which columns do not distinguish; a line that it finds wins, but its end without one
// proves nothing.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"
#include "freecell/complete.hpp"

namespace kiebitz::freecell {

// Whether it supports the rules. Not by suit with free cells: it has no place for the pending column, see
// Game::pending.
bool best_first_supports(const Rules& rules);

// With the reductions of complete_search; each seed but 0 draws other weights.
Answer best_first_search(const Rules& rules, const Position& start, const CompleteOptions& options, Budget& budget);

}  // namespace kiebitz::freecell
