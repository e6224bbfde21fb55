#include "skat/engine/discards.hpp"

#include <algorithm>

#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {
namespace {

// The worth in the hand of a suit's cards, without trumps; a bit for each place.
int suit_worth(unsigned held) {
    if (!held) return worth.no_card;
    const auto has = [&](int place) { return (held >> place & 1) != 0; };
    const int size = std::popcount(held);
    const bool ace = has(ace_place), ten = has(ten_place), king = has(king_place);
    int value = ace ? worth.ace : 0;
    if (ten)
        value += ace ? worth.ten_with_ace : king ? worth.ten_with_king : size > 1 ? worth.ten_guarded : worth.ten_bare;
    const int others = size - ace - ten;
    if (ace && ten && size >= worth.long_suit) return value + worth.long_card * others;
    return value + others * (ace ? worth.loser_under_ace : worth.loser);
}

// The safety of a suit in Null, 0 at best: its cards should be no higher than 7, 9, J, K.
int safety(unsigned held) {
    int value = 0;
    for (int number = 0; held; held &= held - 1, ++number) {
        const int above = std::max(0, std::countr_zero(held) - 2 * number);
        value -= above * above;
    }
    return value;
}

int hand_worth(Set hand, int game) {
    const Set trumps = trumps_of(game);
    int value = worth.trump * std::popcount(hand & trumps);
    for (int suit = 0; suit < 4; ++suit) {
        if (suit == game) continue;
        const unsigned held = (hand & ~trumps) >> 8 * suit & suit_cards;
        value += game == null ? safety(held) : suit_worth(held);
    }
    return value;
}

}  // namespace

std::vector<Set> ranked_discards(Set cards, int game) {
    struct Ranked {
        Set pair;
        int worth;
    };
    std::vector<Ranked> all;
    const Codes ordered = in_pack_order(cards);
    for (std::size_t i = 0; i < ordered.size(); ++i)
        for (std::size_t j = i + 1; j < ordered.size(); ++j) {
            const Set pair = bit(ordered[i]) | bit(ordered[j]);
            all.push_back({pair, hand_worth(cards & ~pair, game) + (game == null ? 0 : points_of(pair))});
        }
    sort_short(all, [](const Ranked& a, const Ranked& b) { return a.worth > b.worth; });
    std::vector<Set> pairs;
    for (const Ranked& ranked : all) pairs.push_back(ranked.pair);
    return pairs;
}

}  // namespace kiebitz::skat::engine
