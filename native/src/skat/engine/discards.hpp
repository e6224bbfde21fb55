// Discards by rule of thumb: the pairs that a declarer may put down, the likely good ones first. It is an order to
// begin with; the better discard is found by playing worlds out.
#pragma once

#include <vector>

#include "skat/engine/cards.hpp"

namespace kiebitz::skat::engine {

// All pairs of these cards, as sets, the likely best discard first; among equals by the order of the pack.
std::vector<Set> ranked_discards(Set cards, int game);

}  // namespace kiebitz::skat::engine
