// Moves between piles: legal moves, refusals, the effect of a move, automatic moves.
#pragma once

#include <vector>

#include "kiebitz/play.hpp"
#include "play/board.hpp"

namespace kiebitz::play {

struct Table {
    Game game;
    Board board;

    Table(const Played& played, Bytes position)
        : game(Rules::read(played.rules), played.play), board(game.board(Position::parse(game.rules(), position))) {}
};

Refusal refusal(const Game& game, const Board& b, const PileMove& move);
Refusal refused_to_take(const Game& game, const Board& b, int pile, int count);
int implied_count(const Game& game, const Board& b, std::int64_t from, std::int64_t to);

// `most` is the implied count of each.
std::vector<CountedMove> legal_moves(const Game& game, const Board& b);

// The card `count` - 1 places below the last one of a pile.
Card first_of(const Board& b, int pile, int count);

// The number of cards at the end of a column that form a movable run.
int run_length(const Game& game, const Board& b, int column);

// The fewest single-card moves of a legal move.
int single_moves(const Game& game, const Board& b, const Move& move);

// Carry out a legal move, without the automatic moves.
void carry_out(const Game& game, Board& b, const Move& move);

// The next automatic move: the lowest step first, then C D H S; count 0 for none.
Move next_automatic(const Game& game, const Board& b);

// Carry out the automatic moves, and call `report` with each.
template <class Report>
void play_automatic(const Game& game, Board& b, Report report) {
    for (Move next = next_automatic(game, b); next.count; next = next_automatic(game, b)) {
        carry_out(game, b, next);
        report(next);
    }
}

}  // namespace kiebitz::play
