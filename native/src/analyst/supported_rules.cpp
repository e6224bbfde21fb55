// The rules that each search supports, as data.
#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "analyst/game.hpp"
#include "common/refusal.hpp"

namespace kiebitz::analyst {
namespace {

// Indices in the bytes of a game.
constexpr std::size_t number_of_ranks_at = 0, suits_at = 1, columns_at = 2, cells_at = 3, build_at = 4,
                      foundations_at = 5, empty_column_at = 6, sequences_at = 7, home_moves_at = 8, stock_at = 9,
                      cell_use_at = 11;

// Choices, by their codes.
enum Supermoves : std::uint8_t { single, standard, microsoft, whole, any_card };
enum Foundations : std::uint8_t { up, down, whole_runs, ace_down };
enum Building : std::uint8_t { alternate_colour, same_suit };
enum Opening : std::uint8_t { any_opens, kings_open };
enum HomeMoves : std::uint8_t { free_moves, forced_moves, both_ways };
constexpr int cells_take = 0, goal_is_win = 0, thirteen_cards = 0, another_pack = 1;

template <class... Codes>
constexpr Condition among(Rule rule, Codes... codes) {
    return {rule, ((std::uint32_t{1} << int(codes)) | ...)};
}
constexpr Condition at_most(Rule rule, int limit) { return {rule, 0, 0, limit}; }
constexpr Condition exactly(Rule rule, int number) { return {rule, 0, number, number}; }

constexpr Condition single_homing = among(Rule::foundations, up, down, ace_down);

// The assumptions of the search for best scores, see docs/kernel.md.
// clang-format off
constexpr Condition russian_rules[] = {
    among(Rule::supermoves, any_card), among(Rule::build, same_suit), among(Rule::empty_column, kings_open),
    among(Rule::foundations, up), among(Rule::home_moves, forced_moves), at_most(Rule::cells, 0),
    exactly(Rule::ranks, 13), at_most(Rule::columns, 10),
};
constexpr Condition yukon_rules[] = {
    among(Rule::supermoves, any_card), at_most(Rule::cells, 0), at_most(Rule::stock, 0),
    among(Rule::build, alternate_colour, same_suit), single_homing, among(Rule::goal, goal_is_win),
    among(Rule::home_moves, free_moves, forced_moves),
};
constexpr Condition freecell_rules[] = {
    among(Rule::supermoves, single, standard, microsoft, whole), at_most(Rule::face_down, 0),
    among(Rule::home_moves, free_moves, both_ways), at_most(Rule::stock, max_stock), at_most(Rule::placements, 1 << 16),
    among(Rule::goal, goal_is_win),
};
// Besides those of FreeCell: at most as many cards move at once as single moves can carry.
constexpr Condition shortest_line_rules[] = {
    among(Rule::supermoves, single, standard, microsoft), at_most(Rule::stock, 0),
    among(Rule::build, alternate_colour, same_suit), among(Rule::cell_use, cells_take), single_homing,
};
constexpr Condition fewest_moves_rules[] = {at_most(Rule::stock, 0), single_homing};
// Supermoves decide how many cards make one move.
constexpr Condition one_suit_rules[] = {
    among(Rule::supermoves, single, whole), among(Rule::pack, thirteen_cards), exactly(Rule::columns, 5),
    exactly(Rule::cells, 1), among(Rule::cell_use, cells_take), among(Rule::build, same_suit),
    among(Rule::foundations, up), among(Rule::home_moves, free_moves), among(Rule::empty_column, any_opens, kings_open),
};
// clang-format on

bool gains_back(Bytes game) { return Rules::read(game.first(rules_size)).gains_back(); }

// The ways to place the stock's cards on the columns, at most a thousand million.
std::int64_t placements(Bytes game) {
    constexpr std::int64_t limit = 1'000'000'000;
    std::int64_t ways = 1;
    for (int card = 0; card < game[stock_at]; ++card) ways = std::min(ways * game[columns_at], limit);
    return ways;
}

std::int64_t value_of(Bytes game, Rule rule) {
    switch (rule) {
    case Rule::supermoves:
        if (game[sequences_at]) return game[sequences_at] == 1 ? whole : any_card;
        return std::array{standard, single, microsoft}[game[at_once_at]];
    case Rule::build: return game[build_at];
    case Rule::empty_column: return game[empty_column_at];
    case Rule::foundations: return game[foundations_at];
    // If returning cards cannot help, cards might as well stay home.
    case Rule::home_moves:
        return game[home_moves_at] == both_ways && !gains_back(game) ? int(free_moves) : game[home_moves_at];
    case Rule::cell_use: return game[cell_use_at];
    case Rule::goal: return game[scored_at];
    case Rule::pack:
        return game[number_of_ranks_at] == 13 && std::has_single_bit(game[suits_at]) ? thirteen_cards : another_pack;
    case Rule::ranks: return game[number_of_ranks_at];
    case Rule::columns: return game[columns_at];
    case Rule::cells: return game[cells_at];
    case Rule::stock: return game[stock_at];
    case Rule::face_down: return game[face_down_at];
    case Rule::placements: return placements(game);
    }
    refuse("rule: a rule of conditions expected");
}

bool met(Bytes game, const Condition& condition) {
    const std::int64_t value = value_of(game, condition.rule);
    if (condition.choices) return value < 32 && (condition.choices >> value & 1) != 0;
    return condition.min <= value && value <= condition.max;
}

// The conditions of a search: its own, and those of another that it builds on.
std::array<std::span<const Condition>, 2> parts(Search search) {
    switch (search) {
    case Search::russian: return {russian_rules};
    case Search::yukon: return {yukon_rules};
    case Search::freecell: return {freecell_rules};
    case Search::shortest_line: return {shortest_line_rules, freecell_rules};
    case Search::fewest_moves: return {fewest_moves_rules, freecell_rules};
    case Search::one_suit: return {one_suit_rules};
    }
    refuse("search: 0 to 5 expected");
}

}  // namespace

std::vector<Condition> conditions(Search search) {
    std::vector<Condition> all;
    for (const auto part : parts(search)) all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::optional<Condition> missed(Bytes game, Search search) {
    check_game(game);
    for (const auto part : parts(search))
        for (const Condition& condition : part)
            if (!met(game, condition)) return condition;
    return std::nullopt;
}

std::optional<Search> search_for(Bytes game) {
    for (const Search search : {Search::russian, Search::yukon, Search::freecell})
        if (!missed(game, search)) return search;
    return std::nullopt;
}

}  // namespace kiebitz::analyst
