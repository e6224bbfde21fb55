// Random deals: the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), whose output i can be had at once, and
// the shuffles that draw with it.
#include <numeric>
#include <utility>

#include "common/dealing.hpp"

namespace kiebitz {
namespace {

constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15;

// Draws from 0 … bound - 1. Those beyond the last whole multiple of `bound` are thrown away: the remainder alone would
// favour low numbers.
struct Draws {
    std::uint64_t seed, drawn = 0;

    [[gnu::always_inline]] std::uint64_t below(std::uint64_t bound) {
        for (;;) {
            const std::uint64_t bits = splitmix64(seed, drawn++), rest = bits % bound;
            if (bits - rest <= -bound) return rest;
        }
    }
};

// The bounds of a whole pack are known when this is compiled, because divisions by them would take half of the shuffle.
template <std::size_t... i>
void whole_pack(std::span<std::uint8_t> cards, Draws draws, std::index_sequence<i...>) {
    (std::swap(cards[max_cards - 1 - i], cards[draws.below(max_cards - i)]), ...);
}

}  // namespace

std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * golden;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
}

void shuffled(Shuffle shuffle, std::uint64_t number, std::span<std::uint8_t> cards) {
    Draws draws{number};
    std::iota(cards.begin(), cards.end(), std::uint8_t{0});
    if (shuffle == Shuffle::wetherell) {
        for (std::uint8_t& card : cards) std::swap(card, cards[draws.below(cards.size())]);
    } else if (cards.size() == max_cards) {
        whole_pack(cards, draws, std::make_index_sequence<max_cards - 1>());
    } else {
        for (std::size_t left = cards.size(); left > 1; --left) std::swap(cards[left - 1], cards[draws.below(left)]);
    }
}

}  // namespace kiebitz
