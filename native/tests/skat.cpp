// Skat with all cards seen, against a search that tries every card: endings of up to four tricks, also in the middle of
// a trick; lines of play; and bytes that no caller should send.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <unordered_map>
#include <vector>

#include "expect.hpp"
#include "kiebitz/skat.hpp"

namespace {

using Data = std::vector<std::uint8_t>;
const kiebitz::Poll never;

// The rules once more, card by card.
int points_of(int card) {
    constexpr int points[] = {0, 0, 0, 10, 2, 3, 4, 11};
    return points[card % 8];
}
bool is_trump(int game, int card) { return game < 5 && (card % 8 == 4 || card / 8 == game); }
int suit_of(int game, int card) { return is_trump(game, card) ? 4 : card / 8; }
int strength(int game, int card) {
    constexpr int null_order[] = {0, 1, 2, 3, 4, 5, 6, 7}, order[] = {0, 1, 2, 5, 0, 3, 4, 6};  // 7 8 9 T J Q K A
    constexpr int jacks[] = {3, 0, 1, 2};                                                       // C D H S
    if (game == 5) return null_order[card % 8];
    return card % 8 == 4 ? 10 + jacks[card / 8] : order[card % 8];
}
bool beats(int game, int card, int best) {
    if (suit_of(game, card) == suit_of(game, best)) return strength(game, card) > strength(game, best);
    return is_trump(game, card);
}

struct State {
    Data hand[3];
    int declarer, turn;
    Data trick;
};

// Plays a card; returns the declarer's points from the trick, or -1 if he takes it in Null.
int play(int game, State& s, int card) {
    Data& hand = s.hand[s.turn];
    hand.erase(std::find(hand.begin(), hand.end(), std::uint8_t(card)));
    s.trick.push_back(std::uint8_t(card));
    s.turn = (s.turn + 1) % 3;
    if (s.trick.size() < 3) return 0;
    int taker = 0, points = 0;
    for (int i = 0; i < 3; ++i) {
        points += points_of(s.trick[std::size_t(i)]);
        if (i && beats(game, s.trick[std::size_t(i)], s.trick[std::size_t(taker)])) taker = i;
    }
    s.turn = (s.turn + taker) % 3;
    s.trick.clear();
    if (s.turn != s.declarer) return 0;
    return game == 5 ? -1 : points;
}

Data legal(int game, const State& s) {
    Data cards;
    if (!s.trick.empty())
        for (const auto c : s.hand[s.turn])
            if (suit_of(game, c) == suit_of(game, s.trick[0])) cards.push_back(c);
    return cards.empty() ? s.hand[s.turn] : cards;
}

int brute(int game, const State& s) {
    const Data cards = legal(game, s);
    if (cards.empty()) return game == 5;
    const bool declarer = s.turn == s.declarer;
    int best = declarer ? -1 : 1000;
    for (const auto card : cards) {
        State after = s;
        const int points = play(game, after, card);
        const int value = points < 0 ? 0 : points + brute(game, after);
        best = declarer ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

// The same from longer endings: every position at the start of a trick is worked out once, and none is left out. What
// is remembered are the very cards, so nothing here takes two positions for one.
class Exhaustive {
public:
    Exhaustive(int game, const State& s) : game_(game), declarer_(s.declarer) {
        for (int suit = 0; suit < 5; ++suit)
            for (int card = 0; card < 32; ++card)
                if (suit_of(game, card) == suit) same_suit_[std::size_t(suit)] |= 1u << card;
    }
    int value(const State& s) {
        Masks hands{};
        for (std::size_t seat = 0; seat < 3; ++seat)
            for (const auto card : s.hand[seat]) hands[seat] |= 1u << card;
        const int played = int(s.trick.size());
        return best(hands, s.turn, played, played > 0 ? s.trick[0] : 0, played > 1 ? s.trick[1] : 0);
    }

private:
    using Masks = std::array<std::uint32_t, 3>;

    int best(const Masks& hands, int turn, int played, int led, int second) {
        const std::uint32_t own = hands[std::size_t(turn)];
        if (!own) return game_ == 5;
        std::uint64_t key = 0;
        auto& known = known_[std::size_t(turn)];
        if (!played) {
            // Two bits a card: 1, 2 and 3 for the seats, 0 for none.
            for (std::uint64_t seat = 0; seat < 3; ++seat)
                for (std::uint32_t cards = hands[seat]; cards; cards &= cards - 1)
                    key |= (seat + 1) << 2 * std::countr_zero(cards);
            if (const auto entry = known.find(key); entry != known.end()) return entry->second;
        }
        std::uint32_t legal_cards = own;
        if (played)
            if (const auto same = own & same_suit_[std::size_t(suit_of(game_, led))]) legal_cards = same;
        int most = -1, least = 1000;
        for (; legal_cards; legal_cards &= legal_cards - 1) {
            const int card = std::countr_zero(legal_cards);
            Masks after = hands;
            after[std::size_t(turn)] ^= 1u << card;
            int value;
            if (played < 2) {
                value = best(after, (turn + 1) % 3, played + 1, played ? led : card, card);
            } else {
                int taker = (turn + 1) % 3, ahead = led;
                if (beats(game_, second, ahead)) ahead = second, taker = (turn + 2) % 3;
                if (beats(game_, card, ahead)) taker = turn;
                const int points = points_of(led) + points_of(second) + points_of(card);
                if (taker == declarer_ && game_ == 5) value = 0;
                else value = (taker == declarer_ ? points : 0) + best(after, taker, 0, 0, 0);
            }
            most = std::max(most, value);
            least = std::min(least, value);
        }
        const int value = turn == declarer_ ? most : least;
        if (!played) known.emplace(key, value);
        return value;
    }

    int game_, declarer_;
    std::array<std::uint32_t, 5> same_suit_{};
    std::array<std::unordered_map<std::uint64_t, int>, 3> known_;
};

Data bytes_of(const State& s) {
    Data bytes;
    for (const Data& hand : s.hand) {
        std::uint32_t cards = 0;
        for (const auto c : hand) cards |= std::uint32_t{1} << c;
        for (int i = 0; i < 4; ++i) bytes.push_back(std::uint8_t(cards >> 8 * i));
    }
    return bytes;
}

State ending(std::mt19937& random, int game, int tricks, int on_table) {
    Data pack(32);
    for (int i = 0; i < 32; ++i) pack[std::size_t(i)] = std::uint8_t(i);
    std::shuffle(pack.begin(), pack.end(), random);
    State s{{}, int(random() % 3), int(random() % 3), {}};
    for (int seat = 0; seat < 3; ++seat)
        s.hand[seat].assign(pack.begin() + std::ptrdiff_t{tricks} * seat,
                            pack.begin() + std::ptrdiff_t{tricks} * (seat + 1));
    for (int i = 0; i < on_table; ++i) {
        const Data cards = legal(game, s);
        play(game, s, cards[random() % cards.size()]);
    }
    return s;
}

void test_endings() {
    std::mt19937 random(7);
    for (int i = 0; i < 750; ++i) {
        const int game = i % 6, tricks = 1 + i / 6 % 4;
        const State s = ending(random, game, tricks, int(random() % 3));
        const Data hands = bytes_of(s);
        const kiebitz::skat::Question question{game, hands, s.declarer, s.turn, s.trick};
        const int value = brute(game, s);
        const kiebitz::skat::Best best = kiebitz::skat::best(question, never);
        EXPECT(best.value == value);
        if (game < 5) {
            EXPECT(kiebitz::skat::reaches(question, value, never));
            EXPECT(!kiebitz::skat::reaches(question, value + 1, never));
        } else {
            EXPECT(kiebitz::skat::reaches(question, 0, never) == (value == 1));
        }
        State played = s;
        int points = 0;
        for (const auto& card : best.line) {
            const Data cards = legal(game, played);
            EXPECT(std::find(cards.begin(), cards.end(), card) != cards.end());
            const int more = play(game, played, card);
            if (more < 0) {
                EXPECT(&card == &best.line.back() && value == 0);
                points = -1;
            } else {
                points += more;
            }
        }
        EXPECT(game == 5 ? (points == 0) == (value == 1) : points == value);
        EXPECT(points < 0 || played.hand[0].empty());
        for (const auto& [card, after] : kiebitz::skat::moves(question, never)) {
            State next = s;
            const int more = play(game, next, card);
            EXPECT(after == (more < 0 ? 0 : more + brute(game, next)));
        }
    }
}

// Whole deals, four tricks played by chance, then every card of the six tricks that are left: what each card that might
// be played is worth, asked position by position and for the whole line at once. Returns the number of values compared.
int test_from_the_fifth_trick(int deals, unsigned seed) {
    std::mt19937 random(seed);
    int compared = 0;
    for (int i = 0; i < deals; ++i) {
        const int game = i % 6;
        State s = ending(random, game, 10, 0);
        // In Null a position stays one after the declarer's trick: what is asked is whether he takes another.
        for (int n = 0; n < 12; ++n) {
            const Data cards = legal(game, s);
            play(game, s, cards[random() % cards.size()]);
        }
        Exhaustive exhaustive(game, s);
        const State start = s;
        Data line;
        std::vector<std::vector<std::pair<int, int>>> expected;
        while (!s.hand[0].empty() || !s.trick.empty()) {
            std::vector<std::pair<int, int>> values;
            for (const auto card : legal(game, s)) {
                State next = s;
                const int more = play(game, next, card);
                values.emplace_back(card, more < 0 ? 0 : more + exhaustive.value(next));
            }
            std::sort(values.begin(), values.end());
            const Data now = bytes_of(s);
            EXPECT(kiebitz::skat::moves({game, now, s.declarer, s.turn, s.trick}, never) == values);
            compared += int(values.size());
            expected.push_back(values);
            const Data cards = legal(game, s);
            line.push_back(cards[random() % cards.size()]);
            if (play(game, s, line.back()) < 0) break;
        }
        const Data hands = bytes_of(start);
        EXPECT(kiebitz::skat::trace({game, hands, start.declarer, start.turn, start.trick}, line, never) == expected);
    }
    return compared;
}

// Levels are what the values say; and the best discard is the best of all when each is tried by itself.
void test_levels_and_discards() {
    std::mt19937 random(11);
    for (int i = 0; i < 300; ++i) {
        const int game = i % 6;
        const State s = ending(random, game, 5, int(random() % 3));
        const Data hands = bytes_of(s);
        Data two = hands;
        Data had{std::uint8_t(random() % 60), std::uint8_t(random() % 60)};
        Data levels;
        two.insert(two.end(), hands.begin(), hands.end());
        for (int n = int(random() % 5); n; --n) levels.push_back(std::uint8_t(random() % 121));
        std::sort(levels.begin(), levels.end());
        const kiebitz::skat::Question question{game, hands, s.declarer, s.turn, s.trick};
        const auto moves = kiebitz::skat::moves(question, never);
        const auto entry = kiebitz::skat::levels({game, two, s.declarer, s.turn, s.trick}, had, levels, never);
        EXPECT(entry.values.size() == 2 * moves.size());
        for (std::size_t n = 0; n < entry.values.size(); ++n) {
            const int value = moves[n % moves.size()].second;
            int reached = 0;
            for (const int level : levels) reached += level <= value + had[n / moves.size()];
            EXPECT(entry.values[n] == (game == 5 ? value : reached));
        }
    }
    for (int i = 0; i < 60; ++i) {
        const int game = i % 6;
        State s = ending(random, game, 6, 0);
        Data& own = s.hand[s.declarer];
        Data rest;
        for (int card = 0; card < 32 && rest.size() < 2; ++card)
            if (std::none_of(s.hand, s.hand + 3,
                             [&](const Data& h) { return std::count(h.begin(), h.end(), card) > 0; }))
                rest.push_back(std::uint8_t(card));
        own.insert(own.end(), rest.begin(), rest.end());
        Data pairs;
        int best = -1;
        std::size_t index = 0;
        for (std::size_t a = 0; a < own.size(); ++a)
            for (std::size_t b = a + 1; b < own.size(); ++b) {
                State after = s;
                after.hand[s.declarer].erase(after.hand[s.declarer].begin() + int(b));
                after.hand[s.declarer].erase(after.hand[s.declarer].begin() + int(a));
                const Data bytes = bytes_of(after);
                const int points = game == 5 ? 0 : points_of(own[a]) + points_of(own[b]);
                const int value = points + kiebitz::skat::best({game, bytes, s.declarer, s.turn, {}}, never).value;
                if (value > best) best = value, index = pairs.size() / 2;
                pairs.push_back(own[a]), pairs.push_back(own[b]);
            }
        const Data bytes = bytes_of(s);
        const auto entry = kiebitz::skat::best_discard({game, bytes, s.declarer, s.turn, {}}, pairs, 0, never);
        EXPECT(entry.value == best && entry.index == int(index));
        const auto more = kiebitz::skat::best_discard({game, bytes, s.declarer, s.turn, {}}, pairs, best + 1, never);
        EXPECT(more.value == -1 || (game == 5 && best == 1));
    }
}

// Many worlds in one call are the same as one call each.
void test_worlds() {
    std::mt19937 random(9);
    for (int game = 0; game < 6; ++game) {
        Data hands;
        std::vector<int> single;
        for (int i = 0; i < 20; ++i) {
            const State s = ending(random, game, 6, 0);
            const Data bytes = bytes_of(s);
            hands.insert(hands.end(), bytes.begin(), bytes.end());
            single.push_back(kiebitz::skat::best({game, bytes, 1, 2, {}}, never).value);
        }
        const kiebitz::skat::Worlds values = kiebitz::skat::values(game, 1, 2, hands, never);
        const kiebitz::skat::Worlds worlds = kiebitz::skat::worlds(game, 1, 2, 30, hands, never);
        EXPECT(values.values.size() == 20 && worlds.values.size() == 20);
        for (std::size_t i = 0; i < 20; ++i) {
            EXPECT(values.values[i] == single[i]);
            EXPECT(worlds.values[i] == (game == 5 ? single[i] : single[i] >= 30));
        }
        // What is kept from one world to the next changes no answer: the same hand in many worlds, and others between.
        Data pack(32), like = hands;
        for (int i = 0; i < 32; ++i) pack[std::size_t(i)] = std::uint8_t(i);
        std::shuffle(pack.begin(), pack.end(), random);
        for (int i = 0; i < 200; ++i) {
            State s{{}, 1, 2, {}};
            std::shuffle(pack.begin() + 7, pack.begin() + 21, random);
            for (int seat = 0; seat < 3; ++seat)
                s.hand[(seat + 1) % 3].assign(pack.begin() + std::ptrdiff_t{7} * seat,
                                              pack.begin() + std::ptrdiff_t{7} * (seat + 1));
            const Data bytes = bytes_of(s);
            like.insert(like.end(), bytes.begin(), bytes.end());
            if (i % 20 == 0) like.insert(like.end(), hands.begin(), hands.begin() + 12);
        }
        for (const int points : {20, 31, 45})
            EXPECT(kiebitz::skat::worlds(game, 1, 2, points, like, never, true).values ==
                   kiebitz::skat::worlds(game, 1, 2, points, like, never).values);
    }
}

void test_bytes() {
    std::mt19937 random(5);
    const State s = ending(random, 2, 3, 1);
    const Data hands = bytes_of(s);
    auto ask = [&](int game, const Data& h, int declarer, int turn, const Data& trick) {
        return refused([&] { kiebitz::skat::best({game, h, declarer, turn, trick}, never); });
    };
    EXPECT(!ask(2, hands, 0, s.turn, s.trick));
    EXPECT(ask(6, hands, 0, s.turn, s.trick) && ask(-1, hands, 0, s.turn, s.trick));
    EXPECT(ask(2, hands, 3, s.turn, s.trick) && ask(2, hands, 0, -1, s.trick));
    EXPECT(ask(2, hands, 0, s.turn, {}));  // hands of different sizes
    EXPECT(ask(2, hands, 0, s.turn, {32}) && ask(2, hands, 0, s.turn, {1, 2, 3}));
    EXPECT(ask(2, Data(hands.begin(), hands.end() - 1), 0, s.turn, s.trick));
    EXPECT(ask(2, Data(12, 0xff), 0, s.turn, {}));
    EXPECT(refused([&] { kiebitz::skat::worlds(2, 0, 0, 61, Data(13), never); }));
    const kiebitz::skat::Question question{2, hands, 0, s.turn, s.trick};
    EXPECT(refused([&] { kiebitz::skat::trace(question, Data{32}, never); }));
    EXPECT(refused([&] { kiebitz::skat::trace(question, s.trick, never); }));
    EXPECT(refused([&] { kiebitz::skat::levels(question, Data{1, 2}, Data{61}, never); }));
    EXPECT(refused([&] { kiebitz::skat::levels(question, Data{1}, Data{61, 60}, never); }));
    const Data start = bytes_of(ending(random, 2, 3, 0));
    EXPECT(refused([&] { kiebitz::skat::best_discard({2, start, 0, 0, {}}, Data{0, 1}, 0, never); }));
    for (int i = 0; i < 3000; ++i) {
        Data h = hands, trick = s.trick;
        h[random() % 12] ^= std::uint8_t(1u << random() % 8);
        if (random() % 2) trick.push_back(std::uint8_t(random() % 40));
        (void)ask(int(random() % 6), h, int(random() % 3), int(random() % 3), trick);
    }
    bool interrupted = false;
    try {
        const Data full = bytes_of(ending(random, 4, 10, 0));
        kiebitz::skat::values(4, 0, 0, full, [] { return true; });
    } catch (const kiebitz::Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
}

}  // namespace

// With a number: that many deals from the fifth trick on, of another seed where a second one is given.
int main(int count, char** words) {
    if (count > 1) {
        const unsigned seed = count > 2 ? unsigned(std::atoi(words[2])) : 1;
        const int compared = test_from_the_fifth_trick(std::atoi(words[1]), seed);
        std::printf("%s deals, %d values from the fifth trick on, no difference\n", words[1], compared);
        return 0;
    }
    test_endings();
    test_from_the_fifth_trick(30, 3);
    test_levels_and_discards();
    test_worlds();
    test_bytes();
    return 0;
}
