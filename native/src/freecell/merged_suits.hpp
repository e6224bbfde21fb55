// A proof by an easier game, in which the suits of the higher ranks are merged as far as columns do not distinguish
// them. There a card from a certain rank on has only this rank and, if columns are built by colour, a colour. It goes
// home if more cards of its colour and the rank below are home than of its own rank. Every line of the real game is a
// line of the easier one: if a suit is home up to the rank below, so are more cards of that rank than of the card's
// own. So if the easier game cannot be won, neither can the real one; if it can be won, nothing is known. It has far
// fewer positions, because cards that can change places count as one.
#pragma once

#include "common/budget.hpp"
#include "common/position.hpp"

namespace kiebitz::freecell {

struct Merged {
    enum Outcome : std::uint8_t { lost, winnable, open } outcome;
    std::uint64_t positions = 0;
};

// The first rank whose suits are merged: with lower ones merged, most games could be won; and the last: from a higher
// one on, merging saves little.
constexpr int lowest_merged = 3, highest_merged = 9;

// Whether the search supports the rules, and merging changes anything.
bool merges_suits(const Rules& rules);

// Search the game with suits merged from a rank on to its end; `open` at a limit, or if an exact key has no room.
// Without reductions all positions are visited. `held`: bytes held by the caller.
Merged merged_suits_search(const Rules& rules, const Position& start, int from_rank, bool reduces, std::uint64_t held,
                           Budget& budget);

// Search with suits merged from a higher and higher rank on, as long as these easier games can be won. `from_rank`
// begins with `lowest_merged` and is the rank of the last search, or the one after the last if all can be won.
Merged::Outcome merge_fewer_suits(const Rules& rules, const Position& start, int& from_rank, std::uint64_t held,
                                  Budget& budget);

}  // namespace kiebitz::freecell
