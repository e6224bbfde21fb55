#include "common/dealing.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "common/refusal.hpp"

namespace kiebitz {
namespace {

bool is_foundation(int pile) { return pile >= foundation_code && pile < stock_code; }

}  // namespace

void check_range_of_deals(std::int64_t first, std::int64_t last) {
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    if (first < 0 || last == end) refuse("range: deals 0 to 9223372036854775806 expected");
}

Dealer::Dealer(const Rules& rules, Bytes layout, const Deals& deals)
    : deals_(deals), columns_(rules.columns), cards_(rules.ranks * std::popcount(rules.suits)) {
    const auto cards = std::size_t(cards_);
    if (layout.size() < 2 * cards) refuse("layout", "a pile and a card for each card of the pack expected");

    std::uint64_t cards_seen = 0;
    auto checked_card = [&](Card c) {  // another card of the pack
        if (c >= 4 * rules.ranks || !(rules.suits >> suit_of(c) & 1) || (cards_seen >> c & 1))
            refuse("layout", "different cards expected");
        cards_seen |= std::uint64_t{1} << c;
        return c;
    };
    int at = 0;
    for (const Card c : layout.subspan(cards, cards)) deck_[at++] = checked_card(c);
    cards_seen = 0;
    for (const Card c : layout.subspan(2 * cards)) first_[ahead_++] = checked_card(c);
    taken_out_ = cards_seen;

    std::uint32_t cells = 0;
    int stock = 0, put = 0, height[max_columns] = {};
    for (const std::uint8_t code : layout.first(cards)) {
        const int to = code & ~face_down;
        if (is_foundation(to)) {
            const int suit = to - foundation_code;
            const bool takes = rules.suits >> suit & 1 && !rules.whole_suits && ++empty_.home[suit] <= rules.ranks;
            if (!takes || code & face_down) refuse("layout", "a card on a foundation that does not take it");
            continue;
        }
        pile_[put++] = code;
        if (to < rules.columns) {
            if (code & face_down && (!rules.face_down || empty_.face_down[to]++ < height[to]))
                refuse("layout", "a card that lies face up");
            ++height[to];
            continue;
        }
        const int cell = to - cell_code;
        if (code & face_down) refuse("layout", "a card that lies face up");
        if (to == stock_code && ++stock <= rules.stock) continue;
        if (cell < 0 || cell >= rules.cells || (cells >> cell & 1))
            refuse("layout", "a pile that the game lacks, or that is full");
        cells |= 1u << cell;
    }
    int count = 0;
    for (int i = 0; i < ahead_; ++i)
        if (rank_of(first_[i]) >= empty_.home[suit_of(first_[i])]) first_[count++] = first_[i];
    ahead_ = count;
    for (const Card c : std::span(deck_, cards))
        if (rank_of(c) < empty_.home[suit_of(c)]) taken_out_ |= std::uint64_t{1} << c;
    for (int i = 0; i < columns_; ++i)
        if (empty_.face_down[i] && empty_.face_down[i] == height[i])
            refuse("layout", "a last card that lies face down");
}

// Take out the cards dealt home; deal the others to the other piles in dealing order, starting with those dealt first.
Position Dealer::deal(std::uint64_t number) const {
    std::uint8_t places[max_cards];
    shuffle(number, places);
    return lay_out(places);
}

std::vector<std::uint8_t> Dealer::places_of(const Position& dealt) const {
    if (taken_out_) return {};
    std::vector<std::uint8_t> places;
    int taken_from_column[max_columns] = {}, taken_from_stock = 0;
    for (const std::uint8_t code : std::span(pile_, cards_)) {
        const int pile = code & ~face_down;
        Card card = no_card;
        if (pile >= cell_code && pile < foundation_code) card = dealt.cells[pile - cell_code];
        else if (pile == stock_code && taken_from_stock < dealt.stock_left) card = dealt.stock[taken_from_stock++];
        else if (pile < columns_ && taken_from_column[pile] < dealt.length[pile])
            card = dealt.column[pile][taken_from_column[pile]++];
        const Card* const at = std::find(deck_, deck_ + cards_, card);
        if (at == deck_ + cards_) return {};
        places.push_back(std::uint8_t(at - deck_));
    }
    return places;
}

Position Dealer::lay_out(const std::uint8_t* places) const {
    Position p = empty_;
    lay_out(places, [&](int to, Card card, bool) {
        if (to < columns_) p.column[to][p.length[to]++] = card;
        else if (to == stock_code) p.stock[p.stock_left++] = card;
        else p.cells[to - cell_code] = card;
    });
    return p;
}

void Dealer::shuffle(std::uint64_t number, std::uint8_t* places) const {
    numbered(deals_.numbering, deals_.seed ? splitmix64(*deals_.seed, number) : number, {places, std::size_t(cards_)});
}

}  // namespace kiebitz
