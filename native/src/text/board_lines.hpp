// The lines of a board, without the quotes, fences, tables, separators, colours, titles and labels that programs and
// forums add. boards.cpp reads the cards and decides the layout.
#pragma once

#include "text/board_words.hpp"

namespace kiebitz::text {

enum class Part : std::uint8_t { home, cells, stock };
enum class Mark : std::uint8_t {
    none,
    column,
    row,
    number
};  // the meaning of a label; a number may be a column or a row

struct Entry {
    Line line;                // as it stands in the text
    std::vector<Word> words;  // an empty place is `gap`
    Mark mark = Mark::none;
    int number = -1;      // the mark's number, if any
    bool fields = false;  // whether separators delimit fields, empty ones included

    bool blank() const { return words.empty() && mark == Mark::none; }
};

struct Heading {
    Line line, tail;
    Part part;
    bool of_fc_solve;
    std::vector<Word> words;
};

// A text as headings and lines of cards. `numbered` is the count of numbers in a row above the cards, as over a table.
struct Lines {
    std::vector<Heading> headings;
    std::vector<Entry> body;
    int numbered = 0;
    bool rows = false;    // is said to be rows
    bool listed = false;  // whether a dash begins every line, making each a column
};

// Sort the lines of a text; only a heading can be faulty.
bool sort_lines(const std::vector<Line>& lines, Lines& out, Fault& fault);

// The words of a line, without separators and brackets.
std::vector<Word> words_of(const Line& line, bool* fields = nullptr);

// Whether the text is a title with a number, such as `Game #617` or `Solution for FreeCell deal 617:`; yields the
// number.
bool title_number(View text, std::string& number);

// Look up a name of foundations, cells or stock.
bool part_named(View name, Part& part, bool& of_fc_solve);
bool column_named(View name), row_named(View name);
// Whether an object's key labels a line, as `1` and `column 1` do.
bool key_is_label(View key, Mark& mark, int& number);

}  // namespace kiebitz::text
