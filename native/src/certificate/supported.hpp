// The games that certificates support.
#pragma once

#include "common/position.hpp"

namespace kiebitz::certificate {

// Parse the rules of a game in which single-card moves do everything; throws std::invalid_argument for others.
inline Rules supported(Bytes coded) {
    const Rules rules = Rules::parse(coded);
    if (rules.any || rules.whole || rules.forced || rules.stock || rules.suit_runs || rules.reserve ||
        rules.whole_suits || rules.build == Build::any)
        refuse("rules", "a game that certificates know expected");
    return rules;
}

}  // namespace kiebitz::certificate
