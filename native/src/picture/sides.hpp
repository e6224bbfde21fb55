// Cells and foundations beside the columns, as phones held sideways show them.
#pragma once

#include <optional>

#include "picture/comb.hpp"
#include "picture/layout.hpp"

namespace kiebitz::picture {

// The layout with the cards at the sides in its row instead of columns; none unless both sides
// have stacks of them.
std::optional<Layout> with_sides(const Pixels& pixels, const Edges& edges, const Layout& layout);

}  // namespace kiebitz::picture
