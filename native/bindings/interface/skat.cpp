// Skat with all cards seen.
#include "kiebitz/skat.hpp"

#include <numeric>

#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

// Game, hands, declarer, turn, trick.
skat::Question question(Reader& in) {
    skat::Question question;
    question.game = in.small();
    question.hands = in.bytes();
    question.declarer = in.small();
    question.turn = in.small();
    question.trick = in.bytes();
    return question;
}

// Two bytes a card: its code and its value.
void write(Writer& out, const std::vector<std::pair<int, int>>& moves) {
    std::vector<std::uint8_t> packed;
    for (const auto& [card, value] : moves) {
        packed.push_back(std::uint8_t(card));
        packed.push_back(std::uint8_t(value));
    }
    out.bytes(packed);
}

void write(Writer& out, const skat::Worlds& all) {
    out.bytes(all.values);
    out.integer(std::int64_t(std::accumulate(all.nodes.begin(), all.nodes.end(), std::uint64_t{0})));
}

void best(Reader& in, Writer& out, const Host& host) {
    const skat::Question query = question(in);
    in.end();
    const skat::Best play = skat::best(query, host.ended);
    out.integer(play.value);
    out.bytes(play.line);
}

void moves(Reader& in, Writer& out, const Host& host) {
    const skat::Question query = question(in);
    in.end();
    write(out, skat::moves(query, host.ended));
}

void trace(Reader& in, Writer& out, const Host& host) {
    const skat::Question query = question(in);
    const Bytes cards = in.bytes();
    in.end();
    const auto all = skat::trace(query, cards, host.ended);
    out.list(all.size());
    for (const auto& moves : all) write(out, moves);
}

void best_discard(Reader& in, Writer& out, const Host& host) {
    skat::Question query = question(in);
    const Bytes pairs = in.bytes();
    const int min_value = in.small();
    in.end();
    const skat::Discard discard = skat::best_discard(query, pairs, min_value, host.ended);
    out.integer(discard.index);
    out.integer(discard.value);
}

void levels(Reader& in, Writer& out, const Host& host) {
    const skat::Question query = question(in);
    const Bytes had = in.bytes(), levels = in.bytes();
    in.end();
    write(out, skat::levels(query, had, levels, host.ended));
}

void worlds(Reader& in, Writer& out, const Host& host) {
    const int game = in.small(), declarer = in.small(), turn = in.small(), points = in.small();
    const Bytes hands = in.bytes();
    const bool alike = in.flag();
    in.end();
    write(out, skat::worlds(game, declarer, turn, points, hands, host.ended, alike));
}

void values(Reader& in, Writer& out, const Host& host) {
    const int game = in.small(), declarer = in.small(), turn = in.small();
    const Bytes hands = in.bytes();
    in.end();
    write(out, skat::values(game, declarer, turn, hands, host.ended));
}

constexpr Function functions[] = {
    {"skat_best", best},     {"skat_moves", moves},   {"skat_trace", trace},   {"skat_best_discard", best_discard},
    {"skat_levels", levels}, {"skat_worlds", worlds}, {"skat_values", values},
};

}  // namespace

const Family skat_functions = functions;

}  // namespace kiebitz::interface
