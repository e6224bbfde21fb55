// Where the cards lie that a defender does not see, by the bids and the cards played: a small network for games with
// trumps, trained by bench/tune/skat_beliefs.py on games of the engine against itself. Whole numbers only, so that it
// answers alike on every processor.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/engine/view.hpp"

namespace kiebitz::skat::engine {

constexpr int places = 3;  // with the declarer, with the partner, in the skat
constexpr std::size_t feature_count = 53, hidden_units = 16;
using Features = std::array<std::int8_t, feature_count>;

// A hidden card, and its features: all that a defender sees of it.
struct HiddenCard {
    Code card;
    Features features;
};
std::vector<HiddenCard> hidden_cards(const View& view, const Course& course);

// How many times as likely the card lies in each place as it would by the seen cards alone.
std::array<double, places> odds_of(const Features& features);

}  // namespace kiebitz::skat::engine
