// Games that are won: four kings on the foundations, and no other card.
#pragma once

#include <optional>

#include "picture/comb.hpp"
#include "picture/glyphs.hpp"

namespace kiebitz::picture {

// Four kings in one line or in two, among the signs of a picture; none if there are none, or no cards around them.
std::optional<Layout> locate_won(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs);

}  // namespace kiebitz::picture
