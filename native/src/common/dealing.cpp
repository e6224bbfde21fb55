#include "common/dealing.hpp"

#include <stdexcept>

namespace kiebitz {
namespace {

bool is_foundation(int pile) { return pile >= foundation_code && pile < stock_code; }

}  // namespace

// The cards that lie on foundations before the game begins are taken out of the pack; the others go to the other piles in
// dealing order, but before them those that are dealt first.
Position dealt(const Rules& rules, Bytes destinations, const Deals& deals, std::int64_t number) {
    std::uint8_t cards[max_cards];
    if (!deals.shuffle) {
        deal_microsoft(number, cards);
    } else {
        if (number < 0) throw std::invalid_argument("number of a deal: 0 or more expected");
        const auto place = std::uint64_t(number);
        shuffled(*deals.shuffle, deals.seed ? splitmix64(*deals.seed, place) : place, cards);
    }
    Position p;
    const Bytes piles = destinations.first(max_cards), ahead = destinations.subspan(max_cards);
    for (const int pile : piles)
        if (is_foundation(pile)) ++p.home[pile - foundation_code];
    auto next = piles.begin();
    const auto put = [&](Card c) {
        if (rules.step != Step::down) {  // the deal counts ranks from the ace, the game from where its foundations begin
            const int rank = rank_of(c), from_king = rules.ace_low ? (13 - rank) % 13 : 12 - rank;
            c = Card(4 * from_king + suit_of(c));
        }
        if (rank_of(c) < p.home[suit_of(c)]) return;
        while (is_foundation(*next)) ++next;
        const int to = *next++;
        if (to < rules.columns) p.column[to][p.length[to]++] = c;
        else if (to == stock_code) p.stock[p.stock_left++] = c;
        else p.cells[to - cell_code] = c;
    };
    std::uint64_t taken_out = 0;
    for (const Card c : ahead) put(c), taken_out |= std::uint64_t{1} << c;
    for (const Card c : cards)
        if (!(taken_out >> c & 1)) put(c);
    return p;
}

void check_destinations(const Rules& rules, Bytes destinations) {
    if (rules.ranks != 13 || rules.suits != 15) throw std::invalid_argument("rules: numbered deals need all 52 cards");
    if (destinations.size() < max_cards) throw std::invalid_argument("destinations: 52 pile codes expected");
    std::uint64_t ahead = 0;
    for (const Card c : destinations.subspan(max_cards)) {
        if (c >= max_cards || (ahead >> c & 1)) throw std::invalid_argument("destinations: different cards expected first");
        ahead |= std::uint64_t{1} << c;
    }
    std::uint32_t taken = 0;
    int stock = 0, home[4] = {};
    for (const int to : destinations.first(max_cards)) {
        const bool column = to < rules.columns, cell = to >= cell_code && to < cell_code + rules.cells;
        if (to == stock_code && ++stock <= rules.stock) continue;
        if (is_foundation(to) && !rules.whole_suits && ++home[to - foundation_code] <= rules.ranks) continue;
        if (!column && !cell) throw std::invalid_argument("destinations: a pile that the game lacks");
        if (cell && (taken >> (to - cell_code) & 1)) throw std::invalid_argument("destinations: two cards in a cell");
        if (cell) taken |= 1u << (to - cell_code);
    }
}

}  // namespace kiebitz
