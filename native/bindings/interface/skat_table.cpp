// A game of Skat for the page: a deal's number and the words of its actions; and the worth of ten or twelve cards.
#include <algorithm>

#include "common/refusal.hpp"
#include "interface/skat_arguments.hpp"
#include "kiebitz/skat.hpp"
#include "skat/engine/decision.hpp"
#include "skat/engine/game.hpp"
#include "skat/engine/game_list.hpp"
#include "skat/engine/parameters.hpp"
#include "skat/engine/review.hpp"

namespace kiebitz::interface {
namespace {

constexpr int nobody = -1;
int seat_or_nobody(int seat) { return seat == View::nobody ? nobody : seat; }

// The game of a number and its words, separated by spaces, as far as the rules allow them.
struct Followed {
    Game game;
    std::string_view unread;  // the words from the first illegal one on
    int words = 0;

    explicit Followed(Reader& in) : Followed(in, [](const Game&) {}) {}
    template <typename Each>  // called with the game before each word
    Followed(Reader& in, const Each& each) : game(in.bits()), unread(in.text()) {
        while (!unread.empty()) {
            const std::size_t end = std::min(unread.find(' '), unread.size());
            each(game);
            if (!game.make(unread.substr(0, end))) return;
            ++words;
            unread.remove_prefix(std::min(end + 1, unread.size()));
        }
    }

