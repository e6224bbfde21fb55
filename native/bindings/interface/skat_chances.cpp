// Skat's chances: the worlds won by a hand's contracts.
#include <algorithm>

#include "common/refusal.hpp"
#include "interface/skat_arguments.hpp"
#include "skat/engine/table_chance.hpp"

namespace kiebitz::interface {
namespace {

// Knowledge, run, entries, first, last: the tally of each entry.
void judge(Reader& in, Writer& out, const Host& host) {
    const Knowledge declarer_knowledge = knowledge(in);
    const Run of = run(in);
    const std::vector<Entry> all = entries(in);
    const std::uint64_t first = in.natural(), last = in.natural();
    in.end();
    const std::vector<Tally> tallies = skat::engine::judge(declarer_knowledge, of, all, first, last, host.ended);
    out.list(tallies.size());
    for (const Tally& tally : tallies) write(out, tally);
}

// Knowledge, run, entry, first, last: for each world the hands of the seats after the declarer, the skat, the skat
// during play, and the outcome.
void laid_out(Reader& in, Writer& out, const Host& host) {
    const Knowledge declarer_knowledge = knowledge(in);
    const Run of = run(in);
    const Entry contract_entry = entry(in);
    const std::uint64_t first = in.natural(), last = in.natural();
    in.end();
    const auto worlds = skat::engine::laid_out(declarer_knowledge, of, contract_entry, first, last, host.ended);
    out.list(5 * worlds.size());
    for (const auto& [world, skat, end] : worlds)
        for (const Set number : {world.next, world.last, world.skat, skat, Set(end)}) out.integer(number);
}

// Hand, skat, discard, seat, bid, worlds, seed, exact, patient, contracts; then for each started stage the results of
// its entries. The last stage counts as unfinished.
struct Comparing {
    Comparison question;
    std::vector<std::vector<Tally>> results;
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
            refuse("question: ten cards, two others or none, and a world expected");
        for (std::size_t contracts_left = in.list(); contracts_left--;) {
            in.list();
            question.contracts.push_back(contract(in));
        }
        if (question.contracts.empty()) refuse("question: contracts expected");
        if (question.exact && !question.skat && !question.contracts[0].hand) refuse("question: a Hand game expected");
        for (std::size_t stages_left = in.list(); stages_left--;) {
            results.emplace_back();
            for (std::size_t each = in.list(); each--;) results.back().push_back(tally(in));
        }
    }
};

std::optional<int> bid_or_none(int bid) { return bid ? std::optional(bid) : std::nullopt; }

// With Hand games or not: the contracts compared by default.
void usual(Reader& in, Writer& out, const Host&) {
    const bool with_hand = in.flag();
    in.end();
    const std::vector<Contract> contracts = usual_contracts(with_hand);
    out.list(contracts.size());
    for (const Contract& contract : contracts) {
        out.list(2);
        write(out, contract);
    }
}

// Question and results: the total number of games, and the next stage as its run (seed, stream, exact, detail), its
// entries and its first and last world; or none.
void chances_next(Reader& in, Writer& out, const Host&) {
    const Comparing request(in);
    in.end();
    const Chances chances(request.question, request.results);
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

void write(Writer& out, const TableChance& chance, int bid) {
    if (chance.is_fitted) out.real(chance.at(bid));
    else out.none();
}

// Question and results, whether all is settled: a row a contract, the best first: contract, stage, discard, tally,
// interval, and the chance at the table or none.
void chances_rows(Reader& in, Writer& out, const Host&) {
    const Comparing request(in);
    const bool settled = in.flag();
    in.end();
    const std::vector<Row> rows = Chances(request.question, request.results).rows(settled);
    out.list(rows.size());
    for (const Row& row : rows) {
        out.list(8);
        write(out, row.prospect.contract);
        out.integer(row.which);
        out.integer(row.discard);
        write(out, row.prospect.tally);
        out.real(row.low());
        out.real(row.high());
        write(out, row.prospect.chance, request.question.bid);
    }
}

// Question and results, whether all is settled: the highest bid that pays in tournament points, or 0; the number of the
// best row at that bid and its chance there, or none; the page's rows: contract, stage, discard, worlds won and judged,
// interval, chance at the table or none, mean score at the bid, highest bid that pays in tournament points or none, and
// for each judged discard the worlds won and judged and the interval.
void chances_shown(Reader& in, Writer& out, const Host&) {
    const Comparing request(in);
    const bool settled = in.flag();
    in.end();
    const Chances chances(request.question, request.results);
    const auto write_share = [&](std::uint64_t won, std::uint64_t of, double low, double high) {
        out.integer(std::int64_t(won));
        out.integer(std::int64_t(of));
        out.real(low);
        out.real(high);
    };
    const std::vector<Row> rows = chances.rows(settled);
    const Prospects prospects = prospects_of(rows);
    const int highest = highest_paying(prospects);
    out.integer(highest);
    if (rows.empty()) {
        out.none();
        out.none();
    } else {
        const Prospect& best = best_at(prospects, std::max(highest, first_bid));
        out.integer(&best - prospects.data());
        out.real(best.chance.at(highest));
    }
    out.list(rows.size());
    for (const Row& row : rows) {
        const auto& [contract, cards, tally, chance] = row.prospect;
        out.list(12);
        write(out, contract);
        out.integer(row.which);
        out.integer(row.discard);
        write_share(tally.won_worlds(), tally.worlds(), row.low(), row.high());
        write(out, chance, request.question.bid);
        out.real(row.prospect.mean(request.question.bid, Counted::tournament));
        write(out, bid_or_none(row.prospect.highest_bid()));
        std::vector<DiscardTried> tried = row.discard ? chances.discards(contract) : std::vector<DiscardTried>{};
        std::erase_if(tried, [](const DiscardTried& discard) { return !discard.judged.of; });
        out.list(tried.size());
        for (const DiscardTried& discard : tried) {
            out.list(5);
            out.integer(discard.cards);
            write_share(discard.judged.won, discard.judged.of, discard.judged.low(), discard.judged.high());
        }
    }
}

// Contract, the declarer's ten or twelve cards, seat, worlds won, worlds, bid: the chance at the table, or none.
void chance_at_table(Reader& in, Writer& out, const Host&) {
    const Contract of = contract(in);
    const Set cards = set(in);
    const int at = seat(in);
    const std::uint64_t won = in.natural(), worlds = in.natural();
    const int bid = in.small();
    in.end();
    if (!worlds || won > worlds) refuse("worlds: one or more, and no more won, expected");
    write(out, table_chance(of, cards, at, won, worlds), bid);
}

// Contract, the declarer's ten or twelve cards, seat, tally, bid: their worth by score and in tournament points: mean,
// break-even chance or none, highest bid that pays or none.
void pays(Reader& in, Writer& out, const Host&) {
    const Contract of = contract(in);
    const Set cards = set(in);
    const int at = seat(in);
    const Tally worlds = tally(in);
    const int bid = in.small();
    in.end();
    if (!worlds.worlds()) refuse("tally: a world or more expected");
    const Prospect worth = prospect(of, cards, at, worlds);
    const auto write_worth = [&](Counted counted, int highest) {
        out.list(3);
        out.real(worth.mean(bid, counted));
        write(out, worth.break_even(bid, counted));
        write(out, bid_or_none(highest));
    };
    out.list(2);
    write_worth(Counted::score, worth.highest_bid(0, Counted::score));
    write_worth(Counted::tournament, worth.highest_bid());
}

// Question and results, a contract: its discards, the best first, with the worlds won and tried in the choice and on
// fresh ones, and the interval of the latter.
void chances_discards(Reader& in, Writer& out, const Host&) {
    const Comparing request(in);
    const Contract of = contract(in);
    in.end();
    const std::vector<DiscardTried> discards_tried = Chances(request.question, request.results).discards(of);
    out.list(discards_tried.size());
    for (const auto& [cards, tried, judged] : discards_tried) {
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

// Knowledge: the number of possible worlds.
void all_worlds(Reader& in, Writer& out, const Host&) {
    const Knowledge declarer_knowledge = knowledge(in);
    in.end();
    out.integer(std::int64_t(declarer_knowledge.worlds()));
}

constexpr Function functions[] = {
    {"skat_all_worlds", all_worlds},
    {"skat_judge", judge},
    {"skat_laid_out", laid_out},
    {"skat_usual_contracts", usual},
    {"skat_chances_next", chances_next},
    {"skat_chances_rows", chances_rows},
    {"skat_chances_shown", chances_shown},
    {"skat_chances_discards", chances_discards},
    {"skat_pays", pays},
    {"skat_table_chance", chance_at_table},
};

}  // namespace

const Family skat_chances_functions = functions;

}  // namespace kiebitz::interface
