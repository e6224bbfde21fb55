// Microsoft's numbered deals: from number to cards, and from cards to numbers.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/budget.hpp"
#include "common/dealing.hpp"
#include "common/microsoft_draws.hpp"
#include "common/refusal.hpp"
#include "common/sorting.hpp"

namespace kiebitz {
namespace {

using namespace microsoft;

std::int64_t end_of(std::size_t reading) {
    return reading + 1 < readings.size() ? readings[reading + 1].first : numbers;
}

void check_number(std::int64_t number) {
    if (number < 0 || number >= numbers) refuse("number of a deal: 0 to 8589934591 expected");
}

// The inverse of `factor` modulo 2^32, by Newton's method: each round doubles the right bits, three at first.
constexpr std::uint32_t inverse = [] {
    std::uint32_t x = factor;
    for (int bits = 3; bits < 32; bits *= 2) x *= 2 - factor * x;
    return x;
}();
static_assert(inverse * factor == 1);

// Finds the numbers first…end-1, all of one range, that deal `cards`.
class Finder {
public:
    Finder(const Reading& reading, Bytes cards, std::int64_t first, std::int64_t end)
        : reading_(reading), cards_(cards), first_(first), end_(end) {}

    void run(const Poll& poll) {
        if (end_ - first_ < few) by_number(poll);
        else by_state(poll);
    }
    std::vector<std::int64_t> matches;

private:
    // From this many numbers on, iterating over states is faster.
    static constexpr std::int64_t few = 1 << 26, between_polls = 1 << 20;  // about a millisecond

    void look_at(std::int64_t number) {
        Draws draws(reading_, number);
        if (std::all_of(cards_.begin(), cards_.end(), [&](std::uint8_t card) { return draws.next() == card; }))
            matches.push_back(number);
    }
    // The first card is the seed's first draw, so one multiplication dismisses 51 of 52 numbers.
    void by_number(const Poll& poll) {
        for (std::int64_t at = first_; at < end_; at += between_polls) {
            poll_caller(poll);
            std::uint32_t state = static_cast<std::uint32_t>(at) * factor + addend;
            for (std::int64_t number = at; number < std::min(end_, at + between_polls); ++number, state += factor)
                if (draw_of(reading_, state) % pack_size == cards_[0]) look_at(number);
        }
    }
    // Each seed has its own first state, whose upper half is the first draw: iterate over the upper halves that give
    // the first card, and over their states whose next draw gives the second.
    void by_state(const Poll& poll) {
        // its index once the first card is gone
        const std::uint32_t second = cards_[1] == pack_size - 1 ? cards_[0] : cards_[1];
        for (std::uint32_t upper = 0; upper < 1 << 16; ++upper) {
            const std::uint32_t begin = upper << 16;
            if (draw_of(reading_, begin) % pack_size != cards_[0]) continue;
            poll_caller(poll);
            std::uint32_t next = begin * factor + addend;
            for (std::uint32_t lower = 0; lower < 1 << 16; ++lower, next += factor) {
                if (draw_of(reading_, next) % (pack_size - 1) != second) continue;
                const std::uint32_t seed = ((begin | lower) - addend) * inverse;
                const std::int64_t number = (reading_.first >> 32 << 32) + seed;
                if (number >= first_ && number < end_) look_at(number);
            }
        }
        sort_few(matches.begin(), matches.end());
    }

    const Reading reading_;
    const Bytes cards_;
    const std::int64_t first_, end_;
};

}  // namespace

void deal_microsoft(std::int64_t number, std::span<std::uint8_t> cards) {
    check_number(number);
    std::size_t which = 0;
    while (number >= end_of(which)) ++which;
    Draws draws(readings[which], number, static_cast<int>(cards.size()));
    for (std::uint8_t& card : cards) card = draws.next();
}

std::uint8_t first_of_microsoft(std::int64_t number, int cards) { return Draws(readings[0], number, cards).next(); }

std::vector<std::int64_t> find_microsoft(Bytes cards, std::int64_t first, std::int64_t last, const Poll& poll) {
    std::uint64_t cards_seen = 0;
    for (const std::uint8_t card : cards)
        if (card < pack_size) cards_seen |= std::uint64_t{1} << card;
    if (cards.size() != pack_size || cards_seen != (std::uint64_t{1} << pack_size) - 1)
        refuse("cards: 52 different card codes from 0 to 51 expected");
    check_number(first);
    check_number(last);
    std::vector<std::int64_t> matches;
    for (std::size_t which = 0; which < readings.size(); ++which) {
        Finder finder(readings[which], cards, std::max(first, readings[which].first),
                      std::min(last + 1, end_of(which)));
        finder.run(poll);
        matches.insert(matches.end(), finder.matches.begin(), finder.matches.end());
    }
    return matches;
}

}  // namespace kiebitz
