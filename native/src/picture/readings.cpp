#include "picture/readings.hpp"

#include <cmath>
#include <numeric>

#include "common/types.hpp"
#include "picture/foundations.hpp"

namespace kiebitz::picture {
namespace {

constexpr int most_cells_read = 8, foundations_read = 4;
constexpr double impossible = -60;                          // for a card that is elsewhere
constexpr double price_of_side = 2;                         // of a cell among foundations, by its place, or the reverse
constexpr double margin_at_half = 3.5, margin_scale = 1.2;  // of the confidence

}  // namespace

std::vector<std::uint8_t> Reading::home() const {
    std::vector<std::uint8_t> result(one_pack ? suits : 0);
    for (const int top : tops) result[std::size_t(top % suits)] = std::uint8_t(top / suits + 1);
    return result;
}

bool Reading::agrees(const Reading& another, std::size_t place) const {
    const auto is_same = [&](std::size_t i) { return cards[i] == another.cards[place]; };
    for (const auto set : {&Reading::cells, &Reading::foundations})
        if (std::ranges::find(another.*set, place) != (another.*set).end() && std::ranges::any_of(this->*set, is_same))
            return true;
    return is_same(place);
}

double confidence_of(const Assignment::Next& doubt) {
    return 1 / (1 + std::exp((margin_at_half - doubt.loss) / margin_scale));
}

Readings::Readings(const Layout& layout, std::vector<const Place*> places, std::size_t in_columns,
                   std::vector<CardScores> scores)
    : top_(layout.top), width_(layout.width), height_(layout.height), places_(std::move(places)),
      in_columns_(in_columns), scores_(std::move(scores)) {
    const std::size_t row = places_.size() - in_columns_;
    std::vector<std::size_t> order(row);
    std::iota(order.begin(), order.end(), in_columns_);
    for (const bool reversed : {false, true}) {
        if (reversed) std::ranges::reverse(order);
        for (std::size_t cells = 0; cells <= row; ++cells)
            if (cells <= most_cells_read && row - cells <= foundations_read)
                add({order.begin(), order.begin() + std::ptrdiff_t(cells)},
                    {order.begin() + std::ptrdiff_t(cells), order.end()});
    }
    if (all_.empty()) all_.push_back(no_pack());
    std::ranges::stable_sort(all_, std::ranges::greater{}, &Reading::score);
}

// The readings with these cards in cells, and these on the foundations.
void Readings::add(std::vector<std::size_t> cells, const std::vector<std::size_t>& foundations) {
    std::vector<CardScores> shown;
    for (const std::size_t i : foundations) shown.push_back(scores_[i]);
    const int home = max_cards - int(in_columns_ + cells.size());
    if (foundations.empty() != (home == 0)) return;
    const double price = price_of_sides(cells, foundations);
    std::ranges::sort(cells);
    for (const Foundations& tops : likeliest_foundations(shown, home)) {
        Reading reading{tops.score - price, cells, foundations, std::vector<int>(places_.size()), tops.cards, true};
        const Assignment assignment = assign(reading);
        const std::vector<std::size_t> rows = rows_of(reading);
        for (std::size_t i = 0; i < rows.size(); ++i) reading.cards[rows[i]] = assignment.column_of(int(i));
        for (std::size_t i = 0; i < foundations.size(); ++i) reading.cards[foundations[i]] = tops.cards[i];
        reading.score += assignment.total();
        all_.push_back(std::move(reading));
    }
}

// Programs have cells on the left, foundations on the right, or a row for each above the columns.
double Readings::price_of_sides(const std::vector<std::size_t>& cells,
                                const std::vector<std::size_t>& foundations) const {
    const auto is_below = [&](const auto& some, const auto& others) {
        return std::ranges::all_of(some, [&](std::size_t i) {
            if (places_[i]->card.y + height_ / 2 > top_) return false;
            return std::ranges::all_of(
                others, [&](std::size_t k) { return places_[i]->card.y - places_[k]->card.y > height_ / 2; });
        });
    };
    if (!cells.empty() && !foundations.empty() && (is_below(cells, foundations) || is_below(foundations, cells)))
        return 0;
    int left_x = 1 << 30, right = 0;
    for (const Place* place : places_) {
        left_x = std::min(left_x, place->card.x);
        right = std::max(right, place->card.right());
    }
    const auto is_left = [&](std::size_t i) { return places_[i]->card.x + width_ / 2 < (left_x + right) / 2; };
    const auto wrong = std::ranges::count_if(cells, [&](std::size_t i) { return !is_left(i); }) +
                       std::ranges::count_if(foundations, is_left);
    return price_of_side * double(wrong);
}

// No reading is one pack: each card once, and nothing more.
Reading Readings::no_pack() const {
    Reading reading{0, {}, {}, std::vector<int>(places_.size()), {}, false};
    for (std::size_t i = in_columns_; i < places_.size(); ++i) reading.cells.push_back(i);
    const Assignment assignment = assign(reading);
    for (std::size_t i = 0; i < places_.size(); ++i) reading.cards[i] = assignment.column_of(int(i));
    reading.score = assignment.total();
    return reading;
}

std::vector<std::size_t> Readings::rows_of(const Reading& reading) const {
    std::vector<std::size_t> rows(in_columns_);
    std::iota(rows.begin(), rows.end(), 0);
    rows.insert(rows.end(), reading.cells.begin(), reading.cells.end());
    return rows;
}

// The cards of columns and cells, with no card that is at home.
Assignment Readings::assign(const Reading& reading) const {
    std::vector<char> home(max_cards);
    for (const int top : reading.tops)
        for (int card = top; card >= 0; card -= suits) home[std::size_t(card)] = 1;
    std::vector<double> values;
    const std::vector<std::size_t> rows = rows_of(reading);
    for (const std::size_t row : rows)
        for (int card = 0; card < max_cards; ++card)
            values.push_back(home[std::size_t(card)] ? impossible : scores_[row].of(card));
    return {int(rows.size()), max_cards, std::move(values)};
}

// Whether columns, cells and homes have the same cards.
bool Readings::is_same(const Fitting& board, const Fitting& another) const {
    return board.home == another.home &&
           std::ranges::is_permutation(std::span(board.cards).subspan(in_columns_),
                                       std::span(another.cards).subspan(in_columns_)) &&
           std::ranges::equal(std::span(board.cards).first(in_columns_), std::span(another.cards).first(in_columns_));
}

std::vector<Assignment::Next> Readings::doubts() const {
    const Reading& best = all_[0];
    std::vector<Assignment::Next> result(places_.size(), {1e9, -1});
    const Assignment assignment = assign(best);
    const std::vector<std::size_t> rows = rows_of(best);
    for (std::size_t i = 0; i < rows.size(); ++i)
        result[rows[i]] =
            i < in_columns_ ? assignment.without(i, i, i + 1) : assignment.without(i, in_columns_, rows.size());
    for (const Reading& reading : all_)
        for (std::size_t i = 0; i < places_.size(); ++i)
            if (best.score - reading.score < result[i].loss && !reading.agrees(best, i))
                result[i] = {best.score - reading.score, reading.cards[i]};
    return result;
}

// The best board is taken off, and those that differ from it in a first place and not before follow from it: K. G.
// Murty, An algorithm for ranking all the assignments in order of increasing cost, 1968.
std::vector<Fitting> Readings::fittings(const std::vector<Assignment::Next>& doubt) const {
    struct Branch {
        const Reading* from;
        Assignment assignment;
        double score;
    };
    const Reading& best = all_[0];
    const auto is_open = [&](double score) { return confidence_of({best.score - score, -1}) < sure; };
    const std::vector<std::size_t> rows = rows_of(best);
    const auto is_sure = [&](std::size_t i) { return confidence_of(doubt[rows[i]]) >= sure; };
    // A card of a column stays at its place, one of the cells in any of them: in no column.
    const auto keep = [&](Assignment& assignment, std::size_t i, int card) {
        if (i < in_columns_) assignment.fix(i);
        else assignment.forbid(card, 0, in_columns_);
    };
    std::vector<Branch> branches;
    for (const Reading& reading : all_) {
        if (!is_open(reading.score) || reading.cells != best.cells || reading.foundations != best.foundations) continue;
        branches.push_back({&reading, assign(reading), reading.score});
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (is_sure(i)) keep(branches.back().assignment, i, best.cards[rows[i]]);
    }
    std::vector<Fitting> result;
    while (!branches.empty() && result.size() < most_readings) {
        const auto likeliest = std::ranges::max_element(branches, {}, &Branch::score);
        Branch branch = std::move(*likeliest);
        branches.erase(likeliest);
        Fitting board;
        for (std::size_t i = 0; i < rows.size(); ++i)
            board.cards.push_back(std::uint8_t(branch.assignment.column_of(int(i))));
        const auto cells = std::span(board.cards).subspan(in_columns_);
        for (std::size_t i = 0; i < cells.size(); ++i)  // in the cells of the best board, as far as they agree
            if (const auto at = std::ranges::find(cells, best.cards[rows[in_columns_ + i]]); at != cells.end())
                std::swap(*at, cells[i]);
        board.cards.insert(board.cards.end(), branch.from->tops.begin(), branch.from->tops.end());
        board.home = branch.from->home();
        if (std::ranges::any_of(result, [&](const Fitting& another) { return is_same(another, board); })) continue;
        result.push_back(std::move(board));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (is_sure(i)) continue;
            const std::size_t first = i < in_columns_ ? i : in_columns_, end = i < in_columns_ ? i + 1 : rows.size();
            Assignment another = branch.assignment.other(i, first, end);
            const double score = branch.score - branch.assignment.total() + another.total();
            if (is_open(score)) branches.push_back({branch.from, std::move(another), score});
            keep(branch.assignment, i, branch.assignment.column_of(int(i)));
        }
    }
    return result;
}

}  // namespace kiebitz::picture
