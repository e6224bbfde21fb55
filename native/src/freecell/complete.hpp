// The complete search: visits every reachable position, up to renaming of columns and cells, and so finds a line or
// proves that there is none.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"

namespace kiebitz::freecell {

struct CompleteOptions {
    bool reduce = true;      // sound reductions; false = every position, the reference for tests
    bool ordered = false;    // try promising moves first (pays if a line exists)
    std::uint64_t seed = 0;  // with `ordered`: a different order for every seed; 0 = no noise
    std::uint64_t held = 0;  // bytes held by the caller
};

// The budget has states, peak and the limit hit; the answer has verdict, line and positions stored.
Answer complete_search(const Rules& rules, const Position& start, const CompleteOptions& options, Budget& budget);

// The number of sequences of `depth` single-card moves, without autoplay; all free cells count as one target, and so do
// all empty columns. Cards of the stock are placed first.
std::uint64_t perft(Rules rules, const Position& start, int depth);

}  // namespace kiebitz::freecell
