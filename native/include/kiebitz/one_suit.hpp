// The 13-card game («Солитер» with one suit: five columns, one cell): how short a line can be, for each of its deals.
// All deals are numbered, so that every one of them can be asked about; no other game lives here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::one_suit {

// Deals that differ only in the order of columns of the same height count once: 13! / (3! 2!).
constexpr std::uint64_t deals = 518'918'400;
constexpr int cards = 13, columns = 5, heights[columns] = {3, 3, 3, 2, 2};

// The ranks (1 … 13) of a deal, column by column, the first card dealt first; throws std::invalid_argument.
void deal(std::uint64_t number, std::uint8_t ranks[cards]);

struct Lengths {
    std::vector<std::uint8_t> lengths;  // moves of a shortest line, those to the foundation among them; 0: impossible
    std::vector<std::uint32_t> states;  // positions looked at
    std::vector<std::uint8_t> lines;    // as in kiebitz::Answer, one after the other
    std::vector<std::uint32_t> ends;    // where each deal's line ends
};

// Deals first … first + count - 1, each searched to its end. A move takes one card, or where sequences move whole, one
// sequence. Empty columns take any card or only kings, as the rules have it. No deal has more than some thousand
// positions, so there are no limits: the search never holds more than a few megabytes.
Lengths lengths(Bytes rules, std::uint64_t first, std::uint64_t count, const Poll& poll);

// The index of the first deal whose line is illegal, does not win or has not the length claimed; the number of deals
// when all are right. In checker.cpp: shares no code with the search.
std::uint64_t check(Bytes rules, std::uint64_t first, Bytes lengths, Bytes lines, std::span<const std::uint32_t> ends);

}  // namespace kiebitz::one_suit
