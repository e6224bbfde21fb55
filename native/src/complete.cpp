// The complete search: depth first, with an exact set of the positions seen. It holds one position, the log of moves
// that led there (which is the line, once it wins) and for each position on the way the moves not yet tried.
#include "kiebitz/complete.hpp"

#include <chrono>
#include <deque>

#include "kiebitz/visited.hpp"
#include "kiebitz/yukon.hpp"

namespace kiebitz {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr int nothing_owed = 255;

struct Move {
    u8 from, to, count, price;
};

// A position in play and the moves that lead on from it.
class Game {
public:
    Game(const Rules& r, const Position& start, bool with_reductions)
        : rules(r), p(start), reduce(with_reductions),
          // Where cards must go home at once though their suit's next may need them, a merge is a choice.
          by_suit(reduce && r.build == Build::suit && !(r.forced && r.step == Step::up)) {
        for (int s = 0; s < 4; ++s) {
            const int all = (rules.suits >> s & 1) ? rules.ranks : 0;
            cards_left += all - p.home[s];
        }
    }

    const Rules rules;
    Position p;
    const bool reduce;
    const bool by_suit;  // runs move as one and never come apart without need, see moves_by_suit
    int cards_left = 0;
    int owed = nothing_owed;  // by_suit: the column that has to move next

    Card top(int i) const { return p.length[i] ? p.column[i][p.length[i] - 1] : no_card; }
    bool fits_home(Card c) const { return rank_of(c) == p.home[suit_of(c)]; }

    int run_length(int i) const {
        int k = p.length[i] ? 1 : 0;
        while (k && k < p.length[i] && rules.fits(p.column[i][p.length[i] - k], p.column[i][p.length[i] - k - 1])) ++k;
        return k;
    }

    // Is moving c home never a mistake? It frees its place, so the only loss is that nothing can be built on c any
    // more. Where all that fits on c is home, nothing is lost. Where it is not, but may itself go home at once, and so
    // may all that fits on *that* (opposite colours home up to two ranks below c, the other suit of c's colour up to
    // three), any move onto c can be replaced by a move home, and a card that is home hinders nothing. Built by suit
    // and downward, the only card that fits on c is home already; by suit and upward, it may itself go home at once (not
    // so where a run moves whole: the run's other cards could come along onto c, but not home).
    bool safe(Card c) const {
        if (rules.forced) return true;
        if (!reduce) return false;
        if (rules.step == Step::up)
            return rank_of(c) == rules.ranks - 1 || (rules.build == Build::suit && !rules.whole);
        if (rules.build == Build::suit) return true;
        const int r = rank_of(c);
        int opposite = 99, same = 99;
        for (int s = 0; s < 4; ++s) {
            if (!(rules.suits >> s & 1) || s == suit_of(c)) continue;
            int& least = colour_of(Card(s)) == colour_of(c) ? same : opposite;
            least = std::min(least, int(p.home[s]));
        }
        return opposite >= r || (opposite >= r - 1 && same >= r - 2);
    }

