// A position in play for the search for shortest lines: single cards move, and each move updates key and lower bound.
#pragma once

#include "shortest_lines/exact_bound.hpp"

namespace kiebitz::shortest_lines {

// Piles of a move; 0 and up are columns.
constexpr u8 to_cell = 32, to_home = 33;

struct CardMove {
    Card card;
    u8 from, to;
};

// A part of a line: cards are dug into cells from the source and target columns of the last move, which goes home or to
// a column. A shortest line can be cut into such steps, see Board::steps.
struct Step {
    Key key;  // of the resulting position
    int moves, bound;
    Card card;  // that the last move takes
    u8 from, to, source_digs, target_digs;
    u8 vain;     // the number of its moves in vain
    bool frees;  // whether a card may be safe after it
};

class Board {
public:
    Board(const Tables& t, DigBound& dig) : tables(t), dig_(dig), cards_in_pack_(std::popcount(t.pack)) {}

    const Tables& tables;
    Key key;
    u64 cells = 0, home = 0;
    std::array<u8, max_columns> length;
    std::array<u8, max_cards> where;  // for cards at the ends of columns and in cells
    u64 tops = 0;                     // the cards at the ends of columns

    void read(const Position& p) {
        clear();
        for (int s = 0; s < 4; ++s)
            for (int r = 0; r < p.home[s]; ++r) put_home(Card(4 * r + s));
        for (int i = 0; i < tables.rules.cells; ++i)
            if (p.cells[i] != no_card) put_in_cell(p.cells[i]);
        for (int i = 0; i < tables.rules.columns; ++i)
            for (int k = 0; k < p.length[i]; ++k) push(i, p.column[i][k]);
    }
    void read(const Key& k) {
        key = k;
        home = k.cards(Digit::home);
        cells = tops = untouched_sum_ = over_own_ = 0;
        blocked_ = in_cells_ = 0;
        cards_left_ = cards_in_pack_ - std::popcount(home);
        for (u64 bits = k.cards(Digit::cell); bits; bits &= bits - 1) put_in_cell(Card(std::countr_zero(bits)));
        std::array<Card, max_cards> above;
        u64 covered = 0, bottoms = k.cards(Digit::bottom);
        for (int s = 0; s < 4; ++s)
            for (u64 bits = k.cards(Digit::on_suit, s); bits; bits &= bits - 1) {
                const int c = std::countr_zero(bits);
                above[tables.host[c][s]] = Card(c);
                covered |= bit(tables.host[c][s]);
            }
        const u64 as_dealt = k.cards(Digit::as_dealt) & tables.pack;
        const u64 in_place = dig_.by_place(as_dealt);
        u64 untouched = 0;
        for (int i = 0; i < tables.rules.columns; ++i) {
            const int n = dig_.in_place(i, in_place, column_[i].data());
            length[i] = untouched_[i] = u8(n);
            start_[i] = u8(i);
            below_[i] = dig_.cards(i, n);
            untouched |= below_[i];
            untouched_sum_ += u64(n) * dig_.weight(i);
        }
        // Place the other cards as dealt: on a card that has moved, in a cell, or home.
        for (u64 bits = as_dealt & ~untouched; bits; bits &= bits - 1) {
            const Card c = Card(std::countr_zero(bits));
            const u8 place = tables.dealt[c];
            if (place == at_home) put_home(c);
            else if (place == in_cell) put_in_cell(c);
            else if (place == on_bottom) bottoms |= bit(c);
            else {
                above[place] = c;
                covered |= bit(place);
            }
        }
        for (int i = 0; i < tables.rules.columns; ++i) {
            int n = length[i];
            if (!n) {
                if (!bottoms) continue;
                n = put_on_top(i, 0, Card(std::countr_zero(bottoms)));
                bottoms &= bottoms - 1;
            }
            while (covered >> column_[i][n - 1] & 1) n = put_on_top(i, n, above[column_[i][n - 1]]);
            length[i] = u8(n);
            tops |= bit(top(i));
            where[top(i)] = u8(i);
        }
    }

