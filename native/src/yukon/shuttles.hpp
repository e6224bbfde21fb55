// Cards that move back and forth between the two cards that they can be built on, and positions that differ only in
// these.
#pragma once

#include <array>
#include <vector>

#include "yukon/position_key.hpp"
#include "yukon/table.hpp"

namespace kiebitz::yukon {

// In alternate colours a card can be built on two cards. While it lies on one of them, face up, and the other is bare,
// it *shuttles*: its move to the other can be taken back, for the one that it leaves is bare then, and no card but its
// twin of the other suit could go there; and nothing goes home at once by that, for what it leaves can still be built
// on. So positions that differ only in where shuttling cards lie are one:
//
// Let P and Q be two of them: the same cards shuttle in both, each between the same two, and all others lie on the
// same. Take those that lie elsewhere in Q, in the order of their height in Q, the lowest first, and lead each to its
// place in Q. The place is bare, since it was bare in P and only its own card or the twin can have come there, and the
// twin lies elsewhere in both. And it does not lie above the card that goes there: all that lies beneath the place in Q
// has its place of Q by then, and in Q the card is not beneath what it lies on. So Q can be reached from P, and P from
// Q.
//
// A search goes on from one of them by the moves of all. A card x can go onto e from some of them if a way down from e
// to a column's bottom, on which each shuttling card may be followed to either side, does not lead through x: lead the
// shuttling cards on it to that side, the lowest first, and e does not lie above x any more. Where another card c
// shuttles between e and a bare card, it has to lie on the latter, for which it is led there before in the same way.
// From whichever of them x goes onto e, what follows is one position again: the only card that may not shuttle any
// more, c, lies on the same card.
//
// Where cards have to go home as soon as they fit, what a card leaves might go home; so none shuttles there.
class Shuttles {
public:
    explicit Shuttles(const Table& t) : t_(t) {
        const Rules& r = t.rules;
        for (auto& both : parents_) both.fill(no_card);
        if (r.forced) return;
        for (Card c = 0; c < 4 * r.ranks; ++c) {
            int number = 0;
            for (Card d = 0; d < 4 * r.ranks; ++d)
                if ((r.suits >> suit_of(d) & 1) && r.fits(c, d)) parents_[c][number++] = d;
            if (number < 2) parents_[c].fill(no_card);
        }
    }

    // The common key of positions that differ only in shuttling cards: each of these lies on the first of its two
    // cards. (No other position has that key: if the second card is not bare, the card on it shows it.)
    Places::Key common(Places::Key key, const Places& places) const {
        const Position& p = t_.p;
        std::uint64_t bare = 0;
        for (int i = 0; i < t_.rules.columns; ++i)
            if (p.length[i]) bare |= 1ull << t_.top(i);
        for (int i = 0; i < t_.rules.columns; ++i)
            for (int k = p.face_down[i] + 1; k < p.length[i]; ++k) {
                const auto& [first, second] = parents_[p.column[i][k]];
                if (p.column[i][k - 1] == second && second != no_card && (bare >> first & 1))
                    places.move<Places::words>(key, p.column[i][k], second, first);
            }
        return key;
    }

    // Read the position on the table for the functions below.
    void read() {
        const Position& p = t_.p;
        bare_ = 0;
        for (int i = 0; i < t_.rules.columns; ++i) {
            for (int k = 0; k < p.length[i]; ++k) {
                const Card c = p.column[i][k];
                below_[c] = k ? p.column[i][k - 1] : on_bottom;
                up_[c] = k > p.face_down[i];
            }
            if (p.length[i]) bare_ |= 1ull << t_.top(i);
        }
    }
    // The bare card that c could move to and come back from; none if it does not shuttle.
    Card other_side(Card c) const {
        const auto& [first, second] = parents_[c];
        if (first == no_card || !up_[c]) return no_card;
        const Card partner = below_[c] == first ? second : below_[c] == second ? first : no_card;
        return partner != no_card && (bare_ >> partner & 1) ? partner : no_card;
    }
    bool bare(Card c) const { return bare_ >> c & 1; }

    struct Lead {
        Card card, onto;
    };
    // Add the cards to move to their other side, in this order, so that e does not lie above x; `pinned` stays. Return
    // false if impossible.
    bool part(Card e, Card x, Card pinned, std::vector<Lead>& leads) const {
        std::uint64_t met = 0;
        return descend(e, x, pinned, met, leads);
    }

private:
    bool descend(Card v, Card x, Card pinned, std::uint64_t& met, std::vector<Lead>& leads) const {
        if (v == on_bottom) return true;
        if (v == x || (met >> v & 1)) return false;
        met |= 1ull << v;
        if (descend(below_[v], x, pinned, met, leads)) return true;
        const Card partner = v == pinned ? no_card : other_side(v);
        if (partner == no_card || !descend(partner, x, pinned, met, leads)) return false;
        leads.push_back({v, partner});
        return true;
    }

    const Table& t_;
    std::array<std::array<Card, 2>, max_cards> parents_;  // the two cards that a card can be built on
    Card below_[max_cards];
    bool up_[max_cards];  // it lies on a face-up card
    std::uint64_t bare_ = 0;
};

}  // namespace kiebitz::yukon
