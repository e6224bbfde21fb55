// Positions as bytes, for every function of the kernel. Unless any card moves, a position with face-down cards ends
// with their number in each column; only play supports such games.
#pragma once

#include <vector>

#include "common/position.hpp"

namespace kiebitz::play {

std::vector<std::uint8_t> written(const Rules& rules, const Position& position);

}  // namespace kiebitz::play
