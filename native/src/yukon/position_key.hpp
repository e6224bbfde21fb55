// The exact key of a position in games in which any face-up card moves: for each card what it lies on.
#pragma once

#include "common/position_key.hpp"
#include "yukon/table.hpp"

namespace kiebitz::yukon {

// On a card that is still face down. Building on that card later is different, because it is then turned up.
constexpr std::uint8_t on_face_down = in_cell;

// A card may lie on its card at the start, the one or two cards that it can be built on, the bottom of a column, or its
// foundation. This determines the face-down cards: a card is turned up when the card dealt onto it leaves, and that one
// can never lie on a *face-down* card again. So the digits are the whole position, up to the order of the columns. A
// card has at most five such places, so two words hold 52 cards.
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
    // Update the key for the lowest moved card, after the move was made or, with `back`, before it is taken back.
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
