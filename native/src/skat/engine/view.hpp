// A seat's view of a game, and the public course of play. A view holds no hidden card, so a player cannot cheat.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/contracts.hpp"

namespace kiebitz::skat::engine {

// A word of the bidding: a bid, `passes` or `holds`.
struct Word {
    static constexpr int passes = 0, holds = 1;
    int seat, said;
};

struct View {
    static constexpr int nobody = 255;

    int seat = 0, declarer = nobody, bid = 0;
    std::optional<Contract> contract;  // none before the announcement
    Set hand = 0;                      // the seat's cards; twelve while a declarer holds the skat
    Set skat = 0;                      // the two cards of the skat, if the seat knows them
    Set shown = 0;                     // the declarer's cards in an ouvert game
    Codes played;                      // in order
    std::vector<Word> words;

    bool is_declarer() const { return seat == declarer; }
    int game() const { return contract->game; }
    // The cards that the seat does not see.
    Set hidden() const { return ~(hand | skat | shown | set_of(played)); }
};

// A view as bytes: seat, declarer (255: none), bid (2), game (255: not announced), announcements (1 Hand, 2 Schneider,
// 4 Schwarz, 8 ouvert), the sets of cards held, in the skat and shown (4 each), the number of cards played and their
// codes, and for each word of the bidding the seat and 0 (pass), 1 (hold) or the bid (2). Numbers are little-endian.
// Throws std::invalid_argument for malformed bytes and impossible cards.
View read_view(Bytes bytes);
std::vector<std::uint8_t> write_view(const View& view);

// The public course of play, forehand leading.
struct Course {
    int turn = 0;
    Codes trick;                                      // on the table
    std::array<int, 3> points{}, tricks{}, counts{};  // by seat; counts: cards played
    std::array<Set, 3> lacks{};                       // cards that a seat cannot hold, because it did not follow
    std::vector<std::uint8_t> players, takers;        // by card; by trick
};
// Without memory `lacks` holds for the present trick only.
Course course_of(int game, const Codes& played, bool remembers = true);

}  // namespace kiebitz::skat::engine