    int cards_left() const { return cards_left_; }
    bool won() const { return home == tables.pack; }
    // The lower bound: each card goes home; untouched cards may have to leave their place first; and so must any moved
    // card over a lower one of its suit. Each term counts different moves.
    int bound() const { return cards_left() + blocked_ + dig_.value(untouched_sum_); }
    void play(const CardMove& s) {
        const u8 old_place = place_of(s.from);
        if (s.from < to_cell) pop(s.from);
        else if (s.from == to_cell) {
            cells &= ~bit(s.card);
            --in_cells_;
        } else {
            home &= ~bit(s.card);
            ++cards_left_;
        }
        if (s.to < to_cell) push(s.to, s.card);
        else if (s.to == to_cell) put_in_cell(s.card);
        else put_home(s.card);
        shift(key, s.card, old_place, place_of(s.to));
    }
    void take_back(const CardMove& s) { play({s.card, s.to, s.from}); }

    // The next card of each suit.
    u64 next() const { return lowest(tables.pack & ~home); }
    // Calls `out` with steps that lead to a won position in `limit` moves at most, as far as the bound says; if there
    // is a line that short, the shortest ones among them. No card may be safe.
    //
    // Why steps will do: take a shortest line, and in it a move d of a card from column i to a cell. Let n be the next
    // move from or to column i that is not such a move itself. It comes: otherwise the last card that leaves column i
    // leaves it for a cell, and could stay until it leaves that cell, which saves a move. No card that left column i
    // between d and n leaves its cell before n: the first that did could as well wait in the column, under no more than
    // the cards that left before it, and go straight to where it goes, which saves a move. So nothing between d and n
    // depends on d, but what is dug from the same column, and all that can be put off until just before n: cells are
    // only emptier for it. So there is a shortest line in which each move to a cell comes just before a move n, home or
    // to a column, from or to the column that was dug for it.
    //
    // Of that, some is left out. Where a safe card is exposed it goes home, see `safe`. Cells are alike and so are
    // empty columns, and no column is dug empty for a card if another one is empty: that one will do, and what is dug
    // can wait. A column's only card gains nothing in an empty one.
    //
    // Where cards come back, a foundation is one more such column: what comes off it into a cell is dug for the card
    // beneath, which comes back to a column next. The only other move that could be n, back home, would undo the last
    // dig. A card that comes back only to be safe comes back for nothing.
    //
    // Of all these only those with `least_vain` to `most_vain` moves in vain; returns whether there are some with more.
    template <class Out>
    bool steps(const int limit, const int least_vain, const int most_vain, Out out) {
        const u64 nexts = next(), safe_ones = safe_among(nexts);
        const int free = tables.rules.reserve ? 0 : tables.rules.cells - in_cells_;
        const int columns = tables.rules.columns;
        auto& dug = dug_;
        u8 deep[max_columns];             // the most cards to dig from each column
        std::array<u8, max_cards> depth;  // cards to dig before a card is exposed
        std::array<u8, max_cards> at;
        u64 exposed = 0;
        int empty = -1;
        const int min_moves = cards_left() + dig_.value(untouched_sum_);  // digging never increases it
        for (int i = columns; i-- > 0;) {
            if (!length[i]) empty = i;
            deep[i] = 0;
            Dug now{{}, untouched_sum_, below_[i], blocked_, length[i], untouched_[i]};
            dug[i][0] = now;
            for (int k = 0; now.length; ++k) {
                const Card c = column_[i][now.length - 1];
                exposed |= bit(c);
                depth[c] = u8(k);
                at[c] = u8(i);
                remove(i, c, now);
                dug[i][k + 1] = now;
                deep[i] = u8(k);
                if (k == free || (k && (safe_ones >> c & 1))) break;
                shift(now.change, c, now.length ? column_[i][now.length - 1] : on_bottom, in_cell);
                if (k + 1 + min_moves + now.blocked > limit &&
                    k + 1 + cards_left() + now.blocked + dig_.value(now.untouched_sum) > limit)
                    break;
                dug[i][k + 1] = now;
                deep[i] = u8(k + 1);
            }
        }
        bool left_out = false;
        const auto emit = [&](Card c, u8 from, u8 to, int target_digs, u8 place, int vain) {
            if (vain < least_vain || vain > most_vain) {
                left_out |= vain > most_vain;
                return;
            }
            Step s;
            s.vain = u8(vain);
            s.card = c;
            s.to = to;
            s.target_digs = u8(target_digs);
            s.from = from;
            s.key = key;
            s.frees = to == to_home;
            int moves_home = cards_left() - (to == to_home);
            u64 sum = untouched_sum_;
            int blocked = blocked_;
            if (from == to_cell) {
                s.source_digs = 0;
                shift(s.key, c, in_cell, place);
            } else if (from == to_home) {
                const u64 above = home_from(c) & ~bit(c);
                for (u64 bits = above; bits; bits &= bits - 1)
                    shift(s.key, Card(std::countr_zero(bits)), at_home, in_cell);
                s.source_digs = u8(std::popcount(above));
                moves_home += s.source_digs + 1;
                shift(s.key, c, at_home, place);
            } else {
                const Dug &before = dug[from][depth[c]], &after = dug[from][depth[c] + 1];
                s.source_digs = depth[c];
                sum = after.untouched_sum;
                blocked = after.blocked;
                s.key.change(before.change);
                shift(s.key, c, after.length ? column_[from][after.length - 1] : on_bottom, place);
                s.frees |= after.length && (safe_ones >> column_[from][after.length - 1] & 1);
            }
            if (to < to_cell) {
                const Dug& target = dug[to][target_digs];
                sum += target.untouched_sum - untouched_sum_;
                blocked += target.blocked - blocked_;
                s.key.change(target.change);
                const auto origin = dig_.place(c);
                if (origin.depth == target.length && target.untouched == target.length &&
                    (!target.length || start_[to] == origin.column))
                    sum += dig_.weight(origin.column);
                else blocked += (target.cards & tables.lower[c]) != 0;
            }
            s.moves = s.source_digs + s.target_digs + 1;
            s.bound = moves_home + blocked + dig_.value(sum);
            if (s.moves + s.bound <= limit) out(s);
        };
        for (u64 ready = nexts & (exposed | cells); ready; ready &= ready - 1) {
            const Card c = Card(std::countr_zero(ready));
            emit(c, cells >> c & 1 ? to_cell : at[c], to_home, 0, at_home, 0);
        }
        const u64 usable = exposed & ~safe_ones, returning = tables.rules.back ? worth_returning(free) : 0;
        // A card that leaves its foundation takes two moves in vain, because it must go home again.
        const auto come_back = [&](u64 cards, u8 to, int digs, u8 place, int emptied) {
            for (; cards; cards &= cards - 1) {
                const Card c = Card(std::countr_zero(cards));
                const int leave = std::popcount(home_from(c));
                if (leave - 1 + digs <= free) emit(c, to_home, to, digs, place, 2 * leave + emptied);
            }
        };
        for (u64 hosts = usable; hosts; hosts &= hosts - 1) {
            const Card d = Card(std::countr_zero(hosts));
            for (u64 riders = tables.bears[d] & (usable | cells); riders; riders &= riders - 1) {
                const Card c = Card(std::countr_zero(riders));
                if (cells >> c & 1 || (at[c] == at[d] && depth[c] + 1 < depth[d]))
                    emit(c, to_cell, at[d], depth[d], d, 1);
                else if (at[c] != at[d] && depth[c] + depth[d] <= free)
                    emit(c, at[c], at[d], depth[d], d, length[at[c]] == depth[c] + 1);
            }
            come_back(tables.bears[d] & returning, at[d], depth[d], d, 0);
        }
        const auto fill = [&](int i, int digs) {
            const int emptied = digs != 0;
            for (u64 openers = tables.opens & (usable | cells); openers; openers &= openers - 1) {
                const Card c = Card(std::countr_zero(openers));
                if (cells >> c & 1 || (at[c] == i && depth[c] + 1 < digs))
                    emit(c, to_cell, u8(i), digs, on_bottom, 1 + emptied);
                else if (at[c] != i && depth[c] + digs <= free && length[at[c]] > depth[c] + 1)
                    emit(c, at[c], u8(i), digs, on_bottom, emptied);
            }
            come_back(tables.opens & returning, u8(i), digs, on_bottom, emptied);
        };
        if (empty >= 0) fill(empty, 0);
        else
            for (int i = 0; i < columns; ++i)
                if (deep[i] == length[i]) fill(i, deep[i]);
        return left_out;
    }
    // Pass a position that was read by its key to ExactBound.
    void show(ExactBound& exact) const {
        exact.begin(key);
        for (int i = 0; i < tables.rules.columns; ++i)
            exact.column(column_[i].data(), length[i], untouched_[i], over_own_);
    }
    // The bound of the shown position by ExactBound; up to `most` it only says that it is not higher.
    int exact_bound(ExactBound& exact, int limit) const { return cards_left() + exact.value(limit - cards_left()); }
    // Whether the last move of a step puts its card elsewhere than at its place of the start.
    bool lies_anew(const Step& s) const {
        if (s.to == to_home) return true;
        const int under = length[s.to] - s.target_digs;
        return dig_.place(s.card).depth != under || untouched_[s.to] < under;
    }
    // The bound by ExactBound after such a step from the shown position, if no card is safe there.
    int exact_bound(ExactBound& exact, const Step& s, int limit) const {
        const int from = s.from < to_cell ? s.from : -1, stay = from < 0 ? 0 : length[from] - s.source_digs - 1;
        if (s.to == to_home) {
            limit -= cards_left() - 1;
            return cards_left() - 1 + (from < 0 ? exact.value(limit) : exact.value_after(s.key, from, stay, limit));
        }
        const int under = length[s.to] - s.target_digs;
        u64 below = 0;
        for (int k = 0; k < under; ++k) below |= bit(column_[s.to][k]);
        const bool over_own = below & tables.lower[s.card];
        const int moves_home = cards_left() + (s.from == to_home ? s.source_digs + 1 : 0);
        return moves_home + exact.value_after(s.key, from, stay, s.to, under, s.card, over_own, limit - moves_home);
    }
    // Does a move in vain come before a card goes home? That is one that leaves as much to be paid as before, by
    // ExactBound, so there is 1 more to be paid.
    //
    // A card that leaves a cell or is the last to leave a column, and does not go home, moves in vain: ExactBound finds
    // it as free of others before as after. So without such moves, what is once put into a cell or an empty column
    // stays there until a card goes home. Each of the cards over a next one leaves its column first for such a place,
    // of which there are as many as cells and columns are empty, or for a card that is out by then, at the end of a
    // column: those were out from the beginning, or lay under others that left in the same way. What is not forbidden
    // by this is taken to be possible.
    //
    // After a move that is not in vain it still comes: whatever can be dug out then could be before, with the place
    // that the move took. So no bound that counts it falls by more than a move costs. Nor does one by a card that comes
    // back: this, too, is a move in vain, and leaves one more to be paid.
    bool vain() const {
        const u64 nexts = next();
        if (nexts & (tops | cells)) return false;
        int room = tables.rules.reserve ? 0 : tables.rules.cells - in_cells_;
        // Last cards over others, and those that fit onto a card that is out.
        u64 ends = 0, placed = 0;
        std::array<u8, max_cards> at;
        std::array<u8, max_columns> heights = length;
        for (int i = 0; i < tables.rules.columns; ++i) {
            if (!heights[i]) {
                ++room;
                continue;
            }
            const Card c = top(i);
            placed |= tables.bears[c];
            at[c] = u8(i);
            ends |= u64(heights[i] > 1) << c;
        }
        // The cards out when no place is taken, then one, and so on: the card that takes the next place was out before,
        // and so was the card that another is put on; any last card by then has left it here.
        u64 out = 0;
        const auto dig = [&](int c) {
            const u8 i = at[std::size_t(c)];
            const Card d = column_[i][--heights[i] - 1];
            out |= bit(d);
            placed |= tables.bears[d];
            at[d] = i;
            ends ^= bit(c);
            ends |= u64(heights[i] > 1) << d;
        };
        for (;; --room) {
            while (const u64 free = ends & placed) dig(std::countr_zero(free));
            if (out & nexts) return false;
            if (!room || !ends) return true;
            for (u64 bits = ends; bits; bits &= bits - 1) dig(std::countr_zero(bits));
        }
    }
    // The same after a step, if no card is safe there.
    bool vain_after(const Step& s) {
        if (s.from == to_home) return false;  // the card is at an end and may go home
        const u64 tops_before = tops, cells_before = cells, home_before = home;
        const int in_cells_before = in_cells_;
        const auto length_before = length;
        const auto dig = [this](int i, int count) {
            tops &= ~bit(column_[i][length[i] - 1]);
            for (; count; --count, ++in_cells_) cells |= bit(column_[i][--length[i]]);
        };
        if (s.from < to_cell) {
            dig(s.from, s.source_digs);
            if (--length[s.from]) tops |= bit(top(s.from));
        } else {
            cells &= ~bit(s.card);
            --in_cells_;
        }
        Card* slot = nullptr;
        Card slot_before = 0;
        if (s.to < to_cell) {
            if (length[s.to]) dig(s.to, s.target_digs);
            cells &= ~bit(s.card);
            slot = &column_[s.to][length[s.to]++];
            slot_before = *slot;
            *slot = s.card;
            tops |= bit(s.card);
        } else {
            home |= bit(s.card);
        }
        const bool in_vain = vain();
        if (slot) *slot = slot_before;
        tops = tops_before, cells = cells_before, home = home_before, in_cells_ = in_cells_before,
        length = length_before;
        return in_vain;
    }
    // The single moves of a step; returns their number.
    int unfold(const Step& s, CardMove* list) const {
        int n = 0;
        if (s.to < to_cell)
            for (int k = 0; k < s.target_digs; ++k) list[n++] = {column_[s.to][length[s.to] - 1 - k], s.to, to_cell};
        for (int k = 0; k < s.source_digs; ++k)
            list[n++] = {
                s.from == to_home ? Card(s.card + 4 * (s.source_digs - k)) : column_[s.from][length[s.from] - 1 - k],
                s.from, to_cell};
        list[n++] = {s.card, s.from, s.to};
        return n;
    }
    // A card that may go home at once without ever making the line longer; false if there is none.
    //
    // Let c be the next card of its suit, at the end of a column or in a cell. Take any winning line from here; send c
    // home first, and let every other card follow the line, except that a card which the line puts on a card that is
    // home by now goes home instead, and what the line does with a card that is home already is left out. If all that
    // can ever be put on c can itself go home then (its suit's lower cards are home, or it follows c in suit), and
    // likewise all that can be put on those, this is again a winning line: each card that still has a place has it
    // under the same cards as in the given line or fewer, for nothing lies on a card that went home early but what went
    // home too. Each card that went home early saves its move home later on, so the line is no longer than the one
    // given.
    //
    // Where cards come back, what lies at home may be wanted for a column as well. Call *low* what can ever be wanted
    // because of c, see Tables::low: all that can be put on a low card is low, and so are all lower cards of its suit.
    // Let all low cards be home but the next of each suit. Take any winning line, send c home first, and whenever the
    // line moves a low card, send that home if it is not there, and leave it there. It can go, as all below it in its
    // suit are low and home. Nothing but low cards is ever put on a low card, so all others have the places that they
    // have in the line, under the same cards or fewer. No low card moves more often than in the line.
    bool safe(CardMove& step) const {
        const u64 not_home = tables.pack & ~home, nexts = next();
        for (u64 ready = nexts & (tops | cells); ready; ready &= ready - 1) {
            const int c = std::countr_zero(ready);
            if (harmless(c, not_home, nexts)) {
                step = {Card(c), where[c], to_home};
                return true;
            }
        }
        return false;
    }

