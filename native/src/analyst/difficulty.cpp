// Difficulty of a deal: the narrowness of the way to a win, and the results of planless players.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "analyst/game_replay.hpp"
#include "analyst/status.hpp"
#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "play/positions.hpp"
#include "player_lines/greedy.hpp"

namespace kiebitz::analyst {
namespace {

constexpr std::uint32_t width = 100;           // positions kept on each level of the search for the line
constexpr std::uint64_t move_states = 10'000;  // limit for each move; beyond it the move stays undecided
constexpr std::uint32_t all_games = games_of_each * std::uint32_t(ahead.size());
// The least games won by the planless players on a deal of each level but `expert`, from `easy` on.
constexpr std::array<std::uint32_t, 3> games_of_level{12, 5, 1};

// All data here refer to the common form of the position.
class Measuring {
public:
    Measuring(const Game& game, const Position& start, Autoplay autoplay, const Allowance& allowance, const Poll& poll)
        : game_(game), start_(start), autoplay_(autoplay), allowance_(allowance), poll_(poll) {}

    // Find a line, and make it short if the moves beside it are to be judged.
    Difficulty line(bool is_short) const {
        Difficulty difficulty;
        Spending spending(allowance_, poll_);
        difficulty.status = answer_within(game_, start_, Mode::first, true, spending);
        difficulty.autoplay = autoplay_;
        if (difficulty.status.verdict != Verdict::solved) {
            difficulty.share = 1;
            return difficulty;
        }
        PlayerLine line = player_line_of(game_, start_, difficulty.status, autoplay_, 0, spending);
        difficulty.autoplay = line.autoplay;
        if (!is_short) return difficulty;
        Allowance only_memory;
        only_memory.limits.memory = allowance_.limits.memory;
        only_memory.memory = allowance_.memory;
        Spending more(only_memory, poll_);
        shorten(game_, start_, width, more, line);
        difficulty.moves = line.moves;
        return difficulty;
    }

    // Judge the alternatives to the next move of the line, or play the next game; return false at the end.
    bool go_on(Difficulty& difficulty) {
        const std::size_t moves = difficulty.moves.size() / player_move_size, ply = difficulty.kept.size();
        if (ply < moves) judge(difficulty, ply);
        else if (difficulty.games < all_games) let_play(difficulty);
        const double steps_done = double(difficulty.kept.size() + difficulty.games),
                     all_steps = double(moves + all_games);
        difficulty.share = steps_done / all_steps;
        return difficulty.share < 1 && !stopped(difficulty);
    }

    void let_play(Difficulty& difficulty) {
        const std::size_t player = difficulty.games / games_of_each;
        if (!greedy_ || greedy_->ahead() != ahead[player] || greedy_->autoplay() != difficulty.autoplay)
            greedy_.emplace(game_.rules, game_.play(difficulty.autoplay), start_, ahead[player]);
        const bool won = greedy_->wins(splitmix64(0, difficulty.games % games_of_each), poll_);
        if (greedy_->stopped()) return stop(difficulty);
        difficulty.won[player] += won;
        ++difficulty.games;
    }

    static bool stopped(const Difficulty& difficulty) {
        return difficulty.status.effort.limit_hit == LimitHit::stopped;
    }

private:
    void judge(Difficulty& difficulty, std::size_t ply) const {
        Replay replay(game_, start_, difficulty.autoplay);
        for (std::size_t at = 0; at < ply; ++at) replay.push(difficulty.moves.data() + at * player_move_size);
        const Bytes move = Bytes(difficulty.moves).subspan(ply * player_move_size, move_size);
        const Limits limits{move_states, 0, allowance_.limits.memory ? allowance_.limits.memory : allowance_.memory};
        const JudgedMoves judged = judge_moves(game_.rule_bytes(), play::written(game_.rules, replay.position()), move,
                                               game_.play(difficulty.autoplay), limits, poll_);
        if (judged.stopped) return stop(difficulty);
        difficulty.kept.push_back(judged.kept[0]);
        difficulty.lost.push_back(judged.lost[0]);
        difficulty.open.push_back(judged.open[0]);
    }

    static void stop(Difficulty& difficulty) { difficulty.status.effort.limit_hit = LimitHit::stopped; }

