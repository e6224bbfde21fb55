// The locator: layouts by ranks, and by lines and edges alone.
#pragma once

#include <optional>

#include "picture/comb.hpp"
#include "picture/glyphs.hpp"

namespace kiebitz::picture {

// None if the picture shows too few ranks.
std::optional<Layout> locate_by_ranks(const Pixels& pixels, const Edges& edges, const Classifier& classify);
// The likeliest, the best first; none if the picture shows no columns.
std::vector<Layout> locate_by_lines(const Pixels& pixels, const Edges& edges);

}  // namespace kiebitz::picture
