// A game of Skat as the page has it: a deal's number and the words of what was done; and what ten or twelve cards are worth.
#include <algorithm>

#include "interface/interface.hpp"
#include "kiebitz/skat.hpp"
#include "skat/engine/game.hpp"

namespace kiebitz::interface {
namespace {

using namespace skat::engine;

constexpr int nobody = -1;
int seat_or_nobody(int seat) { return seat == View::nobody ? nobody : seat; }

// The game of a number and its words, one space between them, as far as they can be followed.
struct Followed {
    Game game;
    std::size_t words = 0;
    std::vector<View> moments;  // before each card

    Followed(std::uint64_t number, std::string_view text) : game(number) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(' '), text.size());
            if (game.stage() == Game::play) moments.push_back(game.view(game.turn()));
            if (!game.make(text.substr(0, end))) return;
            ++words;
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
};

Followed followed(Reader& in) {
    const std::uint64_t number = in.bits();
    return {number, in.text()};
}

void write(Writer& out, const Contract& one) {
    out.integer(one.game);
    out.integer(one.flags());
}
void write_as_held(Writer& out, const Hands& hands, int game) {
    out.list(seats);
    for (const Set hand : hands) out.bytes(as_held(game, hand));
}

// Number, words: how many words could be followed; the stage; the turn or -1; the bidding as seat and word (0 passed, 1 held),
// bid, bid at stake or 0, whether it is to be held; the declarer or -1; the contract or none; whether the skat was taken up;
// the hands and those at the start of play and of the deal, as players hold them; discard, skat and dealt skat; the cards
// played and who played them; the takers of tricks; the cards that may be played; what is asked for: -1 nothing, 0 to 3 a suit,
// 4 trumps; the score or none: won, value, score, overbid, matadors, card points, tricks, the contract counted, its base
// and what is counted beside matadors and the game (1 Hand, 2 Schneider, 4 announced, 8 Schwarz, 16 announced, 32 ouvert);
// and the tournament points of the seats.
void table(Reader& in, Writer& out, const Host&) {
    const Followed now = followed(in);
    in.end();
    const Game& game = now.game;
    const Auction& auction = game.auction();
    const Course course = game.course();
    const int order = game.contract() ? game.contract()->game : grand;
    out.integer(std::int64_t(now.words));
    out.integer(game.stage());
    out.integer(seat_or_nobody(game.turn()));
    out.list(2 * auction.words.size());
    for (const auto& [seat, said] : auction.words) {
        out.integer(seat);
        out.integer(said);
    }
    out.integer(auction.bid);
    out.integer(auction.is_over ? 0 : auction.at_stake());
    out.integer(auction.is_asked);
    out.integer(seat_or_nobody(game.declarer()));
    if (game.contract()) {
        out.list(2);
        write(out, *game.contract());
    } else {
        out.none();
    }
    out.integer(game.has_taken());
    write_as_held(out, game.hands(), order);
    write_as_held(out, game.start(), order);
    write_as_held(out, game.dealt(), order);
    for (const Set cards : {game.discard(), game.skat(), game.dealt_skat()}) out.bytes(in_pack_order(cards));
    out.bytes(game.played());
    out.bytes(course.players);
    out.bytes(course.takers);
    out.bytes(in_code_order(game.legal()));
    constexpr int nothing = -1, trumps = 4;
    out.integer(course.trick.empty() ? nothing : is_trump(order, course.trick[0]) ? trumps : suit_of(course.trick[0]));
    const auto score = game.score();
    if (!score) {
        out.none();
    } else {
        out.list(11);
        out.integer(score->won);
        out.integer(score->value);
        out.integer(score->written());
        out.integer(score->overbid);
        out.integer(score->matadors);
        out.integer(game.points());
        out.integer(course.tricks[std::size_t(game.declarer())]);
        write(out, score->counted);
        out.integer(base_of(score->counted.game));
        out.integer(levels_of(score->counted, score->schneider, score->schwarz));
    }
    out.list(seats);
    for (int seat = 0; seat < seats; ++seat)
        out.integer(!score ? 0 : seat == game.declarer() ? declarers_points(*score) : defenders_points(*score));
}

// Number, words, seat: what the seat may know.
void view(Reader& in, Writer& out, const Host&) {
    const Followed now = followed(in);
    const int seat = in.small();
    in.end();
    if (seat < 0 || seat >= seats) throw std::invalid_argument("seat: 0, 1 or 2 expected");
    out.bytes(write_view(now.game.view(seat)));
}

// Number, words, seat: for each card that the seat played and had a choice the view before it, its number and the card.
void moments(Reader& in, Writer& out, const Host&) {
    const Followed now = followed(in);
    const int seat = in.small();
    in.end();
    std::vector<std::size_t> choices;
    for (std::size_t i = 0; i < now.game.played().size(); ++i) {
        const View& one = now.moments[i];
        const Course course = course_of(one.game(), one.played);
        if (one.seat == seat && std::popcount(legal_among(one.game(), one.hand, course.trick)) > 1) choices.push_back(i);
    }
    out.list(3 * choices.size());
    for (const std::size_t i : choices) {
        out.bytes(write_view(now.moments[i]));
        out.integer(std::int64_t(i) + 1);
        out.integer(now.game.played()[i]);
    }
}

// Number, words of a game that is being played: whether the declarer wins if all see all cards from here on.
void light(Reader& in, Writer& out, const Host& host) {
    const Followed now = followed(in);
    in.end();
    const Game& game = now.game;
    if (game.stage() != Game::play) throw std::invalid_argument("words: a game that is being played expected");
    const Course course = game.course();
    const std::vector<std::uint8_t> hands = bytes_of(game.hands());
    const Contract& contract = *game.contract();
    const int missing = needed(contract) - game.points();
    const bool reaches = skat::reaches({contract.game, hands, game.declarer(), course.turn, course.trick}, std::max(0, missing),
                                       host.ended);
    out.integer((missing <= 0 && contract.game != null) || reaches);
}

// Contract, set of cards: the word by which they are announced.
void announcement(Reader& in, Writer& out, const Host&) {
    const int game = in.small(), flags = in.small();
    const auto discard = Set(in.natural());
    in.end();
    if (game < 0 || game > null) throw std::invalid_argument("game: 0 to 5 expected");
    out.text(announcement_of(Contract::of(game, flags), discard));
}

// Game, whether it is a Hand game: what may be announced besides, as flags.
void announceable(Reader& in, Writer& out, const Host&) {
    const int game = in.small();
    const bool hand = in.flag();
    in.end();
    if (game < 0 || game > null) throw std::invalid_argument("game: 0 to 5 expected");
    int found = 0;
    for (const int flag : {2, 4, 8})
        if (Contract::of(game, int(hand) | flag).may_be_announced()) found |= flag;
    out.integer(found);
}

// Ten cards, or twelve with the skat: as players hold them; the textbook's rule (what speaks against a game: 0 nothing, 1 too
// few trumps, 2 no ace; jack factor, suit, its base, its trumps, the value); and each contract with matadors, value, its value with Schneider, the least and the most over all skats, and the
// highest bid that the least covers.
void hand_value(Reader& in, Writer& out, const Host&) {
    const auto cards = Set(in.natural());
    in.end();
    out.bytes(as_held(grand, cards));
    const bool ten = std::popcount(cards) == hand_size;
    if (!ten && std::popcount(cards) != hand_size + skat_size) {
        out.none();
        out.list(0);
        return;
    }
    if (ten) {
        const Textbook found = textbook(cards);
        out.list(6);
        for (const int number : {int(found.against), found.jack_factor, found.suit, base_of(found.suit), found.trumps, found.value()})
            out.integer(number);
    } else {
        out.none();
    }
    std::vector<Contract> contracts;
    for (const int game : trump_games)
        for (const bool hand : {false, true})
            if (ten || !hand) contracts.push_back({game, hand});
    for (const bool ouvert : {false, true})
        for (const bool hand : {false, true})
            if (ten || !hand) contracts.push_back({null, hand, false, false, ouvert});
    out.list(contracts.size());
    for (const Contract& contract : contracts) {
        const Valuation found = valuation(contract, cards);
        out.list(6);
        write(out, contract);
        out.integer(found.matadors);
        out.integer(found.value);
        out.integer(value_of(contract, found.matadors, true));
        out.integer(highest_bid(found.least));
    }
}

constexpr Function functions[] = {
    {"skat_table", table},     {"skat_view", view},           {"skat_moments", moments},
    {"skat_light", light},     {"skat_announced", announcement},
    {"skat_announceable", announceable}, {"skat_hand_value", hand_value},
};

}  // namespace

const std::span<const Function> skat_table_functions = functions;

}  // namespace kiebitz::interface
