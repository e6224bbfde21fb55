// The game with the suits of its higher ranks merged, searched position by position, without any reduction.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace check_certificate {

// A *kind* is a card, or a merged one with its like, known by the lowest number.
struct EasierGame {
    using Kinds = std::vector<std::uint8_t>;
    using Set = std::uint64_t;

    struct Kind {
        int count = 0;       // cards
        Set onto = 0;        // kinds that it fits onto
        Set lower = 0;       // kinds of which more cards have to be home than of this one; none for the first rank
        bool opens = false;  // an empty column
    };
    std::vector<Kind> kinds;
    std::vector<Kinds> columns;  // at the start, empty ones included
    Kinds cells;
    std::size_t most_cells = 0;
};

enum class Searched { lost, won, too_many };

// Search all positions, up to `most`; `now_and_then` is called for each move. Returns their number, too.
struct Searching {
    Searched result;
    std::uint64_t positions;
};
Searching search(const EasierGame& game, std::uint64_t most, const std::function<void()>& now_and_then);

}  // namespace check_certificate
