// How the cards of a board lie in its lines: as rows, as columns or in one line, and whether it is a board of the game.
#pragma once

#include "text/board_lines.hpp"
#include "text/boards.hpp"

namespace kiebitz::text {

using Heights = std::vector<std::uint8_t>;  // how many cards each column has

constexpr int first_cell = 32, first_foundation = 48, stock_pile = 52, pile_mask = 63;

Heights fresh_heights(const Shape& shape);

struct Places {
    std::vector<const Word*> words;  // by columns, none where one has ended
    bool doubtful = false;           // only their order says where the words of a shorter row belong
};

// The words of a row by their columns: where a shorter one has no gaps, each below a card of the first row.
// `top` becomes the first row.
Places in_columns(const Entry& entry, std::vector<const Word*>& top);

// What the lines above the cards say, and the lowest rank of all cards below.
struct Above {
    bool home = false, of_fc_solve = false;
    std::size_t in_cells = 0;
    int lowest = 0;
};

// The place of another game whose fresh deals have columns of these heights, as many cards in the cells, and no card on
// the table that it lays on its foundations before it deals; -1 for none.
int other_game(const Shape& shape, const Above& above, const Heights& heights);

// Leaves out what begins every line before its cards: the dash of a list, or the empty field of a text that is indented
// by tabs. A first column may also be empty: the lines then have no more cards than there are columns, and are no fresh
// deal.
void leave_out_bullets(const Shape& shape, Lines& lines);

// The lines of a board that are not blank, and how they lie.
class Arrangement {
public:
    Arrangement(const Shape& shape, const Lines& lines);

    // Goes by marks, by the heights of a fresh deal of the game, and without these by what is possible; a fault if that
    // is nothing or too much.
    Fault choose(Layout asked, const Above& above);

    const std::vector<const Entry*>& filled() const { return filled_; }
    Layout layout() const { return layout_; }
    bool marked() const { return marked_; }
    bool rows_marked() const { return rows_marked_; }
    bool by_shape() const { return by_shape_; }
    bool doubtful() const { return doubtful_; }
    // Whether columns seem to be empty that stand to the left of others: the first row has too few words for them, and
    // begins or goes on further to the right than its words do.
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
