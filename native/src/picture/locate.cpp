#include "picture/locate.hpp"

#include <cmath>
#include <optional>
#include <span>

#include "common/types.hpp"
#include "picture/lines.hpp"
#include "picture/rank_grid.hpp"

namespace kiebitz::picture {
namespace {

// Lengths as parts of a card's width.
constexpr double near_bottom = 0.2;
constexpr double least_step = 0.1, most_step = 1.45;
constexpr double like_place = 0.15;
constexpr double height_tolerance = 0.05;  // of a single card
constexpr double most_hidden = 0.1;        // by the picture's edge

constexpr int most_in_column = 20, most_places = 60;
constexpr std::size_t most_tops = 10, layouts_kept = 4;
constexpr std::ptrdiff_t alike_kept = 2;
constexpr double much_worse = 2.5;                            // than the best fit of a column: no candidate
constexpr double half_sure = 0.6;                             // a line below that speaks against a card's top
constexpr double worth_of_common_step = 1, like_step = 0.03;  // the latter as part of a card's width
constexpr double price_of_bottom = 1.5;                       // at most, for a bottom beside the edges' end
constexpr double least_row_edge = 0.5;                        // of a card's height, for a card above the columns
constexpr double most_ring = 0.1;                             // around a marked card
constexpr double most_between_rows = 0.4;                     // of a card's height

struct Fit {
    double score = -1e9;
    int cards = 0;
    double step = 0;
};

// Keeps the best fit of each number of cards, as far as it is not much worse than the best of all.
class Candidates {
public:
    void add(const Fit& fit) {
        if (fit.cards == 0 || fit.score < best_ - much_worse) return;
        best_ = std::max(best_, fit.score);
        const auto same = std::ranges::find(fits_, fit.cards, &Fit::cards);
        if (same == fits_.end()) fits_.push_back(fit);
        else if (fit.score > same->score) *same = fit;
    }
    double best() const { return best_; }
    std::span<const Fit> all() const { return fits_; }
    std::vector<Fit> best_first() const {
        std::vector<Fit> result(fits_);
        std::erase_if(result, [&](const Fit& fit) { return fit.score < best_ - much_worse; });
        std::ranges::stable_sort(result, std::ranges::greater{}, &Fit::score);
        return result;
    }

private:
    double best_ = -1e9;
    std::vector<Fit> fits_;
};

// Numbers of cards and the steps between them in a column that begins at `top` and whose edges end at about `end`.
class ColumnFits {
public:
    ColumnFits(const Column& column, int top, int end, int width, double common, int picture_height)
        : column_(column), top_(top), end_(end), width_(width), common_(common) {
        const int reach = int(near_bottom * width);
        bool bottom_seen = false;
        for (int y = end - reach; y <= end + reach; ++y) {
            const double line = column.lines.at(y);
            if (line < half_sure && y != end) continue;
            bottom_seen = bottom_seen || line >= half_sure;
            bottoms_.push_back({y, price_of_bottom * std::abs(y - end) / reach + half_sure - line});
        }
        if (!bottom_seen || end + edge_tolerance >= picture_height)  // something hides the last card's bottom
            for (int y = end + 1; y < end + most_card_height * width; y += 2) bottoms_.push_back({y, price_of_bottom});
    }

    double best(int height) {
        double best = -1e9;
        for (const Bottom& bottom : bottoms_)
            if (bottom.y < end_ + height) best = std::max(best, with_last(bottom.y - height).best() - bottom.price);
        return best;
    }
    std::vector<Fit> best_first(int height) {
        Candidates all;
        for (const Bottom& bottom : bottoms_)
            if (bottom.y < end_ + height)
                for (const Fit& fit : with_last(bottom.y - height).all())
                    all.add({fit.score - bottom.price, fit.cards, fit.step});
        return all.best_first();
    }

private:
    // Where the last card may end, and by how much that worsens the fit.
    struct Bottom {
        int y;
        double price;
    };

