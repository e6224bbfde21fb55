#include "skat/engine/contracts.hpp"

#include <algorithm>

namespace kiebitz::skat::engine {
namespace {

constexpr int null_values[2][2] = {{23, 46}, {35, 59}};  // by Hand and ouvert
constexpr int most_levels = 7;   // the game, Hand, Schneider, announced, Schwarz, announced, ouvert
constexpr int least_trumps = 6;  // of the textbook
constexpr int jack_of(int suit) { return 8 * suit + jack_place; }

// The trumps of a game from the highest down.
struct TrumpsDown {
    std::array<Code, 4 + 7> cards{};
    std::size_t number = 0;

    constexpr explicit TrumpsDown(int game) {
        for (const int suit : suits_by_value) cards[number++] = Code(jack_of(suit));
        if (game == grand) return;
        for (const int place : {ace_place, ten_place, king_place, queen_place, 2, 1, 0})
            cards[number++] = Code(8 * game + place);
    }
    constexpr std::span<const Code> all() const { return std::span(cards).first(number); }
};
constexpr TrumpsDown orders[] = {TrumpsDown(0), TrumpsDown(1), TrumpsDown(2), TrumpsDown(3), TrumpsDown(grand)};
constexpr std::span<const Code> trumps_down(int game) { return orders[game].all(); }

int run_of(Set cards, std::span<const Code> order) {
    const bool held = (cards & bit(order[0])) != 0;
    int run = 0;
    for (const Code card : order) {
        if (((cards & bit(card)) != 0) != held) break;
        ++run;
    }
    return held ? run : -run;
}

Score::Reason reason_of(const Finished& f) {
    const Contract& c = f.contract;
    if (f.ending == Finished::conceded) return Score::no_reason;
    if (f.ending == Finished::given_up) return Score::gave_up;
    if (c.game == null) return f.tricks ? Score::took_tricks : Score::no_reason;
    if (c.schwarz && f.tricks != all_tricks) return Score::missed_schwarz;
    if (f.points < to_win) return Score::few_points;
    return c.schneider && f.points < to_make_schneider ? Score::missed_schneider : Score::no_reason;
}

}  // namespace

Contract Contract::of(int game, int flags) {
    Contract c{game, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0};
    if (game != null) {
        c.schwarz |= c.ouvert;
        c.schneider |= c.schwarz;
    }
    return c;
}

bool Contract::may_be_announced() const {
    return game == null ? !schneider && !schwarz : hand || !(schneider || schwarz || ouvert);
}

Contract Contract::played_as() const {
    Contract alike = *this;
    if (game == null) alike.ouvert = false;
    return alike;
}

const std::vector<int>& bids() {
    static const std::vector<int> ladder = [] {
        std::vector<int> values;
        for (const auto& by_ouvert : null_values) values.insert(values.end(), by_ouvert, by_ouvert + 2);
        for (const int game : trump_games)
            for (int factor = 2; factor <= int(trumps_down(game).size()) + most_levels; ++factor)
                values.push_back(base_of(game) * factor);
        sort_short(values, [](int a, int b) { return a < b; });
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }();
    return ladder;
}

int highest_bid(int value) { return *std::prev(std::upper_bound(bids().begin(), bids().end(), value)); }

int matadors(Set cards, int game) { return game == null ? 0 : run_of(cards, trumps_down(game)); }

int value_of(const Contract& c, int matadors, bool schneider, bool schwarz) {
    if (c.game == null) return null_values[c.hand][c.ouvert];
    const int levels = std::popcount(unsigned(levels_of(c, schneider, schwarz)));
    return (std::abs(matadors) + 1 + levels) * base_of(c.game);
}

int levels_of(const Contract& c, bool schneider, bool schwarz) {
    return c.hand | (schneider || schwarz || c.schneider) << 1 | c.schneider << 2 | (schwarz || c.schwarz) << 3 |
           c.schwarz << 4 | c.ouvert << 5;
}

Score score_of(const Finished& f) {
    const Contract& c = f.contract;
    Score s;
    s.counted = c;
    if (c.game != null) {
        const bool is_played = f.ending == Finished::played, is_reached = f.ending != Finished::given_up;
        s.matadors = f.matadors ? f.matadors : matadors(f.cards, c.game);
        s.schneider = (is_reached && f.points >= to_make_schneider) || (is_played && f.points < out_of_schneider);
        s.schwarz = (is_reached && f.tricks == all_tricks) || (is_played && !f.tricks);
    }
    s.value = value_of(c, s.matadors, s.schneider, s.schwarz);
    s.overbid = s.value < f.bid;
    s.reason = reason_of(f);
    s.won = !s.overbid && s.reason == Score::no_reason;
    if (!s.overbid) return s;
    if (c.game != null) {
        s.value = reached(c.game, f.bid);
        return s;
    }
    // The cheapest game with trumps that reaches the bid: it inherits Hand, and nothing else.
    s.value = 0;
    for (const int game : trump_games) {
        const Contract other{game, c.hand};
        const int run = matadors(f.cards, game), value = std::max(value_of(other, run), reached(game, f.bid));
        if (s.value && value >= s.value) continue;
        s.value = value;
        s.matadors = run;
        s.counted = other;
    }
    return s;
}

int danger(Set hand) {
    int value = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int number = 0;
        for (Set cards = hand >> 8 * suit & suit_cards; cards; cards &= cards - 1)
            value += std::countr_zero(cards) > 2 * number++;
    }
    return value;
}

