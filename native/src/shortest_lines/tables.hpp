// Lookup tables of a search for a shortest line.
#pragma once

#include "shortest_lines/position_key.hpp"

namespace kiebitz::shortest_lines {

// The rules as sets of cards, computed once for each search.
struct Tables {
    Tables(const Rules& r, const Position& start) : rules(r) {
        rules.back = r.gains_back();
        for (int c = 0; c < 4 * r.ranks; ++c) {
            if (!(r.suits >> suit_of(Card(c)) & 1)) continue;
            pack |= bit(c);
            for (auto& how : digit[c]) how = u8(Digit::as_dealt);
            digit[c][at_home] = u8(Digit::home), digit[c][in_cell] = u8(Digit::cell),
            digit[c][on_bottom] = u8(Digit::bottom);
            for (int d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(Card(d)) & 1) && r.fits(Card(c), Card(d))) {
                    bears[d] |= bit(c);
                    hosts[c] |= bit(d);
                    host[c][suit_of(Card(d))] = Card(d);
                    digit[c][d] = u8(int(Digit::on_suit) + suit_of(Card(d)));
                }
            lower[c] = lower_of_suit(Card(c));
            if (r.opens(Card(c))) opens |= bit(c);
        }
        for (int c = 0; rules.back && c < max_cards; ++c) {
            u64 cards = bit(c);
            for (u64 todo = cards; todo;) {
                const int q = std::countr_zero(todo);
                const u64 more = (bears[q] | lower[q]) & ~cards;
                cards |= more;
                todo = (todo & (todo - 1)) | more;
            }
            low[c] = cards;
        }
        dealt.fill(at_home);
        for (int i = 0; i < r.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k)
                dealt[start.column[i][k]] = k ? start.column[i][k - 1] : on_bottom;
        for (int i = 0; i < r.cells; ++i)
            if (start.cells[i] != no_card) dealt[start.cells[i]] = in_cell;
        for (int c = 0; c < max_cards; ++c) digit[c][dealt[c]] = u8(Digit::as_dealt);
    }
    // Move a card from one place to another.
    void shift(Key& key, Card c, u8 from, u8 to) const { key.change(c, digit[c][from] ^ digit[c][to]); }

    Rules rules;
    u64 pack = 0, opens = 0;                                    // all cards; cards that may open a column
    std::array<u64, max_cards> bears{};                         // cards that fit onto a card
    std::array<u64, max_cards> hosts{};                         // cards that a card fits onto
    std::array<u64, max_cards> lower{};                         // the cards below it in its suit
    std::array<u64, max_cards> low{};                           // where cards come back: a card, what can be put on it,
                                                                // lower cards of its suit
    std::array<std::array<Card, 4>, max_cards> host{};          // the card of a suit that a card fits onto
    std::array<u8, max_cards> dealt{};                          // the card or place beneath at the start
    std::array<std::array<u8, places_end>, max_cards> digit{};  // the `Digit` of a card at a place
};

}  // namespace kiebitz::shortest_lines
