#include "skat/engine/beliefs.hpp"

#include <algorithm>

#include "skat/engine/listening.hpp"
#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::uint64_t fine = std::uint64_t{1} << 53;  // resolution of a draw, exact in Python and JavaScript

}  // namespace

std::vector<Evidence> evidence_of(const View& view, const Course& course, bool listens) {
    if (!listens || view.is_declarer() || view.declarer == View::nobody) return {};
    if (view.game() == null) {
        constexpr Set middle = tens | jacks, high = each_suit << queen_place | each_suit << king_place | aces;
        return {{view.declarer, middle, null_declarer.middle}, {view.declarer, high, null_declarer.high}};
    }
    if (view.shown) return {};
    std::vector<Evidence> evidence;
    for (const auto& [card, features] : hidden_cards(view, course)) {
        const auto [with_declarer, with_partner, put] = odds_of(features);
        evidence.push_back({view.declarer, bit(card), with_declarer});
        evidence.push_back({seats - view.seat - view.declarer, bit(card), with_partner});
        evidence.push_back({in_skat, bit(card), put});
    }
    return evidence;
}

Beliefs::Beliefs(const View& view, const Course& course) {
    std::size_t next = 0;
    for (int seat = 0; seat < seats; ++seat)
        if (seat != view.seat) places_[next++] = seat;
    hidden_ = in_pack_order(view.hidden());
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
