// Best-first search with a set of visited positions. A waiting position is stored as its parent and a move; only
// expanded positions are stored in full.
#include "freecell/best_first.hpp"

#include <utility>
#include <vector>

#include "common/chunks.hpp"
#include "common/refusal.hpp"
#include "common/visited.hpp"
#include "freecell/game.hpp"

namespace kiebitz::freecell {
namespace {

// The cost of a position; the cheapest comes next.
struct Weights {
    int away;         // a card that is not home
    int covering;     // a card above a lower one of its column
    int joined;       // a card that moves with the one beneath
    int fitting;      // a card that fits the one beneath, but does not move with it
    int buried;       // each card above the next one of a suit
    int cramped[4];   // by number of empty columns and free cells, 3 = three or more
    int held;         // a card in a cell
    int bottom_rank;  // each rank by which a column's first card is below the king, if it heads an ordered column
    int links;        // if suits go home whole: each run above one that still has to join another, at either end
};
constexpr Weights for_cards = {10, 12, -3, -3, 8, {60, 25, 10, 0}, 2, 1, 0};
// games with cells, alternating colours
constexpr Weights for_cells = {13, 14, 1, -7, 7, {31, 14, 20, 4}, 1, -1, 0};
constexpr Weights for_suits = {1, 10, 0, 0, 0, {120, 60, 20, 0}, 0, 0, 5};
constexpr int price_base = 1600, buckets = 4096;

Weights varied(const Rules& rules, u64 seed) {
    Weights w = rules.whole_suits                                                  ? for_suits
                : rules.build == Build::alternate && rules.cells && !rules.reserve ? for_cells
                                                                                   : for_cards;
    if (!seed) return w;
    u64 x = (seed + 1) * 0x9e3779b97f4a7c15ull;
    auto vary = [&](int& weight) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        weight = weight * (96 + int(x >> 40 & 63) * 2) / 160;  // from three fifths to seven fifths
    };
    for (int* weight : {&w.away, &w.covering, &w.joined, &w.fitting, &w.buried, &w.held, &w.bottom_rank, &w.links})
        vary(*weight);
    for (int& weight : w.cramped) vary(weight);
    return w;
}

// The columns that moves change, a bit each.
u32 touched_by(const std::vector<CostedMove>& moves) {
    u32 columns = 0;
    for (const CostedMove& m : moves) {
        if (m.from < cell_code) columns |= 1u << m.from;
        if (m.to < cell_code) columns |= 1u << m.to;
    }
    return columns;
}

// The costs of a game's positions: column prices of one position are reused for its followers. Compiled once for all
// key lengths, like the queue.
class Prices {
public:
    Prices(const Game& game, const Weights& weights) : game_(game), weights_(weights) {}

    void keep_columns() {
        for (int i = 0; i < game_.rules.columns; ++i) column_[i] = of_column(i);
    }
    // The cost of a position that differs from that one in the touched columns.
    int after(u32 touched) const {
        int sum = price_base + weights_.away * game_.cards_left, free = 0;
        for (int i = 0; i < game_.rules.columns; ++i) {
            sum += touched >> i & 1 ? of_column(i) : column_[i];
            free += !game_.p.length[i];
            if (!weights_.buried) continue;
            for (int k = 0, n = game_.p.length[i]; k < n; ++k)
                if (game_.fits_home(game_.p.column[i][k])) sum += weights_.buried * (n - 1 - k);
        }
        for (int i = 0; i < game_.rules.cells; ++i) {
            if (game_.p.cells[i] != no_card) sum += weights_.held;
            else free += !game_.rules.reserve;
        }
        return std::clamp(sum + weights_.cramped[std::min(free, 3)], 0, buckets - 1);
    }

private:
    int of_column(int i) const {
        const Card* const cards = game_.p.column[i];
        const Rules& rules = game_.rules;
        int sum = 0, lowest = rules.ranks;
        bool in_order = true;
        int ends = 0, ends_below = 0;  // runs so far; summed over all runs, those beneath it
        for (int k = 0, n = game_.p.length[i]; k < n; ++k) {
            const Card c = cards[k];
            if (rank_of(c) > lowest) sum += weights_.covering;
            lowest = std::min(lowest, rank_of(c));
            const bool joined = k && rules.joins(c, cards[k - 1]);
            if (rules.whole_suits && !joined) {
                if (k) {
                    ends += rank_of(cards[k - 1]) > 0;
                    ends_below += ends;
                }
                ends += rank_of(c) < rules.ranks - 1;
            }
            if (!k) continue;
            if (joined) sum += weights_.joined;
            else if (rules.fits(c, cards[k - 1])) {
                sum += weights_.fitting;
                in_order &= !rules.whole_suits;
            } else in_order = false;
        }
        sum += weights_.links * ends_below;
        if (in_order && game_.p.length[i]) sum += weights_.bottom_rank * (rules.ranks - 1 - rank_of(cards[0]));
        return sum;
    }

