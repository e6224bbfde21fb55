// A game looked back at with all cards seen: what each card was worth, which one turned it, what the deal was worth.
// Values are the declarer's card points at the end, the skat's among them, or in Null 1 for no trick and else 0.
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

// How a game ends with this value. Schwarz is not told apart, for points are counted; where it is announced all of them
// have to do for it.
Outcome end_of(const Contract& contract, int value);

// A card of a game: the seat; what each card that might have been played leads to, the best ones first; the end before
// and after it; the cards after which that would have stayed as it was; and what was settled by it for good.
struct Reviewed {
    enum Settles { nothing, schneider, the_game };
    int seat;
    std::vector<Valued> values;
    Outcome before = lost, after = lost;
    Set holding = 0;
    Settles settles = nothing;
};

// From forehand's lead on, `hands` at the start of play; throws std::invalid_argument for cards that may not be played.
std::vector<Reviewed> review(const Contract& contract, int declarer, const Hands& hands, Set skat, const Codes& cards,
                             const Poll& poll);

// The discard that brings a declarer of twelve cards most, of equal ones the likelier by rule of thumb, with its value;
// none where no discard brings `least`, which is found out sooner.
struct Discarded {
    Set pair;
    int value;
};
std::optional<Discarded> best_discard(const Hands& hands, Set skat, int game, int declarer, int least,
                                      const Poll& poll);

// A contract that a seat would have won as declarer, with the best discard, none in a Hand game; its score at a bid.
struct Par {
    Contract contract;
    Set discard;
    int value;
    Score score;
};
// With the skat taken up, and with it left. With open cards Null ouvert is as safe as Null, and worth more.
std::vector<Par> par(const Hands& hands, Set skat, int game, int seat, int bid, const Poll& poll);
// Of all games the one with the best score, none where no game is won at the bid.
std::optional<Par> best_par(const Hands& hands, Set skat, int seat, int bid, const Poll& poll);

// The score at a bid, if a game ends with this value.
Score score_at(const Contract& contract, int bid, Set twelve, int value);

}  // namespace kiebitz::skat::engine
