#include "picture/numbered.hpp"

#include <cmath>

#include "common/microsoft_draws.hpp"
#include "common/types.hpp"

namespace kiebitz::picture {
namespace {

constexpr int pack = microsoft::pack_size;
constexpr std::size_t places_for_promise = 2 * columns_dealt;
// Gains are logarithms of a likelihood ratio: the card of the deal against any card. A card that agrees gains 3.9 at
// most, so chance gives the best of a million deals about 25, and one alone far less.
constexpr double largest_loss = -7, most_gain = 4, least_promise = 12, least_gain = 45, least_gain_of_given = 15;
constexpr double clear_gain = 2.5;   // of the last card of a column that is taken for the deal's
constexpr double loss_of_fresh = 8;  // a board as high as the deal may lose that much against its best part

// The gain of each card at each place of the columns.
class Gains {
public:
    explicit Gains(const ColumnScores& columns) {
        for (const auto& column : columns) {
            firsts_.push_back(gains_.size());
            for (const CardScores& scores : column) {
                double sum = 0;
                for (int card = 0; card < pack; ++card) sum += std::exp(scores.of(card));
                auto& gains = gains_.emplace_back();
                for (int card = 0; card < pack; ++card)
                    gains[std::size_t(card)] =
                        float(std::max(largest_loss, scores.of(card) - std::log(sum / pack + 1e-300)));
            }
        }
        firsts_.push_back(gains_.size());
    }
    int height(std::size_t column) const { return int(firsts_[column + 1] - firsts_[column]); }
    float at(std::size_t column, int row, int card) const {
        return gains_[firsts_[column] + std::size_t(row)][std::size_t(card)];
    }

private:
    std::vector<std::array<float, pack>> gains_;
    std::vector<std::size_t> firsts_;  // of each column
};

// How much the upper end of a column gains, up to its best length.
struct UpperEnd {
    double of_all = 0, gain = 0;
    int cards = 0, length = 0;

    void add(double card_gain) {
        of_all += card_gain;
        ++cards;
        if (card_gain < clear_gain || of_all <= gain) return;
        gain = of_all;
        length = cards;
    }
};

// The gains by places in the order of dealing; places without a card gain nothing.
class Search {
public:
    explicit Search(const Gains& gains) {
        for (std::size_t place = 0; place < pack; ++place) {
            const std::size_t column = place % columns_dealt;
            const int row = int(place / columns_dealt);
            has_card_[place] = row < gains.height(column);
            for (int card = 0; has_card_[place] && card < pack; ++card)
                gains_[place][std::size_t(card)] = gains.at(column, row, card);
        }
        for (std::size_t column = 0; column < columns_dealt; ++column)
            for (std::size_t card = 0; card < pack; ++card)
                promises_[column][card] = std::max(0.0, gains_[column][card] + most_gain);
    }

    // How much the upper ends gain together; less for a deal that promises little.
    double gain_of(std::int64_t number) const {
        microsoft::Draws draws(microsoft::readings[0], number);
        std::array<std::size_t, columns_dealt> first_row{};
        double promise = 0;
        for (std::size_t column = 0; column < columns_dealt; ++column) {
            first_row[column] = draws.next();
            promise += promises_[column][first_row[column]];
        }
        if (promise < least_promise) return 0;
        Ends ends{};
        for (std::size_t place = 0; place < pack; ++place) {
            const std::size_t card = place < columns_dealt ? first_row[place] : draws.next();
            if (has_card_[place]) ends[place % columns_dealt].add(gains_[place][card]);
            if (place + 1 == places_for_promise && gain_of_all(ends) < least_promise) break;
        }
        return gain_of_all(ends);
    }

private:
    using Ends = std::array<UpperEnd, columns_dealt>;

    static double gain_of_all(const Ends& ends) {
        double gain = 0;
        for (const UpperEnd& end : ends) gain += end.gain;
        return gain;
    }

