// Certificates: the positions that prove to a checker that a game is lost, or that no line is shorter than some length.
// docs/certificates.md defines and proves them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::certificate {

// The ranks from which on black and red suits are merged in an easier game, counted from 0.
using MergedFrom = std::array<std::uint8_t, 2>;

constexpr int most_moves = 254;                      // the most moves of a claim; 255 marks a lost position
constexpr std::uint64_t most_searched = 80'000'000;  // the most positions of an easier game that checkers search

struct Proof {
    Verdict verdict = Verdict::undecided;  // impossible: the claim is proven; solved: a line refutes it
    LimitHit limit_hit = LimitHit::none;
    int moves = -1;                         // length of the refuting line
    std::uint64_t positions = 0;            // in the certificate
    std::vector<std::uint8_t> body;         // the positions, sorted and packed, each with its bound
    std::uint64_t states = 0;               // positions expanded
    std::uint64_t memory = 0;               // bytes at the peak
    std::optional<MergedFrom> merged_from;  // in a proof by an easier game
};

// Prove that the position cannot be won (moves = 0), or that no line of fewer than `moves` single-card moves wins it;
// for games in which ordered sequences move. Throws std::invalid_argument for malformed input and for claims beyond
// most_moves.
Proof prove(Bytes rules, Bytes position, int moves, const Limits& limits, const Poll& poll);

// Prove that the position cannot be won by an easier game in which the suits of the higher ranks are merged: the file
// has no body, and `positions` is the most that a checker visits. `solved`: all these games that were searched can be
// won. Undecided without a limit hit: one is lost, that with suits `merged_from`, but has more positions than checkers
// search; or, without such a rank, there are too many piles for this search. For games built in alternate colours
// downwards, without cards that come back.
Proof prove_by_easier_game(Bytes rules, Bytes position, const Limits& limits, const Poll& poll);

// A game's rules and layout, and for each rank, in the order in which cards go home, its index in A23456789TJQK.
struct Game {
    Bytes rules, layout, ladder;
};

struct Claim {
    int moves = 0;  // no line has fewer; 0: no line wins
    std::uint64_t positions = 0;
    Bytes merged_from;  // the ranks of a proof by an easier game, else nothing
};

// The header of a certificate; the body of the proof follows. The start is named by `number` (decimals or empty) if it
// is this deal of Microsoft's, dealt row by row, else as a board. Throws std::invalid_argument for games without
// certificates.
std::string header(const Game& game, Bytes position, const Claim& claim, std::string_view number);

}  // namespace kiebitz::certificate
