#include "skat/engine/players.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "skat/engine/chances.hpp"
#include "skat/engine/discards.hpp"

namespace kiebitz::skat::engine {
namespace {

// The first of the items with the highest measure.
template <typename List, typename Measure>
auto best_of(const List& list, Measure&& measure) {
    return *std::max_element(list.begin(), list.end(),
                             [&](const auto& a, const auto& b) { return measure(a) < measure(b); });
}

// --- the games worth a look ---

bool is_null(Set hand) {
    const Set pair = std::popcount(hand) > hand_size ? ranked_discards(hand, null)[0] : 0;
    return danger(hand & ~pair) == 0;
}

int strength(Set hand, int game) {
    if (game == null) return is_null(hand) ? 12 : 0;
    const int trumps = std::popcount(hand & trumps_of(game)), high = std::popcount(hand & aces & ~trumps_of(game));
    return game == grand ? 3 * trumps + 2 * high - 5 : 2 * trumps + high - 6;
}

// Candidates: the two longest suits, Grand with enough high cards, Null with few.
std::vector<int> candidates(Set hand) {
    std::vector<int> by_strength(std::begin(suits_by_value), std::end(suits_by_value));
    sort_short(by_strength, [&](int a, int b) { return strength(hand, a) > strength(hand, b); });
    std::vector<int> numbers;
    for (const int suit : {by_strength[0], by_strength[1]})
        if (std::popcount(hand & trumps_of(suit)) >= 4) numbers.push_back(suit);
    if (std::popcount(hand & (jacks | aces)) >= 4) numbers.push_back(grand);
    if (std::popcount(hand & sevens_to_nines) >= 4) numbers.push_back(null);
    if (numbers.empty()) numbers.assign(std::begin(suits_by_value), std::end(suits_by_value));
    return numbers;
}

// The worlds, with the usual share of those won as won with Schneider.
Tally with_schneider(const Tally& tally, int game) {
    constexpr std::uint64_t whole = 100;
    const std::uint64_t share = game == null ? 0 : schneiders;
    Tally split;
    tally.each([&](Kind kind, std::uint64_t count) {
        const std::uint64_t with = kind.end == won ? share : 0;
        split.at({kind.matadors, won_schneider}) += with * count;
        split.at(kind) += (whole - with) * count;
    });
    return split;
}

// Count one more world, half won: a handful of worlds proves nothing.
double share_of(const Tally& tally) { return (double(tally.won_worlds()) + 0.5) / double(tally.worlds() + 1); }

// The games that cover the bid by the known cards.
std::vector<int> covering(const View& view) {
    std::vector<int> some{std::begin(games), std::end(games)};
    std::erase_if(some, [&](int game) { return value_with({game}, view.hand) < view.bid; });
    return some;
}

}  // namespace

// --- by the maxims ---

namespace maxims {
namespace {

// The worth of keeping a card: card points first, then rank.
std::pair<int, int> worth_of(int game, Code card) { return {points_of_card(card), rank_of(game, card)}; }

Code lead(const View& view, const Codes& legal) {
    const int game = view.game();
    Codes trumps, side;
    for (const Code card : legal) (is_trump(game, card) ? trumps : side).push_back(card);
    if (view.is_declarer() && (trumps.size() > 2 || (!trumps.empty() && side.empty())))
        return best_of(trumps, [&](Code card) { return rank_of(game, card); });
    for (const Code card : side)
        if (place_of(card) == ace_place) return card;
    return *std::ranges::min_element(side.empty() ? trumps : side, {}, [&](Code card) { return worth_of(game, card); });
}

Code follow(const Moment& moment, const Codes& legal) {
    const View& view = moment.view();
    const int game = view.game();
    const Codes& trick = moment.course().trick;
    const int leader = (moment.course().turn + seats - int(trick.size())) % seats;
    const int holder = (leader + taking(game, trick)) % seats;
    Codes winning;
    for (const Code card : legal) {
        Codes with = trick;
        with.push_back(card);
        if (taking(game, with) == int(trick.size())) winning.push_back(card);
    }
    const bool last = trick.size() == 2, partner = !view.is_declarer() && holder != view.declarer;
    const bool declarer_to_come = !last && !view.is_declarer() && view.declarer == next_seat(view.seat);
    const auto rank = [&](Code card) { return rank_of(game, card); };
    if (partner && !declarer_to_come)
        return best_of(legal, [&](Code card) { return std::pair(points_of_card(card), -rank(card)); });
    if (!winning.empty() && (last || points_of(set_of(trick)) >= 4 || view.is_declarer())) {
        if (!last) return best_of(winning, rank);
        return best_of(winning, [&](Code card) {
            return std::pair(is_trump(game, card) ? 0 : points_of_card(card), -rank(card));
        });
    }
    if (!view.is_declarer() && !last && holder == view.declarer && winning.empty())
        return *std::ranges::min_element(legal, {}, [&](Code card) { return worth_of(game, card); });
    return *std::ranges::min_element(legal, {},
                                     [&](Code card) { return std::pair(is_trump(game, card), worth_of(game, card)); });
}

// In Null the highest card that loses the trick for the declarer, the lowest card for the others.
Code in_null(const Moment& moment, const Codes& legal) {
    const Codes& trick = moment.course().trick;
    const auto rank = [](Code card) { return rank_of(null, card); };
    Codes ducking;
    if (moment.view().is_declarer() && !trick.empty())
        for (const Code card : legal) {
            Codes with = trick;
            with.push_back(card);
            if (taking(null, with) != int(trick.size())) ducking.push_back(card);
        }
    return ducking.empty() ? *std::ranges::min_element(legal, {}, rank) : best_of(ducking, rank);
}

}  // namespace

Announcement announced(const View& view) {
    std::vector<int> some = covering(view);
    if (some.empty()) some.assign(std::begin(trump_games), std::end(trump_games));
    const int game = best_of(some, [&](int value) { return strength(view.hand, value); });
    return {{game}, ranked_discards(view.hand, game)[0]};
}

Code played(const Moment& moment) {
    const Codes legal = in_pack_order(moment.legal());
    if (legal.size() == 1) return legal[0];
    if (moment.view().game() == null) return in_null(moment, legal);
    return moment.course().trick.empty() ? lead(moment.view(), legal) : follow(moment, legal);
}

}  // namespace maxims

// --- the engine ---

// Null also ouvert, unless the level decides on it by a sure win.
std::vector<Contract> Engine::contracts_of(int game, bool is_hand) const {
    std::vector<Contract> contracts{{game, is_hand}};
    if (level_.calibrated && game == null) contracts.push_back({null, is_hand, false, false, true});
    return contracts;
}

Prospect Engine::weighed(const Contract& contract, Set cards, int seat, const Tally& tally) const {
    Prospect weighed = prospect(contract, cards, seat, tally);
    if (level_.calibrated) weighed.tally = with_schneider(tally, contract.game);
    else weighed.chance = {share_of(tally)};
    return weighed;
}

// The prospects of recent hands: each bid of an auction needs the same ones.
Prospects Engine::prospects(const View& view) const {
    struct Kept {
        Set hand = 0;
        int seat = 0;
        std::int64_t bidding = 0;
        bool calibrated = false;
        std::uint64_t seed = 0;
        std::size_t count = 0;
        std::array<Prospect, 10> prospects{};  // at most four games, each with and without the skat; Null also ouvert
    };
    thread_local std::array<Kept, 6> kept;  // for the seats of both sides of a tournament
    thread_local std::size_t oldest = 0;
    for (const Kept& entry : kept)
        if (entry.hand == view.hand && entry.seat == view.seat && entry.bidding == level_.bidding &&
            entry.calibrated == level_.calibrated && entry.seed == seed_)
            return {entry.prospects.begin(), entry.prospects.begin() + std::ptrdiff_t(entry.count)};
    std::vector<Entry> entries;
    for (const int game : candidates(view.hand))
        for (const bool is_hand : {false, true}) entries.push_back({{game, is_hand}});
    const std::uint64_t worlds = std::uint64_t(level_.bidding);
    const Knowledge knowledge{.cards = view.hand, .seat = view.seat};
    const std::vector<Tally> tallies =
        judge(knowledge, {.seed = seed_of(view.hand), .detail = false}, entries, 0, worlds - 1, poll_);
    Prospects prospects;
    for (std::size_t i = 0; i < entries.size(); ++i)
        for (const Contract& contract : contracts_of(entries[i].contract.game, entries[i].contract.hand))
            prospects.push_back(weighed(contract, view.hand, view.seat, tallies[i]));
    kept[oldest] = {view.hand, view.seat, level_.bidding, level_.calibrated, seed_, prospects.size(), {}};
    std::copy(prospects.begin(), prospects.end(), kept[oldest].prospects.begin());
    oldest = (oldest + 1) % kept.size();
    return prospects;
}

int Engine::highest_bid(const View& view) const {
    return highest_paying(prospects(view), level_.margin + (level_.calibrated ? least_gain : 0));
}

bool Engine::takes_skat(const View& view) const { return !best_at(prospects(view), view.bid).contract.hand; }

Announcement Engine::announced(const View& view) const {
    if (std::popcount(view.hand) == hand_size) {
        Prospects hands = prospects(view);
        std::erase_if(hands, [](const Prospect& prospect) { return !prospect.contract.hand; });
        return {best_at(hands, view.bid).contract};
    }
    struct Tried {
        Entry entry;
        Tally tally{};
        Prospect prospect{};
        double mean = 0;
    };
    std::vector<Tried> tried;
    for (const int game : candidates(view.hand)) {
        const std::vector<Set> pairs = ranked_discards(view.hand, game);
        for (const Contract& contract : contracts_of(game, false))
            for (std::size_t i = 0; i < selections[0].discards; ++i) tried.push_back({{contract, pairs[i]}});
    }
    const Knowledge knowledge{.cards = view.hand, .seat = view.seat};
    const Run run{seed_of(view.hand), choice, false, false};
    std::uint64_t worlds = 0;
    for (const auto& [discards, share, behind] : selections) {
        std::array<std::size_t, 2 * std::size(games)> left{};  // by game, ouvert or not
        const double least = tried[0].mean - behind;
        std::erase_if(tried, [&](const Tried& attempt) {
            const auto& [game, hand, schneider, schwarz, ouvert] = attempt.entry.contract;
            return attempt.mean < least || ++left[std::size_t(2 * game + ouvert)] > discards;
        });
        if (tried.size() == 1) break;
        std::vector<Entry> entries;
        for (const Tried& attempt : tried) entries.push_back(attempt.entry);
        const std::uint64_t before = std::exchange(worlds, std::uint64_t(std::ceil(share * double(level_.bidding))));
        const std::vector<Tally> tallies = judge(knowledge, run, entries, before, worlds - 1, poll_);
        for (std::size_t i = 0; i < tried.size(); ++i) {
            tried[i].tally.add(tallies[i]);
            tried[i].prospect = weighed(entries[i].contract, view.hand, view.seat, tried[i].tally);
            tried[i].mean = tried[i].prospect.mean(view.bid);
        }
        sort_short(tried, [](const Tried& a, const Tried& b) { return a.mean > b.mean; });
    }
    const auto& [entry, tally, best, mean] = tried[0];
    Contract contract = best.contract;
    if (!level_.calibrated)
        contract.ouvert =
            contract.game == null && best.chance.at_first_bid >= sure_null && level_.bidding > fewest_for_ouvert;
    return {contract, entry.discard};
}

Code Engine::played(const View& view) const {
    const Moment moment(view, level_.remembers);
    const Set legal = moment.legal();
    if (std::popcount(legal) == 1) return Code(std::countr_zero(legal));
    const bool listens = level_.listens && !view.is_declarer();
    const std::uint64_t all = std::uint64_t(level_.worlds);
    const std::uint64_t worlds = listens ? std::uint64_t(std::ceil(listening * double(all))) : all;
    Random draws = random(view);
    std::vector<CardValue> values = card_values(moment, worlds, draws, listens, poll_);
    if (const Set sure = moment.winning(moment.legal(), std::uint64_t(level_.sure), poll_).cards)
        std::erase_if(values, [&](const CardValue& card_value) { return !(sure & bit(card_value.card)); });
    const int sign = moment.sign();
    double best = sign * values[0].value;
    for (const auto& [card, value] : values) best = std::max(best, sign * value);
    Codes equal;
    for (const auto& [card, value] : values)
        if (sign * value > best - 1e-9) equal.push_back(card);
    const Code usual = maxims::played(moment);
    if (std::find(equal.begin(), equal.end(), usual) != equal.end()) return usual;
    return *std::ranges::min_element(
        equal, {}, [&](Code card) { return std::pair(points_of_card(card), rank_of(view.game(), card)); });
}

std::uint64_t Engine::seed_of(Set hand) const { return splitmix64(seed_, hand); }

Random Engine::random(const View& view) const {
    return Random(splitmix64(seed_, 64 * std::uint64_t(view.seat) + view.played.size()));
}

}  // namespace kiebitz::skat::engine
