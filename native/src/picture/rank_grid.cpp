#include "picture/rank_grid.hpp"

#include <cmath>

#include "picture/lines.hpp"

namespace kiebitz::picture {
namespace {

constexpr std::size_t most_signs = 1500;
constexpr std::ptrdiff_t most_ranks = 400;  // a page of text has more; a pack has 52, in two corners of its cards
constexpr double least_sign = 6, share_of_side = 0.1,
                 widest_sign = 1.6;     // parts of the shorter side, and of the height
constexpr double rank_from = 0.5;       // chance
constexpr double worth_of_sign = -0.2;  // of unknown meaning, where a rank should be
constexpr double price_of_absence = 0.7, price_of_other = 0.6, worth_of_end = 2.5, worth_of_step = 3;
constexpr double worth_in_row = 0.9, price_of_column = 1.5;
// Parts of a rank's height.
constexpr double like_height = 0.25, beside = 0.5, level = 0.3, least_pitch = 1.9, least_step = 0.75;
// Parts of the pitch.
constexpr double least_row_gap = 0.7, most_row_gap = 2.5, most_step = 1.1;
constexpr int most_columns = 13, most_in_column = 20, most_in_row = 8;
constexpr double like_step = 0.04;  // of a step
constexpr double least_score = 8;
constexpr double least_clear = 20, clear_share = 0.75;  // cards

// A sign of the usual height of ranks: the centre across, the upper edge, and how much it counts as a rank.
struct Mark {
    double x, y, height, worth;
};

std::vector<Mark> marks_of(const std::vector<Sign>& signs) {
    std::vector<Mark> marks;
    for (const Sign& sign : signs)
        marks.push_back(
            {sign.box.x + sign.box.width / 2.0, double(sign.box.y), double(sign.box.height), sign.rank_chance()});
    return marks;
}

bool is_rank(const Mark& mark) { return mark.worth >= rank_from; }

// The height that most ranks with another one below them have.
double usual_height_of(const std::vector<Mark>& marks) {
    double best = 0, best_count = 0;
    for (const Mark& mark : marks) {
        if (!is_rank(mark)) continue;
        double count = 0;
        for (const Mark& a : marks) {
            if (!is_rank(a) || std::abs(a.height - mark.height) > like_height * mark.height) continue;
            count += std::ranges::any_of(marks, [&](const Mark& b) {
                return is_rank(b) && std::abs(b.height - mark.height) <= like_height * mark.height &&
                       std::abs(a.x - b.x) <= beside * mark.height && std::abs(a.y - b.y) >= least_step * mark.height;
            });
        }
        if (count <= best_count) continue;
        best_count = count;
        best = mark.height;
    }
    return best;
}

struct Teeth {
    double x = 0, pitch = 0, score = 0;
    int count = 0;

    int nearest(double at) const { return int(std::lround((at - x) / pitch)); }
    double off(double at) const { return std::abs(at - x - nearest(at) * pitch); }
};

class Grid {
public:
    Grid(std::vector<Mark> marks, double height, int picture_width) : height_(height), picture_width_(picture_width) {
        std::ranges::stable_sort(marks, std::ranges::greater{}, &Mark::worth);
        for (const Mark& mark : marks) {
            if (std::abs(mark.height - height) > like_height * height) continue;
            const bool is_new = std::ranges::none_of(marks_, [&](const Mark& other) {
                return std::abs(mark.x - other.x) <= beside * height && std::abs(mark.y - other.y) <= level * height;
            });
            if (is_new) marks_.push_back({mark.x, mark.y, mark.height, is_rank(mark) ? 1 : worth_of_sign});
        }
        std::ranges::stable_sort(marks_, {}, &Mark::y);
        find_teeth();
        if (!teeth.count) return;
        widen();
        find_top();
    }

