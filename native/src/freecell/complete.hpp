// The complete search: visits every position that can be reached, up to renaming of columns and cells, and so either
// finds a line of play or proves that there is none.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"

namespace kiebitz::freecell {

struct CompleteOptions {
    bool reduce = true;      // sound reductions; false = every position, the reference of the tests
    bool ordered = false;    // try the moves that look best first (pays when a line exists)
    std::uint64_t seed = 0;  // with ordered: another order of moves for every other seed; 0 = no noise
    std::uint64_t held = 0;  // bytes that the caller holds besides
};

// States, peak and the limit hit are the budget's; the answer has verdict, line and positions stored.
Answer complete_search(const Rules& rules, const Position& start, const CompleteOptions& options, Budget& budget);

// Sequences of `depth` single-card moves, no autoplay; all free cells count as one target, so do all empty columns.
// Cards of the stock are placed before.
std::uint64_t perft(Rules rules, const Position& start, int depth);

}  // namespace kiebitz::freecell
