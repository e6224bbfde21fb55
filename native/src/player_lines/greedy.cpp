// The greedy player, who looks a few moves ahead without a plan.
#include <algorithm>
#include <limits>

#include "common/budget.hpp"
#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "kiebitz/difficulty.hpp"
#include "play/board.hpp"
#include "player_lines/sequence_rules.hpp"

namespace kiebitz {
namespace {

constexpr int most_ahead = 3;

}  // namespace
namespace play {
namespace {

constexpr int most_moves = 200;  // after which a game is lost

class Greedy {
public:
    Greedy(const Game& game, const GreedyOptions& options, const Poll& poll)
        : game_(game), ahead_(options.ahead), poll_(poll) {
        for (int c = 0; c < max_cards; ++c) {
            for (int lower = 0; lower < max_cards; ++lower)
                worth_[c][lower] =
                    std::int8_t(game.joined(Card(c), Card(lower)) - (rank_of(Card(c)) > rank_of(Card(lower))));
            worth_[c][at_home] = 1;
        }
    }

    bool wins(Board b, std::uint64_t seed) {
        std::uint64_t drawn = 0;
        met_.clear();
        line_.clear();
        while (!game_.won(b)) {
            if (int(met_.size()) == most_moves) return false;
            if (poll_ && poll_()) stopped_ = true;
            if (stopped_) return false;
            met_.push_back(b);
            Step chosen{};
            int best = std::numeric_limits<int>::min();
            std::uint64_t equals = 0;
            const int value = value_of(b);
            game_.steps(b, [&](Step step) {
                follow(b, step, [&](const Board& next) {
                    if (met(next)) return;
                    const int rating = best_from(next, ahead_ - 1, value_after(value, b, next));
                    if (rating < best) return;
                    equals = rating > best ? 1 : equals + 1;
                    best = rating;
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
    std::uint64_t moves() const { return moves_; }
    const std::vector<std::uint8_t>& line() const { return line_; }  // of the last game
    bool stopped() const { return stopped_; }

private:
    // Call `out` with the board after a step, if it can be made.
    template <class Out>
    void follow(const Board& b, Step step, Out out) {
        Board next = b;
        carried_.clear();
        if (game_.make(next, step, carried_) == Outcome::made) out(next);
    }
    // If no card returns from a foundation, only boards with the same cards home need comparing.
    bool met(const Board& b) const {
        const bool back = game_.rules().back;
        for (auto old = met_.rbegin(); old != met_.rend() && (back || old->home_as(b)); ++old)
            if (*old == b) return true;
        return false;
    }
    // The value of the best position within this number of moves, and the number of moves left over, which breaks ties.
    int best_from(const Board& b, int moves, int value) {
        int best = (most_ahead + 1) * value + moves;
        if (!moves) return best;
        game_.steps(b, [&](Step step) {
            if (moves == 1 && game_.alone(b, step)) {  // the board after it need not be made
                best = std::max(best, (most_ahead + 1) * value_after(value, b, step));
                return;
            }
            follow(b, step, [&](const Board& next) {
                best = std::max(best, best_from(next, moves - 1, value_after(value, b, next)));
            });
        });
        return best;
    }
    int value_of(const Board& b) const {
        int value = b.free + b.empty;
        for (int c = 0; c < max_cards; ++c) value += worth_[c][b.below[c]];
        return value;
    }
    // The same, from the value of the board before: few cards lie on something else.
    int value_after(int value, const Board& before, const Board& b) const {
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
    int value_after(int value, const Board& b, Step step) const {
        const u8 under = b.below[step.card];
        value += worth_[step.card][step.onto] - worth_[step.card][under];
        value += (under == on_bottom) - (step.onto == on_bottom) - (step.onto == in_cell);
        return value + (under == in_cell && !game_.rules().reserve);
    }

    const Game& game_;
    const int ahead_;
    const Poll& poll_;
    std::int8_t worth_[max_cards][64] = {};  // of a card, by the card beneath
    std::uint64_t moves_ = 0;
    bool stopped_ = false;
    std::vector<Board> met_;          // in this game
    std::vector<std::uint8_t> line_;  // of this game
    std::vector<Step> carried_;
};

}  // namespace
}  // namespace play

GreedyGames greedy_games(Bytes rules, Bytes position, const Play& play, const GreedyOptions& options,
                         const Poll& poll) {
    const Rules r = play::rules_of_sequences(rules);
    if (options.ahead < 1 || options.ahead > most_ahead) refuse("ahead: 1 to 3 moves expected");
    const play::Game game(r, play);
    const play::Board start = game.board(Position::parse(r, position));
    play::Greedy player(game, options, poll);
    GreedyGames games;
    for (std::uint32_t i = 0; i < options.games && !player.stopped(); ++i)
        games.won += player.wins(start, splitmix64(options.seed, i));
    games.moves = player.moves();
    games.line = player.line();
    games.stopped = player.stopped();
    return games;
}

}  // namespace kiebitz
