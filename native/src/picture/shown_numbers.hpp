// Numbers of deals that a picture shows beside its board, as in the title of a window.
#pragma once

#include <cstdint>
#include <vector>

#include "picture/glyphs.hpp"

namespace kiebitz::picture {

// Numbers above those that are all compared with a board, as far as the signs outside the board may be read as such.
std::vector<std::int64_t> shown_numbers(const Pixels& pixels, Box board, const Classifier& classify);

}  // namespace kiebitz::picture
