#include "picture/evidence.hpp"

#include <cmath>
#include <numeric>

namespace kiebitz::picture {
namespace {

constexpr double least_chance = 0.002;               // of a class, however sure the network is
constexpr double place_tolerance = 0.55;             // of a rank's height
constexpr double least_size = 0.6, most_size = 1.6;  // of the usual height of a rank
constexpr double window_width = 1.3;                 // of that height, for ranks that touch other ink
constexpr double like_glyphs = 0.014;                // mean squared difference of signs that look alike
constexpr double like_parts = 0.03;
constexpr double weight_of_silence = 0.25;  // against the weights of look-alikes
// A cut sign counts by its height in widths: a suit is about as high as wide.
constexpr double least_of_cut = 0.1, cut_from = 0.6, cut_to = 1;
constexpr double sure_ten = 0.5;
constexpr int red_from = 60;  // by which red exceeds green and blue
constexpr double least_of_each_colour = 0.3, other_colour = -5;

struct Point {
    double x, y;
};

Point centre(Box box) { return {box.x + box.width / 2.0, box.y + box.height / 2.0}; }

double squared_difference(const Glyph& a, const Glyph& b) {
    constexpr std::size_t lanes = 16;  // independent sums are added at once
    static_assert(std::tuple_size_v<Glyph> % lanes == 0);
    std::array<float, lanes> sums{};
    for (std::size_t i = 0; i < a.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += (a[i + lane] - b[i + lane]) * (a[i + lane] - b[i + lane]);
    return std::accumulate(sums.begin(), sums.end(), 0.0) / double(a.size());
}

template <std::size_t size>
std::array<double, size> chances(const Scores& scores, int first) {
    std::array<double, size> result;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += std::exp(double(scores[std::size_t(first) + i]));
    for (std::size_t i = 0; i < size; ++i)
        result[i] = std::log(std::exp(double(scores[std::size_t(first) + i])) / (sum + 1e-12) + least_chance);
    return result;
}

// The sign of a card at a place that is the likeliest rank, or suit; null if there is none.
const Sign* sign_at(const CardSigns& card, const Anchor& anchor, Chance chance) {
    const Sign* best = nullptr;
    for (const Sign& sign : card.signs) {
        if (!anchor.fits(sign.box)) continue;
        if (sign.joined && std::exp(double(sign.scores[9])) > sure_ten) return &sign;
        if (!best || (sign.*chance)() > (best->*chance)()) best = &sign;
    }
    return best;
}

// Ranks: each card hears its look-alikes.
void weigh_ranks(const std::vector<const Sign*>& signs, std::vector<CardScores>& out) {
    for (std::size_t i = 0; i < signs.size(); ++i) {
        if (!signs[i]) continue;
        double weights = 0;
        for (const Sign* sign : signs) {
            if (!sign) continue;
            const double weight = std::exp(-squared_difference(signs[i]->glyph, sign->glyph) / like_glyphs);
            const auto scores = chances<ranks>(sign->scores, 0);
            for (std::size_t rank = 0; rank < ranks; ++rank) out[i].rank[rank] += weight * scores[rank];
            weights += weight;
        }
        for (double& score : out[i].rank) score /= weights;
    }
}

// The upper part of a sign, `height` pixels of the picture, at the scale at which `cut` is drawn in its glyph.
Glyph upper_part(const Sign& sign, Box cut) {
    const Point from{(sign.box.width - cut.width) / 2.0, 0};
    const auto [scale, left_x, top] = GlyphFrame(sign.box.width, sign.box.height);
    const auto [part, part_left, part_top] = GlyphFrame(cut.width, cut.height);
    Glyph glyph{};
    for (int y = 0; y < glyph_side; ++y) {
        for (int x = 0; x < glyph_side; ++x) {
            const double px = (x + 0.5 - part_left) / part + from.x, py = (y + 0.5 - part_top) / part;
            if (py < 0 || py > cut.height) continue;
            const int gx = int(px * scale + left_x), gy = int(py * scale + top);
            if (gx >= 0 && gy >= 0 && gx < glyph_side && gy < glyph_side)
                glyph[glyph_index(x, y)] = sign.glyph[glyph_index(gx, gy)];
        }
    }
    return glyph;
}

// How much two signs of suits look alike, 0 to 1. A cut one is compared with others at the same place of the card.
double likeness(const Sign& a, const Sign& b, int card_width) {
    constexpr int like_colour = 70;
    if (difference(a.ink, b.ink) > like_colour) return 0;
    if (!a.cut && !b.cut) return std::exp(-squared_difference(a.glyph, b.glyph) / like_glyphs);
    const Sign& less = a.box.height <= b.box.height ? a : b;
    const Sign& more = a.box.height <= b.box.height ? b : a;
    const double tolerance = 1.5 + card_width * 0.02;
    if (!less.cut || std::abs(less.box.y - more.box.y) > tolerance ||
        std::abs(centre(less.box).x - centre(more.box).x) > tolerance)
        return 0;
    return std::exp(-squared_difference(less.glyph, upper_part(more, less.box)) / like_parts);
}

double weight_of(const Sign& sign) {
    if (!sign.cut) return 1;
    const double height = double(sign.box.height) / sign.box.width;
    return std::clamp((height - cut_from) / (cut_to - cut_from), least_of_cut, 1.0);
}

struct SuitSign {
    const Sign* sign;
    std::size_t card;
    std::array<double, suits> own;
    double weight;
};

void weigh_suits(const std::vector<SuitSign>& signs, int card_width, std::vector<CardScores>& out) {
    for (const SuitSign& sign : signs) {
        std::array<double, suits> sum{};
        double weights = weight_of_silence, seen = 0;
        for (const SuitSign& like : signs) {
            const double weight = like.weight * (&like == &sign ? 1 : likeness(*sign.sign, *like.sign, card_width));
            for (std::size_t suit = 0; suit < suits; ++suit) sum[suit] += weight * like.own[suit];
            weights += weight;
            seen = std::max(seen, weight);
        }
        for (std::size_t suit = 0; suit < suits; ++suit) out[sign.card].suit[suit] += seen * sum[suit] / weights;
    }
}

int redness(Colour colour) { return colour.red - std::max(colour.green, colour.blue); }

// In packs of two colours, red cards are hearts and diamonds. The colour is that of the rank, or of the paper.
void weigh_colours(const std::vector<Colour>& colours, std::vector<CardScores>& out) {
    std::size_t red = 0, grey = 0;
    for (const Colour colour : colours) {
        red += redness(colour) >= red_from;
        grey += std::max({colour.red, colour.green, colour.blue}) - std::min({colour.red, colour.green, colour.blue}) <
                red_from;
    }
    const double all = double(colours.size());
    if (double(red) < least_of_each_colour * all || double(grey) < least_of_each_colour * all ||
        double(red + grey) < 0.9 * all)
        return;
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t suit = 0; suit < suits; ++suit)
            if ((redness(colours[i]) >= red_from) != (suit == 1 || suit == 2)) out[i].suit[suit] += other_colour;
}

bool overlap(Box a, Box b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

}  // namespace

bool Anchor::fits(Box box) const {
    const Point point = centre(box);
    return std::abs(point.x - x) <= place_tolerance * height && std::abs(point.y - y) <= place_tolerance * height &&
           box.height >= least_size * height && box.height <= most_size * height;
}

Box Anchor::window() const {
    const int left_x = rounded(std::max(0.0, x - window_width / 2 * height)),
              top = rounded(std::max(0.0, y - height / 2));
    return {left_x, top, rounded(window_width * height), rounded(height)};
}

// Each sign that looks like one proposes its place; the place with the most of them wins.
Anchor find_anchor(const std::vector<CardSigns>& cards, Chance chance) {
    Anchor best;
    double best_score = 0;
    for (const CardSigns& card : cards) {
        for (const Sign& sign : card.signs) {
            if (sign.cut || (sign.*chance)() < 0.5) continue;
            const Point at = centre(sign.box);
            const Anchor anchor{at.x, at.y, double(sign.box.height)};
            double score = 0;
            for (const CardSigns& other_card : cards)
                if (const Sign* like = sign_at(other_card, anchor, chance))
                    score += (like->*chance)() * (like->cut ? 0.5 : 1);
            if (score <= best_score) continue;
            best = anchor;
            best_score = score;
        }
    }
    return best;
}

double chance_at(const CardSigns& card, const Anchor& anchor, Chance chance) {
    const Sign* sign = sign_at(card, anchor, chance);
    return sign ? (sign->*chance)() : 0;
}

std::vector<CardScores> weigh(const std::vector<CardSigns>& cards, const std::vector<Anchor>& anchors, int card_width) {
    std::vector<CardScores> result(cards.size());
    std::vector<const Sign*> rank_signs;
    std::vector<SuitSign> suit_signs;
    std::vector<Colour> inks, papers;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Sign* rank = sign_at(cards[i], anchors[i], &Sign::rank_chance);
        rank_signs.push_back(rank);
        inks.push_back(rank ? rank->ink : Colour{});
        papers.push_back(cards[i].paper);
        for (const Sign& sign : cards[i].signs) {
            if (sign.joined || (rank && overlap(rank->box, sign.box))) continue;
            suit_signs.push_back({&sign, i, chances<suits>(sign.scores, ranks), sign.suit_chance() * weight_of(sign)});
        }
    }
    weigh_ranks(rank_signs, result);
    weigh_suits(suit_signs, card_width, result);
    weigh_colours(inks, result);
    weigh_colours(papers, result);
    return result;
}

}  // namespace kiebitz::picture