    const Game& game_;
    const Weights weights_;
    int column_[max_columns];
};

// Hashes of positions in which suits count only as far as columns distinguish them: by colour, or not at all. Columns
// may change places, and so may cells. Hashes of one position's columns are reused for its followers, as in Prices.
class Shapes {
public:
    explicit Shapes(const Game& game) : game_(game) {}

    void keep_columns() {
        for (int i = 0; i < game_.rules.columns; ++i) column_[i] = of_column(i);
    }
    // The hash of a position that differs from that one in the touched columns.
    u64 after(u32 touched) const {
        u64 sum = 0;
        for (int i = 0; i < game_.rules.columns; ++i) sum += touched >> i & 1 ? of_column(i) : column_[i];
        for (int i = 0; i < game_.rules.cells; ++i)
            if (const Card c = game_.p.cells[i]; c != no_card) sum += mixed(~kind(c));
        return sum;
    }

private:
    u64 kind(Card c) const { return u64(game_.rules.build == Build::any ? rank_of(c) : 2 * rank_of(c) + colour_of(c)); }
    u64 of_column(int i) const {
        u64 hash = 0;
        for (int k = 0; k < game_.p.length[i]; ++k)
            hash = (hash + kind(game_.p.column[i][k]) + 1) * 0x9e3779b97f4a7c15ull;
        return mixed(hash);
    }
    static u64 mixed(u64 x) {
        x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
        x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
        return x ^ x >> 32;
    }

    const Game& game_;
    u64 column_[max_columns];
};

// Positions waiting for expansion, by price.
class Queue {
public:
    struct Waiting {
        u32 node, next;  // its parent; the next one at the same price
        CostedMove move;
    };

    Queue() { std::fill(std::begin(head_), std::end(head_), no_value<u32>); }

    void push(u32 node, const CostedMove& move, int price) {
        u32 at = u32(waiting_.size());
        if (spare_.empty()) waiting_.push_back({});
        else {
            at = spare_.back();
            spare_.pop_back();
        }
        waiting_[at] = {node, head_[price], move};
        head_[price] = at;
        cheapest_ = std::min(cheapest_, price);
    }
    // Pop the cheapest; null if none waits.
    const Waiting* pop() {
        while (cheapest_ < buckets && head_[cheapest_] == no_value<u32>) ++cheapest_;
        if (cheapest_ == buckets) return nullptr;
        const u32 at = head_[cheapest_];
        head_[cheapest_] = waiting_[at].next;
        spare_.push_back(at);
        return &waiting_[at];
    }
    u64 bytes() const { return waiting_.size() * sizeof(Waiting) + spare_.capacity() * sizeof(u32); }

private:
    Chunks<Waiting> waiting_;
    std::vector<u32> spare_;  // free places among the waiting
    int cheapest_ = buckets;
    u32 head_[buckets];
};

template <int words>
class BestFirst {
public:
    BestFirst(const Rules& rules, const Position& start, const CompleteOptions& o, const Places& places, Budget& budget)
        : game_(rules, start, o.reduce), held_(o.held), prices_(game_, varied(rules, o.seed)), shapes_(game_),
          exact_(rules.build == Build::suit), places_(places), budget_(budget) {}

    Answer run() {
        Answer a;
        key_.fill(0);
        force();
        const std::vector<CostedMove> opening = std::exchange(log_, {});
        visited_.insert(key_);
        bool stopped = false;
        if (game_.cards_left) {
            nodes_.push_back(snapshot(no_value<u32>, {}));
            expand();
        }
        while (game_.cards_left && !(stopped = budget_.count() && stop())) {
            const Queue::Waiting* const cheapest = queue_.pop();
            if (!cheapest) break;
            const Queue::Waiting w = *cheapest;
            load(nodes_[w.node]);
            take(w.move);
            force();
            log_.clear();
            nodes_.push_back(snapshot(w.node, w.move));
            expand();
        }
        a.stored = visited_.size();
        budget_.note(memory());
        if (!game_.cards_left) {
            a.verdict = Verdict::solved;
            write(opening, a.line);
            write(chosen(), a.line);
        } else if (!stopped && exact_) {
            a.verdict = Verdict::impossible;
        }
        return a;
    }

private:
    struct Expanded {
        Key<words> key;
        u32 parent;
        CostedMove move;  // that led here, before the forced moves
        u8 home[4];
        u8 length[max_columns];
        Card cells[max_cells];
        Card cards[max_cards];  // of the columns, one after the other
    };

