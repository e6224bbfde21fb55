// A deal of a wanted difficulty: the choice among some that can be won.
#include <utility>

#include "analyst/game.hpp"

namespace kiebitz::analyst {
namespace {

constexpr std::size_t enough = 15;           // deals that can be won, to choose from
constexpr std::uint32_t most_tried = 3'000;  // deals of a game of which hardly any can be won
constexpr std::uint64_t states_of_each = 200'000, memory_of_each = 192 << 20;

}  // namespace

void look_at(Sample& sample, Bytes game, Bytes position, Wanted wanted, std::uint32_t number, const Poll& poll) {
    Allowance each;
    each.limits.states = states_of_each;
    each.limits.memory = memory_of_each;
    const Status status = answer(game, position, Mode::first, each, poll);
    if (status.verdict == Verdict::solved) {
        sample.numbers.push_back(number);
        sample.states.push_back(std::uint32_t(status.effort.states));
    }
    ++sample.tried;
    sample.complete = sample.numbers.size() >= (wanted == Wanted::any ? 1 : enough) || sample.tried >= most_tried;
}

std::optional<std::size_t> chosen(const Sample& sample, Wanted wanted) {
    const std::size_t count = sample.numbers.size();
    if (!count) return {};
    const std::size_t wished = wanted == Wanted::hard ? count - 1 : wanted == Wanted::medium ? count / 2 : 0;
    const auto shorter = [&](std::size_t one, std::size_t other) {
        return std::pair(sample.states[one], one) < std::pair(sample.states[other], other);
    };
    for (std::size_t place = 0; place < count; ++place) {
        std::size_t before = 0;
        for (std::size_t other = 0; other < count; ++other) before += shorter(other, place);
        if (before == wished) return place;
    }
    return {};
}

}  // namespace kiebitz::analyst
