// Players of Skat: one that goes by the maxims of the textbooks, and the engine, which samples worlds and solves each
// with open cards. The answers depend on view, level and seed alone; nothing of a game is remembered.
#pragma once

#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/moments.hpp"
#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {

// A contract with the share of worlds won in it, and its value by the cards that are known.
struct Plan {
    Contract contract;
    double won = 0;
    int value = 0;
    double mean(int bid) const;  // of tournament points
};
struct Announcement {
    Contract contract;
    Set discard = 0;
};

namespace maxims {

// Counts trumps, jacks and aces to bid, see `rough_bid`, puts losers down, and plays as the textbooks say: the declarer
// draws trumps from above; the defenders lead aces, give points to a partner's trick and none to the declarer's, and
// take a trick as cheaply as they can.
Announcement announced(const View& view);
Code played(const Moment& moment);

}  // namespace maxims

// What ten cards may play, judged on worlds with the skat left, and taken up with a likely discard.
std::vector<Plan> plans_of(Set hand, int seat, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);
// The highest bid at which some of these pays more than the margin, 0 where none does.
int highest_paying(const std::vector<Plan>& plans, double margin);
// The best plan for a hand that bids up to that: of those that cover the bid and pay, or of all; null where there is
// none.
const Plan* best_plan(const std::vector<Plan>& plans, int bid);

class Engine {
public:
    Engine(const Level& level, std::uint64_t seed, const Poll& poll) : level_(level), seed_(seed), poll_(poll) {}

    // As long as a game that covers the bid pays in the mean.
    int highest_bid(const View& view) const;
    // The skat is left only where a Hand game pays more than what may be found.
    bool takes_skat(const View& view) const;
    // What pays most, with the discard that wins most worlds. Throws std::invalid_argument where no Hand game is worth
    // a look.
    Announcement announced(const View& view) const;
    // The card that is best in the mean of the worlds; of equal ones that of the maxims. Where all worlds can be looked
    // at, and some cards win in each of them, only these are thought of.
    Code played(const View& view) const;
    // The random numbers of a moment: those of the seed, the seat and the number of cards played.
    Random random(const View& view) const;

private:
    std::vector<Plan> plans(const View& view) const;

    Level level_;
    std::uint64_t seed_;
    const Poll& poll_;
};

}  // namespace kiebitz::skat::engine
