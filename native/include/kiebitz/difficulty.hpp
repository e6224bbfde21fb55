// How narrow the way to a win is: which moves keep it along a line, and how often somebody wins who looks a few moves
// ahead and has no plan.
#pragma once

#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz {

// For each position of a line before a move of it: the moves after which the game can still be won, those after which
// it is lost, and those of which a limit left that open. Moves are different where they lead to different positions, up
// to the order of columns and cells, after what the program plays; one that leads to nothing new is none.
struct JudgedMoves {
    std::vector<std::uint8_t> kept, lost, open;
    std::uint64_t states = 0;  // positions expanded for all of them
    bool stopped = false;      // the poll wanted an end: the rest of the line was not judged
};

// The line is a player's, three bytes a move, to the first free cell or empty column, and is known to win: so its own
// moves are not asked about. The limits hold for each of the others. The checker has replayed every line that a move
// counts as kept for.
JudgedMoves judge_moves(Bytes rules, Bytes position, Bytes line, const Play& play, const Limits& limits,
                        const Poll& poll);

struct GreedyOptions {
    int ahead = 1;  // moves that are looked ahead, 1 to 3
    std::uint32_t games = 1;
    std::uint64_t seed = 0;
};
struct GreedyGames {
    std::uint32_t won = 0;
    std::uint64_t moves = 0;  // made in all games
    bool stopped = false;     // the poll wanted an end: the rest was not played
};

// A player who takes the move after which the best position can be had within `ahead` moves, this one among them, and
// of equal ones the sooner; where several moves do the same, one of them by chance; and who never comes back to a
// position of the game. A position is worth one point for each card at home, free cell, empty column and card on one
// that it may be built on, less one for each card that lies on one of lower rank. The game is lost where no move is
// left, or after 200. Chance is output 0, 1, … of splitmix64, seeded for game i with output i of splitmix64(seed): the
// n-th of equal moves takes the place of those before it where that output is a multiple of n. Both are for games in
// which sequences move, cards go home one by one, never forced, and without a stock.
GreedyGames greedy_games(Bytes rules, Bytes position, const Play& play, const GreedyOptions& options, const Poll& poll);

}  // namespace kiebitz
