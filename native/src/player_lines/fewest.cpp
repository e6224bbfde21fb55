// The search for the fewest moves of a player: A*, every position kept with what each card lies on.
//
// The bound. Call a sequence of a column (cards that move as one, as many as lie together) blocking if one of its cards
// lies over a card that must be home before the program sends it home: a lower one of its suit, or one for which it is
// not safe yet. Such a card cannot go home by itself from its place; a move of the player has to take it away first.
// Until a card of the column leaves it lies where it lay, so that move takes cards of its own sequence only. Each
// blocking sequence so needs a move of its own. Where the program plays nothing by itself, this move leads nowhere
// home, and each card that is not home needs one more, which leads home. A card that comes back from its foundation
// only adds to that: the bound grows by one or more.
//
// DigBound counts more for the untouched cards, those in their place of the start. Another blocking sequence, one
// without untouched cards, has a move besides. The higher of the two bounds counts.
//
// No move lowers a bound by more than one: it takes cards of one sequence, untouched ones or others, and where it puts
// them no sequence stops blocking. What goes home by itself lies over no card that must be home before it: no sequence
// stops blocking by that, and for DigBound it is a free step. So a position that is taken from the queue has been
// reached by the fewest moves there are.
#include "kiebitz/fewest_moves.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "common/budget.hpp"
#include "common/refusal.hpp"
#include "player_lines/places.hpp"
#include "player_lines/sequence_rules.hpp"
#include "shortest_lines/bound.hpp"

namespace kiebitz {
namespace play {
namespace {

// The part of a column in the bound.
struct Blocking {
    int sequences = 0, touched = 0;  // blocking ones, and those of them without untouched cards
    u64 untouched = 0;               // the part of DigBound's key
};
using ByColumn = std::array<Blocking, max_columns>;

constexpr int any_number = std::numeric_limits<int>::max();

class Fewest {
public:
    Fewest(const Game& game, const Position& start, Budget& budget, const Progress& progress)
        : game_(game), start_(game.board(start)), dig_(game.rules(), start, game.joins(), game.home_before()),
          counts_home_(game.play().autoplay == Autoplay::none), budget_(budget), progress_(progress) {}

    FewestMoves run(int known_length) {
        FewestMoves fewest;
        if (game_.won(start_)) {
            fewest.verdict = Verdict::solved;
            return fewest;
        }
        below_ = known_length ? known_length : any_number;
        reach(start_, places_of(start_), {no_value<u32>, {}, 0}, blocking_by_column(start_));
        const bool ended = search();
        if (best_ != no_value<u32>) {
            fewest.verdict = Verdict::solved;
            fewest.moves = line();
        } else if (ended) {
            fewest.verdict = Verdict::impossible;
        }
        fewest.bound = !ended ? bound_ : below_ < any_number ? below_ : 0;
        if (!ended) fewest.limit_hit = budget_.hit();
        fewest.states = budget_.states();
        fewest.stored = nodes_.size();
        fewest.memory = budget_.peak();
        return fewest;
    }

private:
    struct Reached {
        u32 parent;
        Step step;
        int moves;
    };
    struct Waiting {
        u32 node;
        int moves;
    };

    // Continue until no line can have fewer moves than the best one; return false if the budget is spent before.
    bool search() {
        for (bound_ = 0; bound_ < below_; ++bound_) {
            report();
            while (int(queue_.size()) > bound_ && !queue_[std::size_t(bound_)].empty() && bound_ < below_) {
                auto& waiting = queue_[std::size_t(bound_)];
                const Waiting next = waiting.back();
                waiting.pop_back();
                if (next.moves != nodes_[next.node].value.moves) continue;  // it has since been reached by fewer moves
                if (budget_.count() && budget_.spent(bytes())) return false;
                expand(next.node);
            }
            if (int(queue_.size()) <= bound_ + 1) return true;
        }
        return true;
    }

    void expand(u32 at) {
        const Places below = nodes_[at].places;
        const u32 parent = nodes_[at].value.parent;
        const int moves = nodes_[at].value.moves + 1;
        Board b = board(below);
        b.played = parent != no_value<u32>;  // autoplay follows each move
        const ByColumn blocking_before = blocking_by_column(b);
        game_.steps(b, [&](Step step) {
            const bool alone = game_.alone(b, step);
            Places below_after = below;
            below_after[step.card] = step.onto;
            if (alone && is_reached(below_after, moves)) return;
            Board after = b;
            carried_.clear();
            if (game_.make(after, step, carried_) != Outcome::made) return;
            if (!alone) {
                below_after = places_of(after);
                if (is_reached(below_after, moves)) return;
            }
            ByColumn blocking = blocking_before;
            for (int i = 0; i < game_.rules().columns; ++i)  // a column with the same last card is the same
                if (after.end[i] != b.end[i]) blocking[std::size_t(i)] = blocking_in(after, i);
            reach(after, below_after, {at, step, moves}, blocking);
        });
        budget_.note(bytes());
    }

