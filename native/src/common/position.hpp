// Rules and positions in the kernel: small plain structs, read from bytes and validated.
#pragma once

#include <cstring>
#include <stdexcept>

#include "common/refusal.hpp"
#include "common/types.hpp"
#include "kiebitz/kernel.hpp"

namespace kiebitz {

enum class Build : std::uint8_t { alternate, suit, any };
enum class Step : std::uint8_t { down, up };  // cards are built onto the next higher rank, or the next lower
enum class EmptyColumn : std::uint8_t { any, king, none };

struct Rules {
    std::uint8_t ranks = 13, suits = 15, columns = 8, cells = 4;  // suits: bit mask
    Build build = Build::alternate;
    Step step = Step::down;
    bool ace_low = false;  // with Step::up: the first card home is last in the columns
    EmptyColumn empty = EmptyColumn::any;
    bool whole = false;        // ordered runs of any length move as one
    bool any = false;          // any face-up card moves, with all cards on it
    bool forced = false;       // every card that fits its foundation must go there at once
    bool back = false;         // the last card of a foundation may come back
    std::uint8_t stock = 0;    // cards that the player places at the ends of columns, in order, before any other move
    bool suit_runs = false;    // only cards of one suit move together, regardless of how columns are built
    bool reserve = false;      // cells only give cards
    bool whole_suits = false;  // a suit goes home as a whole, when in order at the end of a column
    bool face_down = false;    // cards may lie face down
    // The suits that may lie on each other, and move together: one bit for each exclusive-or of two suits (0: the same
    // suit, 1 and 2: the other colour).
    std::uint8_t built = 0, together = 0;

    // Whether cards that return from the foundations can help to win. They cannot if columns are built by suit, against
    // the foundations: all cards that could lie on such a card are lower in its suit, and home. Proof: from a winning
    // line, leave at home every card that has come home. The cards that the line puts onto a returned card are home as
    // well, and a card at home hinders nothing. Suits that go home as a whole do not return.
    bool gains_back() const { return back && (any || build != Build::suit || step == Step::up); }

    // The highest rank, regardless of the foundations' direction.
    int king() const { return step == Step::down ? ranks - 1 : ace_low && ranks > 1; }
    int place(Card c) const { return ace_low && rank_of(c) == 0 ? ranks : rank_of(c); }
    bool fits(Card c, Card onto) const { return follows(c, onto) && (built >> suit_of(c ^ onto) & 1); }
    bool joins(Card c, Card onto) const {  // do they move as one?
        return follows(c, onto) && (together >> suit_of(c ^ onto) & 1);
    }
    bool follows(Card c, Card onto) const {
        return step == Step::down ? rank_of(onto) - rank_of(c) == 1 : climbs(c, onto);
    }
    bool climbs(Card c, Card onto) const { return place(c) - place(onto) == 1; }  // separate, to keep `follows` short
    // The number of ranks by which a card is lower in the columns than another.
    int below(Card c, Card onto) const {
        return step == Step::down ? rank_of(onto) - rank_of(c) : place(c) - place(onto);
    }
    bool opens(Card c) const {  // whether c may go to an empty column
        return empty == EmptyColumn::any || (empty == EmptyColumn::king && rank_of(c) == king());
    }

    // Parse rules that searches support; throws std::invalid_argument for others.
    static Rules parse(Bytes b) {
        auto refuse = [](const char* why) { kiebitz::refuse("rules", why); };
        Rules r = read(b);
        if (r.any && r.cells) refuse("no cells expected where any card moves");
        if (r.any && r.build == Build::any) refuse("columns built by suit or colour expected where any card moves");
        if (r.any && r.whole_suits) refuse("no whole suits expected to go home where any card moves");
        if (r.any && r.stock) refuse("no stock expected where any card moves");
        if (r.any && r.back) refuse("cards that stay on the foundations expected where any card moves");
        r.face_down = r.any;
        return r;
    }

