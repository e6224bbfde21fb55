// Small games and ends of games for tests that search them breadth first: rules, tables as they lie, and their dealer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tables {

using Data = std::vector<std::uint8_t>;
struct Rules {
    int ranks = 13, suits = 15, columns = 8, cells = 4, build = 0, step = 0, empty = 0, whole = 0, reserve = 0,
        back = 0;

    Data bytes() const {
        Data all;
        for (const int x : {ranks, suits, columns, cells, build, step, empty, whole, 2 * back, 0, 0, reserve})
            all.push_back(std::uint8_t(x));
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

// The fewest moves that win, all followers of a table being what `moves` hands out; -1 if none do, -2 if that takes too
// many positions to say.
template <class Moves>
int fewest(const Table& start, std::size_t most, Moves moves) {
    std::unordered_set<std::string> seen{start.name()};
    std::vector<Table> level{start};
    for (int depth = 0; !level.empty(); ++depth) {
        std::vector<Table> next;
        for (const Table& t : level) {
            if (t.left() == 0) return depth;
            moves(t, [&](Table&& after) {
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
    // The end of a game in which cards come back, with hardly any room, where it matters most.
    Table returning(Rules& rules) {
        rules = {};
        rules.back = 1;
        for (;;) {
            Table t;
            rules.ranks = 5 + below(3), rules.columns = 2 + below(3), rules.cells = below(5) / 2;
            rules.build = below(6) ? 0 : 2, rules.empty = (below(4) + 1) / 2;
            for (char& home : t.home) home = char(below(rules.ranks + 1));
            if (deal(rules, t, 4, 11, false)) return t;
        }
    }

private:
    bool deal(const Rules& rules, Table& t, std::size_t least, std::size_t most, bool fresh) {
        std::string cards;
        for (int s = 0; s < 4; ++s)
            for (int r = std::uint8_t(t.home[std::size_t(s)]); (rules.suits >> s & 1) && r < rules.ranks; ++r)
                cards += char(4 * r + s);
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

}  // namespace tables
