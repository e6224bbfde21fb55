// The table as a line for players sees it: what each card lies on, moves told by cards, and what the program plays by
// itself. Told so, a move means the same when columns or cells have changed places, and two positions that differ only
// by the order of columns or cells are the same. No search is known here, and no search's code is used.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "common/position.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::players {

// What a card lies on: another card, or one of these.
constexpr std::uint8_t bottom = 52, in_cell = 53, at_home = 54, in_stock = 55;

// A card, with all that lies on it, goes onto a card, an empty column, a free cell or its foundation.
struct Step {
    Card card;
    std::uint8_t onto;
};

// A move as it is written: codes of piles, the number of cards, and how many could move between these piles at most.
struct Move {
    std::uint8_t from, to, count, most;
};

struct Board {
    alignas(16) std::uint8_t below[64];  // what each card lies on; the last twelve are 0
    std::uint8_t above[max_cards];       // what lies on it
    std::uint8_t pile[max_cards];        // the code of its pile, known only of the last cards of columns and those in cells
    Card end[max_columns];               // the last card of each column
    Card cell[max_cells];
    std::uint8_t home[4];
    std::uint8_t free, empty;  // cells that take a card, columns without one
    std::uint8_t stock_left;
    Card stock[max_stock];
    std::uint64_t hidden;  // cards that lie face down, one bit each

    bool home_as(const Board& other) const { return std::memcmp(home, other.home, sizeof home) == 0; }
    bool operator==(const Board& other) const {
        return std::memcmp(below, other.below, sizeof below) == 0 && hidden == other.hidden;
    }
};

enum class Outcome : std::uint8_t { made, needless, stuck };

// A game and how it is played. `Move` is what a step came to, where that is asked for.
class Game {
public:
    Game(const Rules& rules, const Play& play);

    Board board(const Position& start) const;
    // Makes the step, and then what the program plays. Needless: the card lies there already, or is home. A card whose
    // target is home follows it. `carried` gets the steps of a move of more cards than the rules let move at once, which
    // is not made then.
    Outcome make(Board& b, Step step, std::vector<Step>& carried, Move* move = nullptr) const;
    bool won(const Board& b) const;
    // The same game where one card moves at once, and more only where single cards could not do it.
    Game card_by_card() const;

private:
    bool fits_home(const Board& b, Card c, Card tip, int count) const;
    bool some_card_fits_home(const Board& b) const;
    Card tip_of_suit(const Board& b, int suit) const;
    bool safe(const Board& b, Card c) const;
    void autoplay(Board& b) const;
    void lift(Board& b, Card c, int from) const;
    void send_home(Board& b, Card c, Card tip) const;
    int capacity(int free, int helpers) const;
    int helpers(const Board& b, bool to_empty) const;
    void carry(const Card* run, int count, std::uint8_t onto, int free, int helpers, std::vector<Step>& out) const;
    int most(const Board& b, int from, bool to_empty, Card onto, int count) const;

    Rules rules_;
    Play play_;
    bool whole_;  // sequences of any length move as one
    std::uint64_t fits_[max_cards] = {}, joins_[max_cards] = {};  // what may lie on a card, and what moves with it then
    std::uint8_t others_[4] = {};  // the suits that must have gone before a card of this suit is safe, one bit each
    int cards_ = 0;
};

}  // namespace kiebitz::players
