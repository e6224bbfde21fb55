// The analyst: status, player's lines, losing moves, judged moves, difficulty.
#include "kiebitz/analyst.hpp"
#include "common/refusal.hpp"

#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

using namespace analyst;

// Limits, and the bytes of memory if these name none.
Allowance allowance(Reader& in) {
    Allowance result;
    result.limits.states = in.natural();
    result.limits.seconds = in.real();
    result.limits.memory = in.natural();
    result.memory = in.natural();
    result.limits.memory = result.limits.memory ? within_module(result.limits.memory) : 0;
    result.memory = within_module(result.memory);
    return result;
}

Autoplay autoplay(Reader& in) { return code(in, Autoplay::max, "autoplay: 0 (none), 1 (safe) or 2 (max) expected"); }

Handle handle(Reader& in) {
    Handle result;
    result.number = in.natural();
    result.capacity = std::size_t(in.natural());
    result.width = std::uint32_t(in.natural());
    return result;
}

Played played(Reader& in) {
    Played result;
    result.game = in.bytes();
    result.positions.resize(in.list());
    for (Bytes& position : result.positions) position = in.bytes();
    result.moves = in.bytes();
    result.autoplay = autoplay(in);
    return result;
}

void write_score(Writer& out, int score) {
    if (score == no_score) out.none();
    else out.integer(score);
}

void write_effort(Writer& out, const Effort& effort) {
    out.integer(std::int64_t(effort.limit_hit));
    out.integer(std::int64_t(effort.states));
    out.integer(std::int64_t(effort.stored));
    out.integer(std::int64_t(effort.memory));
    out.real(effort.seconds);
}

// Verdict, score, bound, line, limit hit, states, stored, memory, seconds.
void write_status(Writer& out, const Status& status) {
    out.integer(std::int64_t(status.verdict));
    write_score(out, status.score);
    write_score(out, status.bound);
    out.bytes(status.line);
    write_effort(out, status.effort);
}

// The status, then the player's moves, autoplay, whether they are new.
void write_solution(Writer& out, const Solution& solution) {
    write_status(out, solution.status);
    out.bytes(solution.moves);
    out.integer(std::int64_t(solution.autoplay));
    out.integer(solution.is_new);
}

void write_condition(Writer& out, const Condition& condition) {
    out.list(4);
    out.integer(std::int64_t(condition.rule));
    out.integer(condition.choices);
    out.integer(condition.min);
    out.integer(condition.max);
}

void conditions(Reader& in, Writer& out, const Host&) {
    const auto search = code(in, Search::one_suit, "search: 0 to 5 expected");
    in.end();
    for (const Condition& condition : analyst::conditions(search)) write_condition(out, condition);
}

void missed(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes();
    const auto search = code(in, Search::one_suit, "search: 0 to 5 expected");
    in.end();
    const std::optional<Condition> condition = analyst::missed(game, search);
    if (condition) write_condition(out, *condition);
    else out.none();
}

void search_for(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes();
    in.end();
    if (const std::optional<Search> search = analyst::search_for(game)) out.integer(std::int64_t(*search));
    else out.none();
}

void answer(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), position = in.bytes();
    const Mode how = mode(in);
    const Allowance limits = allowance(in);
    in.end();
    write_status(out, analyst::answer(game, position, how, limits, host.ended));
}

void solution(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), position = in.bytes();
    SolutionOptions options;
    options.mode = mode(in);
    options.autoplay = autoplay(in);
    options.width = std::uint32_t(in.natural());
    const Allowance limits = allowance(in);
    in.end();
    write_solution(out, analyst::solution(game, position, options, limits, host.ended));
}

void for_player(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), position = in.bytes(), line = in.bytes();
    const int score = in.none() ? no_score : in.small();
    const Autoplay rule = autoplay(in);
    const Allowance limits = allowance(in);
    in.end();
    const Solution solution = analyst::for_player(game, position, line, score, rule, limits, host.ended);
    out.bytes(solution.moves);
    out.integer(std::int64_t(solution.autoplay));
}

// Verdicts, limits hit, states, lines, ends, scores, moves of paths, decisions: a column each.
void answer_range(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), layout = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    RangeOptions options;
    options.mode = mode(in);
    options.lines = in.flag();
    options.paths = in.flag();
    const Allowance limits = allowance(in);
    const Deals which = deals(in);
    in.end();
    const Columns columns = analyst::range(game, layout, first, last, options, limits, host.ended, which);
    out.bytes(columns.verdicts);
    out.bytes(columns.limits_hit);
    out.numbers(columns.states);
    out.bytes(columns.lines);
    out.numbers(columns.ends);
    out.bytes(columns.scores);
    out.bytes(columns.path_moves);
    out.bytes(columns.decisions);
}

