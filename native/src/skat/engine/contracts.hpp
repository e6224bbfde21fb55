// Contracts, their values, and the score of a finished game, by the International Skat Order.
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
// The least multiple of a game's base value that reaches a bid.
constexpr int reached(int game, int bid) { return (bid + base_of(game) - 1) / base_of(game) * base_of(game); }

// A game with its announcements. Schwarz includes Schneider; ouvert includes both, except in Null.
struct Contract {
    int game = clubs;
    bool hand = false, schneider = false, schwarz = false, ouvert = false;

    bool operator==(const Contract&) const = default;
    std::uint8_t flags() const { return std::uint8_t(hand | schneider << 1 | schwarz << 2 | ouvert << 3); }
    static Contract of(int game, int flags);
    // Announcements other than Hand need a Hand game; Null allows only Hand and ouvert.
    bool may_be_announced() const;
    // Null ouvert is searched as Null.
    Contract played_as() const;
};

// The card points that win a contract.
constexpr int needed(const Contract& c) { return c.schwarz ? all_points : c.schneider ? to_make_schneider : to_win; }

// Every possible game value, ascending: the bids. And the highest bid that a value covers.
const std::vector<int>& bids();
constexpr int first_bid = 18;
int highest_bid(int value);

// The number of matadors, negative if without; 0 in Null.
int matadors(Set cards, int game);
int value_of(const Contract& contract, int matadors, bool schneider = false, bool schwarz = false);
// The factors besides matadors and the game, one bit each: Hand, Schneider, Schneider announced, Schwarz, Schwarz
// announced, ouvert.
int levels_of(const Contract& contract, bool schneider, bool schwarz);
inline int value_with(const Contract& contract, Set cards) {
    return value_of(contract, matadors(cards, contract.game));
}

// A finished game: the declarer's twelve cards or his matadors, his card points with the skat, and his tricks; Null
// needs only the tricks. If the declarer gave it up, it is lost at the levels announced; if the opponents conceded it,
// it is won at those that are announced or reached.
struct Finished {
    Contract contract;
    int bid;
    Set cards;
    int points, tricks, matadors = 0;
    enum Ending { played, given_up, conceded } ending = played;
};

// `counted` is the contract whose value counts: another one for an overbid Null.
struct Score {
    // Why the game is lost even if it is not overbid.
    enum Reason { no_reason, gave_up, missed_schwarz, few_points, missed_schneider, took_tricks };
    Reason reason = no_reason;
    bool won = false, overbid = false, schneider = false, schwarz = false;
    int value = 0, matadors = 0;
    Contract counted;
    int written() const { return won ? value : -2 * value; }
};
Score score_of(const Finished& game);

// Tournament points by Seeger and Fabian at a table of three, the declarer's and each defender's.
constexpr int for_the_game = 50, for_defenders = 40;
inline int declarers_points(const Score& s) { return s.written() + (s.won ? for_the_game : -for_the_game); }
inline int defenders_points(const Score& s) { return s.won ? 0 : for_defenders; }

// A careful player's highest bid on ten cards, 0 for a pass: by trumps, jacks and aces.
int rough_bid(Set hand);
// The number of cards too high for Null: from the lowest up, 7, 9, J, K are safe.
int danger(Set hand);

// The textbook's rule: jack factor times the suit's base value, if the longest suit has six trumps and a side ace is
// held.
struct Textbook {
    enum Against { nothing, few_trumps, no_ace };
    Against against = nothing;
    int jack_factor = 0, suit = clubs, trumps = 0;
    int value() const { return jack_factor * base_of(suit); }
};
Textbook textbook(Set hand);

// A contract's value with ten cards and an unknown skat, or with twelve: by the known cards, its bounds over all skats,
// and how many of these there are and overbid the contract.
struct Valuation {
    Contract contract;
    int matadors, value, least, most, skats = 1, overbid = 0;
};
Valuation valuation(const Contract& contract, Set cards, int bid = first_bid);

// Whether a game with ten or twelve known cards covers a bid if it is won: always, with some skats, only with
// Schneider, only with Schwarz, or never.
enum class Cover { always, with_some_skats, with_schneider, with_schwarz, never };
Cover cover_of(const Valuation& bounds, int bid);

// The contracts compared by default: no announcements except Hand and Null ouvert.
std::vector<Contract> usual_contracts(bool with_hand);

}  // namespace kiebitz::skat::engine
