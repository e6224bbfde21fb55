// The layout of a board's lines: rows, columns or one line, and whether the board is one of the game.
#pragma once

#include "text/board_lines.hpp"
#include "text/boards.hpp"

namespace kiebitz::text {

using Heights = std::vector<std::uint8_t>;  // the height of each column

constexpr int first_cell = 32, first_foundation = 48, stock_pile = 52, pile_mask = 63;

Heights fresh_heights(const Shape& shape);

struct Places {
    std::vector<const Word*> words;  // by column, null below its end
    bool doubtful = false;           // the columns of a shorter row follow only from the order of its words
};

// Assign the words of a row to columns: in a shorter row without gaps, each below a card of the first row. `top`
// becomes the first row.
Places in_columns(const Entry& entry, std::vector<const Word*>& top);

// The headings above the cards, and the lowest rank of all cards below.
struct Above {
    bool home = false, of_fc_solve = false;
    std::size_t in_cells = 0;
    int lowest = 0;
};

// The index of another game whose fresh deals have columns of these heights, as many cards in the cells, and no card on
// the table that it deals home; -1 for none.
int other_game(const Shape& shape, const Above& above, const Heights& heights, bool gaps_lost = false);

// Remove the prefix of every line before its cards: a list's dash, or the empty field of tab-indented text. An empty
// first column looks the same: its lines have no more cards than there are columns, and are no fresh deal.
void leave_out_bullets(const Shape& shape, Lines& lines);

// The non-blank lines of a board, and their layout.
class Arrangement {
public:
    Arrangement(const Shape& shape, const Lines& lines);

    // Choose the layout by marks, by the heights of a fresh deal, otherwise by what is possible; a fault if nothing or
    // more than one layout is.
    Fault choose(Layout layout, const Above& above);

    const std::vector<const Entry*>& filled() const { return filled_; }
    Layout layout() const { return layout_; }
    bool marked() const { return marked_; }
    bool rows_marked() const { return rows_marked_; }
    bool by_shape() const { return by_shape_; }
    bool doubtful() const { return doubtful_; }
    // Whether columns to the left of others seem empty: the first row has too few words, and starts or continues
    // further right than its words.
    bool has_holes(const Entry& first_row) const;

private:
    bool is_in_line() const;
    int dealt() const;
    Heights heights_of_rows();
    Heights heights_of_columns() const;
    Fault by_heights(const Above& above);
    Fault of_another_game(const Above& above, const Heights& rows, const Heights& columns);
    Fault set(Layout layout, bool by_shape);

    const Shape& shape_;
    const Lines& lines_;
    std::vector<const Entry*> filled_;
    Layout layout_ = Layout::automatic;
    bool marked_ = false, rows_marked_ = false, gaps_ = false, holes_ = false, by_shape_ = false, doubtful_ = false;
};

}  // namespace kiebitz::text
