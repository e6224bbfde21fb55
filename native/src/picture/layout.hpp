// Where the cards of a picture lie.
#pragma once

#include <vector>

#include "picture/pixels.hpp"

namespace kiebitz::picture {

constexpr int usual_columns = 8;  // a board is given room for as many
// The height of a card, in its widths.
constexpr double usual_height = 1.42, least_card_height = 1.1, most_card_height = 2;

// A card and the part of it that is visible; `strip` is as high as the next card leaves it.
struct Place {
    Box card, strip;
};

struct Layout {
    int x = 0, top = 0;         // of the first column
    int width = 0, height = 0;  // of a card
    double pitch = 0;           // from column to column
    std::vector<std::vector<Place>> columns;
    std::vector<std::vector<std::vector<Place>>> others;  // other numbers of cards that each column may have
    std::vector<Place> row;                               // the cards above the columns or beside them, row by row
    bool clear = false;                                   // ranks and edges agree in all columns
    double support = 0;  // how well lines and edges of the picture agree with the layout

    int cards() const;
};

}  // namespace kiebitz::picture
