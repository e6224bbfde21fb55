// The checker's own tests: right lines, wrong lines, the capacity of multi-card moves, and bytes that mean nothing.
// Whether it agrees with the Python referee is tested from Python.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

using Buffer = std::vector<std::uint8_t>;

#define EXPECT_REFUSED(expression)               \
    do {                                         \
        bool refused = false;                    \
        try {                                    \
            (void)(expression);                  \
        } catch (const std::invalid_argument&) { \
            refused = true;                      \
        }                                        \
        EXPECT(refused);                         \
    } while (false)

constexpr int clubs = 0, diamonds = 1, hearts = 2, spades = 3;
constexpr std::uint8_t nothing = 255, cell_a = 32, home = 48, face_down = 64;
std::uint8_t card(int step, int suit) { return static_cast<std::uint8_t>(4 * step + suit); }

struct Game {
    std::uint8_t columns = 8, cells = 4, build = 0, down = 0, empty = 0, whole = 0, forced = 0, suits = 15, ranks = 13,
                 stock = 0, suit_moves = 0, reserve = 0;
    Buffer rules() const {
        return {ranks, suits, columns, cells, build, down, empty, whole, forced, stock, suit_moves, reserve};
    }
};

struct Board {
    Game game;
    std::vector<Buffer> columns;
    Buffer cells, homes{0, 0, 0, 0};
    Buffer face_down;  // where any card moves, a number a column
    Buffer stock;      // where the rules have one, the next card first

    // All cards that lie nowhere yet, on one column.
    void pile_up_rest(std::size_t on) {
        for (int c = 0; c < 4 * game.ranks; ++c) {
            auto here = [&](const Buffer& pile) { return std::find(pile.begin(), pile.end(), c) != pile.end(); };
            if (!(game.suits >> (c % 4) & 1) || c / 4 < homes[c % 4] || here(cells)) continue;
            if (here(stock)) continue;
            if (std::none_of(columns.begin(), columns.end(), here)) columns[on].push_back(static_cast<std::uint8_t>(c));
        }
    }
    Buffer bytes() const {
        Buffer all = homes;
        all.push_back(static_cast<std::uint8_t>(cells.size()));
        all.insert(all.end(), cells.begin(), cells.end());
        all.push_back(static_cast<std::uint8_t>(columns.size()));
        for (const Buffer& column : columns) {
            all.push_back(static_cast<std::uint8_t>(column.size()));
            all.insert(all.end(), column.begin(), column.end());
        }
        all.insert(all.end(), face_down.begin(), face_down.end());
        if (game.stock) all.push_back(static_cast<std::uint8_t>(stock.size()));
        all.insert(all.end(), stock.begin(), stock.end());
        return all;
    }
    std::int64_t score(const Buffer& line) const { return kiebitz::check_score(game.rules(), bytes(), line); }
    std::int64_t check(const Buffer& line) const { return kiebitz::check(game.rules(), bytes(), line); }
    bool legal(int from, int to, int count = 1) const {
        return check({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                      static_cast<std::uint8_t>(count)}) != 0;
    }
};

// Spades only, king to ace from left to right and downwards, so that each ace, two, … can go home at once.
Board one_suit() {
    Board board;
    board.game = {.columns = 3, .cells = 1, .build = 1, .suits = 8};
    board.columns = {{}, {}, {}};
    board.cells = {nothing};
    for (int step = 12; step >= 0; --step) board.columns[0].push_back(card(step, spades));
    return board;
}

void right_and_wrong_lines() {
    const Board board = one_suit();
    Buffer line;
    for (int i = 0; i < 13; ++i) line.insert(line.end(), {0, home + spades, 1});
    EXPECT(board.check(line) == -1);
    EXPECT(board.check({}) == 0);
    Buffer shorter(line.begin(), line.end() - 3);
    EXPECT(board.check(shorter) == 12);
    Buffer longer = line;
    longer.insert(longer.end(), {0, 1, 1});
    EXPECT(board.check(longer) == 13);
    Buffer wrong = line;
    wrong[3 * 4 + 1] = home + hearts;  // a foundation the pack lacks
    EXPECT(board.check(wrong) == 4);
    // By way of the cell and an empty column.
    Buffer detour{0, cell_a, 1, 0, 1, 1, cell_a, 1, 1, 1, home + spades, 1};
    detour.insert(detour.end(), {1, home + spades, 1});
    detour.insert(detour.end(), line.begin() + 6, line.end());
    EXPECT(board.check(detour) == -1);
    EXPECT_REFUSED(board.check({0, 1}));
}

