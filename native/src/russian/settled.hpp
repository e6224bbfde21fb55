// Russian Solitaire as sets of cards: the position, its moves, and what can come of it at best.
//
// Built by suit, a card other than a king can only ever be led onto one card, the next of its suit, and there it stays
// until both go home; a king is led into an empty column at most once. So each card either lies where it was dealt or
// is *settled*: led, dealt onto its next card, at the bottom of a column (a king), or home. The set of settled cards
// says where every card lies, up to the names of the columns, and which cards are face up: it is the position.
#pragma once

#include <bit>
#include <cstdint>

#include "common/position.hpp"

namespace kiebitz::settled {

// A set of cards has 16 bits for each suit, 13 of them used, ace first: the next card of the suit is the next bit.
using Cards = std::uint64_t;
constexpr int max_columns = 10, no_card = 63, places = 61;  // the last is that of the king of spades
constexpr Cards ones = 0x0001'0001'0001'0001, pack = 0x1fff * ones, kings = 0x1000 * ones;

constexpr int place(Card card) { return 16 * suit_of(card) + rank_of(card); }
constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr int first(Cards cards) { return std::countr_zero(cards); }

// Written out, because without a compiler flag for newer processors std::popcount is a call into a library.
constexpr int count(Cards c) {
    c -= c >> 1 & 0x5555'5555'5555'5555;
    c = (c & 0x3333'3333'3333'3333) + (c >> 2 & 0x3333'3333'3333'3333);
    return int(((c + (c >> 4)) & 0x0f0f'0f0f'0f0f'0f0f) * 0x0101'0101'0101'0101 >> 56);
}

// The key of a set: its 52 bits side by side.
constexpr std::uint64_t key_of(Cards c) {
    return (c & 0x1fff) | (c >> 3 & 0x1fffull << 13) | (c >> 6 & 0x1fffull << 26) | (c >> 9 & 0x1fffull << 39);
}

class Table {
public:
    // Lays out the columns; what can go home stays where it is until `clear` is called.
    void start(const Position& position, int columns);
    void begin(const std::uint8_t* home);
    void lay(int column, int card, bool face_up);
    void finish(int columns);

    int score() const { return count(home_); }
    std::uint64_t key() const { return key_of(settled_); }
    // What `key` will be after a card is led, where no other card goes home then.
    std::uint64_t key_after(int card) const { return key_of(settled_ | bit(card)); }
    bool sends_home(int card) const { return (home_ + ones) & ~home_ & bit(below_[card]); }
    int columns() const { return columns_; }

    // The cards that may be led now. A card whose next one lies above it in the same column cannot be led onto it.
    Cards newly_blocked(const Table& before) const { return blocked_ & ~before.blocked_ & ~settled_; }

    Cards moves() const {
        const Cards onto_cards = up_ & last_ >> 1 & ~settled_ & ~blocked_;
        return empty_ ? onto_cards | (up_ & kings & ~settled_) : onto_cards;
    }

    // Leads a card, with all that covers it, onto its next card or into the first empty column. Then cards go home.
    // `note(from, to, count)` hears of every move, with the kernel's codes of piles.
    template <typename Note>
    void lead(int card, Note&& note);
    template <typename Note>
    void clear(Note&& note);

    // No line from here brings more cards home than this; from `enough` on it only says that this number may come home.
    // `led` becomes the cards that are led on the way there.
    int bound(int enough, Cards& led) const;

private:
    struct Reach;
    void spread(Reach& reach, Cards allowed_kings, int enough) const;
    bool freed(int card, Cards led) const;

    Cards home_, settled_, up_, last_;
    Cards blocked_;              // cards whose next one lies above them in the same column
    Cards column_[max_columns];  // as a set
    std::uint8_t tail_[max_columns];
    std::uint8_t columns_, empty_;
    std::uint8_t below_[places], where_[places];
};
// Copied for every position; beyond this size compilers copy by a slow loop.
static_assert(sizeof(Table) <= 256);

inline void Table::begin(const std::uint8_t* home) {
    home_ = 0;
    for (int s = 0; s < 4; ++s) home_ |= (bit(home[s]) - 1) << 16 * s;
    settled_ = home_ | ~pack;
    up_ = home_;
    last_ = blocked_ = 0;
    empty_ = 0;
    for (int i = 0; i < max_columns; ++i) column_[i] = 0, tail_[i] = no_card;
}

inline void Table::lay(int column, int card, bool face_up) {
    const int under = tail_[column];
    below_[card] = std::uint8_t(under);
    where_[card] = std::uint8_t(column);
    tail_[column] = std::uint8_t(card);
    const Cards c = bit(card);
    // Dealt onto its next card, or a king at the bottom of a column: there is nowhere to lead it.
    if (under == no_card ? (c & kings) != 0 : under == card + 1) settled_ |= c;
    blocked_ |= c >> 1 & column_[column];
    column_[column] |= c;
    if (face_up) up_ |= c;
}

inline void Table::finish(int columns) {
    columns_ = std::uint8_t(columns);
    for (int i = 0; i < columns; ++i) {
        if (tail_[i] == no_card) ++empty_;
        else last_ |= bit(tail_[i]);
    }
}

template <typename Note>
void Table::clear(Note&& note) {
    while (const Cards ready = (home_ + ones) & ~home_ & last_) {
        const int card = first(ready), from = where_[card], under = below_[card];
        const Cards c = bit(card);
        home_ |= c;
        settled_ |= c;
        column_[from] ^= c;
        tail_[from] = std::uint8_t(under);
        last_ ^= c;
        if (under == no_card) {
            ++empty_;
        } else {
            last_ |= bit(under);
            up_ |= bit(under);
        }
        note(from, foundation_code + (card >> 4), 1);
    }
}

template <typename Note>
void Table::lead(int card, Note&& note) {
    const Cards c = bit(card);
    const int from = where_[card], under = below_[card];
    int to;
    if (c & kings) {
        for (to = 0; column_[to]; ++to) {}
        --empty_;
        below_[card] = no_card;
    } else {
        to = where_[card + 1];
        last_ ^= c << 1;
        below_[card] = std::uint8_t(card + 1);
    }
    Cards moved = 0;
    const int tail = tail_[from];
    for (int x = tail;; x = below_[x]) {
        moved |= bit(x);
        where_[x] = std::uint8_t(to);
        if (x == card) break;
    }
    column_[from] ^= moved;
    blocked_ = (blocked_ & ~(moved >> 1 & column_[from])) | (moved >> 1 & column_[to]);
    column_[to] |= moved;
    tail_[to] = std::uint8_t(tail);
    tail_[from] = std::uint8_t(under);
    settled_ |= c;
    if (under == no_card) {
        ++empty_;
    } else {
        last_ |= bit(under);
        up_ |= bit(under);
    }
    note(from, to, count(moved));
    clear(note);
}

// What may come to pass if nothing ever stands in the way again: the least sets closed under
//   led:     a card that may be face up, whose next card may be last; and if that next card now lies above it in the same
//            column, some card between the two must be led first, or they never part;
//   kings:   one of those allowed, once a column may be empty;
//   home:    the lowest cards of a suit that may all be last;
//   last:    what lies under a card that may leave (led or home); it may then be face up, too.
// Every step of real play obeys these rules, so by induction whatever real play reaches is in the sets.
struct Table::Reach {
    Cards last, up, led = 0, home = 0, left = 0;
    int emptied = 0;  // how often a column may become empty, those that are empty now among them
};

// Have all cards between this one and its next one a card among them that may be led?
inline bool Table::freed(int card, Cards led) const {
    for (int x = card + 1; x != card; x = below_[x])
        if (led & bit(x)) return true;
    return false;
}

// Stops where `enough` cards may come home: what was led so far is enough for them, too.
inline void Table::spread(Reach& r, Cards allowed, int enough) const {
    for (;;) {
        Cards fresh = r.up & r.last >> 1 & ~settled_ & ~r.led;
        for (Cards b = fresh & blocked_; b; b &= b - 1)
            if (!freed(first(b), r.led)) fresh ^= b & -b;
        if (r.emptied) fresh |= r.up & allowed & ~r.led;
        const Cards exposed = r.last | home_;
        r.led |= fresh;
        const Cards home = exposed & ~(exposed + ones), more = home & ~r.home;
        r.home = home;
        if (more && count(home) >= enough) return;
        Cards leaving = (r.led | (r.home & ~home_)) & ~r.left;
        if (!leaving) return;
        r.left |= leaving;
        Cards bare = 0;  // the bit of no_card is no card's and is never looked at
        for (; leaving; leaving &= leaving - 1) {
            const int under = below_[first(leaving)];
            r.emptied += under == no_card;
            bare |= bit(under);
        }
        r.last |= bare;
        r.up |= bare;
    }
}

inline int Table::bound(int enough, Cards& led) const {
    Reach none{last_, up_};
    none.emptied = empty_;
    spread(none, 0, enough);
    int most = count(none.home);
    led = none.led;
    const Cards loose = kings & ~settled_;
    if (!none.emptied || !loose || most >= enough) return most;
    Reach all = none;
    spread(all, loose, enough);
    const int high = count(all.home);
    if (high == most) return high;
    if ((high < enough && enough <= max_cards) || none.emptied >= count(loose)) {
        led = all.led;
        return high;
    }
    // Which kings are led, in which order? Each needs an empty column of its own at its time; a column is empty again
    // when its king has gone home. What a set of led kings makes possible does not depend on their order, so each set
    // that some order leads to is looked at once.
    Reach reached[16];
    std::uint8_t sets[16] = {0};
    unsigned met = 1, sets_met = 1;
    reached[0] = none;
    for (unsigned i = 0; i < sets_met; ++i) {
        const Reach& before = reached[i];
        const Cards with_kings = before.led & kings;
        if (before.emptied + count(with_kings & before.home) <= count(with_kings)) continue;
        for (Cards next = loose & before.up & ~with_kings; next; next &= next - 1) {
            const unsigned with = sets[i] | 1u << (first(next) >> 4);
            if (met >> with & 1) continue;
            met |= 1u << with;
            Reach& after = reached[sets_met] = before;
            spread(after, with_kings | (next & -next), enough);
            sets[sets_met++] = std::uint8_t(with);
            if (const int home = count(after.home); home > most) most = home, led = after.led;
            if (most >= enough) return most;
        }
    }
    return most;
}

}  // namespace kiebitz::settled
