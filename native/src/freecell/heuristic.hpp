// The quick attempts: greedy best-first search for one line of play in FreeCell-like games (alternate colours, empty
// columns take any card). An attempt may fail and then says nothing about the deal; it never proves.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/position.hpp"

namespace kiebitz::freecell {

// What a position is charged for, in units of the bucket queue; less is nearer to home.
struct Weights {
    // the dealt part of a column, priced once a deal
    std::int16_t bad;        // a card that lies above a lower rank
    std::int16_t bad_rank;   // … per four ranks
    std::int16_t bad_pair;   // each lower card beneath it
    std::int16_t sequence;   // a card that lies in order on the one beneath
    std::int16_t deep;       // per 32 units of depth times distance from the king
    std::int16_t height[8];  // by number of cards, 7 = seven or more
    // the ordered run on top of it
    std::int16_t run_bad;  // a card above a lower rank
    std::int16_t join;     // each pair in order
    std::int16_t king;     // a king at the bottom that was moved there
    // all the rest
    std::int16_t next;         // per card of the dealt part that covers the next of a suit
    std::int16_t next_run;     // … of the run
    std::int16_t buried;       // such a card lies in a dealt part at all
    std::int16_t tight;        // per card that covers the next, when there is hardly any free space
    std::int16_t away;         // a card not yet home
    std::int16_t step;         // each move so far
    std::int16_t cell;         // a card in a cell, per eight ranks
    std::int16_t far;          // … per two ranks that it is away from going home
    std::int16_t space[5][4];  // [free cells, 4 = four or more][empty columns, 3 = three or more]
    std::int16_t fits;         // a column's last card that fits on another column
    std::int16_t rivals;       // two such cards of one rank and colour
    std::int16_t stuck;        // each card by which a run on others is too long to move at once
    // the move alone
    std::int16_t goes_home;  // it lays bare a card that goes home
    std::int16_t to_cell, to_empty, from_cell;
    std::int16_t goes_on;          // … a card that fits on another column's last card
    std::int16_t takes_column;     // … a card that another column's last card fits on
    std::int16_t takes_cell;       // … a card that a card in a cell fits on
    std::int16_t same_source[2];   // it leaves the column that the move before it left [for a column, for a cell]
    std::int16_t onto_source;      // it goes there
    std::int16_t same_target;      // it goes to the column that the move before it went to
    std::int16_t splits;           // it leaves a part of its run behind
    std::int16_t cell_for_column;  // it puts a card into a cell that fits on a column
};

// The units of the weights that are charged per more than one: right shifts of weight times number.
constexpr int bad_rank_unit = 2, deep_unit = 5, cell_unit = 3, far_unit = 1;

struct Attempt {
    Weights weights;
    std::uint32_t nodes;  // positions expanded before it gives up (at most 60,000)
    // Cards go home by themselves only where nothing can need them any more. A few deals (Microsoft 1941 and 98714) are
    // lost if every card goes that can; most are found sooner that way.
    bool declining = false;
};

constexpr int max_length = 24;

// Do the quick attempts know the rules, and are the position's columns short enough?
bool quick_supports(const Rules& rules, const Position& position);

void keep_vectors_out(bool out);  // of the attempts that begin from now on
const char* lanes_name();         // what these compute with

// Exhausted: nothing was left to try, which hints at a lost deal (an attempt forgets some positions and never proves).
enum class Outcome : std::uint8_t { solved, gave_up, exhausted };

class QuickSearch {
public:
    struct Body {  // one a kind of lanes
        virtual ~Body() = default;
        virtual void start(const Rules& rules, const Position& position) = 0;
        virtual Outcome attempt(const Attempt& attempt, std::vector<std::uint8_t>& line) = 0;
        virtual std::uint64_t expanded() const = 0;
        virtual std::uint64_t bytes() const = 0;
    };

    QuickSearch();
    ~QuickSearch();
    void start(const Rules& rules, const Position& position);
    // Where solved, the line's moves are appended, three bytes each.
    Outcome attempt(const Attempt& attempt, std::vector<std::uint8_t>& line);
    std::uint64_t expanded() const;  // since start()
    std::uint64_t bytes() const;     // of memory held

    // An attempt needs no more than this for each of its nodes: node, link, children, seen.
    static constexpr std::uint64_t bytes_a_node = 128 + 16 + 4 * 48 + 32;

private:
    std::unique_ptr<Body> body_;
};

}  // namespace kiebitz::freecell
