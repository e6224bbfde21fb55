// Random hill climbing over the weights of one attempt, on deals unsolved by the attempts before it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "weights.hpp"

namespace kiebitz::tune {

// Deals up to this number are for measuring; the tuner refuses them.
constexpr std::int64_t last_measured = 2'000'000;

// The start of a deal of FreeCell; throws std::invalid_argument for a number up to last_measured.
Position fresh_deal(std::int64_t number);

// The first `count` deals from `first` on that no attempt solves.
std::vector<Position> left_over(const std::vector<Attempt>& attempts, std::int64_t first, std::size_t count);

class Climber {
public:
    // `failure`: the price of a failure besides its positions, about the effort of later attempts on such a deal.
    Climber(std::vector<Position> deals, const Attempt& start, double failure, std::uint32_t seed);

    // Tries one change; returns whether it was kept.
    bool step();

    const Attempt& best() const { return best_; }
    double cost() const;  // positions per deal, plus the price of failures

private:
    using Changes = std::vector<std::pair<std::size_t, int>>;  // index of a number and its change

    std::pair<Attempt, Changes> changed();
    bool wins(const Attempt& candidate);
    float cost_of(const Attempt& attempt, const Position& deal);

    std::unique_ptr<freecell::QuickSearch> searcher_;
    std::vector<std::uint8_t> line_;
    const std::vector<Position> deals_;
    const double failure_;
    Attempt best_;
    std::vector<float> costs_, candidate_costs_;  // per deal, of the best set and of the candidate
    std::array<int, weights_number> direction_{};  // the last kept change of each number, 0 = none
    std::mt19937 random_;
};

}  // namespace kiebitz::tune
