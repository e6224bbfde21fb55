// The next action of a seat, as a word of the game, from its view alone.
#pragma once

#include <optional>
#include <string>

#include "skat/engine/chances.hpp"
#include "skat/engine/game.hpp"
#include "skat/engine/players.hpp"

namespace kiebitz::skat::engine {

// The next word of an engine's level, or without one of the player that follows maxims: a bid, the skat, an
// announcement or a card. Throws std::invalid_argument if it is not the seat's turn.
std::string word_of(const View& view, const std::optional<Level>& level, std::uint64_t seed, const Poll& poll);

// Advice for ten cards by the table of chances: the highest bid that pays, or 0; the best prospect at that bid, or at
// the first bid; all of them.
struct Advice {
    int bid;
    Prospect best;
    Prospects prospects;
};
Advice advice_for(Set hand, int seat, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);

struct Hint {
    std::string word;
    std::optional<double> won, chance;
};
// Before play the choice by the table of chances, with the share of worlds won by its contract and the chance at the
// table. For a card the strongest engine's choice, with the declarer's share of worlds won after it.
Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t worlds_of_card, std::uint64_t seed,
              const Poll& poll);

// The cards with which a claimed game in play is played to its end: the side to move takes all remaining tricks if it
// can with open cards; in Null up to the declarer's first trick.
Codes rest_of(const Game& game, const Poll& poll);

// Whether a card was a mistake: its player could have known that another card was better, and the hint, with the usual
// seed, recommends another one too.
bool is_mistake(const Fair& fair, const View& view, Code card, const Poll& poll);

}  // namespace kiebitz::skat::engine
