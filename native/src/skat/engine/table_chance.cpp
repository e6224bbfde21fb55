#include "skat/engine/table_chance.hpp"

#include <algorithm>
#include <cmath>

namespace kiebitz::skat::engine {
namespace {

const Curves& curves_of(const Contract& contract) {
    if (contract.game == null) return contract.ouvert ? table_curves.null_ouvert : table_curves.null;
    return contract.game == grand ? table_curves.grand : table_curves.suit;
}

double raised(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; ++i) power *= base;
    return power;
}

}  // namespace

double TableChance::at(int contract_bid) const {
    if (contract_bid <= first_bid || bid == 1) return at_first_bid;
    const double odds = at_first_bid / (1 - at_first_bid) * raised(bid, std::min(contract_bid, highest_counted_bid));
    return odds / (1 + odds);
}

TableChance table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won, std::uint64_t worlds) {
    if (contract.schneider || (contract.ouvert && contract.game != null)) return {double(won) / double(worlds)};
    const Curves& curves = curves_of(contract);
    const bool knows_skat = std::popcount(cards) > hand_size;
    const Curve& curve = knows_skat ? curves.after : contract.hand ? curves.hand : curves.before;
    const Set trumps = trumps_of(contract.game);
    double strength = curve.base * raised(curve.trump, std::popcount(cards & trumps)) *
                      raised(curve.jack, std::popcount(cards & jacks)) *
                      raised(curve.ace, std::popcount(cards & aces)) * raised(curve.ten, std::popcount(cards & tens));
    if (seat == 0) strength *= curve.forehand;
    const double open = (double(won) + curve.won * strength) / (double(worlds - won) + curve.lost / strength);
    const double odds = strength * raised(std::sqrt(std::sqrt(std::sqrt(std::sqrt(open)))), curve.sixteenths);
    return {odds / (1 + odds), curve.bid, true};
}

}  // namespace kiebitz::skat::engine