void single_moves() {
    Board board;
    board.game = {.columns = 6, .cells = 2};
    board.columns = {{card(5, spades)}, {card(4, hearts)}, {card(4, clubs)}, {card(0, clubs)}, {}, {}};
    board.cells = {nothing, card(3, spades)};
    board.pile_up_rest(5);
    EXPECT(board.legal(1, 0));           // red five on black six
    EXPECT(!board.legal(2, 0));          // black five on black six
    EXPECT(!board.legal(0, 1));          // six on five
    EXPECT(board.legal(0, 4));           // into an empty column
    EXPECT(board.legal(cell_a + 1, 1));  // black four on red five
    EXPECT(!board.legal(cell_a + 1, 2));
    EXPECT(board.legal(cell_a + 1, cell_a));
    EXPECT(!board.legal(0, cell_a + 1));  // taken
    EXPECT(!board.legal(cell_a, 4));      // nothing there
    EXPECT(!board.legal(4, cell_a));
    EXPECT(board.legal(3, home + clubs));
    EXPECT(!board.legal(3, home + spades));
    EXPECT(!board.legal(2, home + clubs));
    EXPECT(!board.legal(home + clubs, 0));  // what is home stays there
    EXPECT(!board.legal(0, 0));
    EXPECT(!board.legal(0, 4, 0));
    EXPECT(!board.legal(0, 4, 2));  // more than there are
    EXPECT(!board.legal(0, 6));     // piles that the game lacks
    EXPECT(!board.legal(6, 4));
    EXPECT(!board.legal(0, cell_a + 2));
    EXPECT(!board.legal(0, 52) && !board.legal(52, 0) && !board.legal(0, 255) && !board.legal(255, 0));
    board.game.forced = 1;  // the ace of clubs can go home, so nothing else may move
    EXPECT(!board.legal(1, 0));
    EXPECT(board.legal(3, home + clubs));
}

void other_builds() {
    Board board;
    board.game = {.columns = 4, .cells = 0, .build = 1};
    board.columns = {{card(5, spades)}, {card(4, hearts)}, {card(4, spades)}, {}};
    board.pile_up_rest(3);
    EXPECT(!board.legal(1, 0));
    EXPECT(board.legal(2, 0));
    board.game.down = 1;  // steps count from the king, so the higher step is the lower card
    EXPECT(!board.legal(2, 0));
    EXPECT(board.legal(0, 2));
    board.game = {.columns = 4, .cells = 0};
    board.columns = {{card(12, spades)}, {card(4, hearts)}, {}, {card(0, hearts)}};
    board.pile_up_rest(1);
    for (const std::uint8_t down : {0, 1}) {
        board.game.down = down;
        board.game.empty = 1;  // kings only
        EXPECT(board.legal(0, 2) == (down == 0));
        EXPECT(board.legal(3, 2) == (down == 1));
        board.game.empty = 2;  // no card
        EXPECT(!board.legal(0, 2) && !board.legal(3, 2));
    }
}

// Column 0 ends with an alternating run down to the ace; its last `count` cards are to move onto the fitting card in
// column 1, or into column 1 if that is empty. All cells are free; `empty` counts all empty columns.
bool run_moves(Game game, int empty, int count, bool into_empty) {
    Board board;
    game.columns = static_cast<std::uint8_t>(into_empty ? 2 + empty : 3 + empty);
    board.game = game;
    board.columns.resize(game.columns);
    for (int step = 12; step >= 0; --step) board.columns[0].push_back(card(step, step % 2 ? hearts : spades));
    if (!into_empty) board.columns[1].push_back(card(count, count % 2 ? diamonds : clubs));
    board.cells.assign(game.cells, nothing);
    board.pile_up_rest(board.columns.size() - 1);
    return board.legal(0, 1, count);
}

