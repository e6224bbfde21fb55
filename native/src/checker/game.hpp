// The checker's own rules and table. It shares nothing with the search, not even the reading of bytes, so that an error
// there cannot hide here; it uses only the public headers.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "kiebitz/kernel.hpp"

namespace kiebitz::checker {

constexpr int most_columns = 18, most_cells = 12, most_cards = 52, most_ranks = 13;
constexpr std::uint8_t nothing = 255;                                  // in a cell
constexpr int first_cell = 32, first_foundation = 48, the_stock = 52;  // codes of piles; columns begin at 0
constexpr int most_stock = 8;
constexpr std::size_t move_bytes = 3, player_move_bytes = 4;

// A card is 4 * step + suit; its step is its index in its foundation.
inline int step_of(int card) { return card >> 2; }
inline int suit_of(int card) { return card & 3; }
inline bool is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }

[[noreturn]] inline void refuse(const char* what, const char* why) {
    throw std::invalid_argument(std::string(what) + ": " + why);
}

struct GameRules {
    int ranks, suits, columns, cells;  // suits: one bit each
    int build;                         // columns are built in alternating colours (0), by suit (1) or by rank alone (2)
    bool home_from_king;               // foundations go down from the king, so a lower card has the higher step
    bool ace_first;                    // and they begin with the columns' lowest card: an ace, then the king
    bool any_opens, king_opens;        // cards that may go into an empty column
    bool whole;                        // a run of any length moves at once
    bool any;                          // any face-up card moves, with all cards on it
    bool one_suit_moves;               // cards that move together are of one suit
    bool cells_give;                   // cells never take a card
    bool home_whole;                   // a suit goes home only as a whole, king to ace
    bool forced;                       // while a card can go home, no other may move
    bool back;                         // the last card of a foundation may come back
    int stock;                         // cards to place on columns before any other move
    std::uint64_t pack;                // one bit a card
    std::array<std::int8_t, most_cards> height{};  // for each card, its index among the ranks that columns are built of

    explicit GameRules(Bytes b) {
        if (b.size() != 12) refuse("rules", "twelve bytes expected");
        if (b[0] < 1 || b[0] > most_ranks) refuse("rules", "1 to 13 ranks expected");
        if (b[1] < 1 || b[1] > 15) refuse("rules", "a mask of suits from 1 to 15 expected");
        if (b[2] < 1 || b[2] > most_columns) refuse("rules", "1 to 18 columns expected");
        if (b[3] > most_cells) refuse("rules", "0 to 12 cells expected");
        if (b[4] > 2) refuse("rules", "build 0, 1 or 2 expected");
        if (b[5] > 3) refuse("rules", "build step 0 to 3 expected");
        if (b[6] > 2) refuse("rules", "empty column 0, 1 or 2 expected");
        if (b[7] > 2) refuse("rules", "sequences 0, 1 or 2 expected");
        if (b[7] == 2 && b[3] > 0) refuse("rules", "no cells expected where any card moves");
        if (b[8] > 2) refuse("rules", "moves home 0, 1 or 2 expected");
        if (b[7] == 2 && b[8] == 2) refuse("rules", "cards that stay home expected where any card moves");
        if (b[9] > (b[7] == 2 ? 0 : most_stock)) refuse("rules", "a stock of 0 to 8 cards expected");
        if (b[10] > 1) refuse("rules", "one suit moving 0 or 1 expected");
        if (b[11] > 1) refuse("rules", "use of cells 0 or 1 expected");
        if (b[7] == 2 && b[4] == 2) refuse("rules", "columns built by suit or colour expected where any card moves");
        if (b[7] == 2 && b[5] == 2) refuse("rules", "no whole suits expected to go home where any card moves");
        ranks = b[0], suits = b[1], columns = b[2], cells = b[3];
        build = b[4];
        home_from_king = b[5] == 1 || b[5] == 3;
        ace_first = b[5] == 3;
        any_opens = b[6] == 0, king_opens = b[6] == 1;
        whole = b[7] == 1, any = b[7] == 2, forced = b[8] == 1, stock = b[9];
        back = b[8] == 2 && b[5] != 2;
        one_suit_moves = b[10] == 1, cells_give = b[11] == 1, home_whole = b[5] == 2;
        pack = 0;
        for (int card = 0; card < 4 * ranks; ++card) {
            if (has_suit(suit_of(card))) pack |= std::uint64_t{1} << card;
            const int step = step_of(card), from_king = ranks - 1 - step;
            const int upwards = home_from_king ? from_king : step;
            height[card] = static_cast<std::int8_t>(!ace_first ? upwards : step == 0 ? 0 : from_king + 1);
        }
    }

