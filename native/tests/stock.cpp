// Games whose player places some cards before all other moves: each verdict is that of the best placement, and every
// placement is asked here about by itself, without stock. `test_stock 100000 7` hunts longer, from another seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using kiebitz::LimitHit;
using kiebitz::Mode;
using kiebitz::Verdict;

constexpr std::size_t stock_place = 9;  // among the bytes of rules
constexpr std::uint8_t the_stock = 52;

struct Game {
    Data rules;
    std::vector<Data> columns;
    Data stock;

    Data position() const {
        Data bytes = {0, 0, 0, 0, rules[3]};
        bytes.insert(bytes.end(), rules[3], 255);
        bytes.push_back(rules[2]);
        for (const Data& column : columns) {
            bytes.push_back(std::uint8_t(column.size()));
            bytes.insert(bytes.end(), column.begin(), column.end());
        }
        if (rules[stock_place]) bytes.push_back(std::uint8_t(stock.size()));
        bytes.insert(bytes.end(), stock.begin(), stock.end());
        return bytes;
    }
    // The game after its next card was placed; without a stock in the rules once it is the last one.
    Game placed(std::size_t column) const {
        Game after = *this;
        after.columns[column].push_back(stock.front());
        after.stock.erase(after.stock.begin());
        if (after.stock.empty()) after.rules[stock_place] = 0;
        return after;
    }
};

// A game of few cards.
Game dealt(std::mt19937& random) {
    auto below = [&](unsigned n) { return std::uint8_t(random() % n); };
    Game g;
    const auto ranks = std::uint8_t(2 + below(4)), suits = std::uint8_t(random() % 2 ? 5 + below(3) : 1 + below(15));
    g.rules = {ranks,    suits, std::uint8_t(2 + below(3)), below(3), below(3), below(3), below(3),
               below(2), 0,     std::uint8_t(1 + below(3)), below(2), below(2)};
    Data cards;
    for (std::uint8_t c = 0; c < 4 * ranks; ++c)
        if (suits >> (c % 4) & 1) cards.push_back(c);
    for (std::size_t i = cards.size(); i > 1; --i) std::swap(cards[i - 1], cards[random() % i]);
    if (cards.size() > 14) return dealt(random);
    while (!cards.empty() && g.stock.size() < g.rules[stock_place]) g.stock.push_back(cards.back()), cards.pop_back();
    g.columns.resize(g.rules[2]);
    for (std::size_t i = 0; i < cards.size(); ++i) g.columns[i % g.columns.size()].push_back(cards[i]);
    return g;
}

bool winnable(const Game& g, std::uint64_t& placements) {
    if (g.stock.empty()) {
        ++placements;
        const auto answer = kiebitz::solve(g.rules, g.position(), Mode::exhaustive, {}, 0, {});
        EXPECT(answer.verdict != Verdict::undecided);
        return answer.verdict == Verdict::solved;
    }
    bool won = false;
    for (std::size_t i = 0; i < g.columns.size(); ++i) won |= winnable(g.placed(i), placements);
    return won;
}

std::uint64_t count(const Game& g, int depth) {
    if (g.stock.empty() || depth == 0) return kiebitz::perft(g.rules, g.position(), depth);
    std::uint64_t total = 0;
    bool empty = false;
    for (std::size_t i = 0; i < g.columns.size(); ++i) {
        if (g.columns[i].empty() && empty) continue;
        empty |= g.columns[i].empty();
        total += count(g.placed(i), depth - 1);
    }
    return total;
}

void small_games(long rounds, unsigned seed) {
    std::mt19937 random(seed);
    long solved = 0, impossible = 0, decided_by_placement = 0;
    for (long round = 0; round < rounds; ++round) {
        const Game g = dealt(random);
        std::uint64_t placements = 0;
        const bool won = winnable(g, placements);
        ++(won ? solved : impossible);
        if (won && !winnable(g.placed(0), placements)) ++decided_by_placement;
        const Data start = g.position();
        for (const Mode mode : {Mode::first, Mode::prove, Mode::exhaustive}) {
            const auto answer = kiebitz::solve(g.rules, start, mode, {}, 0, {});
            EXPECT(answer.verdict == (won ? Verdict::solved : Verdict::impossible));
            EXPECT(!won || kiebitz::check(g.rules, start, answer.line) == -1);
            EXPECT(won || answer.line.empty());
        }
        for (int depth = 0; depth < 5; ++depth) EXPECT(kiebitz::perft(g.rules, start, depth) == count(g, depth));
    }
    EXPECT(solved > rounds / 20 && impossible > rounds / 20 && decided_by_placement > rounds / 100);
    std::printf("%ld solved, %ld impossible; in %ld the first column would have lost\n", solved, impossible,
                decided_by_placement);
}

