// From the number of a deal to its position: the cards in dealing order go to the piles that the game has them go to.
#pragma once

#include "common/position.hpp"

namespace kiebitz {

// Output `index`, counted from 0, of the generator splitmix64, seeded with `seed`.
std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index);

// The place in its deck of the first card that one of Microsoft's own numbers deals from a pack of that many.
std::uint8_t first_of_microsoft(std::int64_t number, int cards);

// Throws std::invalid_argument for numbers of deals that no range may have.
void check_range_of_deals(std::int64_t first, std::int64_t last);

// Deals a game; `layout` is as of `solve_range`.
class Dealer {
public:
    // Throws std::invalid_argument unless the layout sends the cards of the pack to piles of the game.
    Dealer(const Rules& rules, Bytes layout, const Deals& deals);

    int cards() const { return cards_; }

    // The number of a deal, or its place in a seeded run.
    Position deal(std::uint64_t number) const;

    // The pack in dealing order, each card as its place in the deck.
    Position lay_out(const std::uint8_t* places) const;

    // The place in the deck of the card that was dealt first, if this is the position after a deal; -1 where the deal
    // does not begin with the shuffled pack.
    int first_place(const Position& dealt) const;

    // The cards of a deal that do not lie on foundations, in dealing order: calls `put(pile, card, is face up)`.
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
    Position empty_;                // but for the numbers of cards that are dealt to foundations, or face down
    std::uint8_t pile_[max_cards];  // of each card in dealing order, those on foundations left out; with face_down
    Card deck_[max_cards], first_[max_cards];  // the pack in the order of its deck; what is dealt before all others
    std::uint64_t taken_out_ = 0;              // the latter and what lies on foundations, a bit each
};

}  // namespace kiebitz
