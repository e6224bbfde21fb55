// Player's lines: turn the search's line, which includes each move home and moves as many cards at once as single cards
// could carry, into a player's moves at a table with autoplay.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz {

// The cards sent home automatically after each of the player's moves: none, those that are safe, all that fit.
enum class Autoplay : std::uint8_t { none, safe, max };
// The number of cards of a sequence that move at once, if the rules leave it open: as single cards could carry, one, or
// as if a second empty column did not help (Microsoft's count).
enum class AtOnce : std::uint8_t { carried, one, microsoft };
struct Play {
    Autoplay autoplay = Autoplay::none;
    AtOnce at_once = AtOnce::carried;
};

// The player's moves of a winning line, shortened by cheap means; four bytes a move: from, to, count, and the most
// cards that could move between these piles. None if the line does not survive autoplay.
std::optional<std::vector<std::uint8_t>> player_line(Bytes rules, Bytes position, Bytes line, const Play& play);

struct PlayerLines {
    std::vector<std::uint8_t> has_line;  // a byte a deal: 1 if there is a line
    std::vector<std::uint8_t> lines;     // as in `player_line`, one after the other
    std::vector<std::uint32_t> ends;     // the end of each deal's line in `lines`
};

// The same for the solved deals of a batch.
PlayerLines player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Play& play, const Poll& poll,
                         const Deals& deals = {});

struct ShortLine {
    bool has_line = false;
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> moves;       // as of `player_line`
    std::uint64_t states = 0, memory = 0;  // as in Answer
};
struct ShortOptions {
    std::uint32_t width = 0;  // positions kept on each level
    std::uint32_t below = 0;  // accept only a line with fewer moves; 0: any line
};

// A short player's line, from a beam search. Finding none proves nothing.
ShortLine short_line(Bytes rules, Bytes position, const Play& play, const ShortOptions& options, const Limits& limits,
                     const Poll& poll);

// --- the checker (src/checker): shares no code with the search or with the making of such lines ---

// -1: the player's moves are legal, written correctly and win; otherwise as in `check`.
std::int64_t check_player_line(Bytes rules, Bytes position, Bytes line, const Play& play);

// The number of cards home after the player's moves and autoplay, or -1 - index of the first move that is illegal or
// written incorrectly.
std::int64_t check_player_score(Bytes rules, Bytes position, Bytes line, const Play& play);

// The first deal whose line is wrong, or missing or present against `has_line`; last + 1 if all are right.
std::int64_t check_player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes has_line,
                                Bytes lines, std::span<const std::uint32_t> ends, const Play& play,
                                const Deals& deals = {});

}  // namespace kiebitz
