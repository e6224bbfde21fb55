#include "picture/glyphs.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace kiebitz::picture {
namespace {

constexpr int least_contrast = 26;
constexpr double ink_from = 0.38;         // of the strongest contrast of the strip
constexpr double strongest_share = 0.01;  // of the pixels define the strongest contrast
constexpr double faint_ink = 0.12;        // of a sign's strongest contrast is none
constexpr int least_sign_height = 4, least_sign_width = 2;
// Parts of a card's width.
constexpr double side_inset = 0.018, least_height = 0.04, most_height = 0.75, most_width = 0.5;
constexpr double most_gap_in_ten = 0.45, most_difference_in_ten = 0.25;  // of its height
// Of a part that may be a rank and the suit below it.
constexpr double height_of_two = 2.1, waist_from = 0.4, waist_to = 0.8;
constexpr double clear_rank = 0.5;  // a part with this chance has no suit below it
constexpr std::size_t most_signs = 14;
// Lines of signs.
constexpr std::size_t most_in_text = 1500;  // parts of an area
constexpr double dark_ink = 0.6;            // of the strongest contrast: signs that touch by fainter ink are two
constexpr double most_gap_in_line = 0.7, most_overlap_in_line = 0.3, most_difference_in_line = 0.12;  // of their height
constexpr double share_of_edge = 0.6;  // of a strip's side, from which on its colour is that of an edge
constexpr double widest_edge = 0.05;   // of a card's width

constexpr int no_ink = -1;  // instead of the label of a part

// Parts found from above: some turn out to be one, and then have the number of the first.
class Connected {
public:
    int join(int part, int other) {
        other = first_of(other);
        if (part == no_ink || part == other) return other;
        const auto [first, second] = std::minmax(part, other);
        boxes_[std::size_t(first)] = around(boxes_[std::size_t(first)], boxes_[std::size_t(second)]);
        firsts_[std::size_t(second)] = first;
        return first;
    }
    // Adds a box to a part, or a part.
    int add(int part, Box box) {
        if (part == no_ink) {
            firsts_.push_back(int(firsts_.size()));
            boxes_.push_back(box);
            return firsts_.back();
        }
        boxes_[std::size_t(part)] = around(boxes_[std::size_t(part)], box);
        return part;
    }
    // The number of each part's whole among all, whose boxes are put into `boxes`.
    std::vector<int> numbers(std::vector<Box>& boxes) const {
        std::vector<int> result;
        for (std::size_t i = 0; i < firsts_.size(); ++i) {
            const bool is_first = firsts_[i] == int(i);
            result.push_back(is_first ? int(boxes.size()) : result[std::size_t(firsts_[i])]);
            if (is_first) boxes.push_back(boxes_[i]);
        }
        return result;
    }

private:
    int first_of(int part) {
        while (firsts_[std::size_t(part)] != part) {
            int& first = firsts_[std::size_t(part)];
            part = first = firsts_[std::size_t(first)];  // shortens the way for the next
        }
        return part;
    }

    std::vector<int> firsts_;
    std::vector<Box> boxes_;
};

// The contrast of a strip's pixels with its paper.
class Ink {
public:
    Ink(const Pixels& pixels, Box box, Colour paper)
        : area(box), contrast_(std::size_t(box.width) * std::size_t(box.height)), label_(contrast_.size()) {
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x)
                contrast_[at(x, y)] = std::uint8_t(difference(pixels.at(area.x + x, area.y + y), paper));
        std::array<std::size_t, contrasts> pixels_of{};
        for (const std::uint8_t contrast : contrast_) ++pixels_of[contrast];
        const auto stronger = std::size_t(double(contrast_.size()) * strongest_share);
        std::size_t high = contrasts - 1;
        for (std::size_t count = pixels_of[high]; count <= stronger && high > 0; count += pixels_of[high]) --high;
        strongest_ = double(high);
    }

