// A position in play for the search for shortest lines: single cards move, and key and lower bound are kept up with each.
#pragma once

#include <bit>

#include "shortest_lines/bound.hpp"

namespace kiebitz::shortest_lines {

constexpr u64 bit(int card) { return u64{1} << card; }

// The cards a rule speaks of, as bits, worked out once a search.
struct Tables {
    Tables(const Rules& r, const Position& start) : rules(r), digits(r, start), packing(digits) {
        for (int c = 0; c < 4 * r.ranks; ++c) {
            if (!(r.suits >> suit_of(Card(c)) & 1)) continue;
            pack |= bit(c);
            for (int d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(Card(d)) & 1) && r.fits(Card(c), Card(d))) bears[d] |= bit(c), onto[c] |= bit(d);
            for (int d = suit_of(Card(c)); d < c; d += 4) lower[c] |= bit(d);
            if (r.opens(Card(c))) opens |= bit(c);
        }
    }
    Rules rules;
    Digits digits;
    Packing packing;
    u64 pack = 0, opens = 0;             // all cards; those that may open a column
    std::array<u64, max_cards> bears{};  // what can lie on a card
    std::array<u64, max_cards> onto{};   // what a card can lie on
    std::array<u64, max_cards> lower{};  // the cards below it in its suit
};

// Where a card goes; 0 and up are columns.
constexpr u8 to_cell = 32, to_home = 33;

struct Move {
    Card card;
    u8 from, to;
};

template <int words>
class Board {
public:
    Board(const Tables& t, DigBound& dig) : tables(t), dig_(dig), cards_in_pack_(std::popcount(t.pack)) {}

    const Tables& tables;
    Key<words> key{};
    u64 cells = 0, home = 0;
    std::array<u8, max_columns> length;
    std::array<u8, max_cards> where;  // of the cards at the ends of columns and in cells
    u64 tops = 0;                     // the cards at the ends of columns

    void read(const Position& p) {
        key.fill(0);
        clear();
        for (int s = 0; s < 4; ++s)
            for (int r = 0; r < p.home[s]; ++r) put_home(Card(4 * r + s));
        for (int i = 0; i < tables.rules.cells; ++i)
            if (p.cells[i] != no_card) put_in_cell(p.cells[i]);
        for (int i = 0; i < tables.rules.columns; ++i)
            for (int k = 0; k < p.length[i]; ++k) push(i, p.column[i][k]);
    }
    void read(const Key<words>& k) {
        key = k;
        clear();
        Card above[max_cards];
        Card bottoms[max_columns];
        u64 covered = 0;
        int columns = 0;
        u64 seen = 0;
        tables.packing.read<words>(k, tables.digits, [&](int card, int digit) {
            const u8 place = tables.digits.place(card, digit);
            seen |= bit(card);
            if (place < on_bottom) above[place] = Card(card), covered |= bit(place);
            else if (place == on_bottom) bottoms[columns++] = Card(card);
            else if (place == in_cell) put_in_cell(Card(card));
            else put_home(Card(card));
        });
        for (u64 rest = tables.pack & ~seen; rest; rest &= rest - 1) put_home(Card(std::countr_zero(rest)));
        for (int i = 0; i < columns; ++i) {
            Card c = bottoms[i];
            push(i, c);
            while (covered >> c & 1) push(i, c = above[c]);
        }
    }

    int cards_left() const { return left_; }
    bool won() const { return home == tables.pack; }
    // What is left to be paid at least: each card goes home; untouched cards may have to leave their place before; and so
    // has any other card that lies over a lower one of its suit. Each term counts moves of its own.
    int bound() const { return cards_left() + blocked_ + dig_.value(untouched_sum_); }
    // Key and lower bound once a move is made, without making it.
    Key<words> key_after(const Move& s) const {
        Key<words> k = key;
        shift(k, s.card, place_of(s.from), target(s.to));
        return k;
    }
    int bound_after(const Move& s) const {
        int value = cards_left() - (s.to == to_home);
        int blocked = blocked_;
        u64 sum = untouched_sum_;
        if (s.from < to_cell) {
            if (untouched_[s.from] == length[s.from]) sum -= dig_.weight(start_[s.from]);
            else blocked -= (below_[s.from] & tables.lower[s.card]) != 0;
        }
        if (s.to < to_cell) {
            if (returns(s.to, s.card)) sum += dig_.weight(dig_.place(s.card).column);
            else blocked += (below_[s.to] & tables.lower[s.card]) != 0;
        }
        return value + blocked + dig_.value(sum);
    }

    void play(const Move& s) {
        const u8 old_place = place_of(s.from);
        if (s.from < to_cell) pop(s.from);
        else if (s.from == to_cell) cells &= ~bit(s.card), --in_cells_;
        else home &= ~bit(s.card), ++left_;
        if (s.to < to_cell) push(s.to, s.card);
        else if (s.to == to_cell) put_in_cell(s.card);
        else put_home(s.card);
        shift(key, s.card, old_place, place_of(s.to));
    }
    void take_back(const Move& s) { play({s.card, s.to, s.from}); }

