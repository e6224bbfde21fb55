// What can be found out about a position, and a line for a player made of it, within one allowance.
#pragma once

#include "analyst/effort.hpp"
#include "analyst/game.hpp"

namespace kiebitz::analyst {

// How many positions of each level the search for a short line keeps: when it is to be quick.
constexpr std::uint32_t short_at_once = 500;

// What a score and its bound come to.
Status scored(const Game& game, int score, int bound, Buffer line, const Effort& effort);

// All that can be found out, its line replayed by the checker; `shortest` makes a line to a score a shortest one.
Status answer_within(const Game& game, const Position& position, Mode mode, bool shortest, Spending& spending);

// A line for a player, and the autoplay rule that it is for.
struct PlayerLine {
    Buffer moves;
    Autoplay autoplay = Autoplay::none;
};
// Of what was found, and replayed by the checker; `width` as in SolutionOptions.
PlayerLine player_line_of(const Game& game, const Position& position, const Status& status, Autoplay autoplay,
                          std::uint32_t width, Spending& spending);

// Puts a line of fewer moves for the same rule of autoplay in the place of one, if it is found; `width` as above.
void shorten(const Game& game, const Position& position, std::uint32_t width, Spending& spending, PlayerLine& line);

}  // namespace kiebitz::analyst
