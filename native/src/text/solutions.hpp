// A solution on its way from lines to moves.
#pragma once

#include "text/characters.hpp"

namespace kiebitz::text {

// Reads one move of standard notation, of a game with that many cells.
Complaint read_step(View word, int game_cells, Step& out);

// Reads the moves of lines that are no header; `form` becomes the one that they have.
bool read_steps(const std::vector<Line>& body, int game_cells, SolutionForm& form, std::vector<Step>& out,
                Fault& fault);

}  // namespace kiebitz::text
