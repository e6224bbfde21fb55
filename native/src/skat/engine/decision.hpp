// The next action of a seat, as a word of the game, from its view alone.
#pragma once

#include <optional>
#include <string>

#include "skat/engine/players.hpp"

namespace kiebitz::skat::engine {

// The next word: a bid, the skat, an announcement or a card. Throws std::invalid_argument if it is not the seat's turn.
std::string word_of(const View& view, const Engine& engine);

struct Hint {
    std::string word;
    std::optional<double> won, chance;
};
// The strongest engine's choice on this number of worlds. For a card, `won` is the declarer's share of worlds won after
// it. Before, it is that of the plan behind the choice, and `chance` the plan's chance at the table; none for a
// discard.
Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);

}  // namespace kiebitz::skat::engine
