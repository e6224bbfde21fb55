// Intermediate steps from lines to moves.
#pragma once

#include "text/characters.hpp"

namespace kiebitz::text {

// Read one move of standard notation, for a game with this many cells.
Complaint read_step(View word, int game_cells, Step& out);

// Read the moves of the lines below the header; `form` becomes their form.
bool read_steps(const std::vector<Line>& body, int game_cells, SolutionForm& form, std::vector<Step>& out,
                Fault& fault);

// The moves between the boards that fc-solve prints; false if there are none.
bool steps_of_boards(const std::vector<Line>& body, std::vector<Step>& out);
// The lines of the first of these boards, empty if there is none.
std::string first_board(const std::vector<Line>& body);

}  // namespace kiebitz::text