    // Carries the move out and reports each card that now lies on something else.
    template <class Changed>
    void play(int from, int to, int count, Changed changed) {
        Card cards[max_cards];
        u8 below;
        if (from < cell_code) {
            u8& n = p.length[from];
            n = u8(n - count);
            std::memcpy(cards, p.column[from] + n, std::size_t(count));
            below = n ? p.column[from][n - 1] : on_bottom;
        } else {
            cards[0] = p.cells[from - cell_code];
            p.cells[from - cell_code] = no_card;
            below = in_cell;
        }
        u8 onto;
        if (to < cell_code) {
            u8& n = p.length[to];
            onto = n ? p.column[to][n - 1] : on_bottom;
            std::memcpy(p.column[to] + n, cards, std::size_t(count));
            n = u8(n + count);
        } else if (to < foundation_code) {
            p.cells[to - cell_code] = cards[0];
            onto = in_cell;
        } else {
            ++p.home[to - foundation_code];
            --cards_left;
            onto = at_home;
        }
        changed(cards[0], below, onto);
    }
    // The same backwards.
    template <class Changed>
    void take_back(int from, int to, int count, Changed changed) {
        Card cards[max_cards];
        u8 below, onto;
        if (to < cell_code) {
            u8& n = p.length[to];
            n = u8(n - count);
            std::memcpy(cards, p.column[to] + n, std::size_t(count));
            onto = n ? p.column[to][n - 1] : on_bottom;
        } else if (to < foundation_code) {
            cards[0] = p.cells[to - cell_code];
            p.cells[to - cell_code] = no_card;
            onto = in_cell;
        } else {
            const int s = to - foundation_code;
            cards[0] = Card(4 * --p.home[s] + s);
            ++cards_left;
            onto = at_home;
        }
        if (from < cell_code) {
            u8& n = p.length[from];
            below = n ? p.column[from][n - 1] : on_bottom;
            std::memcpy(p.column[from] + n, cards, std::size_t(count));
            n = u8(n + count);
        } else {
            p.cells[from - cell_code] = cards[0];
            below = in_cell;
        }
        changed(cards[0], below, onto);
    }

    // The moves that need no choice, one at a time: forced cards home, and by suit the merges of moves_by_suit.
    bool next_forced(Move& m) const {
        for (int i = 0; i < rules.columns; ++i)
            if (const Card c = top(i); c != no_card && fits_home(c) && safe(c))
                return m = home(u8(i), c), true;
        for (int i = 0; i < rules.cells; ++i)
            if (const Card c = p.cells[i]; c != no_card && fits_home(c) && safe(c))
                return m = home(u8(cell_code + i), c), true;
        if (!by_suit) return false;
        for (int j = 0; j < rules.columns; ++j) {
            const Card t = top(j);
            if (t == no_card || j == owed) continue;
            for (int i = 0; i < rules.cells; ++i)
                if (p.cells[i] != no_card && rules.fits(p.cells[i], t))
                    return m = {u8(cell_code + i), u8(j), 1, 0}, true;
        }
        return false;
    }

    template <class Out>
    void moves(Out out) const {
        if (by_suit) moves_by_suit(out);
        else moves_by_card(out);
    }

private:
    static Move home(u8 from, Card c) { return {from, u8(foundation_code + suit_of(c)), 1, 0}; }

    struct Space {
        int free = 0, cell = 0, empties = 0, hole = 0;
    };
    Space space() const {
        Space s;
        for (int i = rules.cells; i-- > 0;)
            if (p.cells[i] == no_card) ++s.free, s.cell = i;
        for (int i = rules.columns; i-- > 0;)
            if (!p.length[i]) ++s.empties, s.hole = i;
        return s;
    }
    // How many cards can move as one, by way of free cells and of `empties` columns that need not stay empty.
    int capacity(int free, int empties) const {
        if (rules.whole) return max_cards;
        return rules.empty == EmptyColumn::any ? (free + 1) << std::min(empties, 6) : free + 1;
    }

    // Single cards; runs too where the rules move them whole, or where autoplay between the single cards would differ.
    // Columns and cells are sets, so one empty column and one free cell stand for all; a column's only card gains
    // nothing in another empty column.
    template <class Out>
    void moves_by_card(Out out) const {
        const Space s = space();
        const bool runs = rules.whole || rules.forced;
        for (int i = 0; i < rules.columns; ++i) {
            const Card c = top(i);
            if (c == no_card) continue;
            if (fits_home(c)) out(home(u8(i), c));
            const int most = runs ? run_length(i) : 1;
            for (int k = 1; k <= most; ++k) {
                const Card base = p.column[i][p.length[i] - k];
                for (int j = 0; j < rules.columns; ++j)
                    if (j != i && p.length[j] && rules.fits(base, top(j)) && (k == 1 || k <= capacity(s.free, s.empties)))
                        out(Move{u8(i), u8(j), u8(k), 0});
                if (s.empties && rules.opens(base) && (k == 1 || k <= capacity(s.free, s.empties - 1)) &&
                    !(reduce && k == p.length[i]))
                    out(Move{u8(i), u8(s.hole), u8(k), 0});
            }
            if (s.free) out(Move{u8(i), u8(cell_code + s.cell), 1, 0});
        }
        for (int i = 0; i < rules.cells; ++i) {
            const Card c = p.cells[i];
            if (c == no_card) continue;
            if (fits_home(c)) out(home(u8(cell_code + i), c));
            for (int j = 0; j < rules.columns; ++j)
                if (p.length[j] && rules.fits(c, top(j))) out(Move{u8(cell_code + i), u8(j), 1, 0});
            if (s.empties && rules.opens(c)) out(Move{u8(cell_code + i), u8(s.hole), 1, 0});
        }
    }