    // Whether all columns end where their sides do, and most ranks are where they should be.
    bool is_clear(const std::vector<std::optional<double>>& lasts) const {
        double cards = double(row.size()), all = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Column& column = columns[i];
            if (lasts[i] && std::abs(top + (column.cards - 1) * column.step - *lasts[i]) > level * height_ + 1)
                return false;
            cards += column.cards;
            all += column.score;
        }
        return cards >= least_clear && all >= clear_share * (cards - double(row.size()));
    }
    // Fits the columns again, with the places of their last ranks by the columns' lower ends, and the step that most
    // columns have.
    void refit(const std::vector<std::optional<double>>& lasts) {
        const std::optional<double> step = usual_step();
        for (int i = 0; i < teeth.count; ++i) columns[std::size_t(i)] = fit(i, top, lasts[std::size_t(i)], step);
    }

    Teeth teeth;
    struct Column {
        double score = 0, step = 0;
        int cards = 0;
    };
    double top = 0, score = 0, row_y = 0;
    std::vector<Column> columns;
    std::vector<double> row;  // across

private:
    static bool strong(const Mark& mark) { return mark.worth == 1; }

    void find_teeth() {
        std::vector<double> places;
        for (const Mark& mark : marks_)
            if (strong(mark) &&
                std::ranges::none_of(places, [&](double x) { return std::abs(x - mark.x) < 0.3 * height_; }))
                places.push_back(mark.x);
        for (const double a : places) {
            for (const double b : places) {
                for (int k = 1; k < most_columns && (b - a) / k >= least_pitch * height_; ++k) {
                    const Teeth tried = scored(a, (b - a) / k);
                    if (tried.score > teeth.score) teeth = tried;
                }
            }
        }
        if (!teeth.count) return;
        double n = 0, sum_i = 0, sum_x = 0, sum_ii = 0, sum_ix = 0;  // the line through the ranks
        for (const Mark& mark : marks_) {
            if (!strong(mark) || teeth.off(mark.x) > beside * height_) continue;
            const int i = teeth.nearest(mark.x);
            if (i < 0 || i >= teeth.count) continue;
            n += 1;
            sum_i += i;
            sum_x += mark.x;
            sum_ii += i * i;
            sum_ix += i * mark.x;
        }
        const double spread = n * sum_ii - sum_i * sum_i;
        if (spread > 0) {
            teeth.pitch = (n * sum_ix - sum_i * sum_x) / spread;
            teeth.x = (sum_x - teeth.pitch * sum_i) / n;
        }
    }
    Teeth scored(double x, double pitch) const {
        Teeth result{x - std::floor(x / pitch) * pitch, pitch, 0, 0};
        const int count = int((picture_width_ - result.x) / pitch) + 1;
        std::vector<double> sums(std::size_t(count) + 1);
        for (const Mark& mark : marks_)
            if (strong(mark) && result.off(mark.x) <= beside * height_ * 0.8)
                sums[std::size_t(std::max(0, result.nearest(mark.x)))] += 1;
        double best = 0, sum = 0;
        int first = 0, best_first = 0, best_count = 0;
        for (int i = 0; i < count; ++i) {
            if (sum <= 0) {
                sum = 0;
                first = i;
            }
            sum += sums[std::size_t(i)] - price_of_column;
            if (sum <= best || i + 1 - first > most_columns) continue;
            best = sum;
            best_first = first;
            best_count = i + 1 - first;
        }
        result.x += best_first * pitch;
        result.count = best_count;
        result.score = best;
        return result;
    }

