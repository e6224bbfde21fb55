// From the number of a deal to its position: the cards in dealing order go to the piles that the game has them go to.
#pragma once

#include "common/position.hpp"

namespace kiebitz {

// Throws std::invalid_argument unless the codes send the 52 cards of a pack to piles of the game, and the cards after them
// are different ones.
void check_destinations(const Rules& rules, Bytes destinations);

// Output `index`, counted from 0, of the generator splitmix64, seeded with `seed`.
std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index);

// The deal of this number; destinations[i] is the code of the pile of the i-th card dealt. After these 52 codes come the
// cards that are taken out of the pack and dealt before all others.
Position dealt(const Rules& rules, Bytes destinations, const Deals& deals, std::int64_t number);

}  // namespace kiebitz
