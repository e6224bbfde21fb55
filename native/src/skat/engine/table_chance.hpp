// The declarer's chance to win at the table, from the share of worlds that he wins with open cards.
#pragma once

#include <optional>

#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

// A line in log-odds: the odds with open cards, raised to `quarters` quarters, times factors. Powers by square roots
// are the same on every machine.
struct Curve {
    int quarters;
    double before, hand, after;  // knowing ten cards before taking the skat, ten in a Hand game, or twelve
    double forehand = 1;         // for a declarer that leads to the first trick
    double trump = 1;            // for each trump more than usual
    int usual_trumps = 0;
};

// Fitted by bench/tune/skat_chances.py to games that the level `club` played against itself, of deals from 2,000,001
// on; docs/skat-chances.md shows how well they fit.
inline constexpr struct {
    double won = 0.6, lost = 1.4;  // worlds added to those won and lost: a handful proves little
    Curve suit{
        .quarters = 3, .before = 5.8, .hand = 4.1, .after = 8.9, .forehand = 0.64, .trump = 1.42, .usual_trumps = 6};
    Curve grand{
        .quarters = 2, .before = 5.8, .hand = 4.5, .after = 6.3, .forehand = 0.71, .trump = 1.65, .usual_trumps = 3};
    Curve null{.quarters = 3, .before = 3.2, .hand = 2.3, .after = 6.1};
    Curve null_ouvert{.quarters = 3, .before = 0.96, .hand = 0.67, .after = 1.36};
} table_curves;

// The chance of a contract won in `won` of `worlds` worlds, for a seat with ten or twelve cards; none if it announces
// Schneider, Schwarz or, with trumps, ouvert: such games are too rare to fit.
std::optional<double> table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won,
                                   std::uint64_t worlds);

}  // namespace kiebitz::skat::engine