    bool is_reached(const Places& below, int moves) const {
        const u32 node = nodes_.find(below);
        return node != no_value<u32> && nodes_[node].value.moves <= moves;
    }

    // Record a position that has not been reached by as few moves.
    void reach(const Board& b, const Places& below, const Reached& reached, const ByColumn& blocking) {
        const int moves = reached.moves, min_length = moves + bound(b, blocking);
        if (min_length >= below_) return;
        const auto [node, is_new] = nodes_.add(below, reached);
        if (!is_new) nodes_[node].value = reached;
        if (game_.won(b)) {
            best_ = node;
            below_ = moves;
            report();
            return;
        }
        if (queue_.size() <= std::size_t(min_length)) queue_.resize(std::size_t(min_length) + 1);
        queue_[std::size_t(min_length)].push_back({node, moves});
    }

    Blocking blocking_in(const Board& b, int i) const {
        Card column[max_cards];
        int n = 0;
        for (Card c = b.end[i]; c < max_cards; c = b.below[c]) column[n++] = c;
        Blocking blocking;
        u64 beneath = 0;
        bool counted = false, is_untouched = true, has_untouched = false;
        const int place = n ? dig_.place(column[n - 1]).column : 0;
        for (int k = n, depth = 0; k-- > 0; ++depth) {
            const Card c = column[k];
            is_untouched = is_untouched && dig_.place(c).column == place && dig_.place(c).depth == depth;
            if (is_untouched) blocking.untouched += dig_.weight(place);
            if (!depth || !game_.joined(c, column[k + 1])) {
                counted = false;
                has_untouched = is_untouched;
            }
            if ((dig_.home_before(c) & beneath) && !counted) {
                counted = true;
                ++blocking.sequences;
                blocking.touched += !has_untouched;
            }
            beneath |= shortest_lines::bit(c);
        }
        return blocking;
    }
    ByColumn blocking_by_column(const Board& b) const {
        ByColumn blocking{};
        for (int i = 0; i < game_.rules().columns; ++i) blocking[std::size_t(i)] = blocking_in(b, i);
        return blocking;
    }

    // The lower bound of the player's moves.
    int bound(const Board& b, const ByColumn& by_column) {
        Blocking all;
        for (int i = 0; i < game_.rules().columns; ++i) {
            const Blocking& blocking = by_column[std::size_t(i)];
            all.sequences += blocking.sequences;
            all.touched += blocking.touched;
            all.untouched += blocking.untouched;
        }
        const int moves = std::max(all.sequences, dig_.value(all.untouched) + all.touched);
        const int cards_left = game_.cards_left(b);
        return counts_home_ ? moves + cards_left : std::max(moves, cards_left > 0 ? 1 : 0);
    }

    Board board(const Places& below) const { return game_.board(below.data()); }

    std::vector<std::uint8_t> line() const {
        std::vector<Step> steps;
        for (u32 at = best_; nodes_[at].value.parent != no_value<u32>; at = nodes_[at].value.parent)
            steps.push_back(nodes_[at].value.step);
        return game_.written(start_, {steps.rbegin(), steps.rend()});
    }

    u64 bytes() const { return nodes_.bytes() + nodes_.size() * sizeof(Waiting) + dig_.bytes(); }
    void report() const {
        if (progress_) progress_(bound_, best_ == no_value<u32> ? -1 : below_);
    }

    const Game& game_;
    const Board start_;
    shortest_lines::DigBound dig_;
    const bool counts_home_;
    Budget& budget_;
    const Progress& progress_;
    PlacesMap<Reached> nodes_;
    std::vector<std::vector<Waiting>> queue_;  // by moves made plus the lower bound
    std::vector<Step> carried_;
    int below_ = 0;  // only lines with fewer moves count
    int bound_ = 0;
    u32 best_ = no_value<u32>;
};

}  // namespace
}  // namespace play

FewestMoves fewest_moves(Bytes rules, Bytes position, const Play& play, int known_length, const Limits& limits,
                         const Progress& progress, const Poll& poll) {
    const Rules r = play::rules_of_sequences(rules);
    if (known_length < 0) refuse("known: 0 or more expected");
    const play::Game game(r, play);
    Budget budget(limits, poll, WhenEnded::stop);
    return play::Fewest(game, Position::parse(r, position), budget, progress).run(known_length);
}

}  // namespace kiebitz
