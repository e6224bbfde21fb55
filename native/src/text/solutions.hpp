// A solution on its way from lines to moves.
#pragma once

#include "text/characters.hpp"

namespace kiebitz::text {

// Reads one move of standard notation, of a game with that many cells.
Complaint read_step(View word, int game_cells, Step& out);

// Reads the moves of lines that are no header; `form` becomes the one that they have.
bool read_steps(const std::vector<Line>& body, int game_cells, SolutionForm& form, std::vector<Step>& out,
                Fault& fault);

// Moves as the differences between the boards that fc-solve prints; false where these are none of moves.
bool steps_of_boards(const std::vector<Line>& body, std::vector<Step>& out);
// The lines of the first of these boards, empty where there is none.
std::string first_board(const std::vector<Line>& body);

}  // namespace kiebitz::text
