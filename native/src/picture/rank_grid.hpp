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

// The signs on the papers of a picture that may be ranks.
std::vector<Sign> signs_in(const Pixels& pixels, const Classifier& classify);
// The likeliest layout by ranks among the signs of a picture; none if it shows too few.
std::optional<RankGrid> find_rank_grid(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs);

}  // namespace kiebitz::picture
