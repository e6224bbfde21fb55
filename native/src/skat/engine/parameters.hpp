// The numbers by which players decide and worlds are weighed, all in one place. They are set by hand but for `lies` and
// `played_by_…`, the odds under which the cards in 454 games of the engine against itself are likeliest.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kiebitz::skat::engine {

// How strong the engine is. Weaker levels look at fewer worlds and take all that agree with the cards for equally
// likely; nothing is done badly on purpose.
struct Level {
    std::int64_t worlds = 24, bidding = 16;  // for a card; for a bid and a discard
    bool listens = true;
    double margin = 0;         // tournament points that a bid has to bring in the mean
    std::int64_t sure = 1000;  // worlds up to which it looks for cards that win in all of them
};
struct NamedLevel {
    std::string_view name;
    Level level;
};
inline constexpr NamedLevel named_levels[] = {
    {"beginner", {.worlds = 2, .bidding = 6, .listens = false, .sure = 0}},
    {"club", {.worlds = 8, .bidding = 10}},
    {"strong", {}},
};

// What the declarer's card points with open cards are worth to him, each table from a trick on, the first being 0.
// Winning counts 20, shared out by how often he won the engine's games when he stood so: the cards do not lie open, and
// early on 56 points are often enough. Schneider counts something.
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

// Tournament points beside the value: a game lost also brings 40 to each of the others.
constexpr int won_besides = 50, lost_besides = 50 + 40;
// The share of worlds from which on Null is played ouvert, by a level with more than these worlds for a bid.
constexpr double sure_null = 0.95;
constexpr int fewest_for_ouvert = 8;
// Discards by rule of thumb that are compared for each game.
constexpr std::size_t likely_discards = 4;
// The share of a level's worlds that a defender looks at who listens: likelier ones take longer to solve.
constexpr double listening = 0.75;
// Worlds up to which a review looks for cards that win in all of them.
constexpr std::int64_t sure_in_reviews = 1000;

// What cards are worth in the hand, in card points, roughly: by this the likely discards come first. A suit counts by
// its ace, its ten and the company that the ten has, and by its losers; one with ace, ten and at least `long_suit`
// cards has none. A trump is hardly ever better in the skat.
inline constexpr struct {
    int trump = 14, no_card = 6, ace = 14;
    int ten_with_ace = 12, ten_with_king = 6, ten_guarded = 2, ten_bare = -6;
    int loser = -7, loser_under_ace = -4;
    int long_suit = 4, long_card = 5;
} worth;

// How many times as likely a card lies in a place as the cards that are seen alone would have it: with the declarer of
// a suit game, of Grand, of Null, among the two cards that he put down, with a defender who never bid. In Null a ten or
// jack is a middle card; queens, kings and aces are high.
struct Odds {
    double jack = 1, trump = 1, ace = 1, ten = 1, middle = 1, high = 1;
};
inline constexpr struct {
    Odds suit{.jack = 2.2, .trump = 5.0, .ace = 4.2, .ten = 1.4};
    Odds grand{.jack = 6.4, .ace = 5.0, .ten = 1.5};
    Odds null{.middle = 0.5, .high = 0.25};
    Odds put{.jack = 0.05, .trump = 0.07, .ace = 0.09};
    Odds silent{.jack = 0.67};
} lies;

// The same for the cards that might have been played in place of one that was, those that count less and others, with
// the one who played it: he led it, took the trick so far, lost it to the other side, or helped a partner.
struct Instead {
    double cheaper = 1, others = 1;
};
struct Played {
    Instead leads, takes, loses, helps;
};
inline constexpr Played played_by_declarer{.leads{1.9, 1.4}, .takes{2.2, 2.1}, .loses{0.54, 0.85}, .helps{}};
inline constexpr Played played_by_defender{
    .leads{0.7, 0.95}, .takes{1.0, 0.83}, .loses{0.27, 1.07}, .helps{0.75, 0.62}};

}  // namespace kiebitz::skat::engine
