#include "descent.hpp"

#include <algorithm>
#include <cmath>

#include "climb.hpp"

namespace kiebitz::tune {
namespace {

constexpr double price_of_move = 3;  // in positions: keeps short searches from gaining by long lines
constexpr double most_difference = 500;  // per deal: some deals take fifty times as long as others

}  // namespace

// Steps are a twentieth of each weight: with larger ones, the best tried weights differ from the best at the centre.
Descent::Descent(const std::vector<Attempt>& before, const Attempt& start, std::int64_t first, double failure,
                 std::uint32_t seed)
    : searcher_(std::make_unique<freecell::QuickSearch>()), before_(before), start_(start), failure_(failure), next_(first),
      random_(seed) {
    const Numbers numbers = numbers_of(start.weights);
    for (std::size_t i = 0; i < weights_number; ++i) {
        at_[i] = numbers[i];
        width_[i] = std::max(1.0, std::abs(at_[i]) / 20);
    }
}

void Descent::step(double rate) {
    const auto solves = [&](const Attempt& attempt) {
        line_.clear();
        return searcher_->attempt(attempt, line_) == freecell::Outcome::solved;
    };
    do searcher_->start(Rules{}, fresh_deal(next_++));
    while (std::any_of(before_.begin(), before_.end(), solves));
    Reals way, one, other;
    for (std::size_t i = 0; i < weights_number; ++i) {
        way[i] = width_[i] * normal_(random_);
        one[i] = at_[i] + way[i], other[i] = at_[i] - way[i];
    }
    const double first = cost_of(one), second = cost_of(other);
    const double go = rate * std::clamp((first - second) / 2, -most_difference, most_difference);
    for (std::size_t i = 0; i < weights_number; ++i) sum_[i] += at_[i] -= go * way[i];
    ++steps_, costs_ += (first + second) / 2;
}

// Weights are whole numbers: each real weight is rounded up or down at random.
double Descent::cost_of(const Reals& weights) {
    std::uniform_real_distribution<double> part;
    Numbers numbers;
    for (std::size_t i = 0; i < weights_number; ++i) numbers[i] = std::int16_t(std::floor(weights[i] + part(random_)));
    Attempt attempt = start_;
    attempt.weights = weights_of(numbers);
    line_.clear();
    const auto before = searcher_->expanded();
    const bool solved = searcher_->attempt(attempt, line_) == freecell::Outcome::solved;
    return double(searcher_->expanded() - before) + (solved ? price_of_move * double(line_.size()) / 3 : failure_);
}

Attempt Descent::mean() const {
    Numbers numbers;
    for (std::size_t i = 0; i < weights_number; ++i) numbers[i] = std::int16_t(std::lround(sum_[i] / steps_));
    Attempt attempt = start_;
    attempt.weights = weights_of(numbers);
    return attempt;
}

double Descent::cost() const { return costs_ / steps_; }

void Descent::mark() {
    sum_ = {};
    steps_ = costs_ = 0;
}

}  // namespace kiebitz::tune
