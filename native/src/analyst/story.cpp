// The story of a line: first cards home, the first empty column, the tightest place and the turning point.
#include <algorithm>
#include <limits>

#include "analyst/game_replay.hpp"
#include "common/refusal.hpp"
#include "common/sorting.hpp"

namespace kiebitz::analyst {

std::vector<Event> story(Bytes game, Bytes position, Bytes moves, Autoplay autoplay) {
    const Game played(game);
    if (moves.size() % move_size) refuse("moves: three bytes each expected");
    Replay replay(played, Position::parse(played.rules, position), autoplay);
    const Rules& rules = played.rules;
    const auto free_places = [&] {
        const play::Board& board = replay.board();
        return (rules.reserve ? 0 : board.free) + (rules.empty == EmptyColumn::none ? 0 : board.empty);
    };
    std::vector<Event> events;
    const int at_start = free_places(), last = int(moves.size() / move_size);
    int fewest = std::numeric_limits<int>::max(), tightest = 0, turning_point = 0;
    bool emptied = replay.board().empty;
    for (int move = 1; move <= last; ++move) {
        const play::Board before = replay.board();
        replay.push(moves.data() + std::size_t(move - 1) * move_size);
        const play::Board& after = replay.board();
        for (int suit = 0; suit < 4; ++suit)
            if (!before.home[suit] && after.home[suit]) events.push_back({EventKind::home, move, suit});
        if (after.empty && !emptied) {
            emptied = true;
            const auto column = std::find(after.end, after.end + rules.columns, no_card) - after.end;
            events.push_back({EventKind::empty_column, move, int(column)});
        }
        const int free = free_places();
        if (free > fewest) continue;
        if (free < fewest) tightest = move;
        fewest = free;
        turning_point = move;
    }
    if (!last) return events;
    if (fewest < at_start) events.push_back({EventKind::tightest, tightest, fewest});
    if (turning_point < last) events.push_back({EventKind::turning_point, turning_point, fewest});
    sort_few(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.move < b.move; });
    return events;
}

}  // namespace kiebitz::analyst
