// The 13-card game («Солитер» with one suit: five columns, one cell): the shortest line of each of its numbered deals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::one_suit {

// Deals that differ only in the order of columns of the same height count as one: 13! / (3! 2!).
constexpr std::uint64_t deals = 518'918'400;
constexpr int cards = 13, columns = 5, heights[columns] = {3, 3, 3, 2, 2};

// The ranks (1 … 13) of a deal, column by column, in dealing order. Throws std::invalid_argument.
void deal(std::uint64_t number, std::uint8_t ranks[cards]);

struct Lengths {
    std::vector<std::uint8_t> lengths;  // moves of a shortest line, including moves home; 0: impossible
    std::vector<std::uint32_t> states;  // positions looked at
    std::vector<std::uint8_t> lines;    // as in kiebitz::Answer, one after the other
    std::vector<std::uint32_t> ends;    // the end of each deal's line
};

// Deals first … first + count - 1, each searched completely. A move takes one card, or one sequence if sequences move
// whole; the rules say whether empty columns take any card or only kings. A deal has at most some thousand positions,
// so there are no limits and memory stays at a few megabytes.
Lengths lengths(Bytes rules, std::uint64_t first, std::uint64_t count, const Poll& poll);

// The index of the first deal whose line is illegal, does not win or does not have the claimed length; the number of
// deals if all are right. In src/checker, which shares no code with the search.
std::uint64_t check(Bytes rules, std::uint64_t first, Bytes lengths, Bytes lines, std::span<const std::uint32_t> ends);

}  // namespace kiebitz::one_suit