// Three cells, seven columns of seven, three cards left: the batch and the single question say the same.
const Data marseille = {13, 15, 7, 3, 0, 0, 0, 1, 0, 3, 0, 0};

Data layout() {
    Data to;
    for (std::uint8_t i = 0; i < 49; ++i) to.push_back(i % 7);
    to.insert(to.end(), 3, the_stock);
    for (std::uint8_t card = 0; card < 52; ++card) to.push_back(card);
    return to;
}

Game marseille_deal(std::int64_t number) {
    std::uint8_t cards[52];
    kiebitz::deal_microsoft(number, cards);
    Game g{marseille, std::vector<Data>(7), {}};
    const Data to = layout();
    for (std::size_t i = 0; i < 52; ++i) (to[i] == the_stock ? g.stock : g.columns[to[i]]).push_back(cards[i]);
    return g;
}

void ranges() {
    const std::int64_t first = 1, last = 40;
    const auto batch =
        kiebitz::solve_range(marseille, layout(), first, last, Mode::first, {.states = 200'000}, true, {});
    EXPECT(kiebitz::check_range(marseille, layout(), first, last, batch.verdicts, batch.lines, batch.ends) == last + 1);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < batch.verdicts.size(); ++i) {
        const Data line(batch.lines.begin() + begin, batch.lines.begin() + batch.ends[i]);
        begin = batch.ends[i];
        const Data start = marseille_deal(first + std::int64_t(i)).position();
        const auto alone = kiebitz::solve(marseille, start, Mode::first, {.states = 200'000}, 0, {});
        EXPECT(std::uint8_t(alone.verdict) == batch.verdicts[i] && alone.line == line &&
               alone.states == batch.states[i]);
    }
    Data wrong = layout();
    wrong[0] = the_stock;  // a fourth one
    EXPECT(refused([&] { kiebitz::solve_range(marseille, wrong, 1, 1, Mode::first, {}, true, {}); }));
    EXPECT(refused([&] { kiebitz::check_range(marseille, wrong, 1, 1, batch.verdicts, {}, {}); }));
}

void limits() {
    const Data start = marseille_deal(11982).position();
    for (const std::uint64_t states : {1u, 500u, 1000u, 5000u}) {
        const auto answer = kiebitz::solve(marseille, start, Mode::exhaustive, {.states = states}, 0, {});
        EXPECT(answer.verdict == Verdict::solved ? answer.states <= states
                                                 : answer.limit_hit == LimitHit::states && answer.states == states);
    }
    const auto timed = kiebitz::solve(marseille, start, Mode::exhaustive, {.seconds = 1e-9}, 0, {});
    EXPECT(timed.verdict == Verdict::solved || timed.limit_hit == LimitHit::seconds);
    // Each placement needs more: none is decided, and that is not the end of a proof.
    const auto tight =
        kiebitz::solve(marseille, start, Mode::exhaustive, {.states = 3'000'000, .memory = 100'000}, 0, {});
    EXPECT(tight.verdict == Verdict::undecided && tight.limit_hit == LimitHit::memory);
    Data many = marseille;
    many[stock_place] = 8;
    Game eight = marseille_deal(1);
    eight.rules = many;
    for (int i = 0; i < 5; ++i) {
        Data& column = eight.columns[std::size_t(i)];
        eight.stock.push_back(column.back()), column.pop_back();
    }
    EXPECT(refused([&] { kiebitz::solve(many, eight.position(), Mode::first, {.states = 1000}, 0, {}); }));
}

}  // namespace

int main(int argc, char** argv) {
    small_games(argc > 1 ? std::atol(argv[1]) : 800, argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
    ranges();
    limits();
    return 0;
}
