// A position in games in which any face-up card moves with all cards on it: moves listed, made and taken back.
#pragma once

#include "common/position.hpp"

namespace kiebitz::yukon {

class Table {
public:
    Table(const Rules& r, const Position& start) : rules(r), p(start) {
        for (Card c = 0; c < 4 * rules.ranks; ++c) {
            if (!(rules.suits >> suit_of(c) & 1)) continue;
            ++pack_;
            for (Card d = 0; d < 4 * rules.ranks; ++d)
                if ((rules.suits >> suit_of(d) & 1) && rules.fits(d, c)) builders_[c][builders_number_[c]++] = d;
            if (rules.opens(c)) openers_[openers_number_++] = c;
        }
        for (int s = 0; s < 4; ++s) at_home_ += p.home[s];
    }

    const Rules rules;
    Position p;

    int cards_home() const { return at_home_; }
    int pack() const { return pack_; }  // cards in all
    bool won() const { return at_home_ == pack_; }
    Card top(int i) const { return p.length[i] ? p.column[i][p.length[i] - 1] : no_card; }
    bool fits_home(Card c) const { return rank_of(c) == p.home[suit_of(c)]; }
    // The cards that can be built on c.
    Bytes builders(Card c) const { return {builders_[c], builders_number_[c]}; }

    // The cards that may go to an empty column.
    Bytes openers() const { return {openers_, std::size_t(openers_number_)}; }

    // Make a move; return whether it turned a card up, which taking it back requires.
    bool play(const Move& m) {
        std::uint8_t& height = p.length[m.from];
        height = std::uint8_t(height - m.count);
        if (m.to >= foundation_code) {
            ++p.home[m.to - foundation_code];
            ++at_home_;
        } else {
            std::memcpy(p.column[m.to] + p.length[m.to], p.column[m.from] + height, m.count);
            p.length[m.to] = std::uint8_t(p.length[m.to] + m.count);
        }
        if (!height || p.face_down[m.from] < height) return false;
        --p.face_down[m.from];
        return true;
    }
    void take_back(const Move& m, bool turned) {
        p.face_down[m.from] = std::uint8_t(p.face_down[m.from] + turned);
        std::uint8_t& height = p.length[m.from];
        if (m.to >= foundation_code) {
            const int s = m.to - foundation_code;
            p.column[m.from][height] = Card(4 * --p.home[s] + s);
            --at_home_;
        } else {
            p.length[m.to] = std::uint8_t(p.length[m.to] - m.count);
            std::memcpy(p.column[m.from] + height, p.column[m.to] + p.length[m.to], m.count);
        }
        height = std::uint8_t(height + m.count);
    }

    // Set another position of the same game; `cards` column by column.
    void set(const std::uint8_t* home, const std::uint8_t* length, const std::uint8_t* face_down, const Card* cards) {
        at_home_ = 0;
        for (int s = 0; s < 4; ++s) at_home_ += p.home[s] = home[s];
        for (int i = 0; i < rules.columns; ++i) {
            p.length[i] = length[i];
            p.face_down[i] = face_down[i];
            std::memcpy(p.column[i], cards, length[i]);
            cards += length[i];
        }
    }

    bool next_home(Move& m) const {
        for (int i = 0; i < rules.columns; ++i)
            if (const Card c = top(i); c != no_card && fits_home(c)) return m = home(i, c), true;
        return false;
    }

    // Every legal move; several empty columns are one target.
    template <class Out>
    void moves(Out out) const {
        bool can_go_home = false;
        for (int i = 0; i < rules.columns; ++i)
            if (const Card c = top(i); c != no_card && fits_home(c)) {
                out(home(i, c));
                can_go_home = true;
            }
        if (rules.forced && can_go_home) return;
        std::uint8_t column_of[max_cards], depth_of[max_cards];  // of face-up cards
        std::memset(column_of, no_pile, sizeof column_of);
        int empty = no_pile;
        for (int i = rules.columns; i-- > 0;) {
            for (int k = p.face_down[i]; k < p.length[i]; ++k) {
                column_of[p.column[i][k]] = std::uint8_t(i);
                depth_of[p.column[i][k]] = std::uint8_t(k);
            }
            if (!p.length[i]) empty = i;
        }
        auto lead = [&](Card c, int to) {
            if (const int from = column_of[c]; from != no_pile && from != to)
                out(Move{std::uint8_t(from), std::uint8_t(to), std::uint8_t(p.length[from] - depth_of[c])});
        };
        for (int i = 0; i < rules.columns; ++i)
            if (p.length[i])
                for (const Card c : builders(top(i))) lead(c, i);
        if (empty != no_pile)
            for (int n = 0; n < openers_number_; ++n) lead(openers_[n], empty);
    }

private:
    static Move home(int from, Card c) { return {std::uint8_t(from), std::uint8_t(foundation_code + suit_of(c)), 1}; }

    std::uint8_t builders_[max_cards][2], builders_number_[max_cards] = {};
    std::uint8_t openers_[max_cards];
    int openers_number_ = 0, at_home_ = 0, pack_ = 0;
};

}  // namespace kiebitz::yukon
