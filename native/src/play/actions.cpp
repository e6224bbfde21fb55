// Play by numbers of actions, for programs that learn.
#include <algorithm>
#include <numeric>

#include "common/refusal.hpp"
#include "kiebitz/play.hpp"
#include "play/moves.hpp"
#include "play/positions.hpp"

namespace kiebitz::play {
namespace {

constexpr std::size_t all_cards = max_cards;

struct NumberedMove : CountedMove {
    int action;
};

// The numbers of cards and actions under the rules.
class Actions {
public:
    Actions(const Rules& rules, Bytes ranks) : rules_(rules), ranks_(ranks) {
        if (ranks.size() != rules.ranks) refuse("ranks: one byte a rank expected");
        std::uint32_t met = 0;
        for (const std::uint8_t rank : ranks) {
            if (rank >= max_cards / 4 || met >> rank & 1) refuse("ranks: different numbers below 13 expected");
            met |= 1u << rank;
        }
    }

    std::size_t card(Card c) const {
        return ranks_[std::size_t(rank_of(c))] * std::size_t{4} + std::size_t(suit_of(c));
    }
    int targets() const { return rules_.columns + 2; }

    // The legal moves that have an action; those into other empty columns and cells than the first have that of the
    // first.
    std::vector<NumberedMove> moves(const Game& game, const Board& b) const {
        const int first_empty = int(std::find(b.end, b.end + rules_.columns, no_card) - b.end);
        std::vector<NumberedMove> numbered;
        for (const CountedMove& move : legal_moves(game, b)) {
            const bool from_cell = move.from >= cell_code && move.from < foundation_code;
            int target = move.to;
            if (move.to >= foundation_code) target = rules_.columns + 1;
            else if (move.to >= cell_code) target = rules_.columns;
            else if (b.end[move.to] == no_card) target = first_empty;
            if (from_cell && target == rules_.columns) continue;
            numbered.push_back({move, int(card(first_of(b, move.from, move.count))) * targets() + target});
        }
        return numbered;
    }

    std::vector<std::uint8_t> places(const Position& p) const {
        std::vector<std::uint8_t> places(3 * all_cards);
        std::fill_n(places.begin(), all_cards, std::uint8_t(nothing));
        const auto put = [&](Card c, int pile, int height, bool is_face_down = false) {
            const std::size_t at = card(c);
            places[at] = std::uint8_t(pile);
            places[all_cards + at] = std::uint8_t(height);
            places[2 * all_cards + at] = is_face_down;
        };
        for (int i = 0; i < rules_.columns; ++i)
            for (int k = 0; k < p.length[i]; ++k) put(p.column[i][k], column_code + i, k, k < p.face_down[i]);
        for (int i = 0; i < rules_.cells; ++i)
            if (p.cells[i] != no_card) put(p.cells[i], cell_code + i, 0);
        for (int s = 0; s < 4; ++s)
            for (int rank = 0; rank < p.home[s]; ++rank) put(Card(4 * rank + s), foundation_code + s, rank);
        for (int i = 0; i < p.stock_left; ++i) put(p.stock[i], stock_code, i);
        return places;
    }

private:
    const Rules& rules_;
    Bytes ranks_;
};

}  // namespace

NumberedState act(const Played& played, Bytes ranks, Bytes position, const std::optional<int>& action) {
    auto [game, board] = Table(played, position);
    const Actions actions(game.rules(), ranks);
    if (action) {
        const std::vector<NumberedMove> moves = actions.moves(game, board);
        const auto chosen = std::ranges::find(moves, *action, &NumberedMove::action);
        if (chosen == moves.end()) refuse("action: a legal one expected");
        carry_out(game, board, *chosen);
        play_automatic(game, board, [](const Move&) {});
    }
    const Position p = game.position(board);
    NumberedState now;
    now.position = written(game.rules(), p);
    now.places = actions.places(p);
    now.mask.resize(all_cards * std::size_t(actions.targets()));
    for (const NumberedMove& move : actions.moves(game, board)) {
        now.mask[std::size_t(move.action)] = 1;
        now.moves.insert(now.moves.end(), {move.from, move.to, move.count, std::uint8_t(move.action & 255),
                                           std::uint8_t(move.action >> 8)});
    }
    now.home = std::accumulate(board.home, board.home + 4, 0);
    now.won = game.won(board);
    return now;
}

}  // namespace kiebitz::play
