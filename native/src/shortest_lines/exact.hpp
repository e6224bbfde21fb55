// The lower bound of a position in which some cards have been touched.
#pragma once

#include <algorithm>

#include "shortest_lines/bound.hpp"
#include "shortest_lines/tables.hpp"

namespace kiebitz::shortest_lines {

// How many cards in columns have to leave their place before they can go home: as DigBound, but of any position, with the
// touched cards that lie on the untouched ones or in columns of their own.
//
// Were there cells without end, each card would go home from its place or leave it once, as there, and the best order in
// which to dig is a shortest path over what is left of the columns. Besides what goes home from its place, at no cost, a
// card at the end of a column that lies over a lower one of its suit leaves at once, at a cost of 1: it has to leave its
// place in any case, and where fewer cards are left nothing gets dearer. What remains is dug until a card is free that goes
// home. Such a way costs at least what the touched cards over their own suit and DigBound say of what is left, so no way is
// followed that is too dear by that, and the cheapest by that is tried first. What a way costs, and what all ways cost at
// least, is kept in a table of fixed size, where the last one stays. When more positions of the columns than `most_effort`
// are looked at, the lower bound that is known by then will do.
class ExactBound {
public:
    ExactBound(const Tables& t, DigBound& dig, int most_effort = 16) : dig_(dig), most_effort_(most_effort), slots_(size) {
        for (int i = 0; i < t.rules.columns; ++i) {
            at_start_[i][0] = Level{};
            for (int n = 0; n < dig.length(i); ++n) {
                const Card c = dig.card(i, n);
                set_above(at_start_[i][n + 1], at_start_[i][n], c, n, dig.over_own() >> c & 1);
            }
        }
    }

    // Begins a position: its key, and its cards in columns.
    void begin(const Key& key, u64 cards) {
        whole_ = State{};
        whole_.cards = cards;
        columns_ = 0;
        whole_key_ = key;
    }
    // Its next column: the cards, and how many of them are untouched since the start. The touched cards that lie over a
    // lower one of their suit are in `over_own`.
    void column(const Card* cards, int length, int untouched, u64 over_own) {
        const int i = columns_++;
        untouched_[i] = u8(untouched);
        for (int n = untouched; n < length; ++n) {
            touched_place_[cards[n]] = {u8(i), u8(n)};
            const bool leaves = over_own >> cards[n] & 1;
            Level& l = touched_levels_[i][n + 1];
            set_above(l, level(i, n), cards[n], n, leaves);
            l.over_own = u8(l.over_own + leaves);
        }
        const Level& all = level(i, length);
        whole_.length[i] = u8(length);
        whole_.touched |= all.cards & ~at_start_[i][untouched].cards;
        whole_.untouched_sum += u64(untouched) * dig_.weight(i);
        whole_.over_own += all.over_own;
        whole_.tops |= all.top;
    }
    // The value of the position that was begun and has all its columns. A value of `most` or less is only said to be no
    // more, and what is more may be said to be less than it is, but not to be `most`.
    int value(int most) {
        key_ = whole_key_;
        return value(whole_, most);
    }
    // The same of the position `key` that one step from there leads to: column `from` keeps `stay` cards.
    int value_after(const Key& key, int from, int stay, int most) {
        key_ = key;
        State p = whole_;
        cut(p, from, stay);
        return value(p, most);
    }
    // And besides column `to` keeps `under`, on which card c is put, not where it lay at the start. `over_own`: it lies over
    // a lower one of its suit there. No column `from` is -1.
    int value_after(const Key& key, int from, int stay, int to, int under, Card c, bool over_own, int most) {
        key_ = key;
        State p = whole_;
        if (from >= 0) cut(p, from, stay);
        cut(p, to, under);
        // What is known of the column and the card is put back in the end.
        const u8 untouched = untouched_[to];
        const u64 touched = whole_.touched;
        const auto place_before = touched_place_[c];
        const Level& below = level(to, under);
        Level& top = touched_levels_[to][under + 1];
        const Level top_before = top;
        set_above(top, below, c, under, over_own);
        top.over_own = u8(below.over_own + over_own);
        p.cards |= bit(c), p.touched |= bit(c), whole_.touched |= bit(c);
        p.tops ^= below.top | bit(c);
        p.over_own += over_own;
        p.length[to] = u8(under + 1);
        untouched_[to] = u8(std::min<int>(untouched, under));
        touched_place_[c] = {u8(to), u8(under)};
        const int found = value(p, most);
        untouched_[to] = untouched, whole_.touched = touched, touched_place_[c] = place_before, top = top_before;
        return found;
    }
    u64 bytes() const { return slots_.size() * sizeof(Slot); }

private:
    static constexpr u64 size = 1 << 13;
    // The first cards of a column, of which the last one is the top.
    struct Level {
        u64 cards = 0, top = 0;
        u8 over_own = 0;  // the touched cards over a lower one of their suit; DigBound counts the others
        u8 forced = 0;    // how many stay when the last ones leave that lie over a lower one of their suit
    };
    // What is left of the columns while they are dug.
    struct State {
        u64 cards = 0, touched = 0, tops = 0;
        u64 untouched_sum = 0;  // as DigBound knows it
        int over_own = 0;       // the touched cards over a lower one of their suit
        std::array<u8, max_columns> length{};
    };
    struct Slot {
        Key key{};
        u8 least = 0, most = 0xff;  // what it costs lies between them
    };