    // Built by suit a card c fits on one card only, its parent. That allows two reductions.
    // Merging: if c is in a cell and its parent is the last card of a column, put it there at once. Nothing but c can
    // lie on the parent, so all that c could do from the cell it can still do; and before the parent itself moves, c
    // can return to the cell, which was kept free for it. (Not so for c alone in a column: there it may take its own
    // child first, and both together may no longer be able to come back. Deal 915 of Baker's Game needs that.)
    // Whole runs: taking c off its parent into a cell gains nothing until the parent moves too: the parent can take
    // no other card, and c can take none in a cell. All moves in between may come before. So the column is owed: the
    // next move is one of its own. Otherwise as many cards move at once as can, onto a parent always the whole run.
    template <class Out>
    void moves_by_suit(Out out) const {
        const Space s = space();
        for (int i = 0; i < rules.columns; ++i) {
            if (!p.length[i] || (owed != nothing_owed && owed != i)) continue;
            const Card c = top(i);
            if (fits_home(c)) out(home(u8(i), c));
            const int run = run_length(i);
            const Card base = p.column[i][p.length[i] - run];
            if (run <= capacity(s.free, s.empties))
                for (int j = 0; j < rules.columns; ++j)
                    if (j != i && p.length[j] && rules.fits(base, top(j))) out(Move{u8(i), u8(j), u8(run), 0});
            if (s.empties) {
                const int most = std::min(run, capacity(s.free, s.empties - 1));
                for (int k = most; k >= 1; --k)
                    if (k != p.length[i] && rules.opens(p.column[i][p.length[i] - k]))
                        out(Move{u8(i), u8(s.hole), u8(k), 0});
            }
            // Where foundations are built from the king, the run's base may be the card that goes home.
            const int aside = rules.step == Step::up && fits_home(base) ? run - 1 : run;
            if (s.free && (aside <= s.free || (s.empties && rules.empty == EmptyColumn::any)))
                out(Move{u8(i), u8(cell_code + s.cell), 1, 0});
        }
        for (int i = 0; i < rules.cells; ++i) {
            const Card c = p.cells[i];
            if (c == no_card || owed != nothing_owed) continue;
            if (fits_home(c)) out(home(u8(cell_code + i), c));
            if (s.empties && rules.opens(c)) out(Move{u8(cell_code + i), u8(s.hole), 1, 0});
        }
    }
};

// Depth-first search, its stack kept small: two bytes a move of the current line and, but for the last few thousand
// positions on it, three bytes a position; what has been spilled is generated anew when the search comes back to it.
template <int words>
class Search {
public:
    Search(const Rules& rules, const Position& start, const CompleteOptions& o, const Places& places, const Poll& poll)
        : game_(rules, start, o.reduce), options_(o), places_(places), poll_(poll) {}