// Columns built regardless of suit, cards that move together only by suit, cells that take nothing, suits that go home
// whole.
void words() {
    Board board{
        .game =
            {.columns = 5, .cells = 1, .build = 2, .down = 2, .whole = 1, .ranks = 4, .suit_moves = 1, .reserve = 1},
        .columns = {{card(2, spades), card(1, spades)},
                    {card(3, diamonds), card(3, spades), card(1, clubs), card(0, clubs), card(0, diamonds),
                     card(2, clubs)},
                    {card(3, hearts), card(2, hearts), card(1, hearts), card(0, hearts)},
                    {card(3, clubs), card(2, diamonds), card(1, diamonds)},
                    {}},
        .cells = {card(0, spades)}};
    EXPECT(board.legal(0, 1) && board.legal(3, 1));     // the same suit or not
    EXPECT(board.legal(3, 4, 2) && board.legal(3, 4));  // 3♦ 2♦ together, or 2♦ alone
    EXPECT(!board.legal(3, 4, 3));                      // 4♣ 3♦: in order, but of two suits
    EXPECT(!board.legal(1, cell_a) && board.legal(cell_a, 0) && board.legal(cell_a, 3) && !board.legal(cell_a, 2));
    EXPECT(!board.legal(0, 1, 2));
    EXPECT(board.legal(2, home + hearts, 4));  // king to ace
    EXPECT(!board.legal(2, home + hearts) && !board.legal(2, home + hearts, 3) && !board.legal(2, home + spades, 4));
    EXPECT(!board.legal(cell_a, home + spades));  // an ace alone stays
    board.game.forced = 1;
    EXPECT(!board.legal(0, 1) && board.legal(2, home + hearts, 4));
    board.game.forced = 0, board.game.suit_moves = 0;
    EXPECT(board.legal(3, 4, 3));
    board.game.reserve = 0;
    EXPECT(!board.legal(1, cell_a));  // taken
    board.cells[0] = nothing, board.columns[4] = {card(0, spades)};
    EXPECT(board.legal(1, cell_a));
    board.game.reserve = 1;
    EXPECT(!board.legal(1, cell_a));
    board.game.down = 0;
    EXPECT(!board.legal(2, home + hearts, 4) && board.legal(2, home + hearts) && board.legal(4, home + spades));
    board.game.down = 2, board.homes[spades] = 1, board.columns[4].clear();
    EXPECT_REFUSED(board.check({}));  // a part of a suit home
    // An empty cell that takes nothing helps no run on its way.
    Board run{.game = {.columns = 3, .cells = 1, .suits = 1 << clubs | 1 << hearts, .ranks = 3, .reserve = 1},
              .columns = {{card(1, clubs), card(0, hearts)},
                          {card(2, hearts)},
                          {card(0, clubs), card(1, hearts), card(2, clubs)}},
              .cells = {nothing}};
    EXPECT(!run.legal(0, 1, 2));
    run.game.reserve = 0;
    EXPECT(run.legal(0, 1, 2));
}

// The stock is placed first, in its order, card by card, on columns only.
void stock() {
    constexpr std::uint8_t the_stock = 52;
    Board board = one_suit();
    board.game.stock = 3;
    board.columns[0].erase(board.columns[0].begin(), board.columns[0].begin() + 2);  // king and queen are the stock
    board.stock = {card(12, spades), card(11, spades)};
    EXPECT(board.legal(the_stock, 0) && board.legal(the_stock, 2));
    EXPECT(!board.legal(the_stock, 3) && !board.legal(the_stock, cell_a) && !board.legal(the_stock, home + spades));
    EXPECT(!board.legal(the_stock, 0, 2) && !board.legal(the_stock, 0, 0));
    EXPECT(!board.legal(0, home + spades) && !board.legal(0, 1) && !board.legal(0, the_stock));
    Buffer line{the_stock, 1, 1, the_stock, 1, 1};
    EXPECT(board.check(line) == 2);
    for (int step = 0; step < 11; ++step) line.insert(line.end(), {0, home + spades, 1});
    for (int step = 11; step < 13; ++step) line.insert(line.end(), {1, home + spades, 1});
    EXPECT(board.check(line) == -1 && board.score(line) == 13);
    Buffer third = line;
    third.insert(third.begin() + 6, {the_stock, 1, 1});
    EXPECT(board.check(third) == 2);
    board.stock.push_back(card(10, spades));  // twice there
    EXPECT_REFUSED(board.check(line));
    board = one_suit();
    board.game.stock = 9;
    EXPECT_REFUSED(board.check(line));
    board.game.stock = 0;
    board.stock = {0};  // bytes left over
    EXPECT_REFUSED(board.check(line));
}

