// Random hill climbing over the weights of one attempt, on deals that the attempts before it leave over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "weights.hpp"

namespace kiebitz::tune {

// Deals up to this number are for measuring only: the tuner refuses to look at them.
constexpr std::int64_t last_measured = 2'000'000;

// The start of a deal of FreeCell; throws std::invalid_argument for a number up to last_measured.
Position fresh_deal(std::int64_t number);

// The first `count` deals from `first` on that none of the attempts solves.
std::vector<Position> left_over(const std::vector<Attempt>& attempts, std::int64_t first, std::size_t count);

class Climber {
public:
    // What a failure costs on top of the positions that it searched: about what later attempts need for such a deal.
    Climber(std::vector<Position> deals, const Attempt& start, double failure, std::uint32_t seed);

    // Tries one change; true if it was kept.
    bool step();

    const Attempt& best() const { return best_; }
    double cost() const;  // positions a deal, failures at their price

private:
    using Changes = std::vector<std::pair<std::size_t, int>>;  // which number goes up or down by how much

    std::pair<Attempt, Changes> changed();
    bool wins(const Attempt& candidate);
    float cost_of(const Attempt& attempt, const Position& deal);

    std::unique_ptr<freecell::QuickSearch> searcher_;
    std::vector<std::uint8_t> line_;
    const std::vector<Position> deals_;
    const double failure_;
    Attempt best_;
    std::vector<float> costs_, candidate_costs_;  // a deal, of the best set and of the one in the race
    std::array<int, weights_number> direction_{};  // in which the last kept change of a number went, 0 = none
    std::mt19937 random_;
};

}  // namespace kiebitz::tune