    // The boxes of connected parts, by their first pixels; their numbers are the labels of their pixels. Ink has at
    // least a share of the strongest contrast.
    std::vector<Box> parts(double least_share = ink_from) {
        const int threshold = std::max(least_contrast, int(strongest_ * least_share));
        std::ranges::fill(label_, no_ink);
        Connected connected;
        std::vector<Run> above, row;
        for (int y = 0; y < area.height; ++y) {
            row.clear();
            std::size_t first = 0;
            for (int x = 0; x < area.width; ++x) {
                if (contrast_[at(x, y)] < threshold) continue;
                Run run{x, x + 1, no_ink};
                while (run.end < area.width && contrast_[at(run.end, y)] >= threshold) ++run.end;
                while (first < above.size() && above[first].end < run.begin) ++first;
                for (std::size_t k = first; k < above.size() && above[k].begin <= run.end; ++k)
                    run.part = connected.join(run.part, above[k].part);
                run.part = connected.add(run.part, {run.begin, y, run.end - run.begin, 1});
                std::fill(&label_[at(run.begin, y)], &label_[at(run.end - 1, y)] + 1, run.part);
                row.push_back(run);
                x = run.end;
            }
            std::swap(above, row);
        }
        std::vector<Box> boxes;
        const std::vector<int> numbers = connected.numbers(boxes);
        for (int& label : label_)
            if (label != no_ink) label = numbers[std::size_t(label)];
        return boxes;
    }
    // The ink of one or two parts inside a box, without that of others, the strongest 1.
    std::vector<float> of(Box box, int first, int second) const {
        std::vector<float> ink(std::size_t(box.width) * std::size_t(box.height));
        int strongest = 1;
        for (int y = 0; y < box.height; ++y)
            for (int x = 0; x < box.width; ++x)
                if (belongs(box.x + x, box.y + y, first, second))
                    strongest = std::max<int>(strongest, contrast_[at(box.x + x, box.y + y)]);
        for (int y = 0; y < box.height; ++y)
            for (int x = 0; x < box.width; ++x)
                if (const std::size_t i = at(box.x + x, box.y + y);
                    label_[i] < 0 || label_[i] == first || label_[i] == second)
                    ink[std::size_t(y) * std::size_t(box.width) + std::size_t(x)] =
                        float(std::clamp((double(contrast_[i]) / strongest - faint_ink) / (1 - faint_ink), 0.0, 1.0));
        return ink;
    }
    // The height of the upper one of two signs that touch: up to the row with the least ink near the middle.
    int waist(Box box) const {
        int best = box.height, least_ink = 1 << 30;
        for (int y = int(box.height * waist_from); y < box.height * waist_to; ++y) {
            int ink = 0;
            for (int x = box.x; x < box.right(); ++x) ink += contrast_[at(x, box.y + y)];
            if (ink >= least_ink) continue;
            least_ink = ink;
            best = y;
        }
        return best;
    }
    // The mean colour of the half of a part's pixels with the most contrast.
    Colour colour(const Pixels& pixels, Box box, int first, int second) const {
        std::array<ColourSum, contrasts> sums{};
        int all = 0;
        for (int y = box.y; y < box.bottom(); ++y) {
            for (int x = box.x; x < box.right(); ++x) {
                if (!belongs(x, y, first, second)) continue;
                sums[contrast_[at(x, y)]].add(pixels.at(area.x + x, area.y + y));
                ++all;
            }
        }
        ColourSum half;  // or more, for all pixels of a contrast count
        for (std::size_t contrast = contrasts; contrast-- > 0 && half.count() < (all + 1) / 2;)
            half.add(sums[contrast]);
        return half.mean();
    }

    Box area;

private:
    static constexpr std::size_t contrasts = 256;

    // Pixels of ink side by side, and their part.
    struct Run {
        int begin, end, part;
    };

    std::size_t at(int x, int y) const { return std::size_t(y) * std::size_t(area.width) + std::size_t(x); }
    bool belongs(int x, int y, int first, int second) const {
        return label_[at(x, y)] == first || label_[at(x, y)] == second;
    }

    std::vector<std::uint8_t> contrast_;
    std::vector<int> label_;
    double strongest_ = 0;
};

bool may_be_ten(Box stroke, Box zero) {
    const int height = std::max(stroke.height, zero.height);
    const double tolerance = most_difference_in_ten * height;
    const int gap = zero.x - stroke.right();
    return gap >= -1 && gap <= most_gap_in_ten * height && std::abs(stroke.y - zero.y) <= tolerance &&
           std::abs(stroke.bottom() - zero.bottom()) <= tolerance && stroke.width <= zero.width + 2;
}

double chance(const Scores& scores, int first, int count) {
    double sum = 0;
    for (int i = first; i < first + count; ++i) sum += std::exp(double(scores[std::size_t(i)]));
    return sum;
}

}  // namespace

double Sign::rank_chance() const { return chance(scores, 0, ranks); }
double Sign::suit_chance() const { return chance(scores, ranks, suits); }

