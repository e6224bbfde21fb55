// The board of a game in play: for each card what it lies on, moves as steps of cards, and autoplay. Steps do not
// depend on the order of columns and cells, and positions that differ only in that order are equal. Independent of all
// searches.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "common/position.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::play {

// A card, with all cards on it, goes onto a card, an empty column, a free cell or its foundation.
struct Step {
    Card card;
    std::uint8_t onto;

    bool operator==(const Step&) const = default;
};

// A move, and the most cards that could move between its piles.
struct CountedMove : Move {
    u8 max_count;
};

struct Board {
    alignas(16) std::uint8_t below[64];  // what each card lies on; the last twelve are 0
    std::uint8_t above[max_cards];       // what lies on it
    std::uint8_t pile[max_cards];        // its pile's code, valid only for last cards of columns and cards in cells
    Card end[max_columns];               // the last card of each column
    Card cell[max_cells];
    std::uint8_t home[4];
    std::uint8_t free, empty;  // free cells, empty columns
    std::uint8_t stock_left;
    bool played;  // whether autoplay is complete
    Card stock[max_stock];
    std::uint64_t hidden;  // face-down cards, one bit each

    bool home_as(const Board& other) const { return std::memcmp(home, other.home, sizeof home) == 0; }
    bool operator==(const Board& other) const {
        return std::memcmp(below, other.below, sizeof below) == 0 && hidden == other.hidden;
    }
};

enum class Outcome : std::uint8_t { made, needless, stuck };

// A game and its way of play. `CountedMove` is the move that a step became, on request.
class Game {
public:
    Game(const Rules& rules, const Play& play);

    Board board(const Position& start) const;
    // The board with this `below`, columns and cells in some order; without a stock and face-down cards.
    Board board(const std::uint8_t* below) const;
    // The inverse: columns and cells as on the board.
    Position position(const Board& b) const;
    // The moves of consecutive steps, four bytes each.
    std::vector<std::uint8_t> written(Board b, const std::vector<Step>& steps) const;
    // Make the step and the automatic moves after it. Needless: the card is already there, or home. A card whose target
    // is home follows it. `carried` receives the steps of a move of more cards than the rules let move at once, which
    // is then not made.
    Outcome make(Board& b, Step step, std::vector<Step>& carried, CountedMove* move = nullptr) const;
    // Whether this step, one of `steps`, is certainly legal and moves only its own cards, without automatic moves or
    // turned cards.
    bool alone(const Board& b, Step step) const {
        const std::uint8_t under = b.below[step.card];
        if (step.onto == at_home || under == at_home || (!b.played && play_.autoplay != Autoplay::none) ||
            rules_.forced || rules_.whole_suits || rules_.any || b.stock_left || b.hidden)
            return false;
        return under >= max_cards || rank_of(under) != b.home[suit_of(under)];
    }
    bool won(const Board& b) const { return cards_left(b) == 0; }
    int cards_left(const Board& b) const { return cards_ - b.home[0] - b.home[1] - b.home[2] - b.home[3]; }
    // The same game with single-card moves, and larger ones only where single cards could not do it.
    Game card_by_card() const;
    const Rules& rules() const { return rules_; }
    // Whether the two cards move as one when the first lies on the other.
    bool joined(Card c, Card lower) const { return joins_[lower] >> c & 1; }
    // For each card, those that move as one with it when on it.
    const std::array<std::uint64_t, max_cards>& joins() const { return joins_; }
    // The cards that a card may be built on; none for no card.
    std::uint64_t takes(Card c) const { return c < max_cards ? takes_[c] : 0; }
    // The cards that may be built on a card.
    std::uint64_t fitting(Card lower) const { return fits_[lower]; }
    bool fits(Card c, Card lower) const { return fits_[lower] >> c & 1; }
    // The number of cards that may move at once to a card, or to an empty column, which then does not carry.
    int capacity(const Board& b, bool to_empty) const { return capacity(b.free, helpers(b, to_empty)); }
    // The fewest moves of single cards that carry this many to a card or to an empty column, on their own column or as
    // all of it.
    int single_moves(const Board& b, int count, bool to_empty, bool whole_column) const;
    // Empty columns that can carry cards.
    int helpers(const Board& b, bool to_empty) const;
    // Whether this many cards, from `c` to the last card `tip` of a pile, may go home.
    bool fits_home(const Board& b, Card c, Card tip, int count) const;
    // Whether a card fits its foundation and must go there before any other move.
    bool must_go_home(const Board& b) const { return rules_.forced && !b.stock_left && some_card_fits_home(b); }
    // The implied number of cards of a move between two columns: the number that fits by rank, or as many as may move;
    // 0: none fits.
    int max_count(const Board& b, int from, int to) const;
    bool safe(const Board& b, Card c) const;
    // For each card, those that must be home before the program sends it home by itself; if it never does, all of its
    // suit. Without autoplay the lower ones of its suit.
    std::array<std::uint64_t, max_cards> home_before() const;
    // Move `c` and all cards on it up to `tip` from a pile to another, without automatic moves. The move must be legal.
    void carry_out(Board& b, Card c, Card tip, int from, int to) const;
    const Play& play() const { return play_; }
    // Call `out` with steps that include every legal one, up to the order of columns and cells, without useless ones
    // such as moving a column to an empty one.
    template <class Out>
    void steps(const Board& b, Out out) const;

private:
    bool some_card_fits_home(const Board& b) const;
    int cards_before_safe(Card c, int suit) const;
    Card tip_of_suit(const Board& b, int suit) const;
    void autoplay(Board& b, std::uint8_t uncovered) const;
    void lift(Board& b, Card c, int from) const;
    void send_home(Board& b, Card c, Card tip) const;
    int capacity(int free, int helpers) const;
    void carry(const Card* run, int count, std::uint8_t onto, int free, int helpers, std::vector<Step>& out) const;

