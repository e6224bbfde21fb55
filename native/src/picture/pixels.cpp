#include "picture/pixels.hpp"

#include <array>
#include <cmath>

namespace kiebitz::picture {
namespace {

constexpr double enough_pixels = 4.5e6;  // for the screen of a phone or a desktop
constexpr int opaque = 255;
constexpr std::size_t most_papers = 4;
constexpr double share_of_paper = 0.03;
constexpr int sampled = 2;  // each second pixel is enough to find papers
constexpr int unlike_papers = 48;

}  // namespace

Box Pixels::clipped(Box box) const {
    const int left_x = std::clamp(box.x, 0, width_), top = std::clamp(box.y, 0, height_);
    const int right = std::clamp(box.right(), left_x, width_), bottom = std::clamp(box.bottom(), top, height_);
    return {left_x, top, right - left_x, bottom - top};
}

int scale_for(int width, int height) {
    return std::max(1, int(std::ceil(std::sqrt(double(width) * height / enough_pixels))));
}

Pixels scaled(std::span<const std::uint8_t> rgba, int width, int height, int scale) {
    Pixels result(std::max(1, width / scale), std::max(1, height / scale));
    const int across = std::min(scale, width), down = std::min(scale, height), area = across * down * opaque;
    for (int y = 0; y < result.height(); ++y) {
        for (int x = 0; x < result.width(); ++x) {
            std::array<int, 3> sum{};
            for (int line = y * scale; line < y * scale + down; ++line) {
                const std::uint8_t* pixel = &rgba[(std::size_t(line) * width + std::size_t(x) * scale) * 4];
                for (int i = 0; i < across; ++i, pixel += 4)
                    for (int channel = 0; channel < 3; ++channel)
                        sum[channel] += pixel[channel] * pixel[3] + opaque * (opaque - pixel[3]);
            }
            result.at(x, y) = {std::uint8_t(sum[0] / area), std::uint8_t(sum[1] / area), std::uint8_t(sum[2] / area)};
        }
    }
    return result;
}

std::vector<ColourClass> colours_of(const Pixels& pixels, Box box, int step) {
    constexpr int levels = 8, width = 256 / levels;
    std::array<ColourSum, std::size_t{levels} * levels * levels> sums{};
    const Box inside = pixels.clipped(box);
    for (int y = inside.y; y < inside.bottom(); y += step) {
        for (int x = inside.x; x < inside.right(); x += step) {
            const Colour colour = pixels.at(x, y);
            sums[((colour.red / width) * levels + colour.green / width) * levels + colour.blue / width].add(colour);
        }
    }
    std::vector<ColourClass> result;
    for (const ColourSum& sum : sums)
        if (sum.count()) result.push_back({sum.mean(), sum.count()});
    std::ranges::stable_sort(result, std::ranges::greater{}, &ColourClass::count);
    return result;
}

std::vector<Colour> papers_of(const Pixels& pixels, Box box) {
    const std::vector<ColourClass> colours = colours_of(pixels, box, sampled);
    int all = 0;
    for (const ColourClass& colour : colours) all += colour.count;
    std::vector<Colour> papers;
    for (const auto& [colour, count] : colours) {
        if (papers.size() == most_papers || count < share_of_paper * all) break;
        if (std::ranges::none_of(papers, [&](Colour other) { return difference(colour, other) < unlike_papers; }))
            papers.push_back(colour);
    }
    return papers;
}

Colour most_common_colour(const Pixels& pixels, Box box) {
    const std::vector<ColourClass> colours = colours_of(pixels, box);
    return colours.empty() ? Colour{} : colours.front().mean;
}

}  // namespace kiebitz::picture
