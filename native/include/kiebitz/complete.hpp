// The complete search: visits every position that can be reached, up to renaming of columns and cells, and so either
// finds a line of play or proves that there is none.
#pragma once

#include "kiebitz/position.hpp"

namespace kiebitz {

struct CompleteOptions {
    bool reduce = true;      // sound reductions; false = the yardstick
    bool eager = false;      // try the moves that look best first (pays when a line exists)
    std::uint64_t seed = 0;  // with eager: another order of moves for every other seed; 0 = no noise
    Limits limits;
};

Answer complete_search(const Rules& rules, const Position& start, const CompleteOptions& options, const Poll& poll);

}  // namespace kiebitz
