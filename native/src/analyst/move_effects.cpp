// The effect of moves on the win, from the statuses before and after them.
#include <limits>

#include "common/sorting.hpp"
#include "kiebitz/analyst.hpp"

namespace kiebitz::analyst {

Effect effect_of(const Status& before, const Status& after) {
    if (before.score != no_score) {
        if (before.score > after.bound) return Effect::lost;
        return after.score >= before.bound ? Effect::kept : Effect::unknown;
    }
    if (before.verdict == Verdict::impossible) return Effect::gone;
    if (after.verdict == Verdict::solved) return Effect::kept;
    return before.verdict == Verdict::solved && after.verdict == Verdict::impossible ? Effect::lost : Effect::unknown;
}

int only_move(std::span<const Judged> moves) {
    int only = -1;
    bool others = false;
    for (std::size_t place = 0; place < moves.size(); ++place) {
        const Judged& move = moves[place];
        if (move.effect == Effect::kept) {
            if (only >= 0 && moves[std::size_t(only)].same_as != move.same_as) return -1;
            if (only < 0) only = int(place);
        } else {
            if (move.effect != Effect::lost) return -1;
            others = true;
        }
    }
    return others ? only : -1;
}

std::vector<int> rank_moves(std::span<const Judged> moves) {
    const auto key = [&](int place) {
        constexpr int ranks[] = {0, 3, 1, 2};  // kept, lost, unknown, gone
        const Judged& move = moves[std::size_t(place)];
        const int moves_left = move.moves_left == no_line ? std::numeric_limits<int>::max() : move.moves_left;
        return std::array{ranks[int(move.effect)], -move.status.score, moves_left};
    };
    std::vector<int> order;
    for (int place = 0; place < int(moves.size()); ++place)
        if (moves[std::size_t(place)].same_as == place) order.push_back(place);
    sort_few(order.begin(), order.end(), [&](int place, int other) { return key(place) < key(other); });
    return order;
}

}  // namespace kiebitz::analyst
