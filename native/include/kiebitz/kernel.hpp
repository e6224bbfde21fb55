// The façade of the kernel's searches, checks and deals; further public parts have headers beside this one. Input and
// output are plain bytes and numbers: no Python, no names of cards or games, no notation.
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
    first,       // quick attempts and complete searches alternate
    prove,       // one quick attempt, then one complete search with sound reductions
    exhaustive,  // a complete search without reductions, the reference for tests
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
    std::uint64_t stored = 0;        // positions stored by the complete search
    std::uint64_t memory = 0;        // bytes at the peak
};

// Called regularly during long work; returning true ends the work with Interrupted.
using Poll = std::function<bool()>;
struct Interrupted {};

// Whether this game can be won. Cards of a stock are placed first, in the best way. Takes one byte string each for
// rules and position; throws std::invalid_argument for malformed input and for rules that no search supports.
Answer solve(Bytes rules, Bytes position, Mode mode, const Limits& limits, std::uint64_t seed, const Poll& poll);

struct Shortest {
    Verdict verdict = Verdict::undecided;
    LimitHit limit_hit = LimitHit::none;               // `stopped`: ended by the poll, with the results so far
    std::vector<std::uint8_t> line;                    // the best line known, one card a move
    int bound = 0;                                     // no line is shorter
    std::uint64_t states = 0, stored = 0, memory = 0;  // as in Answer
};
struct ShortestOptions {
    int width = 0;      // positions kept on each level of the search for a good line; 0: prove at once
    bool prove = true;  // continue until no line can be shorter
};
// Called with the lower bound and the length of the best line (-1: none) whenever either changes.
using Progress = std::function<void(int bound, int length)>;

// A line with the fewest single-card moves, including moves home. Needs games of the FreeCell family without a stock,
// in which no more cards move at once than single moves can carry.
Shortest shortest_line(Bytes rules, Bytes position, const ShortestOptions& options, const Limits& limits,
                       const Progress& progress, const Poll& poll);

struct Batch {
    std::vector<std::uint8_t> verdicts;    // one a deal
    std::vector<std::uint8_t> limits_hit;  // one a deal, as `LimitHit`
    std::vector<std::uint32_t> states;     // one a deal
    std::vector<std::uint8_t> lines;       // all lines, one after the other; empty unless requested
    std::vector<std::uint32_t> ends;       // the end of each deal's line in `lines`
};

enum class Numbering : std::uint8_t { microsoft, fisher_yates, wetherell, pysolfc, one_suit };

// A numbered pack in dealing order, each card as its index in the deck. Throws std::invalid_argument for a number or
// pack that the numbering does not have. `high` are the bits of a PySolFC number beyond 64.
void numbered(Numbering numbering, std::uint64_t number, std::span<std::uint8_t> cards, std::uint32_t high = 0);

// The meaning of deal numbers: a numbering or, with a seed, the indices of outputs of splitmix64(seed).
struct Deals {
    Numbering numbering = Numbering::microsoft;
    std::optional<std::uint64_t> seed;
};

// Deals `first` to `last`, 0 <= first, last < 2^63 - 1. `layout` describes how the game deals its pack: for each card
// in dealing order the code of its pile (a column, + 64 if face down; a cell; a foundation with cards dealt home; 52
// for the stock); then the card codes of the pack in deck order; last the cards taken out of the shuffled pack and
// dealt first.
Batch solve_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Mode mode, const Limits& limits,
                  bool lines, const Poll& poll, const Deals& deals = {});

// Microsoft's deal: a pack in dealing order, each card as its index in the deck (0 <= number < 2^33; throws
// std::invalid_argument otherwise).
void deal_microsoft(std::int64_t number, std::span<std::uint8_t> cards);

// All numbers in first…last whose deal is `cards`.
std::vector<std::int64_t> find_microsoft(Bytes cards, std::int64_t first, std::int64_t last, const Poll& poll);

// The number of sequences of `depth` single-card moves, without autoplay; all free cells count as one target, and so do
// all empty columns.
std::uint64_t perft(Bytes rules, Bytes position, int depth);

// --- games scored by the cards brought home (Russian Solitaire) ---

enum class Eviction : std::uint8_t {
    none,  // a full store rejects new positions
    lru,   // replaces the least recently used position
    lfu,   // replaces the least frequently used position
};
struct StoreOptions {
    std::uint64_t size = 0;  // capacity in positions; 0: the default
    Eviction eviction = Eviction::lru;
};
struct StoreFigures {
    std::uint64_t entries = 0;  // the most positions held at a time
    std::uint64_t lookups = 0, hits = 0, evictions = 0;
    std::uint64_t bytes = 0;
};

struct Score {
    int score = 0, bound = 0;  // cards home; equal after a complete search
    LimitHit limit_hit = LimitHit::none;
    std::vector<std::uint8_t> line;  // as in Answer; ends when the score is reached
    std::uint64_t states = 0;
    StoreFigures store;
};

struct BestOptions {
    bool exhaustive = false;  // visit every position, without bounds or reductions
    int floor = 0;            // scores below it do not count: a best score of at most floor - 1 is enough
    StoreOptions store;       // made smaller if the memory limit requires it
};
// The best score: the most cards that can be brought home.
Score best_score(Bytes rules, Bytes position, const BestOptions& options, const Limits& limits, const Poll& poll);

struct Path {
    int moves = -1, decisions = 0;  // moves between columns; -1: no such path, or a limit was hit
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
    std::vector<std::uint32_t> states;           // states of the search for the score
    std::vector<std::uint8_t> lines;             // empty when not asked for
    std::vector<std::uint32_t> ends;             // where each deal's line ends in `lines`
    std::vector<std::uint8_t> moves, decisions;  // of the shortest path, 255: none found; empty unless requested
    std::vector<std::uint8_t> choices;           // legal moves between columns at the start
    StoreFigures store;
};
// Deals first … first + count - 1, dealt as in `solve_range`, each within `limits`.
Scores best_scores(Bytes rules, Bytes layout, std::uint64_t first, std::uint64_t count, const ScoresOptions& options,
                   const Limits& limits, const Poll& poll, const Deals& deals = {});

void keep_vectors_out(bool out);  // for quick attempts that start from now on
std::string simd();               // the arithmetic of quick attempts: "vector" or "plain"
std::string build_info();         // compiler and options, one line

// --- the checker (src/checker): shares no code with the search ---

// -1: legal and won; otherwise the index of the first illegal move, or the number of moves if the game is not won.
std::int64_t check(Bytes rules, Bytes position, Bytes line);

// The number of cards home after the line, or -1 - index of the first illegal move.
std::int64_t check_score(Bytes rules, Bytes position, Bytes line);

// The index of the first deal whose line is illegal or misses its claimed score; the number of deals if all are right.
std::uint64_t check_scores(Bytes rules, Bytes layout, std::uint64_t first, Bytes scores, Bytes lines,
                           std::span<const std::uint32_t> ends, const Deals& deals = {});

// The first deal whose claimed solution is wrong; last + 1 if all are right.
std::int64_t check_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Deals& deals = {});

}  // namespace kiebitz
