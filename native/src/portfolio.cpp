// The tuned weights. Each set was tuned on deals above 2,000,000 that the sets before it had left over, so that the
// order matters; how, see bench/tune. No deal that a benchmark measures was looked at.
#include "kiebitz/portfolio.hpp"

#include <array>

namespace kiebitz::fast {
namespace {

constexpr Attempt tuned[] = {
    {{
       .bad = 21, .bad_rank = 0, .bad_same = 3, .bad_pair = 2, .sequence = -33, .king_up = 1, .deep = -9,
       .height = {0, -4, 0, -3, 5, -2, -3, -4}, .run_bad = 17, .join = -48, .base = -3, .king = -21, .next = {11, 1},
       .buried = {-46, -5}, .tight = 5, .away = 43, .spread = 1, .step = 29, .cell = 11,
       .room = {{453, 281, 303, 283}, {341, 252, 209, 170}, {249, 206, 185, 177}, {219, 182, 178, 204}, {214, 189, 217, 273}},
       .top_rank = 1, .goes_home = 60, .to_cell = -4, .to_hole = -11, .from_cell = 3, .goes_on = 68,
       .takes_column = -1, .takes_cell = 3},
     688},
    {{
       .bad = 12, .bad_rank = -3, .bad_same = 3, .bad_pair = 2, .sequence = -42, .king_up = 3, .deep = -8,
       .height = {2, -4, 0, -5, 8, 1, -2, -5}, .run_bad = 8, .join = -48, .base = -3, .king = -21, .next = {10, 1},
       .buried = {-54, -3}, .tight = 5, .away = 40, .spread = 1, .step = 29, .cell = 10,
       .room = {{510, 376, 305, 257}, {416, 300, 254, 182}, {297, 206, 148, 150}, {187, 141, 279, 231}, {262, 218, 275, 214}},
       .top_rank = -2, .goes_home = 60, .to_cell = -2, .to_hole = -12, .from_cell = 0, .goes_on = 114,
       .takes_column = 1, .takes_cell = 10},
     2322},
    {{
       .bad = 18, .bad_rank = 2, .bad_same = -1, .bad_pair = 1, .sequence = -50, .king_up = -1, .deep = -9,
       .height = {0, -4, -3, -3, 5, -2, -3, -5}, .run_bad = 17, .join = -69, .base = -3, .king = -22, .next = {10, 1},
       .buried = {-61, -6}, .tight = 4, .away = 50, .spread = 4, .step = 29, .cell = 11,
       .room = {{394, 251, 256, 261}, {341, 252, 207, 188}, {284, 206, 185, 263}, {121, 182, 144, 298}, {211, 236, 277, 465}},
       .top_rank = 3, .goes_home = 60, .to_cell = -4, .to_hole = -11, .from_cell = 0, .goes_on = 75,
       .takes_column = 0, .takes_cell = 4},
     536},
    {{
       .bad = 16, .bad_rank = 0, .bad_same = 3, .bad_pair = -1, .sequence = -41, .king_up = -4, .deep = -9,
       .height = {-4, 1, 0, -2, 7, -4, 0, 0}, .run_bad = 36, .join = -48, .base = -5, .king = -57, .next = {11, 1},
       .buried = {-59, -6}, .tight = 4, .away = 38, .spread = 4, .step = 29, .cell = 9,
       .room = {{423, 343, 283, 295}, {341, 252, 264, 229}, {249, 202, 162, 72}, {219, 300, 135, 152}, {173, 141, 246, 395}},
       .top_rank = 1, .goes_home = 90, .to_cell = -2, .to_hole = -10, .from_cell = 6, .goes_on = 57,
       .takes_column = -1, .takes_cell = 3},
     564},
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
