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

// The declarer's remaining points with best play by both sides, including the trick on the table; in Null 1 if he takes
// no more tricks, else 0. And a line of such play, to the end or to the declarer's first trick in Null. All functions
// here throw std::invalid_argument for a malformed question.
struct Best {
    int value = 0;
    std::vector<std::uint8_t> line;
};
Best best(const Question& question, const Poll& poll);

// Whether he still takes at least these points; in Null, no trick.
bool reaches(const Question& question, int points, const Poll& poll);

// Every legal card with its value.
std::vector<std::pair<int, int>> moves(const Question& question, const Poll& poll);

// The same for each card of a line of play. Positions are searched from the last one back, so that results about
// endings serve earlier positions.
std::vector<std::vector<std::pair<int, int>>> trace(const Question& question, Bytes cards, const Poll& poll);

// Among pairs of cards (two bytes each) that a declarer of twelve may discard, the first of the best: its index, and
// his points including the pair; in Null 1 if he takes no trick after it, else 0. If none reaches `min_value`, the
// value is -1, which is found sooner.
struct Discard {
    int index = 0, value = 0;
};
Discard best_discard(const Question& question, Bytes pairs, int min_value, const Poll& poll);

// The same for many positions (12 bytes each) at the start of a trick: 1 if he takes at least `points`, or the values.
// With `alike`, or if the defenders hold the same cards, results of one position serve the next, and the trick count
// depends on the earlier ones.
struct Worlds {
    std::vector<std::uint8_t> values;
    std::vector<std::uint64_t> nodes;  // tricks begun, for each position
};
Worlds worlds(int game, int declarer, int turn, int points, Bytes hands, const Poll& poll, bool alike = false);
Worlds values(int game, int declarer, int turn, Bytes hands, const Poll& poll);

// Many positions at one moment of play, with the same hand for the seat to play. `had` has a byte a position: the
// declarer's card points so far. For each position and each legal card, by code: the number of `levels` (ascending card
// points) that he reaches; in Null 1 for no trick.
Worlds levels(const Question& question, Bytes had, Bytes levels, const Poll& poll);

// The same for positions at the start of a trick, before a card is chosen; `alike` as above.
Worlds levels(int game, int declarer, int turn, Bytes had, Bytes levels, Bytes hands, const Poll& poll,
              bool alike = false);

}  // namespace kiebitz::skat
