#include "skat/engine/worth.hpp"

#include <algorithm>

namespace kiebitz::skat::engine {
namespace {

// Card points and tricks that stand for an outcome.
constexpr struct {
    int points, tricks;
} ends[outcomes] = {{0, 0}, {30, 1}, {60, 5}, {61, 5}, {90, 9}, {120, 10}};

// The worth of a kind of world to the declarer at a bid. An overbid Null depends on his cards: the mean over all skats.
double worth_of(const Contract& contract, Set cards, Kind kind, int bid, Counted counted) {
    const auto written = [&](const Score& s) -> double {
        if (counted == Counted::score) return s.written();
        return declarers_points(s) - (counted == Counted::ahead ? defenders_points(s) : 0);
    };
    const auto [matadors, outcome] = kind;
    if (contract.game != null) {
        const Outcome announced = contract.schwarz ? won_schwarz : won_schneider;
        const auto& end = ends[contract.schneider && outcome == won ? announced : outcome];
        return written(score_of({contract, bid, cards, end.points, end.tricks, matadors}));
    }
    const int tricks = outcome >= won ? 0 : 1;
    if (bid <= value_of(contract, 0) || std::popcount(cards) > hand_size)
        return written(score_of({contract, bid, cards, 0, tricks}));
    double total = 0, skats = 0;
    for (Set card = ~cards; card; card &= card - 1)
        for (Set two = card & (card - 1); two; two &= two - 1, ++skats)
            total += written(score_of({contract, bid, cards | (card & -card) | (two & -two), 0, tricks}));
    return total / skats;
}

// The worlds won and those lost. If there are none, all count as games without Schneider.
class Sides {
public:
    explicit Sides(const Prospect& prospect) : prospect_(prospect) {
        Tally usual[2];
        prospect.tally.each([&](Kind kind, std::uint64_t count) {
            sides_[kind.end >= won].at(kind) += count;
            for (const Outcome end : {lost, won}) usual[end == won].at({kind.matadors, end}) += count;
        });
        for (const bool is_won : {false, true})
            if (!sides_[is_won].worlds()) sides_[is_won] = usual[is_won];
    }

    double mean(bool is_won, int bid, Counted counted) const {
        double total = 0;
        sides_[is_won].each([&](Kind kind, std::uint64_t count) {
            total += worth_of(prospect_.contract, prospect_.cards, kind, bid, counted) * double(count);
        });
        return total / double(sides_[is_won].worlds());
    }
    double mean(int bid, Counted counted) const {
        const double gain = mean(true, bid, counted);
        const double chance = prospect_.chance.at(bid);
        return chance * gain + (1 - chance) * mean(false, bid, counted);
    }

private:
    const Prospect& prospect_;
    Tally sides_[2];  // lost, won
};

}  // namespace

double Prospect::mean(int bid, Counted counted) const { return Sides(*this).mean(bid, counted); }

std::optional<double> Prospect::break_even(int bid, Counted counted) const {
    const Sides sides(*this);
    const double gain = sides.mean(true, bid, counted), loss = sides.mean(false, bid, counted);
    if (!(gain > 0 && loss < 0)) return std::nullopt;
    return -loss / (gain - loss);
}

int Prospect::highest_bid(double threshold, Counted counted) const {
    const Sides sides(*this);
    int highest = 0;
    for (const int bid : bids()) {
        if (sides.mean(bid, counted) <= threshold) break;  // a higher bid overbids more often, and is less often won
        highest = bid;
    }
    return highest;
}

Prospect prospect(const Contract& contract, Set cards, int seat, const Tally& tally) {
    return {contract, cards, tally, table_chance(contract, cards, seat, tally.won_worlds(), tally.worlds())};
}

int highest_paying(const Prospects& prospects, double threshold) {
    int highest = 0;
    for (const Prospect& prospect : prospects) highest = std::max(highest, prospect.highest_bid(threshold));
    return highest;
}

const Prospect& best_at(const Prospects& prospects, int bid) {
    const Prospect* best = nullptr;
    double best_mean = 0;
    for (const Prospect& prospect : prospects) {
        const double mean = prospect.mean(bid);
        if (best && mean <= best_mean) continue;
        best = &prospect;
        best_mean = mean;
    }
    return *best;
}

}  // namespace kiebitz::skat::engine
