// Quick attempts: greedy best-first search for one line in FreeCell-like games (alternating colours, empty columns take
// any card). An attempt may fail, which proves nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/position.hpp"

namespace kiebitz::freecell {

// The cost of a position, in units of the bucket queue; less is nearer to a win.
struct Weights {
    // the dealt part of a column, priced once a deal
    std::int16_t bad;        // a card that lies above a lower rank
    std::int16_t bad_rank;   // … per four ranks
    std::int16_t bad_pair;   // each lower card beneath it
    std::int16_t sequence;   // a card in order on the one beneath
    std::int16_t deep;       // per 32 units of depth times distance from the king
    std::int16_t height[8];  // by number of cards, 7 = seven or more
    // the ordered run on top of it
    std::int16_t run_bad;  // a card above a lower rank
    std::int16_t join;     // each pair in order
    std::int16_t king;     // a king at the bottom that was moved there
    // all the rest
    std::int16_t next;         // per card of the dealt part that covers the next of a suit
    std::int16_t next_run;     // … of the run
    std::int16_t buried;       // such a card is in a dealt part
    std::int16_t tight;        // per card that covers the next, with hardly any free space
    std::int16_t away;         // a card not yet home
    std::int16_t step;         // each move so far
    std::int16_t cell;         // a card in a cell, per eight ranks
    std::int16_t far;          // … per two ranks that it is away from going home
    std::int16_t space[5][4];  // [free cells, 4 = four or more][empty columns, 3 = three or more]
    std::int16_t fits;         // a column's last card that fits on another column
    std::int16_t rivals;       // two such cards of one rank and colour
    std::int16_t stuck;        // each card by which a run on others is too long to move at once
    // the move alone
    std::int16_t goes_home;  // it bares a card that goes home
    std::int16_t to_cell, to_empty, from_cell;
    std::int16_t goes_on;          // … a card that fits on another column's last card
    std::int16_t takes_column;     // … a card that another column's last card fits on
    std::int16_t takes_cell;       // … a card that a card in a cell fits on
    std::int16_t same_source[2];   // it leaves the column that the move before it left [for a column, for a cell]
    std::int16_t onto_source;      // it goes there
    std::int16_t same_target;      // it goes to the column that the move before it went to
    std::int16_t splits;           // it leaves a part of its run behind
    std::int16_t cell_for_column;  // it puts a card that fits on a column into a cell
};

// Units of weights: right shifts of weight times number.
constexpr int bad_rank_unit = 2, deep_unit = 5, cell_unit = 3, far_unit = 1;

struct Attempt {
    Weights weights;
    std::uint32_t nodes;  // positions expanded before giving up (at most 60,000)
    // Send cards home automatically only if safe. A few deals (Microsoft 1941 and 98714) are lost if every possible
    // card goes home; most lines are found sooner that way.
    bool declining = false;
};

constexpr int max_length = 24;

// Whether quick attempts support the rules and the position's column lengths.
bool quick_supports(const Rules& rules, const Position& position);

void keep_vectors_out(bool out);  // for attempts that start from now on
const char* lanes_name();         // what these compute with

// Exhausted: nothing left to try, which suggests a lost deal (an attempt forgets some positions and never proves).
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
    // If solved, append the line's moves, three bytes each.
    Outcome attempt(const Attempt& attempt, std::vector<std::uint8_t>& line);
    std::uint64_t expanded() const;  // since start()
    std::uint64_t bytes() const;     // of memory held

    // The most bytes that an attempt needs for each node: node, link, children, seen.
    static constexpr std::uint64_t bytes_a_node = 128 + 16 + 4 * 48 + 32;

private:
    std::unique_ptr<Body> body_;
};

}  // namespace kiebitz::freecell
