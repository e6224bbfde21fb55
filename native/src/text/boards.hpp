// Intermediate steps from lines to a board.
#pragma once

#include "text/board_lines.hpp"
#include "text/cards.hpp"

namespace kiebitz::text {

// The number of cards home in its suit when this card is on top; 0 for a card that the game lacks.
int home_count(const Shape& shape, Named card);

// A text in angle brackets is face down.
inline bool is_face_down(View text) { return text.size() > 1 && text.front() == '<' && text.back() == '>'; }

// Read Kiebitz' own JSON form of a board, strictly.
bool read_json_board(const Shape& shape, View text, Board& out, Fault& fault);
// The lists or object of a text, without a fence and name before, `board = [[…`, and without the text after; empty if
// there are none. A bracket before a card only encloses it.
View lists_in(View text);
// Whether this JSON names Kiebitz' own form.
bool names_its_form(View text);
// Lists of cards in JSON or Python syntax, as lines: columns, rows, or as their names tell. `characters` owns the text
// of the lines.
bool lines_of_lists(View text, Characters& characters, Lines& out, Layout& layout, Fault& fault);

}  // namespace kiebitz::text
