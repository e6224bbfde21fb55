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

// The chance that a sign is a rank, or a suit.
using Chance = double (Sign::*)() const;

// The place of ranks or suits on the cards, and their usual height.
struct Anchor {
    double x = 0, y = 0, height = 0;

    bool fits(Box box) const;
    Box window() const;
};

// The place where most cards show a rank, or a suit; its height is 0 if there is none.
Anchor find_anchor(const std::vector<CardSigns>& cards, Chance chance);
// The chance that a card shows a rank, or a suit, at the place.
double chance_at(const CardSigns& card, const Anchor& anchor, Chance chance);

// Signs with scores of all cards of a picture, which have one design: ranks at one place, look-alikes alike.
std::vector<CardScores> weigh(const std::vector<CardSigns>& cards, const std::vector<Anchor>& anchors, int card_width);

}  // namespace kiebitz::picture
