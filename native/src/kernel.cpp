// The façade's single questions: read the bytes and run the family's search.
#include "kiebitz/kernel.hpp"

#include "common/refusal.hpp"
#include "freecell/complete.hpp"
#include "freecell/solver.hpp"
#include "russian/russian.hpp"
#include "yukon/yukon.hpp"

namespace kiebitz {
Answer solve(Bytes rules, Bytes position, Mode mode, const Limits& limits, std::uint64_t seed, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    const Position p = Position::parse(r, position);
    return r.any ? yukon::solve(r, p, mode, limits, seed, poll) : freecell::Solver(r, limits, seed, poll).run(p, mode);
}

std::uint64_t perft(Bytes rules, Bytes position, int depth) {
    if (depth < 0) refuse("depth: 0 or more expected");
    const Rules r = Rules::parse(rules);
    const Position p = Position::parse(r, position);
    return r.any ? yukon::perft(r, p, depth) : freecell::perft(r, p, depth);
}

Score best_score(Bytes rules, Bytes position, const BestOptions& options, const Limits& limits, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    if (options.exhaustive && !r.any) refuse("rules: a game in which any card moves expected");
    if (!options.exhaustive) russian::require(r);
    if (options.floor < 0 || options.floor > max_cards) refuse("floor: 0 to 52 expected");
    const Position p = Position::parse(r, position);
    if (options.exhaustive) return yukon::best_score_exhaustively(r, p, limits, poll);
    Budget budget(limits, poll);
    russian::BestScore search(budget, options.store);
    Score score = search.find(russian::table_of(r, p), true, options.floor);
    score.store = search.store();
    return score;
}

Path shortest(Bytes rules, Bytes position, int score, const Limits& limits, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    russian::require(r);
    if (score < 0 || score > max_cards) refuse("score: 0 to 52 expected");
    Budget budget(limits, poll);
    return russian::ShortestPath(budget).find(russian::table_of(r, Position::parse(r, position)), score, true);
}

void keep_vectors_out(bool out) { freecell::keep_vectors_out(out); }
std::string simd() { return freecell::lanes_name(); }

std::string build_info() {
#if defined(__clang__)
    std::string text = "clang " __clang_version__;
#elif defined(__GNUC__)
    std::string text = "gcc " __VERSION__;
#else
    std::string text = "C++ compiler";
#endif
#if defined(NDEBUG)
    return text + ", release";
#else
    return text + ", with assertions";
#endif
}

}  // namespace kiebitz
