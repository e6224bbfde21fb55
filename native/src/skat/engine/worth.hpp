// The worth of a contract to the declarer at a bid: one function for bids, announcements, advice and the table of
// chances.
#pragma once

#include <optional>
#include <vector>

#include "skat/engine/parameters.hpp"
#include "skat/engine/table_chance.hpp"
#include "skat/engine/worlds.hpp"

namespace kiebitz::skat::engine {

// A result counts as its score, in the declarer's tournament points, or as these less those of an opponent, by which
// bids are weighed.
enum class Counted { score, tournament, ahead };

// A contract with the declarer's ten or twelve cards, the outcomes of its worlds, and the chance to win it.
struct Prospect {
    Contract contract;
    Set cards = 0;
    Tally tally;
    TableChance chance;

    // The mean worth at a bid. Matadors, Schneider and overbids are weighed by the worlds, won and lost games by the
    // chance.
    double mean(int bid, Counted counted = Counted::ahead) const;
    // The chance at which the mean is 0. None if even a game won costs points, because it is overbid.
    std::optional<double> break_even(int bid, Counted counted) const;
    // The highest bid with a mean above `threshold`; 0 if there is none.
    int highest_bid(double threshold = least_gain, Counted counted = Counted::ahead) const;
};
using Prospects = std::vector<Prospect>;

// With the chance at the table; without a curve for it, the share of worlds.
Prospect prospect(const Contract& contract, Set cards, int seat, const Tally& tally);

// The highest bid with a prospect whose mean is above `threshold`; 0 if there is none.
int highest_paying(const Prospects& prospects, double threshold = least_gain);
// The prospect with the best mean at a bid; there must be one.
const Prospect& best_at(const Prospects& prospects, int bid);

}  // namespace kiebitz::skat::engine
