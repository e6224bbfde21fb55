// The complete search: depth first, with an exact set of visited positions. It stores one position, the log of moves
// that led there (the line, once it wins), and for each position on the way the untried moves.
#include "freecell/complete.hpp"

#include <bit>
#include <span>

#include "common/chunks.hpp"
#include "common/refusal.hpp"
#include "common/visited.hpp"
#include "freecell/game.hpp"

namespace kiebitz::freecell {
namespace {

// Move ordering: the cost of a move; the cheapest comes first. Home, then digging for the cards needed next, cells
// last. A card is nearer the fewer ranks it waits for and the fewer cards cover it.
struct MoveOrder {
    int home = 0;
    int onto_card = 30, into_empty = 60, into_cell = 80;
    int rank = 4;             // each rank between a buried card and its foundation; each card on it counts 1
    int nothing_wanted = 40;  // the distance of a column without needed cards
    int dug = 12;             // each card to dig first
    int back = 40;            // from a foundation
    int each_more = 2;        // bonus for each card after the first that comes along
    int noise = 24;           // random noise below this, if the order is to vary
};
constexpr MoveOrder costs;
constexpr int most_cost = 255;

// A played move in 16 bits: two codes of piles, and at most 13 cards.
u16 shortened(const CostedMove& m) { return u16(std::bit_cast<u32>(m)); }
Move whole(u16 m) { return {u8(m & 63), u8(m >> 6 & 63), u8(m >> 12)}; }

// Sort moves into the order of trial. Compiled once for all key lengths, like all code without keys.
class Order {
public:
    explicit Order(Game& game) : game_(game) {
        for (Card c = 0; c < max_cards; ++c) waits_[c] = std::int8_t(costs.rank * rank_of(c));
    }

    void put(std::span<CostedMove> moves, u64 noise) {
        look_again();
        for (CostedMove& m : moves) {
            const bool onto_card = m.to < cell_code && game_.p.length[m.to];
            int cost = m.to >= foundation_code ? costs.home
                       : m.to >= cell_code     ? costs.into_cell
                       : onto_card             ? costs.onto_card
                                               : costs.into_empty;
            cost += m.from < cell_code ? distance_[m.from] - costs.each_more * (m.count - 1) : 0;
            cost += m.from >= foundation_code ? costs.back : 0;
            cost += costs.dug * (m.dug_from + m.dug_to);
            if (onto_card) cost += (costs.nothing_wanted - distance_[m.to]) / 2;
            if (noise) cost += int((noise ^ std::bit_cast<u32>(m)) * 0xd6e8feb86659fd93ull >> 40) % costs.noise;
            m.cost = u8(std::clamp(cost, 0, most_cost));
        }
        for (std::size_t i = 1; i < moves.size(); ++i) {  // a dozen items; stable
            const CostedMove m = moves[i];
            std::size_t at = i;
            for (; at && moves[at - 1].cost > m.cost; --at) moves[at] = moves[at - 1];
            moves[at] = m;
        }
    }

private:
    void look_again() {
        for (int s = 0; s < 4; ++s) {
            const int gone = game_.p.home[s] - home_[s];
            if (!gone) continue;
            home_[s] = game_.p.home[s];
            for (int c = s; c < max_cards; c += 4) waits_[c] = std::int8_t(waits_[c] - costs.rank * gone);
        }
        for (u32 touched = game_.touched & ((1u << game_.rules.columns) - 1); touched; touched &= touched - 1) {
            const int i = std::countr_zero(touched);
            int distance = costs.nothing_wanted;
            const int last = game_.p.length[i] - 1;
            const Card* column = game_.p.column[i];
            for (int cards_on_it = 1; cards_on_it <= last && cards_on_it < distance; ++cards_on_it)
                distance = std::min(distance, waits_[column[last - cards_on_it]] + cards_on_it);
            distance_[i] = distance;
        }
        game_.touched = 0;
    }

    Game& game_;
    u8 home_[4] = {};
    std::int8_t waits_[max_cards];  // the cost of the ranks that must go home before a card
    int distance_[max_columns];     // to the nearest card hidden in a column
};

// A position on the current line: start of its moves, the next one to try, and how it was reached.
struct Frame {
    u32 moves, next;
    u8 steps, pending;  // moves that led here, forced ones included; the pending column before
};
struct Spilled {
    u16 next;
    u8 steps, pending;
};

// A stack: the last block in place, and earlier ones in blocks that never move.
class Log {
public:
    void push(u16 m) {
        if (number_ == capacity) put_away();
        last_[number_++] = m;
    }
    u16 pop() {
        if (!number_) fetch();
        return last_[--number_];
    }
    u64 bytes() const { return sizeof last_ + before_.size() * sizeof(u16); }
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t i = 0; i < before_.size(); ++i) visit(before_[i]);
        for (unsigned i = 0; i < number_; ++i) visit(last_[i]);
    }

private:
    static constexpr unsigned capacity = 4096;

