// A game of Skat in progress, and each seat's view of it. Actions are words, as in links: a bid, `y` (hold) or `p`
// (pass); `s` to pick up the skat; a contract's letters, with the discard as in `G.7H.QD`; cards, rank before suit;
// `RE` to give up. The first word may be the deal, `HAND.HAND.HAND.SKAT`, each the cards without spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skat/engine/view.hpp"

namespace kiebitz::skat::engine {

// Middlehand bids to forehand, then rearhand to the survivor. If both pass without a bid, forehand may bid.
struct Auction {
    std::vector<Word> words;
    int bid = 0, bidder = 1, holder = 0;
    bool is_asked = false;  // whether the holder must answer a bid
    bool is_over = false;

    int turn() const { return is_asked ? holder : bidder; }
    int declarer() const { return is_over && bid ? holder : View::nobody; }
    // The bid to hold, or the next one to make; 0 if there is no higher bid.
    int at_stake() const;
    bool may_say(int call) const;
    void say(int call);
};

class Game {
public:
    enum Stage { bidding, skat_is_left, announcement, play, over };

    // Deal a number: ten cards to each seat, and the skat.
    explicit Game(std::uint64_t number);

    // Apply a word and return whether the rules allow it. A refused word changes nothing.
    bool make(std::string_view word);

    Stage stage() const;
    int turn() const;  // View::nobody after the game
    int declarer() const { return auction_.declarer(); }
    Set legal() const;
    View view(int seat) const;
    Course course() const { return contract_ ? course_of(contract_->game, played_) : Course{}; }

    const Auction& auction() const { return auction_; }
    const std::optional<Contract>& contract() const { return contract_; }
    bool has_taken() const { return has_taken_; }
    Set discard() const { return discard_; }
    Set skat() const { return skat_; }  // during play
    const Hands& hands() const { return hands_; }
    const Hands& start() const { return start_; }  // of play
    const Hands& dealt() const { return dealt_; }
    Set dealt_skat() const { return dealt_skat_; }
    const Codes& played() const { return played_; }
    // The declarer's card points with the skat, and his tricks; with all that is left if the defenders gave up.
    // Require a contract.
    int points() const;
    int tricks() const;
    // The side that gave up: the declarer's, the defenders', or neither.
    enum GaveUp { neither, declarers, defenders };
    GaveUp gave_up() const { return gave_up_; }
    std::optional<Finished> finished() const;

private:
    bool lay_out(std::string_view word);
    bool make_bid(std::string_view word);
    bool take_or_announce(std::string_view word);
    bool announce(std::string_view word);
    bool put(std::string_view word);

    Hands dealt_{}, hands_{}, start_{};
    Set dealt_skat_ = 0, skat_ = 0, discard_ = 0;
    Auction auction_;
    bool is_laid_out_ = false, has_taken_ = false;
    std::optional<Contract> contract_;
    Codes played_;
    GaveUp gave_up_ = neither;
};

// The word that announces a contract and a discard.
std::string announcement_of(const Contract& contract, Set discard);
std::string text_of(Code card);

}  // namespace kiebitz::skat::engine
