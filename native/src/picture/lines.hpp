// A column of cards: the horizontal lines across it, and its sides.
#pragma once

#include <optional>

#include "picture/comb.hpp"

namespace kiebitz::picture {

constexpr int line_tolerance = 1, edge_tolerance = 2;  // pixels

// Whether pixels of a row, at most `reach` from `x`, have an edge of this sign.
bool has_edge(const Edges& edges, int x, int y, int sign, int reach = edge_tolerance);

// How much each row of pixels looks like a line across a column, 0 to 1.
class Lines {
public:
    // Looks at the rows from `begin` to `end`.
    Lines(const Pixels& pixels, int left_x, int width, int begin, int end);

    double at(int y) const { return y < 0 || y >= int(strength_.size()) ? 0 : strength_[std::size_t(y)]; }

private:
    std::vector<double> strength_;
};

// One column: its lines, and the rows in which its sides have edges.
class Column {
public:
    // `dark` cards are darker than the table.
    Column(const Pixels& pixels, const Edges& edges, int left_x, int width, bool dark);

    // The end of the edges that begin at `top`, at either side; none if they are too short for a card.
    std::optional<int> end_below(int top) const { return end_of(sides_, top); }
    // The same for edges at both sides: a neighbour's shadow may look like one side.
    std::optional<int> end_of_both_below(int top) const { return end_of(both_sides_, top); }

    Lines lines;

private:
    std::optional<int> end_of(const std::vector<char>& sides, int top) const;

    int width_;
    std::vector<char> sides_, both_sides_;
};

}  // namespace kiebitz::picture
