// Texts of games: boards, moves, solutions and hands of Skat. A complaint is a code, a place and numbers; the caller
// words it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kiebitz/player_lines.hpp"

namespace kiebitz::text {

// A card by its index in Microsoft's deck: 4 * (rank - 1) + suit, suits C D H S; + 64 if face down.
using Named = std::uint8_t;
constexpr Named nobody = 255;  // an empty cell
constexpr Named face_down = 64;

// Spellings of cards. Unicode is read like English.
enum class Spelling : std::uint8_t { english, unicode, german, russian };
constexpr int spellings = 4;

// The shape of a game's boards.
struct Shape {
    int columns = 8, cells = 4, stock = 0;
    std::uint8_t suits = 15;           // one bit each
    bool hides = false;                // do cards lie face down?
    std::vector<std::uint8_t> ladder;  // the ranks (ace 1) in the order of the foundations
    std::vector<std::uint8_t> piles;   // the pile code of each card in dealing order; + 64 if face down
    std::string game;                  // its name in JSON
    // Fresh deals of other games that the board may be: the ranks dealt home, the number of cards in cells, and the
    // heights of the columns.
    std::vector<std::vector<std::uint8_t>> others;
};

// A board as written in a text, valid or not.
struct Board {
    std::vector<std::vector<Named>> columns;
    std::vector<Named> cells, stock;
    std::optional<std::array<std::uint8_t, 4>> home;  // cards on each foundation, if stated
};

enum class Complaint : std::uint8_t {
    none,
    too_long,        // numbers: the most characters
    too_many_lines,  // the most lines
    line_too_long,   // the most characters
    not_utf8,        // `column` counts bytes
    card,            // a card expected
    heading_late,    // a line for foundations, cells or stock below the cards
    heading_unknown,
    heading_twice,   // which: 0 home, 1 cells, 2 stock
    card_strange,    // a card home that is not in the game's pack
    suit_twice,      // the suit
    too_many_cells,  // the most cells
    both_ways,       // readable both by rows and by columns
    row_too_long,    // the most cards
    column_ended,    // the column, ended in an earlier row
    row_short,       // a short row that leaves open which columns have ended
    no_board,
    too_many_columns,  // the most columns
    mark_missing,      // a mark before every column or none
    mark_wrong,        // the number expected
    too_few_columns,   // columns expected, columns there
    none_face_down,    // no card of the game does
    face_up_below,     // only the first cards of a column lie face down
    other_game,        // a fresh deal of another game: its index
    other_columns,     // a fresh deal of the game with another number of columns
    json,              // the expected value, see JsonFault
    json_unread,       // not readable as JSON: too deep, or a number too long
    json_object,       // an object expected
    json_number,       // NaN and its like
    key_unknown,
    key_missing,  // its index among a board's keys
    key_twice,
    value,  // another value expected: 0 the format, 1 the version, 2 the game
    array,
    array_length,  // expected, there
    card_text,     // a text expected
    foundations,   // an object with a key for each suit expected
    card_of_suit,  // the suit
    move,          // a move of standard notation
    count_zero,    // a count of at least 1
    sentence,      // a line of fc-solve
    pile_number,   // a pile of the game: 0 stack, 1 freecell
    named_move,    // a move of a named card
    unsolved,      // a solution; the program reports none
    no_moves,      // boards without moves
    header_key,
    header_twice,  // its place among the keys
    header_empty,  // its place among the keys
    header_late,   // a line of the header below moves
    tree,          // moves, variations in round brackets, comments in curly ones
    tree_open,     // as many closing brackets as opening ones
    pile_name,     // the names of piles before their cards, each once
    deal_size,     // 32 cards without names: the number of them
    hands,         // different cards of Skat, as many as fit: the pile, and the place there or the number of its cards
};

// The names of complaints.
std::string_view name_of(Complaint complaint);

enum class JsonFault : std::uint8_t { key, value, colon, comma, extra, text_end, sign, escape };

// `text` is the faulty part in UTF-8; `line` and `column` count from 1, 0 if not applicable; `path` is the place in an
// object, such as columns[3][0].
struct Fault {
    Complaint what = Complaint::none;
    std::string text, path;
    int line = 0, column = 0;
    std::vector<int> numbers;
};

// The layout of a board's cards in the text.
enum class Layout : std::uint8_t { automatic, rows, columns, in_line, json };

struct BoardRead {
    Fault fault;
    Board board;
    Layout layout = Layout::automatic;
    Spelling spelling = Spelling::english;  // the spelling that all cards fit, if none of the given ones does
    // The layout follows only from the number of cards in the lines, and is not certain.
    bool by_shape = false;
    // No card is marked face down, so those dealt face down are.
    bool hidden = false;
    // The other game of which this would be a fresh deal; -1 for none.
    int other_game = -1;
    // Not a fresh deal of the game, but possibly of one of the others.
    bool doubtful = false;
};

// Read a board in time linear in the text. Cards may have any of the spellings, tried in order; if a card is written as
// only German or Russian cards are and all others fit, the answer names that spelling.
BoardRead read_board(const Shape& shape, Bytes text, Layout layout, const std::vector<Spelling>& spellings);

// What keeps a board from being a position of a game. `number`: of `stock` the most cards, of `last_face_down` the
// column from 1, of `home` the suit, whose foundation has more cards than there are, or a part of a suit that goes home
// whole.
enum class Misfit : std::uint8_t { none, stock, last_face_down, home, pack, cards };

struct Placed {
    Misfit misfit = Misfit::none;
    int number = 0;
    std::vector<Named> strange;           // cards that the pack lacks
    std::vector<Named> missing, doubled;  // cards of the pack
    std::vector<Named> tops;  // the last cards home if all that are missing are home, and the board does not say so
    std::vector<std::uint8_t> position;
};

// Makes a position of a board. Cards are counted whatever the misfit. Where the board does not say which cards are
// home, those are that the game deals there and that lie nowhere else. `game` and `layout` are those of `play_steps`.
Placed placed(Bytes game, Bytes layout, const Board& board);

enum class BoardForm : std::uint8_t { columns, fc_solve, json };

// Requires `home`. `spelling` is for columns only.
std::string write_board(const Shape& shape, const Board& board, BoardForm form, Spelling spelling);

// Forms of a solution's moves: standard notation, fc-solve's dialect of it, its sentences, by cards, or a link of
// macroxue's FreeCell page, where a to d are the cards in the cells in order of arrival. `boards` are moves between
// boards, `lists` standard notation in lists of JSON or Python.
enum class SolutionForm : std::uint8_t {
    automatic,
    standard,
    sentences,
    dialect,
    named_cards,
    by_arrival,
    boards,
    lists,
};

constexpr std::uint8_t at_home = 48;  // the foundation of the card's suit

// Where a named card goes, if not home.
enum class Goes : std::uint8_t { to_pile, onto_card, to_cell, to_empty_column };

// A move as it is written: codes of piles, the target perhaps `at_home`; a count of 0 is left open, and means one card
// onto an empty column if `one_by_default`. Or a card and where it goes.
struct Step {
    std::uint8_t source = 0, target = 0, count = 0;
    bool one_by_default = false;
    Named card = nobody, onto = nobody;
    Goes goes = Goes::to_pile;
};

struct HeaderEntry {
    std::string key, value;
    int line = 0;
    std::string text;  // of the whole line
};

struct SolutionRead {
    std::vector<HeaderEntry> header;
    Fault header_fault;
    std::string deal;  // the number in a title, such as `FreeCell Game #617`; empty for none
    SolutionForm form = SolutionForm::automatic;
    std::string body;   // the lines of moves; of variations and comments in them `read_tree` knows
    std::string board;  // the first of the boards beside them, in fc-solve's form
    Fault late;         // of a header line below moves
    Fault fault;        // of the moves
    std::vector<Step> steps;
};

// Read a solution in time linear in the text; `keys` are the allowed header keys, `cells` is the game's number of
// cells.
SolutionRead read_solution(Bytes text, SolutionForm form, int cells, const std::vector<std::string>& keys);

// A move in a tree of moves; nodes are numbered in the order of writing, and number 0 is the start without a word.
// `name` is that of the variation that begins with the move; `comment` joins consecutive comments on it.
struct TreeNode {
    std::string word, name, comment;
    int parent = 0;
};

struct TreeRead {
    Fault fault;
    std::vector<TreeNode> nodes;
    int end = 0;  // the last move of the main line
};

// Read moves with variations and comments in time linear in the text, without checking whether words are moves.
TreeRead read_tree(Bytes text);
// Write nodes in the given order, names and comments without curly brackets; none if the tree is too deep to be read.
std::optional<std::string> write_tree(const std::vector<TreeNode>& nodes);

// Steps as moves of three bytes: from, to, count; unless all are legal, the last one is illegal.
struct LineReading {
    Autoplay autoplay = Autoplay::none;  // the rule by which they were played
    bool legal = false, won = false;
    std::vector<std::uint8_t> moves;
};

// Play steps from a position by the first autoplay rule under which they are legal; among rules in one list, prefer the
// first under which they win. If there is none, answer for the very first rule. fc-solve's steps may use its own cells
// and combine several moves; in macroxue's links, cards also go home automatically between the written moves, from the
// start on, whatever `ways` has. `game` is that of the analyst (analyst.hpp).
LineReading play_steps(Bytes game, Bytes layout, Bytes position, const std::vector<Step>& steps, SolutionForm form,
                       const std::vector<std::vector<Autoplay>>& ways);

// One hand; three hands and the skat; or any of these: up to twelve words without names are one hand.
enum class HandsForm : std::uint8_t { hand, deal, any };

struct HandsRead {
    Fault fault;  // of a word or of the number of words; `numbers` of a card: its pile, and its number there from 1
    std::vector<std::vector<Named>> piles;
    Fault misfit;  // a card that is doubled or not in the pack, or a deal's pile that is not full
};

// Read hands of Skat in time linear in the text. The hands of a deal and its skat are in order, or each after its
// name, such as `skat:`; without cards, the skat is the two that are left. A card may have any of the spellings.
HandsRead read_hands(Bytes text, HandsForm form, const std::vector<Spelling>& spellings);

// Read a card in one spelling; return `nobody` for any other text. The tests compare spellings with it.
Named read_card(Bytes text, Spelling spelling);

}  // namespace kiebitz::text
