// Dealing: from a deal's number to its position, the cards in dealing order going to the game's piles.
#pragma once

#include "common/position.hpp"

namespace kiebitz {

// Output `index` (from 0) of the generator splitmix64, seeded with `seed`.
std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index);

// The deck index of the first card of a deal in Microsoft's own range, from a pack of this size.
std::uint8_t first_of_microsoft(std::int64_t number, int cards);

// Throw std::invalid_argument for invalid ranges of deals.
void check_range_of_deals(std::int64_t first, std::int64_t last);

// Deals a game; `layout` as in `solve_range`.
class Dealer {
public:
    // Throws std::invalid_argument unless the layout sends the cards of the pack to piles of the game.
    Dealer(const Rules& rules, Bytes layout, const Deals& deals);

    int cards() const { return cards_; }

    // Deal by number, or by index in a seeded run.
    Position deal(std::uint64_t number) const;

    // The position of a pack in dealing order, each card as its deck index.
    Position lay_out(const std::uint8_t* places) const;

    // The deck index of each card of a fresh deal in dealing order; empty for other positions, and if the deal does not
    // consist of the whole shuffled pack.
    std::vector<std::uint8_t> places_of(const Position& dealt) const;

    // Call `put(pile, card, is face up)` for the cards not dealt home, in dealing order.
    template <typename Put>
    void deal(std::uint64_t number, Put&& put) const {
        std::uint8_t places[max_cards];
        shuffle(number, places);
        lay_out(places, put);
    }
    const std::uint8_t* home() const { return empty_.home; }

private:
    static constexpr std::uint8_t face_down = 64;

    void shuffle(std::uint64_t number, std::uint8_t* places) const;

    template <typename Put>
    void lay_out(const std::uint8_t* places, Put&& put) const {
        const std::uint8_t* pile = pile_;
        auto send = [&](Card card) {
            const std::uint8_t code = *pile++;
            put(code & ~face_down, card, !(code & face_down));
        };
        for (int i = 0; i < ahead_; ++i) send(first_[i]);
        for (int i = 0; i < cards_; ++i)
            if (!(taken_out_ >> deck_[places[i]] & 1)) send(deck_[places[i]]);
    }

    Deals deals_;
    int columns_, cards_, ahead_ = 0;
    Position empty_;                // except the numbers of cards dealt home or face down
    std::uint8_t pile_[max_cards];  // for each card in dealing order, without those dealt home; with face_down
    Card deck_[max_cards], first_[max_cards];  // the pack in deck order; the cards dealt first
    std::uint64_t taken_out_ = 0;              // those dealt first or home, one bit each
};

}  // namespace kiebitz
