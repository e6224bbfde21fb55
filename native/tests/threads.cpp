// Everything that searches, asked by eight threads at once, as front ends do that let go of Python's lock: each thread
// must get what one alone got. Meant for ThreadSanitizer (preset `threads`), which reports what they share unguarded.
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/one_suit.hpp"
#include "kiebitz/skat.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using kiebitz::Limits;
using kiebitz::Mode;

constexpr int threads = 8;
const kiebitz::Poll never;

const Data freecell = {13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0};
const Data two_cells = {13, 15, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0};
const Data one_suit = {13, 8, 5, 1, 1, 0, 0, 1, 0, 0, 0, 0};
const Data russian = {13, 15, 7, 0, 1, 0, 1, 2, 1, 0, 0, 0};

// A whole pack follows the piles, in the order of its deck.
Data with_pack(Data codes) {
    for (std::uint8_t card = 0; card < 52; ++card) codes.push_back(card);
    return codes;
}

Data round_robin() {
    Data codes;
    for (int i = 0; i < 52; ++i) codes.push_back(std::uint8_t(i % 8));
    return with_pack(codes);
}

Data in_seven_columns() {
    Data codes;
    for (int row = 1; row < 7; ++row)
        for (int column = row; column < 7; ++column) codes.push_back(std::uint8_t(64 + column));
    for (int row = 0; row < 5; ++row)
        for (int column = row < 4; column < 7; ++column) codes.push_back(std::uint8_t(column));
    return with_pack(codes);
}

// A fresh position of Microsoft's deal in eight columns.
Data microsoft(const Data& rules, std::int64_t number) {
    std::uint8_t cards[52];
    kiebitz::deal_microsoft(number, cards);
    Data bytes = {0, 0, 0, 0, rules[3]};
    bytes.insert(bytes.end(), rules[3], 255);
    bytes.push_back(8);
    for (std::size_t column = 0; column < 8; ++column) {
        bytes.push_back(column < 4 ? 7 : 6);
        for (std::size_t i = column; i < 52; i += 8) bytes.push_back(cards[i]);
    }
    return bytes;
}

// What is found out, as numbers.
std::vector<std::uint64_t> everything() {
    std::vector<std::uint64_t> counts;
    auto keep = [&](const auto& values) { counts.insert(counts.end(), values.begin(), values.end()); };
    const Limits some{.states = 3000};
    for (const auto& [rules, mode] : {std::pair(freecell, Mode::first), std::pair(two_cells, Mode::prove)}) {
        const auto batch = kiebitz::solve_range(rules, round_robin(), 1, 12, mode, some, true, never);
        keep(batch.verdicts);
        keep(batch.limits_hit);
        keep(batch.states);
        keep(batch.lines);
        counts.push_back(
            std::uint64_t(kiebitz::check_range(rules, round_robin(), 1, 12, batch.verdicts, batch.lines, batch.ends)));
    }
    const Data start = microsoft(freecell, 617);
    keep(kiebitz::solve(freecell, start, Mode::first, some, 1, never).line);
    keep(kiebitz::shortest_line(freecell, start, {.width = 100, .prove = false}, some, {}, never).line);
    counts.push_back(kiebitz::perft(freecell, start, 2));

    const kiebitz::Deals deals{kiebitz::Numbering::fisher_yates, 1};
    kiebitz::ScoresOptions options;
    options.lines = options.paths = true;
    const auto scores = kiebitz::best_scores(russian, in_seven_columns(), 0, 60, options, {}, never, deals);
    keep(scores.scores);
    keep(scores.states);
    keep(scores.lines);
    keep(scores.moves);
    counts.push_back(
        kiebitz::check_scores(russian, in_seven_columns(), 0, scores.scores, scores.lines, scores.ends, deals));

    const auto lengths = kiebitz::one_suit::lengths(one_suit, 1'000'000, 60, never);
    keep(lengths.lengths);
    keep(lengths.lines);

    Data cards(52);
    kiebitz::deal_microsoft(617, cards);
    for (const std::int64_t number : kiebitz::find_microsoft(cards, 1, 1000, never))
        counts.push_back(std::uint64_t(number));

    std::uint32_t sets[3] = {};  // the cards from the top of the pack, round the table
    for (unsigned card = 0; card < 30; ++card) sets[card % 3] |= 1u << card;
    Data hands;
    for (const std::uint32_t set : sets)
        for (int shift = 0; shift < 32; shift += 8) hands.push_back(std::uint8_t(set >> shift));
    for (const int game : {0, 4, 5}) {
        const auto values = kiebitz::skat::values(game, 0, 0, hands, never);
        keep(values.values);
        counts.insert(counts.end(), values.nodes.begin(), values.nodes.end());
    }
    return counts;
}

}  // namespace

int main() {
    const auto alone = everything();
    EXPECT(alone.size() > 1000);
    std::vector<std::vector<std::uint64_t>> result(threads);
    std::vector<std::thread> running;
    for (auto& mine : result) running.emplace_back([&mine] { mine = everything(); });
    for (auto& thread : running) thread.join();
    for (const auto& mine : result) EXPECT(mine == alone);
}