    // By the top of the last card; kept, because several heights of a card ask for the same.
    const Candidates& with_last(int last) {
        const int room = last - top_;
        const int slack = int(height_tolerance * width_), at = room + slack;
        if (at < 0) return none_;
        if (at >= int(fits_.size())) fits_.resize(std::size_t(at) + 1);
        std::optional<Candidates>& fits = fits_[std::size_t(at)];
        if (!fits) fits = fitting(room);
        return *fits;
    }
    Candidates fitting(int room) const {
        Candidates fits;
        if (room <= height_tolerance * width_) fits.add({0, 1, 0});
        for (int cards = 2; cards <= most_in_column; ++cards) {
            const double step = double(room) / (cards - 1);
            if (step < least_step * width_ || step > most_step * width_) continue;
            double score = std::abs(step - common_) <= like_step * width_ ? worth_of_common_step : 0;
            for (int i = 1; i < cards; ++i) score += column_.lines.at(rounded(top_ + i * step)) - half_sure;
            fits.add({score, cards, step});
        }
        return fits;
    }

    const Column& column_;
    int top_, end_, width_;
    double common_;
    std::vector<Bottom> bottoms_;
    std::vector<std::optional<Candidates>> fits_;
    Candidates none_;
};

class Locator {
public:
    Locator(const Pixels& pixels, const Edges& edges, const Comb& comb)
        : pixels_(pixels), comb_(widened(comb, pixels.width())) {
        for (int i = 0; i < comb_.count; ++i) columns_.emplace_back(pixels, edges, comb_.x(i), comb_.width, comb_.dark);
    }

    std::vector<Layout> layouts() const {
        std::vector<Layout> all;
        for (const int top : tops())
            if (Layout layout = best_at(top); layout.cards() && layout.cards() <= most_places)
                all.push_back(std::move(layout));
        return all;
    }

private:
    // Columns at the sides may have too little edge for the comb: it goes on to both sides.
    static Comb widened(Comb comb, int picture_width) {
        const double hidden = comb.width * most_hidden;
        for (int more = usual_columns - comb.count; more > 0; --more) {
            if (comb.left_x - comb.pitch >= -hidden) {
                comb.left_x -= comb.pitch;
                ++comb.count;
            }
            if (comb.x(comb.count) + comb.width <= picture_width + hidden) ++comb.count;
        }
        return comb;
    }
    // Rows where many columns may begin.
    std::vector<int> tops() const {
        struct Top {
            double strength;
            int y;
        };
        std::vector<Top> all;
        for (int y = 1; y + 1 < pixels_.height(); ++y) {
            double sum = 0;
            for (const Column& column : columns_)
                if (column.lines.at(y) > half_sure && column.end_below(y)) sum += column.lines.at(y);
            if (sum > 0) all.push_back({sum, y});
        }
        std::ranges::stable_sort(all, std::ranges::greater{}, &Top::strength);
        std::vector<int> kept;
        for (const Top& top : all) {
            if (kept.size() == most_tops) break;
            if (std::ranges::none_of(kept, [&](int y) { return std::abs(y - top.y) <= 3; })) kept.push_back(top.y);
        }
        return kept;
    }

