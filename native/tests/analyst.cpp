// The analyst: which search is for which rules, answers whose lines are right, what is remembered, the move that lost a
// game, difficulty step by step. That its answers are those of brute force is tested from Python.
#include "kiebitz/analyst.hpp"

#include <random>
#include <vector>

#include "expect.hpp"

namespace {

using namespace kiebitz;
namespace api = kiebitz::analyst;
using api::Allowance;
using api::Buffer;
using api::Handle;
using api::Played;
using api::Search;

// Twelve bytes of rules, cards at once, whether it is scored, face-down cards; the ranks in their order.
Buffer game(Buffer bytes) {
    for (std::uint8_t rank = 0; rank < 13; ++rank) bytes.push_back(rank);
    return bytes;
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
    EXPECT(api::search_for(freecell) == Search::freecell);
    EXPECT(api::search_for(russian) == Search::russian);
    EXPECT(api::search_for(yukon) == Search::yukon);
    EXPECT(!api::missed(freecell, Search::fewest_moves) && !api::missed(freecell, Search::shortest_line));
    Buffer scored = freecell, ten = russian, eleven = russian;
    scored[13] = 1, ten[2] = 10, eleven[2] = 11;
    EXPECT(!api::search_for(scored) && api::missed(scored, Search::freecell)->rule == api::Rule::goal);
    EXPECT(api::search_for(ten) == Search::russian && !api::search_for(eleven));
    EXPECT(api::missed(eleven, Search::russian)->max == 10);
    EXPECT(refused([&] { api::answer(scored, dealt(scored, 1), Mode::first, some, never); }));
    EXPECT(refused([] { api::missed(Buffer(15, 1), Search::yukon); }));
}

void lines() {
    for (const Buffer& bytes : {freecell, bakers, yukon})
        for (int number = 1; number < 12; ++number)
            for (const Autoplay autoplay : {Autoplay::none, Autoplay::safe, Autoplay::max}) {
                const Buffer start = dealt(bytes, number);
                const api::Solution solution_here =
                    api::solution(bytes, start, {Mode::first, autoplay, 100, true}, some, never);
                const Play play{solution_here.autoplay, AtOnce::carried};
                if (solution_here.status.verdict != Verdict::solved) EXPECT(solution_here.moves.empty());
                else EXPECT(check_player_line(rules_of(bytes), start, solution_here.moves, play) == -1);
            }
    for (int number = 1; number < 12; ++number) {
        const Buffer start = dealt(russian, number);
        const api::Solution solution_here =
            api::solution(russian, start, {Mode::first, Autoplay::none, 0, true}, some, never);
        EXPECT(solution_here.status.score <= solution_here.status.bound);
        EXPECT(check_player_score(rules_of(russian), start, solution_here.moves, {}) == solution_here.status.score);
        const api::Solution other = api::solution(russian, start, {Mode::first, Autoplay::max, 0, true}, some, never);
        EXPECT(other.moves.size() <= solution_here.moves.size() && other.status.score == solution_here.status.score);
    }
}

void limits() {
    const Buffer start = dealt(yukon, 1);
    const auto by_states = api::answer(yukon, start, Mode::prove, {{.states = 5}, 0}, never);
    EXPECT(by_states.verdict == Verdict::undecided && by_states.effort.limit_hit == LimitHit::states);
    const auto stopped = api::answer(yukon, start, Mode::prove, some, [] { return true; });
    EXPECT(stopped.effort.limit_hit == LimitHit::stopped && stopped.effort.states == 0);
    int asked = 0;
    const auto later = api::answer(yukon, start, Mode::prove, {{}, 64 << 20}, [&] { return ++asked > 1; });
    EXPECT(later.verdict != Verdict::undecided || later.effort.limit_hit == LimitHit::stopped);
    const auto memory = api::answer(yukon, dealt(yukon, 3), Mode::prove, {{}, 1}, never);
    EXPECT(memory.effort.limit_hit == LimitHit::memory || memory.verdict != Verdict::undecided);
}

// Whoever follows a solution is told its rest, in whatever order the columns lie.
void memory() {
    const Handle analyst{1, 0, 0};
    const Buffer start = dealt(freecell, 617);
    const api::Solution whole = api::solution(analyst, {freecell, {start}, {}, {}}, Autoplay::safe, some, never);
    EXPECT(whole.is_new && !whole.moves.empty() && api::remembered(1) == whole.moves.size() / 4);
    const Buffer moves = three_bytes(whole.moves);
    const Allowance nothing{{.states = 1}, 64 << 20};
    for (std::size_t made = 3; made <= moves.size(); made += 3) {
        const Played played{freecell, {start}, Bytes(moves).first(made), Autoplay::safe};
        const api::Solution rest = api::solution(analyst, played, Autoplay::safe, nothing, never);
        EXPECT(!rest.is_new || rest.moves.empty());
        EXPECT(rest.moves.size() == whole.moves.size() - made / 3 * 4);
        EXPECT(rest.status.verdict == Verdict::solved);
    }
    EXPECT(api::status({2, 0, 0}, {freecell, {start}, {}, {}}, nothing, never).verdict == Verdict::undecided);
    api::forget(1);
    EXPECT(api::remembered(1) == 0);
    for (int number = 1; number < 10; ++number)
        api::status({3, 4, 0}, {freecell, {dealt(freecell, number)}, {}, {}}, some, never);
    EXPECT(api::remembered(3) == 4);
    for (std::uint64_t other = 100; other < 300; ++other)
        api::status({other, 0, 0}, {freecell, {start}, {}, {}}, nothing, never);
    EXPECT(api::remembered(3) == 0 && api::remembered(299) == 1);
    const Buffer wrong{0, 0, 1};
    EXPECT(refused([&] { api::status(analyst, {freecell, {start}, wrong, {}}, some, never); }));
    EXPECT(refused([&] { api::status(analyst, {freecell, {}, {}, {}}, some, never); }));
}

// Each legal move once, in parts as in one piece; the others lose where one alone keeps the win.
void judged_moves() {
    const Buffer start = dealt(bakers, 3);
    const Played played{bakers, {start}, {}, Autoplay::safe};
    const api::JudgedPart whole = api::judge({20, 0, 0}, played, 0, 1000, some, never);
    EXPECT(whole.all == int(whole.moves.size()) && whole.all > 8);
    std::vector<api::Judged> parts;
    for (int first = 0; first < whole.all; first += 3)
        for (const api::Judged& judged : api::judge({21, 0, 0}, played, first, 3, some, never).moves)
            parts.push_back(judged);
    EXPECT(parts.size() == whole.moves.size());
    const std::vector<int> order = api::rank_moves(whole.moves);
    const api::Judged& best = whole.moves[std::size_t(order[0])];
    // The best move begins the line from here, which the judgement may have made shorter.
    const api::Solution line = api::solution({20, 0, 0}, played, Autoplay::safe, some, never);
    EXPECT(best.effect == api::Effect::kept && best.moves_left == int(line.moves.size() / 4) - 1);
    for (const int place : order) {
        const api::Judged& judged = whole.moves[std::size_t(place)];
        EXPECT(judged.same_as == place && judged.effect >= best.effect);
        EXPECT((judged.moves_left == api::no_line) == (judged.status.verdict != Verdict::solved));
        EXPECT(judged.moves_left == api::no_line || judged.moves_left >= best.moves_left);
    }
    for (std::size_t place = 0; place < parts.size(); ++place) {
        EXPECT(parts[place].move == whole.moves[place].move && parts[place].same_as == whole.moves[place].same_as);
        EXPECT(parts[place].effect == whole.moves[place].effect && parts[place].same_as <= int(place));
    }
    const auto with = [](api::Effect effect, int same_as) {
        api::Judged judged;
        judged.effect = effect, judged.same_as = same_as;
        return judged;
    };
    const api::Judged kept = with(api::Effect::kept, 0), lost = with(api::Effect::lost, 1),
                      open = with(api::Effect::unknown, 1);
    EXPECT(api::only_move(std::vector{lost, kept, kept}) == 1 && api::only_move(std::vector{kept, kept}) == -1);
    EXPECT(api::only_move(std::vector{kept, open}) == -1 &&
           api::only_move(std::vector{with(api::Effect::kept, 1), kept, lost}) == -1);
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
        const auto loss = api::losing_move({9, 0, 0}, played, some, never);
        if (!loss) continue;
        ++lost;
        const auto at = [&](int ply) {
            return api::status({10, 0, 0}, {bakers, {start}, Bytes(moves).first(std::size_t(ply) * 3), Autoplay::none},
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
    const api::Difficulty whole = api::difficulty(freecell, start, Autoplay::safe, some, 0, {}, never);
    EXPECT(whole.share == 1 && whole.kept.size() == whole.moves.size() / 4 && whole.games == 20);
    api::Difficulty parts = api::difficulty(freecell, start, Autoplay::safe, some, 1, {}, never);
    int calls = 1;
    for (; parts.share < 1; ++calls) parts = api::difficulty(freecell, start, Autoplay::safe, some, 1, parts, never);
    EXPECT(calls == int(whole.kept.size()) + 21 && parts.moves == whole.moves);
    EXPECT(parts.kept == whole.kept && parts.lost == whole.lost && parts.open == whole.open && parts.won == whole.won);
    const auto narrow = api::narrowness(Buffer{1, 1, 1, 2}, Buffer{1, 0, 0, 1}, Buffer{0, 1, 0, 1});
    EXPECT(narrow.only_moves[0] == 1 && narrow.only_moves[1] == 2 && narrow.share_kept[0] == 0.625);
    const double quantiles[] = {1, 2, 2, 3};
    EXPECT(api::place_among(2, quantiles, true) == 50 && api::place_among(4, quantiles, false) == 0);
    const auto stopped = api::difficulty(freecell, start, Autoplay::safe, some, 0, {}, [] { return true; });
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
