// A card to play: how it does in worlds that its player takes for possible, each solved with open cards.
#pragma once

#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/beliefs.hpp"

namespace kiebitz::skat::engine {

// How many of some levels of card points the declarer reaches in each world, card by card.
struct Reached {
    Codes cards;  // that may be played, in the order of their codes
    std::vector<Possible> worlds;
    bool are_all = false;              // these are all worlds
    std::vector<std::uint8_t> counts;  // a row a world, one for each card
    const std::uint8_t* row(std::size_t world) const { return counts.data() + world * cards.size(); }
};

// A seat's view at its turn, with what all have seen.
class Moment {
public:
    explicit Moment(const View& view) : view_(view), course_(course_of(view.game(), view.played)) {}

    const View& view() const { return view_; }
    const Course& course() const { return course_; }
    Set legal() const { return legal_among(view_.game(), view_.hand, course_.trick); }
    // 1 where more is better for the seat's side, the declarer's, else -1.
    int sign() const { return view_.is_declarer() ? 1 : -1; }

    // On `number` worlds, or all where there are no more; drawn by the evidence where the seat `listens`. In Null a
    // world counts 1 where the declarer takes no trick, whatever the levels.
    Reached reached(std::uint64_t number, Random& random, bool listens, const std::vector<std::uint8_t>& levels,
                    const Poll& poll) const;
    // The cards after which the seat's side wins in every world, if there are at most `most` worlds; else none. In each
    // world all see all cards afterwards: whether the seat can go on without a guess is not asked.
    Set sure_cards(std::uint64_t most, const Poll& poll) const;

private:
    std::vector<std::uint8_t> solved(const std::vector<Possible>& worlds, const std::vector<std::uint8_t>& levels,
                                     const Poll& poll) const;

    const View& view_;
    Course course_;
};

// The declarer's mean over worlds for each card that may be played, by the worth of what he reaches.
struct CardValue {
    Code card;
    double value;
};
std::vector<CardValue> card_values(const Moment& moment, std::uint64_t worlds, Random& random, bool listens,
                                   const Poll& poll);
// The share of worlds that he wins after each card, by all that the seat has heard.
std::vector<CardValue> card_chances(const Moment& moment, std::uint64_t worlds, Random& random, const Poll& poll);

// One card as its player had to see it: the chances of each card that might have been played, the best one first, found
// out on other worlds than its chance. Chances are the declarer's. `lost` is by how much the chance of the card played
// lies below that of the best, from the seat's side, with its 95 % interval; `sure` are the cards that win in every
// world.
struct Fair {
    std::uint64_t worlds = 0;
    bool is_exact = false;
    std::vector<CardValue> chances;
    double lost = 0, low = 0, high = 0;
    Set sure = 0;
    // Whether the player could know that another card was better.
    bool is_mistake() const { return low > 0; }
};
// `random` gives the same worlds for the same seed; without `listens` all that agree with the cards are equally likely.
Fair fair_card(const Moment& moment, Code card, std::uint64_t worlds, Random random, bool listens, const Poll& poll);

}  // namespace kiebitz::skat::engine