    Layout best_at(int top) const {
        std::vector<std::optional<int>> ends;
        std::vector<ColumnFits> all_fits;
        for (const Column& column : columns_) {
            ends.push_back(column.end_below(top));
            if (ends.back()) all_fits.push_back(fits(column, top, *ends.back(), 0));
        }
        int best_height = 0;
        double best_score = 0;
        for (int height = int(least_card_height * comb_.width); height <= most_card_height * comb_.width; ++height) {
            double score = 0;
            for (ColumnFits& of_column : all_fits) score += of_column.best(height);
            if (best_height && score <= best_score) continue;
            best_height = height;
            best_score = score;
        }
        const double common = common_step(all_fits, best_height);
        Layout layout;
        layout.x = comb_.x(0);
        layout.top = top;
        layout.pitch = comb_.pitch;
        layout.width = comb_.width;
        layout.height = best_height;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            layout.columns.emplace_back();
            layout.others.emplace_back();
            if (!ends[i]) continue;
            const std::vector<Fit> all = fits(columns_[i], top, *ends[i], common).best_first(best_height);
            if (all.empty()) continue;
            layout.support += all[0].score + columns_[i].lines.at(top);
            layout.columns[i] = places(comb_.x(int(i)), top, all[0]);
            for (const Fit& other : std::span(all).subspan(1))
                layout.others[i].push_back(places(comb_.x(int(i)), top, other));
            if (const auto end = columns_[i].end_of_both_below(top); end && *end + edge_tolerance < *ends[i])
                for (const Fit& other : fits(columns_[i], top, *end, common).best_first(best_height))
                    layout.others[i].push_back(places(comb_.x(int(i)), top, other));
        }
        return layout;
    }
    ColumnFits fits(const Column& column, int top, int end, double common) const {
        return {column, top, end, comb_.width, common, pixels_.height()};
    }
    // The step that most columns have, the larger of two; 0 if they differ.
    double common_step(std::vector<ColumnFits>& all_fits, int height) const {
        std::vector<double> steps;
        for (ColumnFits& of_column : all_fits)
            if (const auto all = of_column.best_first(height); !all.empty()) steps.push_back(all[0].step);
        std::ranges::sort(steps, std::ranges::greater{});
        double best = 0;
        std::ptrdiff_t count = 1;
        for (const double step : steps) {
            const auto alike = std::ranges::count_if(
                steps, [&](double other) { return std::abs(step - other) <= like_step * comb_.width; });
            if (step == 0 || alike <= count) continue;
            best = step;
            count = alike;
        }
        return best;
    }
    std::vector<Place> places(int x, int top, const Fit& fit) const;

    const Pixels& pixels_;
    Comb comb_;
    std::vector<Column> columns_;
};

std::vector<Place> Locator::places(int x, int top, const Fit& fit) const {
    std::vector<Place> column;
    for (int i = 0; i < fit.cards; ++i) {
        const int y = rounded(top + i * fit.step);
        column.push_back({{x, y, comb_.width, 0}, {x, y, comb_.width, 0}});
        if (i > 0) column[std::size_t(i) - 1].strip.height = y - column[std::size_t(i) - 1].strip.y;
    }
    return column;
}

}  // namespace

int Layout::cards() const {
    std::size_t count = row.size();
    for (const auto& column : columns) count += column.size();
    return int(count);
}

namespace {

// Fill in the heights that `places` leaves open, within the picture.
void complete(std::vector<Place>& column, int height, const Pixels& pixels) {
    for (Place& place : column) {
        place.card.height = height;
        if (&place == &column.back()) place.strip.height = height;
        place.card = pixels.clipped(place.card);
        place.strip = pixels.clipped(place.strip);
    }
}

// The longest edge of a sign in each column of pixels from `begin` to `end`.
struct Run {
    int top = 0, length = 0;
};

std::vector<Run> longest_runs(const Edges& edges, int sign, int begin, int end) {
    constexpr int gap_allowed = 3;
    std::vector<Run> best(std::size_t(edges.width())), runs(best.size());
    for (int y = begin; y < end; ++y) {
        for (int x = 1; x + 1 < edges.width(); ++x) {
            if (edges.at(x, y) != sign && edges.at(x - 1, y) != sign && edges.at(x + 1, y) != sign) continue;
            Run& run = runs[std::size_t(x)];
            if (run.length == 0 || y - (run.top + run.length) > gap_allowed) run.top = y;
            run.length = y + 1 - run.top;
            if (run.length > best[std::size_t(x)].length) best[std::size_t(x)] = run;
        }
    }
    return best;
}

// Finds a row of cards above the columns, or between two heights there: cells and foundations.
class Row {
public:
    Row(const Pixels& pixels, const Edges& edges, bool dark, const Layout& layout, int begin, int end)
        : pixels_(pixels), layout_(layout), end_(end), rising_(longest_runs(edges, dark ? -1 : 1, begin, end)),
          falling_(longest_runs(edges, dark ? 1 : -1, begin, end)) {}

