// The parameters of players and of evidence. Set by hand, except `null_declarer`, which maximises the likelihood of the
// cards in games of the engine against itself.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace kiebitz::skat::engine {

// The strength of the engine. Weaker levels sample fewer worlds, ignore evidence and forget, as people do; none picks a
// bad card on purpose.
struct Level {
    std::int64_t worlds = 24, bidding = 16;  // for a card; for a bid and a discard
    bool listens = true;
    bool remembers = true;     // suits that others could not follow
    double margin = 0;         // the mean in tournament points that a bid needs beyond the usual one
    std::int64_t sure = 1000;  // the most worlds on which it looks for cards that win in all of them
    bool calibrated = true;  // whether it turns shares of worlds into chances at the table before it bids and announces
};
struct NamedLevel {
    std::string_view name;
    Level level;
};
inline constexpr NamedLevel named_levels[] = {
    {"beginner", {.worlds = 2, .bidding = 6, .listens = false, .remembers = false, .sure = 0}},
    {"club", {.worlds = 8, .bidding = 10}},
    {"strong", {}},
};

// The worth to the declarer of his card points with open cards, by trick. Winning counts 20, spread by how often he won
// the engine's games from there: the cards are not open, and early on 56 points are often enough. Schneider counts a
// little.
struct Step {
    std::uint8_t points;
    double worth;
};
inline constexpr Step first_steps[] = {{31, 3.0}, {46, 5.0}, {51, 6.0}, {56, 4.4}, {61, 2.6}, {64, 1.0}, {90, 2.0}};
inline constexpr Step middle_steps[] = {{31, 3.0}, {46, 4.0}, {51, 3.5}, {56, 4.0}, {61, 7.5}, {75, 0.5}, {90, 2.0}};
inline constexpr Step last_steps[] = {{31, 2.0}, {46, 0.5}, {61, 20.0}, {75, 0.5}, {90, 2.0}};
inline constexpr Step announced_steps[] = {{61, 0.4}, {76, 0.4}, {90, 20.0}, {96, 0.3}, {105, 0.3}};
constexpr std::size_t from_middle = 4, from_last = 6;  // tricks
constexpr std::span<const Step> steps_of(bool schneider_is_announced, std::size_t trick) {
    if (schneider_is_announced) return announced_steps;
    if (trick >= from_last) return last_steps;
    return trick >= from_middle ? std::span<const Step>(middle_steps) : first_steps;
}

// The mean above which a bid pays, in tournament points against the other seats. From -15 to 10 the engine is about as
// strong; with -6 it passes about as many deals as people.
constexpr double least_gain = -6;
// The won games in a hundred that bids and announcements count as won with Schneider, which they do not search: as many
// as in suit games of the engine. In its Grands there are more, but with those it calls Grand too often.
constexpr std::uint64_t schneiders = 23;
// The share of worlds above which a level that is not calibrated announces Null ouvert, if it has more than
// `fewest_for_ouvert` worlds for a bid.
constexpr double sure_null = 0.95;
constexpr int fewest_for_ouvert = 8;
// The rounds in which an announcement is chosen: the likely discards of each game that are compared, on how many common
// worlds for each world of a bid, and by how many tournament points a candidate may have trailed the best one.
constexpr double any_distance = std::numeric_limits<double>::infinity();
struct Selection {
    std::size_t discards;
    double worlds, behind;
};
inline constexpr Selection selections[] = {
    {4, 1.0 / 8, any_distance}, {4, 5.0 / 16, 60}, {3, 5.0 / 8, 40}, {2, 5.0 / 4, 25}, {2, 5.0 / 2, 15}};
// The share of a level's worlds for a defender that listens: likelier worlds take longer to solve.
constexpr double listening = 0.75;
// The most worlds on which a review looks for cards that win in all of them.
constexpr std::int64_t sure_in_reviews = 1000;

// The rough worth of cards kept in the hand, in card points; it ranks the likely discards. A suit counts by its ace,
// its ten and the ten's company, and its losers; a suit with ace, ten and at least `long_suit` cards has no losers. A
// trump is rarely better in the skat.
inline constexpr struct {
    int trump = 14, no_card = 6, ace = 14;
    int ten_with_ace = 12, ten_with_king = 6, ten_guarded = 2, ten_bare = -6;
    int loser = -7, loser_under_ace = -4;
    int long_suit = 4, long_card = 5;
} worth;

// How many times as likely a card lies with the declarer of Null as by the seen cards alone: tens and jacks are middle
// cards; queens, kings and aces are high.
inline constexpr struct {
    double middle = 0.5, high = 0.25;
} null_declarer;

}  // namespace kiebitz::skat::engine
