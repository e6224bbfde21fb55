// The rules of some questions: sequences move, cards go home one by one and never by force, no stock.
#pragma once

#include "common/position.hpp"
#include "common/refusal.hpp"

namespace kiebitz::play {

inline Rules rules_of_sequences(Bytes rules) {
    const Rules r = Rules::parse(rules);
    if (r.any || r.forced || r.whole_suits || r.stock)
        refuse("rules: sequences that move, cards that go home one by one and no stock expected");
    return r;
}

}  // namespace kiebitz::play
