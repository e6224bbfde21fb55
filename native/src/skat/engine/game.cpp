#include "skat/engine/game.hpp"

#include <algorithm>
#include <charconv>

#include "skat/engine/random.hpp"

namespace kiebitz::skat::engine {
namespace {

constexpr std::string_view ranks = "789TJQKA", suits = "CDHS", game_letters = "CDHSGN";
// The letters of announcements in written order, with their flags.
constexpr std::pair<char, int> announced_letters[] = {{'O', 8}, {'H', 1}, {'S', 2}, {'Z', 4}};

std::optional<Code> card_of(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const std::size_t place = ranks.find(text[0]), suit = suits.find(text[1]);
    if (place == ranks.npos || suit == suits.npos) return std::nullopt;
    return Code(8 * suit + place);
}

std::string letters_of(const Contract& contract) {
    std::string text(1, game_letters[std::size_t(contract.game)]);
    for (const auto& [letter, flag] : announced_letters)
        if (contract.flags() & flag) text += letter;
    return text;
}

std::optional<Contract> contract_of(std::string_view letters) {
    const std::size_t game = letters.empty() ? game_letters.npos : game_letters.find(letters[0]);
    if (game == game_letters.npos) return std::nullopt;
    int flags = 0;
    for (const auto& [letter, flag] : announced_letters)
        if (letters.substr(1).find(letter) != letters.npos) flags |= flag;
    const Contract contract = Contract::of(int(game), flags);
    if (letters_of(contract) != letters || !contract.may_be_announced()) return std::nullopt;
    return contract;
}

std::vector<std::string_view> split(std::string_view text, char between) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = std::min(text.find(between), text.size());
        parts.push_back(text.substr(0, end));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

std::string text_of(Code card) { return {ranks[std::size_t(place_of(card))], suits[std::size_t(suit_of(card))]}; }

std::string announcement_of(const Contract& contract, Set discard) {
    std::string text = letters_of(contract);
    for (const Code card : in_pack_order(discard)) text += "." + text_of(card);
    return text;
}

int Auction::at_stake() const {
    if (is_asked) return bid;
    const auto next = std::upper_bound(engine::bids().begin(), engine::bids().end(), bid);
    return next == engine::bids().end() ? 0 : *next;
}

bool Auction::may_say(int call) const {
    if (is_over) return false;
    if (call == Word::passes) return true;
    if (is_asked) return call == Word::holds;
    return call > bid && std::binary_search(engine::bids().begin(), engine::bids().end(), call);
}

void Auction::say(int call) {
    words.push_back({turn(), call});
    if (call == Word::holds) {
        is_asked = false;
    } else if (call != Word::passes) {
        const bool alone = bidder == holder;  // forehand bids last, with no opponent left
        bid = call;
        is_asked = !alone;
        is_over = alone;
    } else if (bidder == holder) {
        is_over = true;
    } else {
        holder = is_asked ? bidder : holder;  // the survivor
        is_asked = false;
        if (bidder != 2) {
            bidder = 2;
        } else if (bid) {
            bidder = holder;
            is_over = true;
        } else {
            bidder = holder = 0;
        }
    }
}

Game::Game(std::uint64_t number) {
    Codes cards = in_pack_order(whole_pack);
    Random(number).shuffle(cards);
    const std::span<const Code> all = cards;
    for (std::size_t seat = 0; seat < seats; ++seat) dealt_[seat] = set_of(all.subspan(hand_size * seat, hand_size));
    dealt_skat_ = skat_ = set_of(all.last(skat_size));
    hands_ = dealt_;
}

Game::Stage Game::stage() const {
    if (!auction_.is_over) return bidding;
    if (declarer() == View::nobody) return over;
    if (!contract_) return has_taken_ ? announcement : skat_is_left;
    const bool decided = contract_->game == null && course().tricks[std::size_t(declarer())] > 0;
    return decided || gave_up_ || played_.size() == std::size_t{seats} * hand_size ? over : play;
}

int Game::turn() const {
    switch (stage()) {
    case bidding: return auction_.turn();
    case play: return course().turn;
    case over: return View::nobody;
    default: return declarer();
    }
}

Set Game::legal() const {
    if (stage() != play) return 0;
    const Course now = course();
    return legal_among(contract_->game, hands_[std::size_t(now.turn)], now.trick);
}

bool Game::make(std::string_view word) {
    switch (stage()) {
    case bidding: return lay_out(word) || make_bid(word);
    case skat_is_left: return take_or_announce(word);
    case announcement: return announce(word);
    default: return put(word);
    }
}

bool Game::lay_out(std::string_view word) {
    const std::vector<std::string_view> piles = split(word, '.');
    if (is_laid_out_ || !auction_.words.empty() || piles.size() != seats + 1) return false;
    std::array<Set, seats + 1> dealt{};
    for (std::size_t pile = 0; pile < piles.size(); ++pile) {
        if (piles[pile].size() != std::size_t{2} * (pile < seats ? hand_size : skat_size)) return false;
        for (std::size_t at = 0; at < piles[pile].size(); at += 2) {
            const std::optional<Code> card = card_of(piles[pile].substr(at, 2));
            if (!card) return false;
            dealt[pile] |= bit(*card);
        }
    }
    if ((dealt[0] | dealt[1] | dealt[2] | dealt[3]) != whole_pack) return false;
    std::copy_n(dealt.begin(), seats, dealt_.begin());
    dealt_skat_ = skat_ = dealt[seats];
    hands_ = dealt_;
    is_laid_out_ = true;
    return true;
}

bool Game::make_bid(std::string_view word) {
    int call = word == "p" ? Word::passes : Word::holds;
    if (word != "p" && word != "y") {
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), call);
        if (error != std::errc{} || end != word.data() + word.size() || word[0] == '0' || call < first_bid)
            return false;
    }
    if (!auction_.may_say(call)) return false;
    auction_.say(call);
    return true;
}

