// The façade of the kernel's searches, checks and deals; what else a caller outside native/ may use has a header beside
// this one. Plain bytes and numbers go in and out: no Python, no cards or games by name, no notation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kiebitz {

using Bytes = std::span<const std::uint8_t>;

enum class Mode : std::uint8_t {
    first,       // quick attempts and complete searches by turns
    prove,       // one quick look for a line, then one complete search with sound reductions
    exhaustive,  // a complete search without reductions: the reference of the tests
};
enum class Verdict : std::uint8_t { solved, impossible, undecided };
enum class LimitHit : std::uint8_t { none, states, seconds, memory, stopped };

struct Limits {  // 0 = no limit
    std::uint64_t states = 0;
    double seconds = 0;
    std::uint64_t memory = 0;  // bytes
};

struct Answer {
    Verdict verdict = Verdict::undecided;
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> line;  // three bytes a move: from, to, count (pile codes)
    std::uint64_t states = 0;        // positions expanded
    std::uint64_t stored = 0;        // positions kept by the complete search
    std::uint64_t memory = 0;        // bytes at the peak
};

// Called now and then during long work; returning true ends the work at once with Interrupted.
using Poll = std::function<bool()>;
struct Interrupted {};

// Can this game be won? Cards of a stock are placed first, in the best way. One byte string each for rules and
// position; throws std::invalid_argument where they are malformed or no search knows such rules.
Answer solve(Bytes rules, Bytes position, Mode mode, const Limits& limits, std::uint64_t seed, const Poll& poll);

struct Shortest {
    Verdict verdict = Verdict::undecided;
    LimitHit limit_hit = LimitHit::none;  // `stopped`: the caller wanted an end, and gets what is known by then
    std::vector<std::uint8_t> line;       // the best one known, one card a move
    int bound = 0;                        // no line is shorter
    std::uint64_t states = 0, stored = 0, memory = 0;  // as in Answer
};
struct ShortestOptions {
    int width = 0;      // positions kept of each level while a good line is looked for; 0: go straight for the proof
    bool prove = true;  // go on until no line can be shorter
};
// Called with the lower bound and the length of the best line, -1 for none, whenever one of them changes.
using Progress = std::function<void(int bound, int length)>;

// A line with the fewest moves of single cards, moves home counted. Games of the FreeCell family without a stock, and
// in which no more cards move at once than single moves can carry.
Shortest shortest_line(Bytes rules, Bytes position, const ShortestOptions& options, const Limits& limits,
                       const Progress& progress, const Poll& poll);

struct Batch {
    std::vector<std::uint8_t> verdicts;    // one a deal
    std::vector<std::uint8_t> limits_hit;  // one a deal, as `LimitHit`
    std::vector<std::uint32_t> states;     // one a deal
    std::vector<std::uint8_t> lines;       // all lines, one after the other (empty when not asked for)
    std::vector<std::uint32_t> ends;       // where each deal's line ends in `lines`
};

enum class Numbering : std::uint8_t { microsoft, fisher_yates, wetherell, pysolfc, one_suit };

// A pack of that many cards in dealing order, each as its place in the deck. Throws std::invalid_argument for a number
// or a pack that the numbering does not have. PySolFC's numbers may have bits beyond 64: `high`.
void numbered(Numbering numbering, std::uint64_t number, std::span<std::uint8_t> cards, std::uint32_t high = 0);

// What the numbers of deals mean: those of a numbering or, with a seed, which of the outputs of splitmix64(seed) is
// meant.
struct Deals {
    Numbering numbering = Numbering::microsoft;
    std::optional<std::uint64_t> seed;
};

// The deals first…last, none below 0, the last below 2^63 - 1, so that there is a number after it. `layout` says how
// the game deals its pack: first comes, for each card in dealing order, the code of its pile: a column (+ 64: face
// down), a cell, a foundation whose first cards are dealt home, or 52 for the stock; then the card codes of the pack in
// the order of its deck; last the cards that are taken out of the shuffled pack and dealt before all others.
Batch solve_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Mode mode, const Limits& limits,
                  bool lines, const Poll& poll, const Deals& deals = {});

