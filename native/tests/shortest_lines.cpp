// Shortest lines of random positions: the search, with and without a good line looked for first, says the same length as
// a breadth-first search that knows the rules, no bound, no reduction and no key but the piles themselves.
// `test_shortest_lines 100000 7` hunts longer, from another seed, and prints the first position on which they differ.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using kiebitz::Verdict;

struct Rules {
    int ranks = 13, suits = 15, columns = 8, cells = 4, build = 0, step = 0, empty = 0, reserve = 0;

    Data bytes() const {
        Data all;
        for (const int x : {ranks, suits, columns, cells, build, step, empty, 0, 0, 0, 0, reserve}) all.push_back(std::uint8_t(x));
        return all;
    }
    static bool red(int card) { return card % 4 == 1 || card % 4 == 2; }
    bool fits(int card, int onto) const {
        if (onto / 4 != card / 4 + (step ? -1 : 1)) return false;
        return build == 2 || (build ? card % 4 == onto % 4 : red(card) != red(onto));
    }
    bool opens(int card) const { return empty == 0 || (empty == 1 && card / 4 == (step ? 0 : ranks - 1)); }
};

// Columns, cells and foundations as they lie; both lists sorted, so that equal positions are equal strings.
struct Table {
    std::vector<std::string> columns;
    std::string cells;
    std::string home = std::string(4, '\0');

    std::string name() const {
        auto sorted = columns;
        std::sort(sorted.begin(), sorted.end());
        std::string all = home;
        for (const auto& column : sorted) all += column + '\xff';
        std::string free = cells;
        std::sort(free.begin(), free.end());
        return all + free;
    }
    std::size_t left() const {
        std::size_t cards = cells.size();
        for (const auto& column : columns) cards += column.size();
        return cards;
    }
    Data bytes(const Rules& rules) const {
        Data all(home.begin(), home.end());
        all.push_back(std::uint8_t(rules.cells));
        for (int i = 0; i < rules.cells; ++i)
            all.push_back(i < int(cells.size()) ? std::uint8_t(cells[std::size_t(i)]) : std::uint8_t(255));
        all.push_back(std::uint8_t(rules.columns));
        for (const auto& column : columns) {
            all.push_back(std::uint8_t(column.size()));
            all.insert(all.end(), column.begin(), column.end());
        }
        return all;
    }
};

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
}

// The fewest moves that win; -1 if none do, -2 if that takes too many positions to say.
int fewest(const Rules& rules, const Table& start, std::size_t most) {
    std::unordered_set<std::string> seen{start.name()};
    std::vector<Table> level{start};
    for (int depth = 0; !level.empty(); ++depth) {
        std::vector<Table> next;
        for (const Table& t : level) {
            if (t.left() == 0) return depth;
            moves(rules, t, [&](Table&& after) {
                if (seen.insert(after.name()).second) next.push_back(std::move(after));
            });
            if (seen.size() > most) return -2;
        }
        level = std::move(next);
    }
    return -1;
}

class Dealer {
public:
    explicit Dealer(unsigned seed) : random_(seed) {}
    int below(int n) { return int(random_() % unsigned(n)); }

    // A small pack under any rules, fresh or under way.
    Table small(Rules& rules) {
        for (;;) {
            rules.ranks = 2 + below(below(3) ? 5 : 12);
            rules.suits = 1 + below(15);
            rules.columns = 1 + below(6), rules.cells = below(4);
            rules.build = below(3), rules.step = below(2), rules.empty = below(3), rules.reserve = below(6) == 0;
            Table t;
            const bool fresh = below(2);
            for (int s = 0; s < 4; ++s)
                if (!fresh && (rules.suits >> s & 1)) t.home[std::size_t(s)] = char(below(rules.ranks + 1));
            if (deal(rules, t, 1, 16, fresh)) return t;
        }
    }
    // The end of a game with the full pack, or one of its halves.
    Table late(Rules& rules) {
        rules = {};
        rules.suits = below(3) ? 15 : 3 << below(3);
        for (;;) {
            Table t;
            const int level = 8 + below(4);
            for (int s = 0; s < 4; ++s)
                if (rules.suits >> s & 1) t.home[std::size_t(s)] = char(std::clamp(level + below(5) - 2, 0, 13));
            rules.columns = 3 + below(6), rules.cells = below(5);
            rules.build = std::max(0, below(6) - 3);
            if (deal(rules, t, 4, 14, false)) return t;
        }
    }

private:
    bool deal(const Rules& rules, Table& t, std::size_t least, std::size_t most, bool fresh) {
        std::string cards;
        for (int s = 0; s < 4; ++s)
            for (int r = t.home[std::size_t(s)]; (rules.suits >> s & 1) && r < rules.ranks; ++r) cards += char(4 * r + s);
        if (cards.size() < least || cards.size() > most) return false;
        for (std::size_t i = cards.size(); i > 1; --i) std::swap(cards[i - 1], cards[std::size_t(below(int(i)))]);
        for (int i = 0; i < rules.cells && !fresh && !cards.empty(); ++i)
            if (below(2)) t.cells += cards.back(), cards.pop_back();
        t.columns.assign(std::size_t(rules.columns), "");
        const bool even = below(2);
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const int column = even ? int(i) % rules.columns : below(rules.columns);
            t.columns[std::size_t(column)] += cards[i];
        }
        // Chance alone deals few ordered runs.
        if (below(3) == 0) {
            std::string& column = t.columns[std::size_t(below(rules.columns))];
            std::sort(column.end() - below(int(column.size()) + 1), column.end(), std::greater<>());
        }
        return true;
    }
    std::mt19937 random_;
};

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

void limits_leave_an_interval() {
    std::uint8_t cards[52];
    kiebitz::deal_microsoft(1, cards);
    Table t;
    t.columns.assign(8, "");
    for (std::size_t i = 0; i < 52; ++i) t.columns[i % 8] += char(cards[i]);
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
    const long rounds = argc > 1 ? std::atol(argv[1]) : 300;
    Dealer dealer(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
    long solved = 0, impossible = 0, left_out = 0, moved = 0;
    for (long i = 0; i < rounds; ++i) {
        Rules rules;
        const Table t = i % 2 ? dealer.small(rules) : dealer.late(rules);
        const int expected = fewest(rules, t, 6000);
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
    }
    std::printf("%ld solved, %ld impossible, %ld too large; %ld with cards moved twice\n", solved, impossible, left_out,
                moved);
    the_shorter_of_two_ends();
    a_dug_card_comes_back();
    limits_leave_an_interval();
    return solved < rounds / 4 || impossible < rounds / 20 || moved < rounds / 8 || left_out > rounds / 2;
}
