// The search's own tests, meant for the sanitizers: several games and every mode, limits and interruption, with and
// without vectors, and bytes that no caller should send. The checker looks at every line of play.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using kiebitz::LimitHit;
using kiebitz::Limits;
using kiebitz::Mode;
using kiebitz::Verdict;

// ranks, suits, columns, cells, build, step, empty column, whole, forced autoplay
const Data freecell = {13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0};
const Data two_cells = {13, 15, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0};
const Data relaxed = {13, 15, 8, 3, 0, 0, 0, 1, 0, 0, 0, 0};
const Data bakers_game = {13, 15, 8, 4, 1, 0, 0, 0, 0, 0, 0, 0};
const Data kings_only = {13, 15, 8, 4, 1, 0, 1, 0, 0, 0, 0, 0};
const Data no_refill = {13, 15, 8, 4, 0, 0, 2, 0, 0, 0, 0, 0};
const Data one_suit = {13, 8, 5, 1, 1, 0, 0, 1, 0, 0, 0, 0};
const Data six_down = {9, 15, 6, 3, 1, 1, 0, 1, 0, 0, 0, 0};
// Built regardless of suit, without cells and with one; by suit on eighteen columns; suits that go home whole.
const Data streets = {13, 15, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0};
const Data stronghold = {13, 15, 8, 1, 2, 0, 0, 0, 0, 0, 0, 0};
const Data fan = {13, 15, 18, 0, 1, 0, 1, 0, 0, 0, 0, 0};
const Data simple_simon = {13, 15, 10, 0, 2, 2, 0, 1, 0, 0, 1, 0};

const kiebitz::Poll never;

Data round_robin(int columns) {
    Data codes;
    for (int i = 0; i < 52; ++i) codes.push_back(std::uint8_t(i % columns));
    return codes;
}

Data pack(const Data& rules) {
    Data cards;
    for (int c = 0; c < 4 * rules[0]; ++c)
        if (rules[1] >> (c & 3) & 1) cards.push_back(std::uint8_t(c));
    return cards;
}

// A fresh position: the cards dealt round the columns, the cells empty.
Data position(const Data& rules, const Data& cards) {
    Data bytes = {0, 0, 0, 0, rules[3]};
    bytes.insert(bytes.end(), rules[3], 255);
    bytes.push_back(rules[2]);
    for (std::size_t column = 0; column < rules[2]; ++column) {
        Data pile;
        for (std::size_t i = column; i < cards.size(); i += rules[2]) pile.push_back(cards[i]);
        bytes.push_back(std::uint8_t(pile.size()));
        bytes.insert(bytes.end(), pile.begin(), pile.end());
    }
    return bytes;
}

Data microsoft(const Data& rules, std::int64_t number) {
    Data cards(52);
    kiebitz::deal_microsoft(number, cards);
    return position(rules, cards);
}

kiebitz::Answer solve(const Data& rules, const Data& start, Mode mode, const Limits& limits = {}) {
    const auto answer = kiebitz::solve(rules, start, mode, limits, 0, never);
    if (answer.verdict == Verdict::solved) EXPECT(kiebitz::check(rules, start, answer.line) == -1);
    else EXPECT(answer.line.empty());
    EXPECT((answer.verdict == Verdict::undecided) == (answer.limit_hit != LimitHit::none));
    return answer;
}

// Each pack dealt round the columns.
Data layout(const Data& rules) {
    const Data cards = pack(rules);
    Data to = round_robin(rules[2]);
    to.resize(cards.size());
    to.insert(to.end(), cards.begin(), cards.end());
    return to;
}

kiebitz::Batch solved_range(const Data& rules, std::int64_t first, std::int64_t last, Mode mode, const Limits& limits) {
    const Data to = layout(rules);
    auto batch = kiebitz::solve_range(rules, to, first, last, mode, limits, true, never);
    EXPECT(kiebitz::check_range(rules, to, first, last, batch.verdicts, batch.lines, batch.ends) == last + 1);
    return batch;
}

void games_and_modes() {
    const Limits some{.states = 3000};
    for (const Data& rules :
         {freecell, two_cells, relaxed, bakers_game, kings_only, no_refill, streets, stronghold, fan, simple_simon}) {
        const auto first = solved_range(rules, 1, 12, Mode::first, some);
        const auto proof = solved_range(rules, 1, 12, Mode::prove, some);
        const auto plain = solved_range(rules, 1, 12, Mode::exhaustive, some);
        const auto undecided = std::uint8_t(Verdict::undecided);
        for (std::size_t i = 0; i < first.verdicts.size(); ++i)
            for (const auto& [a, b] : {std::pair(first, proof), std::pair(first, plain), std::pair(proof, plain)})
                EXPECT(a.verdicts[i] == b.verdicts[i] || a.verdicts[i] == undecided || b.verdicts[i] == undecided);
    }
    std::minstd_rand random(617);
    for (const Data& rules : {one_suit, six_down}) {
        Data cards = pack(rules);
        for (int round = 0; round < 20; ++round) {
            for (std::size_t i = cards.size(); i > 1; --i) std::swap(cards[i - 1], cards[random() % i]);
            const auto proof = solve(rules, position(rules, cards), Mode::prove, Limits{.states = 20000});
            const auto plain = solve(rules, position(rules, cards), Mode::exhaustive, Limits{.states = 20000});
            if (proof.verdict != Verdict::undecided && plain.verdict != Verdict::undecided)
                EXPECT(proof.verdict == plain.verdict);
        }
    }
}

