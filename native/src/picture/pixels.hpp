// A picture in colours, scaled down for the reader, and the rectangles in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace kiebitz::picture {

// The nearest whole number. `value` is not negative, so truncation is right, and it is faster than std::lround.
inline int rounded(double value) { return int(value + 0.5); }  // NOLINT(bugprone-incorrect-roundings)

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
};

// The largest difference of a channel, 0 to 255.
inline int difference(Colour a, Colour b) {
    return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

// Left, top, width and height, in pixels.
struct Box {
    int x = 0, y = 0, width = 0, height = 0;

    int right() const { return x + width; }
    int bottom() const { return y + height; }
};

// The smallest box around two.
inline Box around(Box a, Box b) {
    const int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

class Pixels {
public:
    Pixels(int width, int height) : width_(width), height_(height), colours_(std::size_t(width) * height) {}

    int width() const { return width_; }
    int height() const { return height_; }
    Colour at(int x, int y) const { return colours_[std::size_t(y) * width_ + x]; }
    Colour& at(int x, int y) { return colours_[std::size_t(y) * width_ + x]; }
    Box clipped(Box box) const;

private:
    int width_, height_;
    std::vector<Colour> colours_;
};

// The factor by which a picture is scaled down: 1 for ordinary screens.
int scale_for(int width, int height);

// The mean colours of squares of `scale` pixels; transparent pixels show white. `rgba` has four bytes for each pixel.
Pixels scaled(std::span<const std::uint8_t> rgba, int width, int height, int scale);

// Adds up the colours of pixels.
class ColourSum {
public:
    void add(Colour colour) {
        ++count_;
        red_ += colour.red;
        green_ += colour.green;
        blue_ += colour.blue;
    }
    void add(const ColourSum& sum) {
        count_ += sum.count_;
        red_ += sum.red_;
        green_ += sum.green_;
        blue_ += sum.blue_;
    }
    int count() const { return count_; }
    // Black without pixels.
    Colour mean() const {
        const int count = std::max(1, count_);
        return {std::uint8_t(red_ / count), std::uint8_t(green_ / count), std::uint8_t(blue_ / count)};
    }

private:
    int count_ = 0, red_ = 0, green_ = 0, blue_ = 0;
};

// A class of similar colours: their mean and the number of their pixels.
struct ColourClass {
    Colour mean;
    int count = 0;
};

// The classes of a box's colours, the most common first; both ways only each `step`-th pixel is counted.
std::vector<ColourClass> colours_of(const Pixels& pixels, Box box, int step = 1);
// The most common colours of a box that are unlike each other, at most four; none of less than a few hundredths of it.
std::vector<Colour> papers_of(const Pixels& pixels, Box box);
// The most common colour of a box, the paper of a card; black if the box is empty.
Colour most_common_colour(const Pixels& pixels, Box box);

}  // namespace kiebitz::picture