    void move(u8 from, u8 to, u8 count) {
        const auto moved = game_.play(from, to, count);
        places_.template move<words>(key_, moved.card, moved.from, moved.to);
    }
    void play(const CostedMove& m) {
        move(m.from, m.to, m.count);
        log_.push_back(m);
    }
    void take(const CostedMove& m) {
        const auto singles = game_.unfold(m);
        for (int k = 0; k < singles.number; ++k) play(singles.move[k]);
    }
    void force() {
        CostedMove m;
        while (game_.next_forced(m)) play(m);
    }
    void back() {
        for (; !log_.empty(); log_.pop_back()) {
            const CostedMove& m = log_.back();
            move(m.to, m.from, m.count);
        }
    }

    Expanded snapshot(u32 parent, CostedMove move) const {
        Expanded n;
        n.key = key_;
        n.parent = parent;
        n.move = move;
        std::memcpy(n.home, game_.p.home, sizeof n.home);
        std::memcpy(n.cells, game_.p.cells, sizeof n.cells);
        std::memcpy(n.length, game_.p.length, sizeof n.length);
        Card* to = n.cards;
        for (int i = 0; i < game_.rules.columns; ++i) {
            std::memcpy(to, game_.p.column[i], n.length[i]);
            to += n.length[i];
        }
        return n;
    }
    void load(const Expanded& n) {
        key_ = n.key;
        for (int s = 0; s < 4; ++s) game_.cards_left += game_.p.home[s] - n.home[s];
        std::memcpy(game_.p.home, n.home, sizeof n.home);
        std::memcpy(game_.p.cells, n.cells, sizeof n.cells);
        std::memcpy(game_.p.length, n.length, sizeof n.length);
        const Card* from = n.cards;
        for (int i = 0; i < game_.rules.columns; ++i) {
            std::memcpy(game_.p.column[i], from, n.length[i]);
            from += n.length[i];
        }
        game_.find_ends();
    }

    // Price all followers of the position; stop early at one with all cards home.
    void expand() {
        prices_.keep_columns();
        if (!exact_) shapes_.keep_columns();
        moves_.clear();
        game_.moves(moves_);
        for (const CostedMove& m : moves_) {
            take(m);
            force();
            if (!game_.cards_left) {
                nodes_.push_back(snapshot(u32(nodes_.size() - 1), m));
                return;
            }
            const u32 touched = touched_by(log_);
            if (visited_.insert(exact_ ? key_ : Key<words>{shapes_.after(touched) >> 1}))
                queue_.push(u32(nodes_.size() - 1), m, prices_.after(touched));
            back();
        }
    }

    // The moves from the first node to the last, forced moves included.
    const std::vector<CostedMove>& chosen() {
        moves_.clear();
        log_.clear();
        if (nodes_.empty()) return log_;
        for (u32 n = u32(nodes_.size() - 1); n; n = nodes_[n].parent) moves_.push_back(nodes_[n].move);
        load(nodes_[0]);
        for (; !moves_.empty(); moves_.pop_back()) take(moves_.back()), force();
        return log_;
    }
    static void write(const std::vector<CostedMove>& moves, std::vector<u8>& line) {
        for (const CostedMove& m : moves) append(line, {u8(m.from), u8(m.to), u8(m.count)});
    }

    u64 memory() const {
        return held_ + visited_.bytes() + nodes_.size() * sizeof(Expanded) + queue_.bytes() + sizeof *this;
    }
    bool stop() {
        budget_.note(memory());
        return budget_.spent(memory() + visited_.growth_bytes() + between_looks);
    }
    static constexpr u64 between_looks = Budget::between_looks * (sizeof(Expanded) + 64 * sizeof(Queue::Waiting));

    Game game_;
    const u64 held_;
    Prices prices_;
    Shapes shapes_;
    const bool exact_;
    const Places& places_;
    Budget& budget_;
    Key<words> key_;
    Visited<words> visited_;
    Chunks<Expanded> nodes_;
    Queue queue_;
    std::vector<CostedMove> moves_, log_;
};

}  // namespace

bool best_first_supports(const Rules& rules) {
    return rules.build != Build::suit || rules.whole_suits || !rules.cells || rules.reserve;
}

Answer best_first_search(const Rules& rules, const Position& start, const CompleteOptions& o, Budget& budget) {
    const Places places(rules, start, !o.reduce || rules.whole_suits);
    if (places.words() <= 2) return BestFirst<2>(rules, start, o, places, budget).run();
    if (places.words() == 3) return BestFirst<3>(rules, start, o, places, budget).run();
    refuse("position: too many ways to lie for an exact key");
}

}  // namespace kiebitz::freecell
