// Lists of games at a table of three or four players: the points for each game, and the totals.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kiebitz::skat::engine {

enum class Counting { seeger_fabian, leipzig, bierlachs };

// A game of a list. At a table of four the dealer sits out; the score written for the declarer is 0 if all
// passed. In Ramsch there is no declarer, and the score is that of one player, whose points it is in every counting.
struct Listed {
    int dealer, declarer, written;
    bool is_ramsch = false;
};

// The player in a seat: the dealer's left neighbour is forehand, and deals next.
constexpr int player_of(int seat, int dealer, int players) { return (dealer + 1 + seat) % players; }

// The points of each player for a game.
std::vector<int> points_for(const Listed& game, int players, Counting counting);

// A player's games won and lost as declarer, the games that others lost, and the sum of the scores and of the points.
struct Total {
    int won = 0, lost = 0, others_lost = 0, score = 0, points = 0;
};
std::vector<Total> totals(std::span<const Listed> list, int players, Counting counting);

// The list as a file of the card table: the names, then a cell for each player; lines name dealers out of turn.
std::string list_text(std::span<const Listed> list, std::span<const std::string_view> names);

}  // namespace kiebitz::skat::engine
