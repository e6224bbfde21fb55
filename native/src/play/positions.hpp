// Positions as bytes, as every function of the kernel reads them.
#pragma once

#include <vector>

#include "common/position.hpp"

namespace kiebitz::play {

std::vector<std::uint8_t> written(const Rules& rules, const Position& position);

}  // namespace kiebitz::play
