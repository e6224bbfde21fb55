// Alpha-beta over tricks with a window of one point: does the declarer take the points asked for? Positions are remembered at the
// start of a trick, by what they look like when cards that are gone close the gaps.
#include "skat/points.hpp"

#include <algorithm>
#include <cstdlib>

namespace kiebitz::skat {
namespace {

constexpr std::size_t first_buckets = 1 << 10, most_buckets = 1 << 18;  // powers of two; 64 KiB, 16 MiB
constexpr std::uint32_t worlds = 1 << 10;  // that are told apart
constexpr int most_cards = 10;  // in a hand
constexpr int none = 63;        // as a remembered card

// Those that are higher than all of the others.
constexpr Cards above(Cards cards, Cards others) {
    return cards > others ? cards & ~Cards((std::uint64_t{1} << std::bit_width(others)) - 1) : 0;
}

// How many of these cards, each played in a trick of its own, can be beaten at most by the others, of which each falls once
// and so many in all.
constexpr int beaten(Cards cards, Cards others, int most) {
    int waiting = 0, found = 0;
    for (Cards both = cards | others; both && found < most; both &= both - 1) {
        if (both & -both & cards) ++waiting;
        else if (waiting) --waiting, ++found;
    }
    return found;
}

// Move ordering: a priority for what a card promises, the highest first; found by trial on random deals. It only orders
// and never decides.
constexpr struct {
    int sure = 229, sure_points = 90, beaten = 3, beaten_points = 1, trump = 32, length = 7;
} declarer_leads;
constexpr struct {
    int safe = 54, safe_points = 12, helped = 39, helped_points = 3, lost = -2, lost_points = 0, trump = -44,
        declarer_void = -7, length = -2;
} defender_leads;
constexpr struct {
    int wins_for_now = 27, for_now_points = 2, wins = 33, wins_points = 1, loses_points = 5;   // the declarer
    int takes = 78, takes_points = 2, partner = 83, partner_points = 4, declarers_points = 4;  // he has led
    int safe = 22, safe_points = 1, declarer_last_points = 1;                                 // the partner has led
    int trumped = -8;
} second;
constexpr struct {
    int ours = 76, ours_points = 4, taken = -10, theirs_points = 3, trump = -25;
} last_card;

}  // namespace

// How seven cards of a suit, or four jacks, look when the gaps are closed; and by how much the points of two such sets
// of the same size differ at most, card by card.
struct PointSearch::Tables {
    std::uint8_t closed[128][128];           // [cards that are there][some of them]
    std::int8_t less[128][128], more[128][128];

