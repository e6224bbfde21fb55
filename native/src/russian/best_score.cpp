// The best score: depth-first search with the upper bound of settled.hpp and a bounded table of visited positions.
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
    wanted_ = ways_[0].open;
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

// Every position is searched once as far as the store remembers it. A position met before needs no second search: what
// can be reached from it has been tried, or cannot beat what was best then, and the best never falls. There are no
// circles, because each move settles a card.
//
// Nor are moves tried in another order that leads to the same position (sleep sets). A move that was tried is asleep
// after its siblings: whatever it leads to there can be had by making it first, and that was searched. It wakes up when
// a move is made that it would have hindered, which cannot come after it. Moves hinder each other only where each goes
// to the column that the other comes from: as both go onto last cards, the one made first takes the other's next card
// along and puts it above that card. Kings count as hindering each other, for there may be a single empty column. Until
// then what is asleep stays possible: what it goes onto stays last, and nothing but such a move would block it. Both
// orders settle the same cards, for what can go home does, whatever the order.
//
// After each move those are made, too, beside which no other is to be tried: one that takes nothing away, or the only
// one that is awake. The position that they lead to stands for the one before them. If the former is asleep, no move is
// left.
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
            if (const Cards safe = after.safe(awake, wanted_)) awake = safe;
            awake &= ~still_asleep;
            next = awake & (awake - 1) ? 0 : awake;
        } while (next);
        if (after.score() > best_) note_best(after.score(), last_home);
        if (best_ >= enough_) return;
        if (!awake) continue;
        const int least = std::max(best_ + 1, floor_);
        // No new bound is needed if the way of the last one is open and leads far enough.
        open &= way.home >= least && after.can_part(after.newly_blocked(table) & way.led);
        if (!open && after.bound(least, way) < least) continue;
        if (store_.met(after.key())) continue;
        search(depth + 1, length, awake, still_asleep);
        if (best_ >= enough_ || budget_.hit() != LimitHit::none) return;
    }
}

}  // namespace kiebitz::russian
