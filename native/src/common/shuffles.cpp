// Random deals: the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), whose output i can be had at once, and
// the shuffles that draw with it.
#include <utility>

#include "common/dealing.hpp"

namespace kiebitz {
namespace {

constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15;

// Draws from 0 … bound - 1. Those beyond the last whole multiple of `bound` are thrown away: the remainder alone would
// favour low numbers. The bound is known when this is compiled, because a division by it would take half of the shuffle.
struct Draws {
    std::uint64_t seed, drawn = 0;

    template <std::uint64_t bound>
    std::uint64_t below() {
        for (;;) {
            const std::uint64_t bits = splitmix64(seed, drawn++), rest = bits % bound;
            if (bits - rest <= -bound) return rest;
        }
    }
};

template <std::size_t... i>
void fisher_yates(std::uint8_t* cards, Draws draws, std::index_sequence<i...>) {
    (std::swap(cards[max_cards - 1 - i], cards[draws.below<max_cards - i>()]), ...);
}

}  // namespace

std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * golden;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
}

void shuffled(Shuffle shuffle, std::uint64_t number, std::uint8_t cards[52]) {
    Draws draws{number};
    for (int i = 0; i < max_cards; ++i) cards[i] = std::uint8_t(i);
    if (shuffle == Shuffle::fisher_yates) {
        fisher_yates(cards, draws, std::make_index_sequence<max_cards - 1>());
    } else {
        for (int i = 0; i < max_cards; ++i) std::swap(cards[i], cards[draws.below<max_cards>()]);
    }
}

}  // namespace kiebitz
