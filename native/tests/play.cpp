// The game as it is played, against what the checker says: each legal move is one, no other is, and lines of moves with
// what the program plays lead where the checker says; and rules and deals as bytes. Every game of the catalogue is
// compared with the referee from Python.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "expect.hpp"
#include "kiebitz/play.hpp"
#include "tables.hpp"

namespace {

using namespace kiebitz;
using Buffer = std::vector<std::uint8_t>;

// The checker calls a line of one legal move "not won", which is 1, and an illegal one 0.
bool checker_allows(const Buffer& rules, const Buffer& position, int from, int to, int count) {
    const Buffer line{std::uint8_t(from), std::uint8_t(to), std::uint8_t(count)};
    return check(rules, position, line) != 0;
}

// All pairs of piles and all numbers of cards in a position: the list of moves, the refusals and the checker agree.
void agree(const play::Played& game, const Buffer& rules, const Buffer& position) {
    const play::State state = play::state(game, position);
    std::set<std::tuple<int, int, int>> legal;
    for (std::size_t at = 0; at < state.moves.size(); at += 4)
        legal.emplace(state.moves[at], state.moves[at + 1], state.moves[at + 2]);
    EXPECT(legal.size() == state.moves.size() / 4);
    std::vector<int> piles{48, 49, 50, 51, 52};  // and all others, with a column and a cell that there are not
    for (int i = 0; i <= rules[2]; ++i) piles.push_back(i);
    for (int i = 0; i <= rules[3]; ++i) piles.push_back(32 + i);
    for (const int from : piles)
        for (const int to : piles)
            for (int count = 0; count < 6; ++count) {
                const bool is_legal = !play::refusal(game, position, {from, to, count});
                EXPECT(is_legal == legal.contains({from, to, count}));
                EXPECT(is_legal == checker_allows(rules, position, from, to, count));
            }
}

void walk(tables::Dealer& dealer, const tables::Rules& rules, const tables::Table& table, Autoplay autoplay) {
    const Buffer bytes = rules.bytes();
    const play::Played game{bytes, {autoplay, AtOnce::carried}};
    Buffer position = table.bytes(rules);
    for (int step = 0; step < 10; ++step) {
        agree(game, bytes, position);
        const play::State state = play::state(game, position);
        EXPECT(state.won == (state.home == rules.ranks * __builtin_popcount(unsigned(rules.suits))));
        if (state.moves.empty()) return;
        const std::size_t at = 4 * std::size_t(dealer.below(int(state.moves.size() / 4)));
        const play::PileMove move{state.moves[at], state.moves[at + 1], state.moves[at + 2]};
        const play::Turn turn = play::turn(game, position, move);
        EXPECT(turn.positions.size() == 1 + turn.automatic.size() / 3);
        Buffer line{std::uint8_t(move.from), std::uint8_t(move.to), std::uint8_t(move.count)};
        line.insert(line.end(), turn.automatic.begin(), turn.automatic.end());
        const std::int64_t told = check(bytes, position, line);
        EXPECT(told == -1 || told == std::int64_t(line.size() / 3));
        position = turn.positions.back();
        EXPECT(play::turn(game, position, std::nullopt).automatic.empty());
    }
}

// FreeCell as its file states it.
play::Encoded freecell(Buffer& choices) {
    choices = {4, 8, 0, 0, 0, 1, 0, 0, 0, 0, 15, 0};
    static const Buffer ranks{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    return play::encoded({choices, ranks, 0, 0, {}, {}, {}, {}});
}

void encode() {
    Buffer choices;
    const play::Encoded game = freecell(choices);
    EXPECT((game.rules == Buffer{13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0}));
    for (std::size_t i = 0; i < 52; ++i) EXPECT(game.layout[i] == i % 8 && game.layout[52 + i] == i);
    const Buffer ranks{0, 1, 2};
    choices = {0, 2, 1, 0, 2, 0, 0, 0, 0, 0, 3, 0};  // aces go home first, and then from the highest down; single cards
    const play::Encoded down = play::encoded({choices, ranks, 0, 1, {}, {}, {}, {}});
    EXPECT((down.rules == Buffer{3, 3, 2, 0, 1, 3, 0, 0, 0, 0, 0, 0}) && down.at_once == AtOnce::one);
    EXPECT((down.ranks == Buffer{0, 2, 1}));
    EXPECT((Buffer(down.layout.begin(), down.layout.begin() + 6) == Buffer{48, 49, 0, 1, 0, 1}));
    const Buffer rows{0, 0, 1};
    EXPECT(refused([&] { play::encoded({choices, ranks, 0, 1, {}, {}, rows, {}}); }));
}

void deals() {
    Buffer choices;
    const play::Encoded game = freecell(choices);
    const auto dealt = [&](const char* number, Numbering numbering = Numbering::microsoft) {
        return play::dealt(game.rules, game.layout, numbering, number);
    };
    for (const char* number : {"1", "617", "1000000"})
        EXPECT(play::number_of(game.rules, game.layout, *dealt(number), 1, 1'000'000, nullptr) == std::stoll(number));
    for (const char* number : {"-1", "-2", "-3", "-4"}) EXPECT(dealt(number).has_value());
    EXPECT(play::number_of(game.rules, game.layout, *dealt("-1"), 1, 1'000'000, nullptr) == 0);
    for (const char* number : {"-5", "", "-", "01", "1x", "8589934592"}) EXPECT(!dealt(number));
    EXPECT(dealt("8589934591") && dealt("18446744073709551615", Numbering::fisher_yates));
    EXPECT(!dealt("18446744073709551616", Numbering::wetherell) && !dealt("0", Numbering::one_suit));
    EXPECT(dealt("100000000000000000000", Numbering::pysolfc) && !dealt("100000000000000000001", Numbering::pysolfc));
    EXPECT(dealt("31999", Numbering::pysolfc) == dealt("31999") &&
           dealt("32000", Numbering::pysolfc) != dealt("32000"));
}

// Whatever the order of columns and cells, the common form is the same, and the way back leads to each.
void common_forms(tables::Dealer& dealer) {
    tables::Rules rules;
    tables::Table table = dealer.small(rules);
    Buffer ranks;
    for (int i = 0; i < rules.ranks; ++i) ranks.push_back(std::uint8_t(i));
    const Buffer bytes = rules.bytes();
    const play::CommonForm form = play::common_form(bytes, table.bytes(rules), ranks);
    tables::Table turned = table;
    std::reverse(turned.columns.begin(), turned.columns.end());
    std::reverse(turned.cells.begin(), turned.cells.end());
    EXPECT(play::common_form(bytes, turned.bytes(rules), ranks).position == form.position);
    tables::Table back = table;
    for (std::size_t i = 0; i < form.columns.size(); ++i) back.columns[i] = table.columns[form.columns[i]];
    std::sort(back.cells.begin(), back.cells.end());
    EXPECT(back.bytes(rules) == form.position);
}

// Each action of the mask is that of a legal move and leads where the move does; everything else is refused.
void actions(tables::Dealer& dealer) {
    tables::Rules rules;
    const Buffer position = dealer.small(rules).bytes(rules), bytes = rules.bytes();
    Buffer ranks;
    for (int i = 0; i < rules.ranks; ++i) ranks.push_back(std::uint8_t(i));
    const play::Played game{bytes, {Autoplay::safe, AtOnce::carried}};
    const play::NumberedState now = play::act(game, ranks, position, {});
    EXPECT(now.position == position);
    std::set<int> legal;
    for (std::size_t at = 0; at < now.moves.size(); at += 5) {
        const int action = now.moves[at + 3] + 256 * now.moves[at + 4];
        legal.insert(action);
        EXPECT(now.mask[std::size_t(action)] == 1);
        const play::PileMove move{now.moves[at], now.moves[at + 1], now.moves[at + 2]};
        if (legal.size() == (at + 5) / 5)
            EXPECT(play::act(game, ranks, position, action).position ==
                   play::turn(game, position, move).positions.back());
    }
    EXPECT(std::count(now.mask.begin(), now.mask.end(), 1) == std::ptrdiff_t(legal.size()));
    for (int action = -1; action <= int(now.mask.size()); ++action)
        if (!legal.contains(action)) EXPECT(refused([&] { play::act(game, ranks, position, action); }));
    const Buffer none, cut(position.begin(), position.end() - 1), unknown(ranks.size(), 13), same(ranks.size(), 0);
    for (const Buffer& wrong : {none, unknown, same}) EXPECT(refused([&] { play::act(game, wrong, position, {}); }));
    EXPECT(refused([&] { play::act(game, ranks, cut, {}); }));
}

}  // namespace

int main() {
    tables::Dealer dealer(31);
    for (int i = 0; i < 24; ++i) {
        tables::Rules rules;
        const tables::Table table = i % 4 ? dealer.small(rules) : dealer.late(rules);
        rules.whole = rules.whole % 2;
        walk(dealer, rules, table, Autoplay(i % 3));
    }
    encode();
    deals();
    for (int i = 0; i < 200; ++i) common_forms(dealer);
    for (int i = 0; i < 20; ++i) actions(dealer);
    return 0;
}
