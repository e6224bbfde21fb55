// Players of Skat: one follows textbook maxims; the engine samples worlds and solves each with open cards. Decisions
// depend on view, level and seed alone; players keep no memory of a game.
#pragma once

#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/card_values.hpp"
#include "skat/engine/worth.hpp"

namespace kiebitz::skat::engine {

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

class Engine {
public:
    Engine(const Level& level, std::uint64_t seed, const Poll& poll) : level_(level), seed_(seed), poll_(poll) {}

    // The highest bid at which a game pays on average.
    int highest_bid(const View& view) const;
    // Whether to pick up the skat: unless a Hand game pays more than the skat can be expected to add.
    bool takes_skat(const View& view) const;
    // The contract that pays most at the bid, with its discard.
    Announcement announced(const View& view) const;
    // The card with the best mean over worlds; ties by the maxims. If all worlds can be solved and some cards win in
    // each, only those are considered.
    Code played(const View& view) const;
    // The random numbers of a moment, by the seed, the seat and the number of cards played.
    Random random(const View& view) const;

private:
    // The seed of a hand's worlds. With the same shuffles for all hands, a seed would bid boldly or timidly throughout.
    std::uint64_t seed_of(Set hand) const;
    // The contracts considered for ten cards, judged on worlds.
    Prospects prospects(const View& view) const;
    // A contract with the chance that the level goes by.
    Prospect weighed(const Contract& contract, Set cards, int seat, const Tally& tally) const;
    // The contracts that a game is bid and announced as.
    std::vector<Contract> contracts_of(int game, bool is_hand) const;

    Level level_;
    std::uint64_t seed_;
    const Poll& poll_;
};

}  // namespace kiebitz::skat::engine
