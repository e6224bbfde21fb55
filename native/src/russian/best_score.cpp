// The best score: depth-first search with the upper bound of card_sets.hpp and a bounded table of visited positions.
#include <algorithm>

#include "russian/russian.hpp"

namespace kiebitz::russian {

using settled::bit;

Score BestScore::find(const Table& start, bool line, int floor) {
    store_.clear();
    tables_[0] = start;
    int length = 0;
    tables_[0].clear([&](int from, int to, int count) { note(length, from, to, count); });
    note_best(tables_[0].score(), length);
    const int bound = tables_[0].bound(max_cards + 1, ways_[0]);
    leadable_ = ways_[0].open;
    enough_ = bound;
    floor_ = floor;
    if (best_ < enough_ && floor_ <= bound && !budget_.spent(bytes())) search(0, length, tables_[0].moves(), 0);
    Score result;
    result.score = best_;
    result.limit_hit = budget_.hit();
    result.bound = result.limit_hit == LimitHit::none ? std::max(best_, std::min(bound, floor_ - 1)) : bound;
    result.states = std::max<std::uint64_t>(budget_.states(), 1);
    if (line) result.line.assign(best_line_, best_line_ + best_length_);
    return result;
}

// Every position is searched once, as far as the store remembers it. A visited position needs no second search:
// everything reachable from it has been tried, or cannot beat the best score at that time, which never falls. There are
// no cycles, because each move settles a card.
//
// Moves are not tried in another order to the same position either (sleep sets). After a move was tried, it is asleep
// for its siblings: every position after it can also be reached by making it first, and that was searched. It wakes up
// when a move is made that it would have hindered, because that move cannot come after it. Two moves hinder each other
// only if each goes to the other's source column: both go onto last cards, so the first one takes the other's next card
// along and puts it above the other's card. Kings count as hindering each other, because there may be a single empty
// column. Until then a sleeping move stays possible: its target stays last, and only such a move would block it. Both
// orders settle the same cards, because every card that can go home does, in any order.
//
// After each move, further moves without alternatives are made: one that loses nothing, or the only one awake. The
// position after them stands for the one before. If the one that loses nothing is asleep, no move is left.
void BestScore::search(int depth, int before, Cards moves, Cards asleep) {
    if (budget_.count() && budget_.spent(bytes())) return;
    const Table& table = tables_[depth];
    Table& after = tables_[depth + 1];
    const Cards led = ways_[depth].led;  // these first: the way stays open
    while (moves) {
        Cards next = bit(settled::first(moves & led ? moves & led : moves)), awake, still_asleep = asleep;
        moves ^= next;
        asleep |= next;
        after = table;
        Way& way = ways_[depth + 1] = ways_[depth];
        bool open = true;
        int length = before, last_home = before;
        do {
            const int card = settled::first(next);
            still_asleep &= ~after.hindering(card);
            after.lead(card, [&](int from, int to, int count) {
                note(length, from, to, count);
                if (to >= foundation_code) last_home = length;
            });
            if (next & settled::kings) open &= way.open_after(card);
            awake = after.moves();
            if (const Cards safe = after.safe(awake, leadable_)) awake = safe;
            awake &= ~still_asleep;
            next = awake & (awake - 1) ? 0 : awake;
        } while (next);
        if (after.score() > best_) note_best(after.score(), last_home);
        if (best_ >= enough_) return;
        if (!awake) continue;
        const int min_score = std::max(best_ + 1, floor_);
        // No new bound is needed if the way of the last one is open and leads far enough.
        open &= way.home >= min_score && after.can_part(after.newly_blocked(table) & way.led);
        if (!open && after.bound(min_score, way) < min_score) continue;
        if (store_.met(after.key())) continue;
        search(depth + 1, length, awake, still_asleep);
        if (best_ >= enough_ || budget_.hit() != LimitHit::none) return;
    }
}

}  // namespace kiebitz::russian
