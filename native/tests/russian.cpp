// The best score of Russian Solitaire: the search against the one that looks at every position, on deals and on boards
// of all kinds, with every store; the shortest lines; limits, interruption, and bytes that no caller should send.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "expect.hpp"
#include "kiebitz/kernel.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
using kiebitz::Eviction;
using kiebitz::LimitHit;
using kiebitz::Limits;

const kiebitz::Poll never;

Data rules_with(int columns, int suits = 15) {
    return {13, std::uint8_t(suits), std::uint8_t(columns), 0, 1, 0, 1, 2, 1, 0, 0, 0};
}

// How cards are dealt: those face down, four rows of six, a row of seven.
Data layout() {
    Data codes;
    for (int row = 1; row < 7; ++row)
        for (int column = row; column < 7; ++column) codes.push_back(std::uint8_t(64 + column));
    for (int row = 0; row < 5; ++row)
        for (int column = row < 4; column < 7; ++column) codes.push_back(std::uint8_t(column));
    for (std::uint8_t card = 0; card < 52; ++card) codes.push_back(card);
    return codes;
}

// Any board: cards home, the others in columns of any height, any of them face down but the last.
Data any_board(std::mt19937& random, int columns, int suits) {
    auto below = [&](unsigned bound) { return random() % bound; };
    Data bytes, cards;
    const bool fresh = below(2);
    for (unsigned suit = 0; suit < 4; ++suit) {
        const unsigned home = suits >> suit & 1 && !fresh ? below(12) : 0;
        bytes.push_back(std::uint8_t(home));
        for (unsigned rank = home; rank < 13; ++rank)
            if (suits >> suit & 1) cards.push_back(std::uint8_t(4 * rank + suit));
    }
    std::shuffle(cards.begin(), cards.end(), random);
    std::vector<Data> column(static_cast<std::size_t>(columns));
    const unsigned used = 1 + below(unsigned(columns));
    for (const std::uint8_t card : cards) column[below(used)].push_back(card);
    bytes.push_back(0);
    bytes.push_back(std::uint8_t(columns));
    for (const Data& c : column) {
        bytes.push_back(std::uint8_t(c.size()));
        bytes.insert(bytes.end(), c.begin(), c.end());
    }
    for (const Data& c : column) bytes.push_back(std::uint8_t(c.size() > 1 ? below(unsigned(c.size())) : 0));
    return bytes;
}

