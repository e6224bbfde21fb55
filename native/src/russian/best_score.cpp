// The best score: depth first, with the upper bound of settled.hpp and a bounded table of the positions met.
#include <algorithm>

#include "russian/russian.hpp"

namespace kiebitz::russian {

using settled::Cards;
using settled::Table;
using settled::bit;

Score BestScore::find(const Table& start, bool line, int floor) {
    store_.clear();
    best_length_ = 0;
    tables_[0] = start;
    tables_[0].clear(no_note);
    best_ = tables_[0].score();
    const int bound = tables_[0].bound(max_cards + 1, bound_[0].led);
    bound_[0].best = best_;
    enough_ = bound;
    floor_ = floor;
    if (best_ < enough_ && floor_ <= bound && !budget_.spent(bytes())) search(0);
    Score result;
    result.score = best_;
    result.limit_hit = budget_.hit();
    result.bound = result.limit_hit == LimitHit::none ? std::max(best_, std::min(bound, floor_ - 1)) : bound;
    result.states = std::max<std::uint64_t>(budget_.states(), 1);
    if (line) result.line = spelt_out(start, best_path_, best_length_, best_);
    return result;
}

// Every position is searched once as far as the store remembers it. A position met before needs no second search: what
// can be reached from it has been tried, or cannot beat what was best then, and the best never falls. There are no
// circles, because each move settles a card.
void BestScore::search(int depth) {
    if (budget_.count() && budget_.spent(bytes())) return;
    const Table& table = tables_[depth];
    Table& after = tables_[depth + 1];
    for (Cards moves = table.moves(); moves; moves &= moves - 1) {
        const int card = settled::first(moves);
        const bool sends_home = table.sends_home(card);
        if (!sends_home && store_.met(table.key_after(card))) continue;
        after = table;
        after.lead(card, no_note);
        if (sends_home && store_.met(after.key())) continue;
        path_[depth] = std::uint8_t(card);
        if (after.score() > best_) {
            best_ = after.score();
            best_length_ = depth + 1;
            std::copy_n(path_, best_length_, best_path_);
        }
        if (best_ >= enough_) return;
        Bound& bound = bound_[depth + 1] = bound_[depth];
        if (bound.best != best_ || (bit(card) & settled::kings) || (after.newly_blocked(table) & bound.led)) {
            bound.best = best_;
            const int least = std::max(best_ + 1, floor_);
            if (after.bound(least, bound.led) < least) continue;
        }
        search(depth + 1);
        if (best_ >= enough_ || budget_.hit() != LimitHit::none) return;
    }
}

}  // namespace kiebitz::russian
