// What each move along a line does to the win.
#include <algorithm>
#include <stdexcept>

#include "freecell/solver.hpp"
#include "kiebitz/difficulty.hpp"
#include "player_lines/board.hpp"
#include "player_lines/sequences.hpp"

namespace kiebitz {
namespace players {
namespace {

// The board as the search and the checker are given it; without a stock and face-down cards.
std::vector<std::uint8_t> encoded(const kiebitz::Rules& rules, const Board& b) {
    std::vector<std::uint8_t> bytes(b.home, b.home + 4);
    bytes.push_back(rules.cells);
    bytes.insert(bytes.end(), b.cell, b.cell + rules.cells);
    bytes.push_back(rules.columns);
    for (int i = 0; i < rules.columns; ++i) {
        const std::size_t length = bytes.size();
        bytes.push_back(0);
        for (Card c = b.end[i]; c < max_cards; c = b.below[c]) bytes.push_back(c);
        bytes[length] = std::uint8_t(bytes.size() - length - 1);
        std::reverse(bytes.begin() + std::ptrdiff_t(length) + 1, bytes.end());
    }
    return bytes;
}

// The different boards that one move leads to.
std::vector<Board> followers(const Game& game, const Board& b) {
    std::vector<Board> found;
    std::vector<Step> carried;
    game.steps(b, [&](Step step) {
        Board next = b;
        if (game.make(next, step, carried) != Outcome::made || next == b) return;
        if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
    });
    return found;
}

// A move of piles as one of cards, if there are such cards.
Step told(const kiebitz::Rules& rules, const Board& b, const std::uint8_t* move) {
    const int from = move[0], to = move[1];
    Card card = no_card;
    if (from < rules.columns) card = b.end[from];
    else if (from >= cell_code && from < cell_code + rules.cells) card = b.cell[from - cell_code];
    for (int i = 1; i < move[2] && card < max_cards; ++i) card = b.below[card];
    if (card >= max_cards) throw std::invalid_argument("line: moves of cards that are there expected");
    if (to < rules.columns) return {card, b.end[to] == no_card ? bottom : b.end[to]};
    return {card, to < foundation_code ? in_cell : at_home};
}

}  // namespace
}  // namespace players

JudgedMoves judge_moves(Bytes rules, Bytes position, Bytes line, const Play& play, const Limits& limits, const Poll& poll) {
    const Rules r = players::rules_of_sequences(rules);
    if (line.size() % 3) throw std::invalid_argument("line: three bytes a move expected");
    const players::Game game(r, play);
    players::Board b = game.board(Position::parse(r, position));
    freecell::Solver solver(r, limits, 0, poll);
    JudgedMoves judged;
    std::vector<players::Step> carried;
    for (std::size_t at = 0; at < line.size(); at += 3) {
        players::Board after = b;
        players::Move move;
        const std::uint8_t* const asked = line.data() + at;
        if (game.make(after, players::told(r, b, asked), carried, &move) != players::Outcome::made || move.from != asked[0] ||
            move.to != asked[1] || move.count != asked[2])
            throw std::invalid_argument("line: legal moves, to the first free cell or empty column, expected");
        std::uint8_t counts[3] = {};  // by verdict
        for (const players::Board& next : players::followers(game, b)) {
            if (next == after) {
                ++counts[int(Verdict::solved)];
                continue;
            }
            const std::vector<std::uint8_t> there = players::encoded(r, next);
            const Answer answer = solver.run(Position::parse(r, there), Mode::first);
            judged.states += answer.states;
            if (answer.verdict == Verdict::solved && check(rules, there, answer.line) != -1)
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
