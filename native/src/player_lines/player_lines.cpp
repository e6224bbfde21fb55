#include "player_lines/player_lines.hpp"

#include <algorithm>
#include <bit>

#include "common/budget.hpp"
#include "common/dealing.hpp"
#include "common/refusal.hpp"
#include "player_lines/beam.hpp"
#include "player_lines/places.hpp"

namespace kiebitz {
namespace play {
namespace {

// An attempt to drop a step ends when this many others could not be made.
constexpr int most_stuck = 2;
// The most trial steps for one line: more than any line of an ordinary game takes. A change counts one more for this
// many steps of the line.
constexpr std::uint64_t most_work = 200'000;
constexpr std::size_t moved_at_once = 100;

}  // namespace

bool Maker::make(const Position& start, Bytes line, std::vector<std::uint8_t>& out) {
    const Board first = game_.board(start);
    plan_of(start, line);
    if (!play(game_, first) && !play(by_card_, first)) return false;
    shorten();
    const std::vector<std::uint8_t> moves = game_.written(first, steps_);
    out.insert(out.end(), moves.begin(), moves.end());
    return true;
}

// Convert the search's moves into steps of cards. The checker has shown that they are legal.
void Maker::plan_of(const Position& start, Bytes line) {
    constexpr const char* cards_missing = "line: moves of cards that are there expected";
    if (line.size() % 3) refuse("line: three bytes a move expected");
    plan_.clear();
    Position p = start;
    for (std::size_t i = 0; i < line.size(); i += 3) {
        const int from = line[i], to = line[i + 1], count = line[i + 2];
        Card moved[max_cards];
        if (from == stock_code && p.stock_left && count == 1) {
            moved[0] = p.stock[0];
            std::memmove(p.stock, p.stock + 1, --p.stock_left);
        } else if (from < max_columns && count >= 1 && count <= p.length[from]) {
            p.length[from] = std::uint8_t(p.length[from] - count);
            std::memcpy(moved, p.column[from] + p.length[from], std::size_t(count));
        } else if (from >= cell_code && from < cell_code + max_cells && p.cells[from - cell_code] != no_card &&
                   count == 1) {
            moved[0] = p.cells[from - cell_code];
            p.cells[from - cell_code] = no_card;
        } else if (from >= foundation_code && from < stock_code && p.home[from - foundation_code] && count == 1) {
            moved[0] = Card(4 * --p.home[from - foundation_code] + from - foundation_code);
        } else {
            refuse(cards_missing);
        }
        std::uint8_t onto = at_home;
        if (to < max_columns && p.length[to] + count <= max_cards) {
            onto = p.length[to] ? p.column[to][p.length[to] - 1] : on_bottom;
            std::memcpy(p.column[to] + p.length[to], moved, std::size_t(count));
            p.length[to] = std::uint8_t(p.length[to] + count);
        } else if (to >= cell_code && to < cell_code + max_cells && count == 1) {
            onto = in_cell;
            p.cells[to - cell_code] = moved[0];
        } else if (to >= foundation_code && to < stock_code) {
            p.home[to - foundation_code] = u8(p.home[to - foundation_code] + count);
        } else {
            refuse(cards_missing);
        }
        plan_.push_back({moved[0], onto});
    }
}

// Make a step with all its moves and record them; return whether it was made completely, or was unnecessary.
bool Maker::make_step(const Game& game, Board& b, Step step) {
    carried_.clear();
    ++work_;
    Outcome outcome = game.make(b, step, carried_);
    if (outcome == Outcome::made) new_steps_.push_back(step);
    if (carried_.empty()) return outcome != Outcome::stuck;
    bool all = true;
    for (std::size_t i = 0, parts = carried_.size(); i < parts; ++i) {
        ++work_;
        const Step part = carried_[i];
        outcome = game.make(b, part, carried_);
        if (outcome == Outcome::made) new_steps_.push_back(part);
        all &= outcome != Outcome::stuck;
    }
    return all;
}

// Play the plan from the start. Skip unnecessary steps, and impossible ones too: with more cards home than planned, the
// line may win without them.
bool Maker::play(const Game& game, const Board& start) {
    new_steps_.clear();
    table_ = &game;
    Board b = start;
    for (const Step& step : plan_) {
        if (game.won(b)) break;
        make_step(game, b, step);
    }
    steps_.clear();
    trials_.clear();
    boards_.assign(1, start);
    replace(0, 0);
    return game.won(b);
}

// Replace the steps from `at` to before `tail` by the new ones.
void Maker::replace(std::size_t at, std::size_t tail) {
    const auto begin = std::ptrdiff_t(at), end = std::ptrdiff_t(tail);
    work_ += steps_.size() / moved_at_once;
    steps_.erase(steps_.begin() + begin, steps_.begin() + end);
    steps_.insert(steps_.begin() + begin, new_steps_.begin(), new_steps_.end());
    trials_.erase(trials_.begin() + begin, trials_.begin() + end);
    trials_.insert(trials_.begin() + begin, new_steps_.size(), Trial{});
    for (std::size_t i = 0; i < at; ++i)
        if (trials_[i].end > at) trials_[i].end = 0;
    boards_.erase(boards_.begin() + begin + 1, boards_.begin() + end + 1);
    boards_.insert(boards_.begin() + begin + 1, new_steps_.size(), Board{});
    for (std::size_t i = 0; i < new_steps_.size(); ++i) {
        boards_[at + i + 1] = boards_[at + i];
        table_->make(boards_[at + i + 1], new_steps_[i], carried_);
    }
}

// Every change keeps a winning line; the next attempt starts from the result.
void Maker::shorten() {
    cut_loops();
    work_ = 0;
    while (drop_steps()) {}
}

// For each position, the last one that is the same, up to the order of columns and cells. The search's line may have
// hundreds of thousands of moves.
std::vector<u32> Maker::last_visits() const {
    std::vector<u32> last(boards_.size());
    std::vector<u32> table(std::bit_ceil(2 * boards_.size()), no_value<u32>);  // last visits, open addressing
    const std::size_t mask = table.size() - 1;
    for (std::size_t i = boards_.size(); i-- > 0;) {
        std::size_t at = hash_of(places_of(boards_[i])) & mask;
        while (table[at] != no_value<u32> && boards_[table[at]] != boards_[i]) at = (at + 1) & mask;
        if (table[at] == no_value<u32>) table[at] = u32(i);
        last[i] = table[at];
    }
    return last;
}

// Cut loops that return to an earlier position.
void Maker::cut_loops() {
    const std::vector<u32> last = last_visits();
    std::size_t kept = 0;
    for (std::size_t at = 0; at < boards_.size(); ++at) {
        at = last[at];
        boards_[kept] = boards_[at];
        if (at < steps_.size()) steps_[kept] = steps_[at];
        ++kept;
    }
    boards_.resize(kept);
    steps_.resize(kept - 1);
    trials_.resize(kept - 1);
}

// For each step, try to drop it, to move its card directly to its next place, and to let the card wait in the other
// kind of free place; return whether that shortened the line.
bool Maker::drop_steps() {
    bool shorter = false;
    for (std::size_t at = 0; at < steps_.size() && work_ < most_work;) {
        const Step now = steps_[at];
        const auto next = std::find_if(steps_.begin() + std::ptrdiff_t(at) + 1, steps_.end(),
                                       [&](const Step& step) { return step.card == now.card; });
        const Step at_once = next == steps_.end() ? now : *next;
        if (const Trial& before = trials_[at]; before.end && before.at_once == at_once) {
            work_ += before.work;
            ++at;
            continue;
        }
        const Step elsewhere{now.card, now.onto == on_bottom ? in_cell : on_bottom};
        const bool waits = now.onto == on_bottom || now.onto == in_cell;
        Trial trial{0, 0, at_once};
        const std::uint64_t work = work_;
        if (instead(at, nullptr, trial) || (next != steps_.end() && instead(at, &at_once, trial)) ||
            (waits && instead(at, &elsewhere, trial))) {
            shorter = true;
        } else {
            trial.work = std::uint32_t(work_ - work);
            trials_[at] = trial;
            ++at;
        }
    }
    return shorter;
}

// Replace a step by another one or none, and play the rest of the line; keep the result if it wins with fewer steps. It
// wins as soon as it reaches a position of the old line. Record what was looked at.
bool Maker::instead(std::size_t at, const Step* replacement, Trial& trial) {
    new_steps_.clear();
    Board b = boards_[at];
    std::size_t next = at + 1;
    const bool wins = [&] {
        if (replacement && !make_step(*table_, b, *replacement)) return false;
        for (int stuck = 0; !(b == boards_[next]); ++next) {
            if (next == steps_.size() || at + new_steps_.size() > next) return false;
            if (!make_step(*table_, b, steps_[next]) && ++stuck > most_stuck) return false;
            if (table_->won(b)) {
                next = steps_.size();
                return true;
            }
        }
        return true;
    }();
    if (wins && at + new_steps_.size() < next) {
        replace(at, next);
        return true;
    }
    trial.end = std::max(trial.end, std::uint32_t(next + 1));
    return false;
}

}  // namespace play

namespace {

Rules parsed(Bytes rules, const Play& play) {
    const Rules r = Rules::parse(rules);
    if ((r.whole || r.any) && play.at_once != AtOnce::carried)
        refuse("play: no limit on sequences expected where they move whole");
    return r;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> player_line(Bytes rules, Bytes position, Bytes line, const Play& play) {
    const Rules r = parsed(rules, play);
    std::vector<std::uint8_t> moves;
    if (!play::Maker(r, play).make(Position::parse(r, position), line, moves)) return std::nullopt;
    return moves;
}

ShortLine short_line(Bytes rules, Bytes position, const Play& play, const ShortOptions& options, const Limits& limits,
                     const Poll& poll) {
    constexpr std::uint32_t most_width = 1 << 20, most_moves = 1 << 10;
    const Rules r = parsed(rules, play);
    if (!options.width || options.width > most_width) refuse("width: 1 to 1048576 expected");
    const play::Game game(r, play);
    play::Board b = game.board(Position::parse(r, position));
    Budget budget(limits, poll);
    ShortLine short_line;
    short_line.has_line = game.won(b);
    if (!short_line.has_line) {
        const int below = int(std::min(options.below ? options.below : most_moves, most_moves));
        short_line.moves = game.written(b, play::Beam(game, options.width).find(b, below, budget));
        short_line.has_line = !short_line.moves.empty();
    }
    short_line.limit_hit = short_line.has_line ? LimitHit::none : budget.hit();
    short_line.states = budget.states();
    short_line.memory = budget.peak();
    return short_line;
}

PlayerLines player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Play& play, const Poll& poll, const Deals& deals) {
    const Rules r = parsed(rules, play);
    const Dealer dealer(r, layout, deals);
    check_range_of_deals(first, last);
    if (last < first || verdicts.size() != std::uint64_t(last - first) + 1)
        refuse("verdicts: one byte a deal expected");
    if (ends.size() != verdicts.size()) refuse("ends: one number a deal expected");
    PlayerLines all;
    play::Maker maker(r, play);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        poll_caller(poll);
        if (ends[i] < begin || ends[i] > lines.size()) refuse("ends: ascending places in the lines expected");
        const bool solved = Verdict(verdicts[i]) == Verdict::solved;
        const Bytes line = lines.subspan(begin, ends[i] - begin);
        begin = ends[i];
        const std::int64_t number = first + std::int64_t(i);
        all.has_line.push_back(solved && maker.make(dealer.deal(std::uint64_t(number)), line, all.lines));
        if (all.lines.size() > 0xffffffff) refuse("range: too many deals for one batch");
        all.ends.push_back(std::uint32_t(all.lines.size()));
    }
    return all;
}

}  // namespace kiebitz
