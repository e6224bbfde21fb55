// Russian Solitaire: the exact best score of a position, and the shortest way to it.
#pragma once

#include <vector>

#include "common/budget.hpp"
#include "kiebitz/kernel.hpp"
#include "russian/settled.hpp"
#include "russian/store.hpp"

namespace kiebitz::russian {

// The rules this search is for: by suit, kings into empty columns, foundations up and forced, any card moves.
bool supports(const Rules& rules);
void require(const Rules& rules);  // throws std::invalid_argument

settled::Table table_of(const Rules& rules, const Position& position);

// How many different moves between columns there are once the forced moves home are made.
int choices(settled::Table table);

// The moves of a line that leads these cards, those home spelt out, up to the one that reaches the score.
std::vector<std::uint8_t> spelt_out(settled::Table table, const std::uint8_t* cards, int length, int score);

constexpr auto no_note = [](int, int, int) {};  // where nobody wants to hear of the moves

// A search that can be used for deal after deal without a new allocation, each time with the budget begun anew.
class BestScore {
public:
    BestScore(Budget& budget, const StoreOptions& store) : budget_(budget), store_(store, store_limit(budget.limits().memory)) {}

    // The most cards that come home. What is below `floor` does not count: the search only looks for more, and says
    // that the best is at most floor - 1 if there is none.
    Score find(const settled::Table& start, bool line, int floor = 0);

    const StoreFigures& store() const { return store_.figures(); }

private:
    void search(int depth);
    std::uint64_t bytes() const { return sizeof *this + store_.figures().bytes; }
    // What the store may take of so much memory (0: any); the limit counts as hit when all of it is taken.
    static std::uint64_t store_limit(std::uint64_t memory) {
        if (!memory) return ~std::uint64_t{0};
        return memory > sizeof(BestScore) ? memory - sizeof(BestScore) - 1 : 0;
    }

    // Of a position on the current line: the cards led on the way to its upper bound, and the best score when that was
    // computed.
    struct Bound {
        settled::Cards led;
        int best;
    };

    Budget& budget_;  // of the present deal
    Store store_;
    Bound bound_[max_cards + 1];
    settled::Table tables_[max_cards + 1];
    std::uint8_t path_[max_cards], best_path_[max_cards];
    int best_ = 0, best_length_ = 0, enough_ = 0, floor_ = 0;
};

// Finds a line to at least `score` with the fewest moves between columns and, among these, the fewest decision points,
// within what the budget still has.
class ShortestPath {
public:
    explicit ShortestPath(Budget& budget) : budget_(budget) {}
    Path find(const settled::Table& start, int score, bool line);

private:
    struct Step {
        std::uint32_t before;
        std::uint8_t card;
    };
    struct Reached {
        settled::Table table;
        settled::Cards led;  // on the way to the upper bound
        std::uint32_t step;
        std::uint8_t decisions;
    };
    struct Place {  // where a position that was met is among those of its level
        std::uint64_t key;
        std::uint32_t level, index;  // level 0: the place is free
    };
    static constexpr std::uint32_t none = ~0u;  // as an index

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
    std::uint32_t found_ = none;  // in next_
};

}  // namespace kiebitz::russian
