// Ranges of numbered deals, as columns of results.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "analyst/game.hpp"
#include "common/decimal.hpp"
#include "common/refusal.hpp"

namespace kiebitz::analyst {
namespace {

[[noreturn]] void refused(std::int64_t deal) {
    throw std::logic_error("deal " + decimal(deal) + ": the checker refuses the line that the search found");
}

// Deals of games that are won or lost.
Columns won_or_lost(const Game& game, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
                    const Limits& limits, const Poll& poll, const Deals& deals) {
    Batch batch = solve_range(game.rule_bytes(), layout, first, last, options.mode, limits, true, poll, deals);
    const std::int64_t wrong =
        check_range(game.rule_bytes(), layout, first, last, batch.verdicts, batch.lines, batch.ends, deals);
    if (wrong <= last) refused(wrong);
    Columns columns;
    columns.verdicts = std::move(batch.verdicts);
    columns.limits_hit = std::move(batch.limits_hit);
    columns.states = std::move(batch.states);
    columns.lines = std::move(batch.lines);
    columns.ends = std::move(batch.ends);
    return columns;
}

// The verdict follows from the best score; only winning lines are returned.
Columns best_scores_of(const Game& game, Bytes layout, std::int64_t first, std::int64_t last,
                       const RangeOptions& options, const Limits& limits, const Poll& poll, const Deals& deals) {
    const int cards = game.cards();
    const auto count = std::uint64_t(last - first) + 1;
    ScoresOptions wanted_scores;
    wanted_scores.best.floor = game.scored ? 0 : cards;
    wanted_scores.lines = true;
    wanted_scores.paths = options.paths && game.scored;
    Scores scores =
        best_scores(game.rule_bytes(), layout, std::uint64_t(first), count, wanted_scores, limits, poll, deals);
    const std::uint64_t right =
        check_scores(game.rule_bytes(), layout, std::uint64_t(first), scores.scores, scores.lines, scores.ends, deals);
    if (right < count) refused(first + std::int64_t(right));
    Columns columns;
    columns.states = std::move(scores.states);
    std::uint32_t begin = 0;
    for (std::size_t at = 0; at < scores.scores.size(); ++at) {
        const int score = scores.scores[at], bound = scores.bounds[at];
        const Verdict verdict = score == cards  ? Verdict::solved
                                : bound < cards ? Verdict::impossible
                                                : Verdict::undecided;
        columns.verdicts.push_back(std::uint8_t(verdict));
        columns.limits_hit.push_back(score < bound ? scores.limits_hit[at] : std::uint8_t(LimitHit::none));
        if (game.scored) columns.scores.push_back(score == bound ? std::uint8_t(score) : unknown);
        if (score == cards)
            columns.lines.insert(columns.lines.end(), scores.lines.begin() + begin,
                                 scores.lines.begin() + scores.ends[at]);
        columns.ends.push_back(std::uint32_t(columns.lines.size()));
        begin = scores.ends[at];
    }
    if (!game.scored) return columns;
    columns.path_moves = std::move(scores.moves);
    columns.decisions = std::move(scores.decisions);
    return columns;
}

}  // namespace

Columns range(Bytes game_bytes, Bytes layout, std::int64_t first, std::int64_t last, const RangeOptions& options,
              const Allowance& allowance, const Poll& poll, const Deals& deals) {
    const Game game(game_bytes);
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
