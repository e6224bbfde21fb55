// The 13-card game: shortest lines against a search that looks at every position in the order of the moves made, under
// all rules; the numbering; the checker, which refuses what is wrong; and bytes that no caller should send.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "expect.hpp"
#include "kiebitz/one_suit.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using namespace kiebitz;

const Poll never;

Data rules(bool whole, bool kings) { return {13, 8, 5, 1, 1, 0, std::uint8_t(kings), std::uint8_t(whole), 0, 0, 0, 0}; }

// Columns in no order, the card in the cell, the rank that goes home next.
struct Board {
    std::array<Data, one_suit::columns> columns;
    std::uint8_t cell = 0, next = 1;
    auto operator<=>(const Board&) const = default;

    void settle() {
        for (bool any = true; any;) {
            any = cell == next;
            if (any) cell = 0;
            for (Data& column : columns)
                if (!any && !column.empty() && column.back() == next) column.pop_back(), any = true;
            next += any;
        }
        std::sort(columns.begin(), columns.end());
    }
};

// Moves of a shortest line, those home included; 0 if there is none.
int literal(Board start, bool whole, bool kings) {
    start.settle();
    std::set<Board> seen{start};
    std::vector<Board> layer{start};
    for (int made = 0; !layer.empty(); ++made) {
        std::vector<Board> following;
        for (const Board& board : layer) {
            if (board.next > one_suit::cards) return made + one_suit::cards;
            auto reach = [&](Board after) {
                after.settle();
                if (seen.insert(after).second) following.push_back(after);
            };
            for (std::size_t from = 0; from <= board.columns.size(); ++from) {
                const bool in_cell = from == board.columns.size();
                const Data source = in_cell ? board.cell ? Data{board.cell} : Data{} : board.columns[from];
                for (std::size_t count = 1; count <= source.size() && (count == 1 || whole); ++count) {
                    const auto head = source.end() - std::ptrdiff_t(count);
                    if (count > 1 && *head != *(head + 1) + 1) break;
                    Board taken = board;
                    if (in_cell) taken.cell = 0;
                    else taken.columns[from].resize(source.size() - count);
                    if (count == 1 && !board.cell) {
                        Board after = taken;
                        after.cell = *head;
                        reach(after);
                    }
                    for (std::size_t to = 0; to < board.columns.size(); ++to) {
                        const Data& target = board.columns[to];
                        if (to == from) continue;
                        if (target.empty() ? kings && *head != 13 : target.back() != *head + 1) continue;
                        Board after = taken;
                        after.columns[to].insert(after.columns[to].end(), head, source.end());
                        reach(after);
                    }
                }
            }
        }
        layer = std::move(following);
    }
    return 0;
}

Board board_of(std::uint64_t number) {
    std::uint8_t ranks[one_suit::cards];
    one_suit::deal(number, ranks);
    Board board;
    for (int column = 0, at = 0; column < one_suit::columns; ++column)
        for (int i = 0; i < one_suit::heights[column]; ++i) board.columns[std::size_t(column)].push_back(ranks[at++]);
    return board;
}

void lengths_are_shortest() {
    std::mt19937_64 random(13);
    for (int i = 0; i < 120; ++i) {
        const std::uint64_t number = random() % one_suit::deals;
        for (const bool whole : {false, true}) {
            for (const bool kings : {false, true}) {
                const auto entry = one_suit::lengths(rules(whole, kings), number, 1, never);
                EXPECT(entry.lengths[0] == literal(board_of(number), whole, kings));
                EXPECT(one_suit::check(rules(whole, kings), number, entry.lengths, entry.lines, entry.ends) == 1);
            }
        }
    }
}