    std::vector<Place> find() const {
        std::vector<Candidate> all;
        for (int x = 1; x + layout_.width < pixels_.width(); ++x)
            for (int width = layout_.width - 1; width <= layout_.width + 1; ++width) consider(x, width, all);
        std::ranges::stable_sort(all, std::ranges::greater{}, &Candidate::strength);
        return chosen(all);
    }

private:
    struct Candidate {
        double strength;
        int x, top, bottom;
    };

    void consider(int x, int width, std::vector<Candidate>& out) const {
        if (x + width >= pixels_.width()) return;
        const Run& left_x = rising_[std::size_t(x)];
        const Run& right = falling_[std::size_t(x) + std::size_t(width)];
        const double shortest = least_row_edge * layout_.height;
        if (left_x.length < shortest || right.length < shortest) return;
        const int top = std::min(left_x.top, right.top),
                  bottom = std::max(left_x.top + left_x.length, right.top + right.length);
        if (bottom - top > layout_.height + 2 * line_tolerance + edge_tolerance + int(most_ring * layout_.width))
            return;
        out.push_back({double(left_x.length + right.length), x, top, bottom});
    }
    // The row of pixels near the edges' beginning that, with the one a card's height below, looks most like a line.
    int top_of(const Candidate& candidate) const {
        const int first = candidate.bottom - layout_.height - edge_tolerance, last = candidate.top + edge_tolerance;
        const Lines lines(pixels_, candidate.x, layout_.width, first, last + layout_.height + 1);
        int best = candidate.top;
        double best_score = -1;
        for (int y = first; y <= last; ++y) {
            const double score = lines.at(y) + lines.at(y + layout_.height);
            if (score <= best_score) continue;
            best = y;
            best_score = score;
        }
        return std::max(0, best);
    }
    // The strongest that do not overlap and lie at one height.
    std::vector<Place> chosen(const std::vector<Candidate>& all) const {
        std::vector<Place> row;
        for (const Candidate& candidate : all) {
            const bool beside = std::ranges::none_of(
                row, [&](const Place& place) { return std::abs(place.card.x - candidate.x) < layout_.width * 9 / 10; });
            if (!beside) continue;
            const Box box{candidate.x, top_of(candidate), layout_.width, layout_.height};
            const bool level = std::ranges::none_of(
                row, [&](const Place& place) { return std::abs(place.card.y - box.y) > layout_.width / 8; });
            if (level && box.bottom() <= end_ + edge_tolerance) row.push_back({box, box});
        }
        std::ranges::sort(row, {}, [](const Place& place) { return place.card.x; });
        return row;
    }

    const Pixels& pixels_;
    const Layout& layout_;
    int end_;
    std::vector<Run> rising_, falling_;
};

// The cards above the columns, in one row or two.
std::vector<Place> rows_above(const Pixels& pixels, const Edges& edges, bool dark, const Layout& layout) {
    int end = pixels.height();
    for (const auto& column : layout.columns)
        if (!column.empty()) end = std::min(end, column[0].card.y);
    const auto between = [&](int first, int last) { return Row(pixels, edges, dark, layout, first, last).find(); };
    std::vector<Place> row = between(0, end);
    if (row.empty()) return row;
    const int top = row[0].card.y, bottom = row[0].card.bottom(), room = int(most_between_rows * layout.height);
    std::vector<Place> above = between(0, top), below = between(bottom, end);
    if (!above.empty() && top - above[0].card.bottom() > room) above.clear();
    if (!below.empty() && below[0].card.y - bottom > room) below.clear();
    // Where both rows have cards, one of them hid the other's.
    if (!above.empty()) row = between(above[0].card.bottom(), below.empty() ? end : below[0].card.y);
    else if (!below.empty()) row = between(0, below[0].card.y);
    above.insert(above.end(), row.begin(), row.end());
    above.insert(above.end(), below.begin(), below.end());
    return above;
}

// Whether two layouts have the same columns, but for a few pixels.
bool alike(const Layout& a, const Layout& b) {
    const auto apart = [](int first, int second) { return std::abs(first - second); };
    return a.columns.size() == b.columns.size() && apart(a.x, b.x) <= a.width * like_place &&
           apart(a.top, b.top) <= a.width * like_place;
}

}  // namespace