namespace {

constexpr std::size_t samples = 3;  // across and down, for each pixel of a glyph

// For each pixel of a glyph's side the pixels of the picture's that it shows, with their shares. Samples lie between
// the centres of pixels.
using Shares = std::array<std::array<std::pair<std::size_t, float>, 2 * samples>, glyph_side>;

Shares shares_of(int length, double scale, double start) {
    Shares result{};
    for (std::size_t i = 0; i < glyph_side * samples; ++i) {
        const double at = ((double(i) + 0.5) / samples - start) / scale - 0.5, low = std::floor(at);
        for (const int side : {0, 1}) {
            const double pixel = low + side;
            if (pixel >= 0 && pixel < length)
                result[i / samples][2 * (i % samples) + std::size_t(side)] = {
                    std::size_t(pixel), float((1 - std::abs(at - pixel)) / samples)};
        }
    }
    return result;
}

}  // namespace

Glyph glyph_of(const std::vector<float>& ink, int width, int height) {
    const auto [scale, left_x, top] = GlyphFrame(width, height);
    const Shares across = shares_of(width, scale, left_x), down = shares_of(height, scale, top);
    std::vector<float> rows(std::size_t(height) * glyph_side);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const auto& [pixel, share] : across[i % glyph_side])
            rows[i] += share * ink[i / glyph_side * std::size_t(width) + pixel];
    Glyph glyph{};
    for (std::size_t i = 0; i < glyph.size(); ++i)
        for (const auto& [pixel, share] : down[i / glyph_side])
            glyph[i] += share * rows[pixel * glyph_side + i % glyph_side];
    return glyph;
}

namespace {

// The ink of an area, its parts, and those whose sizes are in the limits, in pixels of the picture.
struct Parts {
    Ink ink;
    std::vector<Box> boxes;
    std::vector<int> labels;

    Parts(const Pixels& pixels, Box area, Colour paper, const SignSizes& sizes) : ink(pixels, area, paper) {
        separate(sizes, ink_from);
    }
    // Finds the parts whose ink has at least a share of the strongest contrast.
    void separate(const SignSizes& sizes, double least_share) {
        boxes = ink.parts(least_share);
        const auto sensible = [&](Box box) {
            return box.height >= sizes.least_height && box.width >= least_sign_width &&
                   box.height <= sizes.most_height && box.width <= sizes.most_width && box.x > 0 &&
                   box.right() < ink.area.width;
        };
        labels.resize(boxes.size());
        std::iota(labels.begin(), labels.end(), 0);
        std::erase_if(labels, [&](int label) { return !sensible(boxes[std::size_t(label)]); });
    }
};

// The first signs of an area, about `limit`.
std::vector<Sign> signs_of(const Pixels& pixels, Box area, const Parts& all, std::size_t limit,
                           const Classifier& classify) {
    const auto& [ink, parts, labels] = all;
    std::vector<Sign> result;
    const auto add = [&](Box box, int first, int second) {
        Sign sign;
        sign.box = {box.x + area.x, box.y + area.y, box.width, box.height};
        sign.cut = box.bottom() >= area.height;
        sign.joined = first != second;
        sign.ink = ink.colour(pixels, box, first, second);
        sign.glyph = glyph_of(ink.of(box, first, second), box.width, box.height);
        sign.scores = classify(sign.glyph);
        result.push_back(sign);
    };
    for (const int i : labels) {
        if (result.size() >= limit) break;
        const Box part = parts[std::size_t(i)];
        add(part, i, i);
        if (part.height >= height_of_two * part.width && result.back().rank_chance() < clear_rank) {
            const int waist = ink.waist(part);
            add({part.x, part.y, part.width, waist}, i, i);
            add({part.x, part.y + waist, part.width, part.height - waist}, i, i);
        }
        for (const int k : labels)
            if (const Box other = parts[std::size_t(k)]; k != i && may_be_ten(part, other))
                add(around(part, other), i, k);
    }
    return result;
}

// Adds the scores of the signs in lines.
void add_lines(const Parts& all, std::size_t least_signs, const Classifier& classify,
               std::vector<std::vector<Scores>>& result) {
    const auto& [ink, parts, sensible] = all;
    if (sensible.size() > most_in_text) return;
    std::vector<int> labels = sensible;
    const auto box_of = [&](int label) { return parts[std::size_t(label)]; };
    std::ranges::stable_sort(labels, {}, [&](int label) { return box_of(label).x; });
    const auto follows = [&](Box next, Box sign) {
        const double tolerance = 1 + most_difference_in_line * sign.height;
        const int gap = next.x - sign.right();
        return gap >= -most_overlap_in_line * sign.height && gap <= most_gap_in_line * sign.height &&
               std::abs(next.y - sign.y) <= tolerance && std::abs(next.bottom() - sign.bottom()) <= tolerance;
    };
    while (!labels.empty()) {
        std::vector<int> line;
        std::erase_if(labels, [&](int label) {
            const bool is_next = line.empty() || follows(box_of(label), box_of(line.back()));
            if (is_next) line.push_back(label);
            return is_next;
        });
        if (line.size() < least_signs) continue;
        result.emplace_back();
        for (const int label : line) {
            const Box box = box_of(label);
            result.back().push_back(classify(glyph_of(ink.of(box, label, label), box.width, box.height)));
        }
    }
}

// The part of a strip without the edges of cards, which would join its signs.
Box within_edges(const Pixels& pixels, Box area, Colour paper, int widest) {
    const auto is_edge = [&](Box side) { return ink_share(pixels, side, paper) > share_of_edge; };
    for (int i = 0; i < widest && is_edge({area.x, area.bottom() - 1, area.width, 1}); ++i) --area.height;
    for (int i = 0; i < widest && is_edge({area.x, area.y, area.width, 1}); ++i) ++area.y, --area.height;
    for (int i = 0; i < widest && is_edge({area.x, area.y, 1, area.height}); ++i) ++area.x, --area.width;
    for (int i = 0; i < widest && is_edge({area.right() - 1, area.y, 1, area.height}); ++i) --area.width;
    return area;
}

}  // namespace

