// The tuned weights of the quick attempts, in order of trial.
#pragma once

#include <span>

#include "freecell/heuristic.hpp"

namespace kiebitz::freecell {

std::span<const Attempt> portfolio();

// The index-th variation of the portfolio: a set with every weight changed at random, deterministic.
Attempt variation(unsigned index, std::uint64_t seed, std::uint32_t nodes);

}  // namespace kiebitz::freecell
