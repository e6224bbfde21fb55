#include "picture/won.hpp"

#include <cmath>

#include "common/types.hpp"
#include "picture/lines.hpp"

namespace kiebitz::picture {
namespace {

constexpr double clear_rank = 0.8, likely = 0.5;  // chances
constexpr double least_sides = 0.85;              // of the rows beside the kings that have an edge of a card
// Parts of a king's height.
constexpr double widest_gap = 0.5;  // between signs of text
constexpr double alike = 0.2, least_apart = 1.5, widest_card = 9, farthest_side = 2.5, farthest_step = 5, above = 0.2,
                 below = 1.5;
constexpr int longest_name = 3;  // signs of a card side by side, such as a ten and its suit

using Kings = std::array<Box, suits>;

bool like(Box a, Box b) { return std::abs(a.height - b.height) <= alike * a.height; }

class Search {
public:
    Search(const Edges& edges, const std::vector<Sign>& signs) : edges_(edges) {
        for (const Sign& sign : signs) {
            if (sign.rank_chance() >= clear_rank && !is_in_text(sign.box, signs)) ranks_.push_back(sign.box);
            if (std::exp(double(sign.scores[ranks - 1])) >= clear_rank) kings_.push_back(sign.box);
        }
    }

    std::optional<Kings> four() const {
        for (const Box& a : kings_) {
            for (const Box& b : kings_) {
                const int dx = b.x - a.x, dy = b.y - a.y;
                if (!like(a, b) || std::max(dx, dy) < least_apart * a.height) continue;
                if (std::min(std::abs(dx), std::abs(dy)) > alike * a.height) continue;
                const Box *c = king_at(a, 2 * dx, 2 * dy), *d = king_at(a, 3 * dx, 3 * dy);
                if (c && d) return Kings{a, b, *c, *d};
                if (dx < dy) continue;
                for (const Box& below_a : kings_) {  // two rows of two
                    const int down = below_a.y - a.y;
                    if (std::abs(below_a.x - a.x) > alike * a.height || down < least_apart * a.height) continue;
                    if (const Box* last = king_at(a, dx, down); last && like(a, below_a))
                        return Kings{a, b, below_a, *last};
                }
            }
        }
        return std::nullopt;
    }
    // Whether other ranks stand close below or beside the kings.
    bool shows_other_cards(const Kings& kings) const {
        return std::ranges::any_of(ranks_, [&](const Box& rank) {
            bool is_close = false;
            for (const Box& king : kings) {
                const int dx = std::abs(rank.x - king.x), dy = std::abs(rank.y - king.y), height = king.height;
                if (!like(king, rank) || std::max(dx, dy) <= height / 2) return false;
                is_close |= dx <= alike * height && dy <= farthest_step * height;
                is_close |= dy <= alike * height && dx <= widest_card * height;
            }
            return is_close;
        });
    }
    // The card around the first king, by the edges beside all four.
    std::optional<Box> card(const Kings& kings) const {
        const int height = kings[0].height;
        std::optional<Box> best;
        double best_share = least_sides;
        for (const int sign : {1, -1}) {
            std::vector<double> rights;
            for (int d = 0; d <= widest_card * height; ++d) rights.push_back(side(kings, d, -sign));
            for (int d = 1; d <= farthest_side * height; ++d) {
                const double left_side = side(kings, -d, sign);
                for (int right = kings[0].width; right <= widest_card * height; ++right) {
                    const double share = (left_side + rights[std::size_t(right)]) / 2;
                    if (share <= best_share) continue;
                    best_share = share;
                    best = {kings[0].x - d, 0, d + right, 0};
                }
            }
        }
        if (!best) return std::nullopt;
        best->y = std::max(0, kings[0].y - int(alike * height));
        best->height = rounded(usual_height * best->width);
        return best;
    }

private:
    // Whether more signs follow on the right than a card's name has, most of them neither ranks nor suits.
    static bool is_in_text(Box box, const std::vector<Sign>& signs) {
        const double gap = widest_gap * box.height;
        int letters = 0;
        for (int length = 1; length <= longest_name; ++length) {
            const auto next = std::ranges::find_if(signs, [&](const Sign& sign) {
                return !sign.joined && sign.box.x >= box.right() && sign.box.x <= box.right() + gap &&
                       std::abs(sign.box.bottom() - box.bottom()) <= alike * box.height;
            });
            if (next == signs.end()) return false;
            letters += std::max(next->rank_chance(), next->suit_chance()) < likely;
            box = next->box;
        }
        return 2 * letters > longest_name;
    }
    const Box* king_at(const Box& from, int dx, int dy) const {
        const auto nearest = std::ranges::find_if(kings_, [&](const Box& king) {
            const double tolerance = alike * from.height;
            return like(from, king) && std::abs(king.x - from.x - dx) <= tolerance &&
                   std::abs(king.y - from.y - dy) <= tolerance;
        });
        return nearest == kings_.end() ? nullptr : &*nearest;
    }
    // How many of the rows beside the kings have an edge at this distance from them.
    double side(const Kings& kings, int distance, int sign) const {
        int edged = 0, all = 0;
        for (const Box& king : kings) {
            const int x = king.x + distance, end = std::min(edges_.height(), int(king.y + below * king.height));
            for (int y = std::max(0, int(king.y - above * king.height)); y < end; ++y) {
                ++all;
                edged += has_edge(edges_, x, y, sign);
            }
        }
        return all ? double(edged) / all : 0;
    }

    const Edges& edges_;
    std::vector<Box> ranks_, kings_;
};

}  // namespace

std::optional<Layout> locate_won(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs) {
    const Search search(edges, signs);
    const std::optional<Kings> kings = search.four();
    if (!kings || search.shows_other_cards(*kings)) return std::nullopt;
    const std::optional<Box> card = search.card(*kings);
    if (!card) return std::nullopt;
    Layout layout;
    layout.x = card->x;
    layout.top = card->bottom();
    layout.width = card->width;
    layout.height = card->height;
    layout.pitch = card->width;
    layout.columns.resize(usual_columns);
    layout.others.resize(usual_columns);
    for (const Box& king : *kings) {
        const Box box = pixels.clipped(
            {card->x + king.x - (*kings)[0].x, card->y + king.y - (*kings)[0].y, card->width, card->height});
        layout.row.push_back({box, box});
    }
    return layout;
}

}  // namespace kiebitz::picture
