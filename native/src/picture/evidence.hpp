// Chances of each card, weighed over the signs of the whole picture.
#pragma once

#include "picture/glyphs.hpp"

namespace kiebitz::picture {

// Logarithms of the chances of each rank and suit.
struct CardScores {
    std::array<double, ranks> rank{};
    std::array<double, suits> suit{};

    double of(int card) const { return rank[std::size_t(card / suits)] + suit[std::size_t(card % suits)]; }
};

// Signs with scores of all cards of a picture, which have one design: ranks at one place, look-alikes alike.
std::vector<CardScores> weigh(const std::vector<CardSigns>& cards, int card_width);

}  // namespace kiebitz::picture
