#include "skat/engine/beliefs.hpp"

#include <algorithm>

#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::uint64_t fine = std::uint64_t{1} << 53;  // resolution of a draw, exact in Python and JavaScript

void add_evidence(std::vector<Evidence>& evidence, int place, int game, const Odds& odds) {
    const Set trumps = trumps_of(game);
    if (game == null) {
        const Set middle = each_suit << ten_place | jacks,
                  high = each_suit << queen_place | each_suit << king_place | aces;
        evidence.push_back({place, middle, odds.middle});
        evidence.push_back({place, high, odds.high});
        return;
    }
    evidence.push_back({place, jacks, odds.jack});
    evidence.push_back({place, trumps & ~jacks, odds.trump});
    evidence.push_back({place, aces & ~trumps, odds.ace});
    evidence.push_back({place, each_suit << ten_place & ~trumps, odds.ten});
}

Set cheaper_than(int card) {
    Set set = 0;
    for (int other = 0; other < pack_size; ++other)
        if (points_of_card(other) < points_of_card(card)) set |= bit(other);
    return set;
}

}  // namespace

std::vector<Evidence> evidence_of(const View& view, const Course& course) {
    std::vector<Evidence> evidence;
    if (view.is_declarer() || view.declarer == View::nobody) return evidence;
    const int game = view.game();
    add_evidence(evidence, view.declarer, game, game == null ? lies.null : game == grand ? lies.grand : lies.suit);
    if (game == null) return evidence;
    if (!view.contract->hand) add_evidence(evidence, in_skat, game, lies.put);
    const int partner = seats - view.seat - view.declarer;
    const bool spoke = std::any_of(view.words.begin(), view.words.end(),
                                   [&](const Word& word) { return word.seat == partner && word.said != Word::passes; });
    if (!spoke) add_evidence(evidence, partner, game, lies.silent);
    const std::span<const Code> played = view.played;
    for (std::size_t number = 0; number < played.size(); ++number) {
        const int seat = course.players[number];
        if (seat == view.seat) continue;
        const Code card = played[number];
        const std::size_t first = number - number % seats;
        const auto trick = played.subspan(first, number - first + 1);
        const Set led_kind = kind_of(game, trick[0]), instead = led_kind & bit(card) ? led_kind : whole_pack;
        const int holder = course.players[first + std::size_t(taking(game, trick))];
        const bool is_declarer = seat == view.declarer;
        const Played& by = is_declarer ? played_by_declarer : played_by_defender;
        const Instead& odds = trick.size() == 1                        ? by.leads
                              : holder == seat                         ? by.takes
                              : is_declarer || holder == view.declarer ? by.loses
                                                                       : by.helps;
        const Set cheaper = instead & cheaper_than(card);
        evidence.push_back({seat, cheaper, odds.cheaper});
        evidence.push_back({seat, instead & ~cheaper, odds.others});
    }
    return evidence;
}

Beliefs::Beliefs(const View& view, const Course& course) {
    std::size_t next = 0;
    for (int seat = 0; seat < seats; ++seat)
        if (seat != view.seat) places_[next++] = seat;
    hidden_ = in_pack_order(~(view.hand | view.skat | view.shown | set_of(view.played)));
    known_cards_[in_skat] = view.skat;
    known_cards_[std::size_t(view.seat)] = view.hand;
    for (std::size_t i = 0; i < 2; ++i) room_[i] = hand_size - course.counts[std::size_t(places_[i])];
    if (view.shown && view.declarer != View::nobody && !view.is_declarer()) {
        known_cards_[std::size_t(view.declarer)] = view.shown;
        room_[places_[0] == view.declarer ? 0 : 1] = 0;
    }
    room_[2] = view.skat ? 0 : skat_size;
    start_ = across * std::size_t(room_[0]) + std::size_t(room_[1]) + across + 1;
    for (const Code card : hidden_) {
        const auto may_lie = [&](std::size_t i) {
            return double(!(course.lacks[std::size_t(places_[i])] & bit(card)));
        };
        even_.push_back({may_lie(0), may_lie(1), 1});
    }
    sums_ = summed(even_);
}