    // Columns at the sides may show too few ranks: the grid goes on to both sides.
    void widen() {
        for (int more = usual_columns - teeth.count; more > 0; --more) {
            if (teeth.x - teeth.pitch > 0) {
                teeth.x -= teeth.pitch;
                ++teeth.count;
            }
            if (teeth.x + teeth.pitch * teeth.count + height_ <= picture_width_) ++teeth.count;
        }
    }
    void find_top() {
        std::vector<double> tried;
        for (const Mark& mark : marks_) {
            if (!strong(mark) || !in_column(mark)) continue;
            if (std::ranges::any_of(tried, [&](double y) { return std::abs(y - mark.y) <= level * height_ / 2; }))
                continue;
            tried.push_back(mark.y);
            consider(mark.y);
        }
    }
    bool in_column(const Mark& mark) const {
        const int i = teeth.nearest(mark.x);
        return i >= 0 && i < teeth.count && teeth.off(mark.x) <= beside * height_;
    }
    void consider(double y) {
        std::vector<Column> fitted;
        double sum = 0, largest_step = 0;
        for (int i = 0; i < teeth.count; ++i) {
            fitted.push_back(fit(i, y));
            sum += fitted.back().score;
            largest_step = std::max(largest_step, fitted.back().step);
        }
        // The row above: the line with the most ranks, at some distance.
        const double end = y - std::max(least_row_gap * teeth.pitch, largest_step);
        double best_row = 0, best_row_y = 0;
        std::vector<double> best_places;
        for (const Mark& line : marks_) {
            if (!strong(line) || line.y > end || line.y < y - most_row_gap * teeth.pitch) continue;
            std::vector<double> places;
            double others = 0;
            for (const Mark& mark : marks_) {
                if (!strong(mark) || mark.y > y - level * height_) continue;
                if (std::abs(mark.y - line.y) <= level * height_) {
                    if (std::ranges::none_of(places, [&](double x) { return std::abs(x - mark.x) < teeth.pitch / 2; }))
                        places.push_back(mark.x);
                } else if (in_column(mark)) {
                    others += price_of_other;
                }
            }
            const double value = worth_in_row * std::min<double>(most_in_row, double(places.size())) - others;
            if (!best_places.empty() && value <= best_row) continue;
            best_row = value;
            best_row_y = line.y;
            best_places = places;
        }
        if (best_places.empty())
            for (const Mark& mark : marks_)
                if (strong(mark) && mark.y < y - level * height_ && in_column(mark)) best_row -= price_of_other;
        sum += best_row;
        if (sum <= score) return;
        score = sum;
        top = y;
        columns = std::move(fitted);
        row_y = best_row_y;
        row = std::move(best_places);
    }

    static bool alike(double step, double other) { return std::abs(step - other) <= like_step * other; }
    // The step of most cards, if columns share one.
    std::optional<double> usual_step() const {
        std::optional<double> best;
        int best_cards = 0;
        for (const Column& column : columns) {
            int cards = 0;
            for (const Column& other : columns)
                if (&other != &column && other.cards > 1 && alike(other.step, column.step)) cards += other.cards;
            if (column.cards < 2 || cards <= best_cards) continue;
            best_cards = cards;
            best = column.step;
        }
        return best;
    }
    // `expected` is where the last card's rank should be by the column's lower end; `usual` a step that many columns
    // have.
    Column fit(int i, double y, std::optional<double> expected = {}, std::optional<double> usual = {}) const {
        std::vector<const Mark*> marks;
        double strong_below = 0;
        for (const Mark& mark : marks_) {
            if (mark.y < y - level * height_ || teeth.nearest(mark.x) != i || teeth.off(mark.x) > beside * height_)
                continue;
            marks.push_back(&mark);
            strong_below += strong(mark);
        }
        Column best;
        best.score = -price_of_other * strong_below;
        double best_value = best.score + (usual ? worth_of_step : 0);
        const auto consider_cards = [&](int cards, double step) {
            double sum = 0, strong_used = 0;
            for (int k = 0; k < cards; ++k) {
                const Mark* at = nullptr;
                for (const Mark* mark : marks)
                    if (std::abs(mark->y - y - k * step) <= level * height_ + 1 && (!at || mark->worth > at->worth))
                        at = mark;
                sum += at ? at->worth : -price_of_absence;
                strong_used += at && strong(*at);
            }
            sum -= price_of_other * (strong_below - strong_used);
            const double end = y + (cards - 1) * step;
            if (expected && std::abs(end - *expected) <= level * height_ + 1) sum += worth_of_end;
            const double value = sum + (usual && (cards == 1 || alike(step, *usual)) ? worth_of_step : 0);
            if (value <= best_value) return;
            best_value = value;
            best.score = sum;
            best.cards = cards;
            best.step = step;
        };
        consider_cards(1, 0);
        std::vector<double> lasts;
        for (const Mark* mark : marks)
            if (strong(*mark)) lasts.push_back(mark->y);
        if (expected) lasts.push_back(*expected);
        for (const double last : lasts) {
            if (last < y + least_step * height_) continue;
            for (int cards = 2; cards <= most_in_column; ++cards) {
                const double step = (last - y) / (cards - 1);
                if (step < least_step * height_) break;
                if (step <= most_step * teeth.pitch) consider_cards(cards, step);
            }
        }
        return best;
    }

