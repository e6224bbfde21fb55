// Play by numbers of actions, for programs that learn.
#include <algorithm>
#include <numeric>

#include "common/refusal.hpp"
#include "kiebitz/play.hpp"
#include "play/board.hpp"
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
        if (std::ranges::any_of(ranks, [](auto rank) { return rank >= max_cards / 4; }))
            refuse("ranks: numbers below 13 expected");
    }

    std::size_t card(Card c) const {
        return ranks_[std::size_t(rank_of(c))] * std::size_t{4} + std::size_t(suit_of(c));
    }
    int targets() const { return rules_.columns + 2; }

    // The legal moves that have an action; those into other empty columns and cells than the first have that of the
    // first.
    std::vector<NumberedMove> moves(const Game& game, const Board& b, const Position& p) const {
        const int first_empty = int(std::find(p.length, p.length + rules_.columns, 0) - p.length);
        std::vector<NumberedMove> numbered;
        for (const CountedMove& move : legal_moves(game, b)) {
            const bool from_cell = move.from >= cell_code && move.from < foundation_code;
            int target = move.to;
            if (move.to >= foundation_code) target = rules_.columns + 1;
            else if (move.to >= cell_code) target = rules_.columns;
            else if (!p.length[move.to]) target = first_empty;
            if (from_cell && target == rules_.columns) continue;
            numbered.push_back({move, int(card(first_of(p, move))) * targets() + target});
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
    static Card first_of(const Position& p, const Move& move) {
        if (move.from < cell_code) return p.column[move.from][p.length[move.from] - move.count];
        if (move.from < foundation_code) return p.cells[move.from - cell_code];
        if (move.from == stock_code) return p.stock[0];
        const int suit = move.from - foundation_code;
        return Card(4 * (p.home[suit] - 1) + suit);
    }

    const Rules& rules_;
    Bytes ranks_;
};

}  // namespace

NumberedPlay act(const Played& played, Bytes ranks, Bytes position, const std::optional<int>& action) {
    const Game game(Rules::read(played.rules), played.play);
    const Actions actions(game.rules(), ranks);
    Position p = Position::parse(game.rules(), position);
    Board board = game.board(p);
    if (action) {
        const std::vector<NumberedMove> moves = actions.moves(game, board, p);
        const auto chosen = std::ranges::find(moves, *action, &NumberedMove::action);
        if (chosen == moves.end()) refuse("action: a legal one expected");
        carry_out(game, board, *chosen);
        for (Move next = next_automatic(game, board); next.count; next = next_automatic(game, board))
            carry_out(game, board, next);
        p = game.position(board);
    }
    NumberedPlay now;
    now.position = written(game.rules(), p);
    now.places = actions.places(p);
    now.mask.resize(all_cards * std::size_t(actions.targets()));
    for (const NumberedMove& move : actions.moves(game, board, p)) {
        now.mask[std::size_t(move.action)] = 1;
        now.moves.insert(now.moves.end(), {move.from, move.to, move.count, std::uint8_t(move.action & 255),
                                           std::uint8_t(move.action >> 8)});
    }
    now.home = std::accumulate(p.home, p.home + 4, 0);
    now.won = game.won(board);
    return now;
}

}  // namespace kiebitz::play
