// Russian Solitaire: the exact best score of a position, and the shortest way to it.
#pragma once

#include <algorithm>
#include <vector>

#include "common/budget.hpp"
#include "kiebitz/kernel.hpp"
#include "russian/settled.hpp"
#include "russian/store.hpp"

namespace kiebitz::russian {

using settled::Cards;
using settled::Table;
using settled::Way;

// The rules this search is for: by suit, kings into empty columns, foundations up and forced, any card moves.
bool supports(const Rules& rules);
void require(const Rules& rules);  // throws std::invalid_argument

Table table_of(const Rules& rules, const Position& position);

// How many different moves between columns there are once the forced moves home are made.
int choices(Table table);

// The moves of a line that leads these cards, those home spelt out, up to the one that reaches the score.
std::vector<std::uint8_t> spelt_out(Table table, const std::uint8_t* cards, int length, int score);

constexpr auto no_note = [](int, int, int) {};  // where nobody wants to hear of the moves

// A search that can be used for deal after deal without a new allocation, each time with the budget begun anew.
class BestScore {
public:
    BestScore(Budget& budget, const StoreOptions& store)
        : budget_(budget), store_(store, store_limit(budget.limits().memory)) {}

    // The most cards that come home. What is below `floor` does not count: the search only looks for more, and says
    // that the best is at most floor - 1 if there is none.
    Score find(const Table& start, bool line, int floor = 0);

    const StoreFigures& store() const { return store_.figures(); }

private:
    // `length`: of the line so far; `moves`: those to be tried; `asleep`: those that need not be.
    void search(int depth, int length, Cards moves, Cards asleep);
    void note(int& length, int from, int to, int count) {
        std::uint8_t* const move = line_ + length;
        move[0] = std::uint8_t(from);
        move[1] = std::uint8_t(to);
        move[2] = std::uint8_t(count);
        length += 3;
    }
    void note_best(int score, int length) {  // of the line up to the last card that went home
        best_ = score;
        best_length_ = length;
        std::copy_n(line_, length, best_line_);
    }

    std::uint64_t bytes() const { return sizeof *this + store_.figures().bytes; }
    // What the store may take of so much memory (0: any); the limit counts as hit when all of it is taken.
    static std::uint64_t store_limit(std::uint64_t memory) {
        if (!memory) return ~std::uint64_t{0};
        return memory > sizeof(BestScore) ? memory - sizeof(BestScore) - 1 : 0;
    }

    Budget& budget_;  // of the present deal
    Store store_;
    Way ways_[max_cards + 1];  // of the positions on the current line, to a score above the best one
    Table tables_[max_cards + 1];
    Cards wanted_ = 0;  // cards that may be led at all
    // Moves as lines have them: each card is led once at most, and goes home once.
    std::uint8_t line_[3 * 2 * max_cards], best_line_[3 * 2 * max_cards];
    int best_ = 0, best_length_ = 0, enough_ = 0, floor_ = 0;
};

// Finds a line to at least `score` with the fewest moves between columns and, among these, the fewest decision points,
// within what the budget still has.
class ShortestPath {
public:
    explicit ShortestPath(Budget& budget) : budget_(budget) {}
    Path find(const Table& start, int score, bool line);

private:
    struct Step {
        std::uint32_t before;
        std::uint8_t card;
    };
    struct Reached {
        Table table;
        Way way;  // to the upper bound
        std::uint32_t step;
        std::uint8_t decisions;
    };
    struct Place {  // where a position that was met is among those of its level
        std::uint64_t key;
        std::uint32_t level, index;  // level 0: the place is free
    };

    void expand(const Reached& from, std::uint32_t level, int score);
    void note_if_found(std::uint32_t at, int score);
    Place& place_of(std::uint64_t key);
    std::uint64_t bytes() const;
    std::uint64_t growth() const;

    static constexpr std::size_t most_moves = 64;  // from one position

    Budget& budget_;  // of the present deal
    std::vector<Step> steps_;
    std::vector<Reached> now_, next_;
    std::vector<Place> places_;
    std::size_t used_ = 0;
    std::uint32_t found_ = no_value<u32>;  // in next_
};

}  // namespace kiebitz::russian
