// Makes player's lines; include/kiebitz/player_lines.hpp defines them.
#pragma once

#include <vector>

#include "play/board.hpp"

namespace kiebitz::play {

class Maker {
public:
    Maker(const Rules& rules, const Play& play) : game_(rules, play), by_card_(game_.card_by_card()) {}

    // Append the line's moves to `out`, four bytes each; return whether it wins.
    bool make(const Position& start, Bytes line, std::vector<std::uint8_t>& out);

private:
    // A failed replacement of a step: it would fail again while the line up to `end` is unchanged.
    struct Trial {
        std::uint32_t work = 0, end = 0;  // steps made; the first step not looked at. 0: nothing is known
        Step at_once{};
    };

    void plan_of(const Position& start, Bytes line);
    bool play(const Game& game, const Board& start);
    bool make_step(const Game& game, Board& b, Step step);
    void shorten();
    std::vector<u32> last_visits() const;
    void cut_loops();
    bool drop_steps();
    bool instead(std::size_t at, const Step* replacement, Trial& trial);
    void replace(std::size_t at, std::size_t tail);

    Game game_, by_card_;
    const Game* table_ = nullptr;  // the one under which the current line wins
    std::vector<Step> plan_;       // the search's line
    std::vector<Step> steps_;      // the present line
    std::vector<Board> boards_;    // before each of its steps, and after the last one
    std::vector<Trial> trials_;    // of each of its steps
    std::vector<Step> new_steps_, carried_;
    std::uint64_t work_ = 0;  // steps made on trial
};

}  // namespace kiebitz::play
