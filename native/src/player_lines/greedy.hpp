// The greedy player of `greedy_games`: it plays games from one position.
#pragma once

#include "common/budget.hpp"
#include "player_lines/places.hpp"

namespace kiebitz::play {

class GreedyPlayer {
public:
    // Looks 1 to 3 moves ahead.
    GreedyPlayer(const Rules& rules, const Play& play, const Position& start, int ahead);

    // Play the game whose ties this seed breaks, and return whether it was won; a game that the poll stops is not.
    bool wins(std::uint64_t seed, const Poll& poll);
    int ahead() const { return ahead_; }
    Autoplay autoplay() const { return game_.play().autoplay; }
    std::uint64_t moves() const { return moves_; }                   // of all games
    const std::vector<std::uint8_t>& line() const { return line_; }  // of the last game, four bytes a move
    bool stopped() const { return stopped_; }

private:
    template <class Out>
    void follow(const Board& b, Step step, Out out);
    bool met(const Board& b) const;
    int rating(const Board& b, int value);
    int best_from(const Board& b, int moves, int value);
    int value_of(const Board& b) const;
    int value_after(int value, const Board& before, const Board& b) const;
    int value_after(int value, const Board& b, Step step) const;

    const Game game_;
    const Board start_;
    const int ahead_;
    std::int8_t worth_[max_cards][64] = {};  // a card's, by the card beneath
    // Ratings after a move, for all games: they depend on the position only.
    PlacesMap<int> ratings_;
    std::vector<Board> met_;          // in this game
    std::vector<std::uint8_t> line_;  // of this game
    std::vector<Step> carried_;
    std::uint64_t moves_ = 0;
    bool stopped_ = false;
};

}  // namespace kiebitz::play
