// The analyst: answers each question about a position in one call. The checker, which shares no code with the search,
// replays every line before it is returned.
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

// A game in bytes: the twelve of its rules, how many cards move at once (`AtOnce`), whether the best score is the goal,
// the number of cards dealt face down; and for each rank, in the order of the foundations, its place in the order of
// packs.

// --- the search for each game's rules ---

// Searches: three decide whether a game can be won, the more specialised first; then lines with the fewest single-card
// moves or player's moves; the 13-card game's.
enum class Search : std::uint8_t { russian, yukon, freecell, shortest_line, fewest_moves, one_suit };

// The subject of a condition. Codes of choices are those of the rules' bytes; `supermoves`: 0 single, 1 as single cards
// can carry, 2 Microsoft's count, 3 whole sequences, 4 any card.
// clang-format off
enum class Rule : std::uint8_t {
    supermoves, build, empty_column, foundations, home_moves, cell_use, goal, pack, ranks, columns, cells, stock,
    face_down, placements,
};
// clang-format on
// A rule is one of these choices (one bit each), or if there are none a number from `min` to `max`.
struct Condition {
    Rule rule;
    std::uint32_t choices = 0;
    int min = 0, max = 0;
};

std::vector<Condition> conditions(Search search);
// The first condition of a search that a game fails; none if it meets all.
std::optional<Condition> missed(Bytes game, Search search);
// The search that decides whether a game can be won; none if no search supports its rules.
std::optional<Search> search_for(Bytes game);

// --- answers ---

// The limits of a search; `memory` bytes if the limits name none.
struct Allowance {
    Limits limits;
    std::uint64_t memory = 0;
};

struct Effort {
    LimitHit limit_hit = LimitHit::none;  // what left something open
    std::uint64_t states = 0;             // positions expanded
    std::uint64_t stored = 0;             // positions stored by the complete search
    std::uint64_t memory = 0;             // bytes at the peak
    double seconds = 0;                   // wall time of the searches
};

constexpr int no_score = -1;

struct Status {
    Verdict verdict = Verdict::undecided;
    int score = no_score, bound = no_score;  // only if the best score is the goal
    Buffer line;                             // wins or reaches the score; three bytes a move, each move home included
    Effort effort;
};

struct Solution {
    Status status;
    Buffer moves;                        // the player's moves, as in `player_line`; to the score if that is the goal
    Autoplay autoplay = Autoplay::none;  // the autoplay of these moves; it may be weaker than the requested rule
    bool is_new = true;                  // false: the rest of a line returned before
};

struct SolutionOptions {
    Mode mode = Mode::first;
    Autoplay autoplay = Autoplay::safe;
    std::uint32_t width = 0;  // positions kept on each level of the search for a short line; 0: no such search
    bool shortest = true;     // for a best score: whether to find a shortest line to it
};

// Both stop early with the results so far when the poll returns true; the limit hit is then `stopped`. They throw
// std::invalid_argument for rules that no search supports, std::logic_error if the checker refuses a line.
Status answer(Bytes game, Bytes position, Mode mode, const Allowance& allowance, const Poll& poll);
Solution solution(Bytes game, Bytes position, const SolutionOptions& options, const Allowance& allowance,
                  const Poll& poll);

// A player's line from a line that wins or brings `score` cards home; fills only moves and autoplay.
Solution for_player(Bytes game, Bytes position, Bytes line, int score, Autoplay autoplay, const Allowance& allowance,
                    const Poll& poll);

// --- the memory of an analyst ---

// A game in progress: its positions from the start; or its first position and the player's moves, three bytes each,
// after each of which the program plays by the autoplay rule.
struct Played {
    Bytes game;
    std::vector<Bytes> positions;
    Bytes moves;
    Autoplay autoplay = Autoplay::none;
};

// The move that lost a game, or in a scored game the last move that lowered the reachable best score.
struct Loss {
    int ply = 0;             // 1 for the first move; 0: the deal was lost
    int last_winnable = -1;  // the last ply at which it was known to be winnable; -1: never
    bool certain = false;    // whether no position in between is undecided
    int score_before = no_score, score_after = no_score;
};

// The effect of a move on the win or the best score; `gone`: already lost before it.
enum class Effect : std::uint8_t { kept, lost, unknown, gone };
Effect effect_of(const Status& before, const Status& after);

constexpr int no_line = -1;

// A legal move and the verdict on its position; for the first move to a position also the player's moves of a short
// line from there to the win or the best known score, if one is known.
struct Judged {
    std::array<std::uint8_t, 3> move{};
    int same_as = 0;  // the first move to the same position, up to the order of columns and cells
    Status status;
    Effect effect = Effect::unknown;
    int moves_left = no_line;
};
struct JudgedPart {
    std::vector<Judged> moves;
    int all = 0;  // legal moves
};
// The index of the only move that keeps the win or the score while all others, at least one, lose it; -1: none. Moves
// to the same position count as one.
int only_move(std::span<const Judged> moves);
// All legal moves by index, one to each position, the best first: by effect, score, moves left.
std::vector<int> rank_moves(std::span<const Judged> moves);

// The caller chooses the handle of an analyst; the first question creates it. It remembers results about positions,
// treating positions that differ only in the order of columns and cells as one, so its answers do not contradict each
// other. The memory is bounded; results dropped from it are computed again. If there are too many analysts, the kernel
// drops the least recently used one, which costs only time. Thread-safe.
struct Handle {
    std::uint64_t number = 0;
    // the most positions to remember, if this question creates it; 0: the default
    std::size_t capacity = 0;
    std::uint32_t width = 0;  // as in SolutionOptions; 0: the default, which is quick
};
Status status(const Handle& analyst, const Played& played, const Allowance& allowance, const Poll& poll);
Solution solution(const Handle& analyst, const Played& played, Autoplay autoplay, const Allowance& allowance,
                  const Poll& poll);
