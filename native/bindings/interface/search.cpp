// Whether positions and ranges of deals can be won; the checks of these answers; perft.
#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

void solve(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const Mode how = mode(in);
    const Limits bounds = limits(in);
    const std::uint64_t seed = in.bits();
    in.end();
    const Answer answer = kiebitz::solve(rules, position, how, bounds, seed, host.ended);
    out.integer(std::int64_t(answer.verdict));
    out.bytes(answer.line);
    out.integer(std::int64_t(answer.limit_hit));
    out.integer(std::int64_t(answer.states));
    out.integer(std::int64_t(answer.stored));
    out.integer(std::int64_t(answer.memory));
}

void solve_range(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    const Mode how = mode(in);
    const Limits bounds = limits(in);
    const bool lines = in.flag();
    const Deals which = deals(in);
    in.end();
    const Batch batch = kiebitz::solve_range(rules, layout, first, last, how, bounds, lines, host.ended, which);
    out.bytes(batch.verdicts);
    out.numbers(batch.states);
    out.bytes(batch.lines);
    out.numbers(batch.ends);
    out.bytes(batch.limits_hit);
}

void check(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes(), line = in.bytes();
    in.end();
    out.integer(kiebitz::check(rules, position, line));
}

void check_range(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    const Bytes verdicts = in.bytes(), lines = in.bytes();
    const auto ends = in.numbers();
    const Deals which = deals(in);
    in.end();
    out.integer(kiebitz::check_range(rules, layout, first, last, verdicts, lines, ends, which));
}

void perft(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const int depth = in.small();
    in.end();
    out.integer(std::int64_t(kiebitz::perft(rules, position, depth)));
}

void simd(Reader& in, Writer& out, const Host&) {
    in.end();
    out.text(kiebitz::simd());
}

void build_info(Reader& in, Writer& out, const Host&) {
    in.end();
    out.text(kiebitz::build_info());
}

constexpr Function functions[] = {
    {"solve", solve}, {"solve_range", solve_range}, {"check", check}, {"check_range", check_range}, {"perft", perft},
    {"simd", simd},   {"build_info", build_info},
};

}  // namespace

const Family search_functions = functions;

}  // namespace kiebitz::interface