    bool has_suit(int suit) const { return (suits >> suit & 1) != 0; }
    bool has_card(int card) const { return card < most_cards && (pack >> card & 1) != 0; }
    bool may_lie_on(int upper, int lower) const {
        if (height[lower] - height[upper] != 1) return false;
        if (build == 2) return true;
        return build == 1 ? suit_of(upper) == suit_of(lower) : is_red(upper) != is_red(lower);
    }
    bool may_move_with(int upper, int lower) const {
        return may_lie_on(upper, lower) && (!one_suit_moves || suit_of(upper) == suit_of(lower));
    }
    bool may_open(int card) const { return any_opens || (king_opens && height[card] == ranks - 1); }
};

struct Table {
    std::array<int, 4> home{};
    std::array<std::uint8_t, most_cells> cell;
    std::array<int, most_columns> height{};
    std::array<int, most_columns> face_down{};  // number of the column's lowest cards
    std::array<std::array<std::uint8_t, most_cards>, most_columns> column;
    std::array<std::uint8_t, most_stock> stock;
    int stock_size = 0, stock_placed = 0;  // size of the stock, and number of its first cards that are gone

    Table() { cell.fill(nothing); }

    void put(int pile, std::uint8_t card) {  // a column, an empty cell or the stock, with room
        if (pile == the_stock) {
            stock[stock_size++] = card;
        } else if (pile < first_cell) {
            column[pile][height[pile]++] = card;
        } else {
            cell[pile - first_cell] = card;
        }
    }
};

// Reads bytes in sequence, never past their end.
class Reader {
public:
    explicit Reader(Bytes bytes) : bytes_(bytes) {}
    int next() {
        if (at_ == bytes_.size()) refuse("position", "it ends too early");
        return bytes_[at_++];
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

inline Table read_table(const GameRules& game, Bytes position) {
    Reader reader(position);
    Table table;
    std::uint64_t cards_seen = 0;
    auto meet = [&](int card) {
        if (!game.has_card(card)) refuse("position", "a card that is not in the pack");
        if (cards_seen >> card & 1) refuse("position", "a card twice");
        cards_seen |= std::uint64_t{1} << card;
        return static_cast<std::uint8_t>(card);
    };
    for (int suit = 0; suit < 4; ++suit) {
        table.home[suit] = reader.next();
        if (table.home[suit] > (game.has_suit(suit) ? game.ranks : 0)) refuse("position", "a foundation too high");
        if (game.home_whole && table.home[suit] != 0 && table.home[suit] != game.ranks)
            refuse("position", "a foundation with none or all of a suit expected");
        for (int step = 0; step < table.home[suit]; ++step) meet(4 * step + suit);
    }
    if (reader.next() != game.cells) refuse("position", "as many cells as in the rules expected");
    for (int i = 0; i < game.cells; ++i)
        if (const int card = reader.next(); card != nothing) table.put(first_cell + i, meet(card));
    if (reader.next() != game.columns) refuse("position", "as many columns as in the rules expected");
    for (int i = 0; i < game.columns; ++i) {
        const int cards = reader.next();
        // No card occurs twice, so a column never gets more than its 52 places.
        for (int k = 0; k < cards; ++k) table.put(i, meet(reader.next()));
    }
    for (int i = 0; game.any && i < game.columns; ++i) {
        table.face_down[i] = reader.next();
        if (table.face_down[i] > 0 && table.face_down[i] >= table.height[i])
            refuse("position", "a last card face down");
    }
    if (game.stock > 0) {
        const int cards = reader.next();
        if (cards > game.stock) refuse("position", "too many cards in the stock");
        for (int i = 0; i < cards; ++i) table.put(the_stock, meet(reader.next()));
    }
    if (!reader.at_end()) refuse("position", "bytes left over");
    if (cards_seen != game.pack) refuse("position", "cards are missing");
    return table;
}

}  // namespace kiebitz::checker