void analyst_status(Reader& in, Writer& out, const Host& host) {
    const Handle analyst_handle = handle(in);
    const Played game = played(in);
    const Allowance limits = allowance(in);
    in.end();
    write_status(out, analyst::status(analyst_handle, game, limits, host.ended));
}

void analyst_solution(Reader& in, Writer& out, const Host& host) {
    const Handle analyst_handle = handle(in);
    const Played game = played(in);
    const Autoplay rule = autoplay(in);
    const Allowance limits = allowance(in);
    in.end();
    write_solution(out, analyst::solution(analyst_handle, game, rule, limits, host.ended));
}

// Nothing, or ply, last winnable ply (-1: none), whether that is certain, score before, score after.
void analyst_losing_move(Reader& in, Writer& out, const Host& host) {
    const Handle analyst_handle = handle(in);
    const Played game = played(in);
    const Allowance limits = allowance(in);
    in.end();
    const std::optional<Loss> loss = analyst::losing_move(analyst_handle, game, limits, host.ended);
    if (!loss) return;
    out.integer(loss->ply);
    out.integer(loss->last_winnable);
    out.integer(loss->certain);
    write_score(out, loss->score_before);
    write_score(out, loss->score_after);
}

// The number of legal moves; for each requested move a list: its three bytes, the first move to the same position, its
// effect, verdict, score, bound, limit hit, the moves left after it (none if no line is known).
void analyst_judge(Reader& in, Writer& out, const Host& host) {
    const Handle analyst_handle = handle(in);
    const Played game = played(in);
    const int first = in.small(), count = in.small();
    const Allowance limits = allowance(in);
    in.end();
    const JudgedPart part = analyst::judge(analyst_handle, game, first, count, limits, host.ended);
    out.integer(part.all);
    for (const Judged& judged : part.moves) {
        out.list(8);
        out.bytes(judged.move);
        out.integer(judged.same_as);
        out.integer(std::int64_t(judged.effect));
        out.integer(std::int64_t(judged.status.verdict));
        write_score(out, judged.status.score);
        write_score(out, judged.status.bound);
        out.integer(std::int64_t(judged.status.effort.limit_hit));
        if (judged.moves_left == no_line) out.none();
        else out.integer(judged.moves_left);
    }
}

// A byte each for the effects of the legal moves, and for the first move to the same position.
void only_move(Reader& in, Writer& out, const Host&) {
    const Bytes effects = in.bytes(), same = in.bytes();
    in.end();
    if (same.size() != effects.size()) refuse("moves: as many effects as places expected");
    std::vector<Judged> moves(effects.size());
    for (std::size_t at = 0; at < moves.size(); ++at) {
        moves[at].effect = Effect(effects[at]);
        moves[at].same_as = same[at];
    }
    out.integer(analyst::only_move(moves));
}

// Each legal move as a list: effect, first move to the same position, score, moves left (none if unknown). Their
// indices, one to each position, the best first.
void rank_moves(Reader& in, Writer& out, const Host&) {
    std::vector<Judged> moves(in.list());
    for (Judged& move : moves) {
        in.list();
        move.effect = code(in, Effect::gone, "effect: 0 (kept), 1 (lost), 2 (unknown) or 3 (gone) expected");
        move.same_as = in.small();
        move.status.score = in.none() ? no_score : in.small();
        move.moves_left = in.none() ? no_line : in.small();
    }
    in.end();
    for (const int place : analyst::rank_moves(moves)) out.integer(place);
}

Status light(Reader& in) {
    Status status;
    status.verdict = code(in, Verdict::undecided, "verdict: 0 (solved), 1 (impossible) or 2 (undecided) expected");
    status.score = in.none() ? no_score : in.small();
    status.bound = in.none() ? no_score : in.small();
    return status;
}

// Verdict, score and bound before a move, and after it.
void effect(Reader& in, Writer& out, const Host&) {
    const Status before = light(in), after = light(in);
    in.end();
    out.integer(std::int64_t(effect_of(before, after)));
}

// Each event of a line as a list: its kind, the move, the suit, column or number of free places.
void story(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes(), position = in.bytes(), moves = in.bytes();
    const Autoplay rule = autoplay(in);
    in.end();
    for (const auto& [kind, move, value] : analyst::story(game, position, moves, rule)) {
        out.list(3);
        out.integer(std::int64_t(kind));
        out.integer(move);
        out.integer(value);
    }
}

void analyst_forget(Reader& in, Writer&, const Host&) {
    const std::uint64_t number = in.natural();
    in.end();
    analyst::forget(number);
}

