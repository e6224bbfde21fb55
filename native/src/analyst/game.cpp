#include "analyst/game.hpp"

#include <bit>
#include <numeric>

#include "common/refusal.hpp"
#include "kiebitz/play.hpp"
#include "play/positions.hpp"

namespace kiebitz::analyst {
namespace {

Buffer inverse(const Buffer& order) {
    Buffer back(order.size());
    for (std::size_t at = 0; at < order.size(); ++at) back[order[at]] = std::uint8_t(at);
    return back;
}

}  // namespace

void check_game(Bytes game) {
    if (game.size() <= ranks_at || game.size() != ranks_at + game[0])
        refuse("game: fifteen bytes and one a rank expected");
    if (game[at_once_at] > 2 || game[scored_at] > 1) refuse("game: a choice out of range");
}

Game::Game(Bytes game) {
    check_game(game);
    bytes.assign(game.begin(), game.end());
    rules = Rules::parse(rule_bytes());
    at_once = AtOnce(game[at_once_at]);
    scored = game[scored_at] != 0;
    search = search_for(game);
}

int Game::cards() const { return rules.ranks * std::popcount(rules.suits); }

int cards_home(const Position& position) { return std::accumulate(position.home, position.home + 4, 0); }

Buffer Arrangement::mapped(Bytes moves, std::size_t size) const {
    const auto pile = [&](std::uint8_t code) {
        if (code < cell_code) return columns[code];
        return code < foundation_code ? std::uint8_t(cell_code + cells[code - cell_code]) : code;
    };
    Buffer renamed(moves.begin(), moves.end());
    for (std::size_t at = 0; at < renamed.size(); at += size) {
        renamed[at] = pile(renamed[at]);
        renamed[at + 1] = pile(renamed[at + 1]);
    }
    return renamed;
}

Arrangement Arrangement::inverse() const { return {analyst::inverse(columns), analyst::inverse(cells)}; }

CommonForm common_form(const Game& game, const Position& position) {
    play::CommonForm form = play::common_form(game.rule_bytes(), play::written(game.rules, position), game.ranks());
    const Position common = Position::parse(game.rules, form.position);
    return {std::move(form.position), common, {std::move(form.columns), std::move(form.cells)}};
}

}  // namespace kiebitz::analyst
