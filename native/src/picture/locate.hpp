// The locator: layouts by ranks, and by lines and edges alone.
#pragma once

#include <optional>

#include "picture/comb.hpp"
#include "picture/glyphs.hpp"

namespace kiebitz::picture {

// `signs` are those of the picture that may be ranks. None if there are too few.
std::optional<Layout> locate_by_ranks(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs);
// The likeliest, the best first; none if the picture shows no columns.
std::vector<Layout> locate_by_lines(const Pixels& pixels, const Edges& edges);

}  // namespace kiebitz::picture
