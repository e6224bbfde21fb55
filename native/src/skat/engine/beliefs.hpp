// The worlds that a seat takes for possible at a moment of a game: counted, gone through, and drawn.
//
// A world is possible if it agrees with the seat's own cards, the cards played, and the suits that were not followed.
// All such worlds are equally likely, unless evidence tells where cards rather lie.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "skat/engine/random.hpp"
#include "skat/engine/view.hpp"

namespace kiebitz::skat::engine {

constexpr int in_skat = seats;  // where cards may lie beside the three seats

// Each of these cards lies in a place - a seat or the skat - `odds` times as often as it would else. What several tell
// of a card is multiplied: the weight of a world is the product over its cards.
struct Evidence {
    int place;
    Set cards;
    double odds;
};

// What the words and the cards of the others tell of the cards that are not seen. A declarer holds the trumps, jacks
// and aces that his game needs, and has hardly put any of them down; who never bid has fewer jacks. A card that was
// played tells of those that might have been played in its place. Nothing for the declarer: what the defenders say and
// play tells him too little to be measured.
std::vector<Evidence> evidence_of(const View& view, const Course& course);

// Where the cards may lie, those of the seat itself among them, and how often this world counts.
struct Possible {
    Hands hands{};
    Set skat = 0;
    double weight = 1;
};

// Worlds are counted from the last card back: the weight of all ways in which the rest of the cards may lie, by how
// many of them either hand gets. By these sums worlds are numbered, and drawn as often as their weight has it.
class Beliefs {
public:
    Beliefs(const View& view, const Course& course);

    std::uint64_t count() const { return std::uint64_t(sums_.front()[start_]); }
    // World `number` of all, 0 to count() - 1.
    Possible world(std::uint64_t number) const { return world_at(even_, sums_, double(number)); }
    // `number` worlds that were drawn, or where there are no more all, each once with its weight.
    std::vector<Possible> worlds(std::uint64_t number, Random& random, const std::vector<Evidence>& evidence) const;

private:
    static constexpr std::size_t across = hand_size + 2;  // a row of sums has a border of zeros
    using Row = std::array<double, across * across>;      // by the numbers of cards that two hands still get
    using Odds = std::vector<std::array<double, 3>>;      // for each card: in the one hand, in the other, in the skat

    Odds weighed(const std::vector<Evidence>& evidence) const;
    std::vector<Row> summed(const Odds& odds) const;
    Possible world_at(const Odds& odds, const std::vector<Row>& sums, double pick) const;
    double weight_of(const Odds& odds, const Possible& world) const;

    std::array<int, 2> places_{};         // the other seats
    std::array<Set, seats + 1> known_{};  // what is seen of each hand and of the skat
    std::array<int, 3> room_{};           // the cards that the two hands and the skat still get
    std::size_t start_ = 0;
    Codes hidden_;
    Odds even_;
    std::vector<Row> sums_;
};

}  // namespace kiebitz::skat::engine
