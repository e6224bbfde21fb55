// The analyst: what is true of a position and how a player gets there, each question answered in one call. Every line
// that it hands out was replayed by the checker, which shares no code with the search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kiebitz/difficulty.hpp"
#include "kiebitz/kernel.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::analyst {

using Buffer = std::vector<std::uint8_t>;

// A game is told in bytes: the twelve of its rules, how many cards move at once (`AtOnce`), whether the best score is
// the goal, how many cards are dealt face down; and for each rank, in the order in which cards go home, which one it is
// in the order of packs.

// --- which search is right for which rules ---

// What a search is wanted for: the three that decide whether a game can be won, those that know more about fewer games
// first; lines with the fewest moves of single cards, or of a player; the 13-card game's.
enum class Search : std::uint8_t { russian, yukon, freecell, shortest_line, fewest_moves, one_suit };

// What a condition is about. The codes of choices are those of the rules' bytes; `supermoves`: 0 single, 1 what single
// cards can carry, 2 Microsoft's count, 3 whole sequences, 4 any card.
// clang-format off
enum class Rule : std::uint8_t {
    supermoves, build, empty_column, foundations, home_moves, cell_use, goal, pack, ranks, columns, cells, stock,
    face_down, placements,
};
// clang-format on
// A rule is one of these choices (one bit each), or if there are none a number from `least` to `most`.
struct Condition {
    Rule rule;
    std::uint32_t choices = 0;
    int least = 0, most = 0;
};

std::vector<Condition> conditions(Search search);
// The first condition of a search that a game does not meet; nothing if it meets all.
std::optional<Condition> missed(Bytes game, Search search);
// Which search decides whether a game can be won; nothing if none knows such rules.
std::optional<Search> search_for(Bytes game);

// --- answers ---

// How long a search may go on; `memory` bytes where the limits name none.
struct Allowance {
    Limits limits;
    std::uint64_t memory = 0;
};

struct Effort {
    LimitHit limit_hit = LimitHit::none;  // what left something open
    std::uint64_t states = 0;             // positions expanded
    std::uint64_t stored = 0;             // positions kept by the complete search
    std::uint64_t memory = 0;             // bytes at the peak
    double seconds = 0;                   // wall time of the searches
};

constexpr int no_score = -1;

struct Status {
    Verdict verdict = Verdict::undecided;
    int score = no_score, bound = no_score;  // only where the best score is the goal
    Buffer line;                             // wins or leads to the score, three bytes a move, each move home spelt out
    Effort effort;
};

struct Solution {
    Status status;
    Buffer moves;                        // the player's, as of `player_line`; to the score where that is the goal
    Autoplay autoplay = Autoplay::none;  // the rule that they are for: it may take less than the one that was asked for
    bool is_new = true;                  // false: the rest of a line that was handed out before
};

struct SolutionOptions {
    Mode mode = Mode::first;
    Autoplay autoplay = Autoplay::safe;
    std::uint32_t width = 0;  // of the search for a short line, positions kept of each level; 0: none
    bool shortest = true;     // where the best score is the goal: a shortest line to it
};

// Both end early, with what is known by then, when the poll answers true; the limit hit is `stopped` then. They throw
// std::invalid_argument for rules that no search knows, std::logic_error where the checker refuses a line.
Status answer(Bytes game, Bytes position, Mode mode, const Allowance& allowance, const Poll& poll);
Solution solution(Bytes game, Bytes position, const SolutionOptions& options, const Allowance& allowance,
                  const Poll& poll);

// A player's line of one that wins, or that brings `score` cards home; only moves and autoplay are filled.
Solution for_player(Bytes game, Bytes position, Bytes line, int score, Autoplay autoplay, const Allowance& allowance,
                    const Poll& poll);

// --- what is remembered ---

// A game in progress: its positions so far, the first one at its start, or where it began and what the player did,
// three bytes a move, after each of which the program played by the rule.
struct Played {
    Bytes game;
    std::vector<Bytes> positions;
    Bytes moves;
    Autoplay autoplay = Autoplay::none;
};

// The move that lost a game, or in a scored game the last one by which the best score that can be reached fell.
struct Loss {
    int ply = 0;             // 1 for the first move; 0: the deal was lost
    int last_winnable = -1;  // after that number of moves it was last known to be winnable; -1: it never was
    bool certain = false;    // no position between the two is undecided
    int score_before = no_score, score_after = no_score;
};

// What a move did to the win, or to the best score; `gone`: there was nothing left to lose.
enum class Effect : std::uint8_t { kept, lost, unknown, gone };
Effect effect_of(const Status& before, const Status& after);

// A legal move and what is known of the position that it leads to.
struct Judged {
    std::array<std::uint8_t, 3> move{};
    int same_as = 0;  // the first move that leads to the same position, up to the order of columns and cells
    Status status;
    Effect effect = Effect::unknown;
};
struct JudgedPart {
    std::vector<Judged> moves;
    int all = 0;  // legal moves
};
// The one move that keeps the win or the score where all others, at least one, lose it, as its place among all; -1:
// none. Moves that lead to the same position count as one.
int only_move(std::span<const Judged> moves);

