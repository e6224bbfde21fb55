#include "picture/lines.hpp"

#include <array>

namespace kiebitz::picture {
namespace {

constexpr double side_left_out = 0.1;           // of the width
constexpr double share_in_line = 0.2;           // of the pixels in a line may lack contrast
constexpr int faint_line = 3, clear_line = 10;  // contrast
constexpr int samples = 40;                     // pixels looked at in a line
// Lengths of a side's edge, as parts of a card's width.
constexpr double gap_in_edge = 0.08, least_edge = 0.9, corner = 0.2;

}  // namespace

bool has_edge(const Edges& edges, int x, int y, int sign, int reach) {
    for (int at = std::max(0, x - reach); at <= std::min(edges.width() - 1, x + reach); ++at)
        if (edges.at(at, y) == sign) return true;
    return false;
}

Lines::Lines(const Pixels& pixels, int left_x, int width, int begin, int end)
    : strength_(std::size_t(pixels.height())) {
    const int margin = std::max(1, int(width * side_left_out));
    const int first_x = std::max(0, left_x + margin), end_x = std::min(pixels.width(), left_x + width - margin);
    if (end_x - first_x < 4) return;
    const int step = std::max(1, (end_x - first_x) / samples);
    const int lacking = int(double((end_x - first_x + step - 1) / step) * share_in_line);
    const int last = std::min(end + line_tolerance, pixels.height() - 1);
    for (int y = std::max(1, begin - line_tolerance); y < last; ++y) {
        std::array<int, clear_line + 1> pixels_of{};  // by contrast; more than enough is enough
        for (int x = first_x; x < end_x; x += step)
            ++pixels_of[std::size_t(std::min(clear_line, difference(pixels.at(x, y - 1), pixels.at(x, y + 1))))];
        int low = 0;
        for (int count = pixels_of[0]; count <= lacking; count += pixels_of[std::size_t(low)]) ++low;
        const double strength = std::max(0.0, double(low - faint_line) / (clear_line - faint_line));
        for (int near = y - line_tolerance; near <= y + line_tolerance; ++near)
            strength_[std::size_t(near)] = std::max(strength_[std::size_t(near)], strength);
    }
}

Column::Column(const Pixels& pixels, const Edges& edges, int left_x, int width, bool dark)
    : lines(pixels, left_x, width, 0, pixels.height()), width_(width) {
    const int rise = dark ? -1 : 1, right = left_x + width;
    for (int y = 0; y < edges.height(); ++y) {
        const bool at_left = has_edge(edges, left_x, y, rise), at_right = has_edge(edges, right, y, -rise);
        sides_.push_back(at_left || at_right);
        both_sides_.push_back(at_left && at_right);
    }
}

std::optional<int> Column::end_of(const std::vector<char>& sides, int top) const {
    const int gap = std::max(5, int(width_ * gap_in_edge));
    int last = top + int(corner * width_), edged = 0;
    for (int y = top; y < int(sides.size()) && y <= last + gap; ++y) {
        if (!sides[std::size_t(y)]) continue;
        last = y;
        ++edged;
    }
    if (last - top < least_edge * width_ || edged * 2 < last - top) return std::nullopt;
    return last;
}

}  // namespace kiebitz::picture