void capacities() {
    struct Case {
        int free, empty;
        bool into_empty;
        int most;
    };
    const Game any{.cells = 4}, kings{.cells = 4, .empty = 1};
    for (const Case& c : std::initializer_list<Case>{{0, 0, false, 1},
                                                     {1, 0, false, 2},
                                                     {4, 0, false, 5},
                                                     {0, 1, false, 2},
                                                     {1, 1, false, 4},
                                                     {1, 2, false, 8},
                                                     {4, 1, false, 10},
                                                     {0, 3, false, 8},
                                                     {0, 1, true, 1},
                                                     {3, 1, true, 4},
                                                     {1, 2, true, 4},
                                                     {4, 2, true, 10}}) {
        Game game = any;
        game.cells = static_cast<std::uint8_t>(c.free);  // so that all cells are free
        EXPECT(run_moves(game, c.empty, c.most, c.into_empty));
        EXPECT(!run_moves(game, c.empty, c.most + 1, c.into_empty));
        game.whole = 1;
        EXPECT(run_moves(game, c.empty, c.most + 1, c.into_empty));
        game = kings;
        game.cells = static_cast<std::uint8_t>(c.free);
        if (!c.into_empty) {
            EXPECT(run_moves(game, c.empty, c.free + 1, false));
            EXPECT(!run_moves(game, c.empty, c.free + 2, false));
        }
    }
    for (const std::uint8_t cells : {11, 12}) {
        Game game = kings;
        game.cells = cells;
        EXPECT(run_moves(game, 2, 13, true) == (cells == 12));
        EXPECT(!run_moves(game, 2, 12, true));  // its lowest card is no king
    }
    EXPECT(!one_suit().legal(0, 1, 14));
}

// Where any face-up card moves, with all that lies on it and whatever the order.
void any_card_moves() {
    Board board;
    board.game = {.columns = 5, .empty = 1, .whole = 2};
    board.game.cells = 0;
    board.columns = {{card(9, hearts), card(4, spades), card(7, hearts), card(2, clubs)},
                     {card(8, clubs)},
                     {card(12, hearts), card(5, diamonds)},
                     {},
                     {}};
    board.pile_up_rest(4);
    board.face_down = {1, 0, 0, 0, 0};
    EXPECT(board.legal(0, 1, 2));  // red seven and a two out of order onto the black eight
    EXPECT(board.legal(0, 2, 3));  // black four onto the red five
    EXPECT(!board.legal(0, 1, 3) && !board.legal(0, 2, 2));
    EXPECT(!board.legal(0, 1, 4) && !board.legal(0, 3, 4));  // the red nine lies face down
    EXPECT(board.legal(2, 3, 2));                            // a king and all its column into an empty column
    EXPECT(!board.legal(2, 3, 1) && !board.legal(1, 3, 1));
    // The nine is turned up once it is the last card, and not before; then the eight may go onto it.
    EXPECT(board.check({0, 2, 3, 1, 0, 1}) == 2);
    EXPECT(board.check({0, 2, 3, 0, 3, 1}) == 1);  // face up, but no king
    EXPECT(board.check({1, 0, 1}) == 0);
    board.face_down[0] = 3;
    EXPECT(!board.legal(0, 1, 2) && !board.legal(0, 2, 3));
    board.face_down[0] = 4;  // the last card cannot lie face down
    EXPECT_REFUSED(board.check({}));
    board.face_down = {0, 0, 0, 1, 0};
    EXPECT_REFUSED(board.check({}));
    board.face_down = {0, 0, 0, 0};
    EXPECT_REFUSED(board.check({}));
    board.face_down = {0, 0, 0, 0, 0, 0};
    EXPECT_REFUSED(board.check({}));
    board.face_down = {0, 0, 0, 0, 0};
    board.game.cells = 1;  // cells make no sense here
    board.cells = {nothing};
    EXPECT_REFUSED(board.check({}));
}

