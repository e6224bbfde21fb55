// Signs in the strips of cards: connected parts of ink, with their pictures and scores.
#pragma once

#include <functional>
#include <vector>

#include "picture/glyph_network.hpp"
#include "picture/layout.hpp"

namespace kiebitz::picture {

using Classifier = std::function<Scores(const Glyph&)>;

// A part of the ink of a card, or two parts side by side that may be a ten.
struct Sign {
    Box box;              // relative to the card's corner
    bool cut = false;     // the next card or the edge of the strip hides a part
    bool joined = false;  // two parts
    Colour ink;
    Glyph glyph{};
    Scores scores{};

    double rank_chance() const;
    double suit_chance() const;
};

struct CardSigns {
    Colour paper;
    std::vector<Sign> signs;
};

// The signs of a card, without scores.
CardSigns find_signs(const Pixels& pixels, const Place& place);

// A picture of ink as a glyph, its proportions kept; `ink` has width * height values.
Glyph glyph_of(const std::vector<float>& ink, int width, int height);

}  // namespace kiebitz::picture
