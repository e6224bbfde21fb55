// Deals by number: in decimals, including Microsoft's joke deals, and back from a position to its number.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "common/dealing.hpp"
#include "kiebitz/play.hpp"
#include "play/positions.hpp"

namespace kiebitz::play {
namespace {

constexpr int whole_pack = 52, one_suit = 13;
constexpr std::int64_t last_of_small_packs = 1'000'000;

// Compare two decimals: below, at or above 0.
int compared(std::string_view decimal, std::string_view other) {
    const bool negative = decimal.starts_with('-');
    if (negative != other.starts_with('-')) return negative ? -1 : 1;
    const int size = decimal.size() == other.size() ? decimal.compare(other) : decimal.size() < other.size() ? -1 : 1;
    return negative ? -size : size;
}

bool is_decimal(std::string_view number) {
    if (number.starts_with('-')) number.remove_prefix(1);
    if (number.empty() || (number.size() > 1 && number[0] == '0')) return false;
    return number.find_first_not_of("0123456789") == number.npos;
}

// The deck index of each card of one of the four joke deals that Windows FreeCell lays out by hand, row by row;
// src/kiebitz/deals/microsoft.py gives the source.
void joke(int number, std::uint8_t* cards) {
    struct Piles {
        std::string_view left_ranks, right_ranks, suits;  // ranks of the left and right four columns; suits by column
    };
    constexpr Piles jokes[] = {
        {"A3579JK", "QT8642", "CDHS"}, {"AKQJT98", "765432", "SHDC"}, {"KQJT987", "65432A", "SHDC"}};
    constexpr std::string_view ranks = "A23456789TJQK", suits = "CDHS", last_suits = "SHDC";
    constexpr int rows = 7, columns = 8, long_columns = 4;
    const auto place = [&](char rank, char suit) { return std::uint8_t(4 * ranks.find(rank) + suits.find(suit)); };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < (row < rows - 1 ? columns : long_columns); ++column) {
            if (number == -4) {  // from the kings down, column by column
                const int at = column < long_columns ? rows * column + row
                                                     : rows * long_columns + (rows - 1) * (column - long_columns) + row;
                *cards++ = place(ranks[std::size_t(12 - at / 4)], last_suits[std::size_t(at % 4)]);
                continue;
            }
            const Piles& piles = jokes[-1 - number];
            const std::string_view pile = column < long_columns ? piles.left_ranks : piles.right_ranks;
            *cards++ = place(pile[std::size_t(row)], piles.suits[std::size_t(column % long_columns)]);
        }
}

}  // namespace

Numbers numbers(Numbering numbering, int cards) {
    constexpr std::string_view last_seed = "18446744073709551615";
    switch (numbering) {
    case Numbering::microsoft: return {cards == whole_pack ? "-4" : "0", "8589934591"};
    case Numbering::fisher_yates:
    case Numbering::wetherell: return {"0", last_seed};
    case Numbering::pysolfc: return cards == whole_pack ? Numbers{"0", "100000000000000000000"} : Numbers{};
    case Numbering::one_suit: return cards == one_suit ? Numbers{"0", "518918399"} : Numbers{};
    }
    return {};
}

std::optional<std::vector<std::uint8_t>> dealt(Bytes rules, Bytes layout, Numbering numbering,
                                               std::string_view number) {
    const Rules r = Rules::read(rules);
    const Dealer dealer(r, layout, {numbering, std::nullopt});
    const Numbers range = numbers(numbering, dealer.cards());
    if (range.last.empty() || !is_decimal(number) || compared(number, range.first) < 0 ||
        compared(number, range.last) > 0)
        return std::nullopt;
    std::uint8_t cards[max_cards];
    if (number.starts_with('-')) {
        joke(-(number[1] - '0'), cards);
    } else {
        std::uint64_t low = 0, high = 0;  // 32 bits each; `high` keeps the rest
        for (const char digit : number) {
            low = 10 * low + std::uint64_t(digit - '0');
            high = 10 * high + (low >> 32);
            low &= 0xffff'ffff;
        }
        numbered(numbering, high << 32 | low, {cards, std::size_t(dealer.cards())}, std::uint32_t(high >> 32));
    }
    return written(r, dealer.lay_out(cards));
}

std::optional<std::int64_t> number_of(Bytes rules, Bytes layout, Bytes position, std::int64_t first, std::int64_t last,
                                      const Poll& poll) {
    const Rules r = Rules::read(rules);
    const Dealer dealer(r, layout, {});
    const std::vector<std::uint8_t> places = dealer.places_of(Position::parse(r, position));
    if (places.empty() || !std::ranges::equal(written(r, dealer.lay_out(places.data())), position)) return std::nullopt;
    if (dealer.cards() == whole_pack) {
        const auto numbers = find_microsoft(places, first, last, poll);
        return numbers.empty() ? 0 : numbers.front();
    }
    std::vector<std::uint8_t> dealt(places.size());
    for (std::int64_t number = first; number <= std::min(last, last_of_small_packs); ++number) {
        if (first_of_microsoft(number, dealer.cards()) != places[0]) continue;
        deal_microsoft(number, dealt);
        if (dealt == places) return number;
    }
    return 0;
}

}  // namespace kiebitz::play
