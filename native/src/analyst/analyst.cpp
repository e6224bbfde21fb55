// The analyst of a game in progress: status, line, best score, losing move and judged moves. All answers about a
// position derive from one remembered result, so they cannot contradict each other.
#include <limits>
#include <map>
#include <memory>

#include "analyst/game_replay.hpp"
#include "analyst/losing_move.hpp"
#include "analyst/status_cache.hpp"
#include "common/refusal.hpp"

namespace kiebitz::analyst {
namespace {

// The most positions that an analyst remembers (about 10 MB), and the most analysts.
constexpr std::size_t most_positions = 8'000, most_analysts = 64;

// The positions of a game in progress.
std::vector<Position> positions_of(const Game& game, const Played& played) {
    std::vector<Position> positions;
    for (const Bytes position : played.positions) positions.push_back(Position::parse(game.rules, position));
    if (positions.empty()) refuse("positions: at least one expected");
    if (played.moves.size() % move_size) refuse("moves: three bytes a move expected");
    Replay replay(game, positions.back(), played.autoplay);
    for (std::size_t at = 0; at < played.moves.size(); at += move_size) {
        replay.push(played.moves.data() + at);
        positions.push_back(replay.position());
    }
    return positions;
}

class Analyst {
public:
    explicit Analyst(std::size_t capacity) : cache_(capacity) {}

    // The status of a position, regardless of earlier ones.
    Status status(const Game& game, const Position& position, const Allowance& allowance, const Poll& poll) {
        const CommonForm common = common_form(game, position);
        Status status = answer(game, common, allowance, poll);
        status.line = common.to_here.mapped(status.line, move_size);
        return status;
    }

    // The status of a game's last position; an earlier one may be known to be lost.
    Status status(const Game& game, const std::vector<Position>& positions, const Allowance& allowance,
                  const Poll& poll) {
        const Status now = status(game, positions.back(), allowance, poll);
        return now.effort.limit_hit == LimitHit::none ? now : by_the_past(game, positions, now);
    }

    Solution solution(const Game& game, const std::vector<Position>& positions, Autoplay autoplay, std::uint32_t width,
                      const Allowance& allowance, const Poll& poll) {
        Solution solution;
        solution.status = status(game, positions, allowance, poll);
        solution.autoplay = autoplay;
        if (solution.status.line.empty() && solution.status.verdict != Verdict::solved) return solution;
        const CommonForm common = common_form(game, positions.back());
        std::optional<PlayerLine> line = cache_.line(StatusCache::key(game, common), autoplay);
        solution.is_new = !line;
        if (!line) {
            Spending spending(allowance, poll);
            Status common_status = solution.status;
            common_status.line = common.to_here.inverse().mapped(common_status.line, move_size);
            line =
                player_line_of(game, common.position, common_status, autoplay, width ? width : short_at_once, spending);
            if (common_status.score == common_status.bound)
                remember(game, common.position, common_status, autoplay, *line);
        }
        solution.moves = common.to_here.mapped(line->moves, player_move_size);
        solution.autoplay = line->autoplay;
        return solution;
    }

    std::optional<Loss> losing_move(const Game& game, const std::vector<Position>& positions,
                                    const Allowance& allowance, const Poll& poll) {
        return analyst::losing_move(game, int(positions.size()) - 1, [&](int ply) {
            return status(game, positions[std::size_t(ply)], allowance, poll);
        });
    }

