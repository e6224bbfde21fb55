#include "skat/engine/review.hpp"

#include <algorithm>

#include "kiebitz/skat.hpp"
#include "skat/engine/discards.hpp"
#include "skat/engine/view.hpp"

namespace kiebitz::skat::engine {
namespace {

// Mark the last card that changed `side` as the one that settled it.
template <typename Side>
void settle(std::vector<Reviewed>& cards, Reviewed::Settles what, Side side) {
    const auto last = std::find_if(cards.rbegin(), cards.rend(),
                                   [&](const Reviewed& card) { return side(card.before) != side(card.after); });
    if (last != cards.rend()) last->settles = what;
}

}  // namespace

Outcome end_of(const Contract& contract, int value) {
    if (contract.game == null) return value ? won : lost;
    if (value >= needed(contract)) return value >= to_make_schneider && !contract.schneider ? won_schneider : won;
    return value < out_of_schneider ? lost_schneider : lost;
}

std::vector<Reviewed> review(const Contract& contract, int declarer, const Hands& hands, Set skat, const Codes& cards,
                             const Poll& poll) {
    const std::vector<std::uint8_t> bytes = bytes_of(hands);
    const auto traced = skat::trace({contract.game, bytes, declarer, 0, {}}, cards, poll);
    std::vector<Reviewed> reviews;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Course course = course_of(contract.game, {cards.begin(), cards.begin() + std::ptrdiff_t(i)});
        const int taken_points = contract.game == null ? 0 : course.points[std::size_t(declarer)] + points_of(skat);
        const int sign = course.turn == declarer ? 1 : -1;
        Reviewed card{course.turn, {}};
        for (const auto& [code, value] : traced[i]) card.values.push_back({Code(code), taken_points + value});
        sort_short(card.values, [&](const Valued& a, const Valued& b) {
            return a.value != b.value ? sign * a.value > sign * b.value : index_of(a.card) < index_of(b.card);
        });
        const auto played = std::ranges::find(card.values, cards[i], &Valued::card);
        card.before = end_of(contract, card.values[0].value);
        card.after = end_of(contract, played->value);
        for (const auto& [code, value] : card.values)
            if (end_of(contract, value) == card.before) card.holding |= bit(code);
        reviews.push_back(std::move(card));
    }
    settle(reviews, Reviewed::schneider, [](Outcome end) { return end == lost_schneider || end == won_schneider; });
    settle(reviews, Reviewed::the_game, [](Outcome end) { return end >= won; });
    return reviews;
}

std::optional<Discarded> best_discard(const Hands& hands, Set skat, int game, int declarer, int min_value,
                                      const Poll& poll) {
    Hands with = hands;
    with[std::size_t(declarer)] |= skat;
    const std::vector<Set> ranked = ranked_discards(with[std::size_t(declarer)], game);
    std::vector<std::uint8_t> pairs;
    for (const Set pair : ranked)
        for (const Code card : in_code_order(pair)) pairs.push_back(card);
    const std::vector<std::uint8_t> bytes = bytes_of(with);
    const skat::Discard best = skat::best_discard({game, bytes, declarer, 0, {}}, pairs, min_value, poll);
    if (best.value < 0) return std::nullopt;
    return Discarded{ranked[std::size_t(best.index)], best.value};
}

std::vector<Par> par(const Hands& hands, Set skat, int seat, int bid, const Poll& poll) {
    const Set twelve = hands[std::size_t(seat)] | skat;
    const std::vector<std::uint8_t> bytes = bytes_of(hands);
    std::vector<Par> pars;
    for (const int game : games) {
        const bool is_null = game == null;
        const int min_value = is_null ? 1 : to_win, had = is_null ? 0 : points_of(skat);
        const auto add = [&](Set pair, int value) {
            const Contract contract{game, pair == 0, false, false, is_null};
            pars.push_back({contract, pair, value, score_at(contract, bid, twelve, value)});
        };
        if (const auto discarded = best_discard(hands, skat, game, seat, min_value, poll))
            add(discarded->pair, discarded->value);
        const Question hand_game{game, bytes, seat, 0, {}};
        if (skat::reaches(hand_game, std::max(0, min_value - had), poll))
            add(0, had + skat::best(hand_game, poll).value);
    }
    return pars;
}

int best_of(const std::vector<Par>& pars) {
    int best = -1;
    for (std::size_t place = 0; place < pars.size(); ++place) {
        const Score& score = pars[place].score;
        if (score.won && (best < 0 || score.written() > pars[std::size_t(best)].score.written())) best = int(place);
    }
    return best;
}

Score score_at(const Contract& contract, int bid, Set twelve, int value) {
    constexpr int some_tricks = 5;  // any number that is Schwarz for neither side
    const bool is_schwarz = contract.schwarz && value == all_points;
    const int tricks = contract.game == null ? 1 - value : is_schwarz ? all_tricks : some_tricks;
    return score_of({contract, bid, twelve, value, tricks});
}

}  // namespace kiebitz::skat::engine
