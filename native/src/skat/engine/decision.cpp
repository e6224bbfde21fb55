#include "skat/engine/decision.hpp"

#include <algorithm>

#include "common/decimal.hpp"
#include "common/refusal.hpp"
#include "kiebitz/skat.hpp"

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
    refuse("view: a seat that has to play expected");
}

// The next word of a player that bids up to a limit.
std::string bid_up_to(int limit, const Auction& auction) {
    const int bid = auction.at_stake();
    if (!bid || limit < bid) return "p";
    return auction.is_asked ? "y" : decimal(bid);
}

}  // namespace

std::string word_of(const View& view, const std::optional<Level>& level, std::uint64_t seed, const Poll& poll) {
    const Auction auction = auction_of(view);
    const Game::Stage stage = stage_of(view, auction);
    const Engine engine(level.value_or(Level{}), seed, poll);
    if (stage == Game::bidding) return bid_up_to(level ? engine.highest_bid(view) : rough_bid(view.hand), auction);
    if (stage == Game::play) return text_of(level ? engine.played(view) : maxims::played(Moment(view)));
    if (stage == Game::skat_is_left && (!level || engine.takes_skat(view))) return "s";
    const Announcement announced = level ? engine.announced(view) : maxims::announced(view);
    return announcement_of(announced.contract, announced.discard);
}

Advice advice_for(Set hand, int seat, std::uint64_t worlds, std::uint64_t seed, const Poll& poll) {
    const Comparison question{
        .hand = hand, .seat = seat, .worlds = worlds, .seed = seed, .contracts = usual_contracts(true)};
    const Prospects prospects = prospects_of(compared(question, poll));
    const int highest = highest_paying(prospects);
    return {highest, best_at(prospects, std::max(highest, first_bid)), prospects};
}

Hint hint_for(const View& view, std::uint64_t worlds, std::uint64_t worlds_of_card, std::uint64_t seed,
              const Poll& poll) {
    const Auction auction = auction_of(view);
    const Game::Stage stage = stage_of(view, auction);
    if (stage == Game::play) {
        const Engine strongest({}, seed, poll);
        Random random = strongest.random(view);
        Hint hint{text_of(strongest.played(view)), {}, {}};
        for (const auto& [card, share] : card_chances(Moment(view), worlds_of_card, random, poll))
            if (text_of(card) == hint.word) hint.won = share;
        return hint;
    }
    const int bid = stage == Game::bidding ? std::max({auction.at_stake(), auction.bid, first_bid}) : view.bid;
    const auto hint = [bid](const std::string& word, const Prospect& best) -> Hint {
        return {word, double(best.tally.won_worlds()) / double(best.tally.worlds()), best.chance.at(bid)};
    };
    if (stage == Game::announcement) {
        const Set others = view.hand & (view.hand - 1),
                  two = view.hand & ~(others & (others - 1));  // any two of the twelve
        const std::vector<Row> rows = compared({.hand = view.hand & ~two,
                                                .skat = two,
                                                .seat = view.seat,
                                                .bid = bid,
                                                .worlds = worlds,
                                                .seed = seed,
                                                .contracts = usual_contracts(false)},
                                               poll);
        return hint(announcement_of(rows[0].prospect.contract, rows[0].discard), rows[0].prospect);
    }
    const auto [highest, most, prospects] = advice_for(view.hand, view.seat, worlds, seed, poll);
    const Prospect& best = best_at(prospects, bid);
    if (stage == Game::bidding) return hint(bid_up_to(highest, auction), best);
    return hint(best.contract.hand ? announcement_of(best.contract, 0) : "s", best);
}

Codes rest_of(const Game& game, const Poll& poll) {
    const Course now = game.course();
    const int contract = game.contract()->game, coded = contract == null ? contract : contract + by_tricks;
    return skat::best({coded, bytes_of(game.hands()), game.declarer(), now.turn, now.trick}, poll).line;
}

bool is_mistake(const Fair& fair, const View& view, Code card, const Poll& poll) {
    constexpr std::uint64_t usual_seed = 1;
    return fair.low > 0 && Engine({}, usual_seed, poll).played(view) != card;
}

}  // namespace kiebitz::skat::engine
