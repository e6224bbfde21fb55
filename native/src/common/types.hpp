// The types of the whole kernel: integers, cards, piles, moves, and the sentinel for a missing value.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace kiebitz {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;

static_assert(std::endian::native == std::endian::little, "bytes of numbers are read as they lie in memory");

// The sentinel for a missing value: all bits set.
template <class T>
inline constexpr T no_value = T(~T{0});

// A card is 4 * rank + suit, with ranks from 0 in the order of the foundations, and suits C D H S.
using Card = u8;
constexpr Card no_card = no_value<Card>;
constexpr int max_cards = 52, max_columns = 18, max_cells = 12, max_stock = 8;

constexpr int rank_of(Card c) { return c >> 2; }
constexpr int suit_of(Card c) { return c & 3; }
constexpr int colour_of(Card c) { return (c ^ (c >> 1)) & 1; }  // clubs and spades 0, diamonds and hearts 1

// What a card can lie on: another card (0…51) or one of these places.
constexpr u8 on_bottom = 52, in_cell = 53, at_home = 54, in_stock = 55;
constexpr u8 places_end = in_stock;  // end of the places in play; the stock is dealt before

// Pile codes in lines: columns, then cells, then foundations, then the stock.
constexpr u8 column_code = 0, cell_code = 32, foundation_code = 48, stock_code = 52;
constexpr u8 no_pile = no_value<u8>;

// A move between piles, as in lines.
struct Move {
    u8 from, to, count;

    bool goes_home() const { return to >= foundation_code; }
};

inline void append(std::vector<u8>& line, const Move& move) {
    line.insert(line.end(), {move.from, move.to, move.count});
}

// Masks instead of unpredictable branches, into which compilers turn ?:.
constexpr int all_bits_if(bool condition) { return -int(condition); }
// x if the condition holds, else 0.
template <class T>
constexpr T only_if(bool condition, T x) {
    return T(x & -T(condition));
}

}  // namespace kiebitz
