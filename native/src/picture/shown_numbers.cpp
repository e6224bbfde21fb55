#include "picture/shown_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "common/microsoft_draws.hpp"
#include "picture/numbered.hpp"

namespace kiebitz::picture {
namespace {

constexpr std::size_t least_digits = 7, most_digits = 10;
constexpr double least_height = 6, share_of_side = 0.1, widest = 1.3;  // of the shorter side, and of the height
constexpr double clear = 0.9, possible = 0.02;  // chances of a digit that alone counts, and that counts at all
constexpr std::ptrdiff_t least_clear = 2;       // digits of a number
constexpr std::size_t most_meanings = 1'000, most_numbers = 20'000;  // of signs side by side, and of all

using Digits = std::vector<int>;

// The digits that a sign may be. The network knows 2 to 9, the ranks of cards; what it does not take for one of these
// may be a 0 or a 1.
Digits digits_of(const Scores& scores) {
    const auto likeliest = std::ranges::max_element(scores.begin() + 1, scores.begin() + 9);
    const int digit = int(likeliest - scores.begin()) + 1;
    if (*likeliest >= std::log(clear)) return {digit};
    Digits digits{0, 1};
    if (*likeliest >= std::log(possible)) digits.push_back(digit);
    return digits;
}

// Signs side by side that may be a number, and as how many.
struct Candidate {
    std::span<const Digits> signs;
    std::size_t meanings = 1;
};

// The parts of a line that may be numbers: some of their digits are clear, as those of words are not.
void add_candidates(std::span<const Digits> line, std::vector<Candidate>& all) {
    for (std::size_t first = 0; first < line.size(); ++first) {
        for (std::size_t count = least_digits; count <= std::min(most_digits, line.size() - first); ++count) {
            Candidate candidate{line.subspan(first, count)};
            for (const Digits& digits : candidate.signs) candidate.meanings *= digits.size();
            if (candidate.meanings <= most_meanings &&
                std::ranges::count(candidate.signs, 1U, &Digits::size) >= least_clear)
                all.push_back(candidate);
        }
    }
}

void add_numbers(std::span<const Digits> signs, std::vector<std::int64_t>& all) {
    std::vector<std::int64_t> begun{0};
    for (const Digits& digits : signs) {
        std::vector<std::int64_t> longer;
        for (const std::int64_t number : begun)
            for (const int digit : digits)
                if (number || digit) longer.push_back(10 * number + digit);
        begun = std::move(longer);
    }
    for (const std::int64_t number : begun)
        if (number > last_number_tried && number < microsoft::numbers) all.push_back(number);
}

// The lines of signs beside the board.
std::vector<std::vector<Digits>> lines_beside(const Pixels& pixels, Box board, const Classifier& classify) {
    std::vector<std::vector<Digits>> result;
    const double highest = share_of_side * std::min(pixels.width(), pixels.height());
    const SignSizes sizes{least_height, highest, widest * highest};
    const Box beside[] = {{0, 0, pixels.width(), board.y},
                          {0, board.bottom(), pixels.width(), pixels.height() - board.bottom()},
                          {0, board.y, board.x, board.height},
                          {board.right(), board.y, pixels.width() - board.right(), board.height}};
    for (const Box& side : beside) {
        const Box area = pixels.clipped(side);
        for (const Colour paper : papers_of(pixels, area)) {
            for (const auto& line : find_lines(pixels, area, paper, sizes, least_digits, classify)) {
                result.emplace_back();
                for (const Scores& scores : line) result.back().push_back(digits_of(scores));
            }
        }
    }
    return result;
}

}  // namespace

std::vector<std::int64_t> shown_numbers(const Pixels& pixels, Box board, const Classifier& classify) {
    const auto lines = lines_beside(pixels, board, classify);
    std::vector<Candidate> candidates;
    for (const auto& line : lines) add_candidates(line, candidates);
    std::ranges::stable_sort(candidates, {}, &Candidate::meanings);
    std::vector<std::int64_t> result;
    for (const Candidate& candidate : candidates)
        if (result.size() + candidate.meanings <= most_numbers) add_numbers(candidate.signs, result);
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

}  // namespace kiebitz::picture
