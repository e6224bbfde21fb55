// How a position is attacked: quick attempts and the complete search by turns, each turn longer than the one before,
// and the same over a range of numbered deals.
#include <bit>
#include <chrono>

#include "kiebitz/complete.hpp"
#include "kiebitz/portfolio.hpp"
#include "kiebitz/russian.hpp"
#include "kiebitz/yukon.hpp"

namespace kiebitz {
namespace {

// One turn: `tries` quick attempts of `nodes` positions each (the tuned ones know their own number), or complete
// searches of up to `nodes` (0 = to the end).
struct Turn {
    enum Kind : std::uint8_t { tuned, varied, complete } kind;
    unsigned tries;
    std::uint32_t nodes;
};
constexpr unsigned every_set = ~0u;  // as a number of tries: all that are tuned
constexpr Turn many_cells[] = {
    {Turn::tuned, every_set, 0}, {Turn::varied, 4, 3000},     {Turn::varied, 1, 60000},   {Turn::varied, 8, 12000},
    {Turn::complete, 1, 400000}, {Turn::varied, 12, 40000},   {Turn::complete, 1, 3000000}, {Turn::varied, 12, 60000},
    {Turn::complete, 1, 0},
};
// With few cells most deals are lost and most proofs are short.
constexpr Turn few_cells[] = {
    {Turn::tuned, 2, 0},       {Turn::complete, 1, 5000},    {Turn::varied, 6, 2500},   {Turn::complete, 1, 100000},
    {Turn::varied, 12, 20000}, {Turn::complete, 2, 2000000}, {Turn::varied, 12, 60000}, {Turn::complete, 1, 0},
};
// Rules that the quick attempts do not know.
constexpr Turn other_rules[] = {
    {Turn::complete, 1, 50000}, {Turn::complete, 3, 100000}, {Turn::complete, 1, 2000000}, {Turn::complete, 1, 0},
};

// A line found quickly proves as much as one found by complete search.
constexpr Turn prove[] = {{Turn::tuned, 2, 0}, {Turn::complete, 1, 0}};
constexpr Turn only_complete[] = {{Turn::complete, 1, 0}};

class Solver {
public:
    Solver(const Rules& rules, const Limits& limits, std::uint64_t seed, const Poll& poll)
        : rules_(rules), limits_(limits), seed_(seed), poll_(poll) {}

    Answer run(const Position& start, Mode mode) {
        begun_ = std::chrono::steady_clock::now();
        answer_ = Answer{};
        const bool quick = mode != Mode::plain && fast::plays(rules_, start);
        if (quick) quick_.start(rules_, start);
        const std::span<const Turn> turns = mode == Mode::plain   ? std::span<const Turn>(only_complete)
                                            : mode == Mode::prove ? std::span<const Turn>(prove)
                                            : !quick              ? std::span<const Turn>(other_rules)
                                            : rules_.cells >= 4   ? std::span<const Turn>(many_cells)
                                                                  : std::span<const Turn>(few_cells);
        unsigned number = 0;
        bool looks_lost = false;  // an attempt ran out of moves: the complete search is due
        for (const Turn& t : turns) {
            if (t.kind == Turn::complete) {
                for (unsigned i = 0; i < t.tries; ++i) {
                    complete(start, mode, seed_ + number++, t.nodes);
                    if (answer_.verdict != Verdict::undecided || answer_.limit_hit != LimitHit::none)
                        return std::move(answer_);
                }
                looks_lost = false;
                continue;
            }
            const unsigned sets = t.kind == Turn::tuned ? unsigned(fast::portfolio().size()) : t.tries;
            const unsigned tries = quick ? std::min(t.tries, sets) : 0;
            for (unsigned i = 0; i < tries && !looks_lost; ++i) {
                const fast::Outcome outcome =
                    attempt(t.kind == Turn::tuned ? fast::portfolio()[i] : fast::variation(number++, seed_, t.nodes));
                if (done(outcome == fast::Outcome::solved)) return std::move(answer_);
                looks_lost = outcome == fast::Outcome::exhausted;
            }
        }
        return std::move(answer_);
    }

private:
    // Has the work ended, by success or by a limit?
    bool done(bool solved) {
        if (solved) return answer_.verdict = Verdict::solved, true;
        if (limits_.states && answer_.states >= limits_.states) answer_.limit_hit = LimitHit::states;
        else if (limits_.seconds > 0 && seconds() >= limits_.seconds) answer_.limit_hit = LimitHit::seconds;
        if (poll_ && poll_()) throw Interrupted{};
        return answer_.limit_hit != LimitHit::none;
    }
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }
    fast::Outcome attempt(fast::Attempt a) {
        if (limits_.states) a.nodes = std::uint32_t(std::min<std::uint64_t>(a.nodes, limits_.states - answer_.states));
        if (limits_.memory)  // the other half is for complete searches
            a.nodes = std::uint32_t(std::min<std::uint64_t>(a.nodes, limits_.memory / 2 / quick_.bytes_a_node));
        const auto before = quick_.expanded();
        const fast::Outcome outcome = quick_.attempt(a, answer_.line);
        answer_.states += quick_.expanded() - before;
        answer_.memory = std::max(answer_.memory, quick_.bytes());
        return outcome;
    }
    // A complete search of up to `nodes` positions; running out of these alone is no limit of the caller's.
    void complete(const Position& start, Mode mode, std::uint64_t seed, std::uint64_t nodes) {
        CompleteOptions o{mode != Mode::plain, mode != Mode::plain, seed, limits_};
        const std::uint64_t left = limits_.states ? limits_.states - answer_.states : 0;
        o.limits.states = nodes && (!left || nodes < left) ? nodes : left;
        if (limits_.memory) o.limits.memory = std::max<std::uint64_t>(1, limits_.memory - std::min(limits_.memory, quick_.bytes()));
        if (limits_.seconds > 0) o.limits.seconds = std::max(1e-6, limits_.seconds - seconds());
        Answer a = complete_search(rules_, start, o, poll_);
        if (a.limit_hit == LimitHit::states && o.limits.states != left) a.limit_hit = LimitHit::none;
        a.states += answer_.states;
        a.memory = std::max(a.memory + quick_.bytes(), answer_.memory);
        answer_ = std::move(a);
    }