void scores() {
    Board board;
    board.game = {.columns = 3, .cells = 0, .build = 1, .empty = 1, .whole = 2, .forced = 1, .suits = 3, .ranks = 3};
    board.columns = {
        {card(1, clubs), card(0, clubs)}, {card(0, diamonds), card(1, diamonds)}, {card(2, clubs), card(2, diamonds)}};
    board.face_down = {1, 1, 0};
    EXPECT(board.score({}) == 0);
    EXPECT(board.score({1, 2, 1}) == -1);  // the ace of clubs must go home first
    const Buffer line{0, home + clubs, 1, 0, home + clubs, 1, 1, 2, 1, 1, home + diamonds, 1};
    EXPECT(board.score(line) == 3);
    EXPECT(board.score({line.begin(), line.begin() + 6}) == 2);
    EXPECT(board.score({line.begin(), line.begin() + 9}) == 2);
    Buffer wrong = line;
    wrong[9] = 0;
    EXPECT(board.score(wrong) == -4);
    Buffer all = line;
    for (const std::uint8_t suit : {diamonds, diamonds, clubs})
        all.insert(all.end(), {2, static_cast<std::uint8_t>(home + suit), 1});
    EXPECT(board.score(all) == 6 && board.check(all) == -1);
    EXPECT_REFUSED(board.score({0, 1}));
}

// How cards are dealt: piles, and after them a whole pack in the order of its deck.
Buffer with_pack(Buffer piles) {
    for (std::uint8_t c = 0; c < 52; ++c) piles.push_back(c);
    return piles;
}

// Runs of random deals, with the kernel's own best scores and with false ones.
void runs() {
    Game russian{.columns = 7, .cells = 0, .build = 1, .empty = 1, .whole = 2, .forced = 1};
    // clang-format off
    const std::string down = "123456" "23456" "3456" "456" "56" "6", up = "0123456" "123456" "123456" "123456" "123456";
    // clang-format on
    Buffer piles;
    for (const char column : down) piles.push_back(static_cast<std::uint8_t>(face_down + column - '0'));
    for (const char column : up) piles.push_back(static_cast<std::uint8_t>(column - '0'));
    Buffer layout = with_pack(piles);
    for (const auto shuffle : {kiebitz::Numbering::fisher_yates, kiebitz::Numbering::wetherell}) {
        const kiebitz::Deals deals{shuffle, 7};
        const kiebitz::ScoresOptions options{.lines = true};
        const kiebitz::Scores best = kiebitz::best_scores(russian.rules(), layout, 40, 60, options, {}, {}, deals);
        const auto judge = [&](const Buffer& scores, const Buffer& lines, const std::vector<std::uint32_t>& ends) {
            return kiebitz::check_scores(russian.rules(), layout, 40, scores, lines, ends, deals);
        };
        EXPECT(judge(best.scores, best.lines, best.ends) == 60);
        for (const int lie : {-1, 1}) {
            Buffer scores = best.scores;
            scores[31] = static_cast<std::uint8_t>(scores[31] + lie);
            EXPECT(judge(scores, best.lines, best.ends) == 31);
        }
        std::size_t moved = 0;
        while (best.ends[moved] == 0) ++moved;  // the first deal with a line
        Buffer lines = best.lines;
        lines[0] = 99;
        EXPECT(judge(best.scores, lines, best.ends) == moved);
        const auto of = [&](const Buffer& from, std::uint64_t first, const kiebitz::Deals& which) {
            return kiebitz::check_scores(russian.rules(), from, first, best.scores, best.lines, best.ends, which);
        };
        EXPECT(of(layout, 41, deals) < 60);  // other deals
        EXPECT(of(layout, 40, {shuffle, {}}) < 60);
        Buffer other = layout;
        std::reverse(other.begin() + 52, other.end());  // the same piles from another deck
        EXPECT(of(other, 40, deals) < 60);
        EXPECT_REFUSED(judge(Buffer(59), best.lines, best.ends));
        EXPECT_REFUSED(judge(best.scores, best.lines, std::vector<std::uint32_t>(59)));
        EXPECT_REFUSED(judge(best.scores, best.lines, std::vector<std::uint32_t>(60)));
    }
    const auto none = [&] { return kiebitz::check_scores(russian.rules(), layout, 0, {}, {}, {}); };
    const auto changed = [&](std::size_t place, int code) {
        const Buffer right = layout;
        layout[place] = static_cast<std::uint8_t>(code);
        EXPECT_REFUSED(none());
        layout = right;
    };
    EXPECT(none() == 0);
    changed(0, face_down + 7);   // a column that is none
    changed(0, face_down + 32);  // face down in a cell
    changed(1, 2);               // face up, with cards face down to come on it
    changed(51, face_down + 6);  // the last of its column
    changed(60, 9);              // a card twice
    changed(60, 52);             // none of the pack
    layout.pop_back();
    EXPECT_REFUSED(none());
}

