// Which deal a board began with.
#pragma once

#include "kiebitz/picture.hpp"
#include "picture/evidence.hpp"

namespace kiebitz::picture {

using ColumnScores = std::vector<std::vector<CardScores>>;

struct AgreedDeal {
    bool agrees = false;      // the upper ends of the columns have its cards, beyond chance
    std::int64_t number = 0;  // Microsoft's, if it was looked for
    bool is_fresh = false;    // the columns have its cards and no others
    Dealt cards;              // those that still lie there
};

// The one of Microsoft's deals 1 to 1,000,000 that agrees with eight columns.
AgreedDeal find_deal(const ColumnScores& columns);
// A given deal, if it agrees with the columns. Empty ones at the end may be too many or missing.
AgreedDeal compare_deal(const ColumnScores& columns, const Dealt& dealt);

}  // namespace kiebitz::picture
