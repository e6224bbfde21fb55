#include "skat/engine/chances.hpp"

#include <algorithm>
#include <cmath>

#include "skat/engine/discards.hpp"

namespace kiebitz::skat::engine {
namespace {

// The share of the worlds on which all contracts are surveyed, and the number that go on to fresh worlds.
constexpr std::uint64_t survey_part = 5, go_on = 3;
// For each round, the number of discards to compare and of worlds for each 200 of the question. Only the contracts that
// go on play the last round.
constexpr std::uint64_t usual_worlds = 200;
struct Round {
    std::uint64_t discards, worlds;
};
constexpr Round rounds[] = {{66, 2}, {16, 6}, {5, 20}, {3, 60}};
constexpr std::size_t last_round = std::size(rounds) - 1;
constexpr std::uint64_t shown = 3;  // discards of the best contract that are judged
// The tricks that one stage may search for a contract, about a quarter of a second and one second. Slower contracts get
// fewer worlds, then fewer discards. Counting tricks, not seconds, keeps the figures the same everywhere.
constexpr std::uint64_t allowed = 1'500'000, allowed_to_judge = 6'000'000;

std::uint64_t part(std::uint64_t worlds) { return std::max<std::uint64_t>(1, worlds / survey_part); }
std::uint64_t worlds_in(const Round& round, const Comparison& question) {
    return std::max<std::uint64_t>(1, round.worlds * question.worlds / usual_worlds);
}

}  // namespace

double Share::border(int sign) const {
    constexpr double z = 1.959963984540054;  // standard deviations to either side that hold 95 %
    if (won == (sign < 0 ? 0 : of)) return sign < 0 ? 0 : 1;
    const double n = double(of), middle = value() + z * z / (2 * n);
    const double half = z * std::sqrt(value() * (1 - value()) / n + z * z / (4 * n * n));
    return (middle + sign * half) / (1 + z * z / n);
}

double Row::low() const {
    const std::uint64_t won = prospect.tally.won_worlds();
    return which == exact_ones ? double(won) / double(all_worlds) : Share{won, prospect.tally.worlds()}.low();
}

double Row::high() const {
    const std::uint64_t won = prospect.tally.won_worlds(), worlds = prospect.tally.worlds();
    return which == exact_ones ? double(won + all_worlds - worlds) / double(all_worlds) : Share{won, worlds}.high();
}

Chances::Chances(const Comparison& question, std::span<const std::vector<Tally>> results)
    : question_(question), results_(results) {
    for (const Contract& contract : question_.contracts)
        if (std::find(different_.begin(), different_.end(), contract.played_as()) == different_.end())
            different_.push_back(contract.played_as());
    run();
}

bool Chances::run() {
    plan();
    return question_.skat ? with_twelve_cards() : with_ten_cards();
}

// Estimate the number of games to play out.
void Chances::plan() {
    const std::uint64_t contracts = different_.size(), worlds = question_.worlds, best = std::min(contracts, go_on);
    if (!question_.skat && !question_.exact) {
        total_ = (contracts > go_on ? contracts * part(worlds) : 0) + best * worlds;
        return;
    }
    const std::uint64_t open = std::uint64_t(std::count_if(
        different_.begin(), different_.end(), [&](const Contract& contract) { return takes_choice(contract); }));
    for (std::size_t i = 0; i <= last_round; ++i)
        total_ +=
            (i < last_round ? open : std::min(open, go_on)) * rounds[i].discards * worlds_in(rounds[i], question_);
    if (question_.exact) {
        total_ += question_.knowledge().worlds();
        return;
    }
    total_ += (best + (open ? shown - 1 : 0)) * worlds + (contracts - best) * part(worlds);
    if (question_.discard && contracts > go_on) total_ += contracts * part(worlds);
}

bool Chances::with_ten_cards() {
    if (question_.exact) return count_worlds({different_[0]});
    const std::uint64_t all = part(question_.worlds), look = std::max<std::uint64_t>(1, all / survey_part);
    Entries entries;
    for (const Contract& contract : different_) entries.push_back({contract});
    if (different_.size() > go_on) {
        if (!stage(survey, entries, look)) return false;
        for (const Entry& entry : entries)
            if (all > look && !stage(survey, {entry}, look + affordable({entry}, all - look, allowed), look))
                return false;
    }
    entries.clear();
    for (const Contract& contract : best(different_)) entries.push_back({contract});
    return judge_on(entries, question_.worlds);
}

bool Chances::with_twelve_cards() {
    if (!choose_discards()) return false;
    Entries each;
    for (const Contract& contract : different_) each.push_back({contract, discard_of(contract)});
    if (question_.exact) return count_worlds(each[0]);
    const std::uint64_t all = part(question_.worlds);
    // With a named discard, nothing is known of these contracts yet.
    if (question_.discard && different_.size() > go_on && !stage(survey, each, all)) return false;
    const Contracts going_on = best(different_);
    Entries entries;
    for (const DiscardTried& tried : discards(going_on[0])) {
        if (entries.size() == shown) break;
        entries.push_back({going_on[0], tried.cards});
    }
    if (entries.empty()) entries.push_back({going_on[0], discard_of(going_on[0])});
    for (std::size_t i = 1; i < going_on.size(); ++i) entries.push_back({going_on[i], discard_of(going_on[i])});
    Entries first = entries;
    for (const Entry& entry : each)
        if (std::find(going_on.begin(), going_on.end(), entry.contract) == going_on.end()) first.push_back(entry);
    return judge_on(first, all) && judge_on(entries, question_.worlds, all);
}

bool Chances::count_worlds(const Entry& entry) {
    exact_entry_ = entry;
    return stage(judged, {entry}, question_.knowledge().worlds(), 0, true);
}

// Compare the discards of the contracts that have a choice, in rounds on common worlds.
bool Chances::choose_discards() {
    Contracts open;
    for (const Contract& contract : different_)
        if (takes_choice(contract)) open.push_back(contract);
    std::vector<std::uint64_t> worlds_compared(open.size());
    for (std::size_t round = 0; round <= last_round; ++round)
        for (const Contract& contract : round < last_round ? open : best(open)) {
            Entries entries;
            for (const DiscardTried& tried : discards(contract)) {
                if (entries.size() == rounds[round].discards) break;
                entries.push_back({contract, tried.cards});
            }
            std::uint64_t& so_far =
                worlds_compared[std::size_t(std::find(open.begin(), open.end(), contract) - open.begin())];
            const std::uint64_t worlds = worlds_in(rounds[round], question_);
            // The first world shows how slow this contract is to search.
            if (round == 0) {
                if (!compare(entries, 1, so_far) || !compare(entries, worlds - 1, so_far)) return false;
            } else if (!compare(entries, worlds, so_far)) {
                return false;
            }
        }
    return true;
}

// Compare discards of one contract on up to `worlds` more worlds, as far as affordable; drop the worst discards first.
bool Chances::compare(Entries entries, std::uint64_t worlds, std::uint64_t& worlds_compared) {
    const std::uint64_t min_worlds = std::min<std::uint64_t>(1, worlds);
    std::uint64_t more = affordable(entries, worlds, allowed);
    while (more < min_worlds && entries.size() > shown) {
        entries.resize(std::max<std::size_t>(shown, entries.size() / 2));
        more = affordable(entries, worlds, allowed);
    }
    more = std::max(more, min_worlds);
    if (!stage(choice, entries, worlds_compared + more, worlds_compared, false, false)) return false;
    worlds_compared += more;
    return true;
}

// Judge entries on the fresh worlds from `first` on, contract by contract.
bool Chances::judge_on(const Entries& entries, std::uint64_t worlds, std::uint64_t first) {
    Contracts contracts;
    for (const Entry& entry : entries)
        if (std::find(contracts.begin(), contracts.end(), entry.contract) == contracts.end())
            contracts.push_back(entry.contract);
    for (const Contract& contract : contracts) {
        if (worlds <= first) continue;
        Entries own;
        for (const Entry& entry : entries)
            if (entry.contract == contract) own.push_back(entry);
        const std::uint64_t more = std::max<std::uint64_t>(1, affordable(own, worlds - first, allowed_to_judge));
        if (!stage(judged, own, first + more, first)) return false;
    }
    return true;
}

// Add the results of the entries on worlds `first` to `worlds` - 1, or make it the next stage.
bool Chances::stage(Stream stream, const Entries& entries, std::uint64_t worlds, std::uint64_t first, bool exact,
                    bool detail) {
    if (entries.empty() || first >= worlds) return true;
    const std::size_t number = stages_++;
    if (number < results_.size())
        for (std::size_t i = 0; i < std::min(entries.size(), results_[number].size()); ++i) {
            const Tally& came = results_[number][i];
            tally(stream, entries[i]).add(came);
            Effort& all = effort(entries[i].contract);
            all.tricks += came.tricks;
            all.games += came.worlds();
        }
    if (number + 1 < results_.size()) return true;
    next_ = Stage{{question_.seed, stream, exact, detail}, first, worlds - 1, entries};
    return false;
}

// The contracts that go on: those that are worth most so far.
Chances::Contracts Chances::best(const Contracts& some) const {
    Contracts order;
    const auto has = [](const Contracts& list, const Contract& contract) {
        return std::find(list.begin(), list.end(), contract) != list.end();
    };
    for (const Row& row : rows(false)) {
        const Contract contract = row.prospect.contract.played_as();
        if (has(some, contract) && !has(order, contract)) order.push_back(contract);
    }
    if (some.size() <= go_on)
        for (const Contract& contract : some)
            if (!has(order, contract)) order.push_back(contract);
    if (order.size() > go_on) order.resize(go_on);
    return order;
}

// The number of worlds affordable for these entries of one contract, perhaps 0, by the tricks that its games have taken
// so far.
std::uint64_t Chances::affordable(const Entries& entries, std::uint64_t worlds, std::uint64_t max_tricks) const {
    if (question_.patient) return worlds;
    for (const Effort& effort : efforts_)
        if (effort.contract == entries[0].contract && effort.tricks)
            return std::min(worlds, max_tricks * effort.games / (effort.tricks * entries.size()));
    return worlds;
}

Set Chances::discard_of(const Contract& contract) const {
    if (!question_.skat) return 0;
    if (contract.hand) return question_.skat;
    if (question_.discard) return question_.discard;
    return discards(contract)[0].cards;
}

std::vector<Row> Chances::rows(bool settled) const {
    std::vector<std::pair<double, Row>> result;
    for (const Contract& contract : question_.contracts) {
        const Entry entry{contract.played_as(), discard_of(contract.played_as())};
        const Tally* largest_tally = nullptr;
        Stream from = judged;
        for (const Stream stream : {judged, survey, choice}) {
            const Tally* stream_tally = tally(stream, entry);
            if (!stream_tally || !stream_tally->worlds() ||
                (largest_tally && (settled || stream_tally->worlds() <= largest_tally->worlds())))
                continue;
            largest_tally = stream_tally;
            from = stream;
        }
        if (!largest_tally) continue;
        const bool exact = from == judged && exact_entry_ == entry;
        const Set cards = question_.hand | question_.skat;
        const Row row{prospect(contract, cards, question_.seat, *largest_tally),
                      exact ? Row::exact_ones : Row::Which(from), entry.discard,
                      exact || question_.skat ? question_.knowledge().worlds() : 0};
        result.emplace_back(row.prospect.mean(question_.bid), row);
    }
    sort_short(result, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Row> rows;
    for (const auto& [mean, row] : result) rows.push_back(row);
    return rows;
}

std::vector<DiscardTried> Chances::discards(const Contract& contract) const {
    const Contract plays = contract.played_as();
    std::vector<DiscardTried> discards_tried;
    if (!takes_choice(plays)) return discards_tried;
    for (const Set pair : ranked_discards(question_.hand | question_.skat, plays.game))
        discards_tried.push_back({pair, share(choice, {plays, pair}), share(judged, {plays, pair})});
    sort_short(discards_tried, [](const DiscardTried& a, const DiscardTried& b) {
        return a.tried.of != b.tried.of ? a.tried.of > b.tried.of : a.tried.value() > b.tried.value();
    });
    return discards_tried;
}

Share Chances::share(Stream stream, const Entry& entry) const {
    const Tally* result = tally(stream, entry);
    return result ? Share{result->won_worlds(), result->worlds()} : Share{};
}

const Tally* Chances::tally(Stream stream, const Entry& entry) const {
    for (const Judged& judged : tallies_)
        if (judged.stream == stream && judged.entry == entry) return &judged.tally;
    return nullptr;
}

Tally& Chances::tally(Stream stream, const Entry& entry) {
    for (Judged& judged : tallies_)
        if (judged.stream == stream && judged.entry == entry) return judged.tally;
    return tallies_.emplace_back(Judged{stream, entry, {}}).tally;
}

Chances::Effort& Chances::effort(const Contract& contract) {
    for (Effort& effort : efforts_)
        if (effort.contract == contract) return effort;
    return efforts_.emplace_back(Effort{contract});
}

std::vector<Row> compared(const Comparison& question, const Poll& poll) {
    std::vector<std::vector<Tally>> results;
    for (;;) {
        results.emplace_back();  // the next stage has begun
        const Chances chances(question, results);
        const std::optional<Stage>& stage = chances.next();
        if (!stage) return chances.rows(true);
        results.back() = judge(question.knowledge(), stage->run, stage->entries, stage->first, stage->last, poll);
    }
}

Prospects prospects_of(const std::vector<Row>& rows) {
    Prospects prospects;
    for (const Row& row : rows) prospects.push_back(row.prospect);
    return prospects;
}

}  // namespace kiebitz::skat::engine
