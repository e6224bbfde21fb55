// Which numbered deal a board began with.
#pragma once

#include "picture/evidence.hpp"

namespace kiebitz::picture {

struct NumberedDeal {
    std::int64_t number = 0;              // 0 if none is likely
    bool is_fresh = false;                // the columns have these cards and no others
    std::vector<std::vector<int>> cards;  // per column, the dealt cards that still lie there
};

// The one of Microsoft's deals 1 to 1,000,000 that the upper ends of eight columns agree with beyond chance.
NumberedDeal find_deal(const std::vector<std::vector<CardScores>>& columns);

}  // namespace kiebitz::picture
