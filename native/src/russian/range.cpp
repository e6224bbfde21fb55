// Best scores of numbered deals.
#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "russian/russian.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {
Scores best_scores(Bytes rules, Bytes layout, std::uint64_t first, std::uint64_t count, const ScoresOptions& options,
                   const Limits& limits, const Poll& poll, const Deals& deals) {
    const Rules r = Rules::parse(rules);
    russian::require(r);
    if (options.best.floor < 0 || options.best.floor > max_cards) refuse("floor: 0 to 52 expected");
    const Dealer dealer(r, layout, deals);

    Scores all;
    Budget budget(limits, poll);
    russian::BestScore best(budget, options.best.store);
    for (std::uint64_t i = 0; i < count; ++i) {
        poll_caller(poll);
        budget.restart();
        settled::Table table;
        settled::Table::Layout board(table, dealer.home());
        dealer.deal(first + i, [&](int to, Card card, bool face_up) { board.lay(to, settled::place(card), face_up); });
        board.finish(r.columns);
        Score score;
        if (options.best.exhaustive) {
            score = yukon::best_score_exhaustively(r, dealer.deal(first + i), limits, poll);
            all.store.entries = std::max(all.store.entries, score.store.entries);
            all.store.lookups += score.store.lookups;
            all.store.hits += score.store.hits;
            all.store.bytes = std::max(all.store.bytes, score.store.bytes);
        } else {
            score = best.find(table, options.lines, options.best.floor);
        }
        if (options.paths) {
            Path path;
            // A new one for each deal: a grown one would count against the next one's memory limit.
            if (score.limit_hit == LimitHit::none)
                path = russian::ShortestPath(budget).find(table, score.score, options.lines);
            if (path.moves >= 0) score.line = path.line;
            all.moves.push_back(std::uint8_t(path.moves));
            all.decisions.push_back(std::uint8_t(path.decisions));
        }
        all.choices.push_back(std::uint8_t(russian::choices(table)));
        all.scores.push_back(std::uint8_t(score.score));
        all.bounds.push_back(std::uint8_t(score.bound));
        all.limits_hit.push_back(std::uint8_t(score.limit_hit));
        all.states.push_back(std::uint32_t(std::min<std::uint64_t>(score.states, 0xffffffff)));
        if (options.lines) all.lines.insert(all.lines.end(), score.line.begin(), score.line.end());
        if (all.lines.size() > 0xffffffff) refuse("count: too many deals for one batch");
        all.ends.push_back(std::uint32_t(all.lines.size()));
    }
    if (!options.best.exhaustive) all.store = best.store();
    return all;
}

}  // namespace kiebitz
