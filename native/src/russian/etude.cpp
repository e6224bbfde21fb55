// Best scores of the random deals of a seeded run.
#include <stdexcept>

#include "common/dealing.hpp"
#include "russian/russian.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {
namespace {

void refuse(const char* what) { throw std::invalid_argument(what); }

}  // namespace

Scores etude(Bytes rules, Bytes layout, const Run& run, const RunOptions& options, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    russian::require(r);
    if (r.suits != 15) refuse("rules: random deals need all 52 cards");
    const auto numbering = run.shuffle == Shuffle::wetherell ? Numbering::wetherell : Numbering::fisher_yates;
    const Dealer dealer(r, layout, {numbering, run.seed});

    Scores all;
    russian::BestScore best({}, options.store, poll);
    russian::ShortestPath shortest({}, poll);
    for (std::uint64_t i = 0; i < run.count; ++i) {
        poll_caller(poll);
        const Position p = dealer.deal(run.first + i);
        const settled::Table table = russian::table_of(r, p);
        Score score;
        if (options.exhaustive) {
            score = yukon::best_score_exhaustively(r, p, {}, poll);
            all.store.entries = std::max(all.store.entries, score.store.entries);
            all.store.lookups += score.store.lookups;
            all.store.hits += score.store.hits;
            all.store.bytes = std::max(all.store.bytes, score.store.bytes);
        } else {
            score = best.find(table, options.lines && !options.paths);
        }
        if (options.paths) {
            const Path path = shortest.find(table, score.score, options.lines);
            score.line = path.line;
            all.moves.push_back(std::uint8_t(path.moves));
            all.decisions.push_back(std::uint8_t(path.decisions));
        }
        all.choices.push_back(std::uint8_t(russian::choices(table)));
        all.scores.push_back(std::uint8_t(score.score));
        all.states.push_back(std::uint32_t(std::min<std::uint64_t>(score.states, 0xffffffff)));
        if (options.lines) all.lines.insert(all.lines.end(), score.line.begin(), score.line.end());
        if (all.lines.size() > 0xffffffff) refuse("count: too many deals for one batch");
        all.ends.push_back(std::uint32_t(all.lines.size()));
    }
    if (!options.exhaustive) all.store = best.store();
    return all;
}

}  // namespace kiebitz
