// The numbering of the 13-card game's deals.
#include <algorithm>
#include <bit>

#include "common/refusal.hpp"
#include "kiebitz/one_suit.hpp"

namespace kiebitz::one_suit {

void deal(std::uint64_t number, std::uint8_t ranks[cards]) {
    if (number >= deals) refuse("number of a deal: 0 to 518918399 expected");
    auto digit = [&](unsigned base) {
        const unsigned value = unsigned(number % base);
        number /= base;
        return value;
    };
    // From the last digit on: the orders within the columns, the cards that share a column, the cards in the short
    // columns.
    const unsigned orders[] = {digit(6), digit(6), digit(6), digit(2), digit(2)};
    const unsigned second = digit(10), first = digit(28), pair = digit(3), short_set = digit(715);
    auto choose = [](int of, int size) {
        unsigned value = 1;
        for (int i = 0; i < size; ++i) value = value * unsigned(of - i) / unsigned(i + 1);
        return value;
    };
    // Take the `index`-th set of `count` ranks in lexicographic order. Sets are masks.
    auto take_set = [&](unsigned& from, int count, unsigned index) {
        unsigned subset = 0;
        int more = std::popcount(from);
        for (unsigned bits = from; count; bits &= bits - 1) {
            const unsigned with = choose(--more, count - 1);  // sets with the lowest remaining rank
            if (index < with) {
                subset |= bits & -bits;
                --count;
            } else {
                index -= with;
            }
        }
        from ^= subset;
        return subset;
    };
    int at = 0;
    // Among columns of the same height, the one with the lowest remaining rank comes first.
    auto take_column = [&](unsigned& from, int column, unsigned index) {
        const unsigned lowest = from & -from;
        from ^= lowest;
        std::uint8_t* const begin = ranks + at;
        for (unsigned set = lowest | take_set(from, heights[column] - 1, index); set; set &= set - 1)
            ranks[at++] = std::uint8_t(std::countr_zero(set));
        for (unsigned i = 0; i < orders[column]; ++i) std::next_permutation(begin, ranks + at);
    };
    unsigned in_long = ((1u << cards) - 1) << 1;
    unsigned in_short = take_set(in_long, 4, short_set);
    take_column(in_long, 0, first);
    take_column(in_long, 1, second);
    take_column(in_long, 2, 0);
    take_column(in_short, 3, pair);
    take_column(in_short, 4, 0);
}

}  // namespace kiebitz::one_suit
