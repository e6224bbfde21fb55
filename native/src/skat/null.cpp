// A yes-or-no search over tricks; positions are remembered at the start of a trick by their shape. No card has points
// here, so the gaps of played cards simply close.
#include "skat/null.hpp"

#include <algorithm>

namespace kiebitz::skat {
namespace {

constexpr std::size_t entries = 1 << 15;

// Move ordering: a lead's priority, the highest first.
constexpr struct {
    int beaten = 4;              // declarer: each of the defenders' cards that beats it
    int length = -2, above = 3;  // defender: each card the declarer has of the suit, and each of these that is higher
    int declarer_has_suit = 32;  // … if he has any
    int rank = -1, base = -16;
} leads;

}  // namespace

// A suit's cards with the gaps closed: [remaining cards][subset].
struct NullSearch::Closed {
    std::uint8_t together[256][256];
    Closed() {
        for (unsigned remaining = 0; remaining < 256; ++remaining)
            for (unsigned some = 0; some < 256; ++some) together[remaining][some] = closed_up(remaining, some);
    }
};

// Built on first use: not every user of the kernel plays Skat.
const NullSearch::Closed& NullSearch::closed() {
    static const Closed instance;
    return instance;
}

NullSearch::NullSearch(const Poll& poll) : closed_(closed()), budget_(poll), entries_(entries) {}

bool NullSearch::avoids(const Table& table) {
    for (int i = 0; i < seats; ++i) hand_[i] = table.hand[i];
    const int first = (table.turn + seats - table.played) % seats;
    if (table.played == 0) return lead(table.turn);
    if (table.played == 1) return second(table.turn, first, table.trick[0]);
    return third(table.turn, first, table.trick[0], table.trick[1]);
}

bool NullSearch::lead(int seat) {
    if (!hand_[0]) return true;
    if (budget_.count()) budget_.spent();
    if (seat != 0 && safe()) return true;
    const std::uint64_t now = shape();
    std::uint64_t h = (now ^ std::uint64_t(seat) * 0x9e37'79b9'7f4a'7c15) * 0xd6e8'feb8'6659'fd93;
    h = (h ^ h >> 32) * 0xd6e8'feb8'6659'fd93;
    Entry& entry = entries_[std::size_t(h >> 40) % entries];
    if (entry.shape == now && entry.lead == seat) return entry.avoids;
    std::uint8_t list[10];
    int number = moves(list, hand_[seat], all() & ~hand_[seat]);
    int priority[10];
    for (int i = 0; i < number; ++i) priority[i] = priority_of_lead(seat, list[i]);
    const bool declarer = seat == 0;
    bool avoids = !declarer;
    for (int i = 0; i < number && avoids != declarer; ++i) {
        const auto next = std::max_element(priority + i, priority + number) - priority;
        std::swap(priority[i], priority[next]);
        std::swap(list[i], list[next]);
        hand_[seat] ^= bit(list[i]);
        avoids = second(next_seat(seat), seat, list[i]);
        hand_[seat] ^= bit(list[i]);
    }
    entry = {now, std::uint8_t(seat), avoids};
    return avoids;
}

// Order the leads: a defender leads low, where the declarer is short or must play high; the declarer leads the card
// that most cards beat.
int NullSearch::priority_of_lead(int seat, int card) const {
    const Cards suit = suits_.of(card), declarer = hand_[0] & suit;
    if (seat == 0)
        return leads.beaten * count((hand_[1] | hand_[2]) & suit & ~below(card)) - count(declarer & below(card));
    const int rank = card % 8;
    return declarer ? leads.base + leads.declarer_has_suit + leads.length * count(declarer) +
                          leads.above * count(declarer & ~below(card)) + leads.rank * rank
                    : leads.base - leads.rank * rank;
}

bool NullSearch::second(int seat, int first, int card) {
    std::uint8_t list[10];
    const int number = moves(list, suits_.legal(hand_[seat], card), (all() & ~hand_[seat]) | bit(card));
    const bool declarer = seat == 0;
    // The declarer plays his highest losing card; a defender stays below the declarer's cards.
    for (int k = 0; k < number; ++k) {
        const int i = declarer ? number - 1 - k : k;
        hand_[seat] ^= bit(list[i]);
        const bool avoids = third(next_seat(seat), first, card, list[i]);
        hand_[seat] ^= bit(list[i]);
        if (avoids == declarer) return declarer;
    }
    return !declarer;
}

bool NullSearch::third(int seat, int first, int led, int card) {
    std::uint8_t list[10];
    const Cards on_table = bit(led) | bit(card);
    const int number = moves(list, suits_.legal(hand_[seat], led), (all() & ~hand_[seat]) | on_table);
    const bool declarer = seat == 0;
    for (int k = 0; k < number; ++k) {
        const int i = declarer ? number - 1 - k : k;
        hand_[seat] ^= bit(list[i]);
        const bool avoids = end_trick(first, led, card, list[i]);
        hand_[seat] ^= bit(list[i]);
        if (avoids == declarer) return declarer;
    }
    return !declarer;
}

bool NullSearch::end_trick(int first, int led, int second, int third) {
    int taker = first, best = led;
    if (suits_.beats(second, best)) best = second, taker = next_seat(first);
    if (suits_.beats(third, best)) taker = next_seat(next_seat(first));
    return taker != 0 && lead(taker);
}

// List the legal cards; among neighbours, with no card of another hand between them, only the lowest.
int NullSearch::moves(std::uint8_t* list, Cards legal, Cards others) const {
    int number = 0, before = -1;
    for (; legal; legal &= legal - 1) {
        const int card = lowest(legal);
        const bool same =
            before >= 0 && suits_.of(card) == suits_.of(before) && !(others & below(card) & ~below(before));
        before = card;
        if (!same) list[number++] = std::uint8_t(card);
    }
    return number;
}

// If a defender leads and in every suit the declarer's lowest card is below the defenders' lowest, his second lowest
// below their second lowest, and so on as far as both have cards, he never takes a trick: he has a lower card for every
// lead, and playing the highest such card preserves the condition; discards only help. His surplus cards are never led,
// because he never gets the lead.
bool NullSearch::safe() const {
    for (int s = 0; s < 4; ++s) {
        Cards own = hand_[0] >> 8 * s & 0xff, theirs = (hand_[1] | hand_[2]) >> 8 * s & 0xff;
        for (; own && theirs; own &= own - 1, theirs &= theirs - 1)
            if ((own & -own) > (theirs & -theirs)) return false;
    }
    return true;
}

std::uint64_t NullSearch::shape() const {
    const Cards a = hand_[0] | hand_[2], b = hand_[1] | hand_[2], there = a | b;
    Cards low = 0, high = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const auto& together = closed_.together[there >> shift & 0xff];
        low |= Cards(together[a >> shift & 0xff]) << shift;
        high |= Cards(together[b >> shift & 0xff]) << shift;
    }
    return std::uint64_t{high} << 32 | low;
}

}  // namespace kiebitz::skat