    JudgedPart judge(const Game& game, std::vector<Position> positions, Autoplay autoplay, std::uint32_t width,
                     int first, int count, const Allowance& allowance, const Poll& poll) {
        const Position position = positions.back();
        const Solution known_solution = solution(game, positions, autoplay, width, allowance, poll);
        const Status& now = known_solution.status;
        PlayerLine shortest{known_solution.moves, known_solution.autoplay};
        const Replay replay(game, position, autoplay);
        JudgedPart part;
        std::map<Buffer, int> met;
        positions.push_back(position);
        for (const Move& move : replay.legal_moves()) {
            const int place = part.all++;
            if (place >= first + count) continue;
            Judged judged{{move.from, move.to, move.count}, place, {}, Effect::unknown};
            Replay after = replay;
            after.push(judged.move.data());
            positions.back() = after.position();
            judged.same_as = met.try_emplace(common_form(game, positions.back()).bytes, place).first->second;
            if (place < first) continue;
            judged.status = status(game, positions, allowance, poll);
            judged.effect = effect_of(now, judged.status);
            std::optional<PlayerLine> continuation;
            if (judged.same_as == place)
                continuation = rest_of_line(game, positions.back(), judged.status, autoplay, allowance, poll);
            if (continuation) judged.moves_left = int(continuation->moves.size() / player_move_size);
            if (continuation && continuation->autoplay == shortest.autoplay && now.score == no_score &&
                continuation->moves.size() + player_move_size < shortest.moves.size())
                shortest =
                    lead(game, position, now, autoplay, replay.implied(judged.move.data()), judged.move, *continuation);
            part.moves.push_back(std::move(judged));
        }
        return part;
    }

    std::size_t remembered() { return cache_.size(); }

private:
    // The status of a position in its common form, after a search if that may improve it.
    Status answer(const Game& game, const CommonForm& common, const Allowance& allowance, const Poll& poll) {
        const StatusCache::Key key = StatusCache::key(game, common);
        if (const auto known_status = cache_.settled(key, allowance.limits)) return *known_status;
        Spending spending(allowance, poll);
        const Status status = answer_within(game, common.position, Mode::first, false, spending);
        return cache_.add(game, key, status, allowance.limits);
    }

    // A short line from the position after a move: the known one, or one of a quick search, which is not remembered.
    std::optional<PlayerLine> rest_of_line(const Game& game, const Position& position, const Status& status,
                                           Autoplay autoplay, const Allowance& allowance, const Poll& poll) {
        if (status.line.empty() && status.verdict != Verdict::solved) return std::nullopt;
        const CommonForm common = common_form(game, position);
        if (const auto known_line = cache_.line(StatusCache::key(game, common), autoplay))
            return PlayerLine{common.to_here.mapped(known_line->moves, player_move_size), known_line->autoplay};
        Spending spending(allowance, poll);
        return player_line_of(game, position, status, autoplay, short_for_each, spending);
    }

    // Remember, as the line from a position, a move and the line after it; return that line.
    PlayerLine lead(const Game& game, const Position& position, const Status& status, Autoplay autoplay,
                    std::uint8_t implied, const std::array<std::uint8_t, move_size>& move,
                    const PlayerLine& continuation) {
        PlayerLine whole{{move[0], move[1], move[2], implied}, continuation.autoplay};
        whole.moves.insert(whole.moves.end(), continuation.moves.begin(), continuation.moves.end());
        const CommonForm common = common_form(game, position);
        const Arrangement to_common = common.to_here.inverse();
        remember(game, common.position, status, autoplay,
                 {to_common.mapped(whole.moves, player_move_size), whole.autoplay});
        return whole;
    }

    // Remember the positions of a player's line: their statuses follow from the line.
    void remember(const Game& game, const Position& start, const Status& status, Autoplay autoplay,
                  const PlayerLine& line) {
        struct Turn {
            Buffer spelt_out;  // the move and the automatic moves
            Position before;
        };
        std::vector<Turn> turns;
        Replay replay(game, start, line.autoplay);
        for (std::size_t at = 0; at < line.moves.size(); at += player_move_size) {
            const std::uint8_t* const move = line.moves.data() + at;
            Turn turn{{move, move + move_size}, replay.position()};
            const Buffer automatic = replay.push(move);
            turn.spelt_out.insert(turn.spelt_out.end(), automatic.begin(), automatic.end());
            turns.push_back(std::move(turn));
        }
        Status line_status;
        line_status.verdict = status.verdict;
        line_status.score = status.score;
        line_status.bound = status.bound;
        for (std::size_t first = 0; first < turns.size(); ++first) {
            const CommonForm common = common_form(game, turns[first].before);
            const Arrangement to_common = common.to_here.inverse();
            Buffer remaining_moves;
            for (std::size_t at = first; at < turns.size(); ++at)
                remaining_moves.insert(remaining_moves.end(), turns[at].spelt_out.begin(), turns[at].spelt_out.end());
            line_status.line = to_common.mapped(remaining_moves, move_size);
            const Bytes moves = Bytes(line.moves).subspan(first * player_move_size);
            cache_.add(StatusCache::key(game, common), line_status, autoplay,
                       {to_common.mapped(moves, player_move_size), line.autoplay});
        }
    }

