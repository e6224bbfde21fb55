// A proof by an easier game, in which higher cards are *merged*: the suits of each colour if columns are built by
// colour, all suits if they are built regardless of suit. A card from a certain rank on has only its rank and, if that
// counts, its colour. It goes home if more cards of the rank below are home than of its own rank; in games built by
// colour, only its colour counts. Every line of the real game is a line of the easier one: if the card's suit is home
// up to the rank below, this suit has one card more of that rank at home, and no suit has fewer. So if the easier game
// cannot be won, neither can the real one; if it can be won, nothing is known. It has far fewer positions, because
// cards that can change places count as one.
#pragma once

#include <array>
#include <cstdint>

#include "common/budget.hpp"
#include "common/position.hpp"
#include "kiebitz/certificate.hpp"

namespace kiebitz::freecell {

using certificate::MergedFrom;  // if columns are built regardless of suit, twice the same rank

struct Merged {
    enum Outcome : std::uint8_t { lost, winnable, open, too_wide } outcome;  // `too_wide`: an exact key has no room
    std::uint64_t positions = 0;
};

// The lowest and the highest ranks to merge from: with lower ones merged, most games could be won; from a higher one
// on, merging saves little. The easier games with the same rank for both colours are few and searched first.
constexpr std::uint8_t lowest_merged = 3, highest_merged = 11, highest_same = 8;
enum class Merging : std::uint8_t { same_rank, any_ranks };

// Results about a position's easier games. With more suits merged than in one that can be won, it can be won, too.
struct EasierGames {
    std::array<std::uint8_t, highest_merged + 1> winnable_to{};  // the red rank, by the black one; 0: none
    MergedFrom last{};                                           // the ranks of the last search
};

// Whether the search supports the rules, and merging changes anything.
bool merges_suits(const Rules& rules);

// Search an easier game to its end; `open` at a limit. Without reductions all positions are visited. `held`: bytes held
// by the caller.
Merged merged_suits_search(const Rules& rules, const Position& start, MergedFrom merged_from, bool reduces,
                           std::uint64_t held, Budget& budget);

// Search easier games, by the sum of their ranks, as long as they can be won or are too wide. `winnable`: all that are
// not too wide.
Merged::Outcome merge_fewer_suits(const Rules& rules, const Position& start, Merging merging, EasierGames& games,
                                  std::uint64_t held, Budget& budget);

}  // namespace kiebitz::freecell
