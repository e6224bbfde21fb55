// Alpha-beta over tricks with a one-point window: does the declarer take the required points? Positions are remembered
// at the start of a trick by their shape, with the gaps of played cards closed.
#include "skat/points.hpp"

#include <algorithm>
#include <cstdlib>

namespace kiebitz::skat {
namespace {

constexpr std::size_t first_buckets = 1 << 10, most_buckets = 1 << 18;  // powers of two; 64 KiB, 16 MiB
constexpr std::uint32_t worlds = 1 << 10;                               // distinct
constexpr int none = 63;                                                // for a remembered card

// The cards higher than all of the others.
constexpr Cards above(Cards cards, Cards others) {
    return cards > others ? cards & ~Cards((std::uint64_t{1} << std::bit_width(others)) - 1) : 0;
}

// The most of these cards that can be beaten, each in a trick of its own, if each of the others falls once and at most
// `limit` fall.
constexpr int beaten(Cards cards, Cards others, int limit) {
    int waiting = 0, beaten_cards = 0;
    for (Cards both = cards | others; both; both &= both - 1) {  // without unpredictable branches
        const int is_one = (both & -both & cards) != 0, beats = !is_one & (waiting > 0);
        waiting += is_one - beats;
        beaten_cards += beats;
    }
    return std::min(beaten_cards, limit);
}

// The same cards in both halves.
constexpr std::uint64_t twice(Cards cards) { return std::uint64_t{cards} << 32 | cards; }

// Move ordering: a card's priority, the highest first, tuned on random deals. It affects only the order.
struct Weight {
    int base, points;  // once, and for each card point
    int of(int card_points) const { return base + points * card_points; }
};
constexpr struct {
    Weight by_beaten[2] = {{229, 90}, {3, -1}};
    int trump = 32, length = 7, enough = 1000;
} declarer_leads;
constexpr struct {
    Weight by_beaten[2][2] = {{{54, 12}, {54, 12}}, {{-2, 0}, {39, -3}}};  // by the declarer, by the partner
    int trump = -44, declarer_void = -7, length = -2;
} defender_leads;
constexpr struct {
    Weight by_seat[seats][2][2] = {  // [wins for now][beaten, or the card on the table is, by the third seat]
        {{{0, -5}, {0, -5}}, {{33, 1}, {27, -2}}},  // the declarer
        {{{0, -4}, {83, 4}}, {{78, 2}, {78, 2}}},   // he has led
        {{{22, 1}, {0, -1}}, {{22, 1}, {0, -1}}}};  // the partner has led
    int trumped = -8;
} second_card;
constexpr struct {
    Weight theirs{0, -3}, ours{76, 4}, taken{66, 4};
    int trump = -25;
} last_card;

// Ties: the lower card first.
constexpr int key_of(int priority, int card) { return priority * 32 + (31 - card); }
constexpr int card_of(int key) { return 31 - (key & 31); }
constexpr int before_all = 1 << 20;

}  // namespace

// Seven cards of a suit, or four jacks, with the gaps closed; and the largest point difference of two such sets of the
// same size, card by card.
struct PointSearch::Tables {
    std::uint8_t closed[128][128];  // [cards that are there][some of them]
    std::int8_t less[128][128], more[128][128];

