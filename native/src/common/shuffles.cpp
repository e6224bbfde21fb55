// Shuffles: the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), which computes output i directly; shuffles
// that draw from it; PySolFC's shuffle; and the shuffle of each numbering.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "common/dealing.hpp"
#include "kiebitz/one_suit.hpp"

namespace kiebitz {
namespace {

constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15;

// Draw from 0 … bound - 1. Draws beyond the last whole multiple of `bound` are rejected: the remainder alone would
// favour low numbers.
struct Draws {
    std::uint64_t seed, drawn = 0;

    [[gnu::always_inline]] std::uint64_t below(std::uint64_t bound) {
        for (;;) {
            const std::uint64_t bits = splitmix64(seed, drawn++), remainder = bits % bound;
            if (bits - remainder <= -bound) return remainder;
        }
    }
};

// Bounds at compile time: divisions would take half of the shuffle's time.
template <std::size_t... i>
void whole_pack(std::span<std::uint8_t> cards, Draws draws, std::index_sequence<i...>) {
    (std::swap(cards[max_cards - 1 - i], cards[draws.below(max_cards - i)]), ...);
}

// Python's random.Random(number): the Mersenne Twister of Matsumoto and Nishimura (1998), seeded by init_by_array.
class Twister {
public:
    Twister(std::uint64_t number, std::uint32_t high) {
        state_[0] = 19650218;
        for (std::uint32_t i = 1; i < size; ++i) state_[i] = 1812433253u * mixed(i) + i;
        const std::uint32_t words[] = {std::uint32_t(number), std::uint32_t(number >> 32), high};
        const std::uint32_t count = high ? 3 : words[1] ? 2 : 1;
        std::uint32_t at = 1;
        const auto on = [&] {
            if (++at < size) return;
            state_[0] = state_[size - 1];
            at = 1;
        };
        for (std::uint32_t i = 0; i < size; ++i, on())
            state_[at] = (state_[at] ^ mixed(at) * 1664525u) + words[i % count] + i % count;
        for (std::uint32_t i = 1; i < size; ++i, on()) state_[at] = (state_[at] ^ mixed(at) * 1566083941u) - at;
        state_[0] = 0x8000'0000;
    }

    // random.random(): 53 bits from two outputs.
    double random() {
        const std::uint32_t high = next() >> 5, low = next() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

private:
    static constexpr std::uint32_t size = 624, middle = 397;

    std::uint32_t mixed(std::uint32_t at) const { return state_[at - 1] ^ state_[at - 1] >> 30; }
    std::uint32_t next() {
        const std::uint32_t joined = (state_[at_] & 0x8000'0000) | (state_[(at_ + 1) % size] & 0x7fff'ffff);
        std::uint32_t bits = state_[at_] = state_[(at_ + middle) % size] ^ joined >> 1 ^ (joined & 1 ? 0x9908'b0df : 0);
        at_ = (at_ + 1) % size;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9d2c'5680;
        bits ^= bits << 15 & 0xefc6'0000;
        return bits ^ bits >> 18;
    }

    std::uint32_t state_[size], at_ = 0;
};

void fisher_yates(std::uint64_t number, std::span<std::uint8_t> cards) {
    Draws draws{number};
    std::iota(cards.begin(), cards.end(), std::uint8_t{0});
    if (cards.size() == max_cards) return whole_pack(cards, draws, std::make_index_sequence<max_cards - 1>());
    for (std::size_t size = cards.size(); size > 1; --size) std::swap(cards[size - 1], cards[draws.below(size)]);
}

void wetherell(std::uint64_t number, std::span<std::uint8_t> cards) {
    Draws draws{number};
    std::iota(cards.begin(), cards.end(), std::uint8_t{0});
    for (std::uint8_t& card : cards) std::swap(card, cards[draws.below(cards.size())]);
}

// For numbers from 32,000 on; lower ones are Microsoft's. src/kiebitz/deals/pysolfc.py has the source.
void deal_pysolfc(std::uint64_t number, std::uint32_t high, std::span<std::uint8_t> cards) {
    constexpr std::uint8_t suits[] = {0, 3, 2, 1};
    for (std::size_t i = 0; i < max_cards; ++i) cards[i] = std::uint8_t(4 * (i % 13) + suits[i / 13]);
    Twister twister(number, high);
    for (std::size_t size = max_cards; size > 1; --size)
        std::swap(cards[size - 1], cards[std::size_t(twister.random() * double(size))]);
    std::reverse(cards.begin(), cards.end());
}

// Row by row.
void deal_one_suit(std::uint64_t number, std::span<std::uint8_t> cards) {
    std::uint8_t ranks[one_suit::cards];
    one_suit::deal(number, ranks);
    auto next = cards.begin();
    for (int row = 0; row < one_suit::heights[0]; ++row)
        for (int column = 0, begin = 0; column < one_suit::columns; begin += one_suit::heights[column++])
            if (row < one_suit::heights[column]) *next++ = std::uint8_t(ranks[begin + row] - 1);
}

}  // namespace

void numbered(Numbering numbering, std::uint64_t number, std::span<std::uint8_t> cards, std::uint32_t high) {
    constexpr std::uint64_t first_of_pysolfc = 32000;
    const auto only = [&](std::size_t count, const char* what) {
        if (cards.size() != count) refuse("layout", what);
    };
    if (numbering == Numbering::pysolfc) only(max_cards, "PySolFC's numbers deal 52 cards");
    if (numbering == Numbering::one_suit) only(one_suit::cards, "the numbers of the 13-card game deal 13 cards");
    switch (numbering) {
    case Numbering::microsoft: return deal_microsoft(std::int64_t(number), cards);
    case Numbering::fisher_yates: return fisher_yates(number, cards);
    case Numbering::wetherell: return wetherell(number, cards);
    case Numbering::pysolfc:
        if (!high && number < first_of_pysolfc) return deal_microsoft(std::int64_t(number), cards);
        return deal_pysolfc(number, high, cards);
    case Numbering::one_suit: return deal_one_suit(number, cards);
    }
}

std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * golden;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
}

}  // namespace kiebitz
