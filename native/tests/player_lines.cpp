// Lines for players over some ranges: every line that is made is right, whatever is played by itself and however many
// cards move at once, and none is longer than the search's. Whether they are the lines that the Python form makes is
// tested from Python.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "expect.hpp"
#include "kiebitz/player_lines.hpp"

namespace {

using namespace kiebitz;
using Buffer = std::vector<std::uint8_t>;

struct Game {
    Buffer rules;
    int columns;
    bool whole;
};

const std::vector<Game> games{
    {{13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0}, 8, false},  // FreeCell
    {{13, 15, 8, 4, 1, 0, 1, 0, 0, 0, 0, 0}, 8, false},  // by suit, kings open
    {{13, 15, 8, 4, 0, 1, 0, 0, 0, 0, 0, 0}, 8, false},  // down from the king
    {{13, 15, 8, 4, 0, 0, 0, 1, 0, 0, 0, 0}, 8, true},   // whole sequences
    {{13, 15, 12, 1, 2, 0, 0, 0, 0, 0, 0, 0}, 12, false},  // regardless of suit
};

void try_range(const Game& game, std::int64_t first, std::int64_t last) {
    Buffer destinations(52);
    for (int i = 0; i < 52; ++i) destinations[std::size_t(i)] = std::uint8_t(i % game.columns);
    Limits limits;
    limits.states = 5000;
    const Batch found = solve_range(game.rules, destinations, first, last, Mode::first, limits, true, {});
    std::size_t made = 0;
    for (int autoplay = 0; autoplay < 3; ++autoplay)
        for (int at_once = 0; at_once < (game.whole ? 1 : 3); ++at_once) {
            const Play play{Autoplay(autoplay), AtOnce(at_once)};
            PlayerLines lines =
                player_lines(game.rules, destinations, first, last, found.verdicts, found.lines, found.ends, play, {});
            EXPECT(check_player_lines(game.rules, destinations, first, last, lines.made, lines.lines, lines.ends, play) ==
                   last + 1);
            for (std::size_t i = 0; i < lines.made.size(); ++i) {
                const bool solved = found.verdicts[i] == std::uint8_t(Verdict::solved);
                EXPECT(lines.made[i] <= solved);
                EXPECT(play.autoplay != Autoplay::none || lines.made[i] == solved);
                made += lines.made[i];
            }
            if (play.at_once == AtOnce::carried) EXPECT(lines.lines.size() / 4 <= found.lines.size() / 3);
            if (lines.lines.empty()) continue;
            lines.lines[lines.lines.size() - 1] ^= 1;  // another number of cards that could have moved
            EXPECT(check_player_lines(game.rules, destinations, first, last, lines.made, lines.lines, lines.ends, play) <=
                   last);
        }
    EXPECT(made > 0);
}

}  // namespace

int main() {
    for (const Game& game : games) try_range(game, 1, 12);
    return 0;
}
