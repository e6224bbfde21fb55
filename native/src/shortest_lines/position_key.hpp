// The exact key of a position, from which the position can be read: for each card its place, three bits a card. The
// order of columns and cells does not matter, and a move changes the bits of one card.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "common/position.hpp"

namespace kiebitz::shortest_lines {

constexpr u64 bit(int card) { return u64{1} << card; }
constexpr u64 each_suit = 0x1111111111111ull;  // the first card of a suit and its successors, 4 apart

// The lower cards of a card's suit.
constexpr u64 lower_of_suit(Card c) { return each_suit << suit_of(c) & (bit(c) - 1); }
// The lowest card of each suit.
constexpr u64 lowest(u64 cards) {
    u64 all = 0;
    for (int s = 0; s < 4; ++s) {
        const u64 suit = cards & each_suit << s;
        all |= suit & (~suit + 1);
    }
    return all;
}

// The place of a card: as dealt, or one of the others. A card can be built on one rank only, so the suit of the card
// beneath identifies it.
enum class Digit : u8 { as_dealt, home, cell, bottom, on_suit };  // on_suit, and the three after it

// Three sets of cards: bit k of each card's place.
struct Key {
    std::array<u64, 3> plane{};

    bool operator==(const Key& other) const {  // without branches, unlike a comparison of arrays
        u64 differ = 0;
        for (std::size_t k = 0; k < plane.size(); ++k) differ |= plane[k] ^ other.plane[k];
        return !differ;
    }
    auto operator<=>(const Key&) const = default;
    // Change the place of a card by these bits.
    void change(Card c, u8 bits) {
        for (int k = 0; k < 3; ++k) plane[std::size_t(k)] ^= u64(bits >> k & 1) << c;
    }
    void change(const Key& by) {
        for (int k = 0; k < 3; ++k) plane[std::size_t(k)] ^= by.plane[std::size_t(k)];
    }
    u64 cards(Digit how, int suit = 0) const {
        const int bits = int(how) + suit;
        u64 all = ~u64{0};
        for (int k = 0; k < 3; ++k) all &= bits >> k & 1 ? plane[std::size_t(k)] : ~plane[std::size_t(k)];
        return all;
    }
    u64 hash() const {
        u64 h = 0x9e3779b97f4a7c15ull;
        for (const u64 w : plane) {
            h = (h ^ w) * 0xd6e8feb86659fd93ull;
            h ^= h >> 32;
        }
        return h;
    }
};

}  // namespace kiebitz::shortest_lines