std::optional<Layout> locate_by_ranks(const Pixels& pixels, const Edges& edges, const std::vector<Sign>& signs) {
    std::optional<RankGrid> grid = find_rank_grid(pixels, edges, signs);
    if (!grid) return std::nullopt;
    Layout& layout = grid->layout;
    for (auto& column : layout.columns) complete(column, layout.height, pixels);
    complete(layout.row, layout.height, pixels);
    if (layout.cards() > max_cards) layout.row.clear();  // a text
    const std::vector<Place> row = rows_above(pixels, edges, grid->dark, layout);
    const int like = int(layout.width * like_place);
    const auto apart = [](const Place& a, const Place& b) { return std::abs(a.card.x - b.card.x); };
    const auto level = [&](const Place& a, const Place& b) { return std::abs(a.card.y - b.card.y) <= like; };
    const auto overlap = [&](const Place& a, const Place& b) {
        return level(a, b) && apart(a, b) < layout.width * 9 / 10;
    };
    std::erase_if(layout.row, [&](const Place& place) {  // ranks that do not lie where the cards' edges have them
        const auto is_beside = [&](const Place& at) { return overlap(at, place) && apart(at, place) > like; };
        const auto is_level = [&](const Place& at) { return level(at, place); };
        return !row.empty() && (std::ranges::any_of(row, is_beside) || std::ranges::none_of(row, is_level));
    });
    for (const Place& place : row)
        if (std::ranges::none_of(layout.row, [&](const Place& at) { return overlap(at, place); }))
            layout.row.push_back(place);
    // Sort by insertion, row by row: being level is not transitive, as `std::sort` needs.
    for (std::size_t i = 1; i < layout.row.size(); ++i)
        for (std::size_t k = i; k > 0; --k) {
            const Box before = layout.row[k - 1].card, card = layout.row[k].card;
            if (level(layout.row[k - 1], layout.row[k]) ? before.x <= card.x : before.y <= card.y) break;
            std::swap(layout.row[k - 1], layout.row[k]);
        }
    return std::move(layout);
}

std::vector<Layout> locate_by_lines(const Pixels& pixels, const Edges& edges) {
    struct Scored {
        Layout layout;
        bool dark;
    };
    std::vector<Scored> all;
    for (const Comb& comb : find_combs(edges))
        for (Layout& layout : Locator(pixels, edges, comb).layouts()) all.push_back({std::move(layout), comb.dark});
    std::ranges::stable_sort(all, std::ranges::greater{}, [](const Scored& scored) { return scored.layout.support; });
    std::vector<Layout> best;
    for (Scored& scored : all) {
        if (best.size() == layouts_kept) break;
        if (std::ranges::count_if(best, [&](const Layout& layout) { return alike(layout, scored.layout); }) >=
            alike_kept)
            continue;
        for (auto& column : scored.layout.columns) complete(column, scored.layout.height, pixels);
        for (auto& fits : scored.layout.others)
            for (auto& column : fits) complete(column, scored.layout.height, pixels);
        scored.layout.row = rows_above(pixels, edges, scored.dark, scored.layout);
        best.push_back(std::move(scored.layout));
    }
    return best;
}

}  // namespace kiebitz::picture
