// The complete search in another order: the position that looks best comes next, wherever it was met. It keeps every
// position that waits, so it is for the first few ten thousand positions; it finds most lines sooner than the
// depth-first search, and has proven that there is none if nothing is left that waits.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"
#include "freecell/complete.hpp"

namespace kiebitz::freecell {

// Can it be used? Not by suit with free cells: it has no room for the column that has to move next, see Game::pending.
bool best_first_supports(const Rules& rules);

// As complete_search, with its reductions; each seed but 0 draws other weights.
Answer best_first_search(const Rules& rules, const Position& start, const CompleteOptions& options, Budget& budget);

}  // namespace kiebitz::freecell
