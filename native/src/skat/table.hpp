// Shared by the two searches of Skat: the bit of each card, and which card beats which.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace kiebitz::skat {

using Cards = std::uint32_t;  // a set; the suits of the game side by side, in each the higher card the higher bit
constexpr int seats = 3, no_card = 32;
constexpr int by_tricks = 8;  // added to a game with trumps: every card counts one point

constexpr Cards bit(int card) { return Cards{1} << card; }
constexpr Cards below(int card) { return bit(card) - 1; }
constexpr int lowest(Cards cards) { return std::countr_zero(cards); }
constexpr int highest(Cards cards) { return int(std::bit_width(cards)) - 1; }
constexpr int next_seat(int seat) { return seat == 2 ? 0 : seat + 1; }
constexpr int count(Cards c) {  // std::popcount is a call into a library on processors without the instruction
    c -= c >> 1 & 0x5555'5555;
    c = (c & 0x3333'3333) + (c >> 2 & 0x3333'3333);
    return int(((c + (c >> 4)) & 0x0f0f'0f0f) * 0x0101'0101 >> 24);
}

// A subset of the remaining cards, with the gaps closed.
constexpr std::uint8_t closed_up(unsigned remaining, unsigned some) {
    unsigned together = 0, to = 0;
    for (; remaining; remaining &= remaining - 1) together |= (some >> std::countr_zero(remaining) & 1u) << to++;
    return std::uint8_t(together);
}

// The suits of a game. In trump games the trumps come first: 7 to A of the suit, then the jacks from diamonds up; in
// Grand the jacks alone. Null has no trumps.
struct Suits {
    int suits = 0;
    Cards trumps = 0;
    std::array<Cards, 5> suit{};
    std::array<Cards, 32> suit_of{};                // by bit
    std::array<std::uint8_t, 32> points{}, code{};  // by bit
    std::array<std::uint8_t, 32> bit_of{};          // by code

    explicit Suits(int game_code) {
        constexpr int null = 5, grand = 4, jack = 4;
        const bool alike = game_code >= by_tricks;
        const int game = game_code % by_tricks;
        constexpr int ranks_null[] = {0, 1, 2, 3, 4, 5, 6, 7}, ranks[] = {0, 1, 2, 5, 6, 3, 7};  // 7 8 9 Q K T A
        constexpr int points_of[] = {0, 0, 0, 10, 2, 3, 4, 11};
        int at = 0;
        auto put = [&](int card, int group) {
            suit[std::size_t(group)] |= bit(at);
            points[std::size_t(at)] = std::uint8_t(game == null ? 0 : alike ? 1 : points_of[card & 7]);
            code[std::size_t(at)] = std::uint8_t(card);
            bit_of[std::size_t(card)] = std::uint8_t(at++);
        };
        auto finish = [&] {
            for (const Cards cards : suit)
                for (Cards c = cards; c; c &= c - 1) suit_of[std::size_t(lowest(c))] = cards;
        };
        if (game == null) {
            for (suits = 0; suits < 4; ++suits)
                for (const int rank : ranks_null) put(8 * suits + rank, suits);
            finish();
            return;
        }
        if (game != grand)
            for (const int rank : ranks) put(8 * game + rank, 0);
        for (const int s : {1, 2, 3, 0}) put(8 * s + jack, 0);  // diamonds, hearts, spades, clubs
        trumps = suit[0];
        suits = 1;
        for (int s = 0; s < 4; ++s) {
            if (s == game) continue;
            for (const int rank : ranks) put(8 * s + rank, suits);
            ++suits;
        }
        finish();
    }

    Cards of(int card) const { return suit_of[std::size_t(card)]; }
    Cards legal(Cards hand, int led) const {
        const Cards same = hand & of(led);
        return same ? same : hand;
    }
    // Whether a card beats the best card played before it.
    bool beats(int card, int best) const { return of(card) & bit(best) ? card > best : (bit(card) & trumps) != 0; }
    // The cards that beat the best so far.
    Cards winning(int best) const {
        const Cards same = of(best);
        return (same & ~below(best) & ~bit(best)) | (trumps & ~same);
    }
    // The leads that this hand can beat when following.
    Cards beaten_by(Cards hand, int led) const {
        const auto under = [](Cards cards) { return cards ? below(highest(cards)) : 0; };
        if (const Cards same = hand & of(led)) return of(led) & under(same);
        const Cards trump = hand & trumps;
        return trump ? ~trumps | under(trump) : 0;
    }
};

// A position from the declarer's point of view: he has seat 0; the others follow in playing order.
struct Table {
    Cards hand[seats] = {};
    int turn = 0;
    int played = 0;  // cards of this trick on the table, by the seats before `turn`
    int trick[2] = {no_card, no_card};
};

}  // namespace kiebitz::skat
