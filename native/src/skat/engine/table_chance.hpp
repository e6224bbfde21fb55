// The declarer's chance to win at the table, from the share of worlds that he wins with open cards.
#pragma once

#include <optional>

#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

// How the share of worlds won with open cards counts: its odds, raised to `sixteenths` sixteenths, times a factor.
// Powers by square roots are the same on every machine.
struct OpenShare {
    int sixteenths;
    double factor;
    double won;  // worlds added to those won: a handful proves little
};
struct Curve {
    OpenShare before, hand, after;  // knowing ten cards before taking the skat, ten in a Hand game, or twelve
    double lost;                    // worlds added to those lost
    // Further factors: for a declarer that leads to the first trick, and for each known card; a jack or an ace counts
    // as a trump, too.
    double forehand = 1, trump = 1, jack = 1, ace = 1, ten = 1;
};

// Fitted by bench/tune/skat_chances.py to games that the level `club` played against itself, of deals from
// 2,000,001 on; docs/skat-chances.md shows how well they fit.
inline constexpr struct {
    Curve suit{.before = {5, 0.014, 0.3},
               .hand = {7, 0.00689, 0.3},
               .after = {6, 0.00995, 0.3},
               .lost = 0.3,
               .forehand = 0.831,
               .trump = 1.96,
               .jack = 1.56,
               .ace = 1.98,
               .ten = 1.31};
    Curve grand{.before = {6, 0.0469, 0.45},
                .hand = {6, 0.0244, 0.45},
                .after = {6, 0.0377, 0.45},
                .lost = 1.4,
                .forehand = 0.724,
                .jack = 3.48,
                .ace = 2.01,
                .ten = 1.49};
    Curve null{.before = {10, 2.85, 0.45}, .hand = {10, 3.35, 0.05}, .after = {10, 4.32, 0.45}, .lost = 6};
    Curve null_ouvert{.before = {12, 0.726, 0.45}, .hand = {12, 0.863, 0.05}, .after = {12, 0.86, 0.45}, .lost = 1.4};
} table_curves;

// The chance of a contract won in `won` of `worlds` worlds, for a seat with ten or twelve cards; none if it announces
// Schneider, Schwarz or, with trumps, ouvert: such games are too rare to fit.
std::optional<double> table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won,
                                   std::uint64_t worlds);

}  // namespace kiebitz::skat::engine
