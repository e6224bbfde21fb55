// The strategy for the FreeCell family: quick attempts and complete searches alternate in ever longer turns, for each
// placement of the stock. A solver can be reused for further deals.
#pragma once

#include <array>
#include <vector>

#include "common/budget.hpp"
#include "common/position.hpp"
#include "freecell/heuristic.hpp"

namespace kiebitz::freecell {

struct EasierGames;
enum class Merging : std::uint8_t;

class Solver {
public:
    Solver(const Rules& rules, const Limits& limits, std::uint64_t seed, const Poll& poll,
           WhenEnded when_ended = WhenEnded::leave)
        : rules_(rules), seed_(seed), budget_(limits, poll, when_ended) {}

    Answer run(const Position& start, Mode mode);

private:
    // The columns to which the cards of the stock go.
    using Placement = std::array<std::uint8_t, max_stock>;

    bool search_placements(const Position& start, Mode mode);
    void list_placements(const Position& start, Placement& placed, int depth);
    bool search(const Position& start, Mode mode);
    bool ended() const;
    bool attempt(Attempt attempt, Outcome& outcome);
    bool prove_merged(const Position& start, Merging merging, EasierGames& games, std::uint64_t states);
    bool complete(const Position& start, Mode mode, std::uint64_t seed, std::uint64_t states, bool best_first);

    const Rules rules_;
    const std::uint64_t seed_;
    Budget budget_;  // of the present deal
    QuickSearch quick_;
    Answer answer_;
    std::vector<Placement> open_;  // not yet decided
};

}  // namespace kiebitz::freecell