    // Refuse words that cannot be followed: an answer would be one about another game.
    const Game& whole() const {
        if (!unread.empty()) refuse("words: legal actions expected");
        return game;
    }
};

Game followed(Reader& in) { return Followed(in).whole(); }

const std::optional<Contract>& announced(const Game& game) {
    if (!game.contract()) refuse("words: an announced game expected");
    return game.contract();
}

// The calculation of a value: contract, matadors, base value; in games with trumps the multipliers in the order of
// counting, each with the factor so far (0 the game, 1 Hand, 2 Schneider, 3 announced, 4 Schwarz, 5 announced, 6
// ouvert); the value.
void write_sum(Writer& out, const Contract& of, int matadors, bool schneider, bool schwarz) {
    const int levels = matadors ? levels_of(of, schneider, schwarz) << 1 | 1 : 0;
    out.list(6);
    write(out, of);
    out.integer(matadors);
    out.integer(base_of(of.game));
    out.list(2 * std::size_t(std::popcount(unsigned(levels))));
    for (int place = 0, factor = std::abs(matadors) + 1; levels >> place; ++place)
        if (levels >> place & 1) {
            out.integer(place);
            out.integer(factor++);
        }
    out.integer(value_of(of, matadors, schneider, schwarz));
}

// Won, value, score, overbid, `Score::Reason`, Schneider, Schwarz, card points, tricks, the calculation.
void write(Writer& out, const Finished& game) {
    const auto score = score_of(game);
    out.integer(score.won);
    out.integer(score.value);
    out.integer(score.written());
    out.integer(score.overbid);
    out.integer(score.reason);
    out.integer(score.schneider);
    out.integer(score.schwarz);
    out.integer(game.points);
    out.integer(game.tricks);
    write_sum(out, score.counted, score.matadors, score.schneider, score.schwarz);
}

// Contract, bid, cards or none, card points, tricks, matadors (0: those of the cards), `Finished::Ending`: the score.
void score(Reader& in, Writer& out, const Host&) {
    Finished game{contract(in), in.small(), set(in), in.small(), in.small(), in.small()};
    game.ending = code(in, Finished::conceded, "ending: 0 to 2 expected");
    in.end();
    write(out, game);
}

// Number, words: the number of words followed; the stage; the turn or -1; the bidding as seat and word (0 pass, 1
// hold), bid, bid at stake or 0, whether it is to be held; the declarer or -1; the contract or none; whether the skat
// was picked up; the hands as players sort them; the skat that was picked up; the discard; the cards played and their
// players; the takers of tricks; the legal cards; the side that gave up: 0 none, 1 declarer, 2 defenders; the kind to
// follow: -1 none, 0 to 3 a suit, 4 trumps; the score or none, as `skat_score` has it.
void table(Reader& in, Writer& out, const Host&) {
    const Followed now(in);
    in.end();
    const Game& game = now.game;
    const Auction& auction = game.auction();
    const Course course = game.course();
    const int order = game.contract() ? game.contract()->game : grand;
    out.integer(now.words);
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
    out.list(seats);
    for (const Set hand : game.hands()) out.bytes(as_held(order, hand));
    out.bytes(in_pack_order(game.has_taken() ? game.dealt_skat() : 0));
    out.bytes(in_pack_order(game.discard()));
    out.bytes(game.played());
    out.bytes(course.players);
    out.bytes(course.takers);
    out.bytes(in_code_order(game.legal()));
    out.integer(game.gave_up());
    constexpr int nothing = -1, trumps = 4;
    out.integer(course.trick.empty()               ? nothing
                : is_trump(order, course.trick[0]) ? trumps
                                                   : skat::engine::suit_of(course.trick[0]));
    if (const auto finished = game.finished()) {
        out.list(10);
        write(out, *finished);
    } else {
        out.none();
    }
}

// Number, words, seat: the seat's view.
void view(Reader& in, Writer& out, const Host&) {
    const Game game = followed(in);
    const int seat = interface::seat(in);
    in.end();
    out.bytes(write_view(game.view(seat)));
}

// Each level by name: its name and its seven numbers.
void levels(Reader& in, Writer& out, const Host&) {
    in.end();
    out.list(std::size(named_levels));
    for (const auto& [name, one] : named_levels) {
        out.list(8);
        out.text(name);
        out.integer(one.worlds);
        out.integer(one.bidding);
        out.integer(one.listens);
        out.integer(one.remembers);
        out.real(one.margin);
        out.integer(one.sure);
        out.integer(one.calibrated);
    }
}

// View, worlds for a contract and for a card, seed: the best action, as a word; the share of worlds won by its contract
// or after its card; before play the chance at the table, or none.
void hint(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const std::uint64_t worlds = in.natural(), worlds_of_card = in.natural(), seed = in.bits();
    in.end();
    if (!worlds || !worlds_of_card) refuse("worlds: 1 or more expected");
    const auto [word, won, chance] = hint_for(view, worlds, worlds_of_card, seed, host.ended);
    out.text(word);
    write(out, won);
    write(out, chance);
}

Game in_play(Reader& in) {
    Game game = followed(in);
    if (game.stage() != Game::play) refuse("words: a game that is being played expected");
    return game;
}

// Number, words of a game in play: the claim of the seat to play that all remaining tricks are its side's, in Null that
// the declarer takes none. The number of worlds; whether it was checked on them; the others that do not agree, if not;
// the cards that play the rest if it holds or all agree, else the hands of a world in which it fails.
void claim(Reader& in, Writer& out, const Host& host) {
    const Game game = in_play(in);
    in.end();
    const int seat = game.turn();
    const Claim claim = Moment(game.view(seat)).claim(most_claimed, host.ended);
    std::vector<std::uint8_t> against;
    for (int other = next_seat(seat); other != seat && !claim.is_checked; other = next_seat(other))
        if (!Moment(game.view(other)).agrees(game.hands()[std::size_t(seat)], host.ended))
            against.push_back(std::uint8_t(other));
    const bool holds = claim.is_checked ? claim.cards != 0 : against.empty();
    out.integer(std::int64_t(claim.worlds));
    out.integer(claim.is_checked);
    out.bytes(against);
    out.bytes(holds ? rest_of(game, host.ended) : Codes{});
    out.list(seats);
    for (const Set hand : claim.against.hands) out.bytes(as_held(game.contract()->game, holds ? 0 : hand));
}

// Number, words of a game in play, whether all cards are seen, a legal card or -1 for all: the number of worlds; the
// cards after which the side of the seat to play wins in each of them. If the one card fails, a world in which it does:
// the hands and the skat; and the declarer's card points with best play from there on, in Null 1 if he takes no trick.
void winning(Reader& in, Writer& out, const Host& host) {
    const Game game = in_play(in);
    const bool is_seen = in.flag();
    const int card = in.small();
    in.end();
    const bool is_one = card >= 0 && card < pack_size;
    if (is_one && !(game.legal() & bit(card))) refuse("card: one that may be played expected");
    const View view = game.view(game.turn());
    const Moment moment(view);
    const Possible open_world{.hands = game.hands(), .skat = game.skat()};
    const Claim claim = moment.winning(is_one ? bit(card) : game.legal(), std::uint64_t(sure_in_reviews), host.ended,
                                       is_seen ? &open_world : nullptr);
    out.integer(std::int64_t(claim.worlds));
    out.bytes(in_code_order(claim.cards));
    if (!is_one || !claim.is_checked || claim.cards) return;
    const Course& course = moment.course();
    const std::vector<std::uint8_t> hands = bytes_of(claim.against.hands);
    const auto values = skat::moves({view.game(), hands, view.declarer, course.turn, course.trick}, host.ended);
    const int value = std::ranges::find(values, card, &std::pair<int, int>::first)->second;
    const int had = course.points[std::size_t(view.declarer)] + points_of(claim.against.skat);
    out.list(seats);
    for (const Set hand : claim.against.hands) out.bytes(as_held(view.game(), hand));
    out.bytes(in_pack_order(claim.against.skat));
    out.integer(view.game() == null ? value : had + value);
}

// Number, words, seat, worlds, seed: for each card that the seat could have known to be a mistake: its number, its
// trick, the card, the best one, and the declarer's chance after each.
void mistakes(Reader& in, Writer& out, const Host& host) {
    std::vector<View> moments;  // before each card
    const Followed now(in, [&](const Game& before) {
        if (before.stage() == Game::play) moments.push_back(before.view(before.turn()));
    });
    const Codes& cards = now.whole().played();
    const int seat = interface::seat(in);
    const std::uint64_t worlds = in.natural(), seed = in.bits();
    in.end();
    std::vector<std::vector<double>> result;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Moment moment(moments[i]);
        if (moments[i].seat != seat || std::popcount(moment.legal()) == 1) continue;
        const Code card = cards[i];
        const Fair fair = fair_card(moment, card, worlds, Random(splitmix64(seed, i + 1)), true, host.ended);
        if (!is_mistake(fair, moments[i], card, host.ended)) continue;
        const auto& [best, chance] = fair.chances[0];
        const auto played = std::ranges::find(fair.chances, card, &CardValue::card);
        result.push_back({double(i + 1), double(i / seats + 1), double(card), double(best), played->value, chance});
    }
    out.list(result.size());
    for (const std::vector<double>& mistake : result) {
        out.list(mistake.size());
        for (const double number : mistake) out.real(number);
    }
}

// Number, words: for each card of the game the number of its trick; the seat; the card; all legal cards and their
// values, the best ones first; the value before and after it; the best cards; those that would have kept what it gave
// away; the outcome before and after it; and what is settled: 0 nothing, 1 Schneider, 2 the game.
void steps(Reader& in, Writer& out, const Host& host) {
    const Game game = followed(in);
    in.end();
    const std::vector<Reviewed> cards =
        review(*announced(game), game.declarer(), game.start(), game.skat(), game.played(), host.ended);
    out.list(cards.size());
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Reviewed& review = cards[i];
        const int before = review.values[0].value;
        std::vector<std::uint8_t> codes, values, best, holding;
        for (const auto& [code, value] : review.values) {
            codes.push_back(code);
            values.push_back(std::uint8_t(value));
            if (value == before) best.push_back(code);
            if (review.before != review.after && (review.holding & bit(code))) holding.push_back(code);
        }
        out.list(12);
        out.integer(std::int64_t(i / seats) + 1);
        out.integer(review.seat);
        out.integer(game.played()[i]);
        out.bytes(codes);
        out.bytes(values);
        out.integer(before);
        out.integer(std::ranges::find(review.values, game.played()[i], &Valued::card)->value);
        out.bytes(best);
        out.bytes(holding);
        for (const int number : {int(review.before), int(review.after), int(review.settles)}) out.integer(number);
    }
}

