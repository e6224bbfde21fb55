// Difficulty: the moves that keep the win along a line, and how often a player without a plan wins.
#pragma once

#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz {

// For each position of a line: the number of moves that keep the win, that lose it, and that a limit left undecided.
// Moves count as one if, after autoplay, they lead to the same position up to the order of columns and cells; a move
// that changes nothing does not count.
struct JudgedMoves {
    std::vector<std::uint8_t> kept, lost, open;
    std::uint64_t states = 0;  // positions expanded in total
    bool stopped = false;      // stopped by the poll; the rest of the line was not judged
};

// `line` is a winning player's line, three bytes a move, to the first free cell or empty column; its own moves are not
// searched. The limits hold for each other move. The checker replays every line that keeps a win.
JudgedMoves judge_moves(Bytes rules, Bytes position, Bytes line, const Play& play, const Limits& limits,
                        const Poll& poll);

struct GreedyOptions {
    int ahead = 1;  // moves looked ahead, 1 to 3
    std::uint32_t games = 1;
    std::uint64_t seed = 0;
};
struct GreedyGames {
    std::uint32_t won = 0;
    std::uint64_t moves = 0;         // made in all games
    std::vector<std::uint8_t> line;  // of the last game, four bytes a move
    bool stopped = false;            // stopped by the poll; the rest was not played
};

// A greedy player: takes the move after which the best position can be reached within `ahead` moves, the sooner the
// better; breaks ties at random; never returns to an earlier position. A position scores one point for each card home,
// free cell, empty column and card on one that it may be built on, less one for each card on a card of lower rank. The
// game is lost if no move is left, or after 200. Randomness is output 0, 1, … of splitmix64, seeded for game i with
// output i of splitmix64(seed): the n-th of equal moves replaces the earlier ones if that output is a multiple of n.
// Both functions need games in which sequences move, cards go home one by one and never by force, without a stock.
GreedyGames greedy_games(Bytes rules, Bytes position, const Play& play, const GreedyOptions& options, const Poll& poll);

}  // namespace kiebitz
