// The lower bound of a position with touched cards.
#pragma once

#include <algorithm>

#include "shortest_lines/bound.hpp"
#include "shortest_lines/tables.hpp"

namespace kiebitz::shortest_lines {

// The number of cards in columns that must leave their place before they can go home: like DigBound, but for any
// position, including touched cards on untouched ones or in columns of their own.
//
// With unlimited cells, each card would go home from its place or leave it once, and the best order of digging is a
// shortest path over the remaining columns. Besides free moves home from their place, a last card over a lower one of
// its suit leaves at once, at a cost of 1: it must leave its place in any case, and fewer cards never cost more. The
// rest is dug until a card can go home. A path costs at least the touched cards over their own suit plus DigBound of
// the rest, so paths beyond the limit are cut off, and the cheapest is tried first. Bounds and costs of paths are kept
// in a table of fixed size, newest first. After `most_effort` positions of the columns, the lower bound so far is
// returned.
class ExactBound {
public:
    ExactBound(const Tables& t, DigBound& dig, int most_effort = 16)
        : dig_(dig), most_effort_(most_effort), slots_(size) {
        for (int i = 0; i < t.rules.columns; ++i) {
            at_start_[i][0] = Level{};
            for (int n = 0; n < dig.length(i); ++n) {
                const Card c = dig.card(i, n);
                Level& l = at_start_[i][n + 1];
                set_above(l, at_start_[i][n], c, n, dig.over_earlier() >> c & 1);
                l.untouched_sum += dig.weight(i);
            }
            std::copy_n(at_start_[i].begin(), dig.length(i) + 1, levels_[i].begin());
            as_at_start_[i] = u8(dig.length(i));
        }
        for (int c = 0; c < max_cards; ++c) place_[c] = dig.place(Card(c));
    }

    // Begin a position with its key.
    void begin(const Key& key) {
        for (; touched_; touched_ &= touched_ - 1) {
            const int c = std::countr_zero(touched_);
            place_[c] = dig_.place(Card(c));
        }
        whole_ = State{};
        columns_ = 0;
        paid_ = 0;
        whole_key_ = key;
    }
    // Add its next column: the cards, and the number of untouched ones. `over_own` has the touched cards over a lower
    // one of their suit.
    void column(const Card* cards, int length, int untouched, u64 over_own) {
        const int i = columns_++;
        auto& levels = levels_[i];
        for (int n = as_at_start_[i]; n < untouched; ++n) levels[n + 1] = at_start_[i][n + 1];
        as_at_start_[i] = u8(untouched);
        for (int n = untouched; n < length; ++n) {
            const Card c = cards[n];
            place_[c] = {u8(i), u8(n)};
            touched_ |= bit(c);
            const bool leaves = over_own >> c & 1;
            set_above(levels[n + 1], levels[n], c, n, leaves);
            levels[n + 1].over_own += leaves;
        }
        length_[i] = u8(length);
        const u8 stay = levels[length].forced;
        const Level& l = levels[stay];
        paid_ += length - stay;
        whole_.length[i] = stay;
        whole_.cards |= l.cards;
        whole_.untouched_sum += l.untouched_sum;
        whole_.over_own += l.over_own;
        whole_.tops |= l.top;
    }
    // The value of the begun position, after all its columns. A value of `limit` or less only means not more; a higher
    // one may be too low, but is never below `limit` + 1.
    int value(int limit) {
        key_ = whole_key_;
        State p = whole_;
        return value(p, paid_, limit);
    }
    // The same for the position `key` after one step: column `from` keeps `stay` cards.
    int value_after(const Key& key, int from, int stay, int limit) {
        key_ = key;
        State p = whole_;
        const int paid = paid_ + keep_of(p, from, stay);
        return value(p, paid, limit);
    }
    // And column `to` keeps `under` cards, onto which card c is put, not at its place of the start. `over_own`: it is
    // there over a lower one of its suit. -1: no column `from`.
    int value_after(const Key& key, int from, int stay, int to, int under, Card c, bool over_own, int limit) {
        key_ = key;
        State p = whole_;
        int paid = paid_;
        if (from >= 0) paid += keep_of(p, from, stay);
        // The column's and the card's data are restored at the end.
        const u64 touched = touched_;
        const auto place = place_[c];
        Level& top = levels_[to][under + 1];
        const Level above = top;
        const int forced = length_[to] - whole_.length[to];  // before the level changes
        p.change(to, levels_[to][p.length[to]], levels_[to][under], u8(under));
        set_above(top, levels_[to][under], c, under, over_own);
        top.over_own += over_own;
        touched_ |= bit(c);
        place_[c] = {u8(to), u8(under)};
        p.change(to, levels_[to][under], levels_[to][top.forced], top.forced);
        paid += under + 1 - top.forced - forced;
        const int least_digs = value(p, paid, limit);
        touched_ = touched;
        place_[c] = place;
        top = above;
        return least_digs;
    }
    u64 bytes() const { return slots_.size() * sizeof(Slot); }

private:
    static constexpr int size_bits = 13;
    static constexpr u64 size = 1 << size_bits;
    // The first cards of a column; the last of them is the top.
    struct Level {
        u64 cards = 0, top = 0;
        u64 untouched_sum = 0;  // their part of DigBound's key
        u8 over_own = 0;        // touched cards over a lower one of their suit; DigBound counts the others
        u8 forced = 0;          // number that stays when the last ones over a lower one of their suit leave
    };
    // The remaining columns while digging.
    struct State {
        u64 cards = 0, tops = 0, untouched_sum = 0;
        u64 low = 0;       // the lowest card of each suit
        int over_own = 0;  // the touched cards over a lower one of their suit
        std::array<u8, max_columns> length{};