// Number, words, and the value at the start of play: nothing, or the value of the best discard, and its cards.
void put(Reader& in, Writer& out, const Host& host) {
    const Game game = followed(in);
    const int value = in.small();
    in.end();
    if (!game.discard()) return;
    const auto best =
        best_discard(game.dealt(), game.dealt_skat(), announced(game)->game, game.declarer(), value + 1, host.ended);
    out.integer(best ? best->value : value);
    out.bytes(in_pack_order(best ? best->pair : game.discard()));
}

// Number, words, seat: the place of the seat's best contract among those that win with open cards, -1 if none wins its
// bid; and each of these: contract, discard, value, outcome, score.
void par(Reader& in, Writer& out, const Host& host) {
    const Game game = followed(in);
    const int seat = interface::seat(in);
    in.end();
    const int bid = seat == game.declarer() ? game.auction().bid : first_bid;
    const std::vector<Par> pars = skat::engine::par(game.dealt(), game.dealt_skat(), seat, bid, host.ended);
    out.integer(best_of(pars));
    out.list(pars.size());
    for (const Par& par : pars) {
        out.list(6);
        write(out, par.contract);
        out.bytes(in_pack_order(par.discard));
        for (const int number : {par.value, int(end_of(par.contract, par.value)), par.score.written()})
            out.integer(number);
    }
}

