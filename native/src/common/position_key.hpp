// The exact key of a position: for each card what it lies on, as digits of one large number. The order of columns and
// cells does not matter, and a move changes one digit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/position.hpp"

namespace kiebitz {

template <int words>
using Key = std::array<std::uint64_t, words>;

// Packs digits, each with a radix of its own, into words, none of which is ever all ones.
class MixedRadix {
public:
    struct Weight {
        std::uint8_t word;
        std::uint64_t of_one;
    };
    // Add a digit; return its weight.
    Weight add_digit(std::uint64_t radix) {
        if (radix > room()) {
            ++words_;
            next_ = 1;
        }
        const Weight weight{std::uint8_t(words_ - 1), next_};
        next_ *= radix;
        return weight;
    }
    int words() const { return words_; }
    // The factor by which the last word's range can still be multiplied: room for one more digit of the caller.
    std::uint64_t room() const { return max_number / next_; }
    std::uint64_t next() const { return next_; }  // the weight of a digit added to the last word

private:
    static constexpr std::uint64_t max_number = ~0ull - 1;
    int words_ = 1;
    std::uint64_t next_ = 1;
};

// A card's digit ranges over the things that it may ever lie on in this game.
class Digits {
public:
    // A card changes what it lies on.
    template <int words>
    void move(Key<words>& key, Card c, std::uint8_t from, std::uint8_t to) const {
        key[word_[c]] += weight_[c] * (std::uint64_t(digit_[c][to]) - std::uint64_t(digit_[c][from]));
    }

protected:
    // For each card: begin, add all that it may lie on, pack.
    void begin(Card c) { digit_[c].fill(no_value<u8>), radix_ = 0; }
    void allow(Card c, int where) {
        if (digit_[c][std::size_t(where)] == no_value<u8>) digit_[c][std::size_t(where)] = std::uint8_t(radix_++);
    }
    void pack(Card c) {
        const MixedRadix::Weight weight = radixes_.add_digit(radix_);
        word_[c] = weight.word;
        weight_[c] = weight.of_one;
    }

    MixedRadix radixes_;

private:
    std::array<std::array<std::uint8_t, places_end>, max_cards> digit_{};
    std::array<std::uint64_t, max_cards> weight_{};
    std::array<std::uint8_t, max_cards> word_{};
    std::uint64_t radix_ = 0;  // of the card at hand
};

// A card may lie on its card at the start, the cards that it can be built on, the bottom of a column, a cell, or its
// foundation. Two 64-bit words hold 52 cards if aces go home at once (4·4·2·2·6^44 < 2^126), and three hold any
// position.
class Places : public Digits {
public:
    // `aces_stay` = false: a card that nothing can lie on only ever goes home.
    Places(const Rules& rules, const Position& start, bool aces_stay) {
        const bool back = rules.back && (aces_stay || rules.gains_back());
        std::uint8_t below[max_cards];
        for (auto& b : below) b = at_home;
        for (int i = 0; i < rules.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k)
                below[start.column[i][k]] = k ? start.column[i][k - 1] : on_bottom;
        for (int i = 0; i < rules.cells; ++i)
            if (start.cells[i] != no_card) below[start.cells[i]] = in_cell;
        for (int s = 0; s < 4; ++s)
            for (int r = 0; r < rules.ranks; ++r) {
                const Card c = Card(4 * r + s);
                if (!(rules.suits >> s & 1)) continue;
                begin(c);
                allow(c, below[c]);
                allow(c, at_home);
                bool bears = false;  // whether anything can be built on it
                for (int d = 0; d < 4 * rules.ranks; ++d) bears |= rules.fits(Card(d), c);
                if ((below[c] != at_home || back) && (aces_stay || bears || r > 0)) {
                    for (int d = 0; d < 4 * rules.ranks; ++d)
                        if ((rules.suits >> suit_of(Card(d)) & 1) && rules.fits(c, Card(d))) allow(c, d);
                    if (rules.opens(c)) allow(c, on_bottom);
                    if (rules.cells && !rules.reserve) allow(c, in_cell);
                }
                pack(c);
            }
        spare_ = room() >= 1 + max_cards ? radixes_.next() : 1;
    }

    int words() const { return radixes_.words(); }
    std::uint64_t room() const { return radixes_.room(); }
    std::uint64_t spare() const { return spare_; }  // weight of that digit

    // Move the last cards of a column into cells.
    template <int words>
    void dig(Key<words>& key, const Card* column, int length, int number) const {
        for (; number; --number) {
            --length;
            move<words>(key, column[length], length ? column[length - 1] : on_bottom, in_cell);
        }
    }

private:
    std::uint64_t spare_;
};

}  // namespace kiebitz
