// The search for games in which any face-up card moves: depth first, with an exact set of visited positions; many short
// tries that order the moves at random alternate with a long one that continues each time. Positions that differ only
// in shuttling cards are one. A try that completes has seen everything and proves a loss.
#include <algorithm>
#include <optional>
#include <span>

#include "common/budget.hpp"
#include "common/chunks.hpp"
#include "common/sorting.hpp"
#include "common/visited.hpp"
#include "yukon/dead_end.hpp"
#include "yukon/position_key.hpp"
#include "yukon/shuttles.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz::yukon {
namespace {

// Whether moving c home is never a mistake. If all the cards that can be built on c are home, nothing will ever lie on
// c again. So a line that keeps c can be followed without c: where it moves c alone, do nothing; where c comes along at
// the end of a pile, move the pile without it; nothing ever moves onto c. All other cards lie as before; the card under
// c is bared sooner, and a column may be empty sooner. (Unlike in games with ordered runs, a two is no exception: an
// ace can move onto it with all cards on the ace, and so dig.)
bool safe(const Table& t, Card c) {
    if (t.rules.forced) return true;
    for (const Card d : t.builders(c))
        if (rank_of(d) >= t.p.home[suit_of(d)]) return false;
    return true;
}

// Move ordering: the cost of a move; the cheapest comes first. Tuned on deals above 2,000,000.
struct MoveOrder {
    int home = -50;        // moves home, though not safely
    int turns = -35;       // it turns a card up
    int breaks = 50;       // takes a card off one that it was built on
    int empties = 10;      // it empties a column
    int from_down = -4;    // each face-down card in the source column
    int sends_home = -15;  // bares a card that fits its foundation
    int into_empty = 5;    // it fills an empty column
    int buries = 4;        // the target column holds a card that fits its foundation
    int onto_long = 14;    // the target column is already long
    int noise = 100;       // random noise below this, different for every position and try
};
constexpr MoveOrder costs;
constexpr int long_column = 8;

class Try {
public:
    // `held`: bytes held elsewhere meanwhile.
    Try(const Rules& rules, const Position& start, const Places& places, u64 seed, u64 held, Budget& budget)
        : table_(rules, start), places_(places), shuttles_(table_), dead_end_test_(table_), seed_(seed), held_(held),
          budget_(budget) {
        force();
        if (!table_.won() && !dead_end_test_.dead_end()) {
            visited_.insert(common());
            enter(0);
        }
    }

    // Run to a verdict or until the budget ends; a later call continues.
    Answer run() {
        Answer a;
        bool stopped = false;
        while (!table_.won() && !frames_.empty()) {
            Frame& f = frames_.back();
            if (f.next == choices_.size()) {
                const Frame finished = f;
                choices_.shrink(f.choices);
                frames_.pop_back();
                back(finished.steps);
                continue;
            }
            const std::size_t before = log_.size();
            const bool possible = make(choices_[f.next++]);
            if (possible) force();
            if (table_.won()) break;
            const u32 steps = u32(log_.size() - before);
            if (!possible || !visited_.insert(common())) {
                back(steps);
                continue;
            }
            if (dead_end_test_.dead_end()) back(steps);
            else enter(steps);
            if (budget_.count() && (stopped = stop())) break;
        }
        a.stored = visited_.size();
        budget_.note(memory());
        if (table_.won()) {
            a.verdict = Verdict::solved;
            for (std::size_t i = 0; i < log_.size(); ++i) append(a.line, log_[i].move);
        } else if (!stopped) {
            a.verdict = Verdict::impossible;
        }
        return a;
    }

    u64 bytes() const {
        return visited_.bytes() + choices_.size() * sizeof(Choice) + frames_.size() * sizeof(Frame) +
               log_.size() * sizeof(Played) + 16384;
    }

private:
    struct Played {
        Move move;
        bool turned;
    };
    struct Choice {  // a card, and the target for it and all cards on it
        Card card;
        u8 onto;
    };
    struct Frame {          // a position on the current line
        u32 choices, next;  // start of its choices, the next one to try
        u32 steps;          // moves that led here, including shuttles and moves home
    };
    static constexpr u64 between_looks = 262144;  // bytes that the positions between two checks can add to the stacks

