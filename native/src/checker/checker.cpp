// The checker of a line from one position.
#include "checker/replay.hpp"

namespace kiebitz {

using namespace checker;

namespace {

// -1 if all moves are legal and win, else the number of legal moves.
std::int64_t judged(const Replay& replay, std::size_t played, std::size_t moves) {
    return played == moves && replay.won() ? -1 : static_cast<std::int64_t>(played);
}
// The score if all moves are legal, else -1 less the number of legal moves.
std::int64_t scored(const Replay& replay, std::size_t played, std::size_t moves) {
    return played == moves ? replay.score() : -1 - static_cast<std::int64_t>(played);
}

}  // namespace

std::int64_t check(Bytes rules, Bytes position, Bytes line) {
    const GameRules game(rules);
    Replay replay(game, read_table(game, position));
    if (line.size() % move_bytes != 0) refuse("line", "three bytes a move expected");
    return judged(replay, replay.run(line), line.size() / move_bytes);
}

std::int64_t check_score(Bytes rules, Bytes position, Bytes line) {
    const GameRules game(rules);
    Replay replay(game, read_table(game, position));
    if (line.size() % move_bytes != 0) refuse("line", "three bytes a move expected");
    return scored(replay, replay.run(line), line.size() / move_bytes);
}

std::int64_t check_player_line(Bytes rules, Bytes position, Bytes line, const Play& play) {
    const GameRules game(rules);
    check_play(game, play);
    Replay replay(game, read_table(game, position), play);
    if (line.size() % player_move_bytes != 0) refuse("line", "four bytes a move expected");
    return judged(replay, replay.run_for_player(line), line.size() / player_move_bytes);
}

std::int64_t check_player_score(Bytes rules, Bytes position, Bytes line, const Play& play) {
    const GameRules game(rules);
    check_play(game, play);
    Replay replay(game, read_table(game, position), play);
    if (line.size() % player_move_bytes != 0) refuse("line", "four bytes a move expected");
    return scored(replay, replay.run_for_player(line), line.size() / player_move_bytes);
}

}  // namespace kiebitz
