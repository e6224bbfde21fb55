// Skat with all cards seen, against a search that tries every card: endings of up to four tricks, also in the middle of
// a trick; lines of play; and bytes that no caller should send.
#include <algorithm>
#include <cstdint>
#include <random>
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
        s.hand[seat].assign(pack.begin() + tricks * seat, pack.begin() + tricks * (seat + 1));
    for (int i = 0; i < on_table; ++i) {
        const Data cards = legal(game, s);
        play(game, s, cards[random() % cards.size()]);
    }
    return s;
}

void test_endings() {
    std::mt19937 random(7);
    for (int i = 0; i < 1500; ++i) {
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

int main() {
    test_endings();
    test_worlds();
    test_bytes();
    return 0;
}