    [[gnu::noinline]] void put_away() {
        for (unsigned i = 0; i < capacity / 2; ++i) before_.push_back(last_[i]);
        std::copy(last_ + capacity / 2, last_ + capacity, last_);
        number_ = capacity / 2;
    }
    [[gnu::noinline]] void fetch() {
        for (unsigned i = capacity / 2; i--; before_.pop_back()) last_[i] = before_.back();
        number_ = capacity / 2;
    }

    unsigned number_ = 0;
    u16 last_[capacity];
    Chunks<u16> before_;
};

// Depth-first search with a small stack: two bytes a move of the current line and, except for the last few thousand
// positions on it, three bytes a position; spilled moves are generated again when the search returns to their position.
template <int words>
class Search {
public:
    Search(const Rules& rules, const Position& start, const CompleteOptions& o, const Places& places, Budget& budget)
        : game_(rules, start, o.reduce), order_(game_), options_(o), places_(places), budget_(budget) {}

    Answer run() {
        key_.fill(0);
        Answer a;
        force();
        if (visit()) enter(0, no_pile);
        bool stopped = false;
        while (game_.cards_left && (!frames_.empty() || unspill())) {
            Frame& f = frames_.back();
            if (f.next == moves_.size()) {
                const Frame finished = f;
                moves_.resize(f.moves);
                frames_.pop_back();
                back(finished.steps, finished.pending);
                continue;
            }
            const CostedMove m = moves_[f.next++];
            const bool breaks = breaks_run(m);
            if (leads_back(m, breaks)) continue;
            const u8 pending = u8(game_.pending);
            unsigned steps = 1;
            if (m.dug_from || m.dug_to) {
                const auto singles = game_.unfold(m);
                steps = unsigned(singles.number);
                for (unsigned k = 0; k < steps; ++k) play(singles.move[k]);
            } else {
                play(m);
            }
            if (m.from < cell_code) game_.pending = breaks ? m.from : no_pile;
            steps += force();
            if (game_.cards_left && !visit()) {
                back(steps, pending);
                continue;
            }
            if (budget_.count() && (stopped = stop())) break;
            if (game_.cards_left) enter(steps, pending);
        }
        a.stored = visited_.size();
        budget_.note(memory());
        if (!game_.cards_left) {
            a.verdict = Verdict::solved;
            log_.each([&](u16 m) { append(a.line, whole(m)); });
        } else if (!stopped) {
            a.verdict = Verdict::impossible;
        }
        return a;
    }

private:
    static constexpr std::size_t recent = 4096;
    static constexpr u64 between_looks = 32768;  // bytes that the positions between two checks can add

