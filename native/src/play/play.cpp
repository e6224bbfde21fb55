#include "kiebitz/play.hpp"

#include <algorithm>
#include <numeric>

#include "common/refusal.hpp"
#include "common/sorting.hpp"
#include "play/board.hpp"
#include "play/moves.hpp"
#include "play/positions.hpp"

namespace kiebitz::play {

std::vector<std::uint8_t> written(const Rules& rules, const Position& p) {
    std::vector<std::uint8_t> bytes(p.home, p.home + 4);
    bytes.push_back(rules.cells);
    bytes.insert(bytes.end(), p.cells, p.cells + rules.cells);
    bytes.push_back(rules.columns);
    for (int i = 0; i < rules.columns; ++i) {
        bytes.push_back(p.length[i]);
        bytes.insert(bytes.end(), p.column[i], p.column[i] + p.length[i]);
    }
    if (rules.any) bytes.insert(bytes.end(), p.face_down, p.face_down + rules.columns);
    if (rules.stock) {
        bytes.push_back(p.stock_left);
        bytes.insert(bytes.end(), p.stock, p.stock + p.stock_left);
    }
    const bool are_face_down =
        std::any_of(p.face_down, p.face_down + rules.columns, [](int cards) { return cards > 0; });
    if (!rules.any && are_face_down) bytes.insert(bytes.end(), p.face_down, p.face_down + rules.columns);
    return bytes;
}

Refusal refusal(const Played& played, Bytes position, const PileMove& move) {
    const Table table(played, position);
    return refusal(table.game, table.board, move);
}

Refusal refused_to_take(const Played& played, Bytes position, int pile, int count) {
    const Table table(played, position);
    return refused_to_take(table.game, table.board, pile, count);
}

int implied_count(const Played& played, Bytes position, std::int64_t from, std::int64_t to) {
    const Table table(played, position);
    return implied_count(table.game, table.board, from, to);
}

State state(const Played& played, Bytes position) {
    const auto [game, board] = Table(played, position);
    State state;
    for (const CountedMove& move : legal_moves(game, board))
        state.moves.insert(state.moves.end(), {move.from, move.to, move.count, move.max_count});
    for (int i = 0; i < game.rules().columns; ++i) state.runs.push_back(std::uint8_t(run_length(game, board, i)));
    state.home = std::accumulate(board.home, board.home + 4, 0);
    state.won = game.won(board);
    return state;
}

Turn turn(const Played& played, Bytes position, const std::optional<PileMove>& move) {
    auto [game, board] = Table(played, position);
    Turn turn;
    const auto note_position = [&] { turn.positions.push_back(written(game.rules(), game.position(board))); };
    if (move) {
        turn.refused = refusal(game, board, *move);
        if (turn.refused) return turn;
        const Move board_move{std::uint8_t(move->from), std::uint8_t(move->to), std::uint8_t(move->count)};
        turn.cards = single_moves(game, board, board_move);
        carry_out(game, board, board_move);
        note_position();
    }
    play_automatic(game, board, [&](const Move& next) {
        append(turn.automatic, next);
        turn.cards += next.count;
        note_position();
    });
    return turn;
}

int cards_to_move(Bytes rules_bytes, Bytes position, const PileMove& move, Bytes position_after) {
    const Rules rules = Rules::read(rules_bytes);
    const Position before = Position::parse(rules, position), now = Position::parse(rules, position_after);
    const auto is_home = [&](Card c) { return c != no_card && rank_of(c) < now.home[suit_of(c)]; };
    const int from = int(move.from), count = int(move.count);
    if (from >= foundation_code && from < stock_code) return count;
    if (from == stock_code) return before.stock_left && !is_home(before.stock[0]);
    if (from >= cell_code) return from - cell_code < rules.cells && !is_home(before.cells[from - cell_code]);
    if (from < 0 || from >= rules.columns || count < 0 || count > before.length[from])
        refuse("move: cards of a pile expected");
    const Card* const end = before.column[from] + before.length[from];
    return count - int(std::count_if(end - count, end, is_home));
}

CommonForm common_form(Bytes rules_bytes, Bytes position, Bytes ranks) {
    constexpr int none = 4 * 13;  // after all cards
    const Rules rules = Rules::read(rules_bytes);
    const Position p = Position::parse(rules, position);
    if (ranks.size() != rules.ranks) refuse("ranks: one byte a rank expected");
    const auto place = [&](Card c) { return c == no_card ? none : 4 * ranks[std::size_t(rank_of(c))] + suit_of(c); };
    const auto sorted = [](int count, auto key) {
        std::vector<std::uint8_t> order(static_cast<std::size_t>(count));
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        sort_few(order.begin(), order.end(), [&](int index, int other) { return key(index) < key(other); });
        return order;
    };
    CommonForm form;  // each card occurs once, so the first card identifies a column
    form.columns = sorted(rules.columns, [&](int i) { return place(p.length[i] ? p.column[i][0] : no_card); });
    form.cells = sorted(rules.cells, [&](int i) { return place(p.cells[i]); });
    Position common = p;
    for (std::size_t to = 0; to < form.columns.size(); ++to) {
        const int from = form.columns[to];
        std::copy_n(p.column[from], p.length[from], common.column[to]);
        common.length[to] = p.length[from];
        common.face_down[to] = p.face_down[from];
    }
    for (std::size_t to = 0; to < form.cells.size(); ++to) common.cells[to] = p.cells[form.cells[to]];
    form.position = written(rules, common);
    return form;
}

}  // namespace kiebitz::play
