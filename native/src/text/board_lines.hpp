// The lines of a board, freed of what programs and forums put around cards: quotes, fences, tables, separators,
// colours, titles, labels. Which cards they are, and whether lines are rows or columns, is for boards.cpp.
#pragma once

#include "text/board_words.hpp"

namespace kiebitz::text {

enum class Part : std::uint8_t { home, cells, stock };
enum class Mark : std::uint8_t { none, column, row, number };  // what a label says of its line; a number may be either

struct Entry {
    Line line;                // as it stands in the text
    std::vector<Word> words;  // an empty place is `gap`
    Mark mark = Mark::none;
    int number = -1;      // of the mark, if it has one
    bool fields = false;  // do separators say what stands where, empty places too?

    bool blank() const { return words.empty() && mark == Mark::none; }
};

struct Heading {
    Line line, rest;
    Part part;
    bool of_fc_solve;
    std::vector<Word> words;
};

// A text as headings and lines of cards. `numbered` says how many numbers stood in a row above the cards, as over a
// table.
struct Lines {
    std::vector<Heading> headings;
    std::vector<Entry> body;
    int numbered = 0;
    bool rows = false;    // is said to be rows
    bool listed = false;  // does a dash begin every line, so that each is a column?
};

// Sorts the lines of a text; what is wrong is a heading.
bool sort_lines(const std::vector<Line>& lines, Lines& out, Fault& fault);

// The words of a line's text, separators and brackets left out.
std::vector<Word> words_of(const Line& line, bool* fields = nullptr);

// `Game #617`, `Solution for FreeCell deal 617:`: words, one of which says so, and a number at the end, which is given.
bool title_number(View text, std::string& number);

// What a name of foundations, cells or stock means.
bool part_named(View name, Part& part, bool& of_fc_solve);
bool column_named(View name), row_named(View name);
// Whether a key of an object labels a line, as `1` and `column 1` do.
bool key_is_label(View key, Mark& mark, int& number);

}  // namespace kiebitz::text
