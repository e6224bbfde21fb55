// Boards read off pictures of a screen.
#pragma once

#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::picture {

enum class Status : std::uint8_t {
    no_board,  // the picture shows no board
    doubtful,  // some cards are doubtful, or the board is not one pack, or does not agree with the given deal
    read,      // all cards are sure
};

// In pixels of the picture.
struct Area {
    int x = 0, y = 0, width = 0, height = 0;
};

struct CardRead {
    std::uint8_t card = 0;              // by its index in Microsoft's deck
    double confidence = 0;              // 0 to 1; calibrated on looks that were not used for tuning
    Area area;                          // its visible part
    std::vector<std::uint8_t> guesses;  // of a doubtful card: the next ones, the likeliest first
};

// One of the boards that fit.
struct Fitting {
    std::vector<std::uint8_t> cards;  // of columns, cells, and foundations as they are read
    std::vector<std::uint8_t> home;
};

struct BoardRead {
    Status status = Status::no_board;
    std::vector<std::vector<CardRead>> columns;
    std::vector<CardRead> cells;
    std::vector<CardRead> foundations;  // their visible cards, of one suit each
    std::vector<std::uint8_t>
        home;  // cards on the foundation of each suit, C D H S; empty if the cards are not one pack
    std::vector<Fitting>
        readings;           // if cards are doubtful: the boards that fit, the likeliest first, which is this one
    bool agrees = false;    // the columns began as the given deal
    std::int64_t deal = 0;  // if not, the number of Microsoft's deal that the board is, or began with; 0 if none
};

// A card is sure from this confidence on.
constexpr double sure = 0.9;

// The columns of a deal.
using Dealt = std::vector<std::vector<std::uint8_t>>;

constexpr std::size_t most_readings = 8;

constexpr std::int64_t most_pixels = 100'000'000;

// Read a picture of width * height pixels of four bytes, RGBA; `weights` are those of the glyph network. The
// board is compared with the deal as which it may have begun, if one is given. Throws std::invalid_argument for
// sizes, weights and cards that do not fit.
BoardRead read(Bytes rgba, int width, int height, Bytes weights, const Dealt& dealt);

}  // namespace kiebitz::picture
