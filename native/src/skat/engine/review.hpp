// Review of a game with open cards: the value of each card, the cards that turned the game, the par of the deal. Values
// are the declarer's final card points including the skat; in Null 1 for no trick, else 0.
#pragma once

#include <optional>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/worlds.hpp"

namespace kiebitz::skat::engine {

struct Valued {
    Code card;
    int value;
};

// The outcome of a game with this value. Schwarz is not distinguished, because the search counts points; an announced
// Schwarz needs all points.
Outcome end_of(const Contract& contract, int value);

// A played card: the seat; the value of each legal card, the best first; the outcome before and after it; the cards
// that would have kept the outcome; and what the card settled for good.
struct Reviewed {
    enum Settles { nothing, schneider, the_game };
    int seat;
    std::vector<Valued> values;
    Outcome before = lost, after = lost;
    Set holding = 0;
    Settles settles = nothing;
};

// Review from forehand's lead on; `hands` are those at the start of play. Throws std::invalid_argument for an illegal
// card.
std::vector<Reviewed> review(const Contract& contract, int declarer, const Hands& hands, Set skat, const Codes& cards,
                             const Poll& poll);

// The best discard of a declarer of twelve cards and its value; ties by rule of thumb. None if no discard reaches
// `min_value`, which ends the search sooner.
struct Discarded {
    Set pair;
    int value;
};
std::optional<Discarded> best_discard(const Hands& hands, Set skat, int game, int declarer, int min_value,
                                      const Poll& poll);

// A contract that a seat would have won as declarer, with the best discard (none in a Hand game), and its score at a
// bid.
struct Par {
    Contract contract;
    Set discard;
    int value;
    Score score;
};
// Those of all games, with the skat picked up and as Hand games. Null is announced ouvert: with open cards that is as
// safe and worth more.
std::vector<Par> par(const Hands& hands, Set skat, int seat, int bid, const Poll& poll);
// The place of the contract with the best score, -1 if none is won at the bid.
int best_of(const std::vector<Par>& pars);

// The score at a bid of a game that ends with this value.
Score score_at(const Contract& contract, int bid, Set twelve, int value);

}  // namespace kiebitz::skat::engine