    explicit Tables(const std::array<int, 7>& points) {
        for (unsigned remaining = 0; remaining < 128; ++remaining)
            for (unsigned some = 0; some < 128; ++some) {
                closed[remaining][some] = closed_up(remaining, some);
                int low = 0, high = 0, j = 0;
                for (int i = 0; i < 7; ++i) {
                    if (!(remaining >> i & 1)) continue;
                    while (j < 7 && !(some >> j & 1)) ++j;
                    if (j == 7) break;
                    const int difference = points[std::size_t(i)] - points[std::size_t(j++)];
                    (difference < 0 ? low : high) += difference;
                }
                less[remaining][some] = std::int8_t(low);
                more[remaining][some] = std::int8_t(high);
            }
    }
};

// Built on first use: not every user of the kernel plays Skat.
const PointSearch::Tables& PointSearch::tables(bool alike) {
    if (alike) {
        static const Tables alike_tables({1, 1, 1, 1, 1, 1, 1});
        return alike_tables;
    }
    static const Tables point_tables({0, 0, 0, 3, 4, 10, 11});
    return point_tables;
}

PointSearch::PointSearch(int game, bool keeps, const Poll& poll)
    : tables_(tables(game >= by_tricks)), suits_(game), jacks_(game % by_tricks == 4 ? 0 : 7),
      first_suit_(game % by_tricks == 4 ? 4 : 0), keeps_(keeps), trump_length_(count(suits_.trumps)), budget_(poll),
      buckets_(first_buckets), size_(first_buckets) {
    enough_.fill(no_card);
    if (game >= by_tricks) by_points_[0].second = 1;
    for (int card = 0; card < 32; ++card) {
        for (auto& [cards, points] : by_points_)
            if (points == points_of(card)) cards |= bit(card);
        const bool same = card > 0 && suits_.of(card) == suits_.of(card - 1);
        if (same) not_first_ |= bit(card);
        if (same && points_of(card) == points_of(card - 1)) not_first_alike_ |= bit(card);
        for (std::size_t i = 0; i < same_suit_.size(); ++i)
            if (const int higher = card + (1 << i); higher < 32 && suits_.of(higher) == suits_.of(card))
                same_suit_[i] |= twice(bit(card));
    }
}

void PointSearch::next_world() {
    if (++world_ == worlds) {
        world_ = 1;
        if (!keeps_) std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    }
    if (keeps_) return;
    enough_.fill(no_card);
    size_ = first_buckets;
    used_ = 0;
}

int PointSearch::value(const Table& table, int need) {
    for (int i = 0; i < seats; ++i) hand_[i] = table.hand[i];
    if (table.played == 0) return lead(table.turn, need, sum(all()));
    Trick trick{table.trick[0], 0, table.trick[0], 0, points_of(table.trick[0])};
    trick.seat = trick.taker = (table.turn + seats - table.played) % seats;
    if (table.played == 2) trick = after(trick, next_seat(trick.seat), table.trick[1]);
    const int points_left = sum(all()) + trick.points;
    return table.played == 2 ? follow<true>(trick, table.turn, need, points_left)
                             : follow<false>(trick, table.turn, need, points_left);
}

// Move the window to the previous answer; results stay valid.
int PointSearch::exact(const Table& table, int guess) {
    int low = 0, high = sum(table.hand[0] | table.hand[1] | table.hand[2]);
    for (int i = 0; i < table.played; ++i) high += suits_.points[std::size_t(table.trick[i])];
    int need = guess < 0 ? (high + 1) / 2 : std::clamp(guess, 1, std::max(1, high));
    while (low < high) {
        const int result = value(table, need);
        if (result >= need) low = std::max(low, result);
        else high = std::min(high, result);
        need = result >= need ? low + 1 : high;
    }
    return low;
}

int PointSearch::lead(int seat, int need, int points_left) {
    if (need <= 0) return 0;
    if (need > points_left) return points_left;
    if (budget_.count()) budget_.spent();
    if (const Cards more = hand_[seat] & (hand_[seat] - 1); !more)
        return last_taker(hand_, seat) == 0 ? points_left : 0;
    else if (!(more & (more - 1))) return last_two(seat, need, points_left);
    Lookup lookup{0, points_left, none, 0};
    if (look_up(seat, need, lookup)) return lookup.low >= need ? lookup.low : lookup.high;
    const Others by = others_of(seat);
    const auto [low, high] = sure(seat, need, points_left, by);
    if (low >= need) return low;
    if (high < need) return high;
    lookup.low = std::max(lookup.low, low);
    lookup.high = std::min(lookup.high, high);
    Moves list;
    const Cards others = all() & ~hand_[seat];
    const Cards open = seat == 0 ? by.beaten_left | by.beaten_right : seat == 1 ? by.beaten_right : by.beaten_left;
    const auto gets = [&](int card) { return open & bit(card) ? 0 : 1; };
    const Cards cards = moves(list, hand_[seat], others, gets);
    order_leads(list, cards, seat, by, lookup.card);
    auto value = [&](int card) {
        const Trick trick{card, seat, card, seat, points_of(card)};
        return follow<false>(trick, next_seat(seat), need, points_left);
    };
    const int best = try_cards(list, seat, others, need, value);
    lookup.card = list.best;
    if (seat == 0 && best >= need) enough_[std::size_t(count(hand_[0]))] = std::uint8_t(list.best);
    if (best >= need) lookup.low = std::max(lookup.low, best);
    else lookup.high = std::min(lookup.high, best);
    keep(seat, lookup);
    return best;
}

// The last trick plays itself.
int PointSearch::last_taker(const Cards (&hand)[seats], int seat) const {
    const int second = next_seat(seat), third = next_seat(second), led = lowest(hand[seat]);
    int taker = seat, best = led;
    if (const int card = lowest(hand[second]); suits_.beats(card, best)) best = card, taker = second;
    return suits_.beats(lowest(hand[third]), best) ? third : taker;
}

// The points of the last two tricks, as in `lead`: enumerating them is faster than a lookup.
int PointSearch::last_two(int seat, int need, int points_left) const {
    const int second = next_seat(seat), third = next_seat(second);
    const auto is_better = [](int who, int value, int best) {
        return best < 0 || (who == 0 ? value > best : value < best);
    };
    const auto is_enough = [&](int who, int best) { return (best >= need) == (who == 0); };
    int best = -1;
    for (Cards a = hand_[seat]; a; a &= a - 1) {
        const int led = lowest(a);
        int best_second = -1;
        for (Cards b = suits_.legal(hand_[second], led); b; b &= b - 1) {
            const int next = lowest(b);
            const bool over = suits_.beats(next, led);
            int best_third = -1;
            for (Cards c = suits_.legal(hand_[third], led); c; c &= c - 1) {
                const int last = lowest(c);
                const int taker = suits_.beats(last, over ? next : led) ? third : over ? second : seat;
                const int points = points_of(led) + points_of(next) + points_of(last);
                Cards last_cards[seats];
                last_cards[seat] = hand_[seat] ^ bit(led);
                last_cards[second] = hand_[second] ^ bit(next);
                last_cards[third] = hand_[third] ^ bit(last);
                const int value =
                    (taker == 0 ? points : 0) + (last_taker(last_cards, taker) == 0 ? points_left - points : 0);
                if (is_better(third, value, best_third)) best_third = value;
                if (is_enough(third, best_third)) break;
            }
            if (is_better(second, best_third, best_second)) best_second = best_third;
            if (is_enough(second, best_second)) break;
        }
        if (is_better(seat, best_second, best)) best = best_second;
        if (is_enough(seat, best)) break;
    }
    return best;
}

template <bool last>
int PointSearch::follow(const Trick& trick, int seat, int need, int points_left) {
    const Cards legal = suits_.legal(hand_[seat], trick.led);
    const auto value = [&](int card) {
        const Trick now = after(trick, seat, card);
        if constexpr (last) {
            const int gain = now.taker == 0 ? now.points : 0;
            return gain + lead(now.taker, need - gain, points_left - now.points);
        } else {
            return follow<true>(now, next_seat(seat), need, points_left);
        }
    };
    if (!(legal & (legal - 1))) {
        hand_[seat] ^= legal;
        const int result = value(lowest(legal));
        hand_[seat] ^= legal;
        return result;
    }
    // A beaten card on the table no longer separates neighbours.
    const Cards others = (all() & ~hand_[seat]) | bit(trick.best);
    const Cards winning = suits_.winning(trick.best);
    const bool was_ours = (trick.taker == 0) == (seat == 0);
    Moves list;
    if constexpr (last) {
        const auto gets = [&](int card) { return was_ours || (winning & bit(card)) ? 1 : -1; };
        const Cards cards = moves(list, legal, others, gets);
        order_last(list, cards, winning, was_ours);
    } else {
        const int third = next_seat(seat);
        const Cards beaten = suits_.beaten_by(hand_[third], trick.led);
        const bool with_us = (third == 0) == (seat == 0);
        const auto gets = [&](int card) {
            const bool wins = winning & bit(card), ours = wins || was_ours;
            if (ours != with_us && (beaten & bit(wins ? card : trick.best))) return 0;
            return ours ? 1 : -1;
        };
        const Cards cards = moves(list, legal, others, gets);
        order_second(list, cards, seat, trick, winning, beaten);
    }
    return try_cards(list, seat, others, need, value);
}

// Try the cards, the most promising first: most often the first decides. Return the best value for this seat's side,
// and note its card.
template <typename Value>
int PointSearch::try_cards(Moves& list, int seat, Cards others, int need, Value&& value) {
    const bool declarer = seat == 0;
    int best = 0;
    Tried tried[most_cards];
    for (int i = 0, key = list.first;; ++i) {
        const int card = card_of(key);
        tried[i].card = card;
        if (!i || !list.neighbours || !like_a_neighbour(tried, i, others, need, declarer)) {
            hand_[seat] ^= bit(card);
            tried[i].value = value(card);
            hand_[seat] ^= bit(card);
        }
        if (!i || (declarer ? tried[i].value > best : tried[i].value < best)) best = tried[i].value, list.best = card;
        if ((best >= need) == declarer || i + 1 == list.number) return best;
        int next = INT_MIN;
        for (int j = 0; j < list.number; ++j) next = std::max(next, list.key[j] < key ? list.key[j] : INT_MIN);
        key = next;
    }
}

// --- cards ---

PointSearch::Trick PointSearch::after(const Trick& trick, int seat, int card) const {
    Trick t = trick;
    t.points += points_of(card);
    if (suits_.beats(card, trick.best)) t.best = card, t.taker = seat;
    return t;
}

int PointSearch::sum(Cards cards) const {
    int points = 0;
    for (; cards; cards &= cards - 1) points += points_of(lowest(cards));
    return points;
}

// The legal cards worth trying. Neighbours are cards of a hand with no card of another hand between them: play
// continues alike after either, with their points exchanged. Among neighbours of equal points, try only the lowest. If
// `gets` says that the trick is this side's (1) or the other's (-1) in any case, try only the one with the most or the
// fewest points. Proof: let x and y be neighbours, x worth more. Whichever side gets the later trick with the other
// card, putting x into a trick that is won yields at least as much as y, in the same tricks.
template <typename Gets>
Cards PointSearch::moves(Moves& list, Cards legal, Cards others, Gets&& gets) const {
    // From each card up over the gaps to the next card of its suit: the carry of an addition does it.
    const Cards gone = ~(legal | others);
    const auto next_to = [&](Cards inner) { return ((legal << 1 & inner) + (gone & inner)) & ~gone & inner & legal; };
    Cards cards = legal & ~next_to(not_first_alike_);
    list.neighbours = false;
    for (Cards linked = next_to(not_first_) & cards; linked; linked &= linked - 1) {
        const int card = lowest(linked), settled = gets(card);
        if (!settled) {
            list.neighbours = true;
            continue;
        }
        const int lower = highest(cards & below(card));
        cards ^= bit(settled * (points_of(card) - points_of(lower)) > 0 ? lower : card);
    }
    return cards;
}

// The fewest points that a hand gives in this number of tricks.
int PointSearch::min_points(Cards hand, int tricks) const {
    int total = 0;
    for (const auto& [cards, points] : by_points_) {
        const int card_count = std::min(tricks, count(hand & cards));
        total += card_count * points;
        if (!(tricks -= card_count)) break;
    }
    return total;
}

// Bounds of the declarer's points, by tricks that cannot be lost.
// - A trump wins its trick unless a higher trump of the other side falls in the same trick, and each falls once. So a
//   hand loses at most as many trumps as can be paired with higher ones of the other side; the other side may choose
//   which, but none above all of its own. Two trumps of the defenders may fall in one trick, so the defender with more
//   such tricks counts.
// - The leader can first lead his trumps above all others, and keeps the lead; the others then have as many trumps
//   fewer.
// - Then he can lead the cards of a suit above all of the others', as often as each opponent that may still hold a
//   trump must follow suit. While an opponent follows, his other suits get no shorter. A defender's partner must not be
//   forced to take such a trick with a trump: he has as many cards of other suits as there are tricks. So no trump
//   falls in these tricks.
// To each trick the other side gives some card.
PointSearch::Sure PointSearch::sure(int seat, int need, int points_left, const Others& by) const {
    const Cards trumps = suits_.trumps, own = hand_[seat], top = own & ~(by.below_left | by.below_right);
    const int drawn = count(top & trumps), size = count(own);
    const auto has_trumps_left = [&](int hand) { return count(hand_[hand] & trumps) > drawn; };
    Cards run = top & ~trumps;
    for (int i = seat == 0; run && i <= 2 * (seat == 0); ++i) {
        if (!has_trumps_left(i)) continue;
        for (Cards suits = run; suits;) {
            const Cards suit = suits_.of(lowest(suits));
            for (int spare = count(run & suit) - count(hand_[i] & suit); spare > 0; --spare)
                run ^= run & suit & -(run & suit);
            suits &= ~suit;
        }
    }
    if (seat != 0 && count(run) > count(hand_[seats - seat] & ~trumps)) run = 0;
    const Cards mine = hand_[0] & trumps, theirs = (hand_[1] | hand_[2]) & trumps;
    const auto trumps_left = [&](int hand) { return std::max(0, count(hand_[hand] & trumps) - drawn); };
    Sure sure{0, points_left};

    const Cards taken_trumps = above(mine, theirs), risky = mine & ~taken_trumps;
    int more =
        risky ? count(risky) - beaten(risky, theirs, seat == 0 ? trumps_left(1) + trumps_left(2) : most_cards) : 0;
    if (const Cards all_taken = seat == 0 ? taken_trumps | run : taken_trumps; all_taken || more) {
        const int tricks = count(all_taken) + more;
        sure.low = tricks == size ? points_left
                                  : sum(all_taken) + min_points(risky, more) + min_points(hand_[1], tricks) +
                                        min_points(hand_[2], tricks);
        if (sure.low >= need) return sure;
    }

    const Cards lost = above(theirs, mine);
    int tricks = 0;
    Cards cards = 0;
    for (const int hand : {1, 2}) {
        const Cards some = hand_[hand] & theirs & ~lost;
        const int extra_tricks = some ? count(some) - beaten(some, mine, seat != 0 ? trumps_left(0) : most_cards) : 0;
        const int both = count(hand_[hand] & lost) + extra_tricks;
        if (both > tricks) tricks = both, cards = some, more = extra_tricks;
    }
    if (const Cards all_lost = seat == 0 ? lost : lost | run; all_lost || tricks) {
        if (seat != 0) tricks += count(run);
        sure.high = tricks == size ? 0
                                   : points_left - sum(all_lost) - min_points(cards, cards ? more : 0) -
                                         min_points(hand_[0], tricks);
    }
    return sure;
}

// Two neighbours lead to the same play, with their points exchanged. So a tried card bounds its neighbour, which is
// skipped if the bound decides.
bool PointSearch::like_a_neighbour(Tried* tried, int i, Cards others, int need, bool declarer) const {
    const int card = tried[i].card;
    for (int j = 0; j < i; ++j) {
        const int other = tried[j].card, low = std::min(card, other), high = std::max(card, other);
        if (suits_.of(card) != suits_.of(other) || (others & below(high) & ~below(low))) continue;
        const int difference = std::abs(points_of(card) - points_of(other));
        tried[i].value = tried[j].value + (declarer ? difference : -difference);
        if ((tried[i].value >= need) != declarer) return true;
    }
    return false;
}

// For the two hands that follow: the cards below one of the hand in its suit, the suits it lacks, and the leads it can
// beat. Both at once, side by side in 64 bits.
PointSearch::Others PointSearch::others_of(int seat) const {
    const int next = next_seat(seat);
    const Cards left_hand = hand_[next], right_hand = hand_[next_seat(next)], trumps = suits_.trumps;
    const std::uint64_t hands = std::uint64_t{right_hand} << 32 | left_hand;
    std::uint64_t under = hands >> 1 & same_suit_[0];
    for (std::size_t i = 0; i < same_suit_.size(); ++i) under |= under >> (1 << i) & same_suit_[i];
    // A mask over a suit's bits if the hand has a card of it.
    const std::uint64_t first = (hands | under) & twice(~not_first_), first_trump = first & twice(1);
    const std::uint64_t held = ((first ^ first_trump) << 7) + (first_trump << trump_length_) - first;
    Others by;
    by.below_left = Cards(under), by.below_right = Cards(under >> 32);
    by.void_left = ~Cards(held), by.void_right = ~Cards(held >> 32);
    by.beaten_left = by.below_left | (left_hand & trumps ? by.void_left & ~trumps : 0);
    by.beaten_right = by.below_right | (right_hand & trumps ? by.void_right & ~trumps : 0);
    return by;
}

void PointSearch::order_leads(Moves& list, Cards cards, int seat, const Others& by, int known_card) const {
    const int enough = seat == 0 ? enough_[std::size_t(count(hand_[0]))] : no_card;
    list.clear();
    for (; cards; cards &= cards - 1) {
        const int card = lowest(cards);
        const bool trump = suits_.trumps >> card & 1, by_left = by.beaten_left >> card & 1,
                   by_right = by.beaten_right >> card & 1;
        const int length = count(hand_[seat] & suits_.of(card));
        int priority;
        if (seat == 0) {
            const auto& p = declarer_leads;
            priority = p.by_beaten[by_left | by_right].of(points_of(card)) + length * p.length + trump * p.trump +
                       (card == enough) * p.enough;
        } else {
            const auto& p = defender_leads;
            const bool by_declarer = seat == 1 ? by_right : by_left, by_partner = seat == 1 ? by_left : by_right;
            const bool is_void = (seat == 1 ? by.void_right : by.void_left) >> card & 1;
            priority = p.by_beaten[by_declarer][by_partner].of(points_of(card)) + length * p.length + trump * p.trump +
                       is_void * p.declarer_void;
        }
        list.add(key_of(card == known_card ? before_all : priority, card));
    }
}

void PointSearch::order_second(Moves& list, Cards cards, int seat, const Trick& trick, Cards winning,
                               Cards beaten) const {
    const bool best_is_beaten = beaten >> trick.best & 1;
    const Cards trumping = suits_.trumps & ~suits_.of(trick.led);
    const Weight lost = second_card.by_seat[seat][0][best_is_beaten];
    list.clear();
    for (; cards; cards &= cards - 1) {
        const int card = lowest(cards);
        const Weight& weight = winning >> card & 1 ? second_card.by_seat[seat][1][beaten >> card & 1] : lost;
        const int priority = weight.of(points_of(card)) + int(trumping >> card & 1) * second_card.trumped;
        list.add(key_of(priority, card));
    }
}

void PointSearch::order_last(Moves& list, Cards cards, Cards winning, bool was_ours) const {
    const Weight& lost = was_ours ? last_card.ours : last_card.theirs;
    list.clear();
    for (; cards; cards &= cards - 1) {
        const int card = lowest(cards);
        const Weight& weight = winning >> card & 1 ? last_card.taken : lost;
        list.add(key_of(weight.of(points_of(card)) + int(suits_.trumps >> card & 1) * last_card.trump, card));
    }
}

// --- positions met before ---

// The shape: the holder of each card, suit by suit, with gaps closed. Each play in a position is a play in any other
// position of the same shape, trick for trick. Two bits a card: 1, 2 and 3 for the seats, 0 for none.
std::uint64_t PointSearch::shape() const {
    const Cards a = hand_[0] | hand_[2], b = hand_[1] | hand_[2], there = a | b;
    Cards low = 0, high = 0;
    auto close = [&](int shift, Cards mask) {
        const auto& closed = tables_.closed[there >> shift & mask];
        low |= Cards(closed[a >> shift & mask]) << shift;
        high |= Cards(closed[b >> shift & mask]) << shift;
    };
    close(jacks_, 15);
    for (const int shift : {first_suit_, 11, 18, 25}) close(shift, 127);
    return std::uint64_t{high} << 32 | low;
}

PointSearch::Entry* PointSearch::bucket(std::uint64_t shape, int seat) {
    std::uint64_t h = (shape ^ std::uint64_t(seat) * 0x9e37'79b9'7f4a'7c15) * 0xd6e8'feb8'6659'fd93;
    h = (h ^ h >> 32) * 0xd6e8'feb8'6659'fd93;
    return buckets_[std::size_t(h >> 40) & (size_ - 1)].entries;
}

// Look the position up. A position of the same shape bounds the value here, up to the point differences of its cards:
// play the same places of the shape; if the declarer takes all cards that are worth more here and none that are worth
// less, he gains at most the sum of the former, and vice versa.
bool PointSearch::look_up(int seat, int need, Lookup& lookup) {
    if (need <= 0) return lookup.low = 0, true;
    if (need > lookup.high) return true;
    const std::uint64_t shape_now = lookup.shape = shape();
    const Cards cards = all();
    const Entry* e = bucket(shape_now, seat);
    for (std::size_t i = 0; i < ways; ++i) {
        if (e[i].shape != shape_now || e[i].lead != unsigned(seat) || !counts(e[i])) continue;
        int less = 0, more = 0, card = int(e[i].card);
        if (e[i].cards != cards) {
            for (const int shift : {first_suit_, 11, 18, 25}) {
                less += tables_.less[cards >> shift & 127][e[i].cards >> shift & 127];
                more += tables_.more[cards >> shift & 127][e[i].cards >> shift & 127];
            }
            // The card at the same place in its suit.
            const Cards suit = suits_.of(card);
            Cards suit_cards = cards & suit;
            for (int place = count(e[i].cards & suit & below(card)); place; --place) suit_cards &= suit_cards - 1;
            card = lowest(suit_cards);
        }
        lookup.low = std::max(lookup.low, int(e[i].low) + less);
        lookup.high = std::min(lookup.high, int(e[i].high) + more);
        if (lookup.card == none || e[i].cards == cards) lookup.card = card;
        if (lookup.low >= need || lookup.high < need) return true;
    }
    return false;
}

void PointSearch::keep(int seat, const Lookup& lookup) {
    const Cards cards = all();
    Entry* e = bucket(lookup.shape, seat);
    // Its own entry, or a free one, or one of another world, those with the most cards first, because they recur least;
    // otherwise the one with the fewest cards, which is the cheapest to search again.
    auto worth = [&](const Entry& x) {
        if (!counts(x)) return -99;
        if (x.shape == lookup.shape && x.cards == cards && x.lead == unsigned(seat)) return -100;
        return x.world == world_ ? count(x.cards) : -count(x.cards);
    };
    Entry& place = *std::min_element(e, e + ways, [&](const Entry& x, const Entry& y) { return worth(x) < worth(y); });
    const bool is_new = !counts(place);
    place = Entry{lookup.shape,   cards, unsigned(lookup.low), unsigned(lookup.high), unsigned(lookup.card),
                  unsigned(seat), world_};
    if (is_new && ++used_ > 3 * size_ && size_ < most_buckets) grow();  // three quarters are in use
}

// Double the table: small questions need not pay for large ones.
void PointSearch::grow() {
    const std::vector<Bucket> old(buckets_.begin(), buckets_.begin() + std::ptrdiff_t(size_));
    size_ *= 2;
    buckets_.resize(std::max(buckets_.size(), size_));
    std::fill(buckets_.begin(), buckets_.begin() + std::ptrdiff_t(size_), Bucket{});
    used_ = 0;
    for (const Bucket& each : old)
        for (const Entry& x : each.entries) {
            if (!counts(x)) continue;
            Entry* const e = bucket(x.shape, int(x.lead));
            if (Entry* const free = std::find_if(e, e + ways, [](const Entry& y) { return !y.shape; }); free < e + ways)
                *free = x, ++used_;
        }
}

}  // namespace kiebitz::skat
