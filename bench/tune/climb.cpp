#include "climb.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>

#include "kiebitz/kernel.hpp"

namespace kiebitz::tune {
namespace {

constexpr int columns = 8;

}  // namespace

Position fresh_deal(std::int64_t number) {
    if (number <= last_measured)
        throw std::invalid_argument("deal " + std::to_string(number) + ": only deals above " +
                                    std::to_string(last_measured) + " are for tuning");
    std::uint8_t cards[max_cards];
    deal_microsoft(number, cards);
    Position p;
    for (int i = 0; i < max_cards; ++i) p.column[i % columns][p.length[i % columns]++] = cards[i];
    return p;
}

std::vector<Position> left_over(const std::vector<Attempt>& attempts, std::int64_t first, std::size_t count) {
    freecell::QuickSearch searcher;
    std::vector<Position> deals;
    std::vector<std::uint8_t> line;
    for (std::int64_t number = first; deals.size() < count; ++number) {
        const Position deal = fresh_deal(number);
        searcher.start(Rules{}, deal);
        const bool solved = std::any_of(attempts.begin(), attempts.end(), [&](const Attempt& a) {
            line.clear();
            return searcher.attempt(a, line) == freecell::Outcome::solved;
        });
        if (!solved) deals.push_back(deal);
    }
    return deals;
}

Climber::Climber(std::vector<Position> deals, const Attempt& start, double failure, std::uint32_t seed)
    : searcher_(std::make_unique<freecell::QuickSearch>()), deals_(std::move(deals)), failure_(failure), best_(start),
      costs_(deals_.size()), candidate_costs_(deals_.size()), random_(seed) {
    for (std::size_t i = 0; i < deals_.size(); ++i) costs_[i] = cost_of(best_, deals_[i]);
}

double Climber::cost() const { return std::accumulate(costs_.begin(), costs_.end(), 0.0) / double(costs_.size()); }

bool Climber::step() {
    const auto [candidate, changes] = changed();
    const bool kept = wins(candidate);
    if (kept) {
        best_ = candidate;
        costs_ = candidate_costs_;
    }
    for (const auto& [at, amount] : changes) {
        const int way = amount > 0 ? 1 : -1;
        if (kept) direction_[at] = way;
        else if (direction_[at] == way) direction_[at] = 0;
    }
    return kept;
}

// Changes one to three weights by about a quarter, half of the time in a direction that helped before, or sometimes the
// limit on nodes by about a seventh.
std::pair<Attempt, Climber::Changes> Climber::changed() {
    Attempt candidate = best_;
    Changes changes;
    const auto often = 1 + random_() % 3;
    if (random_() % 25 == 0) {
        const double factor = std::exp(std::normal_distribution<double>(0, 0.15)(random_));
        candidate.nodes = std::clamp(std::uint32_t(candidate.nodes * factor), nodes_least, nodes_most);
        return {candidate, changes};
    }
    Numbers numbers = numbers_of(best_.weights);
    for (unsigned i = 0; i < often; ++i) {
        const std::size_t at = random_() % weights_number;
        const double width = std::max(2.0, std::abs(numbers[at]) * 0.25);
        int amount = int(std::lround(std::normal_distribution<double>(0, width)(random_)));
        if (!amount) amount = random_() & 1 ? 1 : -1;
        if (direction_[at] && random_() % 2) amount = std::abs(amount) * direction_[at];
        numbers[at] = std::int16_t(std::clamp(numbers[at] + amount, -30'000, 30'000));
        changes.emplace_back(at, amount);
    }
    candidate.weights = weights_of(numbers);
    return {candidate, changes};
}

// A race over growing blocks of deals from a random start: a candidate that is not clearly cheaper after a block loses,
// so most candidates cost a tenth of the sample. A candidate that is cheaper at the end wins.
bool Climber::wins(const Attempt& candidate) {
    const std::size_t all = deals_.size(), begin = random_() % all;
    const std::size_t block = std::max<std::size_t>(all / 10, 400);
    double sum = 0, squares = 0;
    for (std::size_t done = 0; done < all;) {
        for (const std::size_t stop = std::min(all, done + std::max(block, done / 2)); done < stop; ++done) {
            const std::size_t i = (begin + done) % all;
            candidate_costs_[i] = cost_of(candidate, deals_[i]);
            const double more = candidate_costs_[i] - costs_[i];
            sum += more;
            squares += more * more;
        }
        const double mean = sum / double(done);
        const double error = std::sqrt(std::max(1e-9, (squares / double(done) - mean * mean) / double(done)));
        if (done < all && mean > -0.3 * error) return false;
    }
    return sum < 0;
}

float Climber::cost_of(const Attempt& attempt, const Position& deal) {
    line_.clear();
    searcher_->start(Rules{}, deal);
    const bool solved = searcher_->attempt(attempt, line_) == freecell::Outcome::solved;
    return float(double(searcher_->expanded()) + (solved ? 0 : failure_));
}

}  // namespace kiebitz::tune
