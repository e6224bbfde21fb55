#include "skat/engine/card_values.hpp"

#include <algorithm>
#include <cmath>

#include "kiebitz/skat.hpp"
#include "skat/engine/parameters.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::uint64_t at_a_time = 64;  // worlds solved at a time for sure cards: most cards fail in the first batch
constexpr double normal_95 = 1.959964;

// The weighted mean over worlds for a card; `value` maps a number of levels to its worth.
template <typename Value>
double mean(const Reached& reached, std::size_t card, Value&& value) {
    double total = 0, whole = 0;
    for (std::size_t i = 0; i < reached.worlds.size(); ++i) {
        total += reached.worlds[i].weight * value(reached.row(i)[card]);
        whole += reached.worlds[i].weight;
    }
    return total / whole;
}

double share(const Reached& reached, std::size_t card) {
    return mean(reached, card, [](int levels) { return double(levels); });
}

}  // namespace

std::vector<std::uint8_t> Moment::solved(const std::vector<Possible>& worlds, const std::vector<std::uint8_t>& levels,
                                         const Poll& poll, bool by_number_of_tricks) const {
    std::vector<std::uint8_t> had;
    std::vector<Set> hands;
    const bool has_points = view_.game() != null && !by_number_of_tricks;
    for (const Possible& world : worlds) {
        had.push_back(
            std::uint8_t(has_points ? course_.points[std::size_t(view_.declarer)] + points_of(world.skat) : 0));
        hands.insert(hands.end(), world.hands.begin(), world.hands.end());
    }
    const std::vector<std::uint8_t> bytes = bytes_of(hands);
    const int game = view_.game() + (by_number_of_tricks && view_.game() != null ? by_tricks : 0);
    return skat::levels({game, bytes, view_.declarer, course_.turn, course_.trick}, had, levels, poll).values;
}

Reached Moment::reached(std::uint64_t number, Random& random, bool listens, const std::vector<std::uint8_t>& levels,
                        const Poll& poll) const {
    const Beliefs beliefs(view_, course_);
    Reached reached_worlds;
    reached_worlds.cards = in_code_order(legal());
    reached_worlds.worlds = beliefs.worlds(number, random, evidence_of(view_, course_, listens));
    reached_worlds.are_all = beliefs.count() <= number;
    reached_worlds.counts = solved(reached_worlds.worlds, levels, poll);
    return reached_worlds;
}

Claim Moment::winning(Set cards, std::uint64_t max_worlds, const Poll& poll, const Possible* open_world) const {
    return in_every_world(cards, max_worlds, needed(*view_.contract), false, poll, open_world);
}

Claim Moment::claim(std::uint64_t max_worlds, const Poll& poll) const {
    const int all = trick_points * std::popcount(view_.hand);
    return in_every_world(legal(), max_worlds, view_.is_declarer() ? all : 1, true, poll, nullptr);
}

bool Moment::agrees(Set shown, const Poll& poll) const {
    const int claimant = course_.turn, third = seats - view_.seat - claimant;
    const bool is_declarers = claimant == view_.declarer;
    if (is_declarers == view_.is_declarer()) return true;
    const Set unseen = ~(view_.hand | view_.skat | shown | set_of(view_.played));
    std::vector<Possible> worlds;
    const auto add = [&](Set skat) {
        Possible world{.skat = view_.skat | skat};
        world.hands[std::size_t(view_.seat)] = view_.hand;
        world.hands[std::size_t(claimant)] = shown;
        world.hands[std::size_t(third)] = unseen & ~skat;
        if (!(unseen & ~skat & course_.lacks[std::size_t(third)])) worlds.push_back(world);
    };
    if (view_.skat) add(0);
    else
        for (Set card = unseen; card; card &= card - 1)
            for (Set two = card & (card - 1); two; two &= two - 1) add((card & -card) | (two & -two));
    const int tricks = std::popcount(shown), cards = std::popcount(legal_among(view_.game(), shown, course_.trick));
    const std::vector<std::uint8_t> counts =
        solved(worlds, {std::uint8_t(is_declarers ? trick_points * tricks : 1)}, poll, true);
    for (auto row = counts.begin(); row != counts.end(); row += cards)
        if (std::find(row, row + cards, std::uint8_t(is_declarers)) == row + cards) return false;
    return true;
}