void known_deals() {
    // The pack dealt in ascending order: 23 single-card moves.
    const std::uint64_t ascending = 379948320;
    const Board board = board_of(ascending);
    EXPECT((board.columns[0] == Data{1, 6, 11} && board.columns[4] == Data{5, 10}));
    EXPECT(one_suit::lengths(rules(false, false), ascending, 1, never).lengths[0] == 23);
    EXPECT(one_suit::lengths(rules(true, false), ascending, 1, never).lengths[0] == 21);
    EXPECT(one_suit::lengths(rules(false, true), ascending, 1, never).lengths[0] == 0);
    // Found impossible by the general search of any game (100,000 random deals), and none of them if sequences move
    // whole.
    for (const std::uint64_t number : {195782220, 511819879, 167658588, 265507104, 168411192}) {
        EXPECT(one_suit::lengths(rules(false, false), number, 1, never).lengths[0] == 0);
        EXPECT(one_suit::lengths(rules(true, false), number, 1, never).lengths[0] ==
               literal(board_of(number), true, false));
        EXPECT(literal(board_of(number), false, false) == 0);
    }
}

void numbers_are_deals() {
    std::mt19937_64 random(14);
    std::set<Board> seen;
    for (int i = 0; i < 20000; ++i) {
        Board board = board_of(std::uint64_t(i) * 25945 + random() % 25945);  // no two of one slice
        Data cards;
        for (const Data& column : board.columns) cards.insert(cards.end(), column.begin(), column.end());
        std::sort(cards.begin(), cards.end());
        EXPECT(cards.size() == 13 && cards.front() == 1 && cards.back() == 13);
        EXPECT(std::unique(cards.begin(), cards.end()) == cards.end());
        std::sort(board.columns.begin(), board.columns.end());
        EXPECT(seen.insert(board).second);
    }
}

void a_line_is_checked() {
    const std::uint64_t first = 379948300;
    auto entry = one_suit::lengths(rules(false, false), first, 40, never);
    EXPECT(one_suit::check(rules(false, false), first, entry.lengths, entry.lines, entry.ends) == 40);
    auto longer = entry;
    ++longer.lengths[7];
    EXPECT(one_suit::check(rules(false, false), first, longer.lengths, longer.lines, longer.ends) == 7);
    auto wrong = entry;
    wrong.lines[wrong.ends[11]] = 99;
    EXPECT(one_suit::check(rules(false, false), first, wrong.lengths, wrong.lines, wrong.ends) == 12);
    auto denied = entry;
    denied.lengths[3] = 0;  // "impossible", with a line
    EXPECT(one_suit::check(rules(false, false), first, denied.lengths, denied.lines, denied.ends) == 3);
    // Sequences that move whole are more than single cards can do, now and then.
    const auto whole = one_suit::lengths(rules(true, false), first, 40, never);
    EXPECT(one_suit::check(rules(true, false), first, whole.lengths, whole.lines, whole.ends) == 40);
}

void what_is_wrong_is_refused() {
    for (const std::size_t place : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
        Data changed = rules(false, false);
        changed[place] = place == 6 || place == 7 ? 2 : std::uint8_t(changed[place] ^ 1);
        if (place == 7) changed[3] = 0;
        EXPECT(refused([&] { one_suit::lengths(changed, 0, 1, never); }));
    }
    EXPECT(refused([&] { one_suit::lengths(rules(false, false), one_suit::deals, 1, never); }));
    EXPECT(refused([&] { one_suit::lengths(rules(false, false), 1, one_suit::deals, never); }));
    EXPECT(refused([&] { one_suit::lengths(rules(false, false), 0, (1 << 22) + 1, never); }));
    bool interrupted = false;
    try {
        one_suit::lengths(rules(false, false), 0, 300, [] { return true; });
    } catch (const Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
    EXPECT(one_suit::lengths(rules(false, false), one_suit::deals - 1, 1, never).lengths.size() == 1);
}

}  // namespace

int main() {
    lengths_are_shortest();
    known_deals();
    numbers_are_deals();
    a_line_is_checked();
    what_is_wrong_is_refused();
    return 0;
}