double ink_share(const Pixels& pixels, Box area, Colour paper) {
    int ink = 0;
    for (int y = area.y; y < area.bottom(); ++y)
        for (int x = area.x; x < area.right(); ++x) ink += difference(pixels.at(x, y), paper) >= least_contrast;
    return double(ink) / std::max(1, area.width * area.height);
}

std::vector<Sign> find_signs(const Pixels& pixels, Colour paper, const SignSizes& sizes, std::size_t limit,
                             const Classifier& classify) {
    const Box area{0, 0, pixels.width(), pixels.height()};
    const Parts parts(pixels, area, paper, sizes);
    if (parts.labels.size() >= limit) return {};
    return signs_of(pixels, area, parts, limit, classify);
}

std::vector<std::vector<Scores>> find_lines(const Pixels& pixels, Box area, Colour paper, const SignSizes& sizes,
                                            std::size_t least_signs, const Classifier& classify) {
    std::vector<std::vector<Scores>> result;
    Parts parts(pixels, area, paper, sizes);
    add_lines(parts, least_signs, classify, result);
    parts.separate(sizes, dark_ink);
    add_lines(parts, least_signs, classify, result);
    return result;
}

CardSigns find_signs(const Pixels& pixels, const Place& place, const Classifier& classify) {
    CardSigns result;
    const int width = place.card.width, inset = std::max(1, int(width * side_inset));
    const Box area = pixels.clipped(
        {place.strip.x - inset, place.strip.y + inset, place.strip.width + 2 * inset, place.strip.height - 1 - inset});
    if (area.width < 8 || area.height < 6) return result;
    result.paper = most_common_colour(pixels, area);
    result.area = within_edges(pixels, area, result.paper,
                               std::min({std::max(2, int(widest_edge * width)), area.height / 4, area.width / 4}));
    const SignSizes sizes{std::max<double>(least_sign_height, least_height * width), most_height * width,
                          most_width * width};
    const Parts parts(pixels, result.area, result.paper, sizes);
    result.signs = signs_of(pixels, result.area, parts, most_signs, classify);
    for (Sign& sign : result.signs) {
        sign.box.x -= place.card.x;
        sign.box.y -= place.card.y;
    }
    return result;
}

std::optional<Sign> sign_in(const Pixels& pixels, const CardSigns& card, const Place& place, Box window,
                            const Classifier& classify) {
    const int left_x = std::max(card.area.x, place.card.x + window.x),
              top = std::max(card.area.y, place.card.y + window.y);
    const Box inside{left_x, top, std::min(card.area.right(), place.card.x + window.right()) - left_x,
                     std::min(card.area.bottom(), place.card.y + window.bottom()) - top};
    if (inside.width < least_sign_width || inside.height < window.height) return std::nullopt;
    Ink ink(pixels, inside, card.paper);
    const std::vector<Box> parts = ink.parts();
    const auto largest = std::ranges::max_element(parts, {}, &Box::height);
    if (largest == parts.end()) return std::nullopt;
    const int label = int(largest - parts.begin());
    Sign sign;
    sign.box = {largest->x + inside.x - place.card.x, largest->y + inside.y - place.card.y, largest->width,
                largest->height};
    sign.ink = ink.colour(pixels, *largest, label, label);
    sign.glyph = glyph_of(ink.of(*largest, label, label), largest->width, largest->height);
    sign.scores = classify(sign.glyph);
    return sign;
}

}  // namespace kiebitz::picture