    Answer run() {
        key_.fill(0);
        Answer a;
        force();
        if (visit()) enter(0, nothing_owed);
        while (game_.cards_left && (!frames_.empty() || unspill())) {
            Frame& f = frames_.back();
            if (f.next == moves_.size()) {
                const Frame done = f;
                moves_.resize(f.moves);
                frames_.pop_back();
                back(done.steps, done.owed);
                continue;
            }
            const Move m = moves_[f.next++];
            const u8 owed = u8(game_.owed);
            const std::size_t before = log_.size();
            play(m);
            owe(m);
            force();
            const unsigned steps = unsigned(log_.size() - before);
            if (game_.cards_left && !visit()) {
                back(steps, owed);
                continue;
            }
            if ((++states_ % 1024 == 0 || states_ == options_.limits.states) && stop(a)) break;
            if (game_.cards_left) enter(steps, owed);
        }
        a.states = states_, a.stored = seen_.size(), a.memory = std::max(peak_, memory());
        if (!game_.cards_left) {
            a.verdict = Verdict::solved;
            a.limit_hit = LimitHit::none;
            for (const u16 m : log_) a.line.insert(a.line.end(), {from_of(m), to_of(m), count_of(m)});
        } else if (a.limit_hit == LimitHit::none) {
            a.verdict = Verdict::impossible;
        }
        return a;
    }

private:
    // A position on the current line: where its moves begin, the next to try, and how it was reached.
    struct Frame {
        u32 moves, next;
        u8 steps, owed;  // moves that led here, forced ones included; what was owed before
    };
    struct Spilled {
        u8 next, steps, owed;
    };
    static constexpr std::size_t recent = 4096;
    static constexpr u64 between_looks = 32768;  // bytes that a thousand positions can add

    // A played move in 16 bits.
    static u16 pack(const Move& m) { return u16(m.from | m.to << 5 | m.count << 11); }
    static u8 from_of(u16 m) { return m & 31; }
    static u8 to_of(u16 m) { return m >> 5 & 63; }
    static u8 count_of(u16 m) { return u8(m >> 11); }

