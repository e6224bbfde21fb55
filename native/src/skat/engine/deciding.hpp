// What a seat does next, as a word of the game, by its view alone.
#pragma once

#include <optional>
#include <string>

#include "skat/engine/players.hpp"

namespace kiebitz::skat::engine {

// Whatever the game waits for: a bid, the skat, an announcement, a card. Throws std::invalid_argument for a seat whose
// turn it is not.
std::string word_of(const View& view, const Engine& engine);

struct Hint {
    std::string word;
    std::optional<double> won;
};
// What the strongest engine does; with a card the share of worlds that the declarer wins after it, before the
// announcement that of the best plan that covers the bid.
Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t seed, const Poll& poll);

}  // namespace kiebitz::skat::engine
