// The game as it is played, every game: what may be moved and why not, what a move leads to, what the program plays by
// itself, how a pack is dealt. Answers are codes, cards and numbers; words belong to the front ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kiebitz/player_lines.hpp"

namespace kiebitz::play {

// Codes of piles, and the number of cards.
struct PileMove {
    std::int64_t from, to, count;
};

constexpr int nothing = -1;  // where a refusal has no such parameter

// Why a move is refused: the name of the reason, empty for none, and its parameters as far as it has them. `because`
// says why the cards are no sequence.
struct Refusal {
    std::string_view code{}, because{};
    int card = nothing, onto = nothing, wanted = nothing;  // codes of cards
    int pile = nothing;
    std::int64_t count = nothing;
    int held = nothing;  // cards of the pile
    // cards that may move at once; cells and columns that carry them
    int capacity = nothing, free = nothing, empty = nothing;

    explicit operator bool() const { return !code.empty(); }
};

// A game and how it is played, as bytes; a position is that of all functions of the kernel. Rules may be some that no
// search knows; where not any card moves and some lie face down, the number of these in each column comes last in a
// position.
struct Played {
    Bytes rules;
    Play play;
};

Refusal refusal(const Played& game, Bytes position, const PileMove& move);

// Why this many cards cannot be taken from a pile, wherever they go.
Refusal refused_to_take(const Played& game, Bytes position, int pile, int count);

// How many cards a move moves that is written without a number: the number that fits, or as many as may move; 1 if none
// would do.
int implied_count(const Played& game, Bytes position, std::int64_t from, std::int64_t to);

struct State {
    std::vector<std::uint8_t> moves;  // four bytes each: from, to, count, and the count that is implied
    std::vector<std::uint8_t> runs;   // of each column, how many cards may move as far as they alone decide
    int home = 0;                     // cards on the foundations
    bool won = false;
};
// Legal moves home first, then onto cards, into empty columns, into cells.
State state(const Played& game, Bytes position);

struct Turn {
    Refusal refused;                                   // of the move; then there is nothing else
    std::vector<std::uint8_t> automatic;               // the moves that the program makes, three bytes each
    std::vector<std::vector<std::uint8_t>> positions;  // after the move, and after each of these
};
// A move, and what the program then plays; nothing but that where there is no move.
Turn turn(const Played& game, Bytes position, const std::optional<PileMove>& move);

// How many of the cards that a move takes in one position still have to move in another, in which the program has sent
// other cards home: those that are home already need not, unless the move takes a card back from there.
int cards_to_move(Bytes rules, Bytes position, const PileMove& move, Bytes other);

// The form that all positions share whose columns and cells are the same in whatever order. `ranks` says of each rank,
// in the order in which cards go home, which one it is in the order of packs.
struct CommonForm {
    std::vector<std::uint8_t> position;
    std::vector<std::uint8_t> columns, cells;  // which one of the position it is
};
CommonForm common_form(Bytes rules, Bytes position, Bytes ranks);

// --- from the choices that a game is made of to bytes ---

// Rules as a game's file states them. `choices` has a byte for each rule that may be changed, in the order of that
// list: a number, the place of a choice among its names, or a mask of suits. `ranks` are those of the pack, low to
// high, the ace 0.
struct Stated {
    Bytes choices, ranks;
    int stock = 0, dealt_home = 0;  // cards, ranks
    // cells; cards, 4 * rank + suit; columns; a number a column
    Bytes dealt_to_cells, dealt_first, dealt_rows, face_down;
};
struct Encoded {
    std::vector<std::uint8_t> rules, layout;  // as all functions of the kernel have them
    std::vector<std::uint8_t> ranks;          // of each step home, as in `Stated`
    AtOnce at_once = AtOnce::carried;
};
// Throws std::invalid_argument for what no game can be.
Encoded encoded(const Stated& stated);

// --- deals by number ---

// The least and the last number of a numbering for a pack of that many cards, as decimals; empty where it deals none.
struct Numbers {
    std::string_view least, last;
};
Numbers numbers(Numbering numbering, int cards);

// The position that a number deals, -4 to -1 Microsoft's jokes; none for a number that there is not.
std::optional<std::vector<std::uint8_t>> dealt(Bytes rules, Bytes layout, Numbering numbering, std::string_view number);

// The first number up to a million that deals a position in Microsoft's way, 0 for none.
std::int64_t number_of(Bytes rules, Bytes layout, Bytes position);

}  // namespace kiebitz::play
