// A position in play in games of the FreeCell family: moves listed, made and taken back, with the reductions of the
// complete search and their arguments.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "common/position_key.hpp"

namespace kiebitz::freecell {

// `from` and `to` are pile codes. A step of moves_by_step first digs: cards of its source and target columns go into
// cells. If both are the same column, the card comes from the cell that it was dug into.
struct CostedMove {
    u32 from : 6, to : 6, count : 4, cost : 8, dug_from : 4 = 0, dug_to : 4 = 0;
};
static_assert(max_cells < 16);

// A position in play and its moves.
class Game {
public:
    Game(const Rules& r, const Position& start, bool with_reductions)
        : rules(r), p(start), reduce(with_reductions),
          // If cards must go home at once though their suit's next card may need them, a merge is a choice; also if
          // cells take no card back.
          by_suit(reduce && r.build == Build::suit && !r.whole_suits && !(r.forced && r.step == Step::up) &&
                  !(r.reserve && r.cells) && !r.gains_back()),
          by_step(reduce && !by_suit && !r.whole_suits && !r.whole && !r.forced && r.cells && !r.reserve && !r.back),
          back(reduce ? r.gains_back() : r.back) {
        for (int s = 0; s < 4; ++s) {
            const int all = (rules.suits >> s & 1) ? rules.ranks : 0;
            cards_left += all - p.home[s];
        }
        const int cards = 4 * rules.ranks;  // a smaller pack lacks the ranks on which a low ace might seem to fit
        for (Card c = 0; c < cards; ++c)
            for (Card onto = 0; onto < cards; ++onto) {
                if (rules.fits(c, onto)) hosts_[c].card[hosts_[c].number++] = onto;
                if (rules.joins(c, onto)) joined_[c] |= u64{1} << onto;
            }
        find_ends();
    }

    const Rules rules;
    Position p;
    const bool reduce;
    const bool by_suit;  // runs move as one and only split when needed, see moves_by_suit
    const bool by_step;  // cards go into cells only if the next move needs it, see moves_by_step
    const bool back;     // cards come back from the foundations
    int cards_left = 0;
    int pending = no_pile;  // by_suit: the column that must move next
    // a bit for each column that has changed, or whose cards have changed in value, since the caller reset it
    u32 touched = ~0u;

    Card top(int i) const { return p.length[i] ? p.column[i][p.length[i] - 1] : no_card; }
    bool fits_home(Card c) const { return rank_of(c) == p.home[suit_of(c)]; }
    // The number of cards of a column that can go home as one now.
    int home_count(int i) const {
        const int n = p.length[i];
        if (!rules.whole_suits) return n && fits_home(p.column[i][n - 1]);
        if (n < rules.ranks) return 0;
        const int s = suit_of(p.column[i][n - 1]);
        for (int r = 0; r < rules.ranks; ++r)
            if (p.column[i][n - 1 - r] != 4 * r + s) return 0;
        return rules.ranks;
    }

    // Is moving c home never a mistake? It frees its place, so the only loss is that nothing can be built on c any
    // more. Where all that fits on c is home, nothing is lost. Where it is not, but may itself go home at once, and so
    // may all that fits on *that* (opposite colours home up to two ranks below c, the other suit of c's colour up to
    // three), any move onto c can be replaced by a move home, and a card that is home hinders nothing. Built by suit
    // and downward, the only card that fits on c is home already; by suit and upward, it may itself go home at once
    // (not so where a run moves whole: the run's other cards could come along onto c, but not home). Built regardless
    // of suit, all other suits have to be home up to two ranks below c: then every card that fits on c may itself go
    // home at once, and all that fits on that is home. On a low ace nothing fits. Of a suit that goes home as one, a
    // card may be parted from the others to take one of another suit. Built by suit there is no such card.
    //
    // Where cards come back from the foundations, take any line that wins, and the cards that are *low*: c and all
    // before it in its suit, and of each other suit those that fit on c or, by a chain of cards that fit on each other,
    // lie over it. Keep to the line, but whenever it moves a low card, send that home, and leave it there. This can be
    // done if of each other suit all low cards but one are home, which is then the next of its suit; and all that fits
    // on a low card is low, so nothing else is missed. Built by colour the low ones of the other suit of c's colour end
    // two ranks below c, so that suit counts, whatever the others hold. Where foundations are built upward against
    // columns that are built upward as well, the cards before c in its suit would have to be low too, and so all:
    // nothing is safe.
    bool safe(Card c) const {
        if (rules.forced) return true;
        if (!reduce) return false;
        if (rules.whole_suits) return rules.build == Build::suit;
        if (back && rules.step == Step::up) return false;
        if (rules.step == Step::up)
            return rank_of(c) == rules.ranks - 1 || (rules.ace_low && rank_of(c) == 0) ||
                   (rules.build == Build::suit && !rules.whole);
        if (rules.build == Build::suit) return true;
        const int r = rank_of(c);
        int opposite = 99, same = 99;
        for (int s = 0; s < 4; ++s) {
            if (!(rules.suits >> s & 1) || s == suit_of(c)) continue;
            int& lowest_home = colour_of(Card(s)) == colour_of(c) ? same : opposite;
            lowest_home = std::min(lowest_home, int(p.home[s]));
        }
        if (rules.build == Build::any) return std::min(opposite, same) >= r - 1;
        return (opposite >= r && !back) || (opposite >= r - 1 && same >= r - 2);
    }