    const Game& game_;
    const Position& start_;
    const Autoplay autoplay_;
    const Allowance& allowance_;
    const Poll& poll_;
    std::optional<play::GreedyPlayer> greedy_;  // the player of the last game
};

Difficulty without_answer(const Difficulty& difficulty, Autoplay autoplay) {
    Difficulty nothing;
    nothing.status.effort = difficulty.status.effort;
    nothing.autoplay = autoplay;
    nothing.share = 1;
    return nothing;
}

// The levels that the games played so far leave possible.
Levels possible_levels(const Difficulty& difficulty) {
    const std::uint32_t won = std::accumulate(difficulty.won.begin(), difficulty.won.end(), 0u),
                        could_win = won + all_games - difficulty.games;
    Levels possible = 0;
    for (std::size_t level = 0; level <= games_of_level.size(); ++level) {
        const bool is_reached = level == games_of_level.size() || could_win >= games_of_level[level];
        if (is_reached && (!level || won < games_of_level[level - 1])) possible |= Levels(1u << level);
    }
    return possible;
}

void check_conditions(Bytes game) {
    if (missed(game, Search::fewest_moves)) refuse("game: rules of which difficulty can be told expected");
}

}  // namespace

std::optional<Level> level_of(const Difficulty& difficulty) {
    if (difficulty.games < all_games) return std::nullopt;
    return Level(std::countr_zero(possible_levels(difficulty)));
}

Difficulty games_without_plan(Bytes game_bytes, Bytes position, Autoplay autoplay, Levels among,
                              const Allowance& allowance, const Poll& poll) {
    check_conditions(game_bytes);
    const Game game(game_bytes);
    const CommonForm common = common_form(game, Position::parse(game.rules, position));
    Measuring measuring(game, common.position, autoplay, allowance, poll);
    // Games cost less than a search. But the line of one may not survive `max`; then games are played by another rule.
    Difficulty before;
    before.autoplay = autoplay;
    if (among != all_levels && autoplay != Autoplay::max)
        while (before.games < all_games && possible_levels(before) & among && !Measuring::stopped(before))
            measuring.let_play(before);
    if (!(possible_levels(before) & among) || Measuring::stopped(before)) return without_answer(before, autoplay);
    Difficulty result = measuring.line(false);
    if (result.share < 1 && result.autoplay == autoplay) {
        result.won = before.won;
        result.games = before.games;
    }
    while (result.share < 1 && measuring.go_on(result)) {}
    result.status.line.clear();
    return Measuring::stopped(result) ? without_answer(result, autoplay) : result;
}

Difficulty difficulty(Bytes game_bytes, Bytes position, Autoplay autoplay, const Allowance& allowance, int steps,
                      const std::optional<Difficulty>& so_far, const Poll& poll) {
    check_conditions(game_bytes);
    const Game game(game_bytes);
    const CommonForm common = common_form(game, Position::parse(game.rules, position));
    Measuring measuring(game, common.position, autoplay, allowance, poll);
    Difficulty result;
    if (steps <= 0) steps = std::numeric_limits<int>::max();
    if (so_far) {
        result = *so_far;
        if (result.moves.size() % player_move_size || result.lost.size() != result.kept.size() ||
            result.open.size() != result.kept.size() || result.kept.size() > result.moves.size() / player_move_size)
            refuse("difficulty: what an earlier call gave expected");
        result.moves = common.to_here.inverse().mapped(result.moves, player_move_size);
    } else {
        result = measuring.line(true);
        --steps;
    }
    while (result.share < 1 && steps-- != 0 && measuring.go_on(result)) {}
    if (Measuring::stopped(result)) return without_answer(result, autoplay);
    result.moves = common.to_here.mapped(result.moves, player_move_size);
    result.status.line = common.to_here.mapped(result.status.line, move_size);
    return result;
}

Narrowness narrowness(Bytes kept, Bytes lost, Bytes open) {
    if (lost.size() != kept.size() || open.size() != kept.size())
        refuse("difficulty: as many lost and open as kept moves expected");
    Narrowness narrowness;
    for (std::size_t at = 0; at < kept.size(); ++at) {
        const double moves = kept[at] + lost[at] + open[at];
        narrowness.share_kept[0] += kept[at] / moves;
        narrowness.share_kept[1] += (kept[at] + open[at]) / moves;
        if (kept[at] != 1) continue;
        narrowness.only_moves[0] += lost[at] && !open[at];
        narrowness.only_moves[1] += lost[at] || open[at];
    }
    for (double& share : narrowness.share_kept) share /= std::max<double>(1, double(kept.size()));
    return narrowness;
}

int place_among(double value, std::span<const double> quantiles, bool more_is_harder) {
    double easier = 0;
    for (const double quantile : quantiles) easier += quantile < value ? 1 : quantile == value ? 0.5 : 0;
    const int place = int(std::nearbyint(100 * easier / double(quantiles.size())));
    return more_is_harder ? place : 100 - place;
}

namespace {

// A deal of the game that Microsoft's numbers are for, before the first move.
bool is_plain_freecell(Bytes game, Bytes layout, Bytes position) {
    constexpr std::uint8_t freecell[ranks_at] = {13, 15, 8, 4};
    constexpr std::size_t deck = 52, columns = 8;
    if (!std::equal(freecell, freecell + ranks_at, game.begin()) || layout.size() != 2 * deck) return false;
    for (std::size_t i = 0; i < deck; ++i)
        if (layout[i] != i % columns) return false;
    const Position start = Position::parse(Rules::read(game.first(rules_size)), position);
    const auto is_free = [](Card c) { return c == no_card; };
    return cards_home(start) == 0 && std::all_of(start.cells, start.cells + max_cells, is_free);
}

}  // namespace

std::optional<std::array<int, measures>> percentiles(Bytes game, Bytes layout, Bytes position,
                                                     const Difficulty& difficulty, const Quantiles& quantiles) {
    check_game(game);
    if (difficulty.moves.empty() || difficulty.autoplay != Autoplay::safe || !is_plain_freecell(game, layout, position))
        return {};
    const Narrowness narrow = narrowness(difficulty.kept, difficulty.lost, difficulty.open);
    return std::array{
        place_among(double(difficulty.moves.size()) / player_move_size, quantiles[0], true),
        place_among(narrow.share_kept[1], quantiles[1], false),
        place_among(narrow.only_moves[0], quantiles[2], true),
        place_among(difficulty.won[0], quantiles[3], false),
        place_among(difficulty.won[1], quantiles[4], false),
    };
}

}  // namespace kiebitz::analyst
