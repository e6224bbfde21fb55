// Russian Solitaire: the exact best score of a position, and the shortest way to it.
#pragma once

#include <chrono>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "kiebitz/settled.hpp"
#include "kiebitz/store.hpp"

namespace kiebitz::russian {

// The rules this search is for: by suit, kings into empty columns, foundations up and forced, any card moves.
bool plays(const Rules& rules);

// A search that can be used for deal after deal without a new allocation.
class Searcher {
public:
    Searcher(const Limits& limits, const StoreOptions& store, const Poll& poll)
        : limits_(limits), store_(store), poll_(poll) {}

    // The most cards that come home. What is below `floor` does not count: the search only looks for more, and says
    // that the best is at most floor - 1 if there is none.
    Score best(const settled::Table& start, bool line, int floor = 0);

    const StoreFigures& store() const { return store_.figures(); }

private:
    void search(int depth);
    bool out_of_bounds();

    struct Hope {
        settled::Cards led;
        int best;
    };

    Limits limits_;
    Store store_;
    Hope hope_[max_cards + 1];
    const Poll& poll_;
    settled::Table tables_[max_cards + 1];
    std::uint8_t path_[max_cards], best_path_[max_cards];
    int best_ = 0, best_length_ = 0, enough_ = 0, floor_ = 0;
    std::uint64_t states_ = 0, until_ = 0;
    std::chrono::steady_clock::time_point begun_;
    LimitHit limit_hit_ = LimitHit::none;
};

// Finds a line to at least `score` with the fewest moves between columns and, among these, the fewest decision points:
// level by level, one more move each.
class Pathfinder {
public:
    Pathfinder(const Limits& limits, const Poll& poll) : limits_(limits), poll_(poll) {}
    Path find(const settled::Table& start, int score, bool line);

private:
    struct Step {
        std::uint32_t before;
        std::uint8_t card;
    };
    struct Reached {
        settled::Table table;
        settled::Cards hope;
        std::uint32_t step;
        std::uint8_t decisions;
    };
    struct Place {  // where a position that was met is among those of its level
        std::uint64_t key;
        std::uint32_t level, index;  // level 0: the place is free
    };
    static constexpr std::uint32_t hopeless = ~0u;  // as an index

    void look_around(const Reached& from, std::uint32_t level, int score);
    Place& place_of(std::uint64_t key);
    std::uint64_t bytes() const;
    bool out_of_bounds(std::uint64_t states);

    Limits limits_;
    const Poll& poll_;
    std::vector<Step> steps_;
    std::vector<Reached> now_, next_;
    std::vector<Place> places_;
    std::size_t used_ = 0;
    std::uint32_t found_ = hopeless;  // in next_
    std::chrono::steady_clock::time_point begun_;
    LimitHit limit_hit_ = LimitHit::none;
};

// How many different moves between columns there are once the forced moves home are made.
int choices(settled::Table table);

settled::Table table_of(const Rules& rules, const Position& position);

}  // namespace kiebitz::russian