    // The change of a key by a move: its first card lay on one thing and now lies on another.
    struct Moved {
        Card card;
        u8 from, to;
    };
    // Carry out a move; with its piles exchanged, take it back.
    [[gnu::always_inline]] Moved play(int from, int to, int count) {
        Card cards[max_cards];
        const u8 bared = take(from, count, cards), covered = put(to, count, cards);
        ends_[bared] = u8(from);
        ends_[covered] = no_pile;
        ends_[cards[count - 1]] = to < foundation_code ? u8(to) : no_pile;
        std::memset(ends_ + max_cards, no_pile, 4);  // bottom, cell and foundation are no cards
        return {cards[0], bared, covered};
    }

    // Call after `p` was changed from outside.
    void find_ends() {
        std::memset(ends_, no_pile, sizeof ends_);
        empty_columns_ = free_cells_ = 0;
        empties_ = free_ = 0;
        for (int i = 0; i < rules.columns; ++i) {
            if (p.length[i]) ends_[top(i)] = u8(i);
            else {
                empty_columns_ |= 1u << i;
                ++empties_;
            }
        }
        for (int i = 0; i < rules.cells; ++i) {
            if (p.cells[i] != no_card) ends_[p.cells[i]] = u8(cell_code + i);
            else {
                free_cells_ |= 1u << i;
                ++free_;
            }
        }
        touched = changed_ = ~0u;
    }

    // The forced moves, one at a time: forced cards home, and by suit the merges of moves_by_suit.
    bool next_forced(CostedMove& m) const {
        if (rules.whole_suits) {
            for (int i = 0; i < rules.columns; ++i)
                if (const int n = home_count(i); n && safe(top(i))) return m = home(u8(i), top(i), n), true;
            return false;
        }
        u8 pile = no_pile;  // the first pile from which a card must go home
        Card card = no_card;
        for (int s = 0; s < 4; ++s) {
            const Card next = Card(4 * p.home[s] + s);
            if (ends_[next] < pile && safe(next)) {
                pile = ends_[next];
                card = next;
            }
        }
        if (pile != no_pile) return m = home(pile, card), true;
        if (!by_suit && !by_step) return false;
        for (u32 i = taken_cells(); i; i &= i - 1) {
            const int cell = std::countr_zero(i);
            const Hosts& hosts = hosts_[p.cells[cell]];
            for (int k = 0; k < hosts.number; ++k)
                if (const u8 j = ends_[hosts.card[k]]; j < std::min(pile, cell_code) && j != pending) {
                    pile = j;
                    m = {u8(cell_code + cell), j, 1, 0};
                }
        }
        return pile != no_pile;
    }
    // The moves of a step in order: its single cards, or the step itself if nothing is dug.
    struct Singles {
        int number = 0;
        CostedMove move[max_cells + 1];
    };
    Singles unfold(const CostedMove& step) const;  // in game.cpp

    // Add the moves that may be chosen, in game.cpp.
    void moves(std::vector<CostedMove>& out) const {
        if (by_suit) moves_by_suit(out);
        else if (by_step) moves_by_step(out);
        else moves_by_card(out);
    }

private:
    // The cards on which a card fits: one by suit, two by colour, four regardless of suit.
    struct Hosts {
        u8 number = 0;
        Card card[4] = {max_cards, max_cards, max_cards, max_cards};
    };
    Hosts hosts_[max_cards];
    u64 joined_[max_cards] = {};  // for each card, the cards that move with it when it lies on them
    // The column at whose end a card lies, or its cell; `no_pile` for all other cards and for no_card. Finds a card
    // without searching the piles.
    u8 ends_[64];

