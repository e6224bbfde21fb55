// Microsoft's numbered deals: from number to cards, and from cards back to numbers. No rule of any game and no search
// for a line of play may live here.
#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "common/budget.hpp"

namespace kiebitz {
namespace {

constexpr int pack_size = 52;
constexpr std::int64_t numbers = std::int64_t{1} << 33;

// One linear congruential generator, read in three ways; src/kiebitz/deals/microsoft.py tells where each is known from.
constexpr std::uint32_t factor = 214013, addend = 2531011;
struct Reading {
    std::int64_t first;                 // the least number of its range; the ranges follow each other
    std::uint32_t mask, set_bits, plus;  // a draw is ((state >> 16 & mask) | set_bits) + plus
};
constexpr std::array<Reading, 3> readings{{
    {0, 0x7fff, 0, 0},
    {std::int64_t{1} << 31, 0x7fff, 0x8000, 0},
    {std::int64_t{1} << 32, 0xffff, 0, 1},
}};

std::int64_t end_of(std::size_t reading) {
    return reading + 1 < readings.size() ? readings[reading + 1].first : numbers;
}

class Dealer {
public:
    // The number's low 32 bits are the seed in all three ranges.
    Dealer(const Reading& reading, std::int64_t number) : reading_(reading), state_(static_cast<std::uint32_t>(number)) {
        for (int i = 0; i < pack_size; ++i) deck_[i] = static_cast<std::uint8_t>(i);
    }

    // Takes the next card out of the deck, where the deck's last card fills the gap.
    std::uint8_t next() {
        state_ = state_ * factor + addend;
        const std::uint32_t draw = ((state_ >> 16 & reading_.mask) | reading_.set_bits) + reading_.plus;
        const std::uint32_t place = draw % static_cast<std::uint32_t>(left_--);
        const std::uint8_t card = deck_[place];
        deck_[place] = deck_[left_];
        return card;
    }

private:
    Reading reading_;
    std::uint32_t state_;
    int left_ = pack_size;
    std::array<std::uint8_t, pack_size> deck_;
};

void check_number(std::int64_t number) {
    if (number < 0 || number >= numbers) throw std::invalid_argument("number of a deal: 0 to 8589934591 expected");
}

// Appends the numbers first…end-1, all of one range, whose deal is `cards`. The first card is the seed's first draw
// alone, so 51 of 52 numbers are dismissed by one multiplication; the others deal on until a card differs.
void find_in(std::size_t which, Bytes cards, std::int64_t first, std::int64_t end, std::vector<std::int64_t>& found) {
    const Reading reading = readings[which];
    std::uint32_t state = static_cast<std::uint32_t>(first) * factor + addend;
    for (std::int64_t number = first; number < end; ++number, state += factor) {
        const std::uint32_t draw = ((state >> 16 & reading.mask) | reading.set_bits) + reading.plus;
        if (draw % pack_size != cards[0]) continue;
        Dealer dealer(reading, number);
        if (std::all_of(cards.begin(), cards.end(), [&](std::uint8_t card) { return dealer.next() == card; }))
            found.push_back(number);
    }
}

}  // namespace

void deal_microsoft(std::int64_t number, std::uint8_t cards[52]) {
    check_number(number);
    std::size_t which = 0;
    while (number >= end_of(which)) ++which;
    Dealer dealer(readings[which], number);
    for (int i = 0; i < pack_size; ++i) cards[i] = dealer.next();
}

std::vector<std::int64_t> find_microsoft(Bytes cards, std::int64_t first, std::int64_t last, const Poll& poll) {
    std::uint64_t seen = 0;
    for (const std::uint8_t card : cards)
        if (card < pack_size) seen |= std::uint64_t{1} << card;
    if (cards.size() != pack_size || seen != (std::uint64_t{1} << pack_size) - 1)
        throw std::invalid_argument("cards: 52 different card codes from 0 to 51 expected");
    check_number(first);
    check_number(last);
    constexpr std::int64_t between_polls = 1 << 20;  // about a millisecond
    std::vector<std::int64_t> found;
    for (std::size_t which = 0; which < readings.size(); ++which) {
        const std::int64_t end = std::min(last + 1, end_of(which));
        for (std::int64_t at = std::max(first, readings[which].first); at < end; at += between_polls) {
            poll_caller(poll);
            find_in(which, cards, at, std::min(end, at + between_polls), found);
        }
    }
    return found;
}

}  // namespace kiebitz
