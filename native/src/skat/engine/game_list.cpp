#include "skat/engine/game_list.hpp"

#include "common/decimal.hpp"
#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

std::vector<int> points_for(const Listed& game, int players, Counting counting) {
    constexpr int for_others_of_four = 30;
    std::vector<int> points(std::size_t(players), 0);
    if (!game.written) return points;
    if (game.is_ramsch) {
        points[std::size_t(game.declarer)] = game.written;
        return points;
    }
    const bool is_won = game.written > 0;
    for (int player = 0; player < players; ++player) {
        int& own = points[std::size_t(player)];
        const bool is_declarer = player == game.declarer;
        if (counting == Counting::bierlachs && is_won) {
            const bool plays = players == seats || player != game.dealer;
            if (!is_declarer && plays) own = -game.written;
        } else if (is_declarer) {
            own = game.written;
            if (counting == Counting::seeger_fabian) own += is_won ? for_the_game : -for_the_game;
        } else if (counting == Counting::seeger_fabian && !is_won) {
            own = players == seats ? for_defenders : for_others_of_four;
        }
    }
    return points;
}

std::vector<Total> totals(std::span<const Listed> list, int players, Counting counting) {
    std::vector<Total> totals(std::size_t(players), Total{});
    for (const Listed& game : list) {
        const std::vector<int> points = points_for(game, players, counting);
        for (int player = 0; player < players; ++player) {
            Total& total = totals[std::size_t(player)];
            total.points += points[std::size_t(player)];
            if (game.is_ramsch) continue;
            if (player == game.declarer) {
                total.won += game.written > 0;
                total.lost += game.written < 0;
                total.score += game.written;
            } else {
                total.others_lost += game.written < 0;
            }
        }
    }
    return totals;
}

std::string list_text(std::span<const Listed> list, std::span<const std::string_view> names) {
    constexpr char separator = ';';
    std::string text;
    for (const std::string_view name : names) (text += name) += separator;
    text.back() = '\n';
    int next_dealer = 0;
    for (const Listed& game : list) {
        if (game.dealer != next_dealer) ((text += "dealer ") += names[std::size_t(game.dealer)]) += '\n';
        next_dealer = player_of(0, game.dealer, int(names.size()));
        for (std::size_t player = 0; player < names.size(); ++player) {
            if (game.written && int(player) == game.declarer) text += decimal(game.written);
            text += separator;
        }
        text.back() = '\n';
    }
    return text;
}

}  // namespace kiebitz::skat::engine
