// Lines for players over some ranges: every line that is made is right, whatever is played by itself and however many
// cards move at once, and none is longer than the search's. Whether they are the lines that the Python form makes is
// tested from Python.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "expect.hpp"
#include "kiebitz/difficulty.hpp"
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
    {{13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0}, 8, false},    // FreeCell
    {{13, 15, 8, 4, 1, 0, 1, 0, 0, 0, 0, 0}, 8, false},    // by suit, kings open
    {{13, 15, 8, 4, 0, 1, 0, 0, 0, 0, 0, 0}, 8, false},    // down from the king
    {{13, 15, 8, 4, 0, 0, 0, 1, 0, 0, 0, 0}, 8, true},     // whole sequences
    {{13, 15, 12, 1, 2, 0, 0, 0, 0, 0, 0, 0}, 12, false},  // regardless of suit
};

void try_range(const Game& game, std::int64_t first, std::int64_t last) {
    Buffer layout(104);
    for (int i = 0; i < 52; ++i) {
        layout[std::size_t(i)] = std::uint8_t(i % game.columns);
        layout[std::size_t(i) + 52] = std::uint8_t(i);
    }
    Limits limits;
    limits.states = 5000;
    const Batch batch = solve_range(game.rules, layout, first, last, Mode::first, limits, true, {});
    std::size_t made = 0;
    for (int autoplay = 0; autoplay < 3; ++autoplay)
        for (int at_once = 0; at_once < (game.whole ? 1 : 3); ++at_once) {
            const Play play{Autoplay(autoplay), AtOnce(at_once)};
            PlayerLines lines =
                player_lines(game.rules, layout, first, last, batch.verdicts, batch.lines, batch.ends, play, {});
            EXPECT(check_player_lines(game.rules, layout, first, last, lines.has_line, lines.lines, lines.ends, play) ==
                   last + 1);
            for (std::size_t i = 0; i < lines.has_line.size(); ++i) {
                const bool solved = batch.verdicts[i] == std::uint8_t(Verdict::solved);
                EXPECT(lines.has_line[i] <= solved);
                EXPECT(play.autoplay != Autoplay::none || lines.has_line[i] == solved);
                made += lines.has_line[i];
            }
            if (play.at_once == AtOnce::carried) EXPECT(lines.lines.size() / 4 <= batch.lines.size() / 3);
            if (lines.lines.empty()) continue;
            lines.lines[lines.lines.size() - 1] ^= 1;  // another number of cards that could have moved
            EXPECT(check_player_lines(game.rules, layout, first, last, lines.has_line, lines.lines, lines.ends, play) <=
                   last);
        }
    EXPECT(made > 0);
}

// The moves along a short line of a deal, and games without a plan: those of two seeds differ, those of one do not.
void try_difficulty(const Game& game, std::int64_t number) {
    std::uint8_t cards[52];
    deal_microsoft(number, cards);
    std::vector<Buffer> columns(std::size_t(game.columns));
    for (std::size_t i = 0; i < 52; ++i) columns[i % columns.size()].push_back(cards[i]);
    Buffer position{0, 0, 0, 0, game.rules[3]};
    position.insert(position.end(), game.rules[3], 255);
    position.push_back(game.rules[2]);
    for (const Buffer& column : columns) {
        position.push_back(std::uint8_t(column.size()));
        position.insert(position.end(), column.begin(), column.end());
    }
    const Play play{Autoplay::safe, AtOnce::carried};
    const ShortLine short_line_here = short_line(game.rules, position, play, {10, 0}, {}, {});
    Buffer line;
    for (std::size_t at = 0; at < std::min<std::size_t>(short_line_here.moves.size(), 20); at += 4)
        line.insert(line.end(), short_line_here.moves.data() + at, short_line_here.moves.data() + at + 3);
    Limits limits;
    limits.states = 100;
    const JudgedMoves judged = judge_moves(game.rules, position, line, play, limits, {});
    EXPECT(judged.kept.size() == line.size() / 3 && judged.lost.size() == judged.kept.size());
    for (const std::uint8_t kept : judged.kept) EXPECT(kept > 0);
    const GreedyGames three = greedy_games(game.rules, position, play, {1, 3, 1}, {});
    EXPECT(three.won <= 3 && three.moves > 0);
    EXPECT(greedy_games(game.rules, position, play, {1, 3, 1}, {}).moves == three.moves);
    EXPECT(greedy_games(game.rules, position, play, {1, 3, 2}, {}).moves != three.moves);
}

}  // namespace

int main() {
    for (const Game& game : games) try_range(game, 1, 12);
    for (const Game& game : games) try_difficulty(game, 1);
    return 0;
}
