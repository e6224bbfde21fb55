// The tuned weights. Each set was tuned on deals above 2,000,000 that the sets before it had left over, so that the
// order matters; how, see bench/tune. No deal that a benchmark measures was looked at.
#include "kiebitz/portfolio.hpp"

#include <array>

namespace kiebitz::fast {
namespace {

constexpr Attempt tuned[] = {
    {{
       .bad = 21, .bad_rank = -1, .bad_same = 7, .bad_pair = 1, .sequence = -38, .king_up = 0, .deep = -5,
       .height = {0, -4, 0, 0, 5, -2, -2, -1}, .run_bad = 17, .join = -36, .base = -2, .king = -35,
       .next = {15, 2, 0}, .buried = {-52, -1, 1}, .away = 43, .spread = 1, .step = 18, .cell = 11,
       .room = {{506, 534, 470, 259}, {341, 267, 200, 141}, {249, 206, 171, 151}, {219, 176, 164, 201}, {214, 188, 194, 290}},
       .goes_home = 56, .to_cell = -3, .to_hole = -14, .from_cell = 3},
     475},
    {{
       .bad = 21, .bad_rank = -1, .bad_same = 4, .bad_pair = -5, .sequence = -26, .king_up = 0, .deep = -5,
       .height = {-2, -4, 0, -1, 7, 3, 3, 1}, .run_bad = 10, .join = -53, .base = -3, .king = -38, .next = {9, 0, -1},
       .buried = {-30, -1, 2}, .away = 43, .spread = 1, .step = 32, .cell = 8,
       .room = {{440, 374, 311, 213}, {313, 268, 233, 175}, {249, 245, 194, 160}, {269, 242, 204, 197}, {214, 285, 236, 223}},
       .goes_home = 56, .to_cell = -7, .to_hole = -18, .from_cell = 2},
     1195},
};

}  // namespace

std::span<const Attempt> portfolio() { return tuned; }

Attempt variation(unsigned index, std::uint64_t seed, std::uint32_t nodes) {
    Attempt a = tuned[index % std::size(tuned)];
    a.nodes = nodes;
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
