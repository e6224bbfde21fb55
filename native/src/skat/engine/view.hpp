// What one seat may know of a game, and what all have seen of the play. No hidden card is in it, so whoever decides by
// a view cannot cheat.
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
    Set hand = 0;                      // what the seat holds now, twelve cards while a declarer has the skat in hand
    Set skat = 0;                      // the two cards that lie there, as far as this seat knows
    Set shown = 0;                     // the declarer's cards now, where they lie open
    Codes played;                      // all cards, in their order
    std::vector<Word> words;

    bool is_declarer() const { return seat == declarer; }
    int game() const { return contract->game; }
};

// A view as bytes: seat, declarer (255: nobody), bid (2), game (255: nothing announced), announcements (1 Hand, 2
// Schneider, 4 Schwarz, 8 ouvert), the sets of cards held, in the skat and shown (4 each), the number of cards played
// and their codes, and for each word of the bidding the seat and 0 (passed), 1 (held) or the bid (2). Numbers are
// little-endian. Throws std::invalid_argument for anything else, and for cards that cannot be.
View read_view(Bytes bytes);
std::vector<std::uint8_t> write_view(const View& view);

// What all have seen of the play, forehand leading.
struct Course {
    int turn = 0;
    Codes trick;                                      // on the table
    std::array<int, 3> points{}, tricks{}, counts{};  // for each seat; counts: of cards played
    std::array<Set, 3> lacks{};                       // cards that a seat cannot have, since it did not follow
    std::vector<std::uint8_t> players, takers;        // of the cards, of the tricks
};
Course course_of(int game, const Codes& played);

}  // namespace kiebitz::skat::engine
