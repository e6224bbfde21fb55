// The test for dead ends: positions from which, even in a relaxed game, not all cards can come home.
#pragma once

#include "yukon/table.hpp"

namespace kiebitz::yukon {

// Can every card still come home? A relaxed game answers, in which what was possible once stays possible: the least
// set of facts of three kinds. A card may be *bared* if it is a last card or if the card on it may be led or go home
// (the card on it leaves in no other way, since it goes along wherever the bared one is led). A card may be *led* if
// it is face up or may be bared, and if a card that it fits on may be bared, or, where it may open columns, if some
// column's base may leave; and where that other card now lies above it in its own column, some card between them, or
// that card itself, must be led first, for a card is not led onto what lies on it. A card may go *home* if it may be
// bared and the one before it may go home. The first time that something happens in a real game, all that it needs
// has happened before; so by induction every real possibility is found, and a card that this game does not bring home
// never comes home.
class DeadEndTest {
public:
    explicit DeadEndTest(const Table& t) : t_(t) {
        const Rules& r = t.rules;
        for (Card c = 0; c < 4 * r.ranks; ++c) {
            opens_[c] = r.opens(c);
            if (!(r.suits >> suit_of(c) & 1)) continue;
            for (Card d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(d) & 1) && r.fits(c, d)) parents_[c][parents_number_[c]++] = d;
        }
    }

    // Whether some card never comes home.
    bool dead_end() {
        const Rules& r = t_.rules;
        const Position& p = t_.p;
        std::uint64_t bared = 0, led = 0;
        int home[4];
        bool empty = false;
        for (int s = 0; s < 4; ++s) home[s] = p.home[s];
        int number = 0;
        for (int i = 0; i < r.columns; ++i) {
            empty |= !p.length[i];
            std::uint64_t above = 0;
            for (int k = p.length[i]; k-- > 0;) {
                const Card c = p.column[i][k];
                above_[c] = above;
                todo_[number++] = {c, k + 1 < p.length[i] ? p.column[i][k + 1] : no_card, k >= p.face_down[i], !k};
                above |= 1ull << c;
            }
        }
        auto goes_home = [&](Card c) { return rank_of(c) < home[suit_of(c)]; };
        for (bool more = true; more;) {
            more = false;
            int kept = 0;
            for (int n = 0; n < number; ++n) {
                const Open o = todo_[n];
                const std::uint64_t bit = 1ull << o.card;
                if (!(bared & bit) && (o.on == no_card || (led >> o.on & 1) || goes_home(o.on))) {
                    bared |= bit;
                    more = true;
                }
                if ((bared & bit) && rank_of(o.card) == home[suit_of(o.card)]) ++home[suit_of(o.card)], more = true;
                if (!(led & bit) && (o.up || (bared & bit)) && may_be_led(o, bared, led, empty)) {
                    led |= bit;
                    more = true;
                }
                if (o.base && !empty && ((led & bit) || goes_home(o.card))) empty = more = true;
                if (!((led & bit) && (bared & bit) && goes_home(o.card))) todo_[kept++] = o;
            }
            number = kept;
        }
        for (int s = 0; s < 4; ++s)
            if ((r.suits >> s & 1) && home[s] < r.ranks) return true;
        return false;
    }

private:
    struct Open {
        Card card, on;  // on: what lies on it
        bool up, base;
    };
    bool may_be_led(const Open& o, std::uint64_t bared, std::uint64_t led, bool empty) const {
        if (empty && opens_[o.card] && !o.base) return true;
        for (int n = 0; n < parents_number_[o.card]; ++n) {
            const Card d = parents_[o.card][n];
            if (!(bared >> d & 1)) continue;
            if (!(above_[o.card] >> d & 1) || (above_[o.card] & ~above_[d] & led)) return true;
        }
        return false;
    }

    const Table& t_;
    std::uint64_t above_[max_cards];  // the cards above it in its column
    Open todo_[max_cards];
    Card parents_[max_cards][2];
    std::uint8_t parents_number_[max_cards] = {};
    bool opens_[max_cards] = {};
};

}  // namespace kiebitz::yukon
