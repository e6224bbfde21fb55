// Judges the cards that a seat may play, in possible worlds solved with open cards.
#pragma once

#include <vector>

#include "kiebitz/kernel.hpp"
#include "skat/engine/beliefs.hpp"

namespace kiebitz::skat::engine {

// For each world and each legal card, the number of point levels that the declarer reaches.
struct Reached {
    Codes cards;  // legal cards in the order of their codes
    std::vector<Possible> worlds;
    bool are_all = false;              // whether `worlds` are all possible worlds
    std::vector<std::uint8_t> counts;  // a row a world, one for each card
    const std::uint8_t* row(std::size_t world) const { return counts.data() + world * cards.size(); }
};

// A claim to win, or of all remaining tricks, in Null of none for the declarer: the legal cards after which it holds in
// every possible world with open cards; if there is none, a world in which the last of them fails. Not checked if there
// are more worlds than allowed.
struct Claim {
    bool is_checked = false;
    std::uint64_t worlds = 0;
    Set cards = 0;
    Possible against{};
};
constexpr std::uint64_t most_claimed = 20'000;  // worlds on which a claim is checked

// A seat's view at its turn, with the public course of play.
class Moment {
public:
    // Without memory of suits that others could not follow, more worlds are possible.
    explicit Moment(const View& view, bool remembers = true)
        : view_(view), course_(course_of(view.game(), view.played, remembers)) {}

    const View& view() const { return view_; }
    const Course& course() const { return course_; }
    Set legal() const { return legal_among(view_.game(), view_.hand, course_.trick); }
    // 1 for the declarer, -1 for a defender: the sign of a gain for this seat's side.
    int sign() const { return view_.is_declarer() ? 1 : -1; }

    // Solve `number` worlds, or all worlds if there are fewer; sampled by the evidence if the seat `listens`. In Null a
    // world counts 1 if the declarer takes no trick; levels are ignored.
    Reached reached(std::uint64_t number, Random& random, bool listens, const std::vector<std::uint8_t>& levels,
                    const Poll& poll) const;
    // Those of some legal cards after which the seat's side wins in every world, if there are at most `max_worlds`
    // worlds, or in the `open_world`. Each world is solved with open cards, so a later guess is not ruled out.
    Claim winning(Set cards, std::uint64_t max_worlds, const Poll& poll, const Possible* open_world = nullptr) const;
    // Whether all remaining tricks are the seat's side's.
    Claim claim(std::uint64_t max_worlds, const Poll& poll) const;
    // Whether the seat agrees to such a claim of the seat to move, which shows its cards: it is on the same side, or
    // the claim holds with open cards in every world that the seat cannot exclude then.
    bool agrees(Set shown, const Poll& poll) const;

private:
    std::vector<std::uint8_t> solved(const std::vector<Possible>& worlds, const std::vector<std::uint8_t>& levels,
                                     const Poll& poll, bool by_number_of_tricks = false) const;
    // Those of some legal cards after which the declarer reaches the points, or the number of tricks, in every world,
    // for a defender in none; all possible worlds, or the `open_world`.
    Claim in_every_world(Set cards, std::uint64_t max_worlds, int points, bool by_number_of_tricks, const Poll& poll,
                         const Possible* open_world) const;

    const View& view_;
    Course course_;
};

// For each legal card, the declarer's mean over worlds of the worth of the levels reached.
struct CardValue {
    Code card;
    double value;
};
std::vector<CardValue> card_values(const Moment& moment, std::uint64_t worlds, Random& random, bool listens,
                                   const Poll& poll);
// For each legal card, the declarer's share of worlds won, weighted by the evidence.
std::vector<CardValue> card_chances(const Moment& moment, std::uint64_t worlds, Random& random, const Poll& poll);

// A played card, judged by what its player could know. `chances` are the declarer's for each legal card, the best card
// first; that card is chosen on other worlds than those that give its chance. `lost` is the gap between the best card
// and the card played, for the seat's side, with its 95 % interval; `sure` are the cards that win in every world.
struct Fair {
    std::uint64_t worlds = 0;
    bool is_exact = false;
    std::vector<CardValue> chances;
    double lost = 0, low = 0, high = 0;
    Set sure = 0;
};
// The same `random` gives the same worlds. Without `listens` all worlds that agree with the cards are equally likely.
Fair fair_card(const Moment& moment, Code card, std::uint64_t worlds, Random random, bool listens, const Poll& poll);

}  // namespace kiebitz::skat::engine