void ranges() {
    const Game freecell;
    Buffer piles;
    for (int i = 0; i < 52; ++i) piles.push_back(static_cast<std::uint8_t>(i % 8));
    const auto run = [&](const Buffer& verdicts, const Buffer& lines, const std::vector<std::uint32_t>& ends) {
        return kiebitz::check_range(freecell.rules(), with_pack(piles), 1, static_cast<std::int64_t>(verdicts.size()),
                                    verdicts, lines, ends);
    };
    EXPECT(run({1, 2}, {}, {0, 0}) == 3);          // nothing claimed
    EXPECT(run({1, 0}, {}, {0, 0}) == 2);          // solved by no move at all
    EXPECT(run({0, 0}, {0, 32, 1}, {3, 3}) == 1);  // legal, but not won
    EXPECT(run({2, 1}, {0, 32, 1}, {0, 3}) == 2);  // a line without a claim
    EXPECT(run({2, 0}, {0, 32}, {0, 2}) == 2);     // two thirds of a move
    EXPECT_REFUSED(run({1, 3}, {}, {0, 0}));
    EXPECT_REFUSED(run({1, 1}, {}, {0}));
    EXPECT_REFUSED(run({1, 1}, {0, 32, 1}, {0, 6}));
    EXPECT_REFUSED(run({1, 1}, {0, 32, 1}, {3, 0}));
    EXPECT_REFUSED(run({1, 1}, {0, 32, 1}, {0, 0}));
    for (const int pile : {8, 31, 36, 52, face_down + 7, 255}) {
        piles[7] = static_cast<std::uint8_t>(pile);
        EXPECT_REFUSED(run({1}, {}, {0}));
    }
    piles[7] = piles[8] = 32;  // two cards in one cell
    EXPECT_REFUSED(run({1}, {}, {0}));
    piles[8] = 35;
    EXPECT(run({1}, {}, {0}) == 2);
    // Aces that lie home before the deal, wherever they lie in the pack: the same as if they were dealt first.
    for (int i = 0; i < 52; ++i)
        piles[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i < 4 ? home + i : i % 8);
    const Game castle{.cells = 1, .build = 2};
    const auto batch = kiebitz::solve_range(castle.rules(), with_pack(piles), 1, 3, kiebitz::Mode::first, {}, true, {});
    const auto judge = [&](const Buffer& layout) {
        return kiebitz::check_range(castle.rules(), layout, 1, 3, batch.verdicts, batch.lines, batch.ends);
    };
    EXPECT(judge(with_pack(piles)) == 4);
    EXPECT(batch.verdicts == Buffer(3, 0));
    Buffer ahead = with_pack(piles);
    ahead.insert(ahead.end(), {0, 1, 2, 3});
    EXPECT(judge(ahead) == 4);
    ahead.back() = 51;  // the king of spades before all others: other positions
    EXPECT(judge(ahead) == 1);
    ahead.back() = 0;  // a card twice
    EXPECT_REFUSED(judge(ahead));
    piles[4] = home;  // the two of clubs too: other positions
    EXPECT(judge(with_pack(piles)) == 1);
    for (std::size_t i = 0; i < 14; ++i) piles[i] = home;  // more than a suit
    EXPECT_REFUSED(judge(with_pack(piles)));
    Game small;
    small.ranks = 9;
    piles.clear();
    for (int i = 0; i < 36; ++i) piles.push_back(static_cast<std::uint8_t>(i % 8));
    for (int i = 0; i < 36; ++i) piles.push_back(static_cast<std::uint8_t>(i));
    const auto thirty_six = [&] {
        return kiebitz::check_range(small.rules(), piles, 1, 1, Buffer{1}, {}, std::vector<std::uint32_t>{0});
    };
    EXPECT(thirty_six() == 2);
    piles.push_back(36);  // a ten, dealt first
    EXPECT_REFUSED(thirty_six());
    piles = {0};
    EXPECT_REFUSED(thirty_six());
    piles = with_pack(Buffer(52));
    for (const std::int64_t number : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()})
        EXPECT_REFUSED(kiebitz::check_range(freecell.rules(), piles, number, number, Buffer{1}, {},
                                            std::vector<std::uint32_t>{0}, {kiebitz::Numbering::fisher_yates, {}}));
}