void compare(const Data& rules, const Data& board, const Limits& plain_limits) {
    const kiebitz::Score plain = kiebitz::best_score(rules, board, {.exhaustive = true}, plain_limits, never);
    if (plain.limit_hit != LimitHit::none) return;
    EXPECT(plain.score == plain.bound);
    for (const auto& [size, eviction] : {std::pair{0u, Eviction::none}, {0u, Eviction::lru}, {5000u, Eviction::lfu}}) {
        const kiebitz::Score best = kiebitz::best_score(rules, board, {.store = {size, eviction}}, {}, never);
        EXPECT(best.score == plain.score && best.bound == plain.score);
        EXPECT(best.limit_hit == LimitHit::none);
        EXPECT(kiebitz::check_score(rules, board, best.line) == best.score);
    }
    const kiebitz::Path path = kiebitz::shortest(rules, board, plain.score, {}, never);
    EXPECT(path.moves >= 0 && path.decisions <= path.moves);
    EXPECT(kiebitz::check_score(rules, board, path.line) == plain.score);
    EXPECT(plain.score == 52 || kiebitz::shortest(rules, board, plain.score + 1, {}, never).moves == -1);
    const int all = 13 * int(rules[1] == 15 ? 4 : 2);
    const kiebitz::Score won = kiebitz::best_score(rules, board, {.floor = all}, {}, never);
    EXPECT(won.limit_hit == LimitHit::none && (won.score == all) == (plain.score == all));
    EXPECT(won.score < all || kiebitz::check(rules, board, won.line) == -1);
    const kiebitz::Answer answer = kiebitz::solve(rules, board, kiebitz::Mode::prove, {20'000, 0, 0}, 0, never);
    EXPECT(answer.verdict == kiebitz::Verdict::undecided ||
           (answer.verdict == kiebitz::Verdict::solved) == (plain.score == all));
}

void test_boards() {
    std::mt19937 random(3);
    for (int i = 0; i < 1000; ++i) {
        const int columns = 2 + int(random() % 9), suits = random() % 2 ? 15 : 9;
        compare(rules_with(columns, suits), any_board(random, columns, suits), {5'000, 0, 0});
    }
}

void test_runs() {
    const Data rules = rules_with(7);
    for (const kiebitz::Deals deals : {kiebitz::Deals{kiebitz::Numbering::fisher_yates, 5},
                                       kiebitz::Deals{kiebitz::Numbering::wetherell, 5}, kiebitz::Deals{}}) {
        const auto asked = [&](const kiebitz::ScoresOptions& options, std::uint64_t first = 1000,
                               std::uint64_t count = 300, const Limits& limits = {}) {
            return kiebitz::best_scores(rules, layout(), first, count, options, limits, never, deals);
        };
        const auto judged = [&](const kiebitz::Scores& result) {
            return kiebitz::check_scores(rules, layout(), 1000, result.scores, result.lines, result.ends, deals);
        };
        const kiebitz::Scores plain = asked({.best = {.exhaustive = true}, .lines = true});
        EXPECT(judged(plain) == 300);
        for (const bool paths : {false, true}) {
            kiebitz::Scores best = asked({.lines = true, .paths = paths});
            EXPECT(best.scores == plain.scores && best.bounds == plain.scores);
            EXPECT(std::ranges::count(best.limits_hit, std::uint8_t(LimitHit::none)) == 300);
            EXPECT(best.moves.size() == (paths ? 300 : 0) && best.decisions.size() == best.moves.size());
            EXPECT(judged(best) == 300);
            best.scores[17] ^= 1;
            EXPECT(judged(best) == 17);
        }
        // Each deal has the limits to itself, and a floor leaves only the question whether it is reached.
        const kiebitz::Scores hasty = asked({.lines = true, .paths = true}, 1000, 300, {20, 0, 0});
        EXPECT(judged(hasty) == 300);
        int open = 0;
        for (std::size_t i = 0; i < 300; ++i) {
            EXPECT(hasty.scores[i] <= plain.scores[i] && plain.scores[i] <= hasty.bounds[i] && hasty.states[i] <= 20);
            const bool exact = hasty.scores[i] == hasty.bounds[i];
            EXPECT(exact == (hasty.limits_hit[i] == std::uint8_t(LimitHit::none)));
            EXPECT(exact || hasty.moves[i] == 255);
            open += !exact;
        }
        EXPECT(open > 3 && open < 200);
        const kiebitz::Scores whole = asked({.best = {.floor = 52}});
        for (std::size_t i = 0; i < 300; ++i)
            EXPECT((whole.scores[i] == 52) == (plain.scores[i] == 52) && whole.bounds[i] >= plain.scores[i]);
        // The same deals whichever way the run is cut.
        const kiebitz::Scores rest = asked({}, 1200, 100);
        EXPECT(std::equal(rest.scores.begin(), rest.scores.end(), plain.scores.begin() + 200));
        EXPECT(rest.lines.empty());
    }
}

// A store that holds next to nothing costs time and no answer.
void test_tiny_stores() {
    const Data rules = rules_with(7);
    const auto asked = [&](const kiebitz::ScoresOptions& options) {
        return kiebitz::best_scores(rules, layout(), 0, 50, options, {}, never, {kiebitz::Numbering::fisher_yates, 9});
    };
    const kiebitz::Scores usual = asked({});
    for (const unsigned size : {3u, 9u, 100u})
        for (const auto eviction : {Eviction::lru, Eviction::lfu}) {
            const kiebitz::Scores tiny = asked({.best = {.store = {size, eviction}}});
            EXPECT(tiny.scores == usual.scores);
            EXPECT(tiny.store.entries <= size);
            EXPECT(tiny.store.lookups > tiny.store.hits + tiny.store.evictions);
            EXPECT(tiny.store.bytes <= std::uint64_t{9} * size);
        }
}

void test_limits() {
    const Data rules = rules_with(10);
    std::mt19937 random(8);
    int stopped = 0;
    for (int i = 0; i < 300; ++i) {
        const Data board = any_board(random, 10, 15);
        const kiebitz::Score best = kiebitz::best_score(rules, board, {}, {20, 0, 0}, never);
        EXPECT(best.states <= 20 && best.score <= best.bound);
        EXPECT((best.limit_hit == LimitHit::none) == (best.score == best.bound));
        EXPECT(kiebitz::check_score(rules, board, best.line) == best.score);
        stopped += best.limit_hit == LimitHit::states;
        const kiebitz::Path path = kiebitz::shortest(rules, board, best.score, {20, 0, 0}, never);
        EXPECT(path.states <= 20 && (path.moves >= 0) == (path.limit_hit == LimitHit::none));
    }
    EXPECT(stopped > 10);
    bool interrupted = false;
    try {
        kiebitz::best_scores(rules_with(7), layout(), 0, 1000, {}, {}, [] { return true; });
    } catch (const kiebitz::Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
    // Long searches of one position ask, too.
    int long_paths = 0;
    for (int i = 0; i < 40; ++i) {
        const Data board = any_board(random, 10, 15);
        const kiebitz::Score best = kiebitz::best_score(rules, board, {}, {}, never);
        const kiebitz::Path path = kiebitz::shortest(rules, board, best.score, {}, never);
        auto ends = [](auto&& call) {
            try {
                call();
            } catch (const kiebitz::Interrupted&) {
                return true;
            }
            return false;
        };
        const kiebitz::Poll stop = [] { return true; };
        EXPECT(ends([&] { kiebitz::best_score(rules, board, {}, {}, stop); }) || best.states < 1025);
        EXPECT(ends([&] { kiebitz::shortest(rules, board, best.score, {}, stop); }) || path.states < 1025);
        long_paths += path.states >= 1025;
    }
    EXPECT(long_paths > 3);
}

// A floor spares the search for scores below it, and says no more than whether it can be reached.
void test_floors() {
    const Data rules = rules_with(7);
    std::mt19937 random(3);
    std::uint64_t searched = 0, searched_for_win = 0;
    for (int i = 0; i < 500; ++i) {
        const Data board = any_board(random, 7, 15);
        const kiebitz::Score best = kiebitz::best_score(rules, board, {}, {}, never);
        searched += best.states;
        for (const int floor : std::set{1, best.score, best.score + 1, 52}) {
            if (floor > 52) continue;
            const kiebitz::Score score_here = kiebitz::best_score(rules, board, {.floor = floor}, {}, never);
            EXPECT(kiebitz::check_score(rules, board, score_here.line) == score_here.score);
            if (floor <= best.score) EXPECT(score_here.score == best.score && score_here.bound == best.score);
            else EXPECT(score_here.score <= best.score && best.score <= score_here.bound && score_here.bound < floor);
            if (floor == 52) searched_for_win += score_here.states;
        }
    }
    EXPECT(searched_for_win < searched);
    EXPECT(refused([&] { kiebitz::best_score(rules, any_board(random, 7, 15), {.floor = 53}, {}, never); }));
    EXPECT(refused([&] { kiebitz::best_score(rules, any_board(random, 7, 15), {.floor = -1}, {}, never); }));
}

// The store is made to fit the limit on memory; where not even the search itself fits, it does not begin.
void test_memory() {
    const Data rules = rules_with(10);
    std::mt19937 random(12);
    int stopped = 0, found = 0;
    for (int i = 0; i < 100; ++i) {
        const Data board = any_board(random, 10, 15);
        const kiebitz::Score best = kiebitz::best_score(rules, board, {}, {200'000, 0, 0}, never);
        for (const auto eviction : {Eviction::none, Eviction::lru, Eviction::lfu})
            for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{100'000}, std::uint64_t{1'000'000}}) {
                const kiebitz::StoreOptions huge{std::uint64_t{1} << 32, eviction};
                const kiebitz::Score some =
                    kiebitz::best_score(rules, board, {.store = huge}, {200'000, 0, memory}, never);
                EXPECT(some.store.bytes <= std::max<std::uint64_t>(memory, 9));
                EXPECT(some.score <= best.bound && best.score <= some.bound);
                if (memory == 1) EXPECT(some.limit_hit == LimitHit::memory || some.score == some.bound);
                else EXPECT(some.limit_hit != LimitHit::memory);
                stopped += some.limit_hit == LimitHit::memory;
            }
        const std::uint64_t little = 300'000;
        const kiebitz::Path path = kiebitz::shortest(rules, board, best.score, {0, 0, little}, never);
        EXPECT(path.bytes <= little && (path.moves >= 0) == (path.limit_hit == LimitHit::none));
        found += path.moves >= 0;
    }
    EXPECT(stopped > 10 && found > 10 && found < 100);
}

void test_bytes() {
    std::mt19937 random(4);
    const Data rules = rules_with(7);
    const Data board = any_board(random, 7, 15);
    auto best = [](const Data& r, const Data& b) {
        return [&] { kiebitz::best_score(r, b, {}, {1000, 0, 0}, never); };
    };
    EXPECT(!refused(best(rules, board)));
    for (std::size_t cut = 0; cut < board.size(); ++cut)
        EXPECT(refused(best(rules, Data(board.begin(), board.begin() + std::ptrdiff_t(cut)))));
    for (int i = 0; i < 5'000; ++i) {
        Data r = rules, b = board;
        if (random() % 4 == 0) r[random() % r.size()] = std::uint8_t(random());
        for (auto n = random() % 3; n; --n) b[random() % b.size()] = std::uint8_t(random());
        (void)refused(best(r, b));
    }
    for (const int place : {4, 6, 7, 8}) {  // alternate colours, any card opens, sequences, free moves home
        Data other = rules;
        other[std::size_t(place)] = place == 6 ? 0 : place == 7 ? 1 : !other[std::size_t(place)];
        EXPECT(refused(best(other, board)));
    }
    const Data to = layout();
    auto run = [&](const Data& d) { return [&] { kiebitz::best_scores(rules, d, 0, 3, {}, {}, never); }; };
    EXPECT(!refused(run(to)));
    auto with = [&](std::size_t place, std::uint8_t code) {
        Data wrong = to;
        wrong[place] = code;
        return wrong;
    };
    for (const Data& wrong : {with(5, 7), with(5, 64 + 7), with(1, 2), with(51, 64 + 6), with(60, 9)})
        EXPECT(refused(run(wrong)));
    EXPECT(refused(run(Data(to.begin(), to.end() - 1))));
    EXPECT(refused([&] { kiebitz::shortest(rules, board, 53, {}, never); }));
}

}  // namespace

int main() {
    test_boards();
    test_runs();
    test_tiny_stores();
    test_limits();
    test_floors();
    test_memory();
    test_bytes();
    return 0;
}