    Rules rules_;
    Play play_;
    bool whole_;  // sequences of any length move as one
    // The cards that fit onto a card, that it may lie on, and that move with it when on it.
    std::array<std::uint64_t, max_cards> fits_{}, takes_{}, joins_{};
    std::uint8_t safe_after_[max_cards][4] = {};  // how many cards each foundation must hold for a card to be safe
    int cards_ = 0;
};

template <class Out>
void Game::steps(const Board& b, Out out) const {
    std::uint64_t ends = 0;
    for (int i = 0; i < rules_.columns; ++i)
        if (b.end[i] != no_card) ends |= std::uint64_t{1} << b.end[i];
    const auto columns = [&](Card c, int count, bool opens) {
        std::uint64_t open_ends = ends & takes_[c];
        for (int i = 0; open_ends; ++i) {
            if (b.end[i] == no_card || !(open_ends >> b.end[i] & 1)) continue;
            open_ends ^= std::uint64_t{1} << b.end[i];
            out(Step{c, b.end[i]});
        }
        if (opens && b.empty && rules_.opens(c) && count <= capacity(b.free, helpers(b, true))) out(Step{c, on_bottom});
    };
    if (b.stock_left) {
        for (int i = 0; i < rules_.columns; ++i)
            if (b.end[i] != no_card) out(Step{b.stock[0], b.end[i]});
        if (b.empty) out(Step{b.stock[0], on_bottom});
        return;
    }
    for (int i = 0; i < rules_.columns; ++i) {
        Card c = b.end[i];
        if (c == no_card) continue;
        const int max_count = capacity(b.free, helpers(b, false));
        for (int count = 1; count <= max_count; ++count) {
            const Card lower = b.below[c];
            if (rules_.whole_suits ? rank_of(c) == rules_.ranks - 1 : count == 1 && rank_of(c) == b.home[suit_of(c)])
                out(Step{c, at_home});
            columns(c, count, lower != on_bottom);
            if (count == 1 && b.free) out(Step{c, in_cell});
            if (lower == on_bottom || (b.hidden >> lower & 1) || !(rules_.any || joined(c, lower))) break;
            c = lower;
        }
    }
    for (int i = 0; i < rules_.cells; ++i) {
        const Card c = b.cell[i];
        if (c == no_card) continue;
        if (rank_of(c) == b.home[suit_of(c)]) out(Step{c, at_home});
        columns(c, 1, true);
    }
    for (int s = 0; s < 4 && rules_.gains_back(); ++s) {
        if (!b.home[s]) continue;
        const Card c = Card(4 * (b.home[s] - 1) + s);
        columns(c, 1, true);
        if (b.free) out(Step{c, in_cell});
    }
}

}  // namespace kiebitz::play
