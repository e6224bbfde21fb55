// Signs in the strips of cards: connected parts of ink, with their pictures and scores.
#pragma once

#include <functional>
#include <optional>
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
    Box area;  // of the strip without the edges of cards, in the picture
    std::vector<Sign> signs;
};

// Limits of signs, in pixels.
struct SignSizes {
    double least_height, most_height, most_width;
};

// The share of an area's pixels that differ from its paper.
double ink_share(const Pixels& pixels, Box area, Colour paper);
// The signs on one paper in the whole picture, none if it has `limit` parts or more; their boxes are in the picture.
std::vector<Sign> find_signs(const Pixels& pixels, Colour paper, const SignSizes& sizes, std::size_t limit,
                             const Classifier& classify);
// The scores of the signs in each line on one paper: signs of about one height, side by side. Lines with less than
// `least_signs` are left out; an area with too many parts has none.
std::vector<std::vector<Scores>> find_lines(const Pixels& pixels, Box area, Colour paper, const SignSizes& sizes,
                                            std::size_t least_signs, const Classifier& classify);
// The signs of a card.
CardSigns find_signs(const Pixels& pixels, const Place& place, const Classifier& classify);
// The highest part of the ink in a window, which is relative to the card's corner; none if the strip does not show all
// of it.
std::optional<Sign> sign_in(const Pixels& pixels, const CardSigns& card, const Place& place, Box window,
                            const Classifier& classify);

// How a picture lies in a glyph: pixels of the glyph for one of the picture, and the corner of the picture.
struct GlyphFrame {
    double scale, left_x, top;

    GlyphFrame(int width, int height)
        : scale(double(glyph_side - 2 * glyph_margin) / std::max(width, height)),
          left_x((glyph_side - width * scale) / 2), top((glyph_side - height * scale) / 2) {}
};

// A picture of ink as a glyph, its proportions kept; `ink` has width * height values.
Glyph glyph_of(const std::vector<float>& ink, int width, int height);

}  // namespace kiebitz::picture
