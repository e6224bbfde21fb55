// Players of Skat: one follows textbook maxims; the engine samples worlds and solves each with open cards. Decisions
// depend on view, level and seed alone; players keep no memory of a game.
#pragma once

#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/card_values.hpp"
#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {

// A contract with its share of worlds won, the chance at the table, and its value by the known cards.
struct Plan {
    Contract contract;
    double won = 0, chance = 0;
    int value = 0;
    double mean(int bid) const;  // in tournament points
};
struct Announcement {
    Contract contract;
    Set discard = 0;
};

namespace maxims {

// Bid by trumps, jacks and aces (see `rough_bid`), discard losers, and play by the textbooks: the declarer draws trumps
// from the top; defenders lead aces, give points to a partner's trick and none to the declarer's, and take a trick as
// cheaply as they can.
Announcement announced(const View& view);
Code played(const Moment& moment);

}  // namespace maxims

// The plans for ten cards, judged on worlds, as Hand games and with the skat picked up and a likely discard.
std::vector<Plan> plans_of(Set hand, int seat, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);
// The highest bid at which a plan's mean is above `least`; 0 if none is.
int highest_paying(const std::vector<Plan>& plans, double least = passing);
// The best plan at a bid: among those that cover the bid and pay more than passing, otherwise among all; null if there
// are none.
const Plan* best_plan(const std::vector<Plan>& plans, int bid);

class Engine {
public:
    Engine(const Level& level, std::uint64_t seed, const Poll& poll) : level_(level), seed_(seed), poll_(poll) {}

    // The highest bid covered by a game that pays on average.
    int highest_bid(const View& view) const;
    // Whether to pick up the skat: unless a Hand game pays more than the skat can be expected to add.
    bool takes_skat(const View& view) const;
    // The contract that pays most, with the discard that wins most worlds. Throws std::invalid_argument if no Hand game
    // is worth considering.
    Announcement announced(const View& view) const;
    // The card with the best mean over worlds; ties by the maxims. If all worlds can be solved and some cards win in
    // each, only those are considered.
    Code played(const View& view) const;
    // The random numbers of a moment, by the seed, the seat and the number of cards played.
    Random random(const View& view) const;

private:
    std::vector<Plan> plans(const View& view) const;

    Level level_;
    std::uint64_t seed_;
    const Poll& poll_;
};

}  // namespace kiebitz::skat::engine
