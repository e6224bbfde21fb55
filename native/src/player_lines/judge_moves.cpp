// The effect on the win of each move along a line.
#include <algorithm>
#include <stdexcept>

#include "common/refusal.hpp"
#include "freecell/solver.hpp"
#include "kiebitz/difficulty.hpp"
#include "play/board.hpp"
#include "play/positions.hpp"
#include "player_lines/sequence_rules.hpp"

namespace kiebitz {
namespace play {
namespace {

// The distinct boards after one move.
std::vector<Board> followers(const Game& game, const Board& b) {
    std::vector<Board> different;
    std::vector<Step> carried;
    game.steps(b, [&](Step step) {
        Board next = b;
        if (game.make(next, step, carried) != Outcome::made || next == b) return;
        if (std::find(different.begin(), different.end(), next) == different.end()) different.push_back(next);
    });
    return different;
}

// The step of cards for a move between piles.
Step step_of(const kiebitz::Rules& rules, const Board& b, const std::uint8_t* move) {
    const int from = move[0], to = move[1];
    Card card = no_card;
    if (from < rules.columns) card = b.end[from];
    else if (from >= cell_code && from < cell_code + rules.cells) card = b.cell[from - cell_code];
    else if (const int suit = from - foundation_code; suit >= 0 && suit < 4 && b.home[suit])
        card = Card(4 * (b.home[suit] - 1) + suit);
    for (int i = 1; i < move[2] && card < max_cards; ++i) card = b.below[card];
    if (card >= max_cards) refuse("line: moves of cards that are there expected");
    if (to < rules.columns) return {card, b.end[to] == no_card ? on_bottom : b.end[to]};
    return {card, to < foundation_code ? in_cell : at_home};
}

}  // namespace
}  // namespace play

JudgedMoves judge_moves(Bytes rules, Bytes position, Bytes line, const Play& play, const Limits& limits,
                        const Poll& poll) {
    const Rules r = play::rules_of_sequences(rules);
    if (line.size() % 3) refuse("line: three bytes a move expected");
    const play::Game game(r, play);
    play::Board b = game.board(Position::parse(r, position));
    freecell::Solver solver(r, limits, 0, poll, WhenEnded::stop);
    JudgedMoves judged;
    std::vector<play::Step> carried;
    for (std::size_t at = 0; at < line.size(); at += 3) {
        play::Board after = b;
        play::CountedMove move;
        const std::uint8_t* const next_move = line.data() + at;
        if (game.make(after, play::step_of(r, b, next_move), carried, &move) != play::Outcome::made ||
            move.from != next_move[0] || move.to != next_move[1] || move.count != next_move[2])
            refuse("line: legal moves, to the first free cell or empty column, expected");
        std::uint8_t counts[3] = {};  // by verdict
        for (const play::Board& next : play::followers(game, b)) {
            if (next == after) {
                ++counts[int(Verdict::solved)];
                continue;
            }
            const std::vector<std::uint8_t> next_position = play::written(r, game.position(next));
            const Answer answer = solver.run(Position::parse(r, next_position), Mode::first);
            judged.states += answer.states;
            judged.stopped |= answer.limit_hit == LimitHit::stopped;
            if (judged.stopped) return judged;
            if (answer.verdict == Verdict::solved && check(rules, next_position, answer.line) != -1)
                throw std::logic_error("the checker refuses the line that the search found");
            ++counts[int(answer.verdict)];
        }
        judged.kept.push_back(counts[int(Verdict::solved)]);
        judged.lost.push_back(counts[int(Verdict::impossible)]);
        judged.open.push_back(counts[int(Verdict::undecided)]);
        b = after;
    }
    return judged;
}

}  // namespace kiebitz
