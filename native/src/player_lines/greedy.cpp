#include "player_lines/greedy.hpp"

#include <algorithm>
#include <limits>

#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "kiebitz/difficulty.hpp"
#include "player_lines/sequence_rules.hpp"

namespace kiebitz {
namespace play {
namespace {

constexpr int most_ahead = 3;
constexpr int most_moves = 200;                 // after which a game is lost
constexpr std::size_t most_ratings = 1u << 16;  // kept, some megabytes

// The value of a position, with the number of moves left over, which breaks ties.
int sooner_is_better(int value, int moves_left) { return (most_ahead + 1) * value + moves_left; }

}  // namespace

GreedyPlayer::GreedyPlayer(const Rules& rules, const Play& play, const Position& start, int ahead)
    : game_(rules, play), start_(game_.board(start)), ahead_(ahead) {
    for (int c = 0; c < max_cards; ++c) {
        for (int lower = 0; lower < max_cards; ++lower)
            worth_[c][lower] =
                std::int8_t(game_.joined(Card(c), Card(lower)) - (rank_of(Card(c)) > rank_of(Card(lower))));
        worth_[c][at_home] = 1;
    }
}

bool GreedyPlayer::wins(std::uint64_t seed, const Poll& poll) {
    std::uint64_t drawn = 0;
    Board b = start_;
    met_.clear();
    line_.clear();
    while (!game_.won(b)) {
        if (int(met_.size()) == most_moves) return false;
        if (poll && poll()) stopped_ = true;
        if (stopped_) return false;
        met_.push_back(b);
        Step chosen{};
        int best = std::numeric_limits<int>::min();
        std::uint64_t equals = 0;
        const int value = value_of(b);
        game_.steps(b, [&](Step step) {
            if (ahead_ == 1 && game_.alone(b, step) && sooner_is_better(value_after(value, b, step), 0) < best) return;
            follow(b, step, [&](const Board& next) {
                if (met(next)) return;
                const int rated = rating(next, value_after(value, b, next));
                if (rated < best) return;
                equals = rated > best ? 1 : equals + 1;
                best = rated;
                if (equals == 1 || splitmix64(seed, drawn++) % equals == 0) chosen = step;
            });
        });
        if (!equals) return false;
        CountedMove move{};
        game_.make(b, chosen, carried_, &move);
        line_.insert(line_.end(), {move.from, move.to, move.count, move.max_count});
        ++moves_;
    }
    return true;
}

// Call `out` with the board after a step, if it can be made.
template <class Out>
void GreedyPlayer::follow(const Board& b, Step step, Out out) {
    Board next = b;
    carried_.clear();
    if (game_.make(next, step, carried_) == Outcome::made) out(next);
}

// If no card returns from a foundation, only boards with the same cards home need comparing.
bool GreedyPlayer::met(const Board& b) const {
    const bool back = game_.rules().back;
    for (auto old = met_.rbegin(); old != met_.rend() && (back || old->home_as(b)); ++old)
        if (*old == b) return true;
    return false;
}

// The rating of a board of this value after the first of the moves that the player looks ahead.
int GreedyPlayer::rating(const Board& b, int value) {
    if (ahead_ == 1) return sooner_is_better(value, 0);
    if (ratings_.size() == most_ratings) ratings_.clear();
    const auto [at, is_new] = ratings_.add(places_of(b), 0);
    if (is_new) ratings_[at].value = best_from(b, ahead_ - 1, value);
    return ratings_[at].value;
}

// The rating of the best position within this number of moves.
int GreedyPlayer::best_from(const Board& b, int moves, int value) {
    int best = sooner_is_better(value, moves);
    if (!moves) return best;
    game_.steps(b, [&](Step step) {
        if (moves == 1 && game_.alone(b, step)) {  // the board after it need not be made
            best = std::max(best, sooner_is_better(value_after(value, b, step), 0));
            return;
        }
        follow(b, step, [&](const Board& next) {
            best = std::max(best, best_from(next, moves - 1, value_after(value, b, next)));
        });
    });
    return best;
}

int GreedyPlayer::value_of(const Board& b) const {
    int value = b.free + b.empty;
    for (int c = 0; c < max_cards; ++c) value += worth_[c][b.below[c]];
    return value;
}

// The same, from the value of the board before: few cards lie on something else.
int GreedyPlayer::value_after(int value, const Board& before, const Board& b) const {
    value += b.free - before.free + b.empty - before.empty;
    constexpr int cards_at_once = sizeof(std::uint64_t);
    for (int first = 0; first < max_cards; first += cards_at_once) {
        if (std::memcmp(b.below + first, before.below + first, cards_at_once) == 0) continue;
        const int end = std::min(first + cards_at_once, max_cards);
        for (int c = first; c < end; ++c) value += worth_[c][b.below[c]] - worth_[c][before.below[c]];
    }
    return value;
}

// The same after a step that moves only its own cards.
int GreedyPlayer::value_after(int value, const Board& b, Step step) const {
    const u8 under = b.below[step.card];
    value += worth_[step.card][step.onto] - worth_[step.card][under];
    value += (under == on_bottom) - (step.onto == on_bottom) - (step.onto == in_cell);
    return value + (under == in_cell && !game_.rules().reserve);
}

}  // namespace play

GreedyGames greedy_games(Bytes rules, Bytes position, const Play& play, const GreedyOptions& options,
                         const Poll& poll) {
    const Rules r = play::rules_of_sequences(rules);
    if (options.ahead < 1 || options.ahead > play::most_ahead) refuse("ahead: 1 to 3 moves expected");
    play::GreedyPlayer player(r, play, Position::parse(r, position), options.ahead);
    GreedyGames games;
    for (std::uint32_t i = 0; i < options.games && !player.stopped(); ++i)
        games.won += player.wins(splitmix64(options.seed, i), poll);
    games.moves = player.moves();
    games.line = player.line();
    games.stopped = player.stopped();
    return games;
}

}  // namespace kiebitz