    Status by_the_past(const Game& game, const std::vector<Position>& positions, Status now) {
        int bound = now.bound;
        bool lost = false;
        for (std::size_t ply = 0; ply + 1 < positions.size(); ++ply) {
            const auto earlier = cache_.known_status(StatusCache::key(game, common_form(game, positions[ply])));
            if (!earlier) continue;
            if (earlier->bound != no_score) bound = std::min(bound, earlier->bound);
            lost |= earlier->verdict == Verdict::impossible;
        }
        if (now.score != no_score) return scored(game, now.score, bound, now.line, now.effort);
        if (lost) {
            now.verdict = Verdict::impossible;
            now.effort.limit_hit = LimitHit::none;
        }
        return now;
    }

    StatusCache cache_;
};

// The analysts by handle; the least recently used one makes room.
class Analysts {
public:
    std::shared_ptr<Analyst> with(const Handle& handle) {
        const Locked guard(lock_);
        Entry& entry = analysts_[handle.number];
        if (!entry.analyst)
            entry.analyst = std::make_shared<Analyst>(handle.capacity ? handle.capacity : most_positions);
        entry.last_use = ++uses_;
        const std::shared_ptr<Analyst> shared = entry.analyst;
        if (analysts_.size() > most_analysts)
            analysts_.erase(std::min_element(analysts_.begin(), analysts_.end(), [](const auto& a, const auto& b) {
                return a.second.last_use < b.second.last_use;
            }));
        return shared;
    }
    void forget(std::uint64_t handle) {
        const Locked guard(lock_);
        analysts_.erase(handle);
    }
    std::shared_ptr<Analyst> existing(std::uint64_t handle) {
        const Locked guard(lock_);
        const auto entry = analysts_.find(handle);
        return entry == analysts_.end() ? nullptr : entry->second.analyst;
    }

private:
    struct Entry {
        std::shared_ptr<Analyst> analyst;
        std::uint64_t last_use = 0;
    };

    Lock lock_;
    std::map<std::uint64_t, Entry> analysts_;
    std::uint64_t uses_ = 0;
};

Analysts& analysts() {
    static Analysts all;
    return all;
}

}  // namespace

Status status(const Handle& analyst, const Played& played, const Allowance& allowance, const Poll& poll) {
    const Game game(played.game);
    return analysts().with(analyst)->status(game, positions_of(game, played), allowance, poll);
}

Solution solution(const Handle& analyst, const Played& played, Autoplay autoplay, const Allowance& allowance,
                  const Poll& poll) {
    const Game game(played.game);
    return analysts().with(analyst)->solution(game, positions_of(game, played), autoplay, analyst.width, allowance,
                                              poll);
}

std::optional<Loss> losing_move(const Handle& analyst, const Played& played, const Allowance& allowance,
                                const Poll& poll) {
    const Game game(played.game);
    return analysts().with(analyst)->losing_move(game, positions_of(game, played), allowance, poll);
}

JudgedPart judge(const Handle& analyst, const Played& played, int first, int count, const Allowance& allowance,
                 const Poll& poll) {
    if (first < 0 || count < 0) refuse("moves: places from 0 on expected");
    const Game game(played.game);
    return analysts().with(analyst)->judge(game, positions_of(game, played), played.autoplay, analyst.width, first,
                                           count, allowance, poll);
}

void forget(std::uint64_t analyst) { analysts().forget(analyst); }

std::size_t remembered(std::uint64_t analyst) {
    const std::shared_ptr<Analyst> shared = analysts().existing(analyst);
    return shared ? shared->remembered() : 0;
}

}  // namespace kiebitz::analyst
