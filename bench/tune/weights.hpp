// Weight sets as files: the tuner's text file, and the C++ table that the kernel compiles in.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "freecell/heuristic.hpp"

namespace kiebitz::tune {

using freecell::Attempt;

constexpr std::size_t weights_number = sizeof(freecell::Weights) / sizeof(std::int16_t);
constexpr std::uint32_t nodes_least = 30, nodes_most = 60'000;  // limits of an attempt
using Numbers = std::array<std::int16_t, weights_number>;

Numbers numbers_of(const freecell::Weights& weights);
freecell::Weights weights_of(const Numbers& numbers);

// One set a line: the limit on nodes, negative where the attempt declines autoplay, then the weights in the order of
// freecell::Weights. Lines after a # are skipped.
std::vector<Attempt> read_sets(const std::string& path);
void write_sets(const std::string& path, const std::vector<Attempt>& sets);

// Replaces the table in portfolio.cpp by the sets, in this order. The names of the weights come from the table's first
// set; the rest of the file stays unchanged.
void write_portfolio(const std::string& path, const std::vector<Attempt>& sets);

}  // namespace kiebitz::tune
