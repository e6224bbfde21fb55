// Russian Solitaire as sets of cards: the position, its moves, and an upper bound of the score.
//
// Built by suit, a card other than a king can only be led onto one card, the next of its suit, and stays there until
// both go home; a king is led into an empty column at most once. So each card either lies where it was dealt or is
// *settled*: led, dealt onto its next card, at the bottom of a column (a king), or home. The set of settled cards
// determines the place of every card, up to the names of the columns, and which cards are face up: it is the position.
#pragma once

#include <bit>
#include <cstdint>

#include "common/position.hpp"

namespace kiebitz::settled {

// A set of cards has 16 bits for each suit, 13 of them used, ace first: the next card of the suit is the next bit.
using Cards = std::uint64_t;
constexpr int max_columns = 10, no_card = 63, places = 61;  // the last is the king of spades
constexpr Cards ones = 0x0001'0001'0001'0001, pack = 0x1fff * ones, kings = 0x1000 * ones;

constexpr int place(Card card) { return 16 * suit_of(card) + rank_of(card); }
constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr int first(Cards cards) { return std::countr_zero(cards); }

// Written out, because std::popcount is a library call without flags for newer processors.
constexpr int count(Cards c) {
    c -= c >> 1 & 0x5555'5555'5555'5555;
    c = (c & 0x3333'3333'3333'3333) + (c >> 2 & 0x3333'3333'3333'3333);
    return int(((c + (c >> 4)) & 0x0f0f'0f0f'0f0f'0f0f) * 0x0101'0101'0101'0101 >> 56);
}

// Count in the bits that no card has: the next number, or 0 after 4,095.
constexpr Cards next_outside(Cards number) { return ((number | pack) + 1) & ~pack; }

// A way on which this many cards may come home, from a bound. It stays open during play as long as none of its cards is
// cut off from its next one and its kings find empty columns.
struct Way {
    Cards led;            // cards that are led on it
    Cards open;           // cards that may be led on any way, if the bound did not stop at `enough` cards
    int home;             // number of cards that come home on it
    std::uint32_t kings;  // its led kings in order, a byte each, the first one lowest

    static constexpr std::uint32_t any_order = ~0u;  // as kings: there is always a column for each

    // Whether it stays open after leading a king: there is a column for each, no king is led on this way, or this king
    // is the first one.
    bool open_after(int king) {
        if (kings == 0 || kings == any_order) return true;
        const bool first = int(kings & 0xff) == king;
        if (first) kings >>= 8;
        return first;
    }
};

class Table {
public:
    class Layout;

    int score() const { return count(home_); }
    Cards key() const { return settled_ & pack; }
    // The key after leading a card, if no other card goes home then.
    Cards key_after(int card) const { return key() | bit(card); }
    bool sends_home(int card) const { return (home_ + ones) & ~home_ & bit(below_[card]); }
    int columns() const { return columns_; }

    // Cards newly below their next card in the same column, which cannot be led onto it.
    Cards newly_blocked(const Table& before) const { return blocked_ & ~before.blocked_ & ~settled_; }

    Cards moves() const {
        const Cards onto_cards = up_ & last_ >> 1 & ~settled_ & ~blocked_;
        return empty_ ? onto_cards | (up_ & kings & ~settled_) : onto_cards;
    }

    // The possible moves that, made first, would prevent this one.
    Cards hindering(int card) const {
        return bit(card) & kings ? kings : column_[where_[card + 1]] & column_[where_[card]] >> 1;
    }

    // Lead a card, with all cards on it, onto its next card or into the first empty column, then send cards home.
    // `note(from, to, count)` receives every move, with the kernel's pile codes.
    template <typename Note>
    void lead(int card, Note&& note);
    template <typename Note>
    void clear(Note&& note);

    // Upper bound of the cards home; from `enough` on it only says that this number may come home. `way` receives the
    // way there.
    int bound(int enough, Way& way) const;

    // Whether each of these blocked cards can be separated from its next one by a move that is possible now.
    bool can_part(Cards blocked) const;

    // One of these moves, as a set, that loses nothing; empty if there is none. `wanted` has all cards that may be led
    // from here on.
    Cards safe(Cards moves, Cards leadable) const;

private:
    struct Reach;
    struct Between;
    void spread(Reach& reach, Cards allowed_kings, int enough, Between& between_cards) const;
    Cards between(int card) const;

    Cards home_, settled_, up_, last_;
    Cards bottom_;               // cards at the bottom of a column, including some that are home
    Cards blocked_;              // cards below their next card in the same column
    Cards column_[max_columns];  // as a set
    std::uint8_t columns_, empty_;
    std::uint8_t below_[no_card + 1], where_[places];  // no_card lies on no_card
};
// Copied for every position; compilers copy larger types by a slow loop.
static_assert(sizeof(Table) <= 256);

// Lay out the cards of a table, column by column from the bottom up. Cards that can go home stay until `clear` is
// called.
class Table::Layout {
public:
    Layout(Table& table, const std::uint8_t* home) : t_(table) {
        t_.home_ = 0;
        for (int s = 0; s < 4; ++s) t_.home_ |= (bit(home[s]) - 1) << 16 * s;
        t_.settled_ = t_.home_ | ~pack;
        t_.up_ = t_.home_;
        t_.bottom_ = t_.blocked_ = 0;
        t_.below_[no_card] = no_card;
        for (int i = 0; i < max_columns; ++i) t_.column_[i] = 0, end_[i] = no_card;
    }

    void lay(int column, int card, bool face_up) {
        const int under = end_[column];
        t_.below_[card] = std::uint8_t(under);
        end_[column] = std::uint8_t(card);
        t_.where_[card] = std::uint8_t(column);
        const Cards c = bit(card);
        if (under == no_card) t_.bottom_ |= c;
        if (under == card + 1) t_.settled_ |= c;
        if (face_up) t_.up_ |= c;
        t_.blocked_ |= c >> 1 & t_.column_[column];
        t_.column_[column] |= c;
    }

    void finish(int columns) {
        t_.settled_ |= t_.bottom_ & kings;  // there is nowhere to lead them
        t_.columns_ = std::uint8_t(columns);
        t_.empty_ = 0;
        t_.last_ = 0;
        for (int i = 0; i < columns; ++i) {
            if (end_[i] == no_card) ++t_.empty_;
            else t_.last_ |= bit(end_[i]);
        }
    }

private:
    Table& t_;
    std::uint8_t end_[max_columns];  // the last card of each column
};

template <typename Note>
void Table::clear(Note&& note) {
    while (const Cards ready = (home_ + ones) & ~home_ & last_) {
        const int card = first(ready), from = where_[card], under = below_[card];
        const Cards c = bit(card);
        home_ |= c;
        settled_ |= c;
        column_[from] ^= c;
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
        bottom_ |= c;
        below_[card] = no_card;
    } else {
        to = where_[card + 1];
        last_ ^= c << 1;
        below_[card] = std::uint8_t(card + 1);
    }
    Cards moved = 0;
    int height = 0;
    for (int x = first(column_[from] & last_);; x = below_[x]) {
        ++height;
        moved |= bit(x);
        where_[x] = std::uint8_t(to);
        if (x == card) break;
    }
    column_[from] ^= moved;
    blocked_ = (blocked_ & ~(moved >> 1 & column_[from])) | (moved >> 1 & column_[to]);
    column_[to] |= moved;
    settled_ |= c;
    if (under == no_card) {
        ++empty_;
        bottom_ ^= c;
    } else {
        last_ |= bit(under);
        up_ |= bit(under);
    }
    note(from, to, height);
    clear(note);
}

// The closure of relaxed play, in which nothing is ever in the way. The least sets closed under:
// - led: a card that may be face up and whose next card may be last; if that next card now lies above it in the same
//   column, some card between the two must be led first, or they never part;
// - kings: an allowed king, once a column may be empty;
// - home: the lowest cards of a suit that may all be last;
// - last: the card under a card that may leave (led or home); it may then be face up, too.
// Every step of real play obeys these rules, so by induction the sets contain everything that real play reaches.
struct Table::Reach {
    Cards last, up, led, home, left;
};

// For cards below their next card in the same column: the cards in between, and the next one.
struct Table::Between {
    Cards cached = 0;
    Cards of[places];
};

inline Cards Table::between(int card) const {
    Cards all = 0;
    for (int x = card + 1; x != card; x = below_[x]) all |= bit(x);
    return all;
}

// Stop when `enough` cards may come home: the cards led so far are enough for them, too.
inline void Table::spread(Reach& reach, Cards allowed, int enough, Between& between_cards) const {
    auto [last, up, led, home, left] = reach;
    // blocked cards that could otherwise be led, and the cards between them and their next
    Cards stuck = 0, watched = 0;
    for (;;) {
        Cards fresh = up & last >> 1 & ~(settled_ | led | stuck);
        if ((fresh & blocked_) | (watched & led)) {
            Cards b = (fresh & blocked_) | stuck;
            fresh |= stuck;
            stuck = watched = 0;
            for (; b; b &= b - 1) {
                const int card = first(b);
                if (!(between_cards.cached & bit(card))) {
                    between_cards.cached |= bit(card);
                    between_cards.of[card] = between(card);
                }
                if (between_cards.of[card] & led) continue;
                stuck |= bit(card);
                watched |= between_cards.of[card];
            }
            fresh &= ~stuck;
        }
        fresh |= up & allowed & ~led & -Cards{(empty_ | (left & bottom_)) != 0};
        led |= fresh;
        const Cards exposed = last | home_, lowest = exposed & ~(exposed + ones), more = lowest & ~home;
        home = lowest;
        if (more && count(home) >= enough) break;
        Cards leaving = (fresh | more) & ~left;
        if (!leaving) break;
        left |= leaving;
        // Two at a time, with no_card as filler; its bit belongs to no card and is never read.
        Cards bare = 0;
        do {
            bare |= bit(below_[first(leaving)]);
            leaving &= leaving - 1;
            bare |= bit(below_[first(leaving | bit(no_card))]);
            leaving &= leaving - 1;
        } while (leaving);
        last |= bare;
        up |= bare;
    }
    reach = {last, up, led, home, left};
}

inline int Table::bound(int enough, Way& way) const {
    Between between_cards;
    Reach without_kings{last_, up_, 0, home_, 0};
    spread(without_kings, 0, enough, between_cards);
    int most_home = count(without_kings.home);
    way = {without_kings.led, without_kings.led, most_home, 0};
    const Cards loose = kings & ~settled_;
    // The number of times that a column may become empty without a king, including those empty now.
    const int emptied = empty_ + count(without_kings.left & bottom_);
    if (!emptied || !loose || most_home >= enough) return most_home;
    Reach all = without_kings;
    spread(all, loose, enough, between_cards);
    way.open = all.led;
    const int high = count(all.home);
    if (high == most_home) return high;
    if ((high < enough && enough <= max_cards) || emptied >= count(loose)) {
        way = {all.led, all.led, high, Way::any_order};
        return high;
    }
    // Choose the kings to lead and their order. Each needs its own empty column at its time; a column is empty again
    // when its king is home. The effect of a set of led kings does not depend on their order, so visit each set
    // reachable in some order once.
    Reach reached[16];
    std::uint8_t sets[16] = {0};
    std::uint32_t orders[16] = {0};
    unsigned met = 1, sets_met = 1;
    reached[0] = without_kings;
    for (unsigned i = 0; i < sets_met; ++i) {
        const Reach& before = reached[i];
        const Cards with_kings = before.led & kings;
        const int kings_led = count(with_kings);
        if (empty_ + count(before.left & bottom_) + count(with_kings & before.home) <= kings_led) continue;
        for (Cards next = loose & before.up & ~with_kings; next; next &= next - 1) {
            const int king = first(next);
            const unsigned with = sets[i] | 1u << (king >> 4);
            if (met >> with & 1) continue;
            met |= 1u << with;
            Reach& after = reached[sets_met] = before;
            spread(after, with_kings | (next & -next), enough, between_cards);
            sets[sets_met] = std::uint8_t(with);
            orders[sets_met] = orders[i] | std::uint32_t(king) << 8 * kings_led;
            if (const int home = count(after.home); home > most_home) {
                most_home = home;
                way.led = after.led;
                way.home = home;
                way.kings = orders[sets_met];
            }
            ++sets_met;
            if (most_home >= enough) return most_home;
        }
    }
    return most_home;
}

inline bool Table::can_part(Cards blocked) const {
    const Cards free = up_ & last_ >> 1 & ~settled_ & ~blocked_;
    for (; blocked; blocked &= blocked - 1)
        if (!(between(first(blocked)) & free)) return false;
    return true;
}

// A card led into a column without wanted cards, or a king while there is an empty column for each wanted king. Every
// continuation without this move is also possible after it: lead the same cards in the same order, except this one, and
// skip cards that are already home.
//
// Each card lies on the same card in both games, except this one, which lies on its next card or at the bottom, with
// all cards on it. So a last card in one game is last in the other, except this card's next one, onto which only this
// card could be led; the cards that have left are home, and so are all lower cards of their suit. The number of empty
// columns is the same, and still enough for kings. No card is separated from its next one in the other game alone: it
// would have to lie lower in the column that this card was led to, whose cards are not led any more. Once the
// continuation leads this card, or it goes home, the games are equal, or the other one has more cards home.
inline Cards Table::safe(Cards moves, Cards leadable) const {
    leadable &= ~settled_;
    Cards quiet = 0;  // columns without leadable cards
    for (int i = 0; i < columns_; ++i) quiet |= column_[i] & leadable ? 0 : column_[i];
    if (const Cards onto_cards = moves & (quiet & last_) >> 1) return onto_cards & -onto_cards;
    moves &= kings;
    return moves && empty_ >= count(leadable & kings) ? moves & -moves : 0;
}

}  // namespace kiebitz::settled
