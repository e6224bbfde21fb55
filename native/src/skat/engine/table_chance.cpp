#include "skat/engine/table_chance.hpp"

#include <cmath>

namespace kiebitz::skat::engine {
namespace {

const Curve& curve_of(const Contract& contract) {
    if (contract.game == null) return contract.ouvert ? table_curves.null_ouvert : table_curves.null;
    return contract.game == grand ? table_curves.grand : table_curves.suit;
}

double raised(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; ++i) power *= base;
    return power;
}

}  // namespace

std::optional<double> table_chance(const Contract& contract, Set cards, int seat, std::uint64_t won,
                                   std::uint64_t worlds) {
    if (contract.schneider || (contract.ouvert && contract.game != null)) return std::nullopt;
    const Curve& curve = curve_of(contract);
    const bool knows_skat = std::popcount(cards) > hand_size, in_hand = contract.hand && !knows_skat;
    const OpenShare& share = knows_skat ? curve.after : in_hand ? curve.hand : curve.before;
    const double open = (double(won) + share.won) / (double(worlds - won) + curve.lost);
    double odds = raised(std::sqrt(std::sqrt(std::sqrt(std::sqrt(open)))), share.sixteenths) * share.factor;
    if (seat == 0) odds *= curve.forehand;
    odds *= raised(curve.trump, std::popcount(cards & trumps_of(contract.game)));
    odds *= raised(curve.jack, std::popcount(cards & jacks)) * raised(curve.ace, std::popcount(cards & aces)) *
            raised(curve.ten, std::popcount(cards & tens));
    return odds / (1 + odds);
}

}  // namespace kiebitz::skat::engine