    void play(const Move& m) {
        const bool turned = table_.play(m);
        places_.change<false>(key_, table_, m, turned);
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
            places_.change<true>(key_, table_, l.move, l.turned);
            table_.take_back(l.move, l.turned);
        }
    }
    Places::Key common() const { return shuttles_.common(key_, places_); }

    struct Spot {
        u8 column, depth;
    };
    Spot find(Card c) const {
        for (int i = 0;; ++i)
            if (const void* at = std::memchr(table_.p.column[i], c, table_.p.length[i]))
                return {u8(i), u8(static_cast<const Card*>(at) - table_.p.column[i])};
    }
    void lead(Card c, int to) {
        const Spot from = find(c);
        play({from.column, u8(to), u8(table_.p.length[from.column] - from.depth)});
    }
    void lead(const std::vector<Shuttles::Lead>& leads) {
        for (const auto& l : leads) lead(l.card, find(l.onto).column);
    }
    // Make a choice, after moving shuttling cards out of its way; false if that is impossible.
    bool make(const Choice& choice) {
        const Card c = choice.card;
        if (choice.onto == on_bottom) {
            int empty = 0;
            while (table_.p.length[empty]) ++empty;
            lead(c, empty);
            return true;
        }
        const Card target = choice.onto == at_home ? c : choice.onto;  // has to be bare
        Card aside = no_card;
        if (const Spot at = find(target); at.depth + 1 < table_.p.length[at.column]) {
            aside = table_.p.column[at.column][at.depth + 1];
            shuttles_.read();
            leads_.clear();
            const Card partner = shuttles_.other_side(aside);
            if (!shuttles_.part(partner, aside, no_card, leads_)) return false;
            leads_.push_back({aside, partner});
            lead(leads_);
        }
        if (choice.onto == at_home) {
            play({find(c).column, u8(foundation_code + suit_of(c)), 1});
            return true;
        }
        if (find(c).column == find(target).column) {
            shuttles_.read();
            leads_.clear();
            if (!shuttles_.part(target, c, aside, leads_)) return false;
            lead(leads_);
        }
        lead(c, find(target).column);
        return true;
    }

    // List the choices by cost, without whole columns that could go to empty ones, which only swaps columns.
    void enter(u32 steps) {
        frames_.push_back({u32(choices_.size()), u32(choices_.size()), steps});
        find_next_cards();
        shuttles_.read();
        const Position& p = table_.p;
        std::memset(spots_, 255, sizeof spots_);
        int empty = -1;
        for (int i = 0; i < table_.rules.columns; ++i) {
            for (int k = p.face_down[i]; k < p.length[i]; ++k) spots_[p.column[i][k]] = {u8(i), u8(k)};
            if (!p.length[i]) empty = i;
        }
        order_.clear();
        auto add = [&](Card c, u8 onto, int to) {
            order_.push_back({cost(spots_[c], to, c, onto), u32(order_.size()), {c, onto}});
        };
        for (int i = 0; i < table_.rules.columns; ++i)
            for (int k = p.face_down[i]; k < p.length[i]; ++k) {
                const Card e = p.column[i][k];
                Card aside = no_card;
                if (!shuttles_.bare(e)) {
                    aside = p.column[i][k + 1];
                    if (shuttles_.other_side(aside) == no_card) continue;
                }
                if (table_.fits_home(e)) add(e, at_home, foundation_code + suit_of(e));
                for (const Card c : table_.builders(e))
                    if (c != aside && spots_[c].column != 255 && shuttles_.other_side(c) != e &&
                        !(k + 1 < p.length[i] && p.column[i][k + 1] == c))
                        add(c, e, i);
            }
        if (empty >= 0)
            for (const Card c : table_.openers())
                if (spots_[c].column != 255 && spots_[c].depth) add(c, on_bottom, empty);
        sort_few(order_.begin(), order_.end());
        for (const Ordered& o : order_) choices_.push_back(o.choice);
    }
    struct Ordered {
        int cost;
        u32 number;
        Choice choice;
        bool operator<(const Ordered& o) const { return cost != o.cost ? cost < o.cost : number < o.number; }
    };
    // Find the columns with cards that fit their foundations.
    void find_next_cards() {
        const Position& p = table_.p;
        for (int i = 0; i < table_.rules.columns; ++i)
            holds_next_[i] =
                std::any_of(p.column[i], p.column[i] + p.length[i], [&](Card c) { return table_.fits_home(c); });
    }
    int cost(const Spot& from, int to, Card c, u8 onto) const {
        const Position& p = table_.p;
        int sum = int(noise(c, onto) % unsigned(costs.noise));
        if (onto == at_home) return sum + costs.home;
        const int height = from.depth;
        if (!height) {
            sum += costs.empties;
        } else {
            const Card bared = p.column[from.column][height - 1];
            if (p.face_down[from.column] == height) sum += costs.turns;
            else if (table_.rules.fits(c, bared)) sum += costs.breaks;
            if (table_.fits_home(bared)) sum += costs.sends_home;
        }
        sum += costs.from_down * p.face_down[from.column];
        if (!p.length[to]) sum += costs.into_empty;
        if (holds_next_[to]) sum += costs.buries;
        if (p.length[to] >= long_column) sum += costs.onto_long;
        return sum;
    }
    u64 noise(Card c, u8 onto) const {
        u64 x = (key_[0] ^ key_[1] ^ seed_ ^ u64(c << 8 | onto)) * 0x9e3779b97f4a7c15ull;
        x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
        return x >> 40;
    }

