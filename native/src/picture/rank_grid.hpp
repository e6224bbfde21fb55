// Columns of cards by their ranks: signs at equal distances across, and at equal steps down each column.
#pragma once

#include <optional>

#include "picture/comb.hpp"
#include "picture/glyphs.hpp"

namespace kiebitz::picture {

struct RankGrid {
    Layout layout;
    bool dark = false;  // cards darker than the table
};

// The likeliest layout by ranks; none if the picture shows too few.
std::optional<RankGrid> find_rank_grid(const Pixels& pixels, const Edges& edges, const Classifier& classify);

}  // namespace kiebitz::picture