    void change(Card c, u8 below, u8 onto) { places_.template move<words>(key_, c, below, onto); }
    void play(const Move& m) {
        game_.play(m.from, m.to, m.count, [&](Card c, u8 below, u8 onto) { change(c, below, onto); });
        log_.push_back(pack(m));
    }
    void force() {
        Move m;
        while (game_.next_forced(m)) {
            play(m);
            if (m.from == game_.owed) game_.owed = nothing_owed;  // the card that had to move next is home
        }
    }
    // By suit: has a run been broken into a cell, so that its column has to move next?
    void owe(const Move& m) {
        if (!game_.by_suit || m.from >= cell_code) return;
        const Card bare = game_.top(m.from);
        const bool broken = m.to >= cell_code && m.to < foundation_code && bare != no_card &&
                            game_.rules.fits(game_.p.cells[m.to - cell_code], bare);
        game_.owed = broken ? m.from : nothing_owed;
    }
    void back(unsigned steps, u8 owed) {
        for (; steps; --steps) {
            const u16 m = log_.back();
            log_.pop_back();
            game_.take_back(from_of(m), to_of(m), count_of(m), [&](Card c, u8 below, u8 onto) { change(c, onto, below); });
        }
        game_.owed = owed;
    }
    bool visit() {
        Key<words> key = key_;
        if (game_.owed != nothing_owed) key[words - 1] += places_.spare() * (1u + game_.top(game_.owed));
        return seen_.insert(key);
    }
    void enter(unsigned steps, u8 owed) {
        if (frames_.size() == 2 * recent) spill();
        frames_.push_back({u32(moves_.size()), u32(moves_.size()), u8(steps), owed});
        list();
    }
    void list() {
        const std::size_t begin = moves_.size();
        game_.moves([&](const Move& m) { moves_.push_back(m); });
        if (options_.eager) order(begin);
    }
    void spill() {
        for (std::size_t i = 0; i < recent; ++i) {
            const Frame& f = frames_[i];
            spilled_.push_back({u8(f.next - f.moves), f.steps, f.owed});
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
        frames_.push_back({0, s.next, s.steps, s.owed});
        list();
        return true;
    }

    // A price for each move, cheapest first: home, then what digs for the cards wanted next, cells last.
    void order(std::size_t begin) {
        int dig[max_columns];
        for (int i = 0; i < game_.rules.columns; ++i) {
            int best = 40;
            for (int k = 0; k + 1 < game_.p.length[i]; ++k) {
                const Card c = game_.p.column[i][k];
                best = std::min(best, 4 * (rank_of(c) - game_.p.home[suit_of(c)]) + game_.p.length[i] - 1 - k);
            }
            dig[i] = best;
        }
        for (std::size_t at = begin; at < moves_.size(); ++at) {
            Move& m = moves_[at];
            int price = m.to >= foundation_code ? 0 : m.to >= cell_code ? 80 : game_.p.length[m.to] ? 30 : 60;
            price += m.from < cell_code ? dig[m.from] - 2 * (m.count - 1) : 0;
            if (m.to < cell_code && game_.p.length[m.to]) price += (40 - dig[m.to]) / 2;
            if (options_.seed) {  // a spilled position must get the same order again: noise comes from the key alone
                u64 x = (key_[0] ^ options_.seed * 0x9e3779b97f4a7c15ull ^ pack(m)) * 0xd6e8feb86659fd93ull;
                price += int(x >> 40) % 24;
            }
            m.price = u8(std::clamp(price, 0, 255));
        }
        std::stable_sort(moves_.begin() + std::ptrdiff_t(begin), moves_.end(),
                         [](const Move& a, const Move& b) { return a.price < b.price; });
    }

    u64 memory() const {
        return seen_.bytes() + moves_.capacity() * sizeof(Move) + frames_.capacity() * sizeof(Frame) +
               spilled_.size() * sizeof(Spilled) + log_.size() * sizeof(u16) + 8192;
    }
    bool stop(Answer& a) {
        const Limits& l = options_.limits;
        peak_ = std::max(peak_, memory());
        if (l.states && states_ >= l.states) a.limit_hit = LimitHit::states;
        else if (l.memory && memory() + seen_.growth_bytes() + between_looks >= l.memory) a.limit_hit = LimitHit::memory;
        else if (l.seconds > 0 && seconds() >= l.seconds) a.limit_hit = LimitHit::seconds;
        if (states_ % 4096 == 0 && poll_ && poll_()) throw Interrupted{};
        return a.limit_hit != LimitHit::none;
    }
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

    Game game_;
    const CompleteOptions options_;
    const Places& places_;
    const Poll& poll_;
    Key<words> key_;
    Visited<words> seen_;
    std::vector<Move> moves_;
    std::vector<Frame> frames_;
    std::deque<Spilled> spilled_;
    std::deque<u16> log_;
    u64 states_ = 0, peak_ = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

std::uint64_t count(Game& game, int depth) {
    if (depth == 0) return 1;
    std::vector<Move> moves;
    game.moves([&](const Move& m) { moves.push_back(m); });
    if (depth == 1) return moves.size();
    std::uint64_t total = 0;
    for (const Move& m : moves) {
        game.play(m.from, m.to, m.count, [](Card, u8, u8) {});
        total += count(game, depth - 1);
        game.take_back(m.from, m.to, m.count, [](Card, u8, u8) {});
    }
    return total;
}

}  // namespace

Answer complete_search(const Rules& rules, const Position& start, const CompleteOptions& o, const Poll& poll) {
    const Places places(rules, start, !o.reduce);
    const bool roomy = places.room() >= 1 + max_cards;
    const int words = places.words() + (o.reduce && rules.build == Build::suit && !roomy ? 1 : 0);
    if (words <= 1) return Search<1>(rules, start, o, places, poll).run();
    if (words == 2) return Search<2>(rules, start, o, places, poll).run();
    if (words == 3) return Search<3>(rules, start, o, places, poll).run();
    throw std::invalid_argument("position: too many ways to lie for an exact key");
}

std::uint64_t perft(Bytes rules_bytes, Bytes position, int depth) {
    if (depth < 0) throw std::invalid_argument("depth: 0 or more expected");
    Rules rules = Rules::parse(rules_bytes);
    Position start = Position::parse(rules, position);
    if (rules.any) return yukon::perft(rules, start, depth);
    rules.whole = rules.forced = false;
    Game game(rules, start, false);
    return count(game, depth);
}

}  // namespace kiebitz
