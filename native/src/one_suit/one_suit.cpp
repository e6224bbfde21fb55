// Shortest lines of the 13-card game by iterative deepening.
//
// A card is *blocked* while a lower card lies beneath it in its column: it has to leave that place, by a move that is
// not one to the foundation, before the lower card can go home. So no line is shorter than cards not home + blocked
// cards, and a position in which none is blocked is won by moves home alone. Each move costs what it adds to that
// bound: 0 if a card stops being blocked, 1 if nothing changes, 2 if it becomes blocked. Where sequences move whole,
// one move can take several blocked cards along, those that lie on the next higher card; only the others are counted.
// That stays a bound: such a card must be the first of the sequence that is moved away, so that each needs a move of
// its own.
//
// Cards that fit the foundation go there at once. That loses no move, since each has to go there by a move of its own
// some time, and a card can be put to no other use: only the next lower one could lie on it, and that one is home.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/budget.hpp"
#include "common/position.hpp"
#include "common/refusal.hpp"
#include "kiebitz/one_suit.hpp"

namespace kiebitz::one_suit {
namespace {

constexpr int king = cards, cell = columns;  // `cell` as a pile index: after the columns
constexpr int on_cell = 14, is_home = 15;    // places besides cards and nothing (0)

constexpr int last(std::uint64_t pile) { return int(pile & 15); }

struct State {
    std::uint64_t pile[columns] = {};    // ranks, four bits each, the last card lowest
    std::uint64_t lowest[columns] = {};  // for each card the lowest rank below and including it
    std::uint64_t key = 0;   // for each card what it lies on, four bits each; the order of columns does not matter
    std::uint32_t open = 0;  // mask of the ranks of last cards and of the card in the cell
    std::uint8_t in_cell = 0, next = 1;  // rank in the cell (0: none), next rank to go home
    std::int8_t blocked = 0;

    int column_with_last(int rank) const {
        int i = 0;
        while (last(pile[i]) != rank) ++i;
        return i;
    }
    bool ends_a_column(int rank) const { return rank <= king && rank != in_cell && (open >> rank & 1); }
};

struct Transfer {  // `count` cards from pile to pile
    std::uint8_t from, to, count, cost;
};

template <bool whole, bool kings>
class Search {
public:
    Search() : failed_(std::size_t(1) << bits) {}

    // The length of a shortest line from `start`, 0 if there is none; the line in `line`.
    int solve(const State& start, std::vector<std::uint8_t>& line) {
        State s = start;
        states_ = 0;
        go_home(s);
        const int bound = cards + s.blocked;
        int more = 0;
        while (more <= deepenings && !find(s, more)) ++more;
        if (more > deepenings) {
            more = least_cost(s);
            if (more < 0) return 0;
            if (!find(s, more)) throw std::logic_error("one suit: a line is lost");
        }
        write(start, line);
        return bound + more;
    }
    std::uint32_t states() const { return states_; }

    static void put(State& s, int column, int rank) {
        const int onto = last(s.pile[column]), low = last(s.lowest[column]);
        s.blocked += blocks(rank, onto, low);
        s.open = (s.open & ~(1u << onto)) | 1u << rank;
        s.pile[column] = s.pile[column] << 4 | unsigned(rank);
        s.lowest[column] = s.lowest[column] << 4 | unsigned(low && low < rank ? low : rank);
        lay(s, rank, onto);
    }

private:
    static constexpr int bits = 13, deepenings = 7, most_cost = 31;
    static constexpr int most_steps = (columns * (columns - 1) + columns) * (whole ? cards : 1) + columns + 2;

