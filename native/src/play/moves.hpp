// Moves between piles: what is legal and why not, what a move leads to, what the program plays.
#pragma once

#include <vector>

#include "kiebitz/play.hpp"
#include "play/board.hpp"

namespace kiebitz::play {

Refusal refusal(const Game& game, const Board& b, const PileMove& move);
Refusal refused_to_take(const Game& game, const Board& b, int pile, int count);
int implied_count(const Game& game, const Board& b, std::int64_t from, std::int64_t to);

// `most` of each is the count that is implied.
std::vector<CountedMove> legal_moves(const Game& game, const Board& b);

// How many cards at the end of a column may move as far as they alone decide.
int run_length(const Game& game, const Board& b, int column);

// A move that is legal; what the program plays is for `autoplayed`.
void carry_out(const Game& game, Board& b, const Move& move);

// The next move that the program makes: the lowest step first, then C D H S; its count is 0 for none.
Move next_automatic(const Game& game, const Board& b);

}  // namespace kiebitz::play
