// Play of every game: legal moves, reasons for refusals, the effect of a move, autoplay, dealing. Answers are codes,
// cards and numbers; the front ends word them.
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

constexpr int nothing = -1;  // the parameter does not apply

// A refusal of a move: the name of the reason, empty for none, and its parameters. `because` is the reason why the
// cards are no sequence.
struct Refusal {
    std::string_view code{}, because{};
    int card = nothing, onto = nothing, needed = nothing;  // codes of cards
    int pile = nothing;
    std::int64_t count = nothing;
    int held = nothing;  // cards of the pile
    // the number of cards that may move at once; the cells and columns that carry them
    int capacity = nothing, free = nothing, empty = nothing;

    explicit operator bool() const { return !code.empty(); }
};

// A game and its way of play, as bytes. Includes rules that no search supports; unless any card moves, a position with
// face-down cards ends with their number in each column.
struct Played {
    Bytes rules;
    Play play;
};

Refusal refusal(const Played& game, Bytes position, const PileMove& move);

// The reason why this many cards cannot be taken from a pile to any target.
Refusal refused_to_take(const Played& game, Bytes position, int pile, int count);

// The number of cards of a move written without a number: the number that fits, or as many as may move; 1 if none fits.
int implied_count(const Played& game, Bytes position, std::int64_t from, std::int64_t to);

struct State {
    std::vector<std::uint8_t> moves;  // four bytes each: from, to, count, and the implied count
    std::vector<std::uint8_t> runs;   // for each column, the length of the movable run
    int home = 0;                     // cards on the foundations
    bool won = false;
};
// Legal moves in this order: home, onto cards, into empty columns, into cells.
State state(const Played& game, Bytes position);

struct Turn {
    Refusal refused;                                   // of the move; the other fields are then empty
    std::vector<std::uint8_t> automatic;               // automatic moves, three bytes each
    std::vector<std::vector<std::uint8_t>> positions;  // after the move, and after each automatic move
    int cards = 0;                                     // the fewest single-card moves for all these moves
};
// A move and the automatic moves after it; without a move, the automatic moves alone.
Turn turn(const Played& game, Bytes position, const std::optional<PileMove>& move);

// --- play by numbers of actions, for programs that learn ---

// Cards are numbered 4 * rank + suit, the ace 0. The action `card * (columns + 2) + target` moves a card, with all
// cards on it, to a column, to a free cell (target `columns`) or home (`columns` + 1). Empty columns count as one, the
// first.
struct NumberedState {
    std::vector<std::uint8_t> position;
    std::vector<std::uint8_t> places;  // 52 bytes each: the cards' piles (255: not in the pack), heights, face down
    std::vector<std::uint8_t> mask;    // for each action, whether it is legal
    std::vector<std::uint8_t> moves;   // five bytes each: from, to, count, and the action in two, the lower first
    int home = 0;                      // cards on the foundations
    bool won = false;
};
// The position after an action and the automatic moves, or the given one. `ranks` are those of each step home. Throws
// std::invalid_argument for an illegal action.
NumberedState act(const Played& game, Bytes ranks, Bytes position, const std::optional<int>& action);

// The number of a move's cards in one position that still have to move in another, in which automatic moves have sent
// further cards home: cards already home do not count, unless the move takes a card back from there.
int cards_to_move(Bytes rules, Bytes position, const PileMove& move, Bytes position_after);

// The common form of positions that differ only in the order of columns and cells. `ranks` gives for each rank, in the
// order of the foundations, its place in the order of packs.
struct CommonForm {
    std::vector<std::uint8_t> position;
    std::vector<std::uint8_t> columns, cells;  // their indices in the position
};
CommonForm common_form(Bytes rules, Bytes position, Bytes ranks);

// --- from a game's stated rules to bytes ---

// Rules as stated in a game's file. `choices` has a byte for each changeable rule, in the order of that list: a number,
// the index of a choice, or a mask of suits. `ranks` are those of the pack, low to high, the ace 0.
struct Stated {
    Bytes choices, ranks;
    int stock = 0, dealt_home = 0;  // cards, ranks
    // cells; cards, 4 * rank + suit; columns; a number a column
    Bytes dealt_to_cells, dealt_first, dealt_rows, face_down;
};
struct Encoded {
    std::vector<std::uint8_t> rules, layout;  // as for all functions of the kernel
    std::vector<std::uint8_t> ranks;          // of each step home, as in `Stated`
    AtOnce at_once = AtOnce::carried;
};
// Throws std::invalid_argument for impossible rules.
Encoded encoded(const Stated& stated);

// --- deals by number ---

// The first and last number of a numbering for a pack of this size, in decimals; empty if it has none.
struct Numbers {
    std::string_view first, last;
};
Numbers numbers(Numbering numbering, int cards);

// The position of a numbered deal, -4 to -1 being Microsoft's joke deals; none for an invalid number.
std::optional<std::vector<std::uint8_t>> dealt(Bytes rules, Bytes layout, Numbering numbering, std::string_view number);

// The least number from `first` (1 or more) to `last` that deals a position in Microsoft's numbering, 0 for none; none
// for a position that is no deal of the whole shuffled pack. Packs of fewer than 52 cards, which must be dealt to
// compare them, are tried up to a million.
std::optional<std::int64_t> number_of(Bytes rules, Bytes layout, Bytes position, std::int64_t first, std::int64_t last,
                                      const Poll& poll);

}  // namespace kiebitz::play
