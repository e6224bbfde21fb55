#include "freecell/solver.hpp"

#include <algorithm>
#include <span>

#include "common/refusal.hpp"
#include "freecell/best_first.hpp"
#include "freecell/complete.hpp"
#include "freecell/merged_suits.hpp"
#include "freecell/portfolio.hpp"

namespace kiebitz::freecell {
namespace {

// One turn: `tries` quick attempts of `nodes` positions each (tuned ones have their own number), or searches of up to
// `nodes` (0 = to the end): complete, best first, or with suits merged from the same rank for both colours or from any
// ranks, which can only prove the game lost; these are left out in games that have no suits to merge.
struct Turn {
    enum Kind : std::uint8_t { tuned, varied, complete, best_first, same_merged, merged } kind;
    unsigned tries;
    std::uint32_t nodes;
};
constexpr unsigned every_set = ~0u;  // as a number of tries: all tuned ones
// Half of the deals on which all tuned sets fail are lost, and most proofs take fewer than 100,000 positions.
constexpr Turn many_cells[] = {
    {Turn::tuned, every_set, 0}, {Turn::complete, 1, 100000},     {Turn::varied, 1, 60000},
    {Turn::varied, 8, 12000},    {Turn::same_merged, 1, 400000},  {Turn::complete, 1, 400000},
    {Turn::varied, 12, 40000},   {Turn::same_merged, 1, 3000000}, {Turn::complete, 1, 3000000},
    {Turn::varied, 12, 60000},
};
// With few cells most deals are lost and most proofs are short.
constexpr Turn few_cells[] = {
    {Turn::tuned, 2, 0},
    {Turn::complete, 1, 5000},
    {Turn::varied, 6, 2500},
    {Turn::complete, 1, 100000},
    {Turn::same_merged, 1, 100000},
    {Turn::varied, 12, 20000},
    {Turn::same_merged, 1, 2000000},
    {Turn::complete, 2, 2000000},
    {Turn::varied, 72, 60000},
};
// Without cells best-first search finds more lines than quick attempts.
constexpr Turn no_cells[] = {
    {Turn::tuned, 2, 0},
    {Turn::complete, 1, 5000},
    {Turn::same_merged, 1, 20000},
    {Turn::best_first, 1, 20000},
    {Turn::same_merged, 1, 300000},
    {Turn::best_first, 2, 200000},
    {Turn::same_merged, 1, 3000000},
    {Turn::best_first, 4, 400000},
    {Turn::same_merged, 1, 10000000},
    {Turn::best_first, 12, 1000000},
};
constexpr int from_many_cells = 4;
// Rules that the quick attempts do not support.
constexpr Turn other_rules[] = {
    {Turn::complete, 1, 50000},
    {Turn::complete, 3, 100000},
    {Turn::complete, 1, 2000000},
};
// Among these, rules for which best-first search finds most lines: built by suit, where it visits every position, and
// otherwise, where it counts many as one.
constexpr Turn best_first_by_suit[] = {
    {Turn::best_first, 1, 2000},   {Turn::complete, 1, 5000},    {Turn::best_first, 3, 10000},
    {Turn::complete, 1, 100000},   {Turn::best_first, 6, 40000}, {Turn::complete, 1, 2000000},
    {Turn::best_first, 8, 100000},
};
constexpr Turn best_first_rules[] = {
    {Turn::best_first, 1, 5000},     {Turn::complete, 1, 5000},    {Turn::best_first, 3, 20000},
    {Turn::same_merged, 1, 100000},  {Turn::complete, 1, 100000},  {Turn::best_first, 8, 60000},
    {Turn::same_merged, 1, 2000000}, {Turn::complete, 1, 2000000}, {Turn::best_first, 12, 100000},
};
constexpr Turn prove_best_first[] = {{Turn::best_first, 1, 2000}};
// A line from a quick attempt proves as much as one from a complete search.
constexpr Turn prove[] = {{Turn::tuned, 2, 0}};

// All lists end with these turns, `no_cells` without the first. If a deal can be won, most searches with suits merged
// from any ranks are in vain, so that turn begins with a complete search of `before_merged` positions.
constexpr Turn last_turns[] = {{Turn::same_merged, 1, 30000000}, {Turn::merged, 1, 30000000}, {Turn::complete, 1, 0}};
constexpr std::uint64_t before_merged = 25000000;

// Memory of a position of best-first search with those that wait after it; a search gets at most half of the limit.
constexpr std::uint64_t best_first_bytes = 300;
// Between two looks at its memory, a search with merged suits may take a quarter of this.
constexpr std::uint64_t least_for_merged = 16 << 20;
// The first share of positions for each placement of the stock, and its growth.
constexpr std::uint64_t first_share = 1000, share_growth = 8;
constexpr std::size_t most_placements = 1 << 16;

struct Turns {
    std::span<const Turn> first, last = last_turns;
};

Turns turns_of(Mode mode, bool quick, const Rules& rules) {
    const std::span<const Turn> last = last_turns;
    if (mode == Mode::exhaustive) return {{}, last.last(1)};
    const bool best_first = !quick && best_first_supports(rules);
    if (mode == Mode::prove) return {best_first ? std::span<const Turn>(prove_best_first) : prove};
    if (best_first && rules.build == Build::suit) return {best_first_by_suit};
    if (best_first) return {best_first_rules};
    if (!quick) return {other_rules};
    if (rules.cells >= from_many_cells) return {many_cells};
    if (!rules.cells && merges_suits(rules)) return {no_cells, last.subspan(1)};
    return {few_cells};
}

}  // namespace

Answer Solver::run(const Position& start, Mode mode) {
    budget_.restart();
    answer_ = Answer{};
    if (start.stock_left) search_placements(start, mode);
    else search(start, mode);
    if (answer_.verdict == Verdict::undecided) answer_.limit_hit = budget_.hit();
    answer_.states = budget_.states();
    answer_.memory = budget_.peak();
    return std::move(answer_);
}

// Give all placements a small share of states first, and the open ones more and more, because most can be won at once.
// The game is lost only if all placements are. Give up a placement that exceeds the memory limit, as another may need
// less.
bool Solver::search_placements(const Position& start, Mode mode) {
    open_.clear();
    Placement placed{};
    list_placements(start, placed, 0);
    bool given_up = false;
    for (std::uint64_t share = first_share; !open_.empty(); share *= share_growth) {
        std::size_t kept = 0;
        for (const Placement& p : open_) {
            Position after = start;
            for (int i = 0; i < start.stock_left; ++i) after.place(p[std::size_t(i)]);
            answer_ = Answer{};
            budget_.begin_share(share);
            search(after, mode);
            if (answer_.verdict == Verdict::solved) {
                std::vector<std::uint8_t> line;
                for (int i = 0; i < start.stock_left; ++i) line.insert(line.end(), {stock_code, p[std::size_t(i)], 1});
                answer_.line.insert(answer_.line.begin(), line.begin(), line.end());
                return true;
            }
            const bool lost = answer_.verdict == Verdict::impossible;
            answer_.verdict = Verdict::undecided;
            if (budget_.hit() == LimitHit::memory) given_up = true;
            else if (budget_.hit() != LimitHit::none) return true;
            else if (!lost) open_[kept++] = p;
        }
        open_.resize(kept);
    }
    if (!given_up) answer_.verdict = Verdict::impossible;
    else budget_.give_up(LimitHit::memory);
    return true;
}

// Different columns lead to different positions, except empty ones: the first stands for all.
void Solver::list_placements(const Position& start, Placement& placed, int depth) {
    if (!start.stock_left) {
        if (open_.size() == most_placements) refuse("position: too many ways to place the stock");
        open_.push_back(placed);
        return;
    }
    start.placements(rules_.columns, [&](int column) {
        Position after = start;
        after.place(column);
        placed[std::size_t(depth)] = std::uint8_t(column);
        list_placements(after, placed, depth + 1);
    });
}

bool Solver::ended() const {
    return answer_.verdict != Verdict::undecided || budget_.hit() != LimitHit::none || budget_.share_over();
}

// Return true at a verdict, at a limit or when its share is used up.
bool Solver::search(const Position& start, Mode mode) {
    const bool quick = mode != Mode::exhaustive && quick_supports(rules_, start);
    if (quick) quick_.start(rules_, start);
    unsigned number = 0;
    const bool merges = merges_suits(rules_);
    EasierGames easier;
    bool looks_lost = false;  // an attempt ran out of moves: time for a complete search
    const auto [first, last] = turns_of(mode, quick, rules_);
    for (std::size_t turn = 0; turn < first.size() + last.size(); ++turn) {
        const Turn& t = turn < first.size() ? first[turn] : last[turn - first.size()];
        if (t.kind >= Turn::same_merged) {
            const bool any_ranks = t.kind == Turn::merged;
            if (!merges || (any_ranks && rules_.build == Build::any)) continue;
            if (any_ranks && complete(start, mode, seed_ + number++, before_merged, false)) return true;
            if (prove_merged(start, any_ranks ? Merging::any_ranks : Merging::same_rank, easier, t.nodes)) return true;
            looks_lost = false;
            continue;
        }
        if (t.kind >= Turn::complete) {
            for (unsigned i = 0; i < t.tries; ++i)
                if (complete(start, mode, seed_ + number++, t.nodes, t.kind == Turn::best_first)) return true;
            looks_lost = false;
            continue;
        }
        const unsigned sets = t.kind == Turn::tuned ? unsigned(portfolio().size()) : t.tries;
        const unsigned tries = quick ? std::min(t.tries, sets) : 0;
        for (unsigned i = 0; i < tries && !looks_lost; ++i) {
            Outcome outcome;
            if (attempt(t.kind == Turn::tuned ? portfolio()[i] : variation(number++, seed_, t.nodes), outcome))
                return true;
            looks_lost = outcome == Outcome::exhausted;
        }
    }
    return false;
}

bool Solver::attempt(Attempt a, Outcome& outcome) {
    a.nodes = std::uint32_t(std::min<std::uint64_t>(a.nodes, budget_.states_left()));
    if (const std::uint64_t memory = budget_.limits().memory)  // the other half is for complete searches
        a.nodes = std::uint32_t(std::min<std::uint64_t>(a.nodes, memory / 2 / quick_.bytes_a_node));
    const auto before = quick_.expanded();
    outcome = quick_.attempt(a, answer_.line);
    budget_.add(quick_.expanded() - before);
    budget_.note(quick_.bytes());
    if (outcome == Outcome::solved) return answer_.verdict = Verdict::solved, true;
    budget_.spent();
    return ended();
}

// Searches with merged suits, of up to `states` positions together; exceeding these is not a limit of the caller.
bool Solver::prove_merged(const Position& start, Merging merging, EasierGames& games, std::uint64_t states) {
    if (const std::uint64_t memory = budget_.limits().memory; memory && memory < least_for_merged) return false;
    budget_.begin_turn(states);
    if (merge_fewer_suits(rules_, start, merging, games, quick_.bytes(), budget_) == Merged::lost)
        answer_.verdict = Verdict::impossible;
    budget_.begin_turn(0);
    return ended();
}

// A complete search of up to `states` positions; exceeding these is not a limit of the caller.
bool Solver::complete(const Position& start, Mode mode, std::uint64_t seed, std::uint64_t states, bool best_first) {
    const bool reduce = mode != Mode::exhaustive;
    if (const std::uint64_t memory = budget_.limits().memory; memory && best_first)
        states = std::min(states, memory / 2 / best_first_bytes);
    budget_.begin_turn(states);
    const CompleteOptions options{reduce, reduce, seed, quick_.bytes()};
    answer_ = best_first ? best_first_search(rules_, start, options, budget_)
                         : complete_search(rules_, start, options, budget_);
    budget_.begin_turn(0);
    return ended();
}

}  // namespace kiebitz::freecell
