// What a search for a shortest line looks up.
#pragma once

#include <bit>

#include "shortest_lines/layout.hpp"

namespace kiebitz::shortest_lines {

// The cards a rule speaks of, as bits, worked out once a search.
struct Tables {
    Tables(const Rules& r, const Position& start) : rules(r), digits(r, start), packing(digits) {
        for (int c = 0; c < 4 * r.ranks; ++c) {
            if (!(r.suits >> suit_of(Card(c)) & 1)) continue;
            pack |= bit(c);
            for (int d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(Card(d)) & 1) && r.fits(Card(c), Card(d))) bears[d] |= bit(c), onto[c] |= bit(d);
            for (int d = suit_of(Card(c)); d < c; d += 4) lower[c] |= bit(d);
            if (r.opens(Card(c))) opens |= bit(c);
        }
    }
    // A card leaves one place for another.
    template <int words>
    void shift(Key<words>& key, Card c, u8 from, u8 to) const {
        key[std::size_t(packing.word(c))] += packing.weight(c) * (u64(digits.digit(c, to)) - u64(digits.digit(c, from)));
    }
    Rules rules;
    Digits digits;
    Packing packing;
    u64 pack = 0, opens = 0;             // all cards; those that may open a column
    std::array<u64, max_cards> bears{};  // what can lie on a card
    std::array<u64, max_cards> onto{};   // what a card can lie on
    std::array<u64, max_cards> lower{};  // the cards below it in its suit
};

}  // namespace kiebitz::shortest_lines