    explicit Tables(const std::array<int, 7>& points) {
        for (unsigned there = 0; there < 128; ++there)
            for (unsigned some = 0; some < 128; ++some) {
                closed[there][some] = closed_up(there, some);
                int low = 0, high = 0, j = 0;
                for (int i = 0; i < 7; ++i) {
                    if (!(there >> i & 1)) continue;
                    while (j < 7 && !(some >> j & 1)) ++j;
                    if (j == 7) break;
                    const int difference = points[std::size_t(i)] - points[std::size_t(j++)];
                    (difference < 0 ? low : high) += difference;
                }
                less[there][some] = std::int8_t(low);
                more[there][some] = std::int8_t(high);
            }
    }
};

// Made when the first search needs them: not everyone who loads the kernel plays Skat.
const PointSearch::Tables& PointSearch::tables(bool alike) {
    if (alike) {
        static const Tables made({1, 1, 1, 1, 1, 1, 1});
        return made;
    }
    static const Tables made({0, 0, 0, 3, 4, 10, 11});
    return made;
}

PointSearch::PointSearch(int game, bool keeps, const Poll& poll)
    : tables_(tables(game >= by_tricks)), suits_(game), jacks_(game % by_tricks == 4 ? 0 : 7),
      first_suit_(game % by_tricks == 4 ? 4 : 0), keeps_(keeps),
      budget_(poll), buckets_(first_buckets), size_(first_buckets) {
    if (game >= by_tricks) by_points_[0].second = 1;
    for (int card = 0; card < 32; ++card)
        for (auto& [cards, points] : by_points_)
            if (points == points_of(card)) cards |= bit(card);
}

void PointSearch::next_world() {
    if (++world_ == worlds) {
        world_ = 1;
        if (!keeps_) std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    }
    if (keeps_) return;
    size_ = first_buckets;
    used_ = 0;
}

int PointSearch::value(const Table& table, int need) {
    for (int i = 0; i < seats; ++i) hand_[i] = table.hand[i];
    if (table.played == 0) return lead(table.turn, need, sum(all()));
    Trick trick{table.trick[0], 0, table.trick[0], 0, points_of(table.trick[0])};
    trick.seat = trick.taker = (table.turn + seats - table.played) % seats;
    if (table.played == 2) trick = after(trick, next_seat(trick.seat), table.trick[1]);
    const int rest = sum(all()) + trick.points;
    return table.played == 2 ? follow<true>(trick, table.turn, need, rest) : follow<false>(trick, table.turn, need, rest);
}

// The window moves to where the answer before it pointed; what was learnt stays true.
int PointSearch::exact(const Table& table, int guess) {
    int low = 0, high = sum(table.hand[0] | table.hand[1] | table.hand[2]);
    for (int i = 0; i < table.played; ++i) high += suits_.points[std::size_t(table.trick[i])];
    int need = guess < 0 ? (high + 1) / 2 : std::clamp(guess, 1, std::max(1, high));
    while (low < high) {
        const int found = value(table, need);
        if (found >= need) low = std::max(low, found);
        else high = std::min(high, found);
        need = found >= need ? low + 1 : high;
    }
    return low;
}

int PointSearch::lead(int seat, int need, int rest) {
    if (need <= 0) return 0;
    if (need > rest) return rest;
    if (budget_.count()) budget_.spent();
    if (const Cards more = hand_[seat] & (hand_[seat] - 1); !more) return last_taker(hand_, seat) == 0 ? rest : 0;
    else if (!(more & (more - 1))) return last_two(seat, need, rest);
    Known known{0, rest, none, 0};
    if (look_up(seat, need, known)) return known.low >= need ? known.low : known.high;
    const auto [low, high] = sure(seat, need, rest);
    if (low >= need) return low;
    if (high < need) return high;
    known.low = std::max(known.low, low);
    known.high = std::min(known.high, high);
    Move list[most_cards];
    const Cards others = all() & ~hand_[seat];
    const auto gets = [&](int card) {
        const bool open = seat == 0 ? suits_.can_beat(hand_[1], card, card) || suits_.can_beat(hand_[2], card, card)
                                    : suits_.can_beat(hand_[0], card, card);
        return open ? 0 : 1;
    };
    const int number = moves(list, hand_[seat], others, gets);
    if (number > 1) order_leads(list, number, seat, known.card);
    auto value = [&](int card) {
        const Trick trick{card, seat, card, seat, points_of(card)};
        return follow<false>(trick, next_seat(seat), need, rest);
    };
    const int best = try_cards(list, number, seat, others, need, value);
    known.card = list[0].card;
    if (best >= need) known.low = std::max(known.low, best);
    else known.high = std::min(known.high, best);
    keep(seat, known);
    return best;
}

// Who takes the last trick, which plays itself?
int PointSearch::last_taker(const Cards (&hand)[seats], int seat) const {
    const int second = next_seat(seat), third = next_seat(second), led = lowest(hand[seat]);
    int taker = seat, best = led;
    if (const int card = lowest(hand[second]); suits_.beats(card, best)) best = card, taker = second;
    return suits_.beats(lowest(hand[third]), best) ? third : taker;
}

// What is taken of the last two tricks, as `lead` says it: so few plays are gone through sooner than looked up.
int PointSearch::last_two(int seat, int need, int rest) const {
    const int second = next_seat(seat), third = next_seat(second);
    const auto is_better = [](int who, int value, int best) { return best < 0 || (who == 0 ? value > best : value < best); };
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
                Cards left[seats];
                left[seat] = hand_[seat] ^ bit(led);
                left[second] = hand_[second] ^ bit(next);
                left[third] = hand_[third] ^ bit(last);
                const int value = (taker == 0 ? points : 0) + (last_taker(left, taker) == 0 ? rest - points : 0);
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
int PointSearch::follow(const Trick& trick, int seat, int need, int rest) {
    const Cards legal = suits_.legal(hand_[seat], trick.led);
    const auto value = [&](int card) {
        const Trick now = after(trick, seat, card);
        if constexpr (last) {
            const int gain = now.taker == 0 ? now.points : 0;
            return gain + lead(now.taker, need - gain, rest - now.points);
        } else {
            return follow<true>(now, next_seat(seat), need, rest);
        }
    };
    if (!(legal & (legal - 1))) {
        hand_[seat] ^= legal;
        const int found = value(lowest(legal));
        hand_[seat] ^= legal;
        return found;
    }
    // A card on the table that is beaten lies between no others any more.
    const Cards others = (all() & ~hand_[seat]) | bit(trick.best);
    const auto gets = [&](int card) {
        const bool wins = suits_.beats(card, trick.best), ours = wins || (trick.taker == 0) == (seat == 0);
        if constexpr (last) return ours ? 1 : -1;
        const int third = next_seat(seat);
        const bool with_us = (third == 0) == (seat == 0);
        if (ours == with_us) return ours ? 1 : -1;
        return suits_.can_beat(hand_[third], trick.led, wins ? card : trick.best) ? 0 : ours ? 1 : -1;
    };
    Move list[most_cards];
    const int number = moves(list, legal, others, gets);
    if (number > 1) {
        if constexpr (last) order_last(list, number, seat, trick);
        else order_second(list, number, seat, trick);
    }
    return try_cards(list, number, seat, others, need, value);
}

// Tries the cards, the most promising one that is left first, since most often the first is the last that is tried.
// Returns the best value for the side of this seat, and puts the card that has it at the head of the list.
template <typename Value>
int PointSearch::try_cards(Move* list, int number, int seat, Cards others, int need, Value&& value) {
    const bool declarer = seat == 0;
    int best = 0, chosen = 0;
    for (int i = 0; i < number; ++i) {
        if (i + 1 < number) {
            auto lower = [](Move a, Move b) { return a.priority < b.priority; };
            std::swap(list[i], *std::max_element(list + i, list + number, lower));
        }
        Move& move = list[i];
        if (!i || !like_a_neighbour(list, i, others, need, declarer)) {
            hand_[seat] ^= bit(move.card);
            move.found = value(move.card);
            hand_[seat] ^= bit(move.card);
        }
        if (!i || (declarer ? move.found > best : move.found < best)) best = move.found, chosen = i;
        if ((best >= need) == declarer) break;
    }
    std::swap(list[0], list[chosen]);
    return best;
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

// Lists the cards that may be played. Neighbours are cards of a hand between which no card of another lies: the play goes
// on alike after either, only their points change places. Of those with the same points only the lowest is listed; and
// where `gets` says that the trick is this side's (1) or the other's (-1) whatever follows, only the one with the most or
// the fewest points. For say x and y are such cards, and x is worth more. Whoever gets the trick that the other one falls
// in later, to put x into a trick that is won brings the side at least what y would bring, in the same tricks.
template <typename Gets>
int PointSearch::moves(Move* list, Cards legal, Cards others, Gets&& gets) const {
    constexpr int unasked = 2;
    int number = 0, before = -1, settled = unasked;
    for (; legal; legal &= legal - 1) {
        const int card = lowest(legal);
        if (before < 0 || !(suits_.of(card) & bit(before)) || (others & below(card) & ~below(before))) {
            list[number++].card = std::uint8_t(card);
            settled = unasked;
        } else if (points_of(card) != points_of(before)) {
            if (settled == unasked) settled = gets(card);
            if (!settled) list[number++].card = std::uint8_t(card);
            else if (settled * (points_of(card) - points_of(list[number - 1].card)) > 0)
                list[number - 1].card = std::uint8_t(card);
        }
        before = card;
    }
    return number;
}

// The least that a hand gives to this number of tricks.
int PointSearch::least(Cards hand, int tricks) const {
    int least = 0;
    for (const auto& [cards, points] : by_points_) {
        const int here = std::min(tricks, count(hand & cards));
        least += here * points;
        if (!(tricks -= here)) break;
    }
    return least;
}

// What the declarer takes at least and at most, by tricks that cannot be lost.
// - A trump wins its trick, whenever it is played, unless a higher one of the other side falls in the same trick, and each
//   falls once. So a hand loses no more of its trumps than can be paired with higher ones of the other side; which
//   ones, the other side may choose, but none that are above all of its own. Two trumps of the defenders may fall in the same
//   trick: what counts is the defender with more such tricks.
// - Whoever leads can lead his trumps above all others first, and goes on to lead; who follows has as many trumps less.
// - Then he can lead a suit's cards above all of the others', as often as each opponent who may still have a trump has
//   to follow suit. While he follows, no other suit of his gets shorter. A defender's partner must not be forced to take such
//   a trick with a trump: he has as many cards of other suits as there are tricks. So no trump falls in these tricks.
// To each trick the other side gives some card.
PointSearch::Sure PointSearch::sure(int seat, int need, int rest) const {
    const Cards trumps = suits_.trumps, own = hand_[seat], others = all() & ~own;
    const int drawn = count(above(own & trumps, others & trumps)), size = count(own);
    Cards run = 0;
    for (int s = 1; s < suits_.suits; ++s) {
        const Cards suit = suits_.suit[std::size_t(s)];
        Cards top = above(own & suit, others & suit);
        if (!top) continue;
        for (int i = seat == 0; i <= 2 * (seat == 0); ++i)
            if (count(hand_[i] & trumps) > drawn)
                for (int spare = count(top) - count(hand_[i] & suit); spare > 0; --spare) top &= top - 1;
        run |= top;
    }
    if (seat != 0 && count(run) > count(hand_[seats - seat] & ~trumps)) run = 0;
    const Cards mine = hand_[0] & trumps, theirs = (hand_[1] | hand_[2]) & trumps;
    const auto left = [&](int hand) { return std::max(0, count(hand_[hand] & trumps) - drawn); };
    Sure sure{0, rest};

    const Cards taken = above(mine, theirs), risky = mine & ~taken;
    int more = risky ? count(risky) - beaten(risky, theirs, seat == 0 ? left(1) + left(2) : most_cards) : 0;
    if (const Cards all_taken = seat == 0 ? taken | run : taken; all_taken || more) {
        const int tricks = count(all_taken) + more;
        sure.low = tricks == size ? rest
                                  : sum(all_taken) + least(risky, more) + least(hand_[1], tricks) + least(hand_[2], tricks);
        if (sure.low >= need) return sure;
    }

    const Cards lost = above(theirs, mine);
    int tricks = 0;
    Cards cards = 0;
    for (const int hand : {1, 2}) {
        const Cards some = hand_[hand] & theirs & ~lost;
        const int here = some ? count(some) - beaten(some, mine, seat != 0 ? left(0) : most_cards) : 0;
        const int both = count(hand_[hand] & lost) + here;
        if (both > tricks) tricks = both, cards = some, more = here;
    }
    if (const Cards all_lost = seat == 0 ? lost : lost | run; all_lost || tricks) {
        if (seat != 0) tricks += count(run);
        sure.high = tricks == size ? 0 : rest - sum(all_lost) - least(cards, cards ? more : 0) - least(hand_[0], tricks);
    }
    return sure;
}

// Of two cards of a hand between which no card of another lies, either does what the other does; only their points may
// change sides. So one that was tried bounds the other, and where that decides it is not tried.
bool PointSearch::like_a_neighbour(Move* list, int i, Cards others, int need, bool declarer) const {
    const int card = list[i].card;
    for (int j = 0; j < i; ++j) {
        const int tried = list[j].card, low = std::min(card, tried), high = std::max(card, tried);
        if (suits_.of(card) != suits_.of(tried) || (others & below(high) & ~below(low))) continue;
        const int difference = std::abs(points_of(card) - points_of(tried));
        list[i].found = list[j].found + (declarer ? difference : -difference);
        if ((list[i].found >= need) != declarer) return true;
    }
    return false;
}

// Priorities are in sixteenths, less the card's bit: among equals the lower card comes first.
void PointSearch::order_leads(Move* list, int moves, int seat, int known_card) const {
    const int left = next_seat(seat), right = next_seat(left);
    for (int i = 0; i < moves; ++i) {
        const int card = list[i].card, points = points_of(card);
        const bool trump = (bit(card) & suits_.trumps) != 0;
        const bool by_left = suits_.can_beat(hand_[left], card, card), by_right = suits_.can_beat(hand_[right], card, card);
        const int length = count(hand_[seat] & suits_.of(card));
        int priority;
        if (seat == 0) {
            const auto& p = declarer_leads;
            priority = by_left || by_right ? p.beaten - points * p.beaten_points : p.sure + points * p.sure_points;
            priority += length * p.length + (trump ? p.trump : 0);
        } else {
            const auto& p = defender_leads;
            const bool by_declarer = seat == 1 ? by_right : by_left, by_partner = seat == 1 ? by_left : by_right;
            priority = !by_declarer ? p.safe + points * p.safe_points
                    : by_partner ? p.helped - points * p.helped_points
                                 : p.lost - points * p.lost_points;
            priority += length * p.length + (trump ? p.trump : 0) + (hand_[0] & suits_.of(card) ? 0 : p.declarer_void);
        }
        list[i].priority = card == known_card ? 1 << 20 : 16 * priority - card;
    }
}

void PointSearch::order_second(Move* list, int moves, int seat, const Trick& trick) const {
    const auto& p = second;
    for (int i = 0; i < moves; ++i) {
        const int card = list[i].card, points = points_of(card);
        const bool wins = suits_.beats(card, trick.best);
        const bool third_beats = suits_.can_beat(hand_[next_seat(seat)], trick.led, wins ? card : trick.best);
        int priority;
        if (seat == 0) {
            priority = !wins         ? -points * p.loses_points
                    : third_beats ? p.wins_for_now - points * p.for_now_points
                                  : p.wins + points * p.wins_points;
        } else if (trick.seat == 0) {
            priority = wins          ? p.takes + points * p.takes_points
                    : third_beats ? p.partner + points * p.partner_points
                                  : -points * p.declarers_points;
        } else {
            priority = third_beats ? -points * p.declarer_last_points : p.safe + points * p.safe_points;
        }
        if (bit(card) & suits_.trumps & ~suits_.of(trick.led)) priority += p.trumped;
        list[i].priority = 16 * priority - card;
    }
}

void PointSearch::order_last(Move* list, int moves, int seat, const Trick& trick) const {
    const auto& p = last_card;
    for (int i = 0; i < moves; ++i) {
        const int card = list[i].card, points = points_of(card);
        const bool wins = suits_.beats(card, trick.best);
        const bool ours = ((wins ? seat : trick.taker) == 0) == (seat == 0);
        int priority = ours ? p.ours + points * p.ours_points + (wins ? p.taken : 0) : -points * p.theirs_points;
        if (bit(card) & suits_.trumps) priority += p.trump;
        list[i].priority = 16 * priority - card;
    }
}

// --- positions met before ---

// Who holds what, suit by suit, the gaps closed that cards left which are gone: of two positions of the same shape each
// play of the one is a play of the other, trick for trick. Two bits a card: 1, 2 and 3 for the seats, 0 for none.
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

// Is the answer known? A position of the same shape tells what is taken here, up to the points by which its cards
// differ: the same play takes the same places of the shape, and if the declarer takes all that are worth more here and
// none that are worth less, he gains no more than the sum of the former; and the other way round.
bool PointSearch::look_up(int seat, int need, Known& known) {
    if (need <= 0) return known.low = 0, true;
    if (need > known.high) return true;
    const std::uint64_t shape_now = known.shape = shape();
    const Cards cards = all();
    const Entry* e = bucket(shape_now, seat);
    for (std::size_t i = 0; i < ways; ++i) {
        if (!counts(e[i]) || e[i].shape != shape_now || e[i].lead != unsigned(seat)) continue;
        int less = 0, more = 0, card = int(e[i].card);
        if (e[i].cards != cards) {
            for (const int shift : {first_suit_, 11, 18, 25}) {
                less += tables_.less[cards >> shift & 127][e[i].cards >> shift & 127];
                more += tables_.more[cards >> shift & 127][e[i].cards >> shift & 127];
            }
            // The card in the same place of the suit.
            const Cards suit = suits_.of(card);
            Cards here = cards & suit;
            for (int place = count(e[i].cards & suit & below(card)); place; --place) here &= here - 1;
            card = lowest(here);
        }
        known.low = std::max(known.low, int(e[i].low) + less);
        known.high = std::min(known.high, int(e[i].high) + more);
        if (known.card == none || e[i].cards == cards) known.card = card;
        if (known.low >= need || known.high < need) return true;
    }
    return false;
}

void PointSearch::keep(int seat, const Known& known) {
    const Cards cards = all();
    Entry* e = bucket(known.shape, seat);
    // Its own place, or a free one, or that of another world's position, the most cards first, because these come back
    // the most seldom; or that of the position with the fewest cards, which is found again the soonest.
    auto worth = [&](const Entry& x) {
        if (!counts(x)) return -99;
        if (x.shape == known.shape && x.cards == cards && x.lead == unsigned(seat)) return -100;
        return x.world == world_ ? count(x.cards) : -count(x.cards);
    };
    Entry& place = *std::min_element(e, e + ways, [&](const Entry& x, const Entry& y) { return worth(x) < worth(y); });
    const bool is_new = !counts(place);
    place = Entry{known.shape, cards, unsigned(known.low), unsigned(known.high), unsigned(known.card), unsigned(seat), world_};
    if (is_new && ++used_ > 3 * size_ && size_ < most_buckets) grow();  // three quarters are taken
}

// Twice the room; small questions need not pay for large ones.
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
