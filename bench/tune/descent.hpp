// Stochastic descent over all weights of one attempt at once, on deals that the attempts before it leave over.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "weights.hpp"

namespace kiebitz::tune {

class Descent {
public:
    // Deals are taken from `first` on, each once. `failure`: as a Climber's.
    Descent(const std::vector<Attempt>& before, const Attempt& start, std::int64_t first, double failure, std::uint32_t seed);

    // Lets two sets of weights solve the next deal, a random way off to one side and to the other, and goes by `rate` times
    // the difference to the cheaper side.
    void step(double rate);

    Attempt mean() const;  // of where the steps since the last mark led
    double cost() const;   // of what was tried in them: positions a deal, moves and failures at their price
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
