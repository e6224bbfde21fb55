// The shortest line to a score: level by level, one more move each, with the upper bound of card_sets.hpp.
#include <algorithm>

#include "russian/russian.hpp"

namespace kiebitz::russian {

using settled::bit;

Path ShortestPath::find(const Table& start, int score, bool line) {
    const std::uint64_t states_before = budget_.states();
    steps_.clear();
    now_.clear();
    next_.clear();
    places_.assign(1 << 8, Place{});
    used_ = 0;
    goal_ = no_value<u32>;
    Path path;
    Reached root{start, {}, 0, 0};
    root.table.clear(no_note);
    if (root.table.score() >= score) path.moves = 0;
    else if (root.table.bound(score, root.way) >= score) now_.push_back(root);
    steps_.push_back({});
    std::uint32_t level = 0;
    bool look_due = false;
    for (; !now_.empty() && goal_ == no_value<u32> && budget_.hit() == LimitHit::none; std::swap(now_, next_)) {
        next_.clear();
        ++level;
        for (const Reached& from : now_) {
            const std::uint64_t more = growth();
            if ((look_due || more) && budget_.spent(bytes() + more)) break;
            budget_.note(bytes() + more);
            expand(from, level, score);
            look_due = budget_.count();
        }
    }
    path.limit_hit = budget_.hit();
    path.states = budget_.states() - states_before;
    path.bytes = std::max(budget_.peak(), bytes());
    std::vector<std::uint8_t> cards;
    if (path.limit_hit == LimitHit::none && goal_ != no_value<u32>) {
        const Reached& last = now_[goal_];
        path.moves = int(level);
        path.decisions = last.decisions;
        for (std::uint32_t step = last.step; step; step = steps_[step].before) cards.push_back(steps_[step].card);
        std::reverse(cards.begin(), cards.end());
    }
    if (line && path.moves >= 0) path.line = spelt_out(start, cards.data(), int(cards.size()), score);
    return path;
}

// Expand all positions by one move. A position of an earlier level is reached with fewer moves there; within a level
// the way with fewer decision points counts. Positions that cannot reach the score are dropped.
void ShortestPath::expand(const Reached& from, std::uint32_t level, int score) {
    const Cards moves = from.table.moves();
    const auto decisions = std::uint8_t(from.decisions + (settled::count(moves) > 1));
    const std::uint32_t before = from.step;
    for (Cards bits = moves; bits; bits &= bits - 1) {
        const auto card = std::uint8_t(settled::first(bits));
        const bool sends_home = from.table.sends_home(card);
        Place* place = sends_home ? nullptr : &place_of(from.table.key_after(card));
        if (!place || place->level == 0) {
            Reached& after = next_.emplace_back();
            after.table = from.table;
            after.way = from.way;
            after.table.lead(card, no_note);
            if (!place) place = &place_of(after.table.key());
            if (place->level == 0) {
                place->level = level;
                place->index = no_value<u32>;
                const bool open = bit(card) & settled::kings
                                      ? after.way.open_after(card)
                                      : after.table.can_part(after.table.newly_blocked(from.table) & after.way.led);
                if (open || after.table.bound(score, after.way) >= score) {
                    place->index = std::uint32_t(next_.size() - 1);
                    after.step = std::uint32_t(steps_.size());
                    after.decisions = decisions;
                    steps_.push_back({before, card});
                    note_goal(place->index, score);
                    continue;
                }
            }
            next_.pop_back();
        }
        if (place->level == level && place->index != no_value<u32> && decisions < next_[place->index].decisions) {
            next_[place->index].decisions = decisions;
            steps_[next_[place->index].step] = {before, card};
            note_goal(place->index, score);
        }
    }
}

void ShortestPath::note_goal(std::uint32_t at, int score) {
    const Reached& node = next_[at];
    if (node.table.score() >= score && (goal_ == no_value<u32> || node.decisions < next_[goal_].decisions)) goal_ = at;
}

// The place of a key in a table that is at most half full.
ShortestPath::Place& ShortestPath::place_of(std::uint64_t key) {
    auto find = [this](std::uint64_t k) {
        const std::size_t mask = places_.size() - 1;
        std::size_t at = std::size_t((k ^ k >> 29) * 0x9e37'79b9'7f4a'7c15 >> 20) & mask;
        while (places_[at].level && places_[at].key != k) at = (at + 1) & mask;
        return at;
    };
    if (2 * used_ >= places_.size()) {
        std::vector<Place> old(4 * places_.size());
        std::swap(old, places_);
        for (const Place& p : old)
            if (p.level) places_[find(p.key)] = p;
    }
    Place& place = places_[find(key)];
    if (place.level == 0) {
        place.key = key;
        ++used_;
    }
    return place;
}

std::uint64_t ShortestPath::bytes() const {
    return steps_.capacity() * sizeof(Step) + (now_.capacity() + next_.capacity()) * sizeof(Reached) +
           places_.capacity() * sizeof(Place);
}

// The extra memory of the next expansion: a growing table is copied to one of two or four times its size.
std::uint64_t ShortestPath::growth() const {
    auto copy = [](const auto& all) {
        return all.capacity() - all.size() < most_moves ? (2 * all.capacity() + most_moves) * sizeof(all[0]) : 0;
    };
    const std::uint64_t places = 2 * (used_ + most_moves) >= places_.size() ? 4 * places_.size() * sizeof(Place) : 0;
    return copy(steps_) + copy(next_) + places;
}

}  // namespace kiebitz::russian