Claim Moment::in_every_world(Set cards, std::uint64_t max_worlds, int points, bool by_number_of_tricks,
                             const Poll& poll, const Possible* open_world) const {
    const Beliefs beliefs(view_, course_);
    Claim claim{.worlds = open_world ? 1 : beliefs.count()};
    if (claim.worlds > max_worlds) return claim;
    claim.is_checked = true;
    claim.cards = cards;
    const Codes codes = in_code_order(legal());
    for (std::uint64_t first = 0; claim.cards && first < claim.worlds; first += at_a_time) {
        std::vector<Possible> worlds;
        for (std::uint64_t i = first; i < std::min(first + at_a_time, claim.worlds); ++i)
            worlds.push_back(open_world ? *open_world : beliefs.world(i));
        const std::vector<std::uint8_t> counts = solved(worlds, {std::uint8_t(points)}, poll, by_number_of_tricks);
        for (std::size_t i = 0; claim.cards && i < counts.size(); ++i) {
            const Set card = bit(codes[i % codes.size()]);
            if (!(claim.cards & card) || (counts[i] == 1) == view_.is_declarer()) continue;
            claim.cards &= ~card;
            claim.against = worlds[i / codes.size()];
        }
    }
    return claim;
}

std::vector<CardValue> card_values(const Moment& moment, std::uint64_t worlds, Random& random, bool listens,
                                   const Poll& poll) {
    const View& view = moment.view();
    std::vector<std::uint8_t> levels;
    std::vector<double> gains{0};
    for (const auto& [points, gain] : steps_of(view.contract->schneider, view.played.size() / seats)) {
        levels.push_back(points);
        gains.push_back(gains.back() + gain);
    }
    const Reached reached = moment.reached(worlds, random, listens, levels, poll);
    std::vector<CardValue> values;
    for (std::size_t i = 0; i < reached.cards.size(); ++i)
        values.push_back({reached.cards[i], mean(reached, i, [&](std::size_t count) { return gains[count]; })});
    return values;
}

std::vector<CardValue> card_chances(const Moment& moment, std::uint64_t worlds, Random& random, const Poll& poll) {
    const Reached reached = moment.reached(worlds, random, true, {std::uint8_t(needed(*moment.view().contract))}, poll);
    std::vector<CardValue> values;
    for (std::size_t i = 0; i < reached.cards.size(); ++i) values.push_back({reached.cards[i], share(reached, i)});
    return values;
}

Fair fair_card(const Moment& moment, Code card, std::uint64_t worlds, Random random, bool listens, const Poll& poll) {
    const std::vector<std::uint8_t> levels{std::uint8_t(needed(*moment.view().contract))};
    const int sign = moment.sign();
    // The best of many cards is partly the luckiest, so judge it on worlds other than those that chose it.
    Reached reached = moment.reached(worlds, random, listens, levels, poll);
    const Codes& cards = reached.cards;
    const std::size_t mine = std::size_t(std::find(cards.begin(), cards.end(), card) - cards.begin());
    std::size_t best = mine;
    for (std::size_t i = 0; i < cards.size(); ++i)
        if (sign * share(reached, i) > sign * share(reached, best)) best = i;
    if (!reached.are_all) reached = moment.reached(worlds, random, listens, levels, poll);

    Fair fair;
    fair.worlds = reached.worlds.size();
    fair.is_exact = reached.are_all;
    for (std::size_t i = 0; i < cards.size(); ++i) fair.chances.push_back({cards[i], share(reached, i)});
    double lost = 0, whole = 0, spread = 0;
    const auto gap = [&](std::size_t i) { return sign * (reached.row(i)[best] - reached.row(i)[mine]); };
    for (std::size_t i = 0; i < reached.worlds.size(); ++i) {
        lost += reached.worlds[i].weight * gap(i);
        whole += reached.worlds[i].weight;
    }
    lost /= whole;
    for (std::size_t i = 0; i < reached.worlds.size(); ++i)
        spread += reached.worlds[i].weight * ((gap(i) - lost) * (gap(i) - lost));
    spread /= whole;
    const double number = double(fair.worlds);
    const double half = fair.is_exact || mine == best ? 0 : normal_95 * std::sqrt(spread / number) + 1 / (2 * number);
    fair.lost = lost;
    fair.low = std::max(-1.0, lost - half);
    fair.high = std::min(1.0, lost + half);
    const Code best_card = cards[best];
    sort_short(fair.chances, [&](const CardValue& a, const CardValue& b) {
        if ((a.card == best_card) != (b.card == best_card)) return a.card == best_card;
        return a.value != b.value ? sign * a.value > sign * b.value : index_of(a.card) < index_of(b.card);
    });
    fair.sure = moment.winning(moment.legal(), std::uint64_t(sure_in_reviews), poll).cards;
    return fair;
}

}  // namespace kiebitz::skat::engine
