// Which deal a board began with.
#pragma once

#include "kiebitz/picture.hpp"
#include "picture/evidence.hpp"

namespace kiebitz::picture {

constexpr std::size_t columns_dealt = 8;               // by Microsoft's numbers
constexpr std::int64_t last_number_tried = 1'000'000;  // without a word of a deal

using ColumnScores = std::vector<std::vector<CardScores>>;

struct AgreedDeal {
    bool agrees = false;      // the upper ends of the columns have its cards, beyond chance
    double gain = 0;          // how much the columns support it
    std::int64_t number = 0;  // Microsoft's, if it was looked for
    bool is_fresh = false;    // the columns have its cards and no others
    Dealt cards;              // those that still lie there
};

// The one of Microsoft's deals 1 to 1,000,000 that agrees with eight columns.
AgreedDeal find_deal(const ColumnScores& columns);
// The one of Microsoft's deals with these numbers that agrees best with eight columns.
AgreedDeal find_deal(const ColumnScores& columns, std::span<const std::int64_t> numbers);
// A given deal, if it agrees with the columns. Empty ones at the end may be too many or missing.
AgreedDeal compare_deal(const ColumnScores& columns, const Dealt& dealt);

}  // namespace kiebitz::picture