// Number, words, and the value of a game at its end: the highest bid that it covers, 0 if it is lost; the points by
// Seeger and Fabian at the actual bid, the declarer's and each defender's.
void covers(Reader& in, Writer& out, const Host&) {
    const Game game = followed(in);
    const int value = in.small();
    in.end();
    const Contract& contract = *announced(game);
    const Set twelve = game.dealt()[std::size_t(game.declarer())] | game.dealt_skat();
    const auto least = score_at(contract, first_bid, twelve, value);
    const auto score = score_at(contract, game.auction().bid, twelve, value);
    out.integer(least.won ? highest_bid(least.value) : 0);
    out.integer(declarers_points(score));
    out.integer(defenders_points(score));
}

// Number, words of a game in play: whether the declarer wins with open cards from here on.
void light(Reader& in, Writer& out, const Host& host) {
    const Game game = in_play(in);
    in.end();
    const Course course = game.course();
    const std::vector<std::uint8_t> hands = bytes_of(game.hands());
    const Contract& contract = *game.contract();
    const int missing = needed(contract) - game.points();
    const bool reaches = skat::reaches({contract.game, hands, game.declarer(), course.turn, course.trick},
                                       std::max(0, missing), host.ended);
    out.integer((missing <= 0 && contract.game != null) || reaches);
}

// Contract, set of cards: the word that announces them.
void announcement(Reader& in, Writer& out, const Host&) {
    const Contract announced = contract(in);
    const Set discard = set(in);
    in.end();
    out.text(announcement_of(announced, discard));
}

// Contract, ten or twelve cards, bid: how the game covers the bid if it is won, as `Cover`; its highest value; the
// number of skats with which it is overbid, and of all; the announcements possible with the game and with Hand as it
// is.
void cover(Reader& in, Writer& out, const Host&) {
    const Contract of = contract(in);
    const Set cards = set(in);
    const int bid = in.small();
    in.end();
    const Valuation bounds = valuation(of, cards, bid);
    int announceable = 0;
    for (int flag = 2; flag <= 8; flag *= 2)
        if (Contract::of(of.game, int(of.hand) | flag).may_be_announced()) announceable |= flag;
    out.integer(std::int64_t(cover_of(bounds, bid)));
    out.integer(bounds.most);
    out.integer(bounds.overbid);
    out.integer(bounds.skats);
    out.integer(announceable);
}

// The games of a list: dealer, declarer, score written and whether it is Ramsch.
std::vector<Listed> listed(Reader& in, int players) {
    constexpr int most_players = 4;
    if (players != seats && players != most_players) refuse("list: a table of 3 or 4 expected");
    std::vector<Listed> games;
    for (std::size_t number = in.list(); number--;) {
        in.list();
        const int dealer = in.small(), declarer = in.small(), written = in.small();
        const bool is_ramsch = in.flag();
        if (dealer < 0 || dealer >= players || (written && (declarer < 0 || declarer >= players)))
            refuse("games: those of players expected");
        games.push_back({dealer, declarer, written, is_ramsch});
    }
    in.end();
    return games;
}

