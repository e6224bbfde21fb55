// Skat as it is played: players, chances, reviews, and the game itself.
//
// Cards are codes (bytes) or sets (a bit for each code) as in kiebitz/skat.hpp; views are bytes as in
// skat/engine/view.hpp. A contract is the number of its game and what is announced: 1 Hand, 2 Schneider, 4 Schwarz, 8
// ouvert. A level is a list of its five numbers, or none for the player who goes by the maxims of the textbooks.
#include <algorithm>
#include <optional>
#include <type_traits>

#include "interface/arguments.hpp"
#include "interface/interface.hpp"
#include "kiebitz/skat.hpp"
#include "skat/engine/chances.hpp"
#include "skat/engine/discards.hpp"
#include "skat/engine/game.hpp"
#include "skat/engine/players.hpp"
#include "skat/engine/review.hpp"

namespace kiebitz::interface {
namespace {

using namespace skat::engine;

Set set(Reader& in) { return Set(in.natural()); }
Hands hands(Reader& in) {
    Hands three;
    for (Set& hand : three) hand = set(in);
    return three;
}
Codes codes(Reader& in) {
    const Bytes cards = in.bytes();
    return {cards.begin(), cards.end()};
}
int seat(Reader& in) {
    const int number = in.small();
    if (number < 0 || number >= seats) throw std::invalid_argument("seat: 0, 1 or 2 expected");
    return number;
}
int game(Reader& in) {
    const int number = in.small();
    if (number < 0 || number > null) throw std::invalid_argument("game: 0 to 5 expected");
    return number;
}
Contract contract(Reader& in) {
    const int number = game(in);
    const Contract given = Contract::of(number, in.small());
    if (!given.may_be_announced()) throw std::invalid_argument("contract: one that may be announced expected");
    return given;
}
std::optional<Level> level(Reader& in) {
    if (in.none()) return std::nullopt;
    in.list();
    Level given;
    given.worlds = in.integer();
    given.bidding = in.integer();
    given.listens = in.flag();
    given.margin = in.real();
    given.sure = in.integer();
    if (given.worlds < 1 || given.bidding < 1) throw std::invalid_argument("level: a world or more expected");
    return given;
}
Entry entry(Reader& in) {
    in.list();
    const Contract given = contract(in);
    return {given, set(in)};
}
std::vector<Entry> entries(Reader& in) {
    std::vector<Entry> found;
    for (std::size_t left = in.list(); left--;) found.push_back(entry(in));
    return found;
}
// Cards, seat, pack, turn, points taken.
Known known(Reader& in) {
    in.list();
    Known given;
    given.cards = set(in);
    given.seat = seat(in);
    given.pack = set(in);
    given.turn = seat(in);
    given.taken = in.small();
    const int size = std::popcount(given.cards), of = std::popcount(given.pack);
    if ((given.cards & ~given.pack) || of % 3 != 2 || (size != (of - 2) / 3 && size != (of - 2) / 3 + skat_size))
        throw std::invalid_argument("known: a hand of the pack, with the skat or without, expected");
    return given;
}
// Seed, stream, exact, detail.
Run run(Reader& in) {
    in.list();
    Run given;
    given.seed = in.bits();
    given.stream = in.small();
    given.exact = in.flag();
    given.detail = in.flag();
    return given;
}
// Tricks, then for each kind matadors, outcome and worlds.
Tally tally(Reader& in) {
    in.list();
    Tally given;
    given.tricks = in.natural();
    for (std::size_t left = in.list(); left; left -= 3) {
        const int matadors = in.small();
        const auto end = code(in, won_schwarz, "outcome: 0 to 5 expected");
        if (left < 3 || std::abs(matadors) > 11)
            throw std::invalid_argument("tally: three numbers for each kind expected");
        given.at({matadors, end}) += in.natural();
    }
    return given;
}

void write(Writer& out, const Contract& one) {
    out.integer(one.game);
    out.integer(one.flags());
}
void write(Writer& out, const std::vector<Entry>& all) {
    out.list(all.size());
    for (const auto& [one, discard] : all) {
        out.list(3);
        write(out, one);
        out.integer(discard);
    }
}
void write(Writer& out, const Tally& one) {
    out.list(2);
    out.integer(std::int64_t(one.tricks));
    std::size_t kinds = 0;
    one.each([&](Kind, std::uint64_t) { ++kinds; });
    out.list(3 * kinds);
    one.each([&](Kind kind, std::uint64_t count) {
        for (const int number : {kind.matadors, int(kind.end)}) out.integer(number);
        out.integer(std::int64_t(count));
    });
}
void write(Writer& out, const Plan& plan) {
    out.list(4);
    write(out, plan.contract);
    out.real(plan.won);
    out.integer(plan.value);
}
template <typename Number>
void write(Writer& out, const std::optional<Number>& number) {
    if (!number) out.none();
    else if constexpr (std::is_floating_point_v<Number>) out.real(*number);
    else out.integer(*number);
}

// --- players ---

// Each level by name: its name and its five numbers.
void levels(Reader& in, Writer& out, const Host&) {
    in.end();
    out.list(std::size(named_levels));
    for (const auto& [name, one] : named_levels) {
        out.list(6);
        out.text(name);
        out.integer(one.worlds);
        out.integer(one.bidding);
        out.integer(one.listens);
        out.real(one.margin);
        out.integer(one.sure);
    }
}

struct Asking {
    View view;
    std::optional<Level> level;
    std::uint64_t seed;
    explicit Asking(Reader& in) : view(read_view(in.bytes())), level(interface::level(in)), seed(in.bits()) {
        in.end();
    }
    Engine engine(const Host& host) const { return {*level, seed, host.ended}; }
};

void hand_expected(const View& view, int most) {
    const int size = std::popcount(view.hand);
    if (size != hand_size && size != most) throw std::invalid_argument("view: a whole hand expected");
}
void turn_expected(const View& view) {
    if (!view.contract || !view.hand || course_of(view.game(), view.played).turn != view.seat)
        throw std::invalid_argument("view: a seat that has to play expected");
}

// View, level, seed: the highest bid that pays, 0 for a pass.
void bid(Reader& in, Writer& out, const Host& host) {
    const Asking asked(in);
    hand_expected(asked.view, hand_size);
    out.integer(asked.level ? asked.engine(host).highest_bid(asked.view) : rough_bid(asked.view.hand));
}

// View, level, seed: whether the skat is taken up.
void takes_skat(Reader& in, Writer& out, const Host& host) {
    const Asking asked(in);
    hand_expected(asked.view, hand_size);
    out.integer(!asked.level || asked.engine(host).takes_skat(asked.view));
}

// View, level, seed: the contract, and the set of cards put down.
void announcement(Reader& in, Writer& out, const Host& host) {
    const Asking asked(in);
    hand_expected(asked.view, hand_size + skat_size);
    const Announcement found = asked.level ? asked.engine(host).announced(asked.view) : maxims::announced(asked.view);
    write(out, found.contract);
    out.integer(found.discard);
}

// View, level, seed: the card played.
void card(Reader& in, Writer& out, const Host& host) {
    const Asking asked(in);
    turn_expected(asked.view);
    out.integer(asked.level ? asked.engine(host).played(asked.view) : maxims::played(Moment(asked.view)));
}

// View, worlds, seed, listens: how many worlds are possible, and so many drawn ones, or all: hands, skat and weight.
void possible(Reader& in, Writer& out, const Host&) {
    const View view = read_view(in.bytes());
    const std::uint64_t number = in.natural();
    Random random(in.bits());
    const bool listens = in.flag();
    in.end();
    if (!view.contract) throw std::invalid_argument("view: an announced contract expected");
    const Course course = course_of(view.game(), view.played);
    const Beliefs beliefs(view, course);
    const std::vector<Possible> worlds =
        beliefs.worlds(number, random, listens ? evidence_of(view, course) : std::vector<Evidence>{});
    out.integer(std::int64_t(beliefs.count()));
    out.list(worlds.size());
    for (const Possible& world : worlds) {
        out.list(5);
        for (const Set hand : world.hands) out.integer(hand);
        out.integer(world.skat);
        out.real(world.weight);
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

// Ten cards, seat, worlds, seed: the highest bid that pays, the plan behind it or none, and all plans.
void advice(Reader& in, Writer& out, const Host& host) {
    const Set hand = set(in);
    const int at = seat(in);
    const std::uint64_t worlds = in.natural(), seed = in.bits();
    in.end();
    if (std::popcount(hand) != hand_size || !worlds)
        throw std::invalid_argument("hand: ten cards and a world expected");
    const std::vector<Plan> plans = plans_of(hand, at, worlds, seed, host.ended);
    const int highest = highest_paying(plans, 0);
    out.integer(highest);
    if (const Plan* best = best_plan(plans, highest)) write(out, *best);
    else out.none();
    out.list(plans.size());
    for (const Plan& plan : plans) write(out, plan);
}

// View, card, worlds, seed, listens: the number of worlds; whether these are all; each card with its chance, the best
// one first; how much was lost and its interval; the cards that win in every world.
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
        throw std::invalid_argument("card: one that may be played, and a world expected");
    const Fair found = fair_card(moment, Code(played), worlds, random, listens, host.ended);
    out.integer(std::int64_t(found.worlds));
    out.integer(found.is_exact);
    out.list(2 * found.chances.size());
    for (const auto& [one, chance] : found.chances) {
        out.integer(one);
        out.real(chance);
    }
    for (const double number : {found.lost, found.low, found.high}) out.real(number);
    out.integer(found.sure);
}

// View, worlds, seed: the number of worlds, whether these are all, the best card of the seat whose turn it is, and the
// declarer's chance after it.
void fair_light(Reader& in, Writer& out, const Host& host) {
    const View view = read_view(in.bytes());
    const std::uint64_t worlds = in.natural(), seed = in.bits();
    in.end();
    turn_expected(view);
    if (!worlds) throw std::invalid_argument("worlds: 1 or more expected");
    const Moment moment(view);
    const auto any = Code(std::countr_zero(moment.legal()));  // what is best does not depend on what is played
    const Random random(splitmix64(seed, view.played.size() + 1));
    const Fair found = fair_card(moment, any, worlds, random, true, host.ended);
    out.integer(std::int64_t(found.worlds));
    out.integer(found.is_exact);
    out.integer(found.chances[0].card);
    out.real(found.chances[0].value);
}

// --- chances ---

// Known, run, entries, first, last: the tally of each entry.
void judge(Reader& in, Writer& out, const Host& host) {
    const Known given = known(in);
    const Run of = run(in);
    const std::vector<Entry> all = entries(in);
    const std::uint64_t first = in.natural(), last = in.natural();
    in.end();
    const std::vector<Tally> found = skat::engine::judge(given, of, all, first, last, host.ended);
    out.list(found.size());
    for (const Tally& one : found) write(out, one);
}

// Known, run, entry, first, last: for each world the hands of the seats after the declarer, the skat, the skat during
// play, and how it ends.
void laid_out(Reader& in, Writer& out, const Host& host) {
    const Known given = known(in);
    const Run of = run(in);
    const Entry one = entry(in);
    const std::uint64_t first = in.natural(), last = in.natural();
    in.end();
    const auto worlds = skat::engine::laid_out(given, of, one, first, last, host.ended);
    out.list(5 * worlds.size());
    for (const auto& [world, skat, end] : worlds)
        for (const Set number : {world.next, world.last, world.skat, skat, Set(end)}) out.integer(number);
}

// Hand, skat, discard, seat, bid, worlds, seed, exact, patient, contracts; then for each stage that has begun what came
// of its entries. The last stage counts as one that is not finished.
struct Comparing {
    Comparison question;
    std::vector<std::vector<Tally>> done;
    explicit Comparing(Reader& in) {
        in.list();
        question.hand = set(in);
        question.skat = set(in);
        question.discard = set(in);
        question.seat = seat(in);
        question.bid = in.small();
        question.worlds = in.natural();
        question.seed = in.bits();
        question.exact = in.flag();
        question.patient = in.flag();
        const int size = std::popcount(question.hand);
        const bool two = !question.skat || std::popcount(question.skat) == skat_size;
        if (size != hand_size || !two || (question.hand & question.skat) || !question.worlds)
            throw std::invalid_argument("question: ten cards, two others or none, and a world expected");
        for (std::size_t left = in.list(); left--;) {
            in.list();
            question.contracts.push_back(contract(in));
        }
        if (question.contracts.empty()) throw std::invalid_argument("question: contracts expected");
        for (std::size_t left = in.list(); left--;) {
            done.emplace_back();
            for (std::size_t each = in.list(); each--;) done.back().push_back(tally(in));
        }
    }
};

// Whether Hand games too: the contracts that are compared unless others are named.
void usual(Reader& in, Writer& out, const Host&) {
    const bool with_hand = in.flag();
    in.end();
    const std::vector<Contract> contracts = usual_contracts(with_hand);
    out.list(contracts.size());
    for (const Contract& one : contracts) {
        out.list(2);
        write(out, one);
    }
}

// What is asked, and what is done: the number of games in all, and the next stage as its run (seed, stream, exact,
// detail), its entries and its first and last world; or none.
void chances_next(Reader& in, Writer& out, const Host&) {
    const Comparing asked(in);
    in.end();
    const Chances chances(asked.question, asked.done);
    out.integer(std::int64_t(chances.total()));
    const std::optional<Stage>& next = chances.next();
    if (!next) {
        out.none();
        return;
    }
    out.list(4);
    out.list(4);
    out.integer(std::int64_t(next->run.seed));
    out.integer(next->run.stream);
    out.integer(next->run.exact);
    out.integer(next->run.detail);
    write(out, next->entries);
    out.integer(std::int64_t(next->first));
    out.integer(std::int64_t(next->last));
}

// What is asked, and what is done, whether all is settled: a row a contract, the best first, of contract, stage,
// discard, tally and interval.
void chances_rows(Reader& in, Writer& out, const Host&) {
    const Comparing asked(in);
    const bool settled = in.flag();
    in.end();
    const std::vector<Row> rows = Chances(asked.question, asked.done).rows(settled);
    out.list(rows.size());
    for (const Row& row : rows) {
        out.list(7);
        write(out, row.contract);
        out.integer(row.which);
        out.integer(row.discard);
        write(out, row.tally);
        out.real(row.low());
        out.real(row.high());
    }
}

// What is asked, and what is done, whether all is settled: the rows as the page shows them: contract, stage, discard,
// worlds won and judged, interval, mean score at the bid, highest bid that pays or none, and of the discards that were
// judged each with worlds won and judged and the interval.
void chances_shown(Reader& in, Writer& out, const Host&) {
    const Comparing asked(in);
    const bool settled = in.flag();
    in.end();
    const auto& [hand, skat, put, seat, bid, worlds, seed, exact, patient, contracts] = asked.question;
    const Chances chances(asked.question, asked.done);
    const auto write_share = [&](std::uint64_t won, std::uint64_t of, double low, double high) {
        out.integer(std::int64_t(won));
        out.integer(std::int64_t(of));
        out.real(low);
        out.real(high);
    };
    const std::vector<Row> rows = chances.rows(settled);
    out.list(rows.size());
    for (const Row& row : rows) {
        out.list(11);
        write(out, row.contract);
        out.integer(row.which);
        out.integer(row.discard);
        write_share(row.tally.won_worlds(), row.tally.worlds(), row.low(), row.high());
        const Pays found = skat::engine::pays(row.contract, hand | skat, row.tally, bid, false);
        out.real(found.mean);
        write(out, found.highest_bid);
        std::vector<DiscardTried> tried = row.discard ? chances.discards(row.contract) : std::vector<DiscardTried>{};
        std::erase_if(tried, [](const DiscardTried& one) { return !one.judged.of; });
        out.list(tried.size());
        for (const DiscardTried& one : tried) {
            out.list(5);
            out.integer(one.cards);
            write_share(one.judged.won, one.judged.of, one.judged.low(), one.judged.high());
        }
    }
}

// Contract, the declarer's ten or twelve cards, tally, bid: what the worlds are worth to him, by score and in
// tournament points: mean, break-even chance or none, highest bid that pays or none.
void pays(Reader& in, Writer& out, const Host&) {
    const Contract of = contract(in);
    const Set cards = set(in);
    const Tally worlds = tally(in);
    const int bid = in.small();
    in.end();
    if (!worlds.worlds()) throw std::invalid_argument("tally: a world or more expected");
    out.list(2);
    for (const bool in_tournament : {false, true}) {
        const Pays found = skat::engine::pays(of, cards, worlds, bid, in_tournament);
        out.list(3);
        out.real(found.mean);
        write(out, found.break_even);
        write(out, found.highest_bid);
    }
}

// What is asked, and what is done, a contract: its discards, the best first, with the worlds won and tried of the
// choice and of fresh ones, and the interval of the latter.
void chances_discards(Reader& in, Writer& out, const Host&) {
    const Comparing asked(in);
    const Contract of = contract(in);
    in.end();
    const std::vector<DiscardTried> found = Chances(asked.question, asked.done).discards(of);
    out.list(found.size());
    for (const auto& [cards, tried, judged] : found) {
        out.list(7);
        out.integer(cards);
        for (const Share& share : {tried, judged}) {
            out.integer(std::int64_t(share.won));
            out.integer(std::int64_t(share.of));
        }
        out.real(judged.low());
        out.real(judged.high());
    }
}

// --- looking back ---

// Contract, declarer, hands, skat, cards: for each card the seat, codes and values of all that might have been played,
// the end before and after it, the cards that hold the end, and what is settled: 0 nothing, 1 Schneider, 2 the game.
void review(Reader& in, Writer& out, const Host& host) {
    const Contract of = contract(in);
    const int declarer = seat(in);
    const Hands three = hands(in);
    const Set skat = set(in);
    const Codes cards = codes(in);
    in.end();
    const std::vector<Reviewed> found = skat::engine::review(of, declarer, three, skat, cards, host.ended);
    out.list(found.size());
    for (const Reviewed& one : found) {
        out.list(6);
        out.integer(one.seat);
        std::vector<std::uint8_t> values;
        for (const auto& [code, value] : one.values) values.insert(values.end(), {code, std::uint8_t(value)});
        out.bytes(values);
        out.integer(one.before);
        out.integer(one.after);
        out.integer(one.holding);
        out.integer(one.settles);
    }
}

// Hands, skat, game, declarer, least: the best discard and its value, or -1 where none brings that.
void discard(Reader& in, Writer& out, const Host& host) {
    const Hands three = hands(in);
    const Set skat = set(in);
    const int of = game(in), declarer = seat(in), least = in.small();
    in.end();
    const auto found = skat::engine::best_discard(three, skat, of, declarer, least, host.ended);
    out.integer(found ? found->pair : 0);
    out.integer(found ? found->value : -1);
}

// Hands, skat, game, seat, bid: for each contract that is won the contract, discard, value, end, whether the bid is
// covered too, and the score.
void par(Reader& in, Writer& out, const Host& host) {
    const Hands three = hands(in);
    const Set skat = set(in);
    const int of = game(in), at = seat(in), bid = in.small();
    in.end();
    const std::vector<Par> found = skat::engine::par(three, skat, of, at, bid, host.ended);
    out.list(found.size());
    for (const Par& one : found) {
        out.list(7);
        write(out, one.contract);
        out.integer(one.discard);
        out.integer(one.value);
        out.integer(end_of(one.contract, one.value));
        out.integer(one.score.won);
        out.integer(one.score.written());
    }
}

constexpr Function functions[] = {
    {"skat_named_levels", levels},
    {"skat_bid", bid},
    {"skat_takes_skat", takes_skat},
    {"skat_announcement", announcement},
    {"skat_card", card},
    {"skat_possible", possible},
    {"skat_ranked_discards", ranked},
    {"skat_advice", advice},
    {"skat_fair", fair},
    {"skat_fair_light", fair_light},
    {"skat_judge", judge},
    {"skat_laid_out", laid_out},
    {"skat_usual_contracts", usual},
    {"skat_chances_next", chances_next},
    {"skat_chances_rows", chances_rows},
    {"skat_chances_shown", chances_shown},
    {"skat_chances_discards", chances_discards},
    {"skat_pays", pays},
    {"skat_review", review},
    {"skat_discard", discard},
    {"skat_par", par},
};

}  // namespace

const std::span<const Function> skat_engine_functions = functions;

}  // namespace kiebitz::interface
