// From a game's stated rules to the bytes of its rules and its layout.
#include <algorithm>
#include <bit>

#include "common/position.hpp"
#include "kiebitz/play.hpp"

namespace kiebitz::play {
namespace {

// The changeable rules, in the order of src/kiebitz/patience/rule_options.py, and the choices of some of them.
// clang-format off
enum Choice {
    cells, columns, build, empty_column, foundations, supermoves, home_moves, ace, sequences, cell_use, suits, goal,
    choices,
};
// clang-format on
enum Foundations { up, down, ace_down, whole_runs };
enum Supermoves { single, standard, microsoft, whole, any };
constexpr std::uint8_t ace_rank = 0, ace_high = 1, face_down_bit = 64;

void expect(bool is_so, const char* what) {
    if (!is_so) refuse("game", what);
}

// Ranks as columns are built, low to high, and in the order of the foundations.
struct Ranks {
    std::vector<std::uint8_t> low_to_high, homeward;

    explicit Ranks(const Stated& stated) : low_to_high(stated.ranks.begin(), stated.ranks.end()) {
        const auto aside = std::find(low_to_high.begin(), low_to_high.end(), ace_rank);
        if (stated.choices[ace] == ace_high && aside != low_to_high.end())
            std::rotate(aside, aside + 1, low_to_high.end());
        homeward = low_to_high;
        const int order = stated.choices[foundations];
        if (order == up || order == whole_runs) return;
        std::reverse(homeward.begin(), homeward.end());
        const auto first = std::find(homeward.begin(), homeward.end(), ace_rank);
        if (order == ace_down && first != homeward.end()) std::rotate(homeward.begin(), first, first + 1);
    }

    // The direction of columns relative to the foundations, as in `Rules`.
    std::uint8_t direction(int order) const {
        if (order == up) return 0;
        if (order == whole_runs) return 2;
        return order == ace_down && low_to_high.front() == ace_rank ? 3 : 1;
    }
    std::uint8_t code(int rank, int suit) const {
        const auto step = std::find(homeward.begin(), homeward.end(), rank);
        expect(step != homeward.end(), "ranks of the pack");
        return std::uint8_t(4 * (step - homeward.begin()) + suit);
    }
};

std::vector<std::uint8_t> layout(const Stated& stated, const Ranks& ranks) {
    const Bytes chosen = stated.choices;
    const int mask = chosen[suits], pack = int(stated.ranks.size()) * std::popcount(unsigned(mask));
    std::vector<std::uint8_t> piles, in_cells, deck;
    for (int suit = 0; suit < 4; ++suit)
        if (mask >> suit & 1)
            piles.insert(piles.end(), std::size_t(stated.dealt_home), std::uint8_t(foundation_code + suit));
    for (const std::uint8_t cell : stated.dealt_to_cells)
        if (cell < chosen[cells]) in_cells.push_back(std::uint8_t(cell_code + cell));
    int down[max_columns] = {};
    for (std::size_t i = 0; i < stated.face_down.size() && i < max_columns; ++i) down[i] = stated.face_down[i];
    const auto to_column = [&](int column) {
        expect(column < chosen[columns] && column < max_columns, "rows of the game's columns");
        piles.push_back(std::uint8_t(column + (down[column] > 0 ? face_down_bit : 0)));
        --down[column];
    };
    for (const std::uint8_t column : stated.dealt_rows) to_column(column);
    const int in_columns = pack - int(piles.size()) - int(in_cells.size()) - stated.stock;
    if (stated.dealt_rows.empty())
        for (int i = 0; i < in_columns; ++i) to_column(i % chosen[columns]);
    piles.insert(piles.end(), in_cells.begin(), in_cells.end());
    piles.insert(piles.end(), std::size_t(stated.stock), stock_code);
    expect(int(piles.size()) == pack, "as many cards dealt as the pack has");

    for (const std::uint8_t rank : stated.ranks)
        for (int suit = 0; suit < 4; ++suit)
            if (mask >> suit & 1) piles.push_back(ranks.code(rank, suit));
    for (const std::uint8_t card : stated.dealt_first) piles.push_back(ranks.code(card / 4, card % 4));
    return piles;
}

}  // namespace

Encoded encoded(const Stated& stated) {
    const Bytes chosen = stated.choices;
    expect(chosen.size() == choices, "a byte for each rule that may be changed");
    expect(!stated.ranks.empty() && chosen[columns] > 0, "ranks and columns");
    expect(stated.stock >= 0 && stated.dealt_home >= 0, "numbers of cards");
    const Ranks ranks(stated);
    const int moves = chosen[supermoves];
    Encoded all;
    all.rules = {std::uint8_t(stated.ranks.size()),
                 chosen[suits],
                 chosen[columns],
                 chosen[cells],
                 chosen[build],
                 ranks.direction(chosen[foundations]),
                 chosen[empty_column],
                 std::uint8_t(moves == whole ? 1
                              : moves == any ? 2
                                             : 0),
                 chosen[home_moves],
                 std::uint8_t(stated.stock),
                 chosen[sequences],
                 chosen[cell_use]};
    all.layout = layout(stated, ranks);
    all.ranks = ranks.homeward;
    all.at_once = moves == single ? AtOnce::one : moves == microsoft ? AtOnce::microsoft : AtOnce::carried;
    return all;
}

}  // namespace kiebitz::play