    static bool blocks(int rank, int onto, int low) {  // whether a card on `onto`, with `low` beneath it, is blocked
        return low && low < rank && !(whole && onto == rank + 1);
    }
    static void lay(State& s, int rank, int on) {
        const int shift = 4 * (rank - 1);
        s.key = (s.key & ~(15ull << shift)) | std::uint64_t(on) << shift;
    }
    static int take(State& s, int column) {
        const int rank = last(s.pile[column]);
        s.pile[column] >>= 4;
        s.lowest[column] >>= 4;
        const int onto = last(s.pile[column]);
        s.blocked -= blocks(rank, onto, last(s.lowest[column]));
        s.open = (s.open ^ 1u << rank) | (onto ? 1u << onto : 0);
        return rank;
    }
    // Send home all cards that fit; return whether any did.
    static bool go_home(State& s, std::vector<std::uint8_t>* line = nullptr) {
        const int before = s.next;
        while (s.open >> s.next & 1) {
            const int rank = s.next++;
            int from = cell;
            if (s.in_cell == rank) {
                s.in_cell = 0;
                s.open ^= 1u << rank;
            } else {
                take(s, from = s.column_with_last(rank));
            }
            lay(s, rank, is_home);
            if (line) append({std::uint8_t(from), home, 1, 0}, *line);
        }
        return s.next != before;
    }
    static void make(State& s, const Transfer& step) {
        if (step.from == cell) {
            const int rank = s.in_cell;
            s.in_cell = 0;
            s.open ^= 1u << rank;
            put(s, step.to, rank);
        } else if (step.to == cell) {
            const int rank = take(s, step.from);
            s.in_cell = std::uint8_t(rank);
            s.open |= 1u << rank;
            lay(s, rank, on_cell);
        } else {
            const int top = last(s.pile[step.from]);
            for (int i = 0; i < step.count; ++i) take(s, step.from);
            for (int rank = top + step.count; rank-- > top;) put(s, step.to, rank);
        }
    }
    static int first_of(const State& s, const Transfer& step) {  // the highest moved card
        return step.from == cell ? s.in_cell : last(s.pile[step.from]) + step.count - 1;
    }

    // All moves except moves home; empty columns are one target.
    static int moves(const State& s, Transfer steps[]) {
        int n = 0, empty = 0;
        while (empty < columns && s.pile[empty]) ++empty;
        auto add = [&](int from, int to, int count, int cost) {
            steps[n++] = {std::uint8_t(from), std::uint8_t(to), std::uint8_t(count), std::uint8_t(cost)};
        };
        auto add_columns = [&](int from, int rank, int count, bool was_blocked, bool leaves_some) {
            if (s.ends_a_column(rank + 1)) {
                if (const int to = s.column_with_last(rank + 1); to != from)
                    add(from, to, count, 1 - was_blocked + blocks(rank, rank + 1, last(s.lowest[to])));
            }
            if (empty < columns && leaves_some && (!kings || rank == king)) add(from, empty, count, 1 - was_blocked);
        };
        for (int i = 0; i < columns; ++i) {
            int rank = last(s.pile[i]);
            for (int count = 1; rank; ++count, ++rank) {
                const std::uint64_t pile_left = s.pile[i] >> 4 * count;
                const bool was_blocked = blocks(rank, last(pile_left), last(s.lowest[i] >> 4 * count));
                add_columns(i, rank, count, was_blocked, pile_left != 0);
                if (count == 1 && !s.in_cell) add(i, cell, 1, 1 - was_blocked);
                if (!whole || last(pile_left) != rank + 1) break;
            }
        }
        if (s.in_cell) add_columns(cell, s.in_cell, 1, false, true);
        return n;
    }

    // Whether there is a line within the budget; its steps are in `line_`, the last one first.
    bool find(const State& s, int budget) {
        if (++generation_ == 1 << 7) {
            std::fill(failed_.begin(), failed_.end(), 0);
            generation_ = 1;
        }
        line_.clear();
        return find(s, budget, 0);
    }
    // `moved`: the card just moved, with all cards on it. If nothing went home since, moving it again does nothing that
    // one move could not have done.
    bool find(const State& s, int budget, int moved) {
        if (s.blocked == 0) return true;
        ++states_;
        // Generation, insufficient cost, and the whole position: a hit is never a mistake.
        std::uint64_t& entry = failed_[(s.key * 0x9E3779B97F4A7C15ull) >> (64 - bits)];
        const std::uint64_t key = std::uint64_t(generation_) << 57 | s.key;
        if ((entry & ~(31ull << 52)) == key && int(entry >> 52 & 31) >= budget) return false;
        Transfer steps[most_steps];
        const int n = moves(s, steps);
        for (int cost = 0; cost <= std::min(budget, 2); ++cost) {
            for (int i = 0; i < n; ++i) {
                if (steps[i].cost != cost) continue;
                const int first = first_of(s, steps[i]);
                if (first == moved) continue;
                State after = s;
                make(after, steps[i]);
                if (find(after, budget - cost, go_home(after) ? 0 : first)) {
                    line_.push_back(steps[i]);
                    return true;
                }
            }
        }
        entry = key | std::uint64_t(std::min(budget, most_cost)) << 52;
        return false;
    }

