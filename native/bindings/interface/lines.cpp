// Player's lines, shortest lines, and the narrowness of the way to a win.
#include "common/refusal.hpp"
#include "interface/arguments.hpp"
#include "interface/interface.hpp"
#include "kiebitz/difficulty.hpp"
#include "kiebitz/fewest_moves.hpp"

namespace kiebitz::interface {
namespace {

void player_line(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes(), line = in.bytes();
    const Play how = play(in);
    in.end();
    const auto moves = kiebitz::player_line(rules, position, line, how);
    if (moves) out.bytes(*moves);
    else out.none();
}

void player_lines(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    const Bytes verdicts = in.bytes(), lines = in.bytes();
    const auto ends = in.numbers();
    const Play how = play(in);
    const Deals which = deals(in);
    in.end();
    const PlayerLines all =
        kiebitz::player_lines(rules, layout, first, last, verdicts, lines, ends, how, host.ended, which);
    out.bytes(all.has_line);
    out.bytes(all.lines);
    out.numbers(all.ends);
}

void short_line(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Play how = play(in);
    const Limits bounds = limits(in);
    const int width = in.small(), below = in.small();
    in.end();
    if (width < 0 || below < 0) refuse("width, below: 0 or more expected");
    const ShortOptions options{std::uint32_t(width), std::uint32_t(below)};
    const ShortLine line = kiebitz::short_line(rules, position, how, options, bounds, host.ended);
    if (line.has_line) out.bytes(line.moves);
    else out.none();
    out.integer(std::int64_t(line.limit_hit));
    out.integer(std::int64_t(line.states));
    out.integer(std::int64_t(line.memory));
}

// The answer of both searches for a shortest line.
void write(Writer& out, const auto& shortest, Bytes line) {
    out.integer(std::int64_t(shortest.verdict));
    out.bytes(line);
    out.integer(shortest.bound);
    out.integer(std::int64_t(shortest.limit_hit));
    out.integer(std::int64_t(shortest.states));
    out.integer(std::int64_t(shortest.stored));
    out.integer(std::int64_t(shortest.memory));
}

void fewest_moves(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Play how = play(in);
    const Limits bounds = limits(in);
    const int known_length = in.small();
    in.end();
    const FewestMoves fewest =
        kiebitz::fewest_moves(rules, position, how, known_length, bounds, host.progress, host.ended);
    write(out, fewest, fewest.moves);
}

void shortest_line(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Limits bounds = limits(in);
    const int width = in.small();
    const bool prove = in.flag();
    in.end();
    if (width < 0) refuse("width: 0 or more expected");
    const Shortest shortest =
        kiebitz::shortest_line(rules, position, {width, prove}, bounds, host.progress, host.ended);
    write(out, shortest, shortest.line);
}

void judge_moves(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes(), line = in.bytes();
    const Play how = play(in);
    const Limits bounds = limits(in);
    in.end();
    const JudgedMoves judged = kiebitz::judge_moves(rules, position, line, how, bounds, host.ended);
    out.bytes(judged.kept);
    out.bytes(judged.lost);
    out.bytes(judged.open);
    out.integer(std::int64_t(judged.states));
}

void greedy_games(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Play how = play(in);
    const int ahead = in.small();
    const std::uint64_t games = in.natural();
    const std::uint64_t seed = in.bits();
    in.end();
    if (games > std::numeric_limits<std::uint32_t>::max()) refuse("games: fewer than 2^32 expected");
    const GreedyGames played =
        kiebitz::greedy_games(rules, position, how, {ahead, std::uint32_t(games), seed}, host.ended);
    out.integer(played.won);
    out.integer(std::int64_t(played.moves));
    out.bytes(played.line);
}

void check_player_line(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes(), line = in.bytes();
    const Play how = play(in);
    in.end();
    out.integer(kiebitz::check_player_line(rules, position, line, how));
}

void check_player_lines(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    const Bytes has_line = in.bytes(), lines = in.bytes();
    const auto ends = in.numbers();
    const Play how = play(in);
    const Deals which = deals(in);
    in.end();
    out.integer(kiebitz::check_player_lines(rules, layout, first, last, has_line, lines, ends, how, which));
}

constexpr Function functions[] = {
    {"player_line", player_line},
    {"player_lines", player_lines},
    {"short_line", short_line},
    {"fewest_moves", fewest_moves},
    {"shortest_line", shortest_line},
    {"judge_moves", judge_moves},
    {"greedy_games", greedy_games},
    {"check_player_line", check_player_line},
    {"check_player_lines", check_player_lines},
};

}  // namespace

const Family line_functions = functions;

}  // namespace kiebitz::interface
