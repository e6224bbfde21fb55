// Skat with all cards seen, the façade: plain bytes and numbers, as in kernel.hpp.
//
// A card is 8 * suit + place: suits C D H S, places 7 8 9 T J Q K A. `game`: 0 … 3 the trump suit, 4 Grand, 5 Null;
// 8 … 12 the same as 0 … 4 with one point for each card, so that a trick counts 3, whatever lies in it.
// A position: three hands as sets of 32 bits (little endian, 12 bytes, seats 0 1 2 in the order of play), the
// declarer's seat, the seat to play, and the cards that lie on the table in this trick, the first one first.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kiebitz/kernel.hpp"

namespace kiebitz::skat {

struct Question {
    int game;
    Bytes hands;
    int declarer, turn;
    Bytes trick;
};

// What the declarer still takes when both sides play as well as can be: card points, those of the trick on the table
// among them; in Null 1 if he need not take a trick any more, else 0. And the cards of such play, to the end or to the
// declarer's first trick in Null. Throws std::invalid_argument for a malformed question, as all of these do.
struct Best {
    int value = 0;
    std::vector<std::uint8_t> line;
};
Best best(const Question& question, const Poll& poll);

// Does he still take at least these points? In Null: does he take no trick?
bool reaches(const Question& question, int points, const Poll& poll);

// Every card that may be played, with what the declarer takes after it.
std::vector<std::pair<int, int>> moves(const Question& question, const Poll& poll);

// The same for each card of a line of play, at the moment when it was played. The positions are searched from the last
// one back, so that what is learnt about an ending serves all that come before it.
std::vector<std::vector<std::pair<int, int>>> trace(const Question& question, Bytes cards, const Poll& poll);

// Of the pairs of cards (two bytes each) that a declarer of twelve may put down, the first of those that bring him
// most: its index, and his points with those of the pair; in Null 1 if he can do without a trick after it, else 0.
// Where none brings him `least`, the value is -1: then how little they bring need not be found out.
struct Discard {
    int index = 0, value = 0;
};
Discard best_discard(const Question& question, Bytes pairs, int least, const Poll& poll);

// The same for many positions (12 bytes each) at the start of a trick: 1 where he takes at least `points`, or the
// values. Where many of them are `alike`, what is learnt of one serves the next ones, and the tricks depend on what
// came before.
struct Worlds {
    std::vector<std::uint8_t> values;
    std::uint64_t nodes = 0;  // tricks begun
};
Worlds worlds(int game, int declarer, int turn, int points, Bytes hands, const Poll& poll, bool alike = false);
Worlds values(int game, int declarer, int turn, Bytes hands, const Poll& poll);

// Many positions at one moment of play, all with the same hand for the seat to play. `had` has a byte for each: the
// card points that the declarer has by then. For each position and each card that may be played, in the order of their
// codes: how many of the `levels`, ascending card points, he has at the end; in Null 1 for no trick.
Worlds levels(const Question& question, Bytes had, Bytes levels, const Poll& poll);

}  // namespace kiebitz::skat