        void change(int i, const Level& before, const Level& after, u8 n) {
            cards ^= before.cards ^ after.cards;
            tops ^= before.top ^ after.top;
            untouched_sum += after.untouched_sum - before.untouched_sum;
            over_own += after.over_own - before.over_own;
            length[i] = n;
        }
    };
    struct Slot {
        Key key{};
        u8 min_cost = 0, max_cost = 0xff;  // bounds of its cost
    };

    // Field by field: copying recently written bytes would stall. `leaves`: it is over a lower card of its suit.
    static void set_above(Level& l, const Level& below, Card c, int depth, bool leaves) {
        l.cards = below.cards | bit(c);
        l.top = bit(c);
        l.untouched_sum = below.untouched_sum;
        l.over_own = below.over_own;
        l.forced = leaves ? below.forced : u8(depth + 1);
    }
    int value(State& p, int paid, int limit) {
        paid += clear(p);
        effort_ = 0;
        return paid + dig(p, limit - paid);
    }
    // Leave `n` cards in column i.
    void cut(State& p, int i, int n) const { p.change(i, levels_[i][p.length[i]], levels_[i][n], u8(n)); }
    // Keep `n` cards of a position's column i, less the last ones that must leave in any case. Returns the cost beyond
    // that of the position itself.
    int keep_of(State& p, int i, int n) const {
        const int stay = levels_[i][n].forced, paid = n - stay - (length_[i] - p.length[i]);
        cut(p, i, stay);
        return paid;
    }
    // Leave `n` cards in column i, less the last ones that must leave in any case, at a cost of 1 each.
    int cut_forced(State& p, int i, int n) const {
        const int stay = levels_[i][n].forced;
        cut(p, i, stay);
        return n - stay;
    }
    // Remove the cards that go home from their place for free, and the forced ones after them.
    int clear(State& p) const {
        int paid = 0;
        for (;;) {
            p.low = lowest(p.cards);
            u64 free = p.low & p.tops;
            if (!free) return paid;
            for (; free; free &= free - 1) {
                const int i = place_[std::countr_zero(free)].column;
                paid += cut_forced(p, i, p.length[i] - 1);
            }
        }
    }
    // A value of at most `limit` if `most_effort` positions show that it can be done at that cost; otherwise a lower
    // bound.
    int dig(const State& p, const int limit) {
        const int own_bound = p.over_own + dig_.value(p.untouched_sum);
        if (!(p.cards & touched_) || own_bound > limit) return own_bound;
        // The key of the position with all other cards home.
        Key key = key_;
        for (u64& plane : key.plane) plane &= p.cards;
        key.plane[0] |= ~p.cards;
        const u64 h = key.plane[0] * 0xd6e8feb86659fd93ull + key.plane[1] * 0x9e3779b97f4a7c15ull +
                      key.plane[2] * 0xa0761d6478bd642full;
        Slot& slot = slots_[h >> (64 - size_bits)];
        if (slot.key == key) {
            if (slot.min_cost > limit) return slot.min_cost;
            if (slot.max_cost <= limit) return slot.max_cost;
        }
        if (++effort_ > most_effort_) return own_bound;

        struct Way {
            int min_cost, cost, column, stay;
        } ways[4];
        int count = 0;
        for (u64 bits = p.low; bits; bits &= bits - 1) {
            const auto [i, depth] = place_[std::countr_zero(bits)];
            const Level &all = levels_[i][p.length[i]], &kept = levels_[i][depth + 1];
            if ((all.cards ^ kept.cards) & p.low) continue;  // the one above comes first
            const int cost = p.length[i] - depth - 1;
            const int over_own = p.over_own - all.over_own + kept.over_own;
            const int untouched = dig_.value(p.untouched_sum - all.untouched_sum + kept.untouched_sum);
            const Way way{cost + over_own + untouched, cost, i, depth};
            int at = count++;
            for (; at && ways[at - 1].min_cost > way.min_cost; --at) ways[at] = ways[at - 1];
            ways[at] = way;
        }
        int min_cost = 0xff;
        for (int k = 0; k < count; ++k) {
            const Way& way = ways[k];
            if (way.min_cost > limit) {
                min_cost = std::min(min_cost, way.min_cost);
                break;
            }
            State q = p;
            int paid = way.cost + cut_forced(q, way.column, way.stay);
            paid += clear(q);
            const int by_this = paid + dig(q, limit - paid);
            if (by_this <= limit) {
                if (effort_ <= most_effort_) keep(slot, key).max_cost = u8(by_this);
                return by_this;
            }
            min_cost = std::min(min_cost, by_this);
        }
        keep(slot, key).min_cost = u8(min_cost);
        return min_cost;
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
    std::array<u8, max_columns> as_at_start_{};  // how many levels are as there
    // Data of the begun position.
    State whole_;          // without the cards that must leave at once
    int paid_ = 0;         // for that
    Key whole_key_, key_;  // its key, and that of the requested position
    int columns_ = 0;
    u64 touched_ = 0;
    std::array<u8, max_columns> length_{};
    std::array<std::array<Level, max_cards + 1>, max_columns> levels_;
    std::array<DigBound::Place, max_cards> place_{};
};

}  // namespace kiebitz::shortest_lines