    // Kept with every move: masks and counts of empty columns and free cells.
    u32 empty_columns_, free_cells_;
    int empties_, free_;
    mutable u8 run_lengths_[max_columns];
    mutable u32 changed_;  // a bit for each column whose run must be counted again

    u32 filled_columns() const { return ((1u << rules.columns) - 1) & ~empty_columns_; }
    u32 taken_cells() const { return ((1u << rules.cells) - 1) & ~free_cells_; }
    // The number of cards at a column's end that move as one.
    int run_length(int i) const {
        const Card* const end = p.column[i] + p.length[i];
        const Card* card = end - 1;
        while (card != p.column[i] && joined_[*card] >> card[-1] & 1) --card;
        return int(end - card);
    }
    // The same for all non-empty columns, counted again only after changes.
    const u8* run_lengths() const {
        for (u32 columns = changed_ & filled_columns(); columns; columns &= columns - 1) {
            const int i = std::countr_zero(columns);
            run_lengths_[i] = u8(run_length(i));
        }
        changed_ = 0;
        return run_lengths_;
    }
    static void copy(Card* to, const Card* from, int count) {
        if (count == 1) *to = *from;
        else std::memcpy(to, from, std::size_t(count));
    }
    // Update what the moved cards lie on.
    [[gnu::always_inline]] u8 take(int from, int count, Card* cards) {
        if (from < cell_code) {
            u8& n = p.length[from];
            n = u8(n - count);
            copy(cards, p.column[from] + n, count);
            touched |= 1u << from;
            changed_ |= 1u << from;
            if (n) return p.column[from][n - 1];
            empty_columns_ |= 1u << from;
            ++empties_;
            return on_bottom;
        }
        if (from < foundation_code) {
            const int i = from - cell_code;
            cards[0] = p.cells[i];
            p.cells[i] = no_card;
            free_cells_ |= 1u << i;
            ++free_;
            return in_cell;
        }
        u8& home = p.home[from - foundation_code];
        home = u8(home - count);
        cards_left += count;
        cards[0] = Card(4 * (home + count - 1) + from - foundation_code);
        for (int k = 1; rules.whole_suits && k < count; ++k) cards[k] = Card(cards[0] - 4 * k);
        touched = ~0u;
        return at_home;
    }
    [[gnu::always_inline]] u8 put(int to, int count, const Card* cards) {
        if (to < cell_code) {
            u8& n = p.length[to];
            u8 onto = on_bottom;
            if (n) onto = p.column[to][n - 1];
            else {
                empty_columns_ &= ~(1u << to);
                --empties_;
            }
            copy(p.column[to] + n, cards, count);
            n = u8(n + count);
            touched |= 1u << to;
            changed_ |= 1u << to;
            return onto;
        }
        if (to < foundation_code) {
            const int i = to - cell_code;
            p.cells[i] = cards[0];
            free_cells_ &= ~(1u << i);
            --free_;
            return in_cell;
        }
        u8& home = p.home[to - foundation_code];
        home = u8(home + count);
        cards_left -= count;
        touched = ~0u;
        return at_home;
    }
    // By suit, the one card that a card fits on, or no_card.
    Card parent(Card c) const { return hosts_[c].card[0]; }
    // The columns that accept a card, one bit each.
    u32 takers(Card c) const {
        u32 columns = 0;
        for (int k = 0; k < hosts_[c].number; ++k)
            if (const u8 pile = ends_[hosts_[c].card[k]]; pile < cell_code) columns |= 1u << pile;
        return columns;
    }

    static CostedMove home(u8 from, Card c, int count = 1) {
        return {from, u8(foundation_code + suit_of(c)), u8(count), 0};
    }

    struct Space {
        int free = 0, cell = 0, empties = 0, empty = 0;
    };
    Space space() const {
        const int free = rules.reserve ? 0 : free_;
        return {free, free ? std::countr_zero(free_cells_) : 0, empties_,
                empties_ ? std::countr_zero(empty_columns_) : 0};
    }
    // The number of cards that can move as one through free cells and `empties` columns.
    int capacity(int free, int empties) const {
        if (rules.whole) return max_cards;
        return rules.empty == EmptyColumn::any ? (free + 1) << std::min(empties, 6) : free + 1;
    }

    void moves_by_card(std::vector<CostedMove>& out) const;
    void moves_back(const Space& s, std::vector<CostedMove>& out) const;
    void moves_by_suit(std::vector<CostedMove>& out) const;
    void moves_by_step(std::vector<CostedMove>& out) const;
};

}  // namespace kiebitz::freecell
