// The exact key of a position in which any face-up card moves: what each card lies on.
#pragma once

#include "common/places.hpp"
#include "yukon/table.hpp"

namespace kiebitz::yukon {

// On a card that still lies face down. To build on that card later is something else, because it is then turned up.
constexpr std::uint8_t on_face_down = in_cell;

// What a card lay on at the start, the one or two cards on which it can be built, the bottom of a column, its
// foundation. This says which cards still lie face down: a card is turned up when the card that was dealt onto it
// leaves, and that one can never lie on a *face-down* card again. So the digits are the whole position, up to the order
// of the columns. No card has more than five such places, so two words hold 52 cards.
class Places : public Digits {
public:
    static constexpr int words = 2;
    using Key = kiebitz::Key<words>;

    Places(const Rules& rules, const Position& start) {
        std::uint8_t below[max_cards];
        for (auto& b : below) b = at_home;
        for (int i = 0; i < rules.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k)
                below[start.column[i][k]] = k == 0                    ? on_bottom
                                            : k <= start.face_down[i] ? on_face_down
                                                                      : start.column[i][k - 1];
        for (Card c = 0; c < 4 * rules.ranks; ++c) {
            begin(c);
            if (below[c] == at_home) continue;
            allow(c, below[c]);
            allow(c, at_home);
            for (Card d = 0; d < 4 * rules.ranks; ++d)
                if (rules.fits(c, d) && below[d] != at_home) allow(c, d);
            if (rules.opens(c)) allow(c, on_bottom);
            pack(c);
        }
    }
    // The lowest card that moves lay on something and now lies on something else. To be told after the move was made,
    // or, with `back`, before it is taken back.
    template <bool back>
    void change(Key& key, const Table& t, const Move& m, bool turned) const {
        std::uint8_t onto = at_home;
        Card c;
        if (m.to < foundation_code) {
            const int n = t.p.length[m.to] - m.count;
            c = t.p.column[m.to][n];
            onto = n ? t.p.column[m.to][n - 1] : on_bottom;
        } else {
            const int s = m.to - foundation_code;
            c = Card(4 * (t.p.home[s] - 1) + s);
        }
        const std::uint8_t below = turned ? on_face_down : t.p.length[m.from] ? t.top(m.from) : on_bottom;
        move<words>(key, c, back ? onto : below, back ? below : onto);
    }
};

}  // namespace kiebitz::yukon
