// The search for the best score: depth first with the bound of settled.hpp, and level by level for the shortest line.
#include <algorithm>
#include <chrono>

#include "kiebitz/russian.hpp"

namespace kiebitz::russian {

using settled::Cards;
using settled::Table;
using settled::bit;

namespace {

constexpr std::uint64_t between_polls = 1 << 12;
constexpr auto silent = [](int, int, int) {};

double since(std::chrono::steady_clock::time_point begun) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

// The moves of a path of led cards, those home spelt out, up to the one that reaches the score.
std::vector<std::uint8_t> spelt_out(Table table, const std::uint8_t* path, int length, int score) {
    std::vector<std::uint8_t> line;
    int home = table.score();
    auto note = [&](int from, int to, int count) {
        if (home >= score) return;
        home += to >= foundation_code;
        line.insert(line.end(), {std::uint8_t(from), std::uint8_t(to), std::uint8_t(count)});
    };
    table.clear(note);
    for (int i = 0; i < length; ++i) table.lead(path[i], note);
    return line;
}

}  // namespace

bool plays(const Rules& rules) {
    return rules.any && rules.forced && rules.build == Build::suit && rules.step == Step::down &&
           rules.empty == EmptyColumn::king && rules.ranks == 13 && rules.columns <= settled::max_columns;
}

Table table_of(const Rules& rules, const Position& position) {
    Table table;
    table.begin(position.home);
    for (int i = 0; i < rules.columns; ++i)
        for (int k = 0; k < position.length[i]; ++k)
            table.lay(i, settled::place(position.column[i][k]), k >= position.face_down[i]);
    table.finish(rules.columns);
    return table;
}

int choices(Table table) {
    table.clear(silent);
    return settled::count(table.moves());
}

Score Searcher::best(const Table& start, bool line, int floor) {
    store_.clear();
    states_ = until_ = 0;
    limit_hit_ = LimitHit::none;
    best_length_ = 0;
    tables_[0] = start;
    tables_[0].clear(silent);
    best_ = tables_[0].score();
    const int bound = tables_[0].bound(max_cards + 1, hope_[0].led);
    hope_[0].best = best_;
    enough_ = bound;
    floor_ = floor;
    if (best_ < enough_ && floor_ <= bound) {
        if (limits_.seconds > 0) begun_ = std::chrono::steady_clock::now();
        search(0);
    }
    Score result;
    result.score = best_;
    result.bound = limit_hit_ == LimitHit::none ? std::max(best_, std::min(bound, floor_ - 1)) : bound;
    result.limit_hit = limit_hit_;
    result.states = std::max<std::uint64_t>(states_, 1);
    if (line) result.line = spelt_out(start, best_path_, best_length_, best_);
    return result;
}

// Every position is searched once as far as the store remembers it. A position met before needs no second search: what
// can be reached from it has been tried, or cannot beat what was best then, and the best never falls. There are no
// circles, because each move settles a card.
void Searcher::search(int depth) {
    if (++states_ >= until_ && out_of_bounds()) return;
    const Table& table = tables_[depth];
    Table& after = tables_[depth + 1];
    for (Cards moves = table.moves(); moves; moves &= moves - 1) {
        const int card = settled::first(moves);
        after = table;
        after.lead(card, silent);
        if (store_.met(after.key())) continue;
        path_[depth] = std::uint8_t(card);
        if (after.score() > best_) {
            best_ = after.score();
            best_length_ = depth + 1;
            std::copy_n(path_, best_length_, best_path_);
        }
        if (best_ >= enough_) return;
        Hope& hope = hope_[depth + 1] = hope_[depth];
        if (hope.best != best_ || (bit(card) & settled::kings) || (after.newly_blocked(table) & hope.led)) {
            hope.best = best_;
            const int least = std::max(best_ + 1, floor_);
            if (after.bound(least, hope.led) < least) continue;
        }
        search(depth + 1);
        if (best_ >= enough_ || limit_hit_ != LimitHit::none) return;
    }
}

bool Searcher::out_of_bounds() {
    if (poll_ && poll_()) throw Interrupted{};
    if (limits_.states && states_ >= limits_.states) limit_hit_ = LimitHit::states;
    else if (limits_.seconds > 0 && since(begun_) >= limits_.seconds) limit_hit_ = LimitHit::seconds;
    until_ = states_ + between_polls;
    if (limits_.states) until_ = std::min(until_, limits_.states);
    return limit_hit_ != LimitHit::none;
}

Path Pathfinder::find(const Table& start, int score, bool line) {
    begun_ = std::chrono::steady_clock::now();
    limit_hit_ = LimitHit::none;
    steps_.clear();
    now_.clear();
    next_.clear();
    places_.assign(1 << 8, Place{});
    used_ = 0;
    found_ = hopeless;
    Path path;
    Reached root{start, 0, 0, 0};
    root.table.clear(silent);
    if (root.table.score() >= score) path.moves = 0;
    else if (root.table.bound(score, root.hope) >= score) now_.push_back(root);
    steps_.push_back({});
    std::uint32_t level = 0;
    for (; !now_.empty() && found_ == hopeless && limit_hit_ == LimitHit::none; std::swap(now_, next_)) {
        next_.clear();
        ++level;
        for (const Reached& from : now_) {
            if (out_of_bounds(path.states)) break;
            ++path.states;
            look_around(from, level, score);
        }
    }
    path.limit_hit = limit_hit_;
    path.bytes = bytes();
    std::vector<std::uint8_t> cards;
    if (limit_hit_ == LimitHit::none && found_ != hopeless) {
        const Reached& last = now_[found_];
        path.moves = int(level);
        path.decisions = last.decisions;
        for (std::uint32_t step = last.step; step; step = steps_[step].before) cards.push_back(steps_[step].card);
        std::reverse(cards.begin(), cards.end());
    }
    if (line && path.moves >= 0) path.line = spelt_out(start, cards.data(), int(cards.size()), score);
    return path;
}

// Looks at all positions one move on. One that an earlier level holds is reached with fewer moves there; within a level
// the way with fewer decision points counts. What cannot lead to the score any more is dropped.
void Pathfinder::look_around(const Reached& from, std::uint32_t level, int score) {
    const Cards moves = from.table.moves();
    const auto decisions = std::uint8_t(from.decisions + (settled::count(moves) > 1));
    const std::uint32_t before = from.step;
    for (Cards left = moves; left; left &= left - 1) {
        const auto card = std::uint8_t(settled::first(left));
        Reached after = from;
        after.table.lead(card, silent);
        after.decisions = decisions;
        Place& place = place_of(after.table.key());
        if (place.level == 0) {
            place.level = level;
            place.index = hopeless;
            const bool as_before = !(bit(card) & settled::kings) && !(after.table.newly_blocked(from.table) & after.hope);
            if (!as_before && after.table.bound(score, after.hope) < score) continue;
            place.index = std::uint32_t(next_.size());
            after.step = std::uint32_t(steps_.size());
            steps_.push_back({before, card});
            next_.push_back(after);
        } else if (place.level == level && place.index != hopeless && decisions < next_[place.index].decisions) {
            next_[place.index].decisions = decisions;
            steps_[next_[place.index].step] = {before, card};
        } else {
            continue;
        }
        if (after.table.score() >= score && (found_ == hopeless || decisions < next_[found_].decisions))
            found_ = place.index;
    }
}

// The place of a key in a table that is kept at most half full.
Pathfinder::Place& Pathfinder::place_of(std::uint64_t key) {
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

std::uint64_t Pathfinder::bytes() const {
    return steps_.capacity() * sizeof(Step) + (now_.capacity() + next_.capacity()) * sizeof(Reached) +
           places_.capacity() * sizeof(Place);
}

bool Pathfinder::out_of_bounds(std::uint64_t states) {
    if (states % 1024 == 1023 && poll_ && poll_()) throw Interrupted{};
    // A step may make any of the tables grow to twice or four times its size, with the old one beside it.
    if (limits_.states && states >= limits_.states) limit_hit_ = LimitHit::states;
    else if (limits_.memory && 5 * bytes() > limits_.memory) limit_hit_ = LimitHit::memory;
    else if (limits_.seconds > 0 && states % 1024 == 1023 && since(begun_) >= limits_.seconds) limit_hit_ = LimitHit::seconds;
    return limit_hit_ != LimitHit::none;
}

}  // namespace kiebitz::russian
