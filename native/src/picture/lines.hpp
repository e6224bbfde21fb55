// Horizontal lines across a column of cards.
#pragma once

#include "picture/pixels.hpp"

namespace kiebitz::picture {

constexpr int line_tolerance = 1;  // pixels

// How much each row of pixels looks like a line across a column, 0 to 1.
class Lines {
public:
    Lines(const Pixels& pixels, int left_x, int width);

    double at(int y) const { return y < 0 || y >= int(strength_.size()) ? 0 : strength_[std::size_t(y)]; }

private:
    std::vector<double> strength_;
};

}  // namespace kiebitz::picture
