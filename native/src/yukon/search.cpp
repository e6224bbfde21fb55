// How a game in which any face-up card moves is attacked: depth first, with an exact set of the positions seen, in many
// short tries that order the moves at random in another way each, and in longer ones by turns. A try that comes to
// its end has seen all and so proves a loss.
#include <algorithm>
#include <deque>
#include <span>

#include "common/budget.hpp"
#include "common/visited.hpp"
#include "yukon/dead_end.hpp"
#include "yukon/places.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz::yukon {
namespace {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Is moving c home never a mistake? Where all the cards that can be built on c are home, nothing will ever lie on c
// again. So a line of play that keeps c can be followed without c: where it moves c alone, do nothing; where c comes
// along at the end of a pile, move the pile without it; nothing is ever led onto c. All other cards lie as before,
// what c covered is bared sooner, and a column may be empty sooner. (A two is no exception, as it is where cards move
// in order: an ace can be led onto it with all that lies on the ace, and so dig.)
bool safe(const Table& t, Card c) {
    if (t.rules.forced) return true;
    for (const Card d : t.builders(c))
        if (rank_of(d) >= t.p.home[suit_of(d)]) return false;
    return true;
}

// Move ordering: what a move is charged for; the cheapest comes first. Found by trying others on deals
// above 2,000,000.
struct MoveOrder {
    int home = -50;        // it goes home, though it might be missed
    int turns = -35;       // it turns a card up
    int breaks = 50;       // it takes a card from one that it was built on
    int empties = 10;      // it empties a column
    int from_down = -4;    // each card face down in the column that it leaves
    int sends_home = -15;  // it bares a card that fits its foundation
    int into_empty = 5;     // it fills an empty column
    int buries = 4;        // the column that it goes to holds a card that fits its foundation
    int onto_long = 14;    // the column that it goes to is long already
    int noise = 100;       // a number below this, another for every position and every try
};
constexpr MoveOrder costs;
constexpr int long_column = 8;

class Try {
public:
    Try(const Rules& rules, const Position& start, const Places& places, u64 seed, Budget& budget)
        : table_(rules, start), places_(places), dead_end_test_(table_), seed_(seed), budget_(budget) {}

    Answer run() {
        Answer a;
        bool stopped = false;
        force();
        if (!table_.won() && !dead_end_test_.dead_end()) {
            seen_.insert(key_);
            enter(0);
        }
        while (!table_.won() && !frames_.empty()) {
            Frame& f = frames_.back();
            if (f.next == moves_.size()) {
                const Frame done = f;
                moves_.resize(f.moves);
                frames_.pop_back();
                back(done.steps);
                continue;
            }
            const std::size_t before = log_.size();
            play(moves_[f.next++]);
            force();
            if (table_.won()) break;
            const u32 steps = u32(log_.size() - before);
            if (!seen_.insert(key_)) {
                back(steps);
                continue;
            }
            if (budget_.count() && (stopped = stop())) break;
            if (dead_end_test_.dead_end()) back(steps);
            else enter(steps);
        }
        a.stored = seen_.size();
        budget_.note(memory());
        if (table_.won()) {
            a.verdict = Verdict::solved;
            for (const Played& l : log_) a.line.insert(a.line.end(), {l.move.from, l.move.to, l.move.count});
        } else if (!stopped) {
            a.verdict = Verdict::impossible;
        }
        return a;
    }

private:
    struct Played {
        Move move;
        bool turned;
    };
    struct Frame {        // a position on the current line
        u32 moves, next;  // where its moves begin, the next to try
        u32 steps;        // moves that led here, those home included
    };
    static constexpr u64 between_looks = 262144;  // bytes that the positions between two looks can add to the stacks