std::optional<Loss> losing_move(const Handle& analyst, const Played& played, const Allowance& allowance,
                                const Poll& poll);
// Judge `count` legal moves from index `first` on, each within the allowance. A line through one of them that is
// shorter than the line known from here becomes the line from here.
JudgedPart judge(const Handle& analyst, const Played& played, int first, int count, const Allowance& allowance,
                 const Poll& poll);
void forget(std::uint64_t analyst);
std::size_t remembered(std::uint64_t analyst);  // positions

// --- the story of a line ---

enum class EventKind : std::uint8_t {
    home,           // the first card of a suit comes home
    empty_column,   // a column is empty for the first time
    tightest,       // the fewest places of the line are free, for the first time
    turning_point,  // so few are free for the last time
};
// Free places are free cells that take cards, and empty columns that can be filled.
struct Event {
    EventKind kind{};
    int move = 0;   // after this move and the automatic moves that follow it, 1 for the first
    int value = 0;  // the suit, the column, or the free places
};
// The events of a line in order. No place is the tightest if as few were free before the line, and none is the turning
// point if the line ends there. `moves` are those of a player, three bytes each. Throws std::invalid_argument for an
// illegal move.
std::vector<Event> story(Bytes game, Bytes position, Bytes moves, Autoplay autoplay);

// --- many deals ---

struct RangeOptions {
    Mode mode = Mode::first;
    bool lines = false;  // lines of the solved deals
    bool paths = false;  // for a scored game: shortest lines to the best scores
};

constexpr std::uint8_t unknown = 255;  // a best score or shortest line left open by a limit

// Results for consecutive deals: a byte a deal, for `states` and `ends` a number. Lines follow one another, three bytes
// a move, each move home included.
struct Columns {
    Buffer verdicts, limits_hit;
    std::vector<std::uint32_t> states;
    Buffer lines;
    std::vector<std::uint32_t> ends;
    Buffer scores;                 // of a scored game
    Buffer path_moves, decisions;  // of shortest lines to the best scores, on request
};

// Solve numbered deals, each within the allowance. The checker replays every line.
Columns range(Bytes game, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
              const Allowance& allowance, const Poll& poll, const Deals& deals);

// --- difficulty ---

// The planless players: the moves that each looks ahead, and the games that each plays.
constexpr std::array<int, 2> ahead{1, 2};
constexpr std::uint32_t games_of_each = 10;

// The narrowness of the way to a win, as defined in docs/difficulty.md. Only the status is filled if the game cannot be
// won.
struct Difficulty {
    Status status;  // of the search for a win
    Buffer moves;   // a short player's line, as in Solution
    Autoplay autoplay = Autoplay::none;
    Buffer kept, lost, open;  // for each position of the line: moves by their effect on the win
    std::array<std::uint32_t, ahead.size()> won{};
    std::uint32_t games = 0;  // played so far, by the first player, then by the next
    double share = 0;         // share of the work done; 1: the final answer
};

// Continue from the results so far, for a number of steps (0: to the end). The search, each move of the line and each
// game are one step. Needs rules supported by the search for fewest moves. If the poll asks to stop, only that is
// reported.
Difficulty difficulty(Bytes game, Bytes position, Autoplay autoplay, const Allowance& allowance, int steps,
                      const std::optional<Difficulty>& so_far, const Poll& poll);

// Lower and upper bounds, the latter if every undecided move keeps the win, or loses it: the mean share of moves that
// keep the win over the positions of the line; and the number of positions in which one move keeps it and all others,
// at least one, lose it.
struct Narrowness {
    double share_kept[2] = {};
    int only_moves[2] = {};
};
Narrowness narrowness(Bytes kept, Bytes lost, Bytes open);

// The percentage of deals that are easier, from the quantiles of a measure; ties count half.
int place_among(double value, std::span<const double> quantiles, bool more_is_harder);

// The measures by which a deal has a place among Microsoft's: moves of the line, the largest share of moves that keep
// the win, the least number of only moves, games won by each player.
constexpr std::size_t measures = 3 + ahead.size();
using Quantiles = std::array<std::vector<double>, measures>;

// The place of a deal by each measure; none but for deals of plain FreeCell that can be won, under autoplay `safe`.
std::optional<std::array<int, measures>> percentiles(Bytes game, Bytes layout, Bytes position,
                                                     const Difficulty& difficulty, const Quantiles& quantiles);

// --- level ---

// The level of a deal that can be won, by the games that the planless players win of all that they play: most, some,
// few or none. docs/difficulty.md has the bands and the figures behind them.
enum class Level : std::uint8_t { easy, medium, hard, expert };
std::optional<Level> level_of(const Difficulty& difficulty);  // none before all games were played

using Levels = std::uint8_t;  // one bit each
constexpr Levels all_levels = 15;

// The measures that make the level: status and games, without the moves that keep the win; nothing, and the verdict
// undecided, if the games end early because the level is none of `among`. Conditions as above.
Difficulty games_without_plan(Bytes game, Bytes position, Autoplay autoplay, Levels among, const Allowance& allowance,
                              const Poll& poll);

}  // namespace kiebitz::analyst
