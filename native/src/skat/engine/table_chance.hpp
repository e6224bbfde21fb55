// The declarer's chance to win at the table, from the share of worlds that he wins with open cards.
#pragma once

#include <optional>

#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

// A line in log-odds: the odds with open cards, raised to `eighths` eighths, times factors. Powers by square roots are
// the same on every machine.
struct Curve {
    int eighths;
    double before, hand, after;  // knowing ten cards before taking the skat, ten in a Hand game, or twelve
    double forehand = 1;         // for a declarer that leads to the first trick
    double trump = 1, jack = 1, ace = 1, ten = 1;  // for each known card; a jack or an ace counts as a trump, too
    // Worlds added to those won, also in a Hand game, and to those lost: a handful proves little.
    double won = 0.45, won_in_hand = 0.45, lost = 1.4;
};

// Fitted by bench/tune/skat_chances.py to games that the level `club` played against itself, of deals from
// 2,000,001 on; docs/skat-chances.md shows how well they fit.
inline constexpr struct {
    Curve suit{.eighths = 3,
               .before = 0.00864,
               .hand = 0.00342,
               .after = 0.00498,
               .forehand = 0.822,
               .trump = 2.12,
               .jack = 1.67,
               .ace = 1.99,
               .ten = 1.42};
    Curve grand{.eighths = 3,
                .before = 0.0469,
                .hand = 0.0244,
                .after = 0.0377,
                .forehand = 0.724,
                .jack = 3.48,
                .ace = 2.01,
                .ten = 1.49};
    Curve null{.eighths = 5, .before = 2.85, .hand = 3.35, .after = 4.32, .won_in_hand = 0.05, .lost = 6};
    Curve null_ouvert{.eighths = 6, .before = 0.726, .hand = 0.863, .after = 0.86, .won_in_hand = 0.05};
} table_curves;

// The chance of a contract won in `won` of `worlds` worlds, for a seat with ten or twelve cards; none if it announces
// Schneider, Schwarz or, with trumps, ouvert: such games are too rare to fit.
std::optional<double> table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won,
                                   std::uint64_t worlds);

}  // namespace kiebitz::skat::engine
