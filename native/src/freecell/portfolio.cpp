// The tuned weights. Each set was tuned on deals above 2,000,000 that the sets before it had left over, so that the
// order matters; how, see bench/tune. No deal that a benchmark measures was looked at.
#include "freecell/portfolio.hpp"

#include <array>

namespace kiebitz::freecell {
namespace {

constexpr Attempt tuned[] = {
    {{
       .bad = 21, .bad_rank = 0, .bad_same = 3, .bad_pair = 2, .sequence = -40, .king_up = 2, .deep = -10,
       .height = {-6, -3, 0, -1, 5, -1, -3, -4}, .run_bad = 14, .join = -48, .base = -3, .king = -20, .next = {11, 1},
       .buried = {-56, -6}, .tight = 5, .away = 43, .spread = 0, .step = 29, .cell = 12,
       .space = {{425, 281, 281, 234}, {341, 252, 213, 176}, {248, 206, 183, 178}, {219, 193, 185, 193}, {194, 154, 174, 240}},
       .top_rank = 1, .goes_home = 61, .to_cell = -4, .to_empty = -8, .from_cell = 2, .goes_on = 67, .takes_column = 0,
       .takes_cell = 11},
     720},
    {{
       .bad = 12, .bad_rank = -3, .bad_same = 3, .bad_pair = 2, .sequence = -42, .king_up = 3, .deep = -8,
       .height = {2, -4, 0, -5, 8, 1, -2, -5}, .run_bad = 8, .join = -48, .base = -3, .king = -21, .next = {10, 1},
       .buried = {-54, -3}, .tight = 5, .away = 40, .spread = 1, .step = 29, .cell = 10,
       .space = {{510, 376, 305, 257}, {416, 300, 254, 182}, {297, 206, 148, 150}, {187, 141, 279, 231}, {262, 218, 275, 214}},
       .top_rank = -2, .goes_home = 60, .to_cell = -2, .to_empty = -12, .from_cell = 0, .goes_on = 114,
       .takes_column = 1, .takes_cell = 10},
     2322},
    {{
       .bad = 21, .bad_rank = -2, .bad_same = 3, .bad_pair = 2, .sequence = -15, .king_up = -1, .deep = -10,
       .height = {-6, -2, 0, 0, 6, -4, -3, -5}, .run_bad = 22, .join = -48, .base = -2, .king = -19, .next = {11, 1},
       .buried = {-57, -8}, .tight = 5, .away = 45, .spread = 1, .step = 30, .cell = 17,
       .space = {{425, 292, 320, 169}, {341, 286, 254, 134}, {248, 214, 171, 129}, {303, 248, 168, 174}, {81, 47, 74, 305}},
       .top_rank = 1, .goes_home = 71, .to_cell = -4, .to_empty = -11, .from_cell = 12, .goes_on = 67,
       .takes_column = 1, .takes_cell = 12},
     3273, true},
    {{
       .bad = 12, .bad_rank = -4, .bad_same = 3, .bad_pair = 2, .sequence = -40, .king_up = -2, .deep = -12,
       .height = {3, -4, -5, -5, 17, 1, 0, -5}, .run_bad = 9, .join = -48, .base = -2, .king = -4, .next = {9, 1},
       .buried = {-54, -4}, .tight = 4, .away = 35, .spread = 9, .step = 29, .cell = 10,
       .space = {{511, 376, 316, 249}, {416, 300, 275, 180}, {377, 210, 147, 140}, {320, 155, 178, 297}, {262, 231, 108, 103}},
       .top_rank = -1, .goes_home = 103, .to_cell = -10, .to_empty = -15, .from_cell = 5, .goes_on = 120,
       .takes_column = -1, .takes_cell = 8},
     17856},
    {{
       .bad = 9, .bad_rank = -3, .bad_same = 2, .bad_pair = 2, .sequence = -42, .king_up = 3, .deep = -8,
       .height = {2, 0, 0, -4, 11, 1, -2, -6}, .run_bad = 8, .join = -44, .base = -3, .king = -23, .next = {10, 3},
       .buried = {-50, -3}, .tight = 5, .away = 40, .spread = 1, .step = 29, .cell = 9,
       .space = {{510, 338, 288, 453}, {416, 384, 313, 207}, {161, 206, 231, 48}, {129, 148, 279, 195}, {254, 166, 313, 253}},
       .top_rank = -2, .goes_home = 60, .to_cell = -2, .to_empty = -22, .from_cell = 1, .goes_on = 114,
       .takes_column = -1, .takes_cell = 12},
     16892},
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

}  // namespace kiebitz::freecell
