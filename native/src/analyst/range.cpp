// Many numbered deals, each asked once: a column for each thing that is known of them.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "analyst/game.hpp"
#include "common/refusal.hpp"

namespace kiebitz::analyst {
namespace {

[[noreturn]] void refused(std::int64_t deal) {
    throw std::logic_error("deal " + std::to_string(deal) + ": the checker refuses the line that the search found");
}

// Deals of games that are won or lost.
Columns won_or_lost(const Game& game, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
                    const Limits& limits, const Poll& poll, const Deals& deals) {
    Batch found = solve_range(game.told_rules(), layout, first, last, options.mode, limits, true, poll, deals);
    const std::int64_t wrong =
        check_range(game.told_rules(), layout, first, last, found.verdicts, found.lines, found.ends, deals);
    if (wrong <= last) refused(wrong);
    Columns columns;
    columns.verdicts = std::move(found.verdicts);
    columns.limits_hit = std::move(found.limits_hit);
    columns.states = std::move(found.states);
    columns.lines = std::move(found.lines);
    columns.ends = std::move(found.ends);
    return columns;
}

// The verdict follows from the best score; the lines are those that win.
Columns best_scores_of(const Game& game, Bytes layout, std::int64_t first, std::int64_t last,
                       const RangeOptions& options, const Limits& limits, const Poll& poll, const Deals& deals) {
    const int cards = game.cards();
    const auto count = std::uint64_t(last - first) + 1;
    ScoresOptions asked;
    asked.best.floor = game.scored ? 0 : cards;
    asked.lines = true;
    asked.paths = options.paths && game.scored;
    Scores found = best_scores(game.told_rules(), layout, std::uint64_t(first), count, asked, limits, poll, deals);
    const std::uint64_t right =
        check_scores(game.told_rules(), layout, std::uint64_t(first), found.scores, found.lines, found.ends, deals);
    if (right < count) refused(first + std::int64_t(right));
    Columns columns;
    columns.states = std::move(found.states);
    std::uint32_t begin = 0;
    for (std::size_t at = 0; at < found.scores.size(); ++at) {
        const int score = found.scores[at], bound = found.bounds[at];
        const Verdict verdict = score == cards  ? Verdict::solved
                                : bound < cards ? Verdict::impossible
                                                : Verdict::undecided;
        columns.verdicts.push_back(std::uint8_t(verdict));
        columns.limits_hit.push_back(score < bound ? found.limits_hit[at] : std::uint8_t(LimitHit::none));
        if (game.scored) columns.scores.push_back(score == bound ? std::uint8_t(score) : unknown);
        if (score == cards)
            columns.lines.insert(columns.lines.end(), found.lines.begin() + begin,
                                 found.lines.begin() + found.ends[at]);
        columns.ends.push_back(std::uint32_t(columns.lines.size()));
        begin = found.ends[at];
    }
    if (!game.scored) return columns;
    columns.path_moves = std::move(found.moves);
    columns.decisions = std::move(found.decisions);
    return columns;
}

}  // namespace

Columns range(Bytes told, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
              const Allowance& allowance, const Poll& poll, const Deals& deals) {
    const Game game(told);
    if (!game.search) refuse("game: rules that a search knows expected");
    if (first < 0 || last < first) refuse("range: ascending deals from 0 on expected");
    Limits limits = allowance.limits;
    if (!limits.memory) limits.memory = allowance.memory;
    const auto ask = game.search == Search::russian ? best_scores_of : won_or_lost;
    Columns columns = ask(game, layout, first, last, options, limits, poll, deals);
    if (!options.lines) {
        columns.lines = {};
        columns.ends = {};
    }
    return columns;
}

}  // namespace kiebitz::analyst