    // Field by field: a copy of what was written byte by byte a moment ago waits for it. `leaves`: it lies over a lower
    // card of its suit.
    static void set_above(Level& l, const Level& below, Card c, int depth, bool leaves) {
        l.cards = below.cards | bit(c);
        l.top = bit(c);
        l.over_own = below.over_own;
        l.forced = leaves ? below.forced : u8(depth + 1);
    }
    int value(State p, int most) {
        int paid = 0;
        for (int i = 0; i < columns_; ++i) paid += clear_forced(p, i);
        paid += clear(p);
        effort_ = 0;
        return paid + dig(p, most - paid);
    }
    const Level& level(int i, int n) const {
        return n <= untouched_[i] ? at_start_[i][n] : touched_levels_[i][n];
    }
    // Where a card of the columns lies; whole_.touched: those that lay elsewhere at the start.
    DigBound::Place place(int c) const { return whole_.touched >> c & 1 ? touched_place_[c] : dig_.place(Card(c)); }
    // What the untouched cards of column i from the one numbered n on add to `untouched_sum`.
    u64 untouched_from(const State& p, int i, int n) const {
        return u64(std::min<int>(p.length[i], untouched_[i]) - std::min<int>(n, untouched_[i])) * dig_.weight(i);
    }
    // Leaves `n` cards in column i.
    void cut(State& p, int i, int n) const {
        const Level &before = level(i, p.length[i]), &after = level(i, n);
        const u64 gone = before.cards ^ after.cards;
        p.cards &= ~gone, p.touched &= ~gone;
        p.tops ^= before.top ^ after.top;
        p.untouched_sum -= untouched_from(p, i, n);
        p.over_own -= before.over_own - after.over_own;
        p.length[i] = u8(n);
    }
    // The cards at the end of column i leave that have to in any case, at a cost of 1 each.
    int clear_forced(State& p, int i) const {
        const int stay = level(i, p.length[i]).forced, paid = p.length[i] - stay;
        if (paid) cut(p, i, stay);
        return paid;
    }
    // Takes away what goes home from its place, at no cost, and what is forced by that.
    int clear(State& p) const {
        int paid = 0;
        for (u64 free; (free = lowest(p.cards) & p.tops);) {
            const int i = place(std::countr_zero(free)).column;
            cut(p, i, p.length[i] - 1);
            paid += clear_forced(p, i);
        }
        return paid;
    }
    // At most `most` if it can be done at that cost as far as `most_effort` shows, and otherwise a lower bound.
    int dig(const State& p, const int most) {
        const int least_here = p.over_own + dig_.value(p.untouched_sum);
        if (!p.touched || least_here > most) return least_here;
        // The key of the position in which all other cards are home.
        Key key = key_;
        for (u64& plane : key.plane) plane &= p.cards;
        key.plane[0] |= ~p.cards;
        const u64 h = key.hash();
        Slot& slot = slots_[h & (size - 1)];
        if (slot.key == key) {
            if (slot.least > most) return slot.least;
            if (slot.most <= most) return slot.most;
        }
        if (++effort_ > most_effort_) return least_here;

        struct Way {
            int least, cost, column, stay;
        } ways[4];
        int count = 0;
        const u64 low = lowest(p.cards);
        for (u64 rest = low; rest; rest &= rest - 1) {
            const auto [i, depth] = place(std::countr_zero(rest));
            const u64 over = level(i, p.length[i]).cards & ~level(i, depth + 1).cards;
            if (over & low) continue;  // the one above it comes first
            const int cost = p.length[i] - depth - 1;
            const int over_own = p.over_own - level(i, p.length[i]).over_own + level(i, depth + 1).over_own;
            const Way way{cost + over_own + dig_.value(p.untouched_sum - untouched_from(p, i, depth + 1)), cost, i, depth};
            int at = count++;
            for (; at && ways[at - 1].least > way.least; --at) ways[at] = ways[at - 1];
            ways[at] = way;
        }
        int least = 0xff;
        for (int k = 0; k < count; ++k) {
            const Way& way = ways[k];
            if (way.least > most) {
                least = std::min(least, way.least);
                break;
            }
            State q = p;
            cut(q, way.column, way.stay);
            const int paid = way.cost + clear_forced(q, way.column) + clear(q);
            const int found = paid + dig(q, most - paid);
            if (found <= most) {
                if (effort_ <= most_effort_) keep(slot, key).most = u8(found);
                return found;
            }
            least = std::min(least, found);
        }
        keep(slot, key).least = u8(least);
        return least;
    }
    static Slot& keep(Slot& slot, const Key& key) {
        if (slot.key != key) slot = {key};
        return slot;
    }

    DigBound& dig_;
    const int most_effort_;
    int effort_ = 0;
    std::vector<Slot> slots_;
    std::array<std::array<Level, max_cards + 1>, max_columns> at_start_;
    // Of the position that was begun last.
    State whole_;
    Key whole_key_, key_;  // its key, and that of what is asked about
    int columns_ = 0;
    std::array<u8, max_columns> untouched_{};
    std::array<std::array<Level, max_cards + 1>, max_columns> touched_levels_;
    std::array<DigBound::Place, max_cards> touched_place_{};
};

}  // namespace kiebitz::shortest_lines
