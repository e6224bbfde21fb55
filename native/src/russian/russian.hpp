// Russian Solitaire: the exact best score of a position, and the shortest way to it.
#pragma once

#include <algorithm>
#include <vector>

#include "common/budget.hpp"
#include "kiebitz/kernel.hpp"
#include "russian/card_sets.hpp"
#include "russian/store.hpp"

namespace kiebitz::russian {

using settled::Cards;
using settled::Table;
using settled::Way;

// The supported rules: by suit, kings into empty columns, foundations up and forced, any card moves.
bool supports(const Rules& rules);
void require(const Rules& rules);  // throws std::invalid_argument

Table table_of(const Rules& rules, const Position& position);

// The number of different moves between columns after the forced moves home.
int choices(Table table);

// The moves of a line that leads these cards, including moves home, up to the one that reaches the score.
std::vector<std::uint8_t> spelt_out(Table table, const std::uint8_t* cards, int length, int score);

constexpr auto no_note = [](int, int, int) {};  // ignores the moves

// A search that can be reused for deals without new allocations, each time with a fresh budget.
class BestScore {
public:
    BestScore(Budget& budget, const StoreOptions& store)
        : budget_(budget), store_(store, store_limit(budget.limits().memory)) {}

    // The best score. Scores below `floor` do not count: if there is no higher one, the result is that the best is at
    // most floor - 1.
    Score find(const Table& start, bool line, int floor = 0);

    const StoreFigures& store() const { return store_.figures(); }

private:
    // `length`: length of the line so far; `moves`: moves to try; `asleep`: moves that need not be tried.
    void search(int depth, int length, Cards moves, Cards asleep);
    void note(int& length, int from, int to, int count) {
        std::uint8_t* const move = line_ + length;
        move[0] = std::uint8_t(from);
        move[1] = std::uint8_t(to);
        move[2] = std::uint8_t(count);
        length += 3;
    }
    void note_best(int score, int length) {  // the line up to the last card home
        best_ = score;
        best_length_ = length;
        std::copy_n(line_, length, best_line_);
    }

    std::uint64_t bytes() const { return sizeof *this + store_.figures().bytes; }
    // The store's share of the memory limit (0: any); the limit counts as hit when all of it is used.
    static std::uint64_t store_limit(std::uint64_t memory) {
        if (!memory) return ~std::uint64_t{0};
        return memory > sizeof(BestScore) ? memory - sizeof(BestScore) - 1 : 0;
    }

    Budget& budget_;  // of the present deal
    Store store_;
    Way ways_[max_cards + 1];  // for the positions on the current line, ways to a score above the best one
    Table tables_[max_cards + 1];
    Cards leadable_ = 0;  // cards that may ever be led
    // Moves in line format: each card is led at most once, and goes home once.
    std::uint8_t line_[3 * 2 * max_cards], best_line_[3 * 2 * max_cards];
    int best_ = 0, best_length_ = 0, enough_ = 0, floor_ = 0;
};

// Find a line to at least `score` with the fewest moves between columns and, among these, the fewest decision points,
// within the remaining budget.
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
    struct Place {  // the index of a visited position in its level
        std::uint64_t key;
        std::uint32_t level, index;  // level 0: free
    };

    void expand(const Reached& from, std::uint32_t level, int score);
    void note_goal(std::uint32_t at, int score);
    Place& place_of(std::uint64_t key);
    std::uint64_t bytes() const;
    std::uint64_t growth() const;

    static constexpr std::size_t most_moves = 64;  // from one position

    Budget& budget_;  // of the present deal
    std::vector<Step> steps_;
    std::vector<Reached> now_, next_;
    std::vector<Place> places_;
    std::size_t used_ = 0;
    std::uint32_t goal_ = no_value<u32>;  // in next_
};

}  // namespace kiebitz::russian