    const Rules rules_;
    const Limits limits_;
    const std::uint64_t seed_;
    const Poll& poll_;
    fast::Searcher quick_;
    Answer answer_;
    std::chrono::steady_clock::time_point begun_;
};

Position dealt(const Rules& rules, Bytes destinations, std::int64_t number) {
    std::uint8_t cards[max_cards];
    deal_microsoft(number, cards);
    Position p;
    for (int i = 0; i < max_cards; ++i) {
        const int to = destinations[std::size_t(i)];
        // The deal counts ranks from the ace, the game from where its foundations begin.
        const Card c = rules.step == Step::down ? cards[i] : Card(4 * (12 - rank_of(cards[i])) + suit_of(cards[i]));
        if (to < rules.columns) p.column[to][p.length[to]++] = c;
        else p.cells[to - cell_code] = c;
    }
    return p;
}

// A game that is won when the best score is all there is.
Answer won_or_not(const Rules& rules, const Position& start, const Limits& limits, const Poll& poll) {
    const int all = rules.ranks * std::popcount(rules.suits);
    russian::Searcher searcher(limits, {}, poll);
    Score score = searcher.best(russian::table_of(rules, start), true, all);
    Answer answer;
    answer.verdict = score.score == all  ? Verdict::solved
                     : score.bound < all ? Verdict::impossible
                                         : Verdict::undecided;
    if (answer.verdict == Verdict::undecided) answer.limit_hit = score.limit_hit;
    if (answer.verdict == Verdict::solved) answer.line = std::move(score.line);
    answer.states = score.states;
    answer.stored = searcher.store().entries;
    answer.memory = searcher.store().bytes;
    return answer;
}

void check_destinations(const Rules& rules, Bytes destinations) {
    if (rules.ranks != 13 || rules.suits != 15) throw std::invalid_argument("rules: numbered deals need all 52 cards");
    if (destinations.size() != max_cards) throw std::invalid_argument("destinations: 52 pile codes expected");
    std::uint32_t taken = 0;
    for (const int to : destinations) {
        const bool column = to < rules.columns, cell = to >= cell_code && to < cell_code + rules.cells;
        if (!column && !cell) throw std::invalid_argument("destinations: a pile that the game lacks");
        if (cell && (taken >> (to - cell_code) & 1)) throw std::invalid_argument("destinations: two cards in a cell");
        if (cell) taken |= 1u << (to - cell_code);
    }
}

}  // namespace

Answer solve(Bytes rules, Bytes position, Mode mode, const Limits& limits, std::uint64_t seed, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    const Position p = Position::parse(r, position);
    if (r.any && mode != Mode::plain && russian::plays(r)) return won_or_not(r, p, limits, poll);
    if (r.any) return yukon::solve(r, p, mode, limits, seed, poll);
    return Solver(r, limits, seed, poll).run(p, mode);
}

Batch solve_range(Bytes rules, Bytes destinations, std::int64_t first, std::int64_t last, Mode mode,
                  const Limits& limits, bool lines, const Poll& poll) {
    const Rules r = Rules::parse(rules);
    if (r.any) throw std::invalid_argument("rules: no game in which any card moves expected");
    check_destinations(r, destinations);
    Batch batch;
    Solver solver(r, limits, 0, poll);
    for (std::int64_t number = first; number <= last; ++number) {
        if (poll && poll()) throw Interrupted{};
        const Answer a = solver.run(dealt(r, destinations, number), mode);
        batch.verdicts.push_back(std::uint8_t(a.verdict));
        batch.states.push_back(std::uint32_t(std::min<std::uint64_t>(a.states, 0xffffffff)));
        if (lines) batch.lines.insert(batch.lines.end(), a.line.begin(), a.line.end());
        if (batch.lines.size() > 0xffffffff) throw std::invalid_argument("range: too many deals for one batch");
        batch.ends.push_back(std::uint32_t(batch.lines.size()));
    }
    return batch;
}

std::string simd() { return fast::lanes_name(); }

std::string build_info() {
#if defined(__clang__)
    std::string text = "clang " __clang_version__;
#elif defined(__GNUC__)
    std::string text = "gcc " __VERSION__;
#else
    std::string text = "C++ compiler";
#endif
#if defined(NDEBUG)
    return text + ", release";
#else
    return text + ", with assertions";
#endif
}

}  // namespace kiebitz