    void play(const Move& m) {
        const bool turned = table_.play(m);
        places_.change<1>(key_, table_, m, turned);
        log_.push_back({m, turned});
    }
    void force() {
        Move m;
        while (next_safe(m)) play(m);
    }
    bool next_safe(Move& m) const {
        for (int i = 0; i < table_.rules.columns; ++i)
            if (const Card c = table_.top(i); c != no_card && table_.fits_home(c) && safe(table_, c))
                return m = {u8(i), u8(foundation_code + suit_of(c)), 1}, true;
        return false;
    }
    void back(u32 steps) {
        for (; steps; --steps, log_.pop_back()) {
            const Played& l = log_.back();
            places_.change<-1>(key_, table_, l.move, l.turned);
            table_.take_back(l.move, l.turned);
        }
    }
    // The moves in the order of their costs; but for those of a whole column into an empty one, which only swap
    // columns.
    void enter(u32 steps) {
        frames_.push_back({u32(moves_.size()), u32(moves_.size()), steps});
        find_wanted();
        order_.clear();
        table_.moves([&](const Move& m) {
            const bool useful = m.to >= foundation_code || table_.p.length[m.to] || m.count < table_.p.length[m.from];
            if (useful) order_.push_back({cost(m), u32(order_.size()), m});
        });
        std::sort(order_.begin(), order_.end());
        for (const Ordered& o : order_) moves_.push_back(o.move);
    }
    struct Ordered {
        int cost;
        u32 number;
        Move move;
        bool operator<(const Ordered& o) const { return cost != o.cost ? cost < o.cost : number < o.number; }
    };
    // The columns that hold cards which fit their foundations.
    void find_wanted() {
        const Position& p = table_.p;
        for (int i = 0; i < table_.rules.columns; ++i)
            wanted_[i] =
                std::any_of(p.column[i], p.column[i] + p.length[i], [&](Card c) { return table_.fits_home(c); });
    }
    int cost(const Move& m) const {
        const Position& p = table_.p;
        int sum = int(noise(m) % unsigned(costs.noise));
        if (m.to >= foundation_code) return sum + costs.home;
        const int left = p.length[m.from] - m.count;
        if (!left) {
            sum += costs.empties;
        } else {
            const Card bared = p.column[m.from][left - 1];
            if (p.face_down[m.from] == left) sum += costs.turns;
            else if (table_.rules.fits(p.column[m.from][left], bared)) sum += costs.breaks;
            if (table_.fits_home(bared)) sum += costs.sends_home;
        }
        sum += costs.from_down * p.face_down[m.from];
        if (!p.length[m.to]) sum += costs.into_empty;
        if (wanted_[m.to]) sum += costs.buries;
        if (p.length[m.to] >= long_column) sum += costs.onto_long;
        return sum;
    }
    u64 noise(const Move& m) const {
        u64 x = (key_[0] ^ key_[1] ^ seed_ ^ u64(m.from << 16 | m.to << 8 | m.count)) * 0x9e3779b97f4a7c15ull;
        x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
        return x >> 40;
    }

    u64 memory() const {
        return seen_.bytes() + moves_.size() * sizeof(Move) + frames_.size() * sizeof(Frame) +
               log_.size() * sizeof(Played) + 16384;
    }
    bool stop() {
        budget_.note(memory());
        return budget_.spent(memory() + seen_.growth_bytes() + between_looks);
    }

    Table table_;
    const Places& places_;
    DeadEndTest dead_end_test_;
    const u64 seed_;
    Budget& budget_;
    Places::Key key_{};
    Visited<Places::words> seen_;
    std::deque<Move> moves_;
    std::deque<Frame> frames_;
    std::deque<Played> log_;
    std::vector<Ordered> order_;
    bool wanted_[max_columns];
};

struct Turn {
    unsigned tries;
    u64 states;  // 0 = to the end
};
// A bad move early on costs a depth-first search dear; starting anew is cheap.
constexpr Turn first[] = {{40, 200}, {1, 10000}, {60, 500}, {1, 200000}, {60, 2000}, {20, 50000}, {1, 0}};
constexpr Turn to_the_end[] = {{1, 0}};

}  // namespace

Answer solve(const Rules& rules, const Position& start, Mode mode, const Limits& limits, u64 seed, const Poll& poll) {
    if (mode == Mode::exhaustive) return solve_exhaustively(rules, start, limits, poll);
    Budget budget(limits, poll);
    const Places places(rules, start);
    Answer answer;
    u64 number = 0;
    auto search = [&](const Turn& t) {  // true at a verdict or at a limit
        for (unsigned i = 0; i < t.tries; ++i) {
            budget.begin_turn(t.states);
            answer = Try(rules, start, places, (seed + 1) * 0xbf58476d1ce4e5b9ull + number++, budget).run();
            if (answer.verdict != Verdict::undecided || budget.hit() != LimitHit::none) return true;
        }
        return false;
    };
    const std::span<const Turn> turns = mode == Mode::first ? std::span<const Turn>(first) : to_the_end;
    for (const Turn& t : turns)
        if (search(t)) break;
    if (answer.verdict == Verdict::undecided) answer.limit_hit = budget.hit();
    answer.states = budget.states();
    answer.memory = budget.peak();
    return answer;
}

}  // namespace kiebitz::yukon
