// Positions as bytes, as every function of the kernel reads them. Where not any card moves and some lie face down,
// which only the game as it is played knows, the number of these in each column comes last.
#pragma once

#include <vector>

#include "common/position.hpp"

namespace kiebitz::play {

std::vector<std::uint8_t> written(const Rules& rules, const Position& position);

}  // namespace kiebitz::play
