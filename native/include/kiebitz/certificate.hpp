// Certificates: the positions that a checker has to see to believe that a game is lost, or that no line is shorter than
// some length. docs/certificates.md says what they are and why they prove what they claim.
#pragma once

#include <cstdint>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::certificate {

constexpr int most_moves = 254;  // that a claim can be about; 255 stands for a lost position

struct Proof {
    Verdict verdict = Verdict::undecided;  // impossible: the claim is proven; solved: there is a line that refutes it
    LimitHit limit_hit = LimitHit::none;
    int moves = -1;                  // of the line that refutes a claim about moves
    std::uint64_t positions = 0;     // in the certificate
    std::vector<std::uint8_t> body;  // they, sorted and packed, each with its bound
    std::uint64_t states = 0;        // positions expanded
    std::uint64_t memory = 0;        // bytes at the peak
};

// Proves that the position cannot be won (moves = 0), or that no line of single-card moves wins it with fewer than so
// many; for games in which ordered sequences move. Throws std::invalid_argument for what is none, and for a claim
// about more than most_moves.
Proof prove(Bytes rules, Bytes position, int moves, const Limits& limits, const Poll& poll);

}  // namespace kiebitz::certificate