// Counting (0 Seeger-Fabian, 1 Leipzig, 2 Bierlachs), number of players, games of a list: the points of each player for
// each game; each player's games won, lost, lost by others, sum of the scores and points; and for each dealer the
// players in the seats; forehand deals next.
void list(Reader& in, Writer& out, const Host&) {
    const auto counting = code(in, Counting::bierlachs, "counting: 0 to 2 expected");
    const int players = in.small();
    const std::vector<Listed> games = listed(in, players);
    out.list(games.size());
    for (const Listed& game : games) {
        out.list(std::size_t(players));
        for (const int points : points_for(game, players, counting)) out.integer(points);
    }
    out.list(std::size_t(players));
    for (const Total& total : totals(games, players, counting)) {
        out.list(5);
        out.integer(total.won);
        out.integer(total.lost);
        out.integer(total.others_lost);
        out.integer(total.score);
        out.integer(total.points);
    }
    out.list(std::size_t(players));
    for (int dealer = 0; dealer < players; ++dealer) {
        out.list(seats);
        for (int seat = 0; seat < seats; ++seat) out.integer(player_of(seat, dealer, players));
    }
}

// The players' names, and games without Ramsch: the text of the list.
void written_list(Reader& in, Writer& out, const Host&) {
    std::vector<std::string_view> names(in.list());
    for (std::string_view& name : names) name = in.text();
    const std::vector<Listed> games = listed(in, int(names.size()));
    if (std::ranges::any_of(games, &Listed::is_ramsch)) refuse("games: no Ramsch expected");
    out.text(list_text(games, names));
}

// The contracts that cards are valued in: each game, Null ouvert too, and with ten cards each as a Hand game.
std::vector<Contract> valued(Set cards) {
    const int size = std::popcount(cards);
    std::vector<Contract> contracts;
    if (size != hand_size && size != hand_size + skat_size) return contracts;
    for (const int game : games)
        for (const bool ouvert : {false, true})
            for (const bool hand : {false, true})
                if ((game == null || !ouvert) && (size == hand_size || !hand))
                    contracts.push_back({.game = game, .hand = hand, .ouvert = ouvert});
    return contracts;
}

// Ten cards, or twelve with the skat: sorted; the textbook's rule (the objection to a game: 0 none, 1 too few trumps, 2
// no ace; jack factor, suit, its base value, its trumps, the value); and each contract with matadors, value, its value
// with Schneider, and the highest bid that no skat overbids.
void hand_value(Reader& in, Writer& out, const Host&) {
    const Set cards = set(in);
    in.end();
    out.bytes(as_held(grand, cards));
    if (std::popcount(cards) == hand_size) {
        const Textbook rule = textbook(cards);
        out.list(6);
        out.integer(rule.against);
        out.integer(rule.jack_factor);
        out.integer(rule.suit);
        out.integer(base_of(rule.suit));
        out.integer(rule.trumps);
        out.integer(rule.value());
    } else {
        out.none();
    }
    const std::vector<Contract> contracts = valued(cards);
    out.list(contracts.size());
    for (const Contract& contract : contracts) {
        const Valuation result = valuation(contract, cards);
        out.list(6);
        write(out, contract);
        out.integer(result.matadors);
        out.integer(result.value);
        out.integer(value_of(contract, result.matadors, true));
        out.integer(highest_bid(result.least));
    }
}

// Contract, ten cards, or twelve with the skat: the calculation of its value; its value with Schneider, and with
// Schwarz; the bounds over all skats; and the highest bid that the lower bound covers.
void value(Reader& in, Writer& out, const Host&) {
    const Contract of = contract(in);
    const Set cards = set(in);
    in.end();
    const Valuation result = valuation(of, cards);
    write_sum(out, of, result.matadors, false, false);
    out.integer(value_of(of, result.matadors, true));
    out.integer(value_of(of, result.matadors, true, true));
    out.integer(result.least);
    out.integer(result.most);
    out.integer(highest_bid(result.least));
}

constexpr Function functions[] = {
    {"skat_table", table}, {"skat_view", view}, {"skat_named_levels", levels},    {"skat_announced", announcement},
    {"skat_cover", cover}, {"skat_list", list}, {"skat_list_text", written_list}, {"skat_hand_value", hand_value},
};

constexpr Function thought_out[] = {
    {"skat_score", score}, {"skat_value", value},     {"skat_hint", hint},         {"skat_light", light},
    {"skat_claim", claim}, {"skat_winning", winning}, {"skat_mistakes", mistakes}, {"skat_steps", steps},
    {"skat_put", put},     {"skat_par", par},         {"skat_covers", covers},
};

}  // namespace

const Family skat_table_functions = functions, skat_game_functions = thought_out;

}  // namespace kiebitz::interface
