// A board on its way from lines to columns.
#pragma once

#include "text/board_lines.hpp"
#include "text/cards.hpp"

namespace kiebitz::text {

// How many cards of its suit are home when this one lies on top; 0 for a card that the game lacks.
int home_count(const Shape& shape, Named card);

// A text between angle brackets lies face down.
inline bool is_face_down(View text) { return text.size() > 1 && text.front() == '<' && text.back() == '>'; }

// Kiebitz' own form of a board in JSON, read strictly.
bool read_json_board(const Shape& shape, View text, Board& out, Fault& fault);
// Lists, or an object, without the fence and the name before them, `board = [[…`, and what follows their end; empty
// where there are none. A bracket before a card only stands around it.
View lists_in(View text);
// Does this JSON say that it is in that form?
bool names_its_form(View text);
// Lists of cards in JSON or as Python writes them, as lines: columns, rows, or what the names in front of them say.
// `characters` keeps what the lines are views of.
bool lines_of_lists(View text, Characters& characters, Lines& out, Layout& layout, Fault& fault);

}  // namespace kiebitz::text
