// The move that lost a game, or the last one by which its best score fell.
#pragma once

#include <functional>
#include <optional>

#include "analyst/game.hpp"

namespace kiebitz::analyst {

// The losing move among the first `last` moves of a game; `status_at` returns the status after a number of moves.
std::optional<Loss> losing_move(const Game& game, int last, const std::function<Status(int ply)>& status_at);

}  // namespace kiebitz::analyst