// The eight deals of Microsoft's million that cannot be won, and how many positions each has. An independent prototype
// counted the same for 11982, for the smallest and for the largest, so that no two positions share a key and none has
// two.
void impossible_deals() {
    const std::pair<std::int64_t, std::uint64_t> deals[] = {{11982, 83239},  {146692, 19418}, {186216, 22970},
                                                            {455889, 13966}, {495505, 30609}, {512118, 46460},
                                                            {517776, 94943}, {781948, 7736}};
    for (const auto& [number, positions] : deals) {
        const Data start = microsoft(freecell, number);
        const auto plain = solve(freecell, start, Mode::exhaustive), proof = solve(freecell, start, Mode::prove);
        EXPECT(plain.verdict == Verdict::impossible && plain.stored == positions && plain.memory / plain.stored < 64);
        EXPECT(proof.verdict == Verdict::impossible && proof.stored < positions);
    }
}

void vectors_or_not() {
    const Limits limits{.states = 200000};
    kiebitz::keep_vectors_out(true);
    EXPECT(kiebitz::simd() == "plain");
    const auto plain = solved_range(freecell, 500001, 500060, Mode::first, limits);
    kiebitz::keep_vectors_out(false);
    const auto best = solved_range(freecell, 500001, 500060, Mode::first, limits);
    EXPECT(plain.verdicts == best.verdicts && plain.states == best.states && plain.lines == best.lines);
}

void limits_are_kept() {
    const Data start = microsoft(two_cells, 209);  // the hardest of its thousand with two cells
    const auto by_states = solve(two_cells, start, Mode::prove, Limits{.states = 100});
    EXPECT(by_states.limit_hit == LimitHit::states && by_states.states <= 100);
    const auto by_time = solve(two_cells, start, Mode::prove, Limits{.seconds = 0.02});
    EXPECT(by_time.limit_hit == LimitHit::seconds);
    const std::uint64_t megabyte = 1 << 20;
    for (const std::uint64_t bytes : {std::uint64_t{1}, megabyte, 3 * megabyte}) {
        const auto by_memory = solve(two_cells, start, Mode::prove, Limits{.memory = bytes});
        EXPECT(by_memory.limit_hit == LimitHit::memory);
        EXPECT(by_memory.memory <= std::max(bytes, megabyte / 4));
        const auto best_first = solve(simple_simon, microsoft(simple_simon, 1), Mode::first, Limits{.memory = bytes});
        EXPECT(best_first.limit_hit == LimitHit::memory || best_first.verdict == Verdict::solved);
        EXPECT(best_first.memory <= bytes + 4 * megabyte);  // it grows by more between two looks
    }
}

void interruption() {
    int asked = 0;
    bool interrupted = false;
    try {
        kiebitz::solve(two_cells, microsoft(two_cells, 209), Mode::prove, {}, 0, [&] { return ++asked == 3; });
    } catch (const kiebitz::Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted && asked == 3);
}

// Bytes changed at random are refused as malformed or searched as they are; nothing else may happen.
void noise() {
    std::minstd_rand random(1);
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        Data rules = round % 3 ? round % 2 ? freecell : bakers_game : stronghold, start = microsoft(rules, round);
        for (auto changes = random() % 3; changes > 0; --changes) rules[random() % rules.size()] = random() % 20;
        for (auto changes = random() % 3; changes > 0; --changes) start[random() % start.size()] = random() % 256;
        if (random() % 8 == 0) start.resize(random() % start.size());
        try {
            const auto mode = static_cast<Mode>(random() % 3);
            kiebitz::solve(rules, start, mode, Limits{.states = 40, .memory = 1 << 20}, random(), never);
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    }
    EXPECT(refused > 1000);
}

// Layouts changed at random, any numbering, numbers from the borders: refused, or dealt, searched and found right.
void noise_of_layouts() {
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t borders[] = {-end - 1, -1,      0,  31'999, 518'918'399, (std::int64_t{1} << 33) - 1,
                                        end - 2,  end - 1, end};
    std::minstd_rand random(2);
    int refused = 0, searched = 0;
    for (int round = 0; round < 20'000; ++round) {
        const Data* const games[] = {&freecell, &bakers_game, &one_suit, &six_down, &fan, &simple_simon};
        const Data& rules = *games[round % 6];
        Data to = layout(rules);
        for (auto changes = random() % 3; changes > 0; --changes) {
            std::uint8_t& byte = to[random() % to.size()];
            if (random() % 2) byte = std::uint8_t(random() % 256);
            else std::swap(byte, to[random() % to.size()]);
        }
        if (random() % 8 == 0) to.resize(random() % to.size());
        for (auto ahead = random() % 4; ahead > 1; --ahead) to.push_back(std::uint8_t(random() % 52));
        const kiebitz::Deals deals{static_cast<kiebitz::Numbering>(random() % 5),
                                   random() % 2 ? std::optional<std::uint64_t>(random()) : std::nullopt};
        const std::int64_t first = random() % 2 ? std::int64_t(random()) : borders[random() % std::size(borders)];
        const std::int64_t last = first < end && random() % 2 ? first + 1 : first;
        try {
            const auto batch =
                kiebitz::solve_range(rules, to, first, last, Mode::first, {.states = 20}, true, never, deals);
            EXPECT(first >= 0 && last < end && batch.verdicts.size() == std::size_t(last - first) + 1);
            EXPECT(kiebitz::check_range(rules, to, first, last, batch.verdicts, batch.lines, batch.ends, deals) ==
                   last + 1);
            ++searched;
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    }
    EXPECT(refused > 5'000 && searched > 2'000);
}

}  // namespace

int main() {
    games_and_modes();
    impossible_deals();
    vectors_or_not();
    limits_are_kept();
    interruption();
    noise();
    noise_of_layouts();
    return 0;
}
