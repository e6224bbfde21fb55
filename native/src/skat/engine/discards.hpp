// All discards, ranked by rule of thumb: a starting order. Playing worlds out finds the better one.
#pragma once

#include <vector>

#include "skat/engine/cards.hpp"

namespace kiebitz::skat::engine {

// All pairs of these cards, as sets, the likely best discard first; ties in pack order.
std::vector<Set> ranked_discards(Set cards, int game);

}  // namespace kiebitz::skat::engine
