// From the cards found in a picture to a board.
#pragma once

#include "kiebitz/picture.hpp"
#include "picture/glyphs.hpp"

namespace kiebitz::picture {

BoardRead read_board(const Pixels& pixels, const Classifier& classify, const Dealt& dealt);

}  // namespace kiebitz::picture