std::vector<Possible> Beliefs::worlds(std::uint64_t number, Random& random,
                                      const std::vector<Evidence>& evidence) const {
    const Odds odds = weighed(evidence);
    std::vector<Possible> worlds;
    if (count() <= number) {
        for (std::uint64_t i = 0; i < count(); ++i) {
            worlds.push_back(world(i));
            worlds.back().weight = weight_of(odds, worlds.back());
        }
        return worlds;
    }
    const std::vector<Row> sums = summed(odds);
    const double whole = sums.front()[start_];
    for (std::uint64_t i = 0; i < number; ++i)
        worlds.push_back(world_at(odds, sums, whole * (double(random.below(fine)) / double(fine))));
    return worlds;
}

Beliefs::Odds Beliefs::weighed(const std::vector<Evidence>& evidence) const {
    Odds odds = even_;
    for (const auto& [place, cards, factor] : evidence) {
        const std::size_t at = place == in_skat ? 2 : places_[0] == place ? 0 : 1;
        for (std::size_t i = 0; i < hidden_.size(); ++i)
            if (cards & bit(hidden_[i])) odds[i][at] *= factor;
    }
    return odds;
}

// For each card, the total weight of all ways to place it and the later cards, by the room left in both hands.
std::vector<Beliefs::Row> Beliefs::summed(const Odds& odds) const {
    std::vector<Row> rows(odds.size() + 1, Row{});
    rows.back()[across + 1] = 1;
    const auto [most_first, most_second, most_left] = room_;
    for (int number = 1; number <= int(odds.size()); ++number) {
        const std::size_t at_card = odds.size() - std::size_t(number);
        const Row& after = rows[at_card + 1];
        Row& row = rows[at_card];
        const auto [one, two, left] = odds[at_card];
        for (int first = std::max(0, number - most_second - most_left); first <= std::min(most_first, number); ++first)
            for (int second = std::max(0, number - first - most_left); second <= std::min(most_second, number - first);
                 ++second) {
                const std::size_t at = across * std::size_t(first) + across + 1 + std::size_t(second);
                row[at] = one * after[at - across] + two * after[at - 1] + left * after[at];
            }
    }
    return rows;
}

// The world at `pick`, with the worlds laid end to end, each as long as its weight.
Possible Beliefs::world_at(const Odds& odds, const std::vector<Row>& sums, double pick) const {
    // the step to the same place with one card less to lay there
    constexpr std::size_t fewer[] = {across, 1, 0};
    std::size_t at = start_;
    Set laid[3] = {};
    for (std::size_t card = 0; card < hidden_.size(); ++card) {
        std::size_t place = 0;
        for (std::size_t candidate = 0; candidate < 3; ++candidate) {
            const double length = odds[card][candidate] * sums[card + 1][at - fewer[candidate]];
            if (length == 0) continue;
            place = candidate;  // the last place takes the rounding error
            if (pick < length) break;
            pick -= length;
        }
        laid[place] |= bit(hidden_[card]);
        pick /= odds[card][place];
        at -= fewer[place];
    }
    auto cards = known_cards_;
    cards[std::size_t(places_[0])] |= laid[0];
    cards[std::size_t(places_[1])] |= laid[1];
    cards[in_skat] |= laid[2];
    return {{cards[0], cards[1], cards[2]}, cards[in_skat]};
}

double Beliefs::weight_of(const Odds& odds, const Possible& world) const {
    double weight = 1;
    for (std::size_t i = 0; i < hidden_.size(); ++i) {
        const Set card = bit(hidden_[i]);
        const auto in = [&](std::size_t place) { return (world.hands[std::size_t(places_[place])] & card) != 0; };
        weight *= odds[i][in(0) ? 0 : in(1) ? 1 : 2];
    }
    return weight;
}

}  // namespace kiebitz::skat::engine
