// The generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014), and draws from it.
#pragma once

#include <cstdint>
#include <utility>

#include "common/dealing.hpp"
#include "skat/engine/cards.hpp"

namespace kiebitz::skat::engine {

class Random {
public:
    explicit Random(std::uint64_t seed) : seed_(seed) {}

    std::uint64_t next() { return splitmix64(seed_, drawn_++); }
    void skip(std::uint64_t count) { drawn_ += count; }
    // A number from 0 to `bound` - 1. Draws beyond the last whole multiple of `bound` are rejected.
    std::uint64_t below(std::uint64_t bound) {
        for (;;) {
            const std::uint64_t bits = next(), rest = bits % bound;
            if (bits - rest <= -bound) return rest;
        }
    }
    // The shuffle of Fisher and Yates.
    void shuffle(Codes& cards) {
        for (std::size_t last = cards.size(); last-- > 1;) std::swap(cards[last], cards[below(last + 1)]);
    }

private:
    std::uint64_t seed_, drawn_ = 0;
};

}  // namespace kiebitz::skat::engine
