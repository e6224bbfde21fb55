// The players of Skat.
#include <algorithm>

#include "common/refusal.hpp"
#include "interface/skat_arguments.hpp"
#include "kiebitz/skat.hpp"
#include "skat/engine/decision.hpp"
#include "skat/engine/discards.hpp"
#include "skat/engine/game.hpp"
#include "skat/engine/listening.hpp"

namespace kiebitz::interface {
namespace {

void turn_expected(const View& view) {
    if (!view.contract || !view.hand || course_of(view.game(), view.played).turn != view.seat)
        refuse("view: a seat that has to play expected");
}

// All bids, ascending.
void ladder(Reader& in, Writer& out, const Host&) {
    in.end();
    out.list(bids().size());
    for (const int bid : bids()) out.integer(bid);
}

// View, level, seed: the highest bid that pays, 0 for a pass.
void bid(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const std::optional<Level> strength = level(in);
    const std::uint64_t seed = in.bits();
    in.end();
    if (std::popcount(view.hand) != hand_size) refuse("view: a whole hand expected");
    out.integer(strength ? Engine(*strength, seed, host.ended).highest_bid(view) : rough_bid(view.hand));
}

// View, level, seed: the player's action, as a word.
void decision(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const std::optional<Level> strength = level(in);
    const std::uint64_t seed = in.bits();
    in.end();
    out.text(word_of(view, strength, seed, host.ended));
}

// Game, cards in the order of play, forehand leading: the players and the cards of each trick; the last one lies on the
// table.
void tricks(Reader& in, Writer& out, const Host&) {
    const int of = game(in);
    const Codes played = codes(in);
    in.end();
    if (std::ranges::any_of(played, [](Code card) { return card >= pack_size; }))
        refuse("cards: those of Skat expected");
    const Course course = course_of(of, played);
    out.list(course.takers.size() + 1);
    for (std::size_t first = 0; first <= played.size(); first += seats) {
        const std::size_t size = std::min(played.size() - first, std::size_t{seats});
        out.list(2);
        for (const Bytes all : {Bytes(course.players), Bytes(played)}) out.bytes(all.subspan(first, size));
    }
}

// View, worlds, seed, listens: the number of possible worlds, and a sample of them, or all: hands, skat and weight.
void possible(Reader& in, Writer& out, const Host&) {
    const View view = read_view(in.bytes());
    const std::uint64_t number = in.natural();
    Random random(in.bits());
    const bool listens = in.flag();
    in.end();
    if (!view.contract) refuse("view: an announced contract expected");
    const Course course = course_of(view.game(), view.played);
    const Beliefs beliefs(view, course);
    const std::vector<Possible> worlds = beliefs.worlds(number, random, evidence_of(view, course, listens));
    out.integer(std::int64_t(beliefs.count()));
    out.list(worlds.size());
    for (const Possible& world : worlds) {
        out.list(5);
        for (const Set hand : world.hands) out.integer(hand);
        out.integer(world.skat);
        out.real(world.weight);
    }
}

// View of a defender in a game with trumps: the hidden cards, the features of each as bytes, and the odds of each to
// lie with the declarer, with the partner, and in the skat; 0 where it cannot lie.
void hidden(Reader& in, Writer& out, const Host&) {
    const View view = read_view(in.bytes());
    in.end();
    if (!view.contract || view.game() == null || view.is_declarer() || view.declarer == View::nobody)
        refuse("view: a defender against trumps expected");
    const Course course = course_of(view.game(), view.played);
    const std::vector<HiddenCard> cards = hidden_cards(view, course);
    const auto& lacks = course.lacks;
    const Set excluded[places] = {lacks[std::size_t(view.declarer)],
                                  lacks[std::size_t(seats - view.seat - view.declarer)], view.skat ? whole_pack : 0};
    Codes codes;
    for (const auto& [card, features] : cards) codes.push_back(card);
    out.bytes(codes);
    out.list(cards.size());
    for (const auto& [card, features] : cards) out.bytes(std::vector<std::uint8_t>(features.begin(), features.end()));
    out.list(cards.size());
    for (const auto& [card, features] : cards) {
        out.list(places);
        const auto odds = odds_of(features);
        for (std::size_t place = 0; place < places; ++place) out.real(excluded[place] & bit(card) ? 0 : odds[place]);
    }
}

// Cards, game: all pairs, the likely best discard first.
void ranked(Reader& in, Writer& out, const Host&) {
    const Set cards = set(in);
    const int of = game(in);
    in.end();
    const std::vector<Set> pairs = ranked_discards(cards, of);
    out.list(pairs.size());
    for (const Set pair : pairs) out.integer(pair);
}

// Ten cards, seat, worlds, seed: the highest bid that pays, and the prospect behind it: contract, tally, and the chance
// to win it at that bid, or at the first one.
void advice(Reader& in, Writer& out, const Host& host) {
    const Set hand = set(in);
    const int at = seat(in);
    const std::uint64_t worlds = in.natural(), seed = in.bits();
    in.end();
    if (std::popcount(hand) != hand_size || !worlds) refuse("hand: ten cards and a world expected");
    const Advice advice = advice_for(hand, at, worlds, seed, host.ended);
    out.integer(advice.bid);
    out.list(4);
    write(out, advice.best.contract);
    write(out, advice.best.tally);
    out.real(advice.best.chance.at(advice.bid));
}

// View, card, worlds, seed, listens: the number of worlds; whether these are all; each card with its chance, the best
// one first; the loss and its interval; the cards that win in every world; whether the card was a mistake.
void fair(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const int played = in.small();
    const std::uint64_t worlds = in.natural();
    const Random random(in.bits());
    const bool listens = in.flag();
    in.end();
    turn_expected(view);
    const Moment moment(view);
    if (played < 0 || played >= pack_size || !(moment.legal() & bit(played)) || !worlds)
        refuse("card: one that may be played, and a world expected");
    const Fair fair = fair_card(moment, Code(played), worlds, random, listens, host.ended);
    out.integer(std::int64_t(fair.worlds));
    out.integer(fair.is_exact);
    out.list(2 * fair.chances.size());
    for (const auto& [one, chance] : fair.chances) {
        out.integer(one);
        out.real(chance);
    }
    for (const double number : {fair.lost, fair.low, fair.high}) out.real(number);
    out.integer(fair.sure);
    out.integer(is_mistake(fair, view, Code(played), host.ended));
}

// View, worlds, seed: the number of worlds, whether these are all, the best card of the seat to play, and the
// declarer's chance after it.
void fair_light(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const std::uint64_t worlds = in.natural(), seed = in.bits();
    in.end();
    turn_expected(view);
    if (!worlds) refuse("worlds: 1 or more expected");
    const Moment moment(view);
    const auto any = Code(std::countr_zero(moment.legal()));  // the best card does not depend on the card played
    const Random random(splitmix64(seed, view.played.size() + 1));
    const Fair fair = fair_card(moment, any, worlds, random, true, host.ended);
    out.integer(std::int64_t(fair.worlds));
    out.integer(fair.is_exact);
    out.integer(fair.chances[0].card);
    out.real(fair.chances[0].value);
}

constexpr Function functions[] = {
    {"skat_bids", ladder},
    {"skat_bid", bid},
    {"skat_decision", decision},
    {"skat_tricks", tricks},
    {"skat_possible", possible},
    {"skat_hidden_cards", hidden},
    {"skat_ranked_discards", ranked},
    {"skat_advice", advice},
    {"skat_fair", fair},
    {"skat_fair_light", fair_light},
};

}  // namespace

const Family skat_engine_functions = functions;

}  // namespace kiebitz::interface
