// The analyst: which search is for which rules, answers whose lines are right, what is remembered, the move that lost a
// game, difficulty step by step. That its answers are those of brute force is tested from Python.
#include "kiebitz/analyst.hpp"

#include <random>
#include <vector>

#include "expect.hpp"

namespace {

using namespace kiebitz;
namespace told = kiebitz::analyst;
using told::Allowance;
using told::Buffer;
using told::Handle;
using told::Played;
using told::Search;

// Twelve bytes of rules, cards at once, whether it is scored, face-down cards; the ranks in their order.
Buffer game(Buffer told) {
    for (std::uint8_t rank = 0; rank < 13; ++rank) told.push_back(rank);
    return told;
}
const Buffer freecell = game({13, 15, 8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
const Buffer bakers = game({13, 15, 8, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
const Buffer russian = game({13, 15, 7, 0, 1, 0, 1, 2, 1, 0, 0, 0, 0, 1, 21});
const Buffer yukon = game({13, 15, 7, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 21});
const Poll never;
const Allowance some{{.states = 20'000}, 64 << 20};

Buffer rules_of(const Buffer& game) { return {game.begin(), game.begin() + 12}; }

// Microsoft's deal, row by row.
Buffer dealt(const Buffer& game, std::int64_t number) {
    std::uint8_t cards[52];
    deal_microsoft(number, cards);
    std::vector<Buffer> columns(game[2]);
    for (std::size_t i = 0; i < 52; ++i) columns[i % columns.size()].push_back(cards[i]);
    Buffer position{0, 0, 0, 0, game[3]};
    position.insert(position.end(), game[3], 255);
    position.push_back(game[2]);
    for (const Buffer& column : columns) {
        position.push_back(std::uint8_t(column.size()));
        position.insert(position.end(), column.begin(), column.end());
    }
    if (game[7] == 2) position.insert(position.end(), game[2], 0);  // all cards face up
    return position;
}

Buffer three_bytes(const Buffer& moves) {
    Buffer line;
    for (std::size_t at = 0; at < moves.size(); at += 4)
        line.insert(line.end(), moves.begin() + long(at), moves.begin() + long(at) + 3);
    return line;
}

void searches() {
    EXPECT(told::search_for(freecell) == Search::freecell);
    EXPECT(told::search_for(russian) == Search::russian);
    EXPECT(told::search_for(yukon) == Search::yukon);
    EXPECT(!told::missed(freecell, Search::fewest_moves) && !told::missed(freecell, Search::shortest_line));
    Buffer scored = freecell, ten = russian, eleven = russian;
    scored[13] = 1, ten[2] = 10, eleven[2] = 11;
    EXPECT(!told::search_for(scored) && told::missed(scored, Search::freecell)->rule == told::Rule::goal);
    EXPECT(told::search_for(ten) == Search::russian && !told::search_for(eleven));
    EXPECT(told::missed(eleven, Search::russian)->most == 10);
    EXPECT(refused([&] { told::answer(scored, dealt(scored, 1), Mode::first, some, never); }));
    EXPECT(refused([] { told::missed(Buffer(15, 1), Search::yukon); }));
}

void lines() {
    for (const Buffer& one : {freecell, bakers, yukon})
        for (int number = 1; number < 12; ++number)
            for (const Autoplay autoplay : {Autoplay::none, Autoplay::safe, Autoplay::max}) {
                const Buffer start = dealt(one, number);
                const told::Solution found =
                    told::solution(one, start, {Mode::first, autoplay, 100, true}, some, never);
                const Play play{found.autoplay, AtOnce::carried};
                if (found.status.verdict != Verdict::solved) EXPECT(found.moves.empty());
                else EXPECT(check_player_line(rules_of(one), start, found.moves, play) == -1);
            }
    for (int number = 1; number < 12; ++number) {
        const Buffer start = dealt(russian, number);
        const told::Solution found =
            told::solution(russian, start, {Mode::first, Autoplay::none, 0, true}, some, never);
        EXPECT(found.status.score <= found.status.bound);
        EXPECT(check_player_score(rules_of(russian), start, found.moves, {}) == found.status.score);
        const told::Solution other = told::solution(russian, start, {Mode::first, Autoplay::max, 0, true}, some, never);
        EXPECT(other.moves.size() <= found.moves.size() && other.status.score == found.status.score);
    }
}

void limits() {
    const Buffer start = dealt(yukon, 1);
    const auto by_states = told::answer(yukon, start, Mode::prove, {{.states = 5}, 0}, never);
    EXPECT(by_states.verdict == Verdict::undecided && by_states.effort.limit_hit == LimitHit::states);
    const auto stopped = told::answer(yukon, start, Mode::prove, some, [] { return true; });
    EXPECT(stopped.effort.limit_hit == LimitHit::stopped && stopped.effort.states == 0);
    int asked = 0;
    const auto later = told::answer(yukon, start, Mode::prove, {{}, 64 << 20}, [&] { return ++asked > 1; });
    EXPECT(later.verdict != Verdict::undecided || later.effort.limit_hit == LimitHit::stopped);
    const auto memory = told::answer(yukon, dealt(yukon, 3), Mode::prove, {{}, 1}, never);
    EXPECT(memory.effort.limit_hit == LimitHit::memory || memory.verdict != Verdict::undecided);
}

// Whoever follows a solution is told its rest, in whatever order the columns lie.
void memory() {
    const Handle analyst{1, 0, 0};
    const Buffer start = dealt(freecell, 617);
    const told::Solution whole = told::solution(analyst, {freecell, {start}, {}, {}}, Autoplay::safe, some, never);
    EXPECT(whole.is_new && !whole.moves.empty() && told::remembered(1) == whole.moves.size() / 4);
    const Buffer moves = three_bytes(whole.moves);
    const Allowance nothing{{.states = 1}, 64 << 20};
    for (std::size_t made = 3; made <= moves.size(); made += 3) {
        const Played played{freecell, {start}, Bytes(moves).first(made), Autoplay::safe};
        const told::Solution rest = told::solution(analyst, played, Autoplay::safe, nothing, never);
        EXPECT(!rest.is_new || rest.moves.empty());
        EXPECT(rest.moves.size() == whole.moves.size() - made / 3 * 4);
        EXPECT(rest.status.verdict == Verdict::solved);
    }
    EXPECT(told::status({2, 0, 0}, {freecell, {start}, {}, {}}, nothing, never).verdict == Verdict::undecided);
    told::forget(1);
    EXPECT(told::remembered(1) == 0);
    for (int number = 1; number < 10; ++number)
        told::status({3, 4, 0}, {freecell, {dealt(freecell, number)}, {}, {}}, some, never);
    EXPECT(told::remembered(3) == 4);
    for (std::uint64_t other = 100; other < 300; ++other)
        told::status({other, 0, 0}, {freecell, {start}, {}, {}}, nothing, never);
    EXPECT(told::remembered(3) == 0 && told::remembered(299) == 1);
    const Buffer wrong{0, 0, 1};
    EXPECT(refused([&] { told::status(analyst, {freecell, {start}, wrong, {}}, some, never); }));
    EXPECT(refused([&] { told::status(analyst, {freecell, {}, {}, {}}, some, never); }));
}

// Each legal move once, in parts as in one piece; the others lose where one alone keeps the win.
void judged_moves() {
    const Buffer start = dealt(bakers, 3);
    const Played played{bakers, {start}, {}, Autoplay::safe};
    const told::JudgedPart whole = told::judge({20, 0, 0}, played, 0, 1000, some, never);
    EXPECT(whole.all == int(whole.moves.size()) && whole.all > 8);
    std::vector<told::Judged> parts;
    for (int first = 0; first < whole.all; first += 3)
        for (const told::Judged& one : told::judge({21, 0, 0}, played, first, 3, some, never).moves)
            parts.push_back(one);
    EXPECT(parts.size() == whole.moves.size());
    for (std::size_t place = 0; place < parts.size(); ++place) {
        EXPECT(parts[place].move == whole.moves[place].move && parts[place].same_as == whole.moves[place].same_as);
        EXPECT(parts[place].effect == whole.moves[place].effect && parts[place].same_as <= int(place));
    }
    const auto with = [](told::Effect effect, int same_as) {
        told::Judged one;
        one.effect = effect, one.same_as = same_as;
        return one;
    };
    const told::Judged kept = with(told::Effect::kept, 0), lost = with(told::Effect::lost, 1),
                       open = with(told::Effect::unknown, 1);
    EXPECT(told::only_move(std::vector{lost, kept, kept}) == 1 && told::only_move(std::vector{kept, kept}) == -1);
    EXPECT(told::only_move(std::vector{kept, open}) == -1 &&
           told::only_move(std::vector{with(told::Effect::kept, 1), kept, lost}) == -1);
}

// The first position known to be lost is the one before which the last known win lies.
void losses() {
    std::mt19937 random(7);
    int lost = 0;
    for (int number = 1; number <= 30; ++number) {
        const Buffer start = dealt(bakers, number);
        Buffer moves;
        for (int made = 0; made < 4; ++made) {  // all free cells are taken, so that many games are lost
            const auto column = std::uint8_t(random() % 8);
            const Buffer move{column, std::uint8_t(32 + made), 1};
            moves.insert(moves.end(), move.begin(), move.end());
        }
        const Played played{bakers, {start}, moves, Autoplay::none};
        const auto loss = told::losing_move({9, 0, 0}, played, some, never);
        if (!loss) continue;
        ++lost;
        const auto at = [&](int ply) {
            return told::status({10, 0, 0}, {bakers, {start}, Bytes(moves).first(std::size_t(3 * ply)), Autoplay::none},
                                some, never);
        };
        EXPECT(at(loss->ply).verdict == Verdict::impossible);
        EXPECT((loss->last_winnable >= 0) == (loss->ply > 0) || !loss->certain);
        if (loss->last_winnable >= 0) EXPECT(at(loss->last_winnable).verdict == Verdict::solved);
    }
    EXPECT(lost > 5);
}

void difficulty() {
    const Buffer start = dealt(freecell, 617);
    const told::Difficulty whole = told::difficulty(freecell, start, Autoplay::safe, some, 0, {}, never);
    EXPECT(whole.share == 1 && whole.kept.size() == whole.moves.size() / 4 && whole.games == 20);
    told::Difficulty parts = told::difficulty(freecell, start, Autoplay::safe, some, 1, {}, never);
    int calls = 1;
    for (; parts.share < 1; ++calls) parts = told::difficulty(freecell, start, Autoplay::safe, some, 1, parts, never);
    EXPECT(calls == int(whole.kept.size()) + 21 && parts.moves == whole.moves);
    EXPECT(parts.kept == whole.kept && parts.lost == whole.lost && parts.open == whole.open && parts.won == whole.won);
    const auto narrow = told::narrowness(Buffer{1, 1, 1, 2}, Buffer{1, 0, 0, 1}, Buffer{0, 1, 0, 1});
    EXPECT(narrow.only_moves[0] == 1 && narrow.only_moves[1] == 2 && narrow.share_kept[0] == 0.625);
    const double quantiles[] = {1, 2, 2, 3};
    EXPECT(told::place_among(2, quantiles, true) == 50 && told::place_among(4, quantiles, false) == 0);
    const auto stopped = told::difficulty(freecell, start, Autoplay::safe, some, 0, {}, [] { return true; });
    EXPECT(stopped.share == 1 && stopped.moves.empty() && stopped.status.effort.limit_hit == LimitHit::stopped);
}

}  // namespace

int main() {
    searches();
    lines();
    limits();
    memory();
    judged_moves();
    losses();
    difficulty();
    return 0;
}
