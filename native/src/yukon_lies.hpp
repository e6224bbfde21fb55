// What each card lies on: the exact key of a position in which any face-up card moves, and the test whether all cards
// may ever come home.
#pragma once

#include "kiebitz/places.hpp"
#include "yukon_table.hpp"

namespace kiebitz::yukon {

// On a card that still lies face down. To build on that card later is something else, because it is then turned up.
constexpr std::uint8_t on_face_down = in_cell;

// A card's digit counts the things it may ever lie on: what it lay on at the start, the one or two cards on which it
// can be built, the bottom of a column, its foundation. This says which cards still lie face down: a card is turned
// up when the card that was dealt onto it leaves, and that one can never lie on a *face-down* card again. So the
// digits are the whole position, up to the order of the columns. No card has more than five such places, so two words
// hold 52 cards.
class Lies {
public:
    static constexpr int words = 2;
    using Key = kiebitz::Key<words>;

    Lies(const Rules& rules, const Position& start) {
        std::uint8_t below[max_cards];
        for (auto& b : below) b = at_home;
        for (int i = 0; i < rules.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k)
                below[start.column[i][k]] =
                    k == 0 ? on_bottom : k <= start.face_down[i] ? on_face_down : start.column[i][k - 1];
        std::uint64_t weight = 1;
        std::uint8_t word = 0;
        for (Card c = 0; c < 4 * rules.ranks; ++c) {
            digit_[c].fill(255);
            if (below[c] == at_home) continue;
            unsigned radix = 0;
            auto allow = [&](int where) {
                if (digit_[c][std::size_t(where)] == 255) digit_[c][std::size_t(where)] = std::uint8_t(radix++);
            };
            allow(below[c]);
            allow(at_home);
            for (Card d = 0; d < 4 * rules.ranks; ++d)
                if (rules.fits(c, d) && below[d] != at_home) allow(d);
            if (rules.opens(c)) allow(on_bottom);
            if (weight > (~0ull - 1) / radix) ++word, weight = 1;
            word_[c] = word;
            weight_[c] = weight;
            weight *= radix;
        }
    }
    // The lowest card that moves lay on something and now lies on something else. To be told after the move was made,
    // or, with sign -1, before it is taken back.
    template <int sign>
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
        key[word_[c]] += weight_[c] * std::uint64_t(sign * (digit_[c][onto] - digit_[c][below]));
    }

private:
    std::array<std::array<std::uint8_t, places_end>, max_cards> digit_{};
    std::array<std::uint64_t, max_cards> weight_{};
    std::array<std::uint8_t, max_cards> word_{};
};

// May every card ever come home? A relaxed game answers, in which what was possible once stays possible: the least
// set of facts of three kinds. A card may be *bared* if it is a last card or if the card on it may be led or go home
// (the card on it leaves in no other way, since it goes along wherever the bared one is led). A card may be *led* if
// it is face up or may be bared, and if a card that it fits on may be bared, or, where it may open columns, if some
// column's base may leave; and where that other card now lies above it in its own column, some card between them, or
// that card itself, must be led first, for a card is not led onto what lies on it. A card may go *home* if it may be
// bared and the one before it may go home. The first time that something happens in a real game, all that it needs
// has happened before; so by induction every real possibility is found, and a card that this game does not bring home
// never comes home.
class Hope {
public:
    explicit Hope(const Table& t) : t_(t) {
        const Rules& r = t.rules;
        for (Card c = 0; c < 4 * r.ranks; ++c) {
            opens_[c] = r.opens(c);
            if (!(r.suits >> suit_of(c) & 1)) continue;
            for (Card d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(d) & 1) && r.fits(c, d)) parents_[c][parents_number_[c]++] = d;
        }
    }

    bool left() {
        const Rules& r = t_.rules;
        const Position& p = t_.p;
        std::uint64_t bared = 0, led = 0;
        int home[4];
        bool hole = false;
        for (int s = 0; s < 4; ++s) home[s] = p.home[s];
        int number = 0;
        for (int i = 0; i < r.columns; ++i) {
            hole |= !p.length[i];
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
                if (!(bared & bit) && (o.on == no_card || (led >> o.on & 1) || goes_home(o.on)))
                    bared |= bit, more = true;
                if ((bared & bit) && rank_of(o.card) == home[suit_of(o.card)]) ++home[suit_of(o.card)], more = true;
                if (!(led & bit) && (o.up || (bared & bit)) && may_be_led(o, bared, led, hole))
                    led |= bit, more = true;
                if (o.base && !hole && ((led & bit) || goes_home(o.card))) hole = more = true;
                if (!((led & bit) && (bared & bit) && goes_home(o.card))) todo_[kept++] = o;
            }
            number = kept;
        }
        for (int s = 0; s < 4; ++s)
            if ((r.suits >> s & 1) && home[s] < r.ranks) return false;
        return true;
    }

private:
    struct Open {
        Card card, on;  // on: what lies on it
        bool up, base;
    };
    bool may_be_led(const Open& o, std::uint64_t bared, std::uint64_t led, bool hole) const {
        if (hole && opens_[o.card] && !o.base) return true;
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