int rough_bid(Set hand) {
    const int held = std::popcount(hand & jacks), run = std::abs(matadors(hand, grand));
    int best = danger(hand) == 0 ? null_values[0][0] : 0;
    for (const int game : trump_games) {
        const int trumps = std::popcount(hand & trumps_of(game));
        const int high = held + std::popcount(hand & aces & ~trumps_of(game));
        const bool plays =
            game == grand ? held >= 2 && high >= 5 : high >= 3 && (trumps >= 6 || (trumps == 5 && held >= 2));
        if (plays) best = std::max(best, base_of(game) * (run + 1));
    }
    return best;
}

Textbook textbook(Set hand) {
    Textbook t;
    t.jack_factor = std::abs(matadors(hand, grand)) + 1;
    for (const int suit : suits_by_value) {
        const int trumps = std::popcount(hand & trumps_of(suit));
        if (trumps <= t.trumps) continue;
        t.trumps = trumps;
        t.suit = suit;
    }
    if (t.trumps < least_trumps) t.against = Textbook::few_trumps;
    else if (!(hand & aces & ~(suit_cards << 8 * t.suit))) t.against = Textbook::no_ace;
    return t;
}

Valuation valuation(const Contract& c, Set cards, int bid) {
    const int own = matadors(cards, c.game), value = value_of(c, own);
    Valuation valuation{c, own, value, value, value};
    if (std::popcount(cards) > hand_size) {
        valuation.overbid = value < bid;
        return valuation;
    }
    valuation.least = 1 << 20;
    valuation.most = valuation.skats = 0;
    for (Set card = ~cards; card; card &= card - 1)
        for (Set two = card & (card - 1); two; two &= two - 1) {
            const int with = value_with(c, cards | (card & -card) | (two & -two));
            valuation.least = std::min(valuation.least, with);
            valuation.most = std::max(valuation.most, with);
            ++valuation.skats;
            valuation.overbid += with < bid;
        }
    return valuation;
}

Cover cover_of(const Valuation& bounds, int bid) {
    const Contract& c = bounds.contract;
    const auto with = [&](bool schneider, bool schwarz) {
        return bounds.most + value_of(c, 0, schneider, schwarz) - value_of(c, 0);
    };
    return bounds.least >= bid        ? Cover::always
           : bounds.most >= bid       ? Cover::with_some_skats
           : with(true, false) >= bid ? Cover::with_schneider
           : with(true, true) >= bid  ? Cover::with_schwarz
                                      : Cover::never;
}

std::vector<Contract> usual_contracts(bool with_hand) {
    std::vector<Contract> contracts;
    for (const bool hand : {false, true}) {
        if (hand && !with_hand) break;
        for (const int game : trump_games) contracts.push_back({game, hand});
        for (const bool ouvert : {false, true}) contracts.push_back({null, hand, false, false, ouvert});
    }
    return contracts;
}

}  // namespace kiebitz::skat::engine