    void move(u8 from, u8 to, u8 count) {
        const auto moved = game_.play(from, to, count);
        places_.template move<words>(key_, moved.card, moved.from, moved.to);
    }
    void play(const CostedMove& m) {
        move(m.from, m.to, m.count);
        log_.push(shortened(m));
    }
    // Return the number of moves made.
    unsigned force() {
        unsigned number = 0;
        for (CostedMove m; game_.next_forced(m); ++number) {
            play(m);
            if (m.from == game_.pending) game_.pending = no_pile;  // the pending card is home
        }
        return number;
    }
    // By suit: whether a move breaks a run into a cell, so that its column must move next.
    bool breaks_run(const CostedMove& m) const {
        if (!game_.by_suit || m.from >= cell_code || m.to < cell_code || m.to >= foundation_code) return false;
        const int n = game_.p.length[m.from];
        return n > 1 && game_.rules.fits(game_.top(m.from), game_.p.column[m.from][n - 2]);
    }
    void back(unsigned steps, u8 pending) {
        for (; steps; --steps) {
            const Move m = whole(log_.pop());
            move(m.to, m.from, m.count);
        }
        game_.pending = pending;
    }
    // Whether the position after a move was visited. Checked before making the move: if the move forces others, its own
    // position is never stored.
    bool leads_back(const CostedMove& m, bool breaks) const {
        const Position& p = game_.p;
        const unsigned from = m.from, to = m.to;
        Card moved;
        u8 below = in_cell, onto = in_cell;
        Key<words> key = key_;
        if (from == to) {  // of those that are dug
            moved = p.column[from][p.length[from] - 1 - m.dug_from];
        } else if (from < cell_code) {
            places_.template dig<words>(key, p.column[from], p.length[from], m.dug_from);
            const int n = p.length[from] - m.dug_from - m.count;
            moved = p.column[from][n];
            below = n ? p.column[from][n - 1] : on_bottom;
        } else if (from < foundation_code) {
            moved = p.cells[from - cell_code];
        } else {
            moved = Card(4 * (p.home[from - foundation_code] - 1) + from - foundation_code);
            below = at_home;
        }
        if (to < cell_code) {
            places_.template dig<words>(key, p.column[to], p.length[to], m.dug_to);
            const int n = p.length[to] - m.dug_to;
            onto = n ? p.column[to][n - 1] : on_bottom;
        } else if (to >= foundation_code) {
            onto = at_home;
        }
        places_.template move<words>(key, moved, below, onto);
        if (breaks) key[words - 1] += places_.spare() * (1u + below);
        return visited_.contains(key);
    }
    bool visit() {
        Key<words> key = key_;
        if (game_.pending != no_pile) key[words - 1] += places_.spare() * (1u + game_.top(game_.pending));
        return visited_.insert(key);
    }
    void enter(unsigned steps, u8 pending) {
        if (frames_.size() == 2 * recent) spill();
        frames_.push_back({u32(moves_.size()), u32(moves_.size()), u8(steps), pending});
        list();
    }
    void list() {
        const std::size_t begin = moves_.size();
        game_.moves(moves_);
        // A spilled position must get the same order again, so the noise depends on its key alone.
        const u64 noise = options_.seed ? key_[0] ^ options_.seed * 0x9e3779b97f4a7c15ull : 0;
        if (options_.ordered) order_.put(std::span(moves_).subspan(begin), noise);
    }
    void spill() {
        for (std::size_t i = 0; i < recent; ++i) {
            const Frame& f = frames_[i];
            spilled_.push_back({u16(f.next - f.moves), f.steps, f.pending});
        }
        const u32 gone = frames_[recent].moves;
        moves_.erase(moves_.begin(), moves_.begin() + gone);
        frames_.erase(frames_.begin(), frames_.begin() + std::ptrdiff_t(recent));
        for (Frame& f : frames_) f.moves -= gone, f.next -= gone;
    }
    bool unspill() {
        if (spilled_.empty()) return false;
        const Spilled s = spilled_.back();
        spilled_.pop_back();
        frames_.push_back({0, s.next, s.steps, s.pending});
        list();
        return true;
    }

    u64 memory() const {
        return options_.held + visited_.bytes() + moves_.capacity() * sizeof(CostedMove) +
               frames_.capacity() * sizeof(Frame) + spilled_.size() * sizeof(Spilled) + log_.bytes() + 8192;
    }
    bool stop() {
        budget_.note(memory());
        return budget_.spent(memory() + visited_.growth_bytes() + between_looks);
    }

    Game game_;
    Order order_;
    const CompleteOptions options_;
    const Places& places_;
    Budget& budget_;
    Key<words> key_;
    Visited<words> visited_;
    std::vector<CostedMove> moves_;
    std::vector<Frame> frames_;
    Chunks<Spilled> spilled_;
    Log log_;
};

u64 count(Game& game, int depth) {
    if (depth == 0) return 1;
    std::vector<CostedMove> moves;
    game.moves(moves);
    if (depth == 1) return moves.size();
    u64 total = 0;
    for (const CostedMove& m : moves) {
        game.play(m.from, m.to, m.count);
        total += count(game, depth - 1);
        game.play(m.to, m.from, m.count);
    }
    return total;
}

}  // namespace

Answer complete_search(const Rules& rules, const Position& start, const CompleteOptions& o, Budget& budget) {
    const Places places(rules, start, !o.reduce || rules.whole_suits);
    const bool fits = places.room() >= 1 + max_cards;  // the pending column's digit is in the last word
    const int words = places.words() + (o.reduce && rules.build == Build::suit && !fits ? 1 : 0);
    if (words <= 2) return Search<2>(rules, start, o, places, budget).run();
    if (words == 3) return Search<3>(rules, start, o, places, budget).run();
    refuse("position: too many ways to lie for an exact key");
}

u64 perft(Rules rules, const Position& start, int depth) {
    if (start.stock_left && depth) {
        u64 total = 0;
        start.placements(rules.columns, [&](int column) {
            Position after = start;
            after.place(column);
            total += perft(rules, after, depth - 1);
        });
        return total;
    }
    rules.whole = rules.forced = false;
    Game game(rules, start, false);
    return count(game, depth);
}

}  // namespace kiebitz::freecell
