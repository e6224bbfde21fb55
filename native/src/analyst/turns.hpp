// A game as it stands on the table, pile by pile: the player's moves as they are written, and what the program plays
// after each.
#pragma once

#include "analyst/game.hpp"
#include "play/board.hpp"

namespace kiebitz::analyst {

class Table {
public:
    Table(const Game& game, const Position& start, Autoplay autoplay)
        : game_(game.rules, game.play(autoplay)), board_(game_.board(start)) {}

    Position position() const { return game_.position(board_); }
    // Makes a move of three bytes, and then what the program plays, which is returned, three bytes a move. Throws
    // std::invalid_argument for an illegal move.
    Buffer push(const std::uint8_t* move);
    std::vector<play::CountedMove> legal_moves() const;
    bool is_home(Card card) const { return board_.below[card] == at_home; }
    // The last card of a column or cell; the move from there must be legal.
    Card last(std::uint8_t pile) const { return pile < cell_code ? board_.end[pile] : board_.cell[pile - cell_code]; }
    // How many cards a move between two piles moves where its number is not told.
    std::uint8_t implied(const std::uint8_t* move) const;

private:
    play::Game game_;
    play::Board board_;
};

}  // namespace kiebitz::analyst
