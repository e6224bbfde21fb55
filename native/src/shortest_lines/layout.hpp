// The exact key of a position and the way back from it: what each card lies on, as digits of large numbers. Columns and
// cells are sets for free, a move changes one digit, and a position need not be kept beside its key.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "common/position.hpp"

namespace kiebitz::shortest_lines {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// What a card can lie on: another card (0…51) or one of these.
constexpr u8 on_bottom = 52, in_cell = 53, at_home = 54, places_end = 55;

template <int words>
using Key = std::array<u64, words>;

constexpr u64 bit(int card) { return u64{1} << card; }
constexpr u64 each_suit = 0x1111111111111ull;  // the first card of a suit and all that follow it, 4 apart

// The lowest card of each suit.
constexpr u64 lowest(u64 cards) {
    u64 all = 0;
    for (int s = 0; s < 4; ++s) {
        const u64 suit = cards & each_suit << s;
        all |= suit & (~suit + 1);
    }
    return all;
}

// What a card can lie on in this game from this start, place 0 being its place at the start.
class Digits {
public:
    Digits(const Rules& rules, const Position& start) {
        for (auto& all : digit_) all.fill(none);
        std::array<u8, max_cards> below;
        below.fill(at_home);
        for (int i = 0; i < rules.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k)
                below[start.column[i][k]] = k ? start.column[i][k - 1] : on_bottom;
        for (int i = 0; i < rules.cells; ++i)
            if (start.cells[i] != no_card) below[start.cells[i]] = in_cell;
        for (int c = 0; c < 4 * rules.ranks; ++c) {
            if (!(rules.suits >> suit_of(Card(c)) & 1)) continue;
            allow(c, below[c]);
            if (below[c] == at_home) continue;
            allow(c, at_home);
            bool bears = false;  // can anything be built on it?
            for (int d = 0; d < 4 * rules.ranks; ++d)
                bears |= (rules.suits >> suit_of(Card(d)) & 1) && rules.fits(Card(d), Card(c));
            // The first card of a foundation that nothing can lie on goes home at once, see Board::safe.
            if (rank_of(Card(c)) == 0 && !bears) continue;
            for (int d = 0; d < 4 * rules.ranks; ++d)
                if ((rules.suits >> suit_of(Card(d)) & 1) && rules.fits(Card(c), Card(d))) allow(c, u8(d));
            if (rules.opens(Card(c))) allow(c, on_bottom);
            if (rules.cells && !rules.reserve) allow(c, in_cell);
        }
    }
    int radix(int card) const { return radix_[card]; }
    u8 digit(int card, u8 place) const { return digit_[card][place]; }
    u8 place(int card, int digit) const { return place_[card][digit]; }

private:
    static constexpr u8 none = 255;
    static constexpr int most = 16;
    void allow(int card, u8 place) {
        if (digit_[card][place] != none) return;
        place_[card][radix_[card]] = place;
        digit_[card][place] = radix_[card]++;
    }
    std::array<std::array<u8, places_end>, max_cards> digit_;
    std::array<std::array<u8, most>, max_cards> place_{};
    std::array<u8, max_cards> radix_{};
};

// How the digits are packed: a few cards make a group, a few groups a word. A group is small enough for 32-bit
// arithmetic by reciprocals, so reading a key takes two divisions a word instead of one a card.
class Packing {
public:
    struct Group {
        u32 product = 1;
        u8 cards = 0;
        std::array<u8, 16> card{};
    };
    explicit Packing(const Digits& digits) {
        u64 word = 1;
        words_.emplace_back();
        for (int c = 0; c < max_cards; ++c) {
            const u32 radix = u32(digits.radix(c));
            if (radix < 2) continue;
            if (word > most_word / radix) words_.emplace_back(), word = 1;
            auto& groups = words_.back();
            if (groups.empty() || groups.back().product > most_group / radix || groups.back().cards == 16)
                groups.emplace_back();
            Group& g = groups.back();
            word_[c] = u8(words_.size() - 1);
            weight_[c] = word;
            reciprocal_[c] = u32((u64{1} << 32) / radix + 1);
            word *= radix;
            g.product *= radix;
            g.card[g.cards++] = u8(c);
        }
    }
    int words() const { return int(words_.size()); }
    int word(int card) const { return word_[card]; }
    u64 weight(int card) const { return weight_[card]; }

    // Calls `out` with each card and its digit.
    template <int words, class Out>
    void read(const Key<words>& key, const Digits& digits, Out out) const {
        for (int w = 0; w < words; ++w) {
            u64 rest = key[w];
            for (const Group& g : words_[std::size_t(w)]) {
                u32 n = u32(rest % g.product);
                rest /= g.product;
                for (int i = 0; i < g.cards; ++i) {
                    const int c = g.card[std::size_t(i)];
                    const u32 q = u32(u64(n) * reciprocal_[c] >> 32);  // exact: n < 2^22, radix < 2^4
                    out(c, int(n - q * u32(digits.radix(c))));
                    n = q;
                }
            }
        }
    }

private:
    static constexpr u64 most_word = ~0ull - 1;
    static constexpr u32 most_group = 1u << 22;
    std::vector<std::vector<Group>> words_;
    std::array<u8, max_cards> word_{};
    std::array<u64, max_cards> weight_{};
    std::array<u32, max_cards> reciprocal_{};
};

}  // namespace kiebitz::shortest_lines