    // The card or place beneath a card put on this pile.
    u8 target(u8 pile) const {
        return pile == to_cell ? in_cell : pile == to_home ? at_home : length[pile] ? top(pile) : on_bottom;
    }

private:
    Card top(int i) const { return column_[i][length[i] - 1]; }
    void shift(Key& k, Card c, u8 from, u8 to) const { tables.shift(k, c, from, to); }

    // A column without its last cards, and the effect on key and bound.
    struct Dug {
        Key change;
        u64 untouched_sum, cards;
        int blocked;
        u8 length, untouched;
    };
    void remove(int i, Card c, Dug& d) const {
        --d.length;
        d.cards &= ~bit(c);
        if (d.untouched > d.length) {
            --d.untouched;
            d.untouched_sum -= dig_.weight(start_[i]);
        } else {
            d.blocked -= (d.cards & tables.lower[c]) != 0;
        }
    }
    u64 safe_among(u64 nexts) const {
        const u64 not_home = tables.pack & ~home;
        u64 cards = 0;
        for (u64 bits = nexts; bits; bits &= bits - 1) {
            const int c = std::countr_zero(bits);
            if (harmless(c, not_home, nexts)) cards |= bit(c);
        }
        return cards;
    }

    // At home, a card and the later ones of its suit.
    u64 home_from(Card c) const { return home & each_suit << c; }
    // Cards at home that would not be safe if they came back, under at most `max_riders` others.
    u64 worth_returning(int max_riders) const {
        u64 cards = 0;
        const u64 nexts = next();
        for (u64 bits = home; bits; bits &= bits - 1) {
            const Card c = Card(std::countr_zero(bits));
            const u64 leave = home_from(c), next_then = (nexts & ~(each_suit << suit_of(c))) | bit(c);
            if (std::popcount(leave) - 1 <= max_riders && !harmless(c, (tables.pack & ~home) | leave, next_then))
                cards |= bit(c);
        }
        return cards;
    }
    bool harmless(int c, u64 not_home, u64 nexts) const {
        if (tables.rules.back) return !(tables.low[c] & not_home & ~nexts);
        u64 todo = bit(c), visited = 0;
        while (todo) {
            const int q = std::countr_zero(todo);
            visited |= bit(q);
            todo &= todo - 1;
            const u64 riders = tables.bears[q] & not_home & ~visited;
            if (riders & ~(nexts | bit(q) << 4)) return false;
            todo |= riders;
        }
        return true;
    }
    void clear() {
        key = Key{};
        length.fill(0);
        below_.fill(0);
        untouched_.fill(0);
        cells = home = tops = untouched_sum_ = over_own_ = 0;
        blocked_ = in_cells_ = 0;
        cards_left_ = cards_in_pack_;
    }
    void put_home(Card c) {
        home |= bit(c);
        --cards_left_;
    }
    u8 place_of(u8 pile) const {
        if (pile == to_cell) return in_cell;
        if (pile == to_home) return at_home;
        const int n = length[pile];
        return n > 1 ? column_[pile][n - 2] : on_bottom;
    }
    // Whether c, put onto this column, would be at its place of the start, on untouched cards only.
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
            const u64 over = (below_[i] & tables.lower[c]) != 0;
            blocked_ += int(over);
            over_own_ |= over << c;
        }
        below_[i] |= bit(c);
        column_[i][n] = c;
        ++length[i];
        tops |= bit(c);
        where[c] = u8(i);
    }
    // While reading a position: put a touched card onto n others; returns their new number.
    int put_on_top(int i, int n, Card c) {
        const u64 over = (below_[i] & tables.lower[c]) != 0;
        blocked_ += int(over);
        over_own_ |= over << c;
        below_[i] |= bit(c);
        column_[i][n] = c;
        return n + 1;
    }
    void pop(int i) {
        const int n = --length[i];
        const Card c = column_[i][n];
        below_[i] &= ~bit(c);
        tops &= ~bit(c);
        if (n) {
            tops |= bit(column_[i][n - 1]);
            where[column_[i][n - 1]] = u8(i);
        }
        if (untouched_[i] > n) {
            --untouched_[i];
            untouched_sum_ -= dig_.weight(start_[i]);
        } else {
            blocked_ -= int(over_own_ >> c & 1);
            over_own_ &= ~bit(c);
        }
    }

    DigBound& dig_;
    Dug dug_[max_columns][max_cells + 2];  // of `steps`
    std::array<std::array<Card, DigBound::room>, max_columns> column_;
    std::array<u64, max_columns> below_;
    std::array<u8, max_columns> untouched_, start_;
    u64 untouched_sum_ = 0;
    u64 over_own_ = 0;  // touched cards over a lower one of their suit
    int blocked_ = 0, in_cells_ = 0, cards_left_ = 0;
    const int cards_in_pack_;
};

}  // namespace kiebitz::shortest_lines
