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
    .suit = {.before = {8, 0.794, 15.5, 0.129, 0.975, 0.938, 1.63, 1.17, 1.48, 1.19},
             .hand = {8, 0.252, 4.54, 0.06, 0.983, 0.807, 1.66, 1.25, 1.59, 1.11},
             .after = {6, 0.15, 0.873, 0.0171, 0.987, 0.798, 1.99, 1.35, 1.78, 1.34}},
    .grand = {.before = {7, 0.867, 15.5, 0.191, 0.968, 0.908, 1, 2.22, 1.88, 1.3},
              .hand = {6, 0.247, 1.64, 0.0794, 0.982, 0.717, 1, 2.29, 2.12, 1.29},
              .after = {7, 0.204, 0.15, 0.057, 0.984, 0.634, 1, 3.01, 2.17, 1.58}},
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
