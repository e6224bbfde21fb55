// The best score: depth first, with the upper bound of settled.hpp and a bounded table of the positions met.
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
    if (best_ < enough_ && floor_ <= bound && !budget_.spent(bytes())) search(0, length);
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
// circles, because each move settles a card. After each move those that take nothing away are made, too: the position that
// they lead to stands for the one before them.
void BestScore::search(int depth, int before) {
    if (budget_.count() && budget_.spent(bytes())) return;
    const Table& table = tables_[depth];
    Table& after = tables_[depth + 1];
    const Cards led = ways_[depth].led;  // these first: the way stays open
    for (Cards moves = table.moves(); moves;) {
        const int card = settled::first(moves & led ? moves & led : moves);
        moves ^= bit(card);
        const bool sends_home = table.sends_home(card);
        if (!sends_home && store_.met(table.key_after(card))) continue;
        after = table;
        Way& way = ways_[depth + 1] = ways_[depth];
        bool open = true;
        int length = before, last_home = before;
        auto lead = [&](int c) {
            after.lead(c, [&](int from, int to, int count) {
                note(length, from, to, count);
                if (to >= foundation_code) last_home = length;
            });
            if (bit(c) & settled::kings) open &= way.open_after(c);
        };
        lead(card);
        while (const Cards safe = after.safe(after.moves(), wanted_)) lead(settled::first(safe));
        if ((sends_home || length > before + 3) && store_.met(after.key())) continue;
        if (after.score() > best_) note_best(after.score(), last_home);
        if (best_ >= enough_) return;
        const int least = std::max(best_ + 1, floor_);
        // No new bound is needed where the way of the last one is open and leads far enough.
        open &= way.home >= least && after.can_part(after.newly_blocked(table) & way.led);
        if (!open && after.bound(least, way) < least) continue;
        search(depth + 1, length);
        if (best_ >= enough_ || budget_.hit() != LimitHit::none) return;
    }
}

}  // namespace kiebitz::russian