    u64 memory() const { return held_ + bytes(); }
    bool stop() {
        budget_.note(memory());
        return budget_.spent(memory() + visited_.growth_bytes() + between_looks);
    }
    Table table_;
    const Places& places_;
    Shuttles shuttles_;
    DeadEndTest dead_end_test_;
    const u64 seed_, held_;
    Budget& budget_;
    Places::Key key_{};
    Visited<Places::words> visited_;
    Chunks<Choice> choices_;
    Chunks<Frame> frames_;
    Chunks<Played> log_;
    std::vector<Ordered> order_;
    std::vector<Shuttles::Lead> leads_;
    Spot spots_[max_cards];  // of face-up cards
    bool holds_next_[max_columns];
};

struct Turn {
    unsigned tries;  // fresh tries, each in its own order; 0: the long try continues
    u64 states;      // 0 = to the end
};
// An early bad move costs a depth-first search dearly; restarting is cheap. Deals that no short try wins are mostly
// lost, which only a complete try can prove.
constexpr Turn first[] = {{40, 200}, {0, 10000}, {60, 500}, {0, 400000}, {60, 2000}, {0, 0}};
constexpr Turn to_the_end[] = {{0, 0}};

}  // namespace

Answer solve(const Rules& rules, const Position& start, Mode mode, const Limits& limits, u64 seed, const Poll& poll,
             WhenEnded when_ended) {
    if (mode == Mode::exhaustive) return solve_exhaustively(rules, start, limits, poll);
    Budget budget(limits, poll, when_ended);
    const Places places(rules, start);
    Answer answer;
    u64 number = 0;
    const auto next_seed = [&] { return (seed + 1) * 0xbf58476d1ce4e5b9ull + number++; };
    std::optional<Try> long_try;
    auto search = [&](const Turn& t) {  // true at a verdict or at a limit
        auto over = [&] { return answer.verdict != Verdict::undecided || budget.hit() != LimitHit::none; };
        for (unsigned i = 0; i < t.tries; ++i) {
            budget.begin_turn(t.states);
            answer = Try(rules, start, places, next_seed(), long_try ? long_try->bytes() : 0, budget).run();
            if (over()) return true;
        }
        if (t.tries) return false;
        if (!long_try) long_try.emplace(rules, start, places, next_seed(), 0, budget);
        budget.begin_turn(t.states);
        answer = long_try->run();
        return over();
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
