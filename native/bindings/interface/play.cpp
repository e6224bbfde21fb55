// Play: moves, refusals, autoplay, dealing.
#include "kiebitz/play.hpp"

#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

// Rules, autoplay, cards at once.
play::Played played(Reader& in) {
    const Bytes rules = in.bytes();
    return {rules, interface::play(in)};
}

play::PileMove move(Reader& in) {
    const std::int64_t from = in.integer(), to = in.integer(), count = in.integer();
    return {from, to, count};
}

void parameter(Writer& out, std::int64_t value) {
    if (value == play::nothing) out.none();
    else out.integer(value);
}

// None, or: code, code of the cause, then card, onto, wanted, pile, count, held, capacity, free, empty; none for
// parameters that do not apply.
void put(Writer& out, const play::Refusal& why) {
    if (!why) return out.none();
    out.text(why.code);
    out.text(why.because);
    for (const std::int64_t value :
         {std::int64_t(why.card), std::int64_t(why.onto), std::int64_t(why.needed), std::int64_t(why.pile), why.count,
          std::int64_t(why.held), std::int64_t(why.capacity), std::int64_t(why.free), std::int64_t(why.empty)})
        parameter(out, value);
}

void refusal(Reader& in, Writer& out, const Host&) {
    const play::Played game = played(in);
    const Bytes position = in.bytes();
    const play::PileMove pile_move = move(in);
    in.end();
    put(out, play::refusal(game, position, pile_move));
}

void refused_to_take(Reader& in, Writer& out, const Host&) {
    const play::Played game = played(in);
    const Bytes position = in.bytes();
    const int pile = in.small(), count = in.small();
    in.end();
    put(out, play::refused_to_take(game, position, pile, count));
}

void implied_count(Reader& in, Writer& out, const Host&) {
    const play::Played game = played(in);
    const Bytes position = in.bytes();
    const std::int64_t from = in.integer(), to = in.integer();
    in.end();
    out.integer(play::implied_count(game, position, from, to));
}

// Moves, runs, whether the game is won.
void state(Reader& in, Writer& out, const Host&) {
    const play::Played game = played(in);
    const Bytes position = in.bytes();
    in.end();
    const play::State now = play::state(game, position);
    out.bytes(now.moves);
    out.bytes(now.runs);
    out.integer(now.won);
}

// A move of three values, or none. Returns the refusal; without one, the automatic moves, all positions, and the number
// of single-card moves.
void turn(Reader& in, Writer& out, const Host&) {
    const play::Played game = played(in);
    const Bytes position = in.bytes();
    std::optional<play::PileMove> pile_move;
    if (!in.none()) pile_move = move(in);
    in.end();
    const play::Turn turn = play::turn(game, position, pile_move);
    put(out, turn.refused);
    if (turn.refused) return;
    out.bytes(turn.automatic);
    out.list(turn.positions.size());
    for (const auto& after : turn.positions) out.bytes(after);
    out.integer(turn.cards);
}

void cards_to_move(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes();
    const play::PileMove pile_move = move(in);
    const Bytes position_after = in.bytes();
    in.end();
    out.integer(play::cards_to_move(rules, position, pile_move, position_after));
}

void common_form(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), position = in.bytes(), ranks = in.bytes();
    in.end();
    const play::CommonForm form = play::common_form(rules, position, ranks);
    out.bytes(form.position);
    out.bytes(form.columns);
    out.bytes(form.cells);
}

// Rules, layout, ranks of the steps home, cards at once.
void encoded(Reader& in, Writer& out, const Host&) {
    play::Stated game;
    game.choices = in.bytes();
    game.ranks = in.bytes();
    game.stock = in.small();
    game.dealt_home = in.small();
    game.dealt_to_cells = in.bytes();
    game.dealt_first = in.bytes();
    game.dealt_rows = in.bytes();
    game.face_down = in.bytes();
    in.end();
    const play::Encoded all = play::encoded(game);
    out.bytes(all.rules);
    out.bytes(all.layout);
    out.bytes(all.ranks);
    out.integer(std::int64_t(all.at_once));
}

// The first and last number as decimals, or none.
void numbers(Reader& in, Writer& out, const Host&) {
    const Numbering which = numbering(in);
    const int cards = in.small();
    in.end();
    const play::Numbers range = play::numbers(which, cards);
    if (range.last.empty()) return out.none();
    out.text(range.first);
    out.text(range.last);
}

// The position, or none for an invalid number.
void dealt(Reader& in, Writer& out, const Host&) {
    const Bytes rules = in.bytes(), layout = in.bytes();
    const Numbering which = numbering(in);
    const std::string_view number = in.text();
    in.end();
    if (const auto position = play::dealt(rules, layout, which, number)) out.bytes(*position);
    else out.none();
}

void number_of(Reader& in, Writer& out, const Host& host) {
    const Bytes rules = in.bytes(), layout = in.bytes(), position = in.bytes();
    const std::int64_t first = in.integer(), last = in.integer();
    in.end();
    if (const auto number = play::number_of(rules, layout, position, first, last, host.ended)) out.integer(*number);
    else out.none();
}

constexpr Function functions[] = {
    {"refusal", refusal},
    {"refused_to_take", refused_to_take},
    {"implied_count", implied_count},
    {"state", state},
    {"turn", turn},
    {"cards_to_move", cards_to_move},
    {"common_form", common_form},
    {"encoded", encoded},
    {"numbers", numbers},
    {"dealt", dealt},
    {"number_of", number_of},
};

}  // namespace

const Family play_functions = functions;

}  // namespace kiebitz::interface
