// Games scored by the cards brought home: best scores, shortest lines to them, scores of many deals.
#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

StoreOptions store(Reader& in) {
    const std::uint64_t size = in.natural();
    return {size, code(in, Eviction::lfu, "eviction: 0 (none), 1 (lru) or 2 (lfu) expected")};
}

// Exhaustive, floor, store.
BestOptions options(Reader& in) {
    BestOptions options;
    options.exhaustive = in.flag();
    options.floor = in.small();
    options.store = store(in);
    return options;
}

void write(Writer& out, const StoreFigures& figures) {
    out.integer(std::int64_t(figures.entries));
    out.integer(std::int64_t(figures.lookups));
    out.integer(std::int64_t(figures.hits));
    out.integer(std::int64_t(figures.evictions));
    out.integer(std::int64_t(figures.bytes));
}

void best_score(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Limits bounds = limits(in);
    const BestOptions how = options(in);
    in.end();
    const Score best = kiebitz::best_score(rules, position, how, bounds, host.ended);
    out.integer(best.score);
    out.integer(best.bound);
    out.bytes(best.line);
    out.integer(std::int64_t(best.limit_hit));
    out.integer(std::int64_t(best.states));
    write(out, best.store);
}

void shortest(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const int score = in.small();
    const Limits bounds = limits(in);
    in.end();
    const Path path = kiebitz::shortest(rules, position, score, bounds, host.ended);
    out.bytes(path.line);
    out.integer(path.moves);
    out.integer(path.decisions);
    out.integer(std::int64_t(path.limit_hit));
    out.integer(std::int64_t(path.states));
    out.integer(std::int64_t(path.bytes));
}

void best_scores(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::uint64_t first = in.bits(), count = in.natural();
    const Limits bounds = limits(in);
    ScoresOptions how;
    how.best = options(in);
    how.lines = in.flag();
    how.paths = in.flag();
    const Deals which = deals(in);
    in.end();
    const Scores all = kiebitz::best_scores(rules, layout, first, count, how, bounds, host.ended, which);
    out.bytes(all.scores);
    out.numbers(all.states);
    out.bytes(all.lines);
    out.numbers(all.ends);
    out.bytes(all.moves);
    out.bytes(all.decisions);
    out.bytes(all.choices);
    out.bytes(all.bounds);
    out.bytes(all.limits_hit);
    write(out, all.store);
}

void check_score(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes(), line = in.bytes();
    in.end();
    out.integer(kiebitz::check_score(rules, position, line));
}

void check_scores(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::uint64_t first = in.bits();
    const Bytes scores = in.bytes(), lines = in.bytes();
    const auto ends = in.numbers();
    const Deals which = deals(in);
    in.end();
    out.integer(std::int64_t(kiebitz::check_scores(rules, layout, first, scores, lines, ends, which)));
}

constexpr Function functions[] = {
    {"best_score", best_score},   {"shortest", shortest},         {"best_scores", best_scores},
    {"check_score", check_score}, {"check_scores", check_scores},
};

}  // namespace

const Family score_functions = functions;

}  // namespace kiebitz::interface
