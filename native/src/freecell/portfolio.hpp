// The tuned weights of the quick attempts, in the order in which they are tried.
#pragma once

#include <span>

#include "freecell/heuristic.hpp"

namespace kiebitz::freecell {

std::span<const Attempt> portfolio();

// The index-th variation of the portfolio: every weight of one of its sets moved at random, always the same way.
Attempt variation(unsigned index, std::uint64_t seed, std::uint32_t nodes);

}  // namespace kiebitz::freecell
