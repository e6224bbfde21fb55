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
    if (positions.empty()) refuse("positions: at least the one at the start expected");
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
    explicit Analyst(std::size_t most) : cache_(most) {}

    // The status of a position, regardless of earlier ones.
    Status status(const Game& game, const Position& position, const Allowance& allowance, const Poll& poll) {
        const CommonForm common = common_form(game, position);
        Status status = answer(game, common, allowance, poll);
        status.line = common.to_here.here(status.line, move_size);
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
            Status there = solution.status;
            there.line = common.to_here.inverse().here(there.line, move_size);
            line = player_line_of(game, common.position, there, autoplay, width ? width : short_at_once, spending);
            if (there.score == there.bound) remember(game, common.position, there, autoplay, *line);
        }
        solution.moves = common.to_here.here(line->moves, player_move_size);
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
        const Position here = positions.back();
        const Solution known = solution(game, positions, autoplay, width, allowance, poll);
        const Status& now = known.status;
        PlayerLine shortest{known.moves, known.autoplay};
        const Replay replay(game, here, autoplay);
        JudgedPart part;
        std::map<Buffer, int> met;
        positions.push_back(here);
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
            std::optional<PlayerLine> rest;
            if (judged.same_as == place)
                rest = rest_of_line(game, positions.back(), judged.status, autoplay, allowance, poll);
            if (rest) judged.moves_left = int(rest->moves.size() / player_move_size);
            if (rest && rest->autoplay == shortest.autoplay && now.score == no_score &&
                rest->moves.size() + player_move_size < shortest.moves.size())
                shortest = lead(game, here, now, autoplay, replay.implied(judged.move.data()), judged.move, *rest);
            part.moves.push_back(std::move(judged));
        }
        return part;
    }

    std::size_t remembered() { return cache_.size(); }

private:
    // The status of a position in its common form, after a search if that may improve it.
    Status answer(const Game& game, const CommonForm& common, const Allowance& allowance, const Poll& poll) {
        const StatusCache::Key key = StatusCache::key(game, common);
        if (const auto known = cache_.settled(key, allowance.limits)) return *known;
        Spending spending(allowance, poll);
        const Status status = answer_within(game, common.position, Mode::first, false, spending);
        return cache_.add(game, key, status, allowance.limits);
    }

    // A short line from the position after a move: the known one, or one of a quick search, which is not remembered.
    std::optional<PlayerLine> rest_of_line(const Game& game, const Position& position, const Status& status,
                                           Autoplay autoplay, const Allowance& allowance, const Poll& poll) {
        if (status.line.empty() && status.verdict != Verdict::solved) return std::nullopt;
        const CommonForm common = common_form(game, position);
        if (const auto known = cache_.line(StatusCache::key(game, common), autoplay))
            return PlayerLine{common.to_here.here(known->moves, player_move_size), known->autoplay};
        Spending spending(allowance, poll);
        return player_line_of(game, position, status, autoplay, short_for_each, spending);
    }

    // Remember, as the line from a position, a move and the line after it; return that line.
    PlayerLine lead(const Game& game, const Position& here, const Status& status, Autoplay autoplay,
                    std::uint8_t implied, const std::array<std::uint8_t, move_size>& move, const PlayerLine& rest) {
        PlayerLine whole{{move[0], move[1], move[2], implied}, rest.autoplay};
        whole.moves.insert(whole.moves.end(), rest.moves.begin(), rest.moves.end());
        const CommonForm common = common_form(game, here);
        const Arrangement to_common = common.to_here.inverse();
        remember(game, common.position, status, autoplay,
                 {to_common.here(whole.moves, player_move_size), whole.autoplay});
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
        Status there;
        there.verdict = status.verdict;
        there.score = status.score;
        there.bound = status.bound;
        for (std::size_t first = 0; first < turns.size(); ++first) {
            const CommonForm common = common_form(game, turns[first].before);
            const Arrangement to_common = common.to_here.inverse();
            Buffer rest;
            for (std::size_t at = first; at < turns.size(); ++at)
                rest.insert(rest.end(), turns[at].spelt_out.begin(), turns[at].spelt_out.end());
            there.line = to_common.here(rest, move_size);
            const Bytes moves = Bytes(line.moves).subspan(first * player_move_size);
            cache_.add(StatusCache::key(game, common), there, autoplay,
                       {to_common.here(moves, player_move_size), line.autoplay});
        }
    }

    Status by_the_past(const Game& game, const std::vector<Position>& positions, Status now) {
        int bound = now.bound;
        bool lost = false;
        for (std::size_t ply = 0; ply + 1 < positions.size(); ++ply) {
            const auto earlier = cache_.known(StatusCache::key(game, common_form(game, positions[ply])));
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
        Known& known = analysts_[handle.number];
        if (!known.analyst) known.analyst = std::make_shared<Analyst>(handle.most ? handle.most : most_positions);
        known.last_use = ++uses_;
        const std::shared_ptr<Analyst> shared = known.analyst;
        if (analysts_.size() > most_analysts)
            analysts_.erase(std::min_element(
                analysts_.begin(), analysts_.end(),
                [](const auto& one, const auto& other) { return one.second.last_use < other.second.last_use; }));
        return shared;
    }
    void forget(std::uint64_t handle) {
        const Locked guard(lock_);
        analysts_.erase(handle);
    }
    std::shared_ptr<Analyst> known(std::uint64_t handle) {
        const Locked guard(lock_);
        const auto entry = analysts_.find(handle);
        return entry == analysts_.end() ? nullptr : entry->second.analyst;
    }

private:
    struct Known {
        std::shared_ptr<Analyst> analyst;
        std::uint64_t last_use = 0;
    };

    Lock lock_;
    std::map<std::uint64_t, Known> analysts_;
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
    const std::shared_ptr<Analyst> known = analysts().known(analyst);
    return known ? known->remembered() : 0;
}

}  // namespace kiebitz::analyst
