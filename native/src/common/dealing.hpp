// From the number of a deal to its position: the cards in dealing order go to the piles that the game has them go to.
#pragma once

#include "common/position.hpp"

namespace kiebitz {

// Throws std::invalid_argument unless the codes send the 52 cards of a pack to piles of the game.
void check_destinations(const Rules& rules, Bytes destinations);

// Microsoft's deal of this number; destinations[i] is the code of the pile of the i-th card dealt.
Position dealt(const Rules& rules, Bytes destinations, std::int64_t number);

}  // namespace kiebitz
