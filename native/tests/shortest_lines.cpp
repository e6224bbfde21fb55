// Shortest lines of random positions: the search, with and without a good line looked for first, says the same length
// as a breadth-first search that knows the rules, no bound, no reduction and no key but the piles themselves.
// `test_shortest_lines 100000 7` hunts longer, from another seed, and prints the first position on which they differ.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"
#include "tables.hpp"

namespace {

using namespace tables;
using kiebitz::Verdict;

void moves(const Rules& rules, const Table& t, const std::function<void(Table&&)>& out) {
    const auto from = [&](int card, const std::function<void(Table&)>& take) {
        const auto suit = std::size_t(card % 4);
        Table taken = t;
        take(taken);
        if (t.home[suit] == card / 4) {
            Table next = taken;
            ++next.home[suit];
            out(std::move(next));
        }
        if (int(taken.cells.size()) < rules.cells && !rules.reserve) {
            Table next = taken;
            next.cells += char(card);
            out(std::move(next));
        }
        for (std::size_t i = 0; i < taken.columns.size(); ++i) {
            if (taken.columns[i].empty() ? !rules.opens(card) : !rules.fits(card, taken.columns[i].back())) continue;
            Table next = taken;
            next.columns[i] += char(card);
            out(std::move(next));
        }
    };
    for (std::size_t i = 0; i < t.columns.size(); ++i)
        if (!t.columns[i].empty()) from(t.columns[i].back(), [i](Table& taken) { taken.columns[i].pop_back(); });
    for (std::size_t i = 0; i < t.cells.size(); ++i) from(t.cells[i], [i](Table& taken) { taken.cells.erase(i, 1); });
    for (std::size_t s = 0; s < 4 && rules.back; ++s)
        if (t.home[s]) from(4 * (t.home[s] - 1) + int(s), [s](Table& taken) { --taken.home[s]; });
}

bool agrees(const Data& rules, const Data& start, int expected, const kiebitz::ShortestOptions& options) {
    const kiebitz::Shortest found = kiebitz::shortest_line(rules, start, options, {}, {}, {});
    if (expected < 0) return found.verdict == Verdict::impossible && found.line.empty();
    return found.verdict == Verdict::solved && int(found.line.size()) == 3 * expected && found.bound == expected &&
           kiebitz::check(rules, start, found.line) == -1;
}

// Two moves lead to the same position, all cards home, and one of them in fewer moves than the other.
void the_shorter_of_two_ends() {
    const Data rules{13, 15, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT(agrees(rules, {12, 11, 10, 10, 0, 4, 3, 49, 42, 47, 1, 50, 3, 43, 45, 48, 2, 51, 46}, 9, {0, true}));
    EXPECT(agrees(rules, {12, 11, 10, 10, 0, 4, 3, 49, 42, 47, 1, 50, 3, 43, 45, 48, 2, 51, 46}, 9, {8, true}));
}

// A card is dug into a cell and comes back to its column, onto what was dug free.
void a_dug_card_comes_back() {
    const Data rules{5, 13, 2, 3, 2, 1, 2, 0, 0, 0, 0, 0};
    const Data start{0, 0, 0, 0, 3, 255, 255, 255, 2, 8, 19, 18, 2, 14, 8, 11, 4, 12, 7, 7, 6, 10, 3, 16, 0, 15};
    EXPECT(agrees(rules, start, 26, {0, true}));
    EXPECT(agrees(rules, start, 26, {8, true}));
}

Table microsoft(std::int64_t deal) {
    std::uint8_t cards[52];
    kiebitz::deal_microsoft(deal, cards);
    Table t;
    t.columns.assign(8, "");
    for (std::size_t i = 0; i < 52; ++i) t.columns[i % 8] += char(cards[i]);
    return t;
}

// A proof so long that a second, wider search for a good line comes in the midst of it.
void a_better_line_is_looked_for_once_more() {
    const Rules rules;
    const Data start = microsoft(2000004).bytes(rules);
    EXPECT(kiebitz::shortest_line(rules.bytes(), start, {64, true}, {}, {}, {}).states > 80000);
    for (const int width : {0, 16, 64}) EXPECT(agrees(rules.bytes(), start, 86, {width, true}));
}

void limits_leave_an_interval() {
    const Table t = microsoft(1);
    const Rules rules;
    int least = 0;
    const auto rising = [&](int bound, int) {
        EXPECT(bound >= least);
        least = bound;
    };
    const auto found = kiebitz::shortest_line(rules.bytes(), t.bytes(rules), {64, true}, {.states = 20000}, rising, {});
    EXPECT(found.limit_hit == kiebitz::LimitHit::states && found.states <= 20000);
    EXPECT(found.bound == least && found.bound < int(found.line.size() / 3));
    EXPECT(kiebitz::check(rules.bytes(), t.bytes(rules), found.line) == -1);
    const auto tight = kiebitz::shortest_line(rules.bytes(), t.bytes(rules), {}, {.memory = 4 << 20}, {}, {});
    EXPECT(tight.limit_hit == kiebitz::LimitHit::memory && tight.memory <= 4 << 20 && tight.line.empty());
    EXPECT(tight.verdict == Verdict::undecided);
    // Whoever ends the search gets what is known by then.
    const auto ended = kiebitz::shortest_line(rules.bytes(), t.bytes(rules), {64, true}, {}, {}, [] { return true; });
    EXPECT(ended.limit_hit == kiebitz::LimitHit::stopped && ended.bound > 0);
}

}  // namespace

int main(int argc, char** argv) {
    const long rounds = argc > 1 ? std::atol(argv[1]) : 60;
    Dealer dealer(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
    long solved = 0, impossible = 0, left_out = 0, moved = 0, gained = 0;
    for (long i = 0; i < rounds; ++i) {
        Rules rules;
        const Table t = i % 4 == 1 ? dealer.small(rules) : i % 4 == 3 ? dealer.late(rules) : dealer.returning(rules);
        const auto fewest_by = [&](const Rules& by) {
            return fewest(t, 6000, [&](const Table& from, const auto& out) { moves(by, from, out); });
        };
        const int expected = fewest_by(rules);
        if (expected == -2) {
            ++left_out;
            continue;
        }
        for (const int width : {0, 8})
            if (!agrees(rules.bytes(), t.bytes(rules), expected, {width, true})) {
                std::fprintf(stderr, "not %d moves:", expected);
                for (const int x : rules.bytes()) std::fprintf(stderr, " %d", x);
                std::fprintf(stderr, ";");
                for (const int x : t.bytes(rules)) std::fprintf(stderr, " %d", x);
                std::fprintf(stderr, "\n");
                return 1;
            }
        ++(expected < 0 ? impossible : solved);
        moved += expected > int(t.left());
        if (rules.back) {
            rules.back = 0;
            gained += expected != fewest_by(rules);
        }
    }
    std::printf(
        "%ld solved, %ld impossible, %ld too large; %ld with cards moved twice, %ld with cards that come back\n",
        solved, impossible, left_out, moved, gained);
    the_shorter_of_two_ends();
    a_dug_card_comes_back();
    a_better_line_is_looked_for_once_more();
    limits_leave_an_interval();
    return gained == 0 || solved < rounds / 4 || impossible < rounds / 20 || moved < rounds / 8 ||
           left_out > rounds / 2;
}
