// The lower bound of a position in which some cards have been touched.
#pragma once

#include <algorithm>

#include "shortest_lines/bound.hpp"
#include "shortest_lines/tables.hpp"

namespace kiebitz::shortest_lines {

// What digging does not change: the columns.
struct Columns {
    const std::array<Card, max_cards>* card;
    const u8* untouched;                       // how many
    std::array<u64, max_columns> weight;       // of an untouched card, as DigBound knows it
    u64 over_own;                              // the cards over a lower one of their suit
};
// What is left of them while they are dug.
template <int words>
struct Left {
    Key<words> key;     // of the position in which all other cards are home
    u64 cards;
    u64 untouched_sum;  // as DigBound knows it
    int over_own;       // the touched cards over a lower one of their suit
    int touched;        // the touched cards
    u8 length[max_columns];
};

// How many cards in columns have to leave their place before they can go home: as DigBound, but of any position, with the
// touched cards that lie on the untouched ones or in columns of their own.
//
// Were there cells without end, each card would go home from its place or leave it once, as there, and the best order in
// which to dig is a shortest path over what is left of the columns. Besides what goes home from its place, at no cost, a
// card at the end of a column that lies over a lower one of its suit leaves at once, at a cost of 1: it has to leave its
// place in any case, and where fewer cards are left nothing gets dearer. What remains is dug until a card is free that goes
// home. Such a way costs at least what the touched cards over their own suit and DigBound say of what is left, so no way is
// followed that is too dear by that. Values are kept in a table of fixed size, where the last one stays. When too many
// positions of the columns are looked at, the lower bound that is known by then will do.
template <int words>
class ExactBound {
public:
    ExactBound(const Tables& t, DigBound& dig) : tables_(t), dig_(dig), slots_(size) {}

    // What is more than `most` is only said to be more.
    int value(const Columns& c, Left<words> left, int most) {
        const int paid = clear(c, left);
        effort_ = 0;
        return paid + dig(c, left, most - paid);
    }
    u64 bytes() const { return slots_.size() * sizeof(Slot); }

private:
    static constexpr u16 none = 0xffff;
    static constexpr u64 size = 1 << 14;
    static constexpr int most_effort = 16;
    struct Slot {
        Key<words> key{};
        u16 value = none;
        bool exact = false;
    };

    Slot& slot(const Key<words>& key) {
        u64 h = 0;
        for (const u64 w : key) h = (h ^ w) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
        return slots_[h & (size - 1)];
    }
    void remove(const Columns& c, Left<words>& p, int i) const {
        const int n = --p.length[i];
        const Card card = c.card[i][n];
        p.cards &= ~bit(card);
        if (n < c.untouched[i]) p.untouched_sum -= c.weight[i];
        else --p.touched, p.over_own -= int(c.over_own >> card & 1);
        tables_.template shift<words>(p.key, card, n ? c.card[i][n - 1] : on_bottom, at_home);
    }
    // Takes away what goes home from its place, at no cost, and what has to leave it before in any case, at a cost of 1.
    int clear(const Columns& c, Left<words>& p) const {
        int paid = 0;
        u64 low = lowest(p.cards);
        for (u64 before = ~u64{0}; before != p.cards;) {
            before = p.cards;
            for (int i = 0; i < tables_.rules.columns; ++i) {
                while (p.length[i]) {
                    const u64 top = bit(c.card[i][p.length[i] - 1]);
                    if (!(top & (low | c.over_own))) break;
                    remove(c, p, i);
                    if (top & low) low = lowest(p.cards);
                    else ++paid;
                }
            }
        }
        return paid;
    }
    // Exact if it is at most `most` and no more than `most_effort` was needed, and always a lower bound.
    int dig(const Columns& c, const Left<words>& p, const int most) {
        if (!p.touched) return dig_.value(p.untouched_sum);
        const Slot& kept = slot(p.key);
        if (kept.value != none && (kept.exact || kept.value > most) && kept.key == p.key) return kept.value;
        if (++effort_ > most_effort) return p.over_own + dig_.value(p.untouched_sum);
        const u64 low = lowest(p.cards);
        int best = max_cards, least = max_cards;
        for (int i = 0; i < tables_.rules.columns; ++i) {
            int depth = p.length[i];
            while (depth && !(low >> c.card[i][depth - 1] & 1)) --depth;
            if (!depth) continue;
            const int cost = p.length[i] - depth;
            Left<words> q = p;
            while (q.length[i] > depth) remove(c, q, i);
            int found = cost + q.over_own + dig_.value(q.untouched_sum);
            if (found <= std::min(most, best - 1)) {
                remove(c, q, i);
                const int paid = cost + clear(c, q);
                found = paid + dig(c, q, std::min(most, best - 1) - paid);
                if (found <= most) best = std::min(best, found);
            }
            least = std::min(least, found);
        }
        if (least > most || effort_ <= most_effort) slot(p.key) = {p.key, u16(least), least <= most};
        return least;
    }

    const Tables& tables_;
    DigBound& dig_;
    int effort_ = 0;
    std::vector<Slot> slots_;
};

}  // namespace kiebitz::shortest_lines
