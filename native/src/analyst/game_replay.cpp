#include "analyst/game_replay.hpp"

#include "common/refusal.hpp"
#include "play/moves.hpp"

namespace kiebitz::analyst {

Buffer Replay::push(const std::uint8_t* move) {
    if (play::refusal(game_, board_, {move[0], move[1], move[2]})) refuse("moves: legal ones expected");
    play::carry_out(game_, board_, {move[0], move[1], move[2]});
    Buffer automatic;
    play::play_automatic(game_, board_, [&](const Move& next) { append(automatic, next); });
    return automatic;
}

std::vector<play::CountedMove> Replay::legal_moves() const { return play::legal_moves(game_, board_); }

std::uint8_t Replay::implied(const std::uint8_t* move) const {
    return std::uint8_t(play::implied_count(game_, board_, move[0], move[1]));
}

}  // namespace kiebitz::analyst
