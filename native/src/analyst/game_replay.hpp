// A game pile by pile: the player's moves as written, and the automatic moves after each.
#pragma once

#include "analyst/game.hpp"
#include "play/board.hpp"

namespace kiebitz::analyst {

class Replay {
public:
    Replay(const Game& game, const Position& start, Autoplay autoplay)
        : game_(game.rules, game.play(autoplay)), board_(game_.board(start)) {}

    Position position() const { return game_.position(board_); }
    // Make a move of three bytes and the automatic moves after it, which are returned, three bytes each. Throws
    // std::invalid_argument for an illegal move.
    Buffer push(const std::uint8_t* move);
    std::vector<play::CountedMove> legal_moves() const;
    bool is_home(Card card) const { return board_.below[card] == at_home; }
    const play::Board& board() const { return board_; }
    // The last card of a column or cell of a legal move.
    Card last(std::uint8_t pile) const { return pile < cell_code ? board_.end[pile] : board_.cell[pile - cell_code]; }
    // The implied number of cards of a move between two piles.
    std::uint8_t implied(const std::uint8_t* move) const;

private:
    play::Game game_;
    play::Board board_;
};

}  // namespace kiebitz::analyst
