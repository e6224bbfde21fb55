#include "picture/numbered.hpp"

#include <cmath>
#include <numeric>

#include "common/microsoft_draws.hpp"

namespace kiebitz::picture {
namespace {

constexpr std::int64_t last_number = 1'000'000;
constexpr int columns_dealt = 8, pack = microsoft::pack_size, rows_for_promise = 2;
// Gains are logarithms of a likelihood ratio: the card of the deal against any card. A card that agrees gains 3.9 at
// most, so chance gives the best of a million deals about 25.
constexpr double largest_loss = -7, most_gain = 4, least_promise = 12, least_gain = 45;
constexpr double clear_gain = 2.5;   // of the last card of a column that is taken for the deal's
constexpr double loss_of_fresh = 8;  // a board as high as the deal may lose that much against its best part

// The gain of each card at each place of the deal; places without a card gain nothing.
class Gains {
public:
    explicit Gains(const std::vector<std::vector<CardScores>>& columns) {
        for (int place = 0; place < pack; ++place) {
            const auto& column = columns[std::size_t(place % columns_dealt)];
            const auto row = std::size_t(place / columns_dealt);
            if (row >= column.size()) continue;
            double sum = 0;
            for (int card = 0; card < pack; ++card) sum += std::exp(column[row].of(card));
            for (int card = 0; card < pack; ++card)
                at(place, card) = float(std::max(largest_loss, column[row].of(card) - std::log(sum / pack + 1e-300)));
        }
    }
    float& at(int place, int card) { return gains_[std::size_t(place)][std::size_t(card)]; }

private:
    std::array<std::array<float, pack>, pack> gains_{};
};

// How much the upper ends of the columns gain together, each up to its best length.
struct Agreement {
    double gain = 0, gain_of_all = 0;
    std::array<int, columns_dealt> lengths{};
};

Agreement agreement(Gains& gains, std::int64_t number, const std::array<int, columns_dealt>& heights) {
    microsoft::Draws draws(microsoft::readings[0], number);
    std::array<double, columns_dealt> sums{}, best{};
    Agreement result;
    for (int place = 0; place < pack; ++place) {
        const auto column = std::size_t(place % columns_dealt);
        const int row = place / columns_dealt;
        const int card = draws.next();
        if (row >= heights[column]) continue;
        const double gain = gains.at(place, card);
        sums[column] += gain;
        result.gain_of_all += gain;
        if (gain >= clear_gain && sums[column] > best[column]) {
            result.gain += sums[column] - best[column];
            best[column] = sums[column];
            result.lengths[column] = row + 1;
        }
        if (column + 1 < columns_dealt || row >= rows_for_promise) continue;
        const int rows_left = rows_for_promise - 1 - row;
        double promise = 0;  // at most, if all cards of the rows left agree
        for (std::size_t i = 0; i < columns_dealt; ++i)
            promise += std::max(best[i], rows_left ? sums[i] + rows_left * most_gain : 0);
        if (promise < least_promise) break;
    }
    return result;
}

// Whether columns are as high as dealt; some games deal the cards of the last row to cells.
bool is_fresh(const std::array<int, columns_dealt>& heights) {
    for (int i = 0; i < columns_dealt; ++i)
        if (const int height = heights[std::size_t(i)];
            height != pack / columns_dealt && height != (pack - i + columns_dealt - 1) / columns_dealt)
            return false;
    return true;
}

}  // namespace

NumberedDeal find_deal(const std::vector<std::vector<CardScores>>& columns) {
    if (columns.size() != columns_dealt) return {};
    Gains gains(columns);
    std::array<int, columns_dealt> heights;
    for (std::size_t i = 0; i < columns_dealt; ++i) heights[i] = int(columns[i].size());
    Agreement best;
    NumberedDeal deal;
    for (std::int64_t number = 1; number <= last_number; ++number) {
        const Agreement agreed = agreement(gains, number, heights);
        if (agreed.gain <= best.gain) continue;
        best = agreed;
        deal.number = number;
    }
    if (best.gain < least_gain) return {};
    const int cards = std::accumulate(heights.begin(), heights.end(), 0);
    if (is_fresh(heights) && best.gain_of_all >= best.gain - (cards == pack ? loss_of_fresh : 0)) {
        best.lengths = heights;
        deal.is_fresh = true;
    }
    microsoft::Draws draws(microsoft::readings[0], deal.number);
    deal.cards.resize(columns_dealt);
    for (int place = 0; place < pack; ++place) {
        const auto column = std::size_t(place % columns_dealt);
        if (const int card = draws.next(); place / columns_dealt < best.lengths[column])
            deal.cards[column].push_back(card);
    }
    return deal;
}

}  // namespace kiebitz::picture
