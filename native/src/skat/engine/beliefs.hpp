// The worlds possible for a seat: counted, enumerated and sampled.
//
// A world is possible if it agrees with the seat's own cards, the cards played, and the suits that were not followed.
// Without evidence all possible worlds are equally likely.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/engine/random.hpp"
#include "skat/engine/view.hpp"

namespace kiebitz::skat::engine {

constexpr int in_skat = seats;  // a place besides the three seats

// Each of `cards` lies in `place`, a seat or the skat, `odds` times as often as it otherwise would. Evidence
// multiplies: a world's weight is the product over its cards.
struct Evidence {
    int place;
    Set cards;
    double odds;
};

// Evidence about the hidden cards from bids and cards played, if the seat `listens`. For the declarer there is none.
std::vector<Evidence> evidence_of(const View& view, const Course& course, bool listens);

// A possible world, with the seat's own cards, and its weight.
struct Possible {
    Hands hands{};
    Set skat = 0;
    double weight = 1;
};

// Counts worlds from the last card back: for each card, the total weight of all ways to place it and the later cards,
// by the room left in either hand. These sums number the worlds and sample them by weight.
class Beliefs {
public:
    Beliefs(const View& view, const Course& course);

    std::uint64_t count() const { return std::uint64_t(sums_.front()[start_]); }
    // World `number`, 0 to count() - 1.
    Possible world(std::uint64_t number) const { return world_at(even_, sums_, double(number)); }
    // `number` sampled worlds, or all worlds once each with their weights if there are no more.
    std::vector<Possible> worlds(std::uint64_t number, Random& random, const std::vector<Evidence>& evidence) const;

private:
    static constexpr std::size_t across = hand_size + 2;  // with a border of zeros
    using Row = std::array<double, across * across>;      // by the room left in the two hands
    using Odds = std::vector<std::array<double, 3>>;      // for each card: first hand, second hand, skat

    Odds weighed(const std::vector<Evidence>& evidence) const;
    std::vector<Row> summed(const Odds& odds) const;
    Possible world_at(const Odds& odds, const std::vector<Row>& sums, double pick) const;
    double weight_of(const Odds& odds, const Possible& world) const;

    std::array<int, 2> places_{};               // the other seats
    std::array<Set, seats + 1> known_cards_{};  // the known cards of each hand and of the skat
    std::array<int, 3> room_{};                 // the room left in the two hands and the skat
    std::size_t start_ = 0;
    Codes hidden_;
    Odds even_;
    std::vector<Row> sums_;
};

}  // namespace kiebitz::skat::engine