bool Game::take_or_announce(std::string_view word) {
    if (word != "s") return announce(word);
    has_taken_ = true;
    hands_[std::size_t(declarer())] |= skat_;
    return true;
}

bool Game::announce(std::string_view word) {
    const std::vector<std::string_view> parts = split(word, '.');
    const std::optional<Contract> contract = contract_of(parts[0]);
    if (!contract || contract->hand == has_taken_ || parts.size() != (has_taken_ ? 1u + skat_size : 1u)) return false;
    Set pair = 0;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::optional<Code> card = card_of(parts[i]);
        if (!card || (pair & bit(*card)) || !(hands_[std::size_t(declarer())] & bit(*card))) return false;
        pair |= bit(*card);
    }
    contract_ = contract;
    if (has_taken_) {
        discard_ = skat_ = pair;
        hands_[std::size_t(declarer())] &= ~pair;
    }
    start_ = hands_;
    return true;
}

bool Game::put(std::string_view word) {
    if (word == "RE" && stage() == play) {
        gave_up_ = turn() == declarer() ? declarers : defenders;
        return true;
    }
    const std::optional<Code> card = card_of(word);
    if (!card || !(legal() & bit(*card))) return false;
    hands_[std::size_t(turn())] &= ~bit(*card);
    played_.push_back(*card);
    return true;
}

View Game::view(int seat) const {
    const bool mine = seat == declarer();
    View v;
    v.seat = seat;
    v.declarer = declarer();
    v.bid = auction_.bid;
    v.contract = contract_;
    v.hand = hands_[std::size_t(seat)];
    v.skat = mine ? discard_ : 0;
    v.shown = contract_ && contract_->ouvert && !mine ? hands_[std::size_t(declarer())] : 0;
    v.played = played_;
    v.words = auction_.words;
    return v;
}

int Game::points() const {
    int points = course().points[std::size_t(declarer())] + points_of(skat_);
    if (gave_up_ == defenders)
        for (const Set cards : {hands_[0] | hands_[1] | hands_[2], set_of(course().trick)}) points += points_of(cards);
    return points;
}

int Game::tricks() const {
    const int tricks = course().tricks[std::size_t(declarer())], left = all_tricks - int(played_.size() / seats);
    return tricks + (gave_up_ == defenders && contract_->game != null ? left : 0);
}

std::optional<Finished> Game::finished() const {
    if (stage() != over || !contract_) return std::nullopt;
    const Set twelve = dealt_[std::size_t(declarer())] | dealt_skat_;
    return Finished{*contract_,
                    auction_.bid,
                    twelve,
                    points(),
                    tricks(),
                    0,
                    gave_up_ == declarers ? Finished::given_up : Finished::played};
}

}  // namespace kiebitz::skat::engine