    // Read any playable rules.
    static Rules read(Bytes b) {
        auto refuse = [](const char* why) { kiebitz::refuse("rules", why); };
        if (b.size() != 12) refuse("twelve bytes expected");
        if (b[0] < 1 || b[0] > 13) refuse("1 to 13 ranks expected");
        if (b[1] < 1 || b[1] > 15) refuse("a mask of suits (1 to 15) expected");
        if (b[2] < 1 || b[2] > max_columns) refuse("1 to 18 columns expected");
        if (b[3] > max_cells) refuse("0 to 12 cells expected");
        if (b[4] > 2 || b[5] > 3 || b[6] > 2 || b[7] > 2 || b[8] > 2 || b[10] > 1 || b[11] > 1)
            refuse("a choice out of range");
        Rules r;
        r.ranks = b[0];
        r.suits = b[1];
        r.columns = b[2];
        r.cells = b[3];
        r.build = Build(b[4]), r.step = b[5] & 1 ? Step::up : Step::down, r.ace_low = b[5] == 3,
        r.empty = EmptyColumn(b[6]);
        r.whole = b[7] == 1;
        r.any = b[7] == 2;
        r.forced = b[8] == 1;
        r.back = b[8] == 2 && b[5] != 2;
        r.stock = b[9];
        r.suit_runs = b[10];
        r.reserve = b[11];
        r.whole_suits = b[5] == 2;
        r.built = r.build == Build::any ? 15 : r.build == Build::suit ? 1 : 6;
        r.together = r.suit_runs ? r.built & 1 : r.built;
        r.face_down = true;
        if (r.stock > max_stock) refuse("a stock of 0 to 8 cards expected");
        return r;
    }
};

struct Position {
    std::uint8_t home[4] = {};  // cards on each foundation
    Card cells[max_cells];
    std::uint8_t length[max_columns] = {};
    Card column[max_columns][max_cards];
    std::uint8_t face_down[max_columns] = {};  // the first cards of each column
    std::uint8_t stock_left = 0;
    Card stock[max_stock];  // the next one first

    Position() { std::memset(cells, no_card, sizeof cells); }

    // Place the next card of the stock onto a column.
    void place(int to) {
        column[to][length[to]++] = stock[0];
        std::memmove(stock, stock + 1, --stock_left);
    }
    // Call `out` with each column for the next card of the stock; empty columns count as one.
    template <class Out>
    void placements(int columns, Out out) const {
        bool empty = false;
        for (int i = 0; i < columns; ++i) {
            if (!length[i] && empty) continue;
            empty |= !length[i];
            out(i);
        }
    }

    static Position parse(const Rules& rules, Bytes b) {
        auto refuse = [](const char* why) { kiebitz::refuse("position", why); };
        Position p;
        std::size_t at = 0;
        auto next = [&]() -> int {
            if (at >= b.size()) refuse("ends too early");
            return b[at++];
        };
        std::uint64_t cards_seen = 0;
        auto take = [&](int c) -> Card {
            if (c >= 4 * rules.ranks || !(rules.suits >> suit_of(Card(c)) & 1)) refuse("a card that the pack lacks");
            if (cards_seen >> c & 1) refuse("a card twice");
            cards_seen |= 1ull << c;
            return Card(c);
        };
        for (int s = 0; s < 4; ++s) {
            const int n = next();
            if (n > ((rules.suits >> s & 1) ? rules.ranks : 0)) refuse("too many cards on a foundation");
            if (rules.whole_suits && n && n < rules.ranks) refuse("a part of a suit on a foundation");
            p.home[s] = std::uint8_t(n);
            for (int r = 0; r < n; ++r) take(4 * r + s);
        }
        if (next() != rules.cells) refuse("number of cells differs from the rules");
        for (int i = 0; i < rules.cells; ++i)
            if (const int c = next(); c != no_card) p.cells[i] = take(c);
        if (next() != rules.columns) refuse("number of columns differs from the rules");
        for (int i = 0; i < rules.columns; ++i) {
            const int n = next();
            if (n > max_cards) refuse("a column too long");
            p.length[i] = std::uint8_t(n);
            for (int k = 0; k < n; ++k) p.column[i][k] = take(next());
        }
        auto turn_down = [&] {
            for (int i = 0; i < rules.columns; ++i) {
                p.face_down[i] = std::uint8_t(next());
                if (p.face_down[i] && p.face_down[i] >= p.length[i]) refuse("a last card that lies face down");
            }
        };
        if (rules.any) turn_down();
        if (rules.stock) {
            p.stock_left = std::uint8_t(next());
            if (p.stock_left > rules.stock) refuse("more cards in the stock than in the rules");
            for (int i = 0; i < p.stock_left; ++i) p.stock[i] = take(next());
        }
        if (rules.face_down && !rules.any && at != b.size()) turn_down();
        if (at != b.size()) refuse("bytes left over");
        std::uint64_t pack = 0;
        for (int c = 0; c < 4 * rules.ranks; ++c)
            if (rules.suits >> suit_of(Card(c)) & 1) pack |= 1ull << c;
        if (cards_seen != pack) refuse("cards are missing");
        return p;
    }
};

}  // namespace kiebitz