    std::array<std::array<double, pack>, columns_dealt> promises_{};  // at most, of two rows by the card of the first
    std::array<std::array<float, pack>, pack> gains_{};
    std::array<bool, pack> has_card_{};
};

AgreedDeal compare(const Gains& gains, const Dealt& dealt, double gain_needed) {
    AgreedDeal deal{false, 0, 0, true, dealt};
    double of_all = 0;
    bool is_whole = true;
    std::size_t shortest = pack;  // some games deal the cards of the last row to cells
    for (const auto& column : dealt) shortest = std::min(shortest, column.size());
    for (std::size_t i = 0; i < dealt.size(); ++i) {
        const int height = int(dealt[i].size());
        UpperEnd end;
        while (end.cards < std::min(height, gains.height(i)))
            end.add(gains.at(i, end.cards, dealt[i][std::size_t(end.cards)]));
        deal.gain += end.gain;
        of_all += end.of_all;
        deal.cards[i].resize(std::size_t(end.length));
        is_whole = is_whole && gains.height(i) == height;
        deal.is_fresh = deal.is_fresh && (gains.height(i) == height || gains.height(i) == int(shortest));
    }
    deal.agrees = deal.gain >= gain_needed;
    deal.is_fresh = deal.is_fresh && of_all >= deal.gain - (is_whole ? loss_of_fresh : 0);
    if (deal.is_fresh)
        for (std::size_t i = 0; i < dealt.size(); ++i)
            deal.cards[i].assign(dealt[i].begin(), dealt[i].begin() + gains.height(i));
    return deal;
}

Dealt numbered(std::int64_t number) {
    std::array<std::uint8_t, pack> cards{};
    deal_microsoft(number, cards);
    Dealt dealt(columns_dealt);
    for (std::size_t place = 0; place < pack; ++place) dealt[place % columns_dealt].push_back(cards[place]);
    return dealt;
}

// Whether the first card of a column above those of the deal may have been put there: on a neighbour in rank.
bool could_grow(const Gains& gains, std::size_t column, const std::vector<std::uint8_t>& dealt) {
    const int row = int(dealt.size());
    if (!row || gains.height(column) <= row) return true;
    int likeliest = 0;
    for (int card = 1; card < pack; ++card)
        if (gains.at(column, row, card) > gains.at(column, row, likeliest)) likeliest = card;
    const int difference = rank_of(Card(likeliest)) - rank_of(Card(dealt.back()));
    return gains.at(column, row, likeliest) < clear_gain || difference == 1 || difference == -1;
}

AgreedDeal compare_given(const Gains& gains, const Dealt& dealt, double gain_needed) {
    AgreedDeal deal = compare(gains, dealt, gain_needed);
    for (std::size_t i = 0; i < dealt.size() && !deal.is_fresh; ++i)
        if (!could_grow(gains, i, deal.cards[i])) return {};
    return deal;
}

}  // namespace

AgreedDeal find_deal(const ColumnScores& columns) {
    const Gains gains(columns);
    const Search search(gains);
    double best = 0;
    std::int64_t best_number = 0;
    for (std::int64_t number = 1; number <= last_number_tried; ++number) {
        const double gain = search.gain_of(number);
        if (gain <= best) continue;
        best = gain;
        best_number = number;
        if (gain >= least_gain) break;  // no other one does
    }
    AgreedDeal deal = compare(gains, numbered(best_number), least_gain);
    deal.number = best_number;
    return deal;
}

AgreedDeal find_deal(const ColumnScores& columns, std::span<const std::int64_t> numbers) {
    AgreedDeal best;
    const Gains gains(columns);
    const double gain_needed = least_gain_of_given + std::log(std::max<double>(1, double(numbers.size())));
    for (const std::int64_t number : numbers) {
        AgreedDeal deal = compare_given(gains, numbered(number), gain_needed);
        if (deal.gain <= best.gain) continue;
        best = std::move(deal);
        best.number = number;
    }
    return best;
}

AgreedDeal compare_deal(const ColumnScores& columns, const Dealt& dealt) {
    ColumnScores all(columns);
    while (all.size() > dealt.size() && all.back().empty()) all.pop_back();
    if (all.size() > dealt.size()) return {};
    all.resize(dealt.size());
    return compare_given(Gains(all), dealt, least_gain_of_given);
}

}  // namespace kiebitz::picture
