// Columns of cards as a comb: vertical edges at equal distances.
#pragma once

#include <vector>

#include "picture/pixels.hpp"

namespace kiebitz::picture {

// The vertical edges of a picture. An edge rises if the right side is brighter.
class Edges {
public:
    explicit Edges(const Pixels& pixels);

    int width() const { return width_; }
    int height() const { return height_; }
    // -1 falls, +1 rises, 0 is no edge.
    int at(int x, int y) const { return signs_[std::size_t(y) * width_ + x]; }
    // The total length of long edges at x, with the neighbours of x.
    int rising(int x) const { return rising_[x]; }
    int falling(int x) const { return falling_[x]; }

private:
    int width_, height_;
    std::vector<signed char> signs_;
    std::vector<int> rising_, falling_;
};

// Columns `left_x + i * pitch`, i < count, each `width` pixels wide.
struct Comb {
    double left_x = 0, pitch = 0;
    int width = 0, count = 0;
    bool dark = false;  // cards darker than the table
    double score = 0;

    int x(int column) const { return rounded(left_x + pitch * column); }
};

// The combs that fit the edges best, no two alike.
std::vector<Comb> find_combs(const Edges& edges);

}  // namespace kiebitz::picture
