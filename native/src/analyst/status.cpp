#include "analyst/status.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "analyst/game_replay.hpp"
#include "common/refusal.hpp"
#include "freecell/solver.hpp"
#include "play/positions.hpp"
#include "player_lines/beam.hpp"
#include "player_lines/player_lines.hpp"
#include "russian/russian.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz::analyst {
namespace {

// The state limit of a search with forced moves home: about a second.
constexpr std::uint64_t most_forced_states = 1'000'000;
constexpr std::int64_t wins = -1;  // the checker's answer for a legal line that wins

[[noreturn]] void fault(const std::string& what) { throw std::logic_error(what); }

Answer ask(const Rules& rules, const Position& position, Mode mode, const Limits& limits, const Poll& poll) {
    if (rules.any) return yukon::solve(rules, position, mode, limits, 0, poll, WhenEnded::stop);
    return freecell::Solver(rules, limits, 0, poll, WhenEnded::stop).run(position, mode);
}

Status won_or_lost(const Game& game, const Position& position, Mode mode, Spending& spending) {
    const auto answer = spending.spend(
        [&](const Limits& limits, const Poll& poll) { return ask(game.rules, position, mode, limits, poll); });
    Status status;
    if (answer) {
        status.verdict = answer->verdict;
        status.line = answer->line;
    }
    status.effort = spending.effort();
    if (status.verdict != Verdict::undecided) status.effort.limit_hit = LimitHit::none;
    return status;
}

Status best_score_of(const Game& game, const Position& position, bool shortest, Spending& spending) {
    const int cards = game.cards();
    const russian::Table table = russian::table_of(game.rules, position);
    const auto best = spending.spend([&](const Limits& limits, const Poll& poll) {
        Budget budget(limits, poll, WhenEnded::stop);
        russian::BestScore search(budget, {});
        Score score = search.find(table, true, game.scored ? 0 : cards);
        score.store = search.store();
        return score;
    });
    const int score = best ? best->score : cards_home(position), bound = best ? best->bound : cards;
    Buffer line = best ? best->line : Buffer{};
    Effort effort = spending.effort();
    if (shortest && score == bound) {
        const auto path = spending.spend([&](const Limits& limits, const Poll& poll) {
            Budget budget(limits, poll, WhenEnded::stop);
            return russian::ShortestPath(budget).find(table, score, true);
        });
        if (path && path->moves >= 0) line = path->line;
        else if (path && path->limit_hit == LimitHit::none)
            fault("no shortest line was found to a score, though a line to it was");
        const LimitHit hit = effort.limit_hit;
        effort = spending.effort();
        effort.limit_hit = hit;
    }
    Status status = scored(game, score, bound, std::move(line), effort);
    if (game.scored) return status;
    status.score = status.bound = no_score;
    if (score < cards) status.line.clear();
    return status;
}

void check_line(const Game& game, const Position& position, const Status& status) {
    if (status.verdict != Verdict::solved && status.score <= 0) return;
    const Buffer board = play::written(game.rules, position);
    const bool right = status.score == no_score ? check(game.rule_bytes(), board, status.line) == wins
                                                : check_score(game.rule_bytes(), board, status.line) == status.score;
    if (!right) fault("the checker refuses the line that the search status");
}

// --- the player's line ---

// Search for a winning line in which each card must go home as soon as it fits; there may be none.
std::optional<Answer> ask_with_forced_moves(const Game& game, const Position& position, Spending& spending) {
    Rules rules = game.rules;
    rules.forced = true;
    return spending.spend(
        [&](const Limits& limits, const Poll& poll) { return ask(rules, position, Mode::prove, limits, poll); },
        most_forced_states);
}

bool make_line(const Game& game, const Position& position, const Buffer& line, Autoplay autoplay, Buffer& moves) {
    moves.clear();
    return play::Maker(game.rules, game.play(autoplay)).make(position, line, moves);
}

// A line of the search with forced moves home suits the rule `max`. The game is known to be won, so this search, which
// may be hard, has a low limit.
bool survives(const Game& game, const Position& position, const Buffer& line, Autoplay autoplay, Spending& spending,
              Buffer& moves) {
    if (make_line(game, position, line, autoplay, moves)) return true;
    if (autoplay != Autoplay::max || position.stock_left) return false;
    const std::optional<Answer> forced = ask_with_forced_moves(game, position, spending);
    return forced && !forced->line.empty() && make_line(game, position, forced->line, autoplay, moves);
}

void check_moves(const Game& game, const Position& position, const PlayerLine& line) {
    const Buffer board = play::written(game.rules, position);
    if (check_player_line(game.rule_bytes(), board, line.moves, game.play(line.autoplay)) != wins)
        fault("the checker refuses the line made for players");
}

// A line under this autoplay rule, or under a weaker one if no line survives it.
PlayerLine winning_line(const Game& game, const Position& position, const Buffer& line, Autoplay autoplay,
                        Spending& spending) {
    PlayerLine player_line;
    for (const Autoplay rule : std::array{autoplay, Autoplay::safe, Autoplay::none}) {
        player_line.autoplay = rule;
        if (!survives(game, position, line, rule, spending, player_line.moves)) continue;
        check_moves(game, position, player_line);
        return player_line;
    }
    fault("the search's line wins, but could not be made into a player's line");
}

// Leave out moves home that autoplay has already made.
PlayerLine played_to_score(const Game& game, const Position& position, Bytes line, Autoplay autoplay, int score) {
    Replay replay(game, position, autoplay), along(game, position, Autoplay::none);
    PlayerLine player_line{{}, autoplay};
    for (std::size_t at = 0; at < line.size(); at += move_size) {
        const std::uint8_t* const move = line.data() + at;
        const bool goes_home = move[1] >= foundation_code && move[1] < stock_code;
        const bool is_made = goes_home && replay.is_home(along.last(move[0]));
        along.push(move);
        if (is_made) continue;
        player_line.moves.insert(player_line.moves.end(), {move[0], move[1], move[2], replay.implied(move)});
        replay.push(move);
    }
    const Buffer board = play::written(game.rules, position);
    if (check_player_score(game.rule_bytes(), board, player_line.moves, game.play(autoplay)) != score)
        fault("the checker refuses the line made for players");
    return player_line;
}

}  // namespace

