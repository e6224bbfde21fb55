#include "skat/engine/cards.hpp"

#include <tuple>

namespace kiebitz::skat::engine {

Codes in_pack_order(Set cards) {
    Codes codes;
    for (int index = 0; index < pack_size; ++index)
        if (cards & bit(card_at(index))) codes.push_back(card_at(index));
    return codes;
}

Codes in_code_order(Set cards) {
    Codes codes;
    for (; cards; cards &= cards - 1) codes.push_back(Code(std::countr_zero(cards)));
    return codes;
}

Set set_of(std::span<const Code> cards) {
    Set set = 0;
    for (const Code card : cards) set |= bit(card);
    return set;
}

std::vector<std::uint8_t> bytes_of(std::span<const Set> hands) {
    std::vector<std::uint8_t> bytes;
    for (const Set hand : hands)
        for (int shift = 0; shift < pack_size; shift += 8) bytes.push_back(std::uint8_t(hand >> shift));
    return bytes;
}

int taking(int game, std::span<const Code> trick) {
    const Set trumps = trumps_of(game);
    int best = 0;
    for (int place = 1; place < int(trick.size()); ++place) {
        const Code card = trick[std::size_t(place)], high = trick[std::size_t(best)];
        const bool same_kind = (kind_of(game, high) & bit(card)) != 0;
        if (same_kind ? rank_of(game, card) > rank_of(game, high) : (trumps & bit(card)) != 0) best = place;
    }
    return best;
}

Codes as_held(int game, Set cards) {
    constexpr int by_value[] = {0, 3, 2, 1};
    const auto place = [&](Code card) {
        return std::tuple(is_trump(game, card) ? -1 : by_value[suit_of(card)], -rank_of(game, card));
    };
    Codes codes = in_pack_order(cards);
    sort_short(codes, [&](Code a, Code b) { return place(a) < place(b); });
    return codes;
}

}  // namespace kiebitz::skat::engine