// An analyst is known by a handle that its owner chooses, and begins with the first question. It remembers what it
// found out about positions, of which those that differ only in the order of columns and cells are one, so that its
// answers do not contradict each other. The memory is bounded, and what is forgotten is found out again: so nothing is
// lost but time if the kernel forgets one, as it does with the one asked longest ago if there are too many. Any number
// of threads may ask.
struct Handle {
    std::uint64_t number = 0;
    // positions that it remembers at most, where it begins with this question; 0: the usual number
    std::size_t most = 0;
    std::uint32_t width = 0;  // as in SolutionOptions; 0: the usual one, which is quick
};
Status status(const Handle& analyst, const Played& played, const Allowance& allowance, const Poll& poll);
Solution solution(const Handle& analyst, const Played& played, Autoplay autoplay, const Allowance& allowance,
                  const Poll& poll);
std::optional<Loss> losing_move(const Handle& analyst, const Played& played, const Allowance& allowance,
                                const Poll& poll);
// Judges `count` of the legal moves, from the one in the place `first` on, each within the allowance.
JudgedPart judge(const Handle& analyst, const Played& played, int first, int count, const Allowance& allowance,
                 const Poll& poll);
void forget(std::uint64_t analyst);
std::size_t remembered(std::uint64_t analyst);  // positions

// --- many deals ---

struct RangeOptions {
    Mode mode = Mode::first;
    bool lines = false;  // of the deals that are solved
    bool paths = false;  // of a scored game: shortest lines to the best scores
};

constexpr std::uint8_t unknown = 255;  // where a limit left a best score or a shortest line open

// What is known of deals in a row: a byte a deal, for `states` and `ends` a number. Lines follow one another, three
// bytes a move, each move home spelt out.
struct Columns {
    Buffer verdicts, limits_hit;
    std::vector<std::uint32_t> states;
    Buffer lines;
    std::vector<std::uint32_t> ends;
    Buffer scores;                 // of a scored game
    Buffer path_moves, decisions;  // of shortest lines to the best scores, where they were asked for
};

// Deals that the kernel deals, each within the allowance; the checker has replayed every line.
Columns range(Bytes game, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
              const Allowance& allowance, const Poll& poll, const Deals& deals);

// --- how hard a deal is ---

// Moves that the players without a plan look ahead, and games that each of them plays.
constexpr std::array<int, 2> ahead{1, 2};
constexpr std::uint32_t games_of_each = 10;

// How narrow the way to a win is; docs/difficulty.md has the definitions. All but the status is empty unless the game
// can be won.
struct Difficulty {
    Status status;  // of the search that found out whether the game can be won
    Buffer moves;   // a short line for a player, as in Solution
    Autoplay autoplay = Autoplay::none;
    Buffer kept, lost, open;  // moves before each move of the line, by what they do to the win
    std::array<std::uint32_t, ahead.size()> won{};
    std::uint32_t games = 0;  // played so far, by the first player, then by the next
    double share = 0;         // of the work that is done; 1: this is the answer
};

// Goes on from what was found out so far, for so many steps (0: to the end): the search is one, each move of the line
// and each game. For rules that the search for fewest moves knows. A poll that wants an end leaves nothing but that.
Difficulty difficulty(Bytes game, Bytes position, Autoplay autoplay, const Allowance& allowance, int steps,
                      const std::optional<Difficulty>& so_far, const Poll& poll);

// Each at least, and at most if all moves that were left open keep the win, or lose it: the share of the moves that
// keep the win, in the mean over the positions of the line; and the positions in which one move keeps it and all
// others, at least one, lose it.
struct Narrowness {
    double share_kept[2] = {};
    int only_moves[2] = {};
};
Narrowness narrowness(Bytes kept, Bytes lost, Bytes open);

// How many of a hundred deals are easier, where a measure of them has these quantiles, those that are equal counting
// half.
int place_among(double value, std::span<const double> quantiles, bool more_is_harder);

// The measures by which a deal has a place among Microsoft's: moves of the line, the largest share of moves that keep
// the win, the least number of only moves, games won by each player.
constexpr std::size_t measures = 3 + ahead.size();
using Quantiles = std::array<std::vector<double>, measures>;

// The place of a deal by each measure; none but for deals of plain FreeCell that can be won, under autoplay `safe`.
std::optional<std::array<int, measures>> percentiles(Bytes game, Bytes layout, Bytes position, const Difficulty& found,
                                                     const Quantiles& quantiles);

// --- a deal of a wanted difficulty ---

enum class Wanted : std::uint8_t { any, easy, medium, hard };

// Deals that were looked at: the numbers of those that can be won, and the states that the search took.
struct Sample {
    std::vector<std::uint32_t> numbers, states;
    std::uint32_t tried = 0;
    bool complete = false;
};

// Looks at one more deal, until there are enough to choose from or too many were tried in vain.
void look_at(Sample& sample, Bytes game, Bytes position, Wanted wanted, std::uint32_t number, const Poll& poll);

// The place in the sample of the deal whose search was the shortest, the middle one or the longest; none in an empty
// one.
std::optional<std::size_t> chosen(const Sample& sample, Wanted wanted);

}  // namespace kiebitz::analyst