Status scored(const Game& game, int score, int bound, Buffer line, const Effort& effort) {
    const int cards = game.cards();
    Status status;
    status.verdict = score == cards ? Verdict::solved : bound < cards ? Verdict::impossible : Verdict::undecided;
    status.score = score;
    status.bound = bound;
    status.line = std::move(line);
    status.effort = effort;
    if (score >= bound) status.effort.limit_hit = LimitHit::none;
    return status;
}

Status answer_within(const Game& game, const Position& position, Mode mode, bool shortest, Spending& spending) {
    if (!game.search) refuse("game: rules that a search knows expected");
    if (cards_home(position) == game.cards()) {
        Status status;
        status.verdict = Verdict::solved;
        if (game.scored) status.score = status.bound = game.cards();
        return status;
    }
    const Status status = game.search == Search::russian ? best_score_of(game, position, shortest, spending)
                                                         : won_or_lost(game, position, mode, spending);
    check_line(game, position, status);
    return status;
}

void shorten(const Game& game, const Position& position, std::uint32_t width, Spending& spending, PlayerLine& line) {
    if (line.moves.empty()) return;
    const play::Game table(game.rules, game.play(line.autoplay));
    const auto shorter_line = spending.spend([&](const Limits& limits, const Poll& poll) {
        Budget budget(limits, poll, WhenEnded::stop);
        const play::Board start = table.board(position);
        ShortLine shorter;
        const auto steps = play::Beam(table, width).find(start, int(line.moves.size() / player_move_size), budget);
        shorter.moves = table.written(start, steps);
        shorter.has_line = !shorter.moves.empty();
        shorter.limit_hit = shorter.has_line ? LimitHit::none : budget.hit();
        shorter.states = budget.states();
        shorter.memory = budget.peak();
        return shorter;
    });
    if (!shorter_line || !shorter_line->has_line) return;
    line.moves = shorter_line->moves;
    check_moves(game, position, line);
}

PlayerLine player_line_of(const Game& game, const Position& position, const Status& status, Autoplay autoplay,
                          std::uint32_t width, Spending& spending) {
    if (status.score != no_score) return played_to_score(game, position, status.line, autoplay, status.score);
    if (status.verdict != Verdict::solved) return {{}, autoplay};
    PlayerLine line = winning_line(game, position, status.line, autoplay, spending);
    if (width) shorten(game, position, width, spending, line);
    return line;
}

Status answer(Bytes game_bytes, Bytes position, Mode mode, const Allowance& allowance, const Poll& poll) {
    const Game game(game_bytes);
    Spending spending(allowance, poll);
    return answer_within(game, Position::parse(game.rules, position), mode, false, spending);
}

Solution solution(Bytes game_bytes, Bytes position, const SolutionOptions& options, const Allowance& allowance,
                  const Poll& poll) {
    const Game game(game_bytes);
    const Position start = Position::parse(game.rules, position);
    Spending spending(allowance, poll);
    Solution solution;
    solution.status = answer_within(game, start, options.mode, true, spending);
    const PlayerLine line = player_line_of(game, start, solution.status, options.autoplay, options.width, spending);
    solution.moves = line.moves;
    solution.autoplay = line.autoplay;
    if (spending.begun()) {
        const LimitHit hit = solution.status.effort.limit_hit;
        solution.status.effort = spending.effort();
        solution.status.effort.limit_hit = hit;
    }
    return solution;
}

Solution for_player(Bytes game_bytes, Bytes position, Bytes line, int score, Autoplay autoplay,
                    const Allowance& allowance, const Poll& poll) {
    if (line.size() % move_size) refuse("line: three bytes a move expected");
    const Game game(game_bytes);
    Spending spending(allowance, poll);
    Status status;
    status.verdict = Verdict::solved;
    status.score = score;
    status.line.assign(line.begin(), line.end());
    const PlayerLine moves = player_line_of(game, Position::parse(game.rules, position), status, autoplay, 0, spending);
    Solution solution;
    solution.moves = moves.moves;
    solution.autoplay = moves.autoplay;
    return solution;
}

}  // namespace kiebitz::analyst