    // The cost of a shortest line, by expanding all positions in the order of their cost; -1 if there is none.
    int least_cost(const State& start) {
        std::vector<std::vector<State>> waiting(3);  // by cost, from the current one on
        waiting[0].push_back(start);
        visited_.assign(1 << 12, no_value<u64>);
        std::size_t count = 0;
        for (int cost = 0; !(waiting[0].empty() && waiting[1].empty() && waiting[2].empty()); ++cost) {
            while (!waiting[0].empty()) {
                const State s = waiting[0].back();
                waiting[0].pop_back();
                if (s.blocked == 0) return cost;
                std::uint64_t& place = visited_[slot(s.key)];
                if (place == s.key) continue;
                place = s.key;
                ++states_;
                if (2 * ++count > visited_.size()) grow();
                Transfer steps[most_steps];
                const int n = moves(s, steps);
                for (int i = 0; i < n; ++i) {
                    State after = s;
                    make(after, steps[i]);
                    go_home(after);
                    waiting[steps[i].cost].push_back(after);
                }
            }
            std::rotate(waiting.begin(), waiting.begin() + 1, waiting.end());
        }
        return -1;
    }
    std::size_t slot(std::uint64_t key) const {
        std::size_t at = (key * 0x9E3779B97F4A7C15ull) >> 20 & (visited_.size() - 1);
        while (visited_[at] != no_value<u64> && visited_[at] != key) at = (at + 1) & (visited_.size() - 1);
        return at;
    }
    void grow() {
        const std::vector<std::uint64_t> before = std::move(visited_);
        visited_.assign(4 * before.size(), no_value<u64>);
        for (const std::uint64_t key : before)
            if (key != no_value<u64>) visited_[slot(key)] = key;
    }

    void write(State s, std::vector<std::uint8_t>& line) const {
        go_home(s, &line);
        for (auto step = line_.rbegin(); step != line_.rend(); ++step) {
            append(*step, line);
            make(s, *step);
            go_home(s, &line);
        }
    }
    static void append(const Transfer& step, std::vector<std::uint8_t>& line) {
        auto code = [](int pile) {
            return std::uint8_t(pile == home ? foundation_code + spades : pile == cell ? cell_code : pile);
        };
        kiebitz::append(line, {code(step.from), code(step.to), step.count});
    }
    static constexpr int home = cell + 1, spades = 3;

    std::vector<std::uint64_t> failed_;  // direct-mapped; a lost entry only costs time
    std::vector<std::uint64_t> visited_;
    std::vector<Transfer> line_;
    unsigned generation_ = 0;
    std::uint32_t states_ = 0;
};

template <bool whole, bool kings>
Lengths run(std::uint64_t first, std::uint64_t count, const Poll& poll) {
    Lengths all;
    all.lengths.reserve(count);
    all.states.reserve(count);
    all.ends.reserve(count);
    Search<whole, kings> search;
    for (std::uint64_t number = first; number < first + count; ++number) {
        if (number % 256 == 0) poll_caller(poll);
        std::uint8_t ranks[cards];
        deal(number, ranks);
        State start;
        for (int column = 0, at = 0; column < columns; ++column)
            for (int i = 0; i < heights[column]; ++i) search.put(start, column, ranks[at++]);
        start.open &= ~1u;  // drop the bit of empty columns
        all.lengths.push_back(std::uint8_t(search.solve(start, all.lines)));
        all.states.push_back(search.states());
        all.ends.push_back(std::uint32_t(all.lines.size()));
    }
    return all;
}

}  // namespace

Lengths lengths(Bytes rules, std::uint64_t first, std::uint64_t count, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    if (r.ranks != cards || r.suits != 1 << 3 || r.columns != columns || r.cells != 1 || r.build != Build::suit ||
        r.step != Step::down || r.empty == EmptyColumn::none || r.any || r.forced || r.stock || r.reserve ||
        r.whole_suits)
        refuse("rules: those of the 13-card game expected (13 spades, five columns, one cell, built by suit)");
    if (first >= deals || count > deals - first) refuse("deals: a range of deals of the 13-card game expected");
    if (count > 1 << 22) refuse("count: at most 4,194,304 deals at a time expected");
    const bool kings = r.empty == EmptyColumn::king;
    return r.whole ? kings ? run<true, true>(first, count, poll) : run<true, false>(first, count, poll)
           : kings ? run<false, true>(first, count, poll)
                   : run<false, false>(first, count, poll);
}

}  // namespace kiebitz::one_suit