    std::vector<Mark> marks_;
    double height_;
    int picture_width_;
};

// The sides and tops of cards around a grid of ranks.
class Outline {
public:
    Outline(const Pixels& pixels, const Edges& edges, const Grid& grid, double rank_height)
        : edges_(edges), grid_(grid), height_(rank_height) {
        find_sides();
        std::vector<picture::Column> columns;
        for (std::size_t i = 0; i < grid.columns.size(); ++i) columns.emplace_back(pixels, edges, x_of(i), width, dark);
        find_above(columns);
        for (const picture::Column& column : columns)
            ends_.push_back(column.end_below(std::max(0, rounded(grid.top) - above)));
        find_height();
    }

    // Where the columns' last ranks are by the columns' ends.
    std::vector<std::optional<double>> lasts() const {
        std::vector<std::optional<double>> result;
        for (const auto& end : ends_)
            result.push_back(end ? std::optional<double>(*end - height + above) : std::nullopt);
        return result;
    }

    // The left side of a column.
    int x_of(std::size_t i) const {
        return rounded(std::max(0.0, grid_.teeth.x + grid_.teeth.pitch * double(i) - inset));
    }

    bool dark = false;
    int inset = 0, width = 0, above = 0, height = 0;

private:
    static constexpr double least_share = 0.3;

    // Both sides at once: ranks may be at the right of the cards, too.
    void find_sides() {
        const int pitch = rounded(grid_.teeth.pitch), margin = std::max(2, int(0.3 * height_));
        inset = rounded(0.9 * height_);
        width = rounded(0.88 * pitch);
        double best = least_share;
        for (const bool is_dark : {false, true}) {
            const int sign = is_dark ? -1 : 1;
            std::vector<double> lefts, rights;  // from -pitch on, from 0 on
            for (int d = 0; d <= pitch; ++d) {
                lefts.push_back(side(-d, sign));
                rights.push_back(side(d, -sign));
            }
            for (int d = margin; d <= pitch - margin; ++d) {
                for (int w = std::max(pitch / 2, d + margin); w <= pitch; ++w) {
                    const double share = lefts[std::size_t(d)] + rights[std::size_t(w - d)];
                    if (share <= best) continue;
                    best = share;
                    inset = d;
                    width = w;
                    dark = is_dark;
                }
            }
        }
    }
    double side(int offset, int sign) const {
        int edged = 0, all = 0;
        for (std::size_t i = 0; i < grid_.columns.size(); ++i) {
            const auto& column = grid_.columns[i];
            if (!column.cards) continue;
            const int x = rounded(std::max(0.0, grid_.teeth.x + grid_.teeth.pitch * double(i) + offset));
            const int end = rounded(grid_.top + (column.cards - 1) * column.step + 2 * height_);
            if (x < 1 || x + 1 >= edges_.width()) continue;
            for (int y = std::max(0, int(grid_.top)); y < std::min(end, edges_.height()); ++y) {
                ++all;
                edged += edges_.at(x, y) == sign || edges_.at(x - 1, y) == sign || edges_.at(x + 1, y) == sign;
            }
        }
        return all ? double(edged) / all : 0;
    }
    void find_above(const std::vector<picture::Column>& columns) {
        const int reach = rounded(2 * height_);
        std::vector<double> sums(std::size_t(reach) + 1);
        for (std::size_t i = 0; i < grid_.columns.size(); ++i) {
            const auto& column = grid_.columns[i];
            if (!column.cards) continue;
            for (int k = 0; k < column.cards; ++k)
                for (int d = 1; d <= reach; ++d)
                    sums[std::size_t(d)] += columns[i].lines.at(rounded(grid_.top + k * column.step) - d) * (k ? 1 : 2);
        }
        const auto best = std::ranges::max_element(sums);
        above = *best > 1 ? int(best - sums.begin()) : rounded(0.4 * height_);
    }
    // The height by which the ends of most columns agree with their last ranks.
    void find_height() {
        std::vector<int> heights;
        for (std::size_t i = 0; i < grid_.columns.size(); ++i) {
            const auto& column = grid_.columns[i];
            if (column.cards && ends_[i])
                heights.push_back(*ends_[i] - rounded(grid_.top + (column.cards - 1) * column.step) + above);
        }
        height = rounded(usual_height * width);
        std::ptrdiff_t best = 0;
        std::ranges::sort(heights);
        for (const int tried : heights) {
            if (tried < least_card_height * width || tried > most_card_height * width) continue;
            const auto count = std::ranges::count_if(heights, [&](int other) { return std::abs(other - tried) <= 3; });
            if (count <= best) continue;
            best = count;
            height = tried;
        }
    }

