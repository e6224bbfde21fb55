#include "analyst/losing_move.hpp"

namespace kiebitz::analyst {

// A lost position stays lost, so bisection finds the move; then go back over undecided positions, if any, to the last
// one known to be winnable.
std::optional<Loss> losing_move(const Game& game, int last, const std::function<Status(int ply)>& status_at) {
    enum class Lost : std::uint8_t { no, yes, open };
    const Status now = status_at(last);
    const int min_score = now.bound == no_score ? game.cards() : now.bound + 1;
    // Whether as much is lost after that number of moves as now.
    const auto lost_at = [&](int ply) {
        const Status status = status_at(ply);
        if (status.score == no_score)
            return status.verdict == Verdict::solved       ? Lost::no
                   : status.verdict == Verdict::impossible ? Lost::yes
                                                           : Lost::open;
        return status.score >= min_score ? Lost::no : status.bound < min_score ? Lost::yes : Lost::open;
    };
    if (lost_at(last) != Lost::yes) return std::nullopt;
    int low = 0,
        lost = last;  // all positions below `low` are not known to be lost; the first one that is lies above
    while (low < lost) {
        const int middle = (low + lost) / 2;
        if (lost_at(middle) == Lost::yes) lost = middle;
        else low = middle + 1;
    }
    int before = lost - 1;
    for (; before >= 0; --before) {
        const Lost lost_before = lost_at(before);
        if (lost_before == Lost::no) break;
        if (lost_before == Lost::yes) lost = before;
    }
    if (lost == 0 && now.score != no_score) return std::nullopt;
    Loss loss{lost, before, before == lost - 1, no_score, status_at(lost).score};
    if (before < 0) loss.certain = lost == 0;
    else loss.score_before = status_at(before).score;
    return loss;
}

}  // namespace kiebitz::analyst