    // The next card of each suit.
    u64 next() const {
        u64 all = 0;
        for (int s = 0; s < 4; ++s) {
            const u64 suit = tables.pack & ~home & each_suit << s;
            all |= suit & (~suit + 1);
        }
        return all;
    }
    // Calls `out` with each move. Cells are alike, and so are empty columns; a column's only card gains nothing in
    // another one. A card that goes home at once by `safe` has no other move.
    template <class Out>
    void steps(Out out) const {
        const u64 nexts = next();
        int empty = -1;
        for (int i = tables.rules.columns; i-- > 0;)
            if (!length[i]) empty = i;
        const bool free = in_cells_ < tables.rules.cells && !tables.rules.reserve;
        for (u64 movable = tops | cells; movable; movable &= movable - 1) {
            const Card c = Card(std::countr_zero(movable));
            const u8 from = where[c];
            if (nexts >> c & 1) out(Move{c, from, to_home});
            for (u64 targets = tables.onto[c] & tops; targets; targets &= targets - 1) {
                const int d = std::countr_zero(targets);
                out(Move{c, from, where[d]});
            }
            if (empty >= 0 && (tables.opens >> c & 1) && (from == to_cell || length[from] > 1))
                out(Move{c, from, u8(empty)});
            if (free && from != to_cell) out(Move{c, from, to_cell});
        }
    }
    // A card that may go home at once without ever making the line longer; false if there is none.
    //
    // Let c be the next card of its suit, at the end of a column or in a cell. Take any winning line from here; send c
    // home first, and let every other card follow the line, except that a card which the line puts on a card that is
    // home by now goes home instead, and what the line does with a card that is home already is left out. If all that can
    // ever be put on c can itself go home then (its suit's lower cards are home, or it follows c in suit), and likewise
    // all that can be put on those, this is again a winning line: each card that still has a place has it under the same
    // cards as in the given line or fewer, for nothing lies on a card that went home early but what went home too. Each
    // card that went home early saves its move home later on, so the line is no longer than the one given.
    bool safe(Move& step) const {
        const u64 left = tables.pack & ~home, nexts = next();
        for (u64 ready = nexts & (tops | cells); ready; ready &= ready - 1) {
            const int c = std::countr_zero(ready);
            if (harmless(c, left, nexts)) {
                step = {Card(c), where[c], to_home};
                return true;
            }
        }
        return false;
    }

    // What a card put on this pile lies on.
    u8 target(u8 pile) const {
        return pile == to_cell ? in_cell : pile == to_home ? at_home : length[pile] ? top(pile) : on_bottom;
    }
    // Does this move, made where no card is safe, leave one that is? After a move home that has to be tried.
    bool may_free(const Move& s) const {
        if (s.to == to_home) return true;
        if (s.from >= to_cell || length[s.from] < 2) return false;
        const Card bare = column_[s.from][length[s.from] - 2];
        const u64 nexts = next();
        return (nexts >> bare & 1) && harmless(bare, tables.pack & ~home, nexts);
    }

private:
    Card top(int i) const { return column_[i][length[i] - 1]; }
    void shift(Key<words>& k, Card c, u8 from, u8 to) const {
        k[std::size_t(tables.packing.word(c))] +=
            tables.packing.weight(c) * (u64(tables.digits.digit(c, to)) - u64(tables.digits.digit(c, from)));
    }

    static constexpr u64 each_suit = 0x1111111111111ull;

    bool harmless(int c, u64 left, u64 nexts) const {
        u64 todo = bit(c), done = 0;
        while (todo) {
            const int q = std::countr_zero(todo);
            done |= bit(q);
            todo &= todo - 1;
            const u64 riders = tables.bears[q] & left & ~done;
            if (riders & ~(nexts | bit(q) << 4)) return false;
            todo |= riders;
        }
        return true;
    }
    void clear() {
        length.fill(0);
        below_.fill(0);
        untouched_.fill(0);
        cells = home = tops = untouched_sum_ = 0;
        blocked_ = in_cells_ = 0;
        left_ = cards_in_pack_;
    }
    void put_home(Card c) {
        home |= bit(c);
        --left_;
    }
    u8 place_of(u8 pile) const {
        if (pile == to_cell) return in_cell;
        if (pile == to_home) return at_home;
        const int n = length[pile];
        return n > 1 ? column_[pile][n - 2] : on_bottom;
    }
    // Would c, put onto this column, lie where it lay at the start, on nothing but untouched cards?
    bool returns(int i, Card c) const {
        const auto place = dig_.place(c);
        return place.depth == length[i] && untouched_[i] == length[i] && (!length[i] || start_[i] == place.column);
    }
    void put_in_cell(Card c) {
        cells |= bit(c);
        ++in_cells_;
        where[c] = to_cell;
    }
    void push(int i, Card c) {
        const int n = length[i];
        if (n) tops &= ~bit(column_[i][n - 1]);
        if (returns(i, c)) {
            start_[i] = dig_.place(c).column;
            ++untouched_[i];
            untouched_sum_ += dig_.weight(start_[i]);
        } else {
            blocked_ += (below_[i] & tables.lower[c]) != 0;
        }
        below_[i] |= bit(c);
        column_[i][n] = c;
        ++length[i];
        tops |= bit(c);
        where[c] = u8(i);
    }
    void pop(int i) {
        const int n = --length[i];
        const Card c = column_[i][n];
        below_[i] &= ~bit(c);
        tops &= ~bit(c);
        if (n) tops |= bit(column_[i][n - 1]), where[column_[i][n - 1]] = u8(i);
        if (untouched_[i] > n) {
            --untouched_[i];
            untouched_sum_ -= dig_.weight(start_[i]);
        } else {
            blocked_ -= (below_[i] & tables.lower[c]) != 0;
        }
    }

    DigBound& dig_;
    std::array<std::array<Card, max_cards>, max_columns> column_;
    std::array<u64, max_columns> below_;
    std::array<u8, max_columns> untouched_, start_;
    u64 untouched_sum_ = 0;
    int blocked_ = 0, in_cells_ = 0, left_ = 0;
    const int cards_in_pack_;
};

}  // namespace kiebitz::shortest_lines
