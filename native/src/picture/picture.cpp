#include "kiebitz/picture.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "common/refusal.hpp"
#include "common/types.hpp"
#include "picture/reader.hpp"

namespace kiebitz::picture {
namespace {

constexpr std::size_t most_classified = 4'000;  // of four kilobytes each

void enlarge(Area& area, int scale) {
    area = {area.x * scale, area.y * scale, area.width * scale, area.height * scale};
}

}  // namespace

BoardRead read(Bytes rgba, int width, int height, Bytes weights, const Dealt& dealt) {
    if (width < 1 || height < 1 || std::int64_t(width) * height > most_pixels)
        refuse("picture: 1 to 100,000,000 pixels expected");
    if (rgba.size() != std::size_t(width) * std::size_t(height) * 4) refuse("picture: four bytes a pixel expected");
    for (const auto& column : dealt)
        if (std::ranges::any_of(column, [](std::uint8_t card) { return card >= max_cards; }))
            refuse("dealt: cards 0 to 51 expected");
    const auto network = GlyphNetwork::read(weights);
    if (!network) throw std::invalid_argument("weights: " + std::string(GlyphNetwork::fault_in(weights)));
    const int scale = scale_for(width, height);
    const Pixels pixels = scaled(rgba, width, height, scale);
    std::map<Glyph, Scores> classified;  // layouts share many signs
    const auto classify = [&](const Glyph& glyph) {
        if (const auto sign = classified.find(glyph); sign != classified.end()) return sign->second;
        const Scores scores = network->classify(glyph);
        if (classified.size() < most_classified) classified.emplace(glyph, scores);
        return scores;
    };
    BoardRead board = read_board(pixels, classify, dealt);
    if (!dealt.empty() && !board.agrees) board.status = std::min(board.status, Status::doubtful);
    for (auto& column : board.columns)
        for (CardRead& card : column) enlarge(card.area, scale);
    for (CardRead& card : board.cells) enlarge(card.area, scale);
    for (CardRead& card : board.foundations) enlarge(card.area, scale);
    return board;
}

}  // namespace kiebitz::picture
