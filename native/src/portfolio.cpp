// The tuned weights. Each set was tuned on deals above 2,000,000 that the sets before it had left over, so that the
// order matters; how, see bench/tune. No deal that a benchmark measures was looked at.
#include "kiebitz/portfolio.hpp"

#include <array>

namespace kiebitz::fast {
namespace {

constexpr Attempt tuned[] = {
    {{
       .bad = 21, .bad_rank = 0, .bad_same = 5, .bad_pair = 2, .sequence = -33, .king_up = 1, .deep = -5,
       .height = {0, -4, 0, -3, 5, -2, -3, -4}, .run_bad = 17, .join = -48, .base = -3, .king = -22, .next = {11, 1},
       .buried = {-51, -4}, .tight = 5, .away = 43, .spread = 1, .step = 29, .cell = 11,
       .room = {{453, 354, 303, 327}, {341, 252, 185, 152}, {249, 206, 185, 169}, {219, 182, 170, 180}, {214, 189, 211, 254}},
       .top_rank = 1, .goes_home = 60, .to_cell = -4, .to_hole = -10, .from_cell = -1, .goes_on = 68,
       .takes_column = -1, .takes_cell = 3},
     688},
};

}  // namespace

std::span<const Attempt> portfolio() { return tuned; }

Attempt variation(unsigned index, std::uint64_t seed, std::uint32_t nodes) {
    Attempt a = tuned[index % std::size(tuned)];
    a.nodes = nodes;
    a.declining = index % 4 == 3;
    std::array<std::int16_t, sizeof(Weights) / sizeof(std::int16_t)> numbers;
    static_assert(sizeof numbers == sizeof(Weights));
    std::memcpy(&numbers, &a.weights, sizeof numbers);
    std::uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15ull + (index + 1) * 0xbf58476d1ce4e5b9ull;
    for (auto& n : numbers) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        const int quarter = int(x >> 40 & 0xff) - 128;  // up to a quarter more or less
        n = std::int16_t(n + n * quarter / 512);
    }
    std::memcpy(&a.weights, &numbers, sizeof numbers);
    return a;
}

}  // namespace kiebitz::fast
