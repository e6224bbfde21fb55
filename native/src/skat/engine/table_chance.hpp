// The declarer's chance to win at the table, from the share of worlds that he wins with open cards.
#pragma once

#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

// The odds of a contract at the table: its strength, times the odds of the worlds won with open cards raised to
// `sixteenths` sixteenths. Strength, the odds by the declarer's own cards, is a product of a base, a factor for a
// declarer that leads to the first trick, and one for each known card; a jack or an ace counts as a trump, too. Before
// the power is taken, worlds are added in proportion to strength: a handful proves little of a strong hand. A bid above
// the first one shows that an opponent has a good hand, too: each of its points counts by a factor.
struct Curve {
    int sixteenths;   // by square roots, the same on every machine
    float won, lost;  // worlds added to those won and lost, at a strength of 1
    float base;       // of the strength
    float bid = 1, forehand = 1, trump = 1, jack = 1, ace = 1, ten = 1;
};
struct Curves {
    Curve before, hand, after;  // knowing ten cards before taking the skat, ten in a Hand game, or twelve
};

// Fitted by bench/tune/skat_chances.py to games that the level `club` played against itself; docs/skat-chances.md shows
// how well they fit.
inline constexpr struct {
    Curves suit, grand, null, null_ouvert;
} table_curves{
    .suit = {.before = {5, 0.581, 0.188, 0.041, 0.976, 0.874, 1.82, 1.26, 1.6, 1.26},
             .hand = {7, 0.218, 1.62, 0.0551, 0.981, 0.689, 1.63, 1.29, 1.6, 1.12},
             .after = {6, 0.145, 2.96, 0.018, 0.989, 0.733, 1.9, 1.42, 1.73, 1.33}},
    .grand = {.before = {8, 0.961, 10.7, 0.166, 0.967, 1.03, 1, 2.12, 1.87, 1.35},
              .hand = {7, 0.25, 0.889, 0.112, 0.989, 0.596, 1, 2.11, 1.95, 1.24},
              .after = {7, 0.125, 0.787, 0.0373, 0.983, 0.784, 1, 3.32, 2.27, 1.57}},
    .null = {.before = {13, 0.166, 49.3, 4.61}, .hand = {12, 0.0134, 46.6, 5.56}, .after = {10, 0.0802, 0.417, 4.48}},
    .null_ouvert = {.before = {15, 0.574, 5.64, 1.17},
                    .hand = {11, 0.111, 0.431, 0.625},
                    .after = {14, 1.22, 0.15, 0.94}},
};

// The chance at the first bid, and the factor of the odds for each point of a higher one.
struct TableChance {
    double at_first_bid = 0, bid = 1;
    bool is_fitted = false;
    double at(int contract_bid) const;
};
constexpr int highest_counted_bid = 60;  // the odds of higher bids are those of this one

// The chance of a contract won in `won` of `worlds` worlds, for a seat with ten or twelve cards. It is the share of
// worlds if Schneider, Schwarz or, with trumps, ouvert are announced: such games are too rare to fit.
TableChance table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won, std::uint64_t worlds);

}  // namespace kiebitz::skat::engine
