// Alpha-beta over tricks with a window of one point: does the declarer take the points asked for? Positions are remembered at the
// start of a trick, by what they look like when cards that are gone close the gaps.
#include "skat/points.hpp"

#include <algorithm>
#include <cstdlib>

namespace kiebitz::skat {
namespace {

constexpr std::size_t first_buckets = 1 << 10, most_buckets = 1 << 18;  // powers of two; 64 KiB, 16 MiB
constexpr std::uint32_t worlds = 1 << 10;  // that are told apart
constexpr int none = 63;  // as a remembered card

// All bits up to the highest of these, itself among them.
constexpr Cards up_to_highest(Cards cards) {
    for (const int shift : {1, 2, 4, 8, 16}) cards |= cards >> shift;
    return cards;
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
            if (points == suits_.points[std::size_t(card)]) cards |= bit(card);
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
    Trick trick{table.trick[0], 0, table.trick[0], 0, suits_.points[std::size_t(table.trick[0])], bit(table.trick[0])};
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
    if (!(hand_[seat] & (hand_[seat] - 1))) {  // the last trick plays itself
        Trick trick{lowest(hand_[seat]), seat, lowest(hand_[seat]), seat, 0, 0};
        for (int s = next_seat(seat); s != seat; s = next_seat(s)) trick = after(trick, s, lowest(hand_[s]));
        return trick.taker == 0 ? rest : 0;
    }
    Known known{0, rest, none, 0};
    if (look_up(seat, need, known)) return known.low >= need ? known.low : known.high;
    const auto [low, high] = sure(seat, rest);
    if (low >= need) return low;
    if (high < need) return high;
    known.low=std::max(known.low,low);known.high=std::min(known.high,high);
    Move list[10];
    const Cards others = all() & ~hand_[seat];
    const int number = moves(list, hand_[seat], others);
    order_leads(list, number, seat, known.card);
    auto value = [&](int card) {
        const Trick trick{card, seat, card, seat, suits_.points[std::size_t(card)], bit(card)};
        return follow<false>(trick, next_seat(seat), need, rest);
    };
    const int best = try_cards(list, number, seat, others, need, value);
    known.card = list[0].card;
    if (best >= need) known.low = std::max(known.low, best);
    else known.high = std::min(known.high, best);
    keep(seat, known);
    return best;
}

template <bool last>
int PointSearch::follow(const Trick& trick, int seat, int need, int rest) {
    Move list[10];
    const Cards others = (all() & ~hand_[seat]) | trick.cards;
    const int number = moves(list, suits_.legal(hand_[seat], trick.led), others);
    if (number > 1) {
        if constexpr (last) order_last(list, number, seat, trick);
        else order_second(list, number, seat, trick);
    }
    auto value = [&](int card) {
        const Trick now = after(trick, seat, card);
        if constexpr (last) {
            const int gain = now.taker == 0 ? now.points : 0;
            return gain + lead(now.taker, need - gain, rest - now.points);
        } else {
            return follow<true>(now, next_seat(seat), need, rest);
        }
    };
    return try_cards(list, number, seat, others, need, value);
}

// Tries the cards, the most promising one that is left first, since most often the first is the last that is tried.
// Returns the best value for the side of this seat, and puts the card that has it at the head of the list.
template <typename Value>
int PointSearch::try_cards(Move* list, int number, int seat, Cards others, int need, Value&& value) {
    const bool declarer = seat == 0;
    int best = 0, chosen = 0;
    for (int i = 0; i < number; ++i) {
        auto lower = [](Move a, Move b) { return a.priority < b.priority; };
        std::swap(list[i], *std::max_element(list + i, list + number, lower));
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
    t.points += suits_.points[std::size_t(card)];
    t.cards |= bit(card);
    if (suits_.beats(card, trick.best)) t.best = card, t.taker = seat;
    return t;
}

int PointSearch::sum(Cards cards) const {
    int points = 0;
    for (; cards; cards &= cards - 1) points += suits_.points[std::size_t(lowest(cards))];
    return points;
}

// Lists the cards that may be played. Of neighbours with the same points, no card of another lying between them, only
// the lowest: it does what the others do.
int PointSearch::moves(Move* list, Cards legal, Cards others) const {
    int number = 0, before = -1;
    for (; legal; legal &= legal - 1) {
        const int card = lowest(legal);
        const bool same = before >= 0 && suits_.of(card) == suits_.of(before) &&
                          suits_.points[std::size_t(card)] == suits_.points[std::size_t(before)] &&
                          !(others & below(card) & ~below(before));
        before = card;
        if (!same) list[number++] = {0, 0, std::uint8_t(card)};
    }
    return number;
}

// The least that a hand gives to so many tricks.
int PointSearch::least(Cards hand, int tricks) const {
    int least = 0;
    for (const auto& [cards, points] : by_points_) {
        const int here = std::min(tricks, count(hand & cards));
        least += here * points;
        if (!(tricks -= here)) break;
    }
    return least;
}

// What the declarer takes at least and at most, by tricks that cannot be lost. Whoever leads can lead one after the other,
// and goes on to lead,
// - as declarer his trumps above all of the defenders'; a defender who has no more trumps than these has none after them;
// - a suit's cards above all of the others', as often as each opponent who may have a trump then has to follow suit. While
//   he follows, no other suit of his gets shorter. A defender's partner must not be forced to take such a trick with a
//   trump: he has as many cards of other suits as there are tricks.
// Trumps above all of the other side's win their tricks whenever they are played; one of each defender's may fall in the
// same trick, and none in those that the suits bring. To each trick the other side gives some card.
PointSearch::Sure PointSearch::sure(int seat, int rest) const {
    const Cards trumps = suits_.trumps, declarer = hand_[0], defenders = hand_[1] | hand_[2];
    const Cards high = declarer & trumps & ~up_to_highest(defenders & trumps);
    const Cards defenders_high = defenders & trumps & ~up_to_highest(declarer & trumps);
    const Cards own = hand_[seat], others = all() & ~own;
    const int drawn = seat == 0 ? count(high) : 0;
    Cards run = 0;
    for (int s = 1; s < suits_.suits; ++s) {
        const Cards suit = suits_.suit[std::size_t(s)];
        Cards top = own & suit & ~up_to_highest(others & suit);
        if (!top) continue;
        for (int i = seat == 0; i <= 2 * (seat == 0); ++i)
            if (count(hand_[i] & trumps) > drawn)
                for (int spare = count(top) - count(hand_[i] & suit); spare > 0; --spare) top &= top - 1;
        run |= top;
    }
    if (seat != 0 && count(run) > count(hand_[seats - seat] & ~trumps)) run = 0;
    const Cards taken = high | (seat == 0 ? run : 0), lost = defenders_high | (seat == 0 ? 0 : run);
    Sure sure{0, rest};
    if (taken) {
        const int tricks = count(taken);
        sure.low = tricks == count(own) ? rest : sum(taken) + least(hand_[1], tricks) + least(hand_[2], tricks);
    }
    if (lost) {
        const int tricks = count(lost & ~defenders_high) +
                           std::max(count(defenders_high & hand_[1]), count(defenders_high & hand_[2]));
        sure.high = tricks == count(own) ? 0 : rest - sum(lost) - least(declarer, tricks);
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
        const int difference = std::abs(suits_.points[std::size_t(card)] - suits_.points[std::size_t(tried)]);
        list[i].found = list[j].found + (declarer ? difference : -difference);
        if ((list[i].found >= need) != declarer) return true;
    }
    return false;
}

// Priorities are in sixteenths, less the card's bit: among equals the lower card comes first.
void PointSearch::order_leads(Move* list, int moves, int seat, int known_card) const {
    const int left = next_seat(seat), right = next_seat(left);
    for (int i = 0; i < moves; ++i) {
        const int card = list[i].card, points = suits_.points[std::size_t(card)];
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
        const int card = list[i].card, points = suits_.points[std::size_t(card)];
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
        const int card = list[i].card, points = suits_.points[std::size_t(card)];
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
