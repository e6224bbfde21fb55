// The cards of Microsoft's numbered deals, one after the other.
#pragma once

#include <array>
#include <cstdint>

namespace kiebitz::microsoft {

constexpr int pack_size = 52;
constexpr std::int64_t numbers = std::int64_t{1} << 33;
// One linear congruential generator, read in three ways; src/kiebitz/deals/microsoft.py gives the sources.
constexpr std::uint32_t factor = 214013, addend = 2531011;
struct Reading {
    std::int64_t first;                  // the first number of its range; the ranges are adjacent
    std::uint32_t mask, set_bits, plus;  // a draw is ((state >> 16 & mask) | set_bits) + plus
};
constexpr std::array<Reading, 3> readings{{
    {0, 0x7fff, 0, 0},
    {std::int64_t{1} << 31, 0x7fff, 0x8000, 0},
    {std::int64_t{1} << 32, 0xffff, 0, 1},
}};

constexpr std::uint32_t draw_of(const Reading& reading, std::uint32_t state) {
    return ((state >> 16 & reading.mask) | reading.set_bits) + reading.plus;
}

// 2^32 divided by the number of cards left, rounded up, so that a product replaces a division at a fraction of the
// time. For d cards it is too large by e / d with e < d, so a draw of at most 2^16 times it, divided by 2^32, is too
// large by less than 1 / d, and has the right whole part.
constexpr auto reciprocals = [] {
    std::array<std::uint64_t, pack_size + 1> table{};
    for (std::uint64_t d = 1; d <= pack_size; ++d) table[d] = ((std::uint64_t{1} << 32) + d - 1) / d;
    return table;
}();

inline std::uint32_t remainder(std::uint32_t draw, std::uint32_t cards_left) {
    return draw - cards_left * static_cast<std::uint32_t>(draw * reciprocals[cards_left] >> 32);
}

constexpr auto ordered_pack = [] {
    std::array<std::uint8_t, pack_size> cards{};
    for (std::size_t i = 0; i < pack_size; ++i) cards[i] = static_cast<std::uint8_t>(i);
    return cards;
}();

class Draws {
public:
    // The number's low 32 bits are the seed in all three ranges.
    Draws(const Reading& reading, std::int64_t number, int cards = pack_size)
        : reading_(reading), state_(static_cast<std::uint32_t>(number)), cards_left_(cards) {}

    // Take the next card out of the deck; the deck's last card fills the gap.
    std::uint8_t next() {
        state_ = state_ * factor + addend;
        const std::uint32_t place = remainder(draw_of(reading_, state_), static_cast<std::uint32_t>(cards_left_--));
        const std::uint8_t card = deck_[place];
        deck_[place] = deck_[cards_left_];
        return card;
    }

private:
    Reading reading_;
    std::uint32_t state_;
    int cards_left_;
    std::array<std::uint8_t, pack_size> deck_ = ordered_pack;
};

}  // namespace kiebitz::microsoft