// A pack of that many cards in dealing order, each as its place in the deck, as Microsoft deals it (0 <= number < 2^33;
// throws std::invalid_argument outside).
void deal_microsoft(std::int64_t number, std::span<std::uint8_t> cards);

// All numbers in first…last whose deal is `cards`.
std::vector<std::int64_t> find_microsoft(Bytes cards, std::int64_t first, std::int64_t last, const Poll& poll);

// Sequences of `depth` single-card moves, no autoplay; all free cells count as one target, so do all empty columns.
std::uint64_t perft(Bytes rules, Bytes position, int depth);

// --- games scored by the cards brought home (Russian Solitaire) ---

enum class Eviction : std::uint8_t {
    none,  // a full store takes no more
    lru,   // the position met longest ago makes room
    lfu,   // the position met least often makes room
};
struct StoreOptions {
    std::uint64_t size = 0;  // positions remembered at most; 0 = the standard size
    Eviction eviction = Eviction::lru;
};
struct StoreFigures {
    std::uint64_t entries = 0;  // positions held, at most at one time
    std::uint64_t lookups = 0, hits = 0, evictions = 0;
    std::uint64_t bytes = 0;
};

struct Score {
    int score = 0, bound = 0;  // cards home; equal when the search came to its end
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> line;  // as in Answer; ends where the score is reached
    std::uint64_t states = 0;
    StoreFigures store;
};

struct BestOptions {
    bool exhaustive = false;  // look at every position there is, without bounds or reductions
    int floor = 0;       // a score below it does not count: it is enough to know that the best is at most floor - 1
    StoreOptions store;  // made smaller where the limit on memory asks for that
};
// The most cards that can be brought home.
Score best_score(Bytes rules, Bytes position, const BestOptions& options, const Limits& limits, const Poll& poll);

struct Path {
    int moves = -1, decisions = 0;  // between columns; -1: no such path, or a limit was hit
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> line;
    std::uint64_t states = 0, bytes = 0;
};

// A line to at least this score with the fewest moves between columns, and among these the fewest decision points.
Path shortest(Bytes rules, Bytes position, int score, const Limits& limits, const Poll& poll);

struct ScoresOptions {
    BestOptions best;
    bool lines = false, paths = false;
};
struct Scores {
    std::vector<std::uint8_t> scores, bounds;    // one a deal, as in Score
    std::vector<std::uint8_t> limits_hit;        // one a deal, as `LimitHit`
    std::vector<std::uint32_t> states;           // of the search for the score
    std::vector<std::uint8_t> lines;             // empty when not asked for
    std::vector<std::uint32_t> ends;             // where each deal's line ends in `lines`
    std::vector<std::uint8_t> moves, decisions;  // of the shortest path, 255: none found; empty when not asked for
    std::vector<std::uint8_t> choices;           // moves between columns that the deal offers at its start
    StoreFigures store;
};
// The deals first … first + count - 1, dealt as in `solve_range`, each within `limits`.
Scores best_scores(Bytes rules, Bytes layout, std::uint64_t first, std::uint64_t count, const ScoresOptions& options,
                   const Limits& limits, const Poll& poll, const Deals& deals = {});

void keep_vectors_out(bool out);  // of the quick attempts that begin from now on
std::string simd();               // what these compute with: "vector" or "plain"
std::string build_info();         // compiler and options, one line

// --- the checker (checker.cpp): shares no code with the search ---

// -1: legal and won; otherwise the index of the first illegal move, or the number of moves when the game is not won.
std::int64_t check(Bytes rules, Bytes position, Bytes line);

// Cards home after the line, or -1 - index of its first illegal move.
std::int64_t check_score(Bytes rules, Bytes position, Bytes line);

// The index of the first deal whose line is illegal or does not lead to exactly its score; the number of deals when
// all are right.
std::uint64_t check_scores(Bytes rules, Bytes layout, std::uint64_t first, Bytes scores, Bytes lines,
                           std::span<const std::uint32_t> ends, const Deals& deals = {});

// The first deal whose claimed solution is wrong; last + 1 when all are right.
std::int64_t check_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Deals& deals = {});

}  // namespace kiebitz
