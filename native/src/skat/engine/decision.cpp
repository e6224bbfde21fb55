#include "skat/engine/decision.hpp"

#include <algorithm>

#include "common/refusal.hpp"
#include "skat/engine/game.hpp"

namespace kiebitz::skat::engine {
namespace {

Auction auction_of(const View& view) {
    Auction auction;
    for (const Word& word : view.words) auction.say(word.said);
    return auction;
}

// The stage of the game, as the seat sees it.
Game::Stage stage_of(const View& view, const Auction& auction) {
    const int size = std::popcount(view.hand);
    if (view.contract && view.hand && course_of(view.game(), view.played).turn == view.seat) return Game::play;
    if (!auction.is_over && auction.turn() == view.seat && size == hand_size) return Game::bidding;
    if (!view.contract && view.is_declarer() && size == hand_size) return Game::skat_is_left;
    if (!view.contract && view.is_declarer() && size == hand_size + skat_size) return Game::announcement;
    refuse("view: a seat whose turn it is expected");
}

std::string bid_of(const View& view, const Auction& auction, const Engine& engine) {
    const int bid = auction.at_stake();
    if (!bid || engine.highest_bid(view) < bid) return "p";
    return auction.is_asked ? "y" : std::to_string(bid);
}

}  // namespace

std::string word_of(const View& view, const Engine& engine) {
    const Auction auction = auction_of(view);
    const Game::Stage stage = stage_of(view, auction);
    if (stage == Game::bidding) return bid_of(view, auction, engine);
    if (stage == Game::play) return text_of(engine.played(view));
    if (stage == Game::skat_is_left && engine.takes_skat(view)) return "s";
    const Announcement announced = engine.announced(view);
    return announcement_of(announced.contract, announced.discard);
}

Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t seed, const Poll& poll) {
    const Engine strongest({.bidding = std::int64_t(worlds)}, seed, poll);
    Hint hint{word_of(view, strongest), {}, {}};
    if (view.contract) {
        Random random = strongest.random(view);
        for (const auto& [card, share] : card_chances(Moment(view), worlds, random, poll))
            if (text_of(card) == hint.word) hint.won = share;
    } else if (std::popcount(view.hand) == hand_size) {
        const std::vector<Plan> plans = plans_of(view.hand, view.seat, worlds, seed, poll);
        const Auction auction = auction_of(view);
        if (const Plan* best = best_plan(plans, auction.is_over ? view.bid : auction.at_stake())) {
            hint.won = best->won;
            hint.chance = best->chance;
        }
    }
    return hint;
}

}  // namespace kiebitz::skat::engine
