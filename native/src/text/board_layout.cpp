#include "text/board_layout.hpp"

#include <algorithm>
#include <numeric>

#include "common/sorting.hpp"

namespace kiebitz::text {

namespace {

constexpr std::size_t most_columns = 18;

// Whether the heights are those of dealing in rounds: they differ by at most one, higher columns first.
bool is_dealt_in_rounds(const Heights& heights) {
    return !heights.empty() && std::is_sorted(heights.rbegin(), heights.rend()) && heights.front() - heights.back() < 2;
}

// The heights as left-aligned rows show them: rows that have lost their gaps, as text often does on its way.
Heights left_aligned(Heights heights) {
    sort_few(heights.begin(), heights.end(), std::greater<>());
    return heights;
}

}  // namespace

Heights fresh_heights(const Shape& shape) {
    Heights out(std::size_t(shape.columns), 0);
    for (const std::uint8_t pile : shape.piles)
        if (int(pile & pile_mask) < shape.columns) ++out[pile & pile_mask];
    return out;
}

Places in_columns(const Entry& entry, std::vector<const Word*>& top) {
    Places in_order, below;
    bool gaps = entry.fields;
    for (const Word& word : entry.words) {
        in_order.words.push_back(&word);
        gaps |= word.text == gap;
    }
    if (top.empty()) top = in_order.words;
    if (gaps || entry.words.size() >= top.size()) return in_order;
    std::size_t at = 0;
    for (const Word& word : entry.words) {
        while (at < top.size() && top[at]->to <= word.from) {
            below.words.push_back(nullptr);
            ++at;
        }
        const bool alone =
            at < top.size() && top[at]->from < word.to && (at + 1 == top.size() || top[at + 1]->from >= word.to);
        if (!alone) {
            in_order.doubtful = true;
            return in_order;
        }
        below.words.push_back(&word);
        ++at;
    }
    return below;
}

int other_game(const Shape& shape, const Above& above, const Heights& heights, bool gaps_lost) {
    for (std::size_t i = 0; i < shape.others.size() && !above.home; ++i) {
        const auto& other = shape.others[i];
        const Heights own(other.begin() + 2, other.end());
        if (above.lowest > other[0] && above.in_cells == other[1] && heights == (gaps_lost ? left_aligned(own) : own))
            return int(i);
    }
    return -1;
}

void leave_out_bullets(const Shape& shape, Lines& lines) {
    std::vector<Entry*> filled;
    std::vector<int> lengths;
    bool dashes = true;
    for (Entry& entry : lines.body) {
        if (entry.blank()) continue;
        if (entry.mark != Mark::none || entry.words.size() < 2 || entry.words[0].text != gap) return;
        dashes &= entry.words[0].raw == U"-";
        filled.push_back(&entry);
        lengths.push_back(int(entry.words.size()) - 1);
    }
    if (filled.empty()) return;
    const Heights fresh = fresh_heights(shape);
    Heights rows(std::size_t(*std::max_element(lengths.begin(), lengths.end())), 0);
    for (const int length : lengths)
        for (int i = 0; i < length; ++i) ++rows[std::size_t(i)];
    lines.listed = dashes;
    const bool wide = int(rows.size()) >= shape.columns;
    if (!lines.listed && !wide && rows != fresh && Heights(lengths.begin(), lengths.end()) != fresh) return;
    for (Entry* entry : filled) {
        entry->words.erase(entry->words.begin());
        if (lines.listed) entry->mark = Mark::column;
    }
}

Arrangement::Arrangement(const Shape& shape, const Lines& lines) : shape_(shape), lines_(lines) {
    for (const Entry& entry : lines.body) {
        if (entry.blank()) continue;
        filled_.push_back(&entry);
        marked_ |= entry.mark == Mark::column;
        rows_marked_ |= entry.mark == Mark::row || lines.rows;
        for (const Word& word : entry.words) gaps_ |= word.text == gap;
    }
}

Fault Arrangement::set(Layout layout, bool by_shape) {
    layout_ = layout;
    by_shape_ = by_shape;
    return {};
}

Fault Arrangement::choose(Layout layout, const Above& above) {
    if (layout == Layout::rows)  // a mark is no card
        for (const Entry* entry : filled_)
            if (entry->mark == Mark::column) return entry->line.fault(Complaint::card);
    if (layout != Layout::automatic) return set(layout, false);
    if (marked_) return set(Layout::columns, lines_.listed);
    return is_in_line() ? set(Layout::in_line, true) : by_heights(above);
}

// Whether all cards are in one line, or each in its own.
bool Arrangement::is_in_line() const {
    std::size_t total = 0;
    for (const Entry* entry : filled_) total += entry->words.size();
    return !gaps_ && int(total) == dealt() && int(total) > shape_.columns &&
           (filled_.size() == 1 || (filled_.size() == total && lines_.headings.empty()));
}

// The number of cards dealt to columns, cells and the stock.
int Arrangement::dealt() const {
    return int(std::count_if(shape_.piles.begin(), shape_.piles.end(), [](std::uint8_t code) {
        const int pile = code & pile_mask;
        return pile < first_foundation || pile >= stock_pile;
    }));
}

// The heights of the columns if the lines are rows; none if they cannot be.
Heights Arrangement::heights_of_rows() {
    Heights out;
    std::vector<const Word*> top;
    for (std::size_t row = 0; row < filled_.size(); ++row) {
        const std::vector<const Word*> places = in_columns(*filled_[row], top).words;
        out.resize(std::max(out.size(), places.size()), 0);
        for (std::size_t i = 0; i < places.size(); ++i) {
            holes_ |= !places[i];
            if (!places[i] || places[i]->text == gap) continue;
            if (out[i] != row) return {};
            ++out[i];
        }
    }
    return out;
}

// The heights if the lines are columns; gaps fill up a table below the cards.
Heights Arrangement::heights_of_columns() const {
    Heights out;
    for (const Entry* entry : filled_) {
        std::size_t height = 0;
        for (const Word& word : entry->words) height += word.text != gap;
        for (std::size_t i = 0; i < height; ++i)
            if (entry->words[i].text == gap) return {};
        out.push_back(std::uint8_t(std::min<std::size_t>(height, 255)));
    }
    return out;
}

Fault Arrangement::by_heights(const Above& above) {
    const Heights fresh = fresh_heights(shape_), rows = heights_of_rows(), columns = heights_of_columns();
    const auto is_fresh = [&](Heights heights) {
        heights.resize(std::max(heights.size(), fresh.size()), 0);
        return heights == fresh;
    };
    const bool said_rows = rows_marked_ || lines_.numbered, headed = !lines_.headings.empty();
    const bool by_rows = !rows.empty() && rows.size() <= fresh.size();
    const bool by_columns = !said_rows && columns.size() == fresh.size();
    const bool rows_fresh = by_rows && is_fresh(rows), columns_fresh = by_columns && is_fresh(columns);
    if (rows_fresh && !columns_fresh) return set(Layout::rows, false);
    if (columns_fresh && !rows_fresh) return set(Layout::columns, !above.of_fc_solve);
    const auto shorter = std::find_if(filled_.begin(), filled_.end(), [&](const Entry* entry) {
        return entry->words.size() < filled_.front()->words.size();
    });
    if (by_rows && !gaps_ && shorter != filled_.end() && rows == left_aligned(fresh))
        return (*shorter)->line.fault(Complaint::row_short);
    const bool placed = by_rows && holes_;  // by where the words stand
    if (!rows_fresh && !filled_.empty())
        if (Fault fault = of_another_game(above, rows, columns); fault.what != Complaint::none) return fault;
    if (above.of_fc_solve && !said_rows && !placed) return set(Layout::columns, by_rows && by_columns);
    if (!by_columns || placed) return set(Layout::rows, false);
    if (!by_rows) return set(Layout::columns, !headed && !gaps_);
    if (!headed) return filled_.front()->line.fault(Complaint::both_ways);
    return set(Layout::rows, !rows_fresh);  // a line of cells comes above rows
}

// Check for a fresh deal of another game, or with another number of columns. A line of cells above rows means this
// game.
Fault Arrangement::of_another_game(const Above& above, const Heights& rows, const Heights& columns) {
    doubtful_ = true;
    const Line& first = filled_.front()->line;
    const bool has_cells = std::any_of(lines_.headings.begin(), lines_.headings.end(), [](const Heading& heading) {
        return heading.part == Part::cells && !heading.of_fc_solve;
    });
    int game = other_game(shape_, above, columns);
    if (game < 0 && !has_cells) game = other_game(shape_, above, rows);
    if (game < 0 && !has_cells && !gaps_) game = other_game(shape_, above, rows, true);
    if (game >= 0) return first.fault(Complaint::other_game, {game});
    if (has_cells || above.home) return {};
    const Heights fresh = fresh_heights(shape_);
    const int in_columns = std::accumulate(fresh.begin(), fresh.end(), 0);
    for (const Heights& heights : {columns, rows}) {
        const std::size_t width = heights.size();
        const bool narrow = width < fresh.size() && heights == rows;
        if (std::accumulate(heights.begin(), heights.end(), 0) == in_columns && is_dealt_in_rounds(heights) &&
            (narrow || is_dealt_in_rounds(fresh)) && width > 1 && width <= most_columns && width != fresh.size())
            return first.fault(Complaint::other_columns, {int(width)});
    }
    return {};
}

bool Arrangement::has_holes(const Entry& row) const {
    if (row.fields || row.mark != Mark::none || int(row.words.size()) >= shape_.columns) return false;
    int min_pitch = row.words[0].to - row.words[0].from + 1, max_pitch = min_pitch;
    for (std::size_t i = 1; i < row.words.size(); ++i) {
        const int pitch = row.words[i].from - row.words[i - 1].from;
        min_pitch = i == 1 ? pitch : std::min(min_pitch, pitch);
        max_pitch = std::max(max_pitch, pitch);
    }
    return !gaps_ && (max_pitch >= 2 * min_pitch || row.words[0].from >= min_pitch);
}

}  // namespace kiebitz::text
