// A position of a quick attempt: two cache lines, one lane a column, with the data for its price. Used only by quick
// attempts.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "common/position.hpp"

namespace kiebitz::freecell {

constexpr int columns_max = 8, cells_max = 8;

// Along an alternating run, colour xor parity of rank is constant: the run's class; a run only fits onto a card of its
// class. A card's key is class and rank; one more bit, for the suit of its colour, identifies the card.
constexpr int class_of(Card c) { return colour_of(c) ^ (rank_of(c) & 1); }
constexpr u8 key_of(Card c) { return u8(class_of(c) << 4 | rank_of(c)); }
constexpr u32 which(Card c) { return u32(suit_of(c)) >> 1; }
constexpr Card card_of(int key, u32 which_suit) {
    const int r = key & 15, colour = (key >> 4) ^ (r & 1);
    return Card(4 * r + 2 * int(which_suit) + (int(which_suit) ^ colour));
}

// The keys of all cards, and one that fits nothing for no_card.
inline constexpr auto keys = [] {
    std::array<u8, 256> table{};
    table.fill(14);
    for (int c = 0; c < 52; ++c) table[std::size_t(c)] = key_of(Card(c));
    return table;
}();
// A card's rank and, in the upper half, 1; nothing for no_card.
inline constexpr auto counted = [] {
    std::array<u32, 256> table{};
    for (u32 c = 0; c < 52; ++c) table[c] = 1 << 16 | c >> 2;
    return table;
}();
// A card's suit; 4 for no_card.
inline constexpr auto suits_or_none = [] {
    std::array<u8, 256> table{};
    table.fill(4);
    for (int c = 0; c < 52; ++c) table[std::size_t(c)] = u8(suit_of(Card(c)));
    return table;
}();

// A position's hash is the sum of mix(card, card beneath or no_card): the order of columns and cells does not matter,
// and moving a run changes one term.
inline u32 mix(u32 card, u32 below) {
    u64 x = ((card << 6) + below) * 0x9e3779b97f4a7c15ull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    return u32(x >> 32);
}

struct alignas(64) LanePosition {
    // One lane a column; an empty column has run 0, key 0 and no cards.
    u16 suits[columns_max];   // the run, top card first: which of its colour's two suits each card is
    i16 prefix[columns_max];  // price of the untouched part
    i16 loaded[columns_max];  // price of the column without the run
    u8 key[columns_max];      // of the top card
    u8 top[columns_max];
    u8 second[columns_max];  // the card under the top card
    u8 bare[columns_max];    // the card under the run
    u8 run[columns_max];
    u8 kept[columns_max];    // untouched cards under the run
    u8 lowest[columns_max];  // lowest rank among them
    u8 bad[columns_max];     // those of them above a lower rank
    Card cell[cells_max];
    u8 home[4];
    u32 hash;
};
static_assert(sizeof(LanePosition) == 128);

// The top bit of each of eight bytes that is `byte`.
inline u64 bytes_equal(const u8* bytes, u8 byte) {
    constexpr u64 low = 0x7f7f7f7f7f7f7f7full;
    u64 x;
    std::memcpy(&x, bytes, 8);
    x ^= 0x0101010101010101ull * byte;
    return ~(((x & low) + low) | x | low);
}
inline int first_byte(u64 marked) { return std::countr_zero(marked) >> 3; }
// Index of the first of eight bytes that is `byte`, 8 if none is.
inline int find(const u8* bytes, u8 byte) { return first_byte(bytes_equal(bytes, byte)); }

// The number of set bits; std::popcount is a call where the instruction may be missing.
inline int bits_set(u32 x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return int(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

// One number below 128 for each rank, a byte each.
struct ByRank {
    u64 half[2] = {};

    static constexpr u64 ones = 0x0101010101010101ull;
    static constexpr ByRank up_to(int rank) {  // 1 for each rank below this one
        ByRank n;
        for (int r = 0; r < 16; ++r) n.half[r >> 3] |= u64(r < rank) << 8 * (r & 7);
        return n;
    }
    constexpr int at(int rank) const { return int(half[rank >> 3] >> 8 * (rank & 7) & 255); }
    friend constexpr ByRank operator+(ByRank a, ByRank b) { return {{a.half[0] + b.half[0], a.half[1] + b.half[1]}}; }
    friend constexpr ByRank operator-(ByRank a, ByRank b) { return {{a.half[0] - b.half[0], a.half[1] - b.half[1]}}; }
    friend constexpr ByRank operator*(ByRank a, int n) { return {{a.half[0] * u64(n), a.half[1] * u64(n)}}; }
    static constexpr ByRank all(int n) { return {{ones * u64(n), ones * u64(n)}}; }
    friend constexpr bool none_above(ByRank a, ByRank b) {
        constexpr u64 signs = 0x80 * ones;
        return (((b.half[0] | signs) - a.half[0]) & ((b.half[1] | signs) - a.half[1]) & signs) == signs;
    }
};
inline constexpr auto lower_ranks = [] {  // [r]: 1 for each rank below r
    std::array<ByRank, 16> table{};
    for (int r = 0; r < 16; ++r) table[std::size_t(r)] = ByRank::up_to(r);
    return table;
}();
inline constexpr auto lower_ranks_sum = [] {  // [r]: the sum over all ranks below r
    std::array<ByRank, 17> table{};
    for (std::size_t r = 0; r < 16; ++r) table[r + 1] = table[r] + lower_ranks[r];
    return table;
}();

// A column with only its first n dealt cards.
struct Dealt {
    u16 suits;
    i16 prefix, loaded;
    u8 key, top, second, bare, run, kept, lowest, bad;
    u8 lower;   // number of lower cards beneath its last card
    i16 depth;  // for each card, the number of cards on it times its distance from the king
};

}  // namespace kiebitz::freecell
