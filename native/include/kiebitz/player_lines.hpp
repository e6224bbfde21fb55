// Lines fit for players: from the search's line, which spells out each move home and lets as many cards move at once as
// single cards could carry, to the moves of a player at a table where the program plays some cards home by itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz {

// Which cards the program sends home after each move of the player: none, those that nothing can miss, all that fit.
enum class Autoplay : std::uint8_t { none, safe, max };
// How many cards of a sequence move at once, where the rules leave it to this: what single cards could carry, one, or
// as if a second empty column were of no use (Microsoft's count).
enum class AtOnce : std::uint8_t { carried, one, microsoft };
struct Play {
    Autoplay autoplay = Autoplay::none;
    AtOnce at_once = AtOnce::carried;
};

// The player's moves of a line that wins, made short by cheap means: four bytes a move, from, to, count, and the most
// cards that could move between these two piles then. None if the line does not survive what the program plays.
std::optional<std::vector<std::uint8_t>> player_line(Bytes rules, Bytes position, Bytes line, const Play& play);

struct PlayerLines {
    std::vector<std::uint8_t> made;   // one a deal: 1 where there is a line
    std::vector<std::uint8_t> lines;  // as of `player_line`, one after the other
    std::vector<std::uint32_t> ends;  // where each deal's line ends in `lines`
};

// The same for the solved deals of a batch.
PlayerLines player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Play& play, const Poll& poll,
                         const Deals& deals = {});

struct ShortLine {
    bool made = false;
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> moves;       // as of `player_line`
    std::uint64_t states = 0, memory = 0;  // as in Answer
};
struct ShortOptions {
    std::uint32_t width = 0;  // positions kept of each level
    std::uint32_t below = 0;  // only a line with fewer moves is looked for; 0: any line
};

// A line of few moves of a player, found by a search that keeps the best positions of each level; that it finds none
// proves nothing.
ShortLine short_line(Bytes rules, Bytes position, const Play& play, const ShortOptions& options, const Limits& limits,
                     const Poll& poll);

// --- the checker (checker.cpp): shares no code with the search or with the making of such lines ---

// -1: the player's moves are legal, told rightly and win; otherwise as of `check`.
std::int64_t check_player_line(Bytes rules, Bytes position, Bytes line, const Play& play);

// Cards home after the player's moves and what the program plays, or -1 - index of the first move that is illegal or
// told wrongly.
std::int64_t check_player_score(Bytes rules, Bytes position, Bytes line, const Play& play);

// The first deal that should have a line by `made` and whose line is wrong, or that has one although it should not;
// last + 1 when all are right.
std::int64_t check_player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes made,
                                Bytes lines, std::span<const std::uint32_t> ends, const Play& play,
                                const Deals& deals = {});

}  // namespace kiebitz
