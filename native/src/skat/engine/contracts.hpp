// What a declarer may announce, what it is worth, and what a finished game scores: the International Skat Order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "skat/engine/cards.hpp"

namespace kiebitz::skat::engine {

constexpr int all_tricks = 10;

constexpr int base_of(int game) {
    constexpr int bases[] = {12, 9, 10, 11, 24, 0};  // C D H S, Grand, Null
    return bases[game];
}
// The least multiple of a game's base that reaches a bid.
constexpr int reached(int game, int bid) { return (bid + base_of(game) - 1) / base_of(game) * base_of(game); }

// A game with what was announced; Schwarz includes Schneider, and ouvert both but in Null.
struct Contract {
    int game = clubs;
    bool hand = false, schneider = false, schwarz = false, ouvert = false;

    bool operator==(const Contract&) const = default;
    std::uint8_t flags() const { return std::uint8_t(hand | schneider << 1 | schwarz << 2 | ouvert << 3); }
    static Contract of(int game, int flags);
    // The rules of announcing: all but Hand needs a Hand game, and in Null there is nothing but Hand and ouvert.
    bool may_be_announced() const;
    // Null ouvert is played as Null with open cards.
    Contract played_as() const;
};

// Card points that win a contract.
constexpr int needed(const Contract& c) { return c.schwarz ? all_points : c.schneider ? to_make_schneider : to_win; }

// Every value that a game can have, ascending, and so every bid; the highest that this value covers.
const std::vector<int>& bids();
constexpr int first_bid = 18;
int highest_bid(int value);

// The matadors among some cards, negative if without; 0 in Null.
int matadors(Set cards, int game);
int value_of(const Contract& contract, int matadors, bool schneider = false, bool schwarz = false);
// What is counted beside matadors and the game, a bit each: Hand, Schneider, announced, Schwarz, announced, ouvert.
int levels_of(const Contract& contract, bool schneider, bool schwarz);
inline int value_with(const Contract& contract, Set cards) {
    return value_of(contract, matadors(cards, contract.game));
}

// A finished game: `counted` is the contract whose value it is, another one for a Null below its bid.
struct Score {
    bool won = false, overbid = false, schneider = false, schwarz = false;
    int value = 0, matadors = 0;
    Contract counted;
    int written() const { return won ? value : -2 * value; }
};
// `cards` are the declarer's twelve, `points` his card points with the skat, which do not count in Null.
Score score_of(const Contract& contract, int bid, Set cards, int points, int tricks);
// The same for a game with trumps of which only the matadors are known.
Score score_with(const Contract& contract, int bid, int matadors, int points, int tricks);

// Tournament points by Seeger and Fabian at a table of three, the declarer's and each defender's.
constexpr int for_the_game = 50, for_defenders = 40;
inline int declarers_points(const Score& s) { return s.written() + (s.won ? for_the_game : -for_the_game); }
inline int defenders_points(const Score& s) { return s.won ? 0 : for_defenders; }

// How high a careful player bids on ten cards, 0 for a pass: by trumps, jacks and aces.
int rough_bid(Set hand);
// How many cards lie higher than is safe in Null: 7, 9, J, K are safe from the lowest up.
int danger(Set hand);

// The textbook's rule: jack factor times the suit's base, if the longest suit has six trumps and there is an ace beside
// it.
struct Textbook {
    enum Against { nothing, few_trumps, no_ace };
    Against against = nothing;
    int jack_factor = 0, suit = clubs, trumps = 0;
    int value() const { return jack_factor * base_of(suit); }
};
Textbook textbook(Set hand);

// What a contract is worth with ten cards, the skat unknown, or with twelve: by the cards that are known, and the
// borders over all skats.
struct Valuation {
    Contract contract;
    int matadors, value, least, most;
};
Valuation valuation(const Contract& contract, Set cards);

// The contracts that are compared: nothing announced but Hand and Null ouvert.
std::vector<Contract> usual_contracts(bool with_hand);

}  // namespace kiebitz::skat::engine
