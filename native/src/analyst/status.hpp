// The status of a position and a player's line for it, within one allowance.
#pragma once

#include "analyst/effort.hpp"
#include "analyst/game.hpp"

namespace kiebitz::analyst {

// The positions kept on each level of a quick search for a short line, and of one for each of all moves from a
// position.
constexpr std::uint32_t short_at_once = 500, short_for_each = 160;

// The status that follows from a score and its bound.
Status scored(const Game& game, int score, int bound, Buffer line, const Effort& effort);

// The complete status, its line replayed by the checker; `shortest` requests a shortest line to a score.
Status answer_within(const Game& game, const Position& position, Mode mode, bool shortest, Spending& spending);

// A player's line and its autoplay rule.
struct PlayerLine {
    Buffer moves;
    Autoplay autoplay = Autoplay::none;
};
// The player's line of a checked status; `width` as in SolutionOptions.
PlayerLine player_line_of(const Game& game, const Position& position, const Status& status, Autoplay autoplay,
                          std::uint32_t width, Spending& spending);

// Replace a line by one of fewer moves for the same autoplay rule, if there is one; `width` as above.
void shorten(const Game& game, const Position& position, std::uint32_t width, Spending& spending, PlayerLine& line);

}  // namespace kiebitz::analyst