// Bytes at random and good bytes gone bad: refused or judged, but never read past an end (the sanitizers watch).
void noise() {
    std::uint64_t state = 2463534242;
    const auto draw = [&](std::uint64_t below) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return state % below;
    };
    const auto spoil = [&](Buffer bytes) {
        for (auto changes = draw(4); changes > 0 && !bytes.empty(); --changes) {
            const auto at = draw(bytes.size());
            const auto byte = static_cast<std::uint8_t>(draw(3) ? draw(64) : draw(256));
            const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
            switch (draw(4)) {
            case 0: bytes.erase(place); break;
            case 1: bytes.insert(place, byte); break;
            default: *place = byte;
            }
        }
        return bytes;
    };
    const auto random = [&] {
        Buffer bytes(draw(80));
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(draw(256));
        return bytes;
    };
    Board open;
    open.game = {.columns = 18, .cells = 12};
    open.columns.resize(18);
    open.cells.assign(12, nothing);
    open.pile_up_rest(0);
    Board any = one_suit();
    any.game.cells = 0, any.cells = {}, any.game.whole = 2, any.face_down = {5, 0, 0};
    const Board boards[] = {one_suit(), open, any};
    int judged = 0, refused = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Board& board = boards[draw(3)];
        Buffer line(3 * draw(30));
        for (std::size_t k = 0; k < line.size(); k += 3) {
            line[k] = static_cast<std::uint8_t>(draw(8) ? draw(34) : draw(256));
            line[k + 1] = static_cast<std::uint8_t>(draw(8) ? draw(52) : draw(256));
            line[k + 2] = static_cast<std::uint8_t>(draw(8) ? 1 : draw(256));
        }
        const Buffer rules = draw(4) ? board.game.rules() : draw(2) ? spoil(board.game.rules()) : random();
        const Buffer position = draw(4) ? board.bytes() : draw(2) ? spoil(board.bytes()) : random();
        try {
            const std::int64_t answer = kiebitz::check(rules, position, line);
            EXPECT(answer >= -1 && answer <= static_cast<std::int64_t>(line.size() / 3));
            ++judged;
            const std::int64_t score = kiebitz::check_score(rules, position, line);
            EXPECT(score >= -static_cast<std::int64_t>(line.size() / 3) && score <= 52);
        } catch (const std::invalid_argument&) {
            ++refused;
        }
        Buffer layout(draw(4) ? 52 : draw(60));
        for (auto& pile : layout) pile = static_cast<std::uint8_t>(draw(30) ? draw(board.game.columns) : draw(256));
        if (draw(8)) layout = with_pack(std::move(layout));
        if (!draw(4)) layout = spoil(std::move(layout));
        std::vector<std::uint32_t> ends(draw(4));
        for (auto& end : ends) end = static_cast<std::uint32_t>(draw(2) ? line.size() : draw(100));
        Buffer verdicts(draw(4));
        for (auto& verdict : verdicts) verdict = static_cast<std::uint8_t>(draw(3));
        try {
            const auto first = static_cast<std::int64_t>(draw(100));
            const auto last = first + static_cast<std::int64_t>(draw(4)) - 1;
            const std::int64_t answer = kiebitz::check_range(rules, layout, first, last, verdicts, line, ends);
            EXPECT(answer >= first && answer <= last + 1);
        } catch (const std::invalid_argument&) {}
    }
    EXPECT(judged > 10'000 && refused > 10'000);
}

}  // namespace

int main() {
    right_and_wrong_lines();
    single_moves();
    other_builds();
    words();
    stock();
    capacities();
    any_card_moves();
    scores();
    ranges();
    runs();
    noise();
}
