// The effect of moves on the win, from the statuses before and after them.
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

}  // namespace kiebitz::analyst
