// Which cards lie on the foundations, by what their tops show and by how many cards are home.
#pragma once

#include <span>
#include <vector>

#include "picture/evidence.hpp"

namespace kiebitz::picture {

// The visible cards on the foundations.
struct Foundations {
    std::vector<int> cards;
    double score = 0;
};

// The likeliest sets of tops with `cards_home` cards on and below them, the best first; `shown` are the scores of the
// places.
std::vector<Foundations> likeliest_foundations(std::span<const CardScores> shown, int cards_home);

}  // namespace kiebitz::picture