void analyst_remembered(Reader& in, Writer& out, const Host&) {
    const std::uint64_t number = in.natural();
    in.end();
    out.integer(std::int64_t(analyst::remembered(number)));
}

// The values of an earlier call from `moves` to the games played; none for the first call.
std::optional<Difficulty> so_far(Reader& in) {
    if (in.none()) return std::nullopt;
    const auto copy = [&] {
        const Bytes bytes = in.bytes();
        return Buffer(bytes.begin(), bytes.end());
    };
    in.list();
    Difficulty difficulty;
    difficulty.status.verdict = Verdict::solved;
    difficulty.moves = copy();
    difficulty.autoplay = autoplay(in);
    difficulty.kept = copy();
    difficulty.lost = copy();
    difficulty.open = copy();
    for (std::uint32_t& won : difficulty.won) won = std::uint32_t(in.natural());
    difficulty.games = std::uint32_t(in.natural());
    return difficulty;
}

void write_narrowness(Writer& out, const Narrowness& narrow) {
    for (const double share : narrow.share_kept) out.real(share);
    for (const int only : narrow.only_moves) out.integer(only);
}

void write_level(Writer& out, const Difficulty& measured) {
    const auto level = analyst::level_of(measured);
    if (level) out.integer(std::int64_t(*level));
    else out.none();
}

// The status; a list for the next call: the player's moves, autoplay, moves kept, lost, open, games won by each player,
// games played; the share of the work done; then the narrowness, lower and upper bound: share kept, only moves.
void difficulty(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), position = in.bytes();
    const Autoplay rule = autoplay(in);
    const Allowance limits = allowance(in);
    const int steps = in.small();
    const std::optional<Difficulty> before = so_far(in);
    in.end();
    const Difficulty result = analyst::difficulty(game, position, rule, limits, steps, before, host.ended);
    write_status(out, result.status);
    out.list(6 + result.won.size());
    out.bytes(result.moves);
    out.integer(std::int64_t(result.autoplay));
    out.bytes(result.kept);
    out.bytes(result.lost);
    out.bytes(result.open);
    for (const std::uint32_t won : result.won) out.integer(won);
    out.integer(result.games);
    out.real(result.share);
    write_narrowness(out, analyst::narrowness(result.kept, result.lost, result.open));
    write_level(out, result);
}

void narrowness(Reader& in, Writer& out, const Host&) {
    const Bytes kept = in.bytes(), lost = in.bytes(), open = in.bytes();
    in.end();
    write_narrowness(out, analyst::narrowness(kept, lost, open));
}

// Game, layout, position; what `difficulty` gives for the next call; for each measure a list of quantiles.
// A place by each measure, or nothing.
void percentiles(Reader& in, Writer& out, const Host&) {
    const Bytes game = in.bytes(), layout = in.bytes(), position = in.bytes();
    const std::optional<Difficulty> measured = so_far(in);
    Quantiles quantiles;
    for (std::vector<double>& measure : quantiles) {
        measure.resize(in.list());
        for (double& quantile : measure) quantile = in.real();
    }
    in.end();
    if (!measured) return;
    const auto places = analyst::percentiles(game, layout, position, *measured, quantiles);
    if (!places) return;
    for (const int place : *places) out.integer(place);
}

// Game, position, autoplay, the levels that matter, one bit each, and limits. The status; the level, or none.
void level(Reader& in, Writer& out, const Host& host) {
    const Bytes game = in.bytes(), position = in.bytes();
    const Autoplay rule = autoplay(in);
    const int among = in.small();
    if (among < 1 || among > analyst::all_levels) refuse("levels: 1 to 15 expected");
    const Allowance limits = allowance(in);
    in.end();
    const Difficulty measured =
        analyst::games_without_plan(game, position, rule, analyst::Levels(among), limits, host.ended);
    write_status(out, measured.status);
    write_level(out, measured);
}

constexpr Function functions[] = {
    {"conditions", conditions},
    {"search_for", search_for},
    {"answer", answer},
    {"solution", solution},
    {"for_player", for_player},
    {"answer_range", answer_range},
    {"analyst_status", analyst_status},
    {"analyst_solution", analyst_solution},
    {"analyst_losing_move", analyst_losing_move},
    {"analyst_judge", analyst_judge},
    {"analyst_forget", analyst_forget},
    {"analyst_remembered", analyst_remembered},
    {"difficulty", difficulty},
    {"narrowness", narrowness},
    {"percentiles", percentiles},
    {"level", level},
    {"story", story},
};

constexpr Function judging[] = {
    {"missed", missed},
    {"only_move", only_move},
    {"rank_moves", rank_moves},
    {"effect", effect},
};

}  // namespace

const Family analyst_functions = functions, judging_functions = judging;

}  // namespace kiebitz::interface
