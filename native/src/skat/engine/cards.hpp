// The engine's cards, and the rules of a trick: trumps, following suit, and the winning card.
//
// A card is its code, 8 * suit + place: suits C D H S, places 7 8 9 T J Q K A. Pack order breaks ties between equally
// good cards: by rank, aces first and then from the seven up, clubs to spades within a rank.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kiebitz::skat::engine {

using Code = std::uint8_t;
using Codes = std::vector<Code>;
using Set = std::uint32_t;         // a set of cards, one bit a code
using Hands = std::array<Set, 3>;  // by seat

constexpr int seats = 3, hand_size = 10, skat_size = 2, pack_size = 32;
constexpr int clubs = 0, diamonds = 1, hearts = 2, spades = 3, grand = 4, null = 5;
// The games, the most valuable suit first.
constexpr int games[] = {clubs, spades, hearts, diamonds, grand, null};
constexpr int trump_games[] = {clubs, spades, hearts, diamonds, grand};
constexpr int suits_by_value[] = {clubs, spades, hearts, diamonds};
constexpr int by_tricks = 8, trick_points = 3;  // added to a game with trumps: each trick counts that many points
constexpr int ten_place = 3, jack_place = 4, queen_place = 5, king_place = 6, ace_place = 7;
constexpr Set whole_pack = 0xffff'ffff, each_suit = 0x0101'0101, suit_cards = 0xff;
constexpr Set sevens_to_nines = each_suit | each_suit << 1 | each_suit << 2;  // they have no card points
constexpr Set tens = each_suit << ten_place, jacks = each_suit << jack_place, aces = each_suit << ace_place;
constexpr int all_points = 120, to_win = 61, to_make_schneider = 90, out_of_schneider = 31;

constexpr Set bit(int card) { return Set{1} << card; }
constexpr int suit_of(int card) { return card >> 3; }
constexpr int place_of(int card) { return card & 7; }
constexpr int next_seat(int seat) { return seat == 2 ? 0 : seat + 1; }
constexpr bool is_jack(int card) { return place_of(card) == jack_place; }

// The index of a card in pack order, and its inverse.
constexpr int index_of(int card) { return 4 * ((place_of(card) + 1) & 7) + suit_of(card); }
constexpr Code card_at(int index) { return Code(8 * (index & 3) + (((index >> 2) + 7) & 7)); }

// The cards of a set, in pack order or by code.
Codes in_pack_order(Set cards);
Codes in_code_order(Set cards);
Set set_of(std::span<const Code> cards);
// Hands as the searches read them, four bytes each.
std::vector<std::uint8_t> bytes_of(std::span<const Set> hands);

constexpr int points_of_card(int card) {
    constexpr int points[] = {0, 0, 0, 10, 2, 3, 4, 11};
    return points[place_of(card)];
}
constexpr int points_of(Set cards) {
    constexpr int ten = 10, queen = 3, king = 4, jack = 2, ace = 11;
    const auto held = [&](int place) { return std::popcount(cards & each_suit << place); };
    return ten * held(ten_place) + jack * held(jack_place) + queen * held(queen_place) + king * held(king_place) +
           ace * held(ace_place);
}

// The trumps of a game: the jacks and its suit, in Grand the jacks alone, in Null none.
constexpr Set trumps_of(int game) { return game == null ? 0 : jacks | (game == grand ? 0 : suit_cards << 8 * game); }
constexpr bool is_trump(int game, int card) { return (trumps_of(game) & bit(card)) != 0; }
// All cards of the same kind: the trumps, or the suit's cards that are not trumps.
constexpr Set kind_of(int game, int card) {
    const Set trumps = trumps_of(game);
    return trumps & bit(card) ? trumps : (suit_cards << 8 * suit_of(card)) & ~trumps;
}
// The legal cards of a hand for a trick.
constexpr Set legal_among(int game, Set hand, std::span<const Code> trick) {
    const Set following = trick.empty() ? 0 : hand & kind_of(game, trick[0]);
    return following ? following : hand;
}

// The rank of a card within its kind, from 0.
constexpr int rank_of(int game, int card) {
    constexpr int order[] = {0, 1, 2, 5, 0, 3, 4, 6};  // 7 8 9 Q K T A
    constexpr int jack_ranks[] = {14, 11, 12, 13};
    if (game == null) return place_of(card);
    return is_jack(card) ? jack_ranks[suit_of(card)] : order[place_of(card)];
}
// The index of the card that wins the trick so far.
int taking(int game, std::span<const Code> trick);
// Insertion sort for a short list, stable. std::sort is ten times as much code, which every visitor of the page
// downloads.
template <typename List, typename Before>
void sort_short(List& list, Before&& before) {
    for (std::size_t end = 1; end < list.size(); ++end)
        for (std::size_t at = end; at > 0 && before(list[at], list[at - 1]); --at) std::swap(list[at], list[at - 1]);
}
// Cards as players sort them: trumps first, then the suits by value, high cards first in each.
Codes as_held(int game, Set cards);

}  // namespace kiebitz::skat::engine
