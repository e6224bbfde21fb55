// The lower bound on the remaining moves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "game.hpp"

namespace check_certificate {

// The specification's lower bound on the remaining moves: the cards that are not home, plus the fewest cards that must
// be set aside when all go home in some order. A card over a lower one of its suit is set aside in every order; the
// others' cost is searched depth first. It depends only on the cards still in their place, so results are stored under
// these in a table of fixed size, the newest first.
class Formula {
public:
    explicit Formula(const Game& game) : game_(game), known_(slots) {}

    // Whether the bound of this position is `needed` or more.
    bool reaches(int needed, const Number& number, const Board& board) {
        InPlace all;
        int least = board.cells;
        for (int i = 0; i < board.columns; ++i) {
            First* const first = first_[i];
            first[0] = {};
            for (int k = 0; k < board.length[i]; ++k) {
                const int card = board.column[i][k];
                const bool over_own = first[k].cards & game_.lower(card);
                first[k + 1] = first[k];
                first[k + 1].cards |= Set{1} << card;
                first[k + 1].key[std::size_t(card / digits)] |= std::uint64_t(game_.digit(number, card))
                                                                << 3 * (card % digits);
                first[k + 1].may_stay += !over_own;
                least += 1 + over_own;
                column_[card] = std::uint8_t(i), depth_[card] = std::uint8_t(k);
            }
            const First& whole = first[board.length[i]];
            all.cards |= whole.cards;
            for (std::size_t w = 0; w < words; ++w) all.key[w] |= whole.key[w];
            all.length[i] = std::uint8_t(board.length[i]);
        }
        return least >= needed || fewest(all, needed - 1 - least) > needed - 1 - least;
    }

private:
    static constexpr std::size_t words = 3, slots = 1 << 16;
    static constexpr int digits = 21;
    using Key = std::array<std::uint64_t, words>;  // digits of the cards in their place, 0 for the others
    struct First {                                 // the first cards of a column
        Set cards = 0;
        Key key{};
        int may_stay = 0;  // number not over a lower one of their suit
    };
    struct InPlace {
        Set cards = 0;
        Key key{};
        std::uint8_t length[most_cards] = {};
    };
    struct Known {
        Key key{};
        std::uint8_t least = 0, most = 255;
    };

    // Send the card home from its place and set the cards above it aside; returns the number of these that could have
    // stayed.
    int take(InPlace& p, int card) const {
        const int i = column_[card];
        const First &before = first_[i][p.length[i]], &kept = first_[i][depth_[card] + 1],
                    &after = first_[i][depth_[card]];
        p.cards ^= before.cards ^ after.cards;
        for (std::size_t w = 0; w < words; ++w) p.key[w] ^= before.key[w] ^ after.key[w];
        p.length[i] = depth_[card];
        return before.may_stay - kept.may_stay;
    }
    int cost(const InPlace& p, int card) const {
        const int i = column_[card];
        return first_[i][p.length[i]].may_stay - first_[i][depth_[card] + 1].may_stay;
    }
    // Search for a way to set aside at most `most` of the cards that could stay. A result of `most` or less is the cost
    // of such a way; a higher one is a lower bound of the fewest.
    int fewest(InPlace p, const int most) {
        Set next = game_.lowest(p.cards);
        for (Set rest = next; rest;) {  // free moves come first: fewer cards in place never cost more
            const int card = std::countr_zero(rest);
            rest &= rest - 1;
            if (cost(p, card)) continue;
            take(p, card);
            rest = next = game_.lowest(p.cards);
        }
        if (!p.cards) return 0;
        if (most < 1) return 1;
        std::uint64_t hash = 0;
        for (const auto word : p.key) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
            hash ^= hash >> 29;
        }
        Known& known = known_[hash % slots];
        if (known.key != p.key) known = {p.key, 1, 255};
        if (known.least > most) return known.least;
        if (known.most <= most) return known.most;
        int found = 255;
        for (Set rest = next; rest && found > most; rest &= rest - 1) {
            const int card = std::countr_zero(rest), here = cost(p, card);
            if (here > most) {
                found = std::min(found, here);
                continue;
            }
            InPlace after = p;
            take(after, card);
            found = std::min(found, here + fewest(after, most - here));
        }
        if (known.key != p.key) known = {p.key, 1, 255};
        if (found > most) known.least = std::uint8_t(found);
        else known.most = std::uint8_t(found);
        return found;
    }

    const Game& game_;
    std::vector<Known> known_;
    // Data of the current position.
    First first_[most_cards][most_cards + 1];
    std::uint8_t column_[most_cards], depth_[most_cards];
};

}  // namespace check_certificate
