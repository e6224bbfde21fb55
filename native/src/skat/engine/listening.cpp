#include "skat/engine/listening.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "skat/engine/contracts.hpp"
#include "skat/engine/listening_weights.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr int suit_size = 8, below_jacks = 10;  // the rank of a trump below the jacks

enum Role { leads, takes, loses, helps };  // of a played card in its trick; `helps` a partner who is winning it
constexpr int roles = helps + 1;

// The cards that another player has played, compared with a hidden card.
struct Past {
    int led = 0, followed = 0, discarded = 0;  // cards of its kind
    int below = 0;                             // by how many ranks the last of these is below the card
    // Cards played where the hidden card could have been played instead, by role: with fewer points, and others.
    std::array<std::array<int, 2>, roles> instead{};
};

// The highest bid of a seat, or 0.
int bid_of(const View& view, int seat) {
    int bid = 0, highest = 0;
    for (const auto& [speaker, said] : view.words) {
        if (said == Word::passes) continue;
        if (said != Word::holds) bid = said;
        if (speaker == seat) highest = bid;
    }
    return highest;
}

Past past_of(const View& view, const Course& course, int seat, Code hidden) {
    const int game = view.game();
    const Set kind = kind_of(game, hidden);
    Past past;
    for (std::size_t number = 0; number < view.played.size(); ++number) {
        if (course.players[number] != seat) continue;
        const Code card = view.played[number];
        const std::size_t first = number - number % seats;
        const auto trick = std::span<const Code>(view.played).subspan(first, number - first + 1);
        const Set led_kind = kind_of(game, trick[0]), instead = led_kind & bit(card) ? led_kind : whole_pack;
        if (kind & bit(card)) {
            ++(trick.size() == 1 ? past.led : led_kind & bit(card) ? past.followed : past.discarded);
            past.below = rank_of(game, hidden) - rank_of(game, card);
        }
        if (!(instead & bit(hidden))) continue;
        const int holder = course.players[first + std::size_t(taking(game, trick))];
        const Role role = trick.size() == 1                                  ? leads
                          : holder == seat                                   ? takes
                          : seat == view.declarer || holder == view.declarer ? loses
                                                                             : helps;
        ++past.instead[role][points_of_card(hidden) >= points_of_card(card)];
    }
    return past;
}

}  // namespace

std::vector<HiddenCard> hidden_cards(const View& view, const Course& course) {
    const int game = view.game(), declarer = view.declarer, partner = seats - view.seat - declarer;
    const Set hidden = view.hidden(), played = set_of(view.played), trumps = trumps_of(game);
    std::array<int, seats> tricks_led{};
    Set trumps_of_declarer = 0;
    for (std::size_t number = 0; number < view.played.size(); ++number) {
        const int seat = course.players[number];
        if (number % seats == 0) ++tricks_led[std::size_t(seat)];
        if (seat == declarer) trumps_of_declarer |= trumps & bit(view.played[number]);
    }
    const int bids[] = {bid_of(view, partner), bid_of(view, declarer)};
    std::vector<HiddenCard> cards;
    for (const Code card : in_pack_order(hidden)) {
        HiddenCard& entry = cards.emplace_back(card, Features{});
        std::int8_t* next = entry.features.data();
        const auto add = [&](int value) { *next++ = std::int8_t(value); };
        const auto count = [&](Set set) { add(std::popcount(set)); };
        for (int place = 0; place < suit_size; ++place) add(place_of(card) == place);
        add(is_trump(game, card));
        add(is_jack(card) ? rank_of(game, card) - below_jacks : 0);

        const Set kind = kind_of(game, card), ace = aces & suit_cards << 8 * suit_of(card);
        Set higher = 0;
        for (const Code other : in_code_order(hidden & kind))
            if (rank_of(game, other) > rank_of(game, card)) higher |= bit(other);
        for (const Set all : {view.hand, played, hidden}) count(all & kind);
        count(higher);
        count(hidden & kind & ~higher & ~bit(card));
        for (const Set all : {view.hand, played}) count(all & ace);
        add(points_of(hidden & kind) / 2);

        add(view.contract->hand);
        add(int(view.played.size()) / seats);
        count(hidden);
        add(hand_size - course.counts[std::size_t(declarer)]);
        count(hidden & trumps);
        count(trumps_of_declarer);
        count(course.lacks[std::size_t(declarer)] & bit(card));

        for (const int bid : bids) add(bid / base_of(suit_of(card)));
        for (const int seat : {declarer, partner}) add(tricks_led[std::size_t(seat)]);
        for (const int seat : {declarer, partner}) {
            const Past past = past_of(view, course, seat, card);
            for (const int value : {past.led, past.followed, past.discarded, past.below}) add(value);
            add(past.led + past.followed + past.discarded > 0);
            for (int role = leads; role <= (seat == declarer ? loses : helps); ++role)
                for (const int number : past.instead[std::size_t(role)]) add(number);
        }
    }
    return cards;
}

std::array<double, places> odds_of(const Features& features) {
    constexpr int fine = 16;  // powers of 2, by sixteenths of the exponent
    constexpr std::array<double, fine> powers{1,
                                              1.0442737824274138,
                                              1.0905077326652577,
                                              1.1387886347566916,
                                              1.189207115002721,
                                              1.241857812073484,
                                              1.2968395546510096,
                                              1.3542555469368927,
                                              1.4142135623730951,
                                              1.4768261459394993,
                                              1.5422108254079407,
                                              1.6104903319492543,
                                              1.681792830507429,
                                              1.7562521603732995,
                                              1.8340080864093424,
                                              1.9152065613971474};
    constexpr int step = unit / fine, most = 17 * fine;  // no card is more than 2^17 times as likely
    std::array<int, places> sums = output_biases;
    for (std::size_t at = 0; at < hidden_units; ++at) {
        int sum = hidden_biases[at];
        for (std::size_t i = 0; i < feature_count; ++i) sum += features[i] * hidden_weights[i][at];
        for (std::size_t place = 0; place < places; ++place)
            sums[place] += std::max(sum, 0) * output_weights[at][place];
    }
    std::array<double, places> odds;
    for (std::size_t place = 0; place < places; ++place) {
        const int power = std::clamp(sums[place] / step, -most, most) + most;
        odds[place] = std::ldexp(powers[std::size_t(power % fine)], power / fine - most / fine);
    }
    return odds;
}

}  // namespace kiebitz::skat::engine
