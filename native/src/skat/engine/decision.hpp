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
    std::optional<double> won;
};
// The strongest engine's choice. For a card, `won` is the declarer's share of worlds won after it; before the
// announcement it is that of the best plan that covers the bid.
Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);

}  // namespace kiebitz::skat::engine
