#include "skat/engine/players.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/refusal.hpp"
#include "skat/engine/discards.hpp"
#include "skat/engine/table_chance.hpp"
#include "skat/engine/worlds.hpp"

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
    constexpr Set low = each_suit | each_suit << 1 | each_suit << 2;
    std::vector<int> by_strength(std::begin(suits_by_value), std::end(suits_by_value));
    sort_short(by_strength, [&](int a, int b) { return strength(hand, a) > strength(hand, b); });
    std::vector<int> numbers;
    for (const int suit : {by_strength[0], by_strength[1]})
        if (std::popcount(hand & trumps_of(suit)) >= 4) numbers.push_back(suit);
    if (std::popcount(hand & (jacks | aces)) >= 4) numbers.push_back(grand);
    if (std::popcount(hand & low) >= 4) numbers.push_back(null);
    return numbers;
}

// The contracts that a game is bid and announced as: Null also ouvert.
std::vector<Contract> contracts_of(int game, bool is_hand, bool with_ouvert) {
    std::vector<Contract> contracts{{game, is_hand}};
    if (with_ouvert && game == null) contracts.push_back({null, is_hand, false, false, true});
    return contracts;
}

// The card points that the declarer needs in tricks; in Null any positive number.
int missing(int game, Set skat) { return game == null ? 1 : to_win - points_of(skat); }

// Count one more world, half won: a handful of worlds proves nothing.
double share_of(std::uint64_t won, std::uint64_t worlds) { return (double(won) + 0.5) / double(worlds + 1); }

std::uint64_t count_won(int game, int seat, int points, const std::vector<Hands>& worlds, const Poll& poll) {
    std::uint64_t tricks = 0;
    const std::vector<std::uint8_t> yes = worlds_reach({game, seat, 0}, points, worlds, tricks, poll);
    return std::uint64_t(std::count(yes.begin(), yes.end(), 1));
}

// The games with a contract that covers the bid.
std::vector<int> covering(std::vector<int> some, const View& view, bool with_ouvert) {
    std::erase_if(some, [&](int game) {
        const Contract best{game, false, false, false, with_ouvert && game == null};
        return value_with(best, view.hand) < view.bid;
    });
    return some;
}

// The least value of a contract at a bid: an overbid game still costs the bid.
int cost(const View& view, const Contract& contract) {
    const int value = value_with(contract, view.hand);
    return contract.game == null ? value : std::max(value, reached(contract.game, view.bid));
}

// The plan of a contract with the chance that a level goes by.
Plan plan_of(const Contract& contract, Set cards, int seat, std::uint64_t wins, std::uint64_t worlds, int value,
             bool is_calibrated) {
    const double won = share_of(wins, worlds);
    return {contract, won, is_calibrated ? table_chance(contract, cards, seat, wins, worlds).value_or(won) : won,
            value};
}

}  // namespace

double Plan::mean(int bid) const {
    if (value < bid) return -1e6;
    return chance * (value + won_besides) - (1 - chance) * (2 * value + lost_besides);
}

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
    std::vector<int> some = covering({std::begin(games), std::end(games)}, view, false);
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

std::vector<Plan> plans_of(Set hand, int seat, std::uint64_t worlds, std::uint64_t seed, const Poll& poll) {
    Random random(seed);
    const Known known{.cards = hand, .seat = seat};
    std::vector<World> all;
    for (std::uint64_t i = 0; i < worlds; ++i) all.push_back(drawn(known, random));
    std::vector<Plan> plans;
    for (const int game : candidates(hand))
        for (const bool is_hand : {false, true}) {
            std::array<std::vector<Hands>, to_win + 1> by_missing;
            for (const World& world : all) {
                const Set twelve = hand | world.skat, pair = is_hand ? world.skat : ranked_discards(twelve, game)[0];
                by_missing[std::size_t(missing(game, pair))].push_back(seated(seat, twelve & ~pair, world));
            }
            std::uint64_t wins = 0;
            for (int points = 0; points <= to_win; ++points)
                wins += count_won(game, seat, points, by_missing[std::size_t(points)], poll);
            for (const Contract& contract : contracts_of(game, is_hand, true))
                plans.push_back(plan_of(contract, hand, seat, wins, worlds, value_with(contract, hand), true));
        }
    return plans;
}

int highest_paying(const std::vector<Plan>& plans, double least) {
    int most = 0;
    for (const Plan& plan : plans)
        if (plan.mean(first_bid) > least) most = std::max(most, plan.value);
    return most ? highest_bid(most) : 0;
}

const Plan* best_plan(const std::vector<Plan>& plans, int bid) {
    const Plan* best = nullptr;
    const auto covers = [&](const Plan& plan) { return plan.mean(first_bid) > passing && plan.value >= bid; };
    const bool any = std::any_of(plans.begin(), plans.end(), covers);
    for (const Plan& plan : plans)
        if ((!any || covers(plan)) && (!best || plan.mean(first_bid) > best->mean(first_bid))) best = &plan;
    return best;
}

