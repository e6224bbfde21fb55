// Certificates that a position cannot be won, or not in fewer moves. Their checker is separate and not part of this
// interface.
#include "kiebitz/certificate.hpp"

#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

// Moves -1: by an easier game.
void certificate(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const int moves = in.small();
    const Limits bounds = limits(in);
    in.end();
    const certificate::Proof proof = moves == -1
                                         ? certificate::prove_by_easier_game(rules, position, bounds, host.ended)
                                         : certificate::prove(rules, position, moves, bounds, host.ended);
    out.integer(std::int64_t(proof.verdict));
    out.integer(proof.moves);
    out.integer(std::int64_t(proof.positions));
    out.bytes(proof.body);
    out.integer(std::int64_t(proof.limit_hit));
    out.integer(std::int64_t(proof.states));
    out.integer(std::int64_t(proof.memory));
    out.bytes(proof.merged_from ? Bytes(*proof.merged_from) : Bytes());
}

// Rules, layout, ladder, position, moves, positions, Microsoft's number in decimals or nothing, the ranks from which on
// black and red suits are merged or nothing.
void certificate_header(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), layout = in.bytes(), ladder = in.bytes(), position = in.bytes();
    const int moves = in.small();
    const std::int64_t positions = in.integer();
    const std::string_view number = in.text();
    const Bytes merged_from = in.bytes();
    in.end();
    out.text(
        certificate::header({rules, layout, ladder}, position, {moves, std::uint64_t(positions), merged_from}, number));
}

constexpr Function functions[] = {{"certificate", certificate}, {"certificate_header", certificate_header}};

}  // namespace

const Family certificate_functions = functions;

}  // namespace kiebitz::interface
