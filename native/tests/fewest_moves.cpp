// The fewest moves of a player from random positions: the search says the same number as a breadth-first search that
// moves sequences and plays by itself by rule code of its own, and knows no bound and no key but the piles themselves.
// `test_fewest_moves 100000 7` hunts longer, from another seed, and prints the first position on which they differ.
#include "kiebitz/fewest_moves.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>

#include "expect.hpp"
#include "tables.hpp"

namespace {

using namespace tables;
using kiebitz::AtOnce;
using kiebitz::Autoplay;
using kiebitz::Play;
using kiebitz::Verdict;

// Safe: no card that could lie on this one is still to come, or it goes home at once whenever it comes.
bool safe(const Rules& rules, const Table& t, int card) {
    const int rank = card / 4, suit = card % 4;
    if (rules.build == 1) return rules.step == 0 || !rules.whole || rank == rules.ranks - 1;
    if (rules.step == 0 && rank <= 1) return true;
    const int needed = rules.step == 0 ? rank : std::min(rank + 2, rules.ranks);
    for (int other = 0; other < 4; ++other)
        if (other != suit && (rules.suits >> other & 1) &&
            (rules.build == 2 || Rules::red(other) != Rules::red(suit)) && t.home[std::size_t(other)] < needed)
            return false;
    return true;
}

void play_by_itself(const Rules& rules, Autoplay autoplay, Table& t) {
    const auto goes = [&](char card) {
        if (t.home[std::size_t(card % 4)] != card / 4 || (autoplay == Autoplay::safe && !safe(rules, t, card)))
            return false;
        ++t.home[std::size_t(card % 4)];
        return true;
    };
    for (bool again = autoplay != Autoplay::none; again;) {
        again = false;
        for (auto& column : t.columns)
            if (!column.empty() && goes(column.back())) column.pop_back(), again = true;
        for (std::size_t i = 0; i < t.cells.size(); ++i)
            if (goes(t.cells[i])) t.cells.erase(i--, 1), again = true;
    }
}

// How many cards may move at once to a column; an empty one may be a place on the way if it takes any card.
int at_once(const Rules& rules, const Play& play, const Table& t, bool to_empty) {
    if (rules.whole) return 52;
    if (play.at_once == AtOnce::one) return 1;
    const auto empty = std::count(t.columns.begin(), t.columns.end(), std::string());
    int helpers = rules.empty == 0 ? int(empty) - to_empty : 0;
    const int free = rules.reserve ? 0 : rules.cells - int(t.cells.size());
    if (play.at_once == AtOnce::microsoft) helpers = std::min({helpers, free, 1});
    return (free + 1) << helpers;
}

void moves(const Rules& rules, const Play& play, const Table& t, const std::function<void(Table&&)>& out) {
    const auto done = [&](Table&& next) {
        play_by_itself(rules, play.autoplay, next);
        out(std::move(next));
    };
    const auto to_columns = [&](const Table& taken, const std::string& run) {
        for (std::size_t i = 0; i < taken.columns.size(); ++i) {
            const bool empty = t.columns[i].empty();
            if (taken.columns[i].empty() != empty || int(run.size()) > at_once(rules, play, t, empty)) continue;
            if (empty ? !rules.opens(run[0]) : !rules.fits(run[0], taken.columns[i].back())) continue;
            Table next = taken;
            next.columns[i] += run;
            done(std::move(next));
        }
    };
    const auto to_foundation = [&](const Table& taken, char card) {
        if (t.home[std::size_t(card % 4)] != card / 4) return;
        Table next = taken;
        ++next.home[std::size_t(card % 4)];
        done(std::move(next));
    };
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        const std::string& column = t.columns[i];
        for (std::size_t n = 1; n <= column.size(); ++n) {
            const std::size_t stay = column.size() - n;
            if (n > 1 && !rules.fits(column[stay + 1], column[stay])) break;
            Table taken = t;
            taken.columns[i].resize(stay);
            to_columns(taken, column.substr(stay));
            if (n > 1) continue;
            to_foundation(taken, column.back());
            if (int(t.cells.size()) < rules.cells && !rules.reserve) {
                taken.cells += column.back();
                done(std::move(taken));
            }
        }
    }
    for (std::size_t i = 0; i < t.cells.size(); ++i) {
        Table taken = t;
        taken.cells.erase(i, 1);
        to_foundation(taken, t.cells[i]);
        to_columns(taken, t.cells.substr(i, 1));
    }
}

bool agrees(const Data& rules, const Data& start, const Play& play, int expected) {
    const auto fewest = [&](int known) { return kiebitz::fewest_moves(rules, start, play, known, {}, {}, {}); };
    const auto entry = fewest(0);
    if (expected < 0) return entry.verdict == Verdict::impossible && entry.moves.empty();
    const auto right = [&](const kiebitz::FewestMoves& answer) {
        return answer.verdict == Verdict::solved && answer.bound == expected &&
               int(answer.moves.size()) == 4 * expected &&
               (!expected || kiebitz::check_player_line(rules, start, answer.moves, play) == -1);
    };
    if (!right(entry) || !right(fewest(expected + 1))) return false;
    const auto fewer = fewest(expected);
    return !expected || (fewer.verdict == Verdict::impossible && fewer.bound == expected);
}

}  // namespace

int main(int argc, char** argv) {
    const long rounds = argc > 1 ? std::atol(argv[1]) : 120;
    Dealer dealer(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
    long solved = 0, impossible = 0, left_out = 0;
    for (long i = 0; i < rounds; ++i) {
        Rules rules;
        const Table t = i % 2 ? dealer.small(rules) : dealer.late(rules);
        rules.whole = dealer.below(4) == 0;
        const Play play{Autoplay(dealer.below(3)), AtOnce(rules.whole ? 0 : dealer.below(3))};
        const int expected =
            fewest(t, 6000, [&](const Table& from, const auto& out) { moves(rules, play, from, out); });
        if (expected == -2) {
            ++left_out;
        } else if (agrees(rules.bytes(), t.bytes(rules), play, expected)) {
            ++(expected < 0 ? impossible : solved);
        } else {
            std::fprintf(stderr, "not %d moves, autoplay %d, at once %d:", expected, int(play.autoplay),
                         int(play.at_once));
            for (const int x : rules.bytes()) std::fprintf(stderr, " %d", x);
            std::fprintf(stderr, ";");
            for (const int x : t.bytes(rules)) std::fprintf(stderr, " %d", x);
            std::fprintf(stderr, "\n");
            return 1;
        }
    }
    std::printf("%ld solved, %ld impossible, %ld too large\n", solved, impossible, left_out);
    return solved < rounds / 4 || impossible < rounds / 20 || left_out > rounds / 2;
}
