// Stochastic descent over all weights of one attempt at once, on deals unsolved by the attempts before it.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "weights.hpp"

namespace kiebitz::tune {

class Descent {
public:
    // Uses each deal from `first` on once. `failure`: see Climber.
    Descent(const std::vector<Attempt>& before, const Attempt& start, std::int64_t first, double failure, std::uint32_t seed);

    // Solves the next deal with two sets of weights, a random step to either side, and moves `rate` times the difference in
    // cost towards the cheaper one.
    void step(double rate);

    Attempt mean() const;  // of the weights since the last mark
    double cost() const;   // of the tried weights: positions per deal, plus the price of moves and failures
    void mark();

private:
    using Reals = std::array<double, weights_number>;

    double cost_of(const Reals& weights);

    std::unique_ptr<freecell::QuickSearch> searcher_;
    std::vector<std::uint8_t> line_;
    const std::vector<Attempt> before_;
    const Attempt start_;
    const double failure_;
    std::int64_t next_;
    Reals at_, width_, sum_{};
    double steps_ = 0, costs_ = 0;
    std::mt19937 random_;
    std::normal_distribution<double> normal_;
};

}  // namespace kiebitz::tune