// The plans of recent hands: each bid of an auction needs the same ones.
std::vector<Plan> Engine::plans(const View& view) const {
    struct Kept {
        Set hand = 0;
        int seat = 0;
        std::int64_t bidding = 0;
        bool calibrated = false;
        std::uint64_t seed = 0;
        std::size_t count = 0;
        std::array<Plan, 10> plans{};  // of at most four games, each with and without the skat; Null also ouvert
    };
    thread_local std::array<Kept, 16> kept;
    thread_local std::size_t oldest = 0;
    for (const Kept& entry : kept)
        if (entry.hand == view.hand && entry.seat == view.seat && entry.bidding == level_.bidding &&
            entry.calibrated == level_.calibrated && entry.seed == seed_)
            return {entry.plans.begin(), entry.plans.begin() + std::ptrdiff_t(entry.count)};
    std::vector<Plan> plans = plans_of(view.hand, view.seat, std::uint64_t(level_.bidding), seed_, poll_);
    if (!level_.calibrated) {
        std::erase_if(plans, [](const Plan& plan) { return plan.contract.ouvert; });
        for (Plan& plan : plans) plan.chance = plan.won;
    }
    Kept& place = kept[oldest];
    oldest = (oldest + 1) % kept.size();
    place = {view.hand, view.seat, level_.bidding, level_.calibrated, seed_, plans.size(), {}};
    std::copy(plans.begin(), plans.end(), place.plans.begin());
    return plans;
}

int Engine::highest_bid(const View& view) const {
    return highest_paying(plans(view), level_.margin + (level_.calibrated ? passing : 0));
}

bool Engine::takes_skat(const View& view) const {
    double most[] = {-1e9, -1e9};  // by whether it is a Hand game
    for (const Plan& plan : plans(view))
        most[plan.contract.hand] = std::max(most[plan.contract.hand], plan.mean(view.bid));
    return most[true] <= most[false];
}

Announcement Engine::announced(const View& view) const {
    if (std::popcount(view.hand) == hand_size) {
        std::vector<Plan> hands = plans(view);
        std::erase_if(hands, [](const Plan& plan) { return !plan.contract.hand; });
        if (hands.empty()) refuse("view: a hand with a game worth a look expected");
        return {best_of(hands, [&](const Plan& plan) { return plan.mean(view.bid); }).contract};
    }
    struct Tried {
        int game;
        Set pair;
        Plan plan{};  // the contract of the game that pays most
        double mean = 0;
    };
    // Try the likely discards of the candidate games on common worlds, then the best on more.
    std::vector<int> some = covering(candidates(view.hand), view, level_.calibrated);
    if (some.empty())
        some = {*std::min_element(std::begin(trump_games), std::end(trump_games),
                                  [&](int a, int b) { return cost(view, {a}) < cost(view, {b}); })};
    std::vector<Tried> tried;
    for (const int game : some) {
        const std::vector<Set> pairs = ranked_discards(view.hand, game);
        for (std::size_t i = 0; i < likely_discards; ++i) tried.push_back({game, pairs[i]});
    }
    constexpr std::size_t go_on = 3;
    Random draws = random(view);
    const Known known{.cards = view.hand, .seat = view.seat};
    const std::uint64_t bidding = std::uint64_t(level_.bidding);
    for (const std::uint64_t count : {bidding / 2 + 1, 2 * bidding}) {
        std::vector<World> worlds;
        for (std::uint64_t i = 0; i < count; ++i) worlds.push_back(drawn(known, draws));
        for (Tried& attempt : tried) {
            std::vector<Hands> hands;
            for (const World& world : worlds) hands.push_back(seated(view.seat, view.hand & ~attempt.pair, world));
            const std::uint64_t wins =
                count_won(attempt.game, view.seat, missing(attempt.game, attempt.pair), hands, poll_);
            std::vector<Plan> plans;
            for (const Contract& contract : contracts_of(attempt.game, false, level_.calibrated))
                plans.push_back(
                    plan_of(contract, view.hand, view.seat, wins, count, cost(view, contract), level_.calibrated));
            attempt.plan = best_of(plans, [&](const Plan& plan) { return plan.mean(view.bid); });
            attempt.mean = attempt.plan.mean(view.bid);
        }
        sort_short(tried, [](const Tried& a, const Tried& b) { return a.mean > b.mean; });
        if (tried.size() > go_on) tried.resize(go_on);
    }
    const auto& [game, pair, plan, mean] = tried[0];
    Contract contract = plan.contract;
    if (!level_.calibrated)
        contract.ouvert = game == null && plan.won >= sure_null && level_.bidding > fewest_for_ouvert;
    return {contract, pair};
}

Code Engine::played(const View& view) const {
    const Moment moment(view);
    const Set legal = moment.legal();
    if (std::popcount(legal) == 1) return Code(std::countr_zero(legal));
    const bool listens = level_.listens && !view.is_declarer();
    const std::uint64_t all = std::uint64_t(level_.worlds);
    const std::uint64_t worlds = listens ? std::uint64_t(std::ceil(listening * double(all))) : all;
    Random draws = random(view);
    std::vector<CardValue> values = card_values(moment, worlds, draws, listens, poll_);
    if (const Set sure = moment.sure_cards(std::uint64_t(level_.sure), poll_))
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

Random Engine::random(const View& view) const {
    return Random(splitmix64(seed_, 64 * std::uint64_t(view.seat) + view.played.size()));
}

}  // namespace kiebitz::skat::engine
