// The exact key of a position in which any face-up card moves: what each card lies on.
#pragma once

#include "common/places.hpp"
#include "yukon/table.hpp"

namespace kiebitz::yukon {

// On a card that still lies face down. To build on that card later is something else, because it is then turned up.
constexpr std::uint8_t on_face_down = in_cell;

// A card's digit counts the things it may ever lie on: what it lay on at the start, the one or two cards on which it
// can be built, the bottom of a column, its foundation. This says which cards still lie face down: a card is turned
// up when the card that was dealt onto it leaves, and that one can never lie on a *face-down* card again. So the
// digits are the whole position, up to the order of the columns. No card has more than five such places, so two words
// hold 52 cards.
class Places {
public:
    static constexpr int words = 2;
    using Key = kiebitz::Key<words>;

    Places(const Rules& rules, const Position& start) {
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
    // A card lies on something else.
    void move(Key& key, Card c, std::uint8_t from, std::uint8_t to) const {
        key[word_[c]] += weight_[c] * (std::uint64_t(digit_[c][to]) - std::uint64_t(digit_[c][from]));
    }

private:
    std::array<std::array<std::uint8_t, places_end>, max_cards> digit_{};
    std::array<std::uint64_t, max_cards> weight_{};
    std::array<std::uint8_t, max_cards> word_{};
};

}  // namespace kiebitz::yukon