    std::vector<std::optional<int>> ends_;
    const Edges& edges_;
    const Grid& grid_;
    double height_;
};

}  // namespace

std::vector<Sign> signs_in(const Pixels& pixels, const Classifier& classify) {
    const double highest = share_of_side * std::min(pixels.width(), pixels.height());
    std::vector<Sign> result;
    for (const Colour paper : papers_of(pixels, {0, 0, pixels.width(), pixels.height()})) {
        const auto signs =
            find_signs(pixels, paper, {least_sign, highest, widest_sign * highest}, most_signs, classify);
        if (signs.size() >= most_signs) continue;
        for (const Sign& sign : signs)
            if (sign.box.width <= widest_sign * sign.box.height) result.push_back(sign);
    }
    return result;
}

std::optional<RankGrid> find_rank_grid(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs) {
    std::vector<Mark> marks = marks_of(signs);
    if (std::ranges::count_if(marks, is_rank) > most_ranks) return std::nullopt;
    const double height = usual_height_of(marks);
    if (height == 0) return std::nullopt;
    Grid grid(std::move(marks), height, pixels.width());
    if (grid.score < least_score) return std::nullopt;
    const Outline outline(pixels, edges, grid, height);
    const auto lasts = outline.lasts();
    grid.refit(lasts);
    RankGrid result;
    result.dark = outline.dark;
    Layout& layout = result.layout;
    layout.width = outline.width;
    layout.height = outline.height;
    layout.pitch = grid.teeth.pitch;
    layout.x = int(std::lround(grid.teeth.x - outline.inset));
    layout.top = std::max(0, rounded(grid.top) - outline.above);
    layout.support = grid.score;
    layout.clear = grid.is_clear(lasts);
    for (std::size_t i = 0; i < grid.columns.size(); ++i) {
        const auto& column = grid.columns[i];
        layout.columns.emplace_back();
        layout.others.emplace_back();
        const int x = outline.x_of(i);
        for (int k = 0; k < column.cards; ++k) {
            const int y = std::max(0, rounded(grid.top + k * column.step) - outline.above);
            const int next = std::max(0, rounded(grid.top + (k + 1) * column.step) - outline.above);
            const bool last = k + 1 == column.cards;
            layout.columns.back().push_back(
                {{x, y, outline.width, outline.height}, {x, y, outline.width, last ? outline.height : next - y}});
        }
    }
    for (const double x : grid.row) {
        const Box box{rounded(std::max(0.0, x - outline.inset)), std::max(0, rounded(grid.row_y) - outline.above),
                      outline.width, outline.height};
        layout.row.push_back({box, box});
    }
    return result;
}

}  // namespace kiebitz::picture
