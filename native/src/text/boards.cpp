#include "text/boards.hpp"

#include <algorithm>
#include <numeric>

namespace kiebitz::text {

namespace {

using Heights = std::vector<std::uint8_t>;

constexpr std::size_t most_columns = 18;
constexpr int first_cell = 32, first_foundation = 48, stock_pile = 52;

Heights fresh_heights(const Shape& shape) {
    Heights out(std::size_t(shape.columns), 0);
    for (const std::uint8_t pile : shape.piles)
        if (pile < shape.columns) ++out[pile];
    return out;
}

// The heights of columns whose rows have these lengths; none where a row is longer than the one above it.
Heights heights_of_rows(const std::vector<int>& lengths) {
    Heights out;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        if (row && lengths[row] > lengths[row - 1]) return {};
        if (!row) out.resize(std::size_t(lengths[0]), 0);
        for (int i = 0; i < lengths[row]; ++i) ++out[std::size_t(i)];
    }
    return out;
}

Heights heights_of_columns(const std::vector<int>& lengths) { return Heights(lengths.begin(), lengths.end()); }

// Dealt in rounds: no column has more than one card more than another, and none more than one before it.
bool is_dealt_in_rounds(const Heights& heights) {
    return !heights.empty() && std::is_sorted(heights.rbegin(), heights.rend()) && heights.front() - heights.back() < 2;
}

// One reading of the lines by certain spellings.
class Reading {
public:
    Reading(const Shape& shape, const Lines& lines, const std::vector<Spelling>& spelled)
        : shape_(shape), lines_(lines), spelled_(spelled) {}

    BoardRead read(Layout layout) {
        result_.layout = layout;
        done_ = headings() && choose() && cards();
        return std::move(result_);
    }
    // The word that is no card, where that is what is wrong.
    const Word* strange() const { return strange_; }

private:
    bool refuse(Fault fault) {
        result_.fault = std::move(fault);
        return false;
    }

    bool headings() {
        for (const Heading& heading : lines_.headings) {
            if (heading.part == Part::home    ? !home(heading)
                : heading.part == Part::cells ? !cells(heading)
                                              : !stock(heading))
                return false;
            of_fc_solve_ |= heading.of_fc_solve;
        }
        return true;
    }

    // The top card of each suit, or fc-solve's H-5 and H-0.
    bool home(const Heading& heading) {
        std::array<std::uint8_t, 4> counts{};
        int seen = 0;
        for (const Word& word : heading.words) {
            if (word.text == gap) continue;
            Word plain = word;
            int suit = 0, count = 0;
            const std::size_t size = word.text.size();
            const std::string_view letters = suit_letters;
            const bool pair =
                size > 2 && size < 5 && word.text[1] == '-' && letters.find(char(word.text[0] & 0x5F)) < 4;
            if (pair) plain.text = word.text.substr(2) + word.text[0];
            if (pair && word.text[2] == '0' && size == 3) {
                suit = int(letters.find(char(word.text[0] & 0x5F)));
            } else {
                Named card = nobody;
                if (!read(plain, card)) return false;
                suit = suit_named(card);
                count = home_count(shape_, card);
                if (!count) return refuse(word.fault(Complaint::card_strange));
            }
            if (seen >> suit & 1) return refuse(word.fault(Complaint::suit_twice, {suit}));
            seen |= 1 << suit;
            counts[std::size_t(suit)] = std::uint8_t(count);
        }
        result_.board.home = counts;
        return true;
    }

    bool cells(const Heading& heading) {
        const std::vector<Word> slots = slots_of(heading.rest);
        for (const Word& word : slots.empty() ? heading.words : slots) {
            if (int(result_.board.cells.size()) >= shape_.cells)
                return refuse(word.fault(Complaint::too_many_cells, {shape_.cells}));
            Named card = nobody;
            if (word.text != gap && !read(word, card)) return false;
            result_.board.cells.push_back(card);
        }
        return true;
    }

    // fc-solve prints each cell in four characters and an empty one as four spaces.
    static std::vector<Word> slots_of(const Line& rest) {
        std::vector<Word> out;
        const View text = rest.text;
        if (rest.blank() || text.find_first_of(U",;|[(\t\x1b") != View::npos) return out;
        for (std::size_t at = 0; at < text.size(); at += 4) {
            const View slot = text.substr(at, 4), word = trimmed(slot);
            const bool ends = slot.size() < 4;
            const bool fits =
                ends ? word.empty()
                     : slot[0] == ' ' && (word.empty() || word.size() == 3 || (word.size() == 2 && slot[1] == ' '));
            if (!fits || word.find(U' ') != View::npos) return {};
            out.push_back(
                {word.empty() || word == U"-" || word == U"--" || word == U"---" ? Characters(gap) : Characters(word),
                 word.empty() ? slot.substr(0, 0) : word, rest.number, rest.start + int(at)});
        }
        while (!out.empty() && out.back().text == gap) out.pop_back();
        if (out.empty()) out.push_back({Characters(gap), text.substr(0, 0), rest.number, rest.start});
        return out;
    }

    bool stock(const Heading& heading) {
        for (const Word& word : heading.words) {
            if (word.text == gap) continue;
            Named card = nobody;
            if (!read(word, card)) return false;
            result_.board.stock.push_back(card);
        }
        return true;
    }

    // Layout

    bool choose() {
        for (const Entry& entry : lines_.body) {
            if (entry.blank()) continue;
            lengths_.push_back(int(entry.words.size()));
            marked_ |= entry.mark == Mark::column;
            rows_marked_ |= entry.mark == Mark::row;
            numbered_ |= entry.mark == Mark::number;
            for (const Word& word : entry.words) gaps_ |= word.text == gap;
            if (!first_) first_ = &entry;
        }
        if (result_.layout == Layout::rows && marked_) {  // a mark is no card
            for (const Entry& entry : lines_.body)
                if (entry.mark == Mark::column) return refuse(entry.line.fault(Complaint::card));
        }
        if (result_.layout != Layout::automatic) return true;
        if (marked_) return layout(Layout::columns);
        if (rows_marked_ || lines_.numbered) return layout(Layout::rows);
        if (of_fc_solve_) return layout(Layout::columns);
        const int total = std::accumulate(lengths_.begin(), lengths_.end(), 0);
        if (lengths_.size() == 1 && total > shape_.columns && total == dealt()) {
            result_.by_shape = true;
            return layout(Layout::in_line);
        }
        const bool right_number = int(lengths_.size()) == shape_.columns;
        const bool narrow =
            std::all_of(lengths_.begin(), lengths_.end(), [&](int length) { return length <= shape_.columns; });
        const bool shrinks = std::is_sorted(lengths_.rbegin(), lengths_.rend());
        if (gaps_) return layout(right_number && !narrow ? Layout::columns : Layout::rows);
        if (!lines_.headings.empty())
            return layout(right_number && !(narrow && shrinks) ? Layout::columns : Layout::rows);
        return by_heights(total, right_number, narrow && shrinks);
    }

    bool by_heights(int total, bool columns_fit, bool rows_fit) {
        result_.by_shape = true;
        const Heights fresh = fresh_heights(shape_);
        const Heights by_rows = rows_fit ? heights_of_rows(lengths_) : Heights{},
                      by_columns = heights_of_columns(lengths_);
        Heights widened = by_rows;
        widened.resize(fresh.size(), 0);
        const bool rows_fresh = rows_fit && !by_rows.empty() && widened == fresh;
        const bool columns_fresh = columns_fit && by_columns == fresh;
        if (rows_fresh != columns_fresh) return layout(rows_fresh ? Layout::rows : Layout::columns);
        if (!rows_fresh && !lengths_.empty()) {
            result_.doubtful = true;
            const Heights rows = heights_of_rows(lengths_);
            for (std::size_t i = 0; i < shape_.others.size(); ++i)
                if (is_dealt_as(shape_.others[i], rows) || is_dealt_as(shape_.others[i], by_columns))
                    return refuse(first_->line.fault(Complaint::other_game, {int(i)}));
            const int in_columns = std::accumulate(fresh.begin(), fresh.end(), 0);
            for (const Heights& heights : {by_columns, rows})
                if (total == in_columns && is_dealt_in_rounds(fresh) && is_dealt_in_rounds(heights) &&
                    heights.size() > 1 && heights.size() <= most_columns && heights.size() != fresh.size())
                    return refuse(first_->line.fault(Complaint::other_columns, {int(heights.size())}));
        }
        if (columns_fit && rows_fit && first_) return refuse(first_->line.fault(Complaint::both_ways));
        return layout(columns_fit ? Layout::columns : Layout::rows);
    }

    // Columns of these heights without a card that the other game lays on its foundations before it deals.
    bool is_dealt_as(Bytes other, const Heights& heights) const {
        if (!std::equal(other.begin() + 1, other.end(), heights.begin(), heights.end())) return false;
        for (const Entry& entry : lines_.body)
            for (const Word& word : entry.words) {
                const Named card = card_read(word);
                if (card != nobody && rank_named(card) <= other[0]) return false;
            }
        return true;
    }

    bool layout(Layout chosen) {
        result_.layout = chosen;
        return true;
    }

    // Cards that are dealt to columns, cells and the stock.
    int dealt() const {
        return int(std::count_if(shape_.piles.begin(), shape_.piles.end(),
                                 [](std::uint8_t pile) { return pile < first_foundation || pile >= stock_pile; }));
    }

    // Cards

    bool cards() {
        result_.board.columns.assign(std::size_t(shape_.columns), {});
        if (result_.layout == Layout::in_line) return in_line();
        return result_.layout == Layout::rows ? by_rows() : by_columns();
    }

    bool in_line() {
        auto word = first_->words.begin();
        for (const std::uint8_t pile : shape_.piles) {
            if (pile >= first_foundation && pile < stock_pile) continue;
            Named card = nobody;
            if (pile < first_cell) {
                if (!put(*word, result_.board.columns[pile])) return false;
            } else if (!read(*word, card)) {
                return false;
            } else if (pile >= stock_pile) {
                result_.board.stock.push_back(card);
            } else {
                auto& cells = result_.board.cells;
                if (cells.size() <= std::size_t(pile - first_cell))
                    cells.resize(std::size_t(pile - first_cell) + 1, nobody);
                cells[std::size_t(pile - first_cell)] = card;
            }
            ++word;
        }
        return true;
    }

    bool by_rows() {
        std::vector<bool> ended(std::size_t(shape_.columns), false);
        bool any = false;
        std::vector<int> starts;
        for (const Entry& entry : lines_.body) {
            if (entry.words.empty()) continue;
            if (int(entry.words.size()) > shape_.columns)
                return refuse(
                    entry.words[std::size_t(shape_.columns)].fault(Complaint::row_too_long, {shape_.columns}));
            const std::vector<const Word*> places = in_columns(entry, starts);
            for (std::size_t i = 0; i < std::size_t(shape_.columns); ++i) {
                const Word* word = i < places.size() ? places[i] : nullptr;
                if (!word || word->text == gap) {
                    ended[i] = true;
                    continue;
                }
                if (ended[i]) return refuse(word->fault(Complaint::column_ended, {int(i) + 1}));
                if (!put(*word, result_.board.columns[i])) return false;
                any = true;
            }
        }
        return any || !lines_.headings.empty() || nothing();
    }

    // The words of a row by their columns. Where the words of a shorter row stand exactly below others of the first
    // row, with holes between them, the columns of the holes have ended.
    static std::vector<const Word*> in_columns(const Entry& entry, std::vector<int>& starts) {
        std::vector<const Word*> in_order, placed;
        for (const Word& word : entry.words) in_order.push_back(&word);
        if (starts.empty())
            for (const Word& word : entry.words) starts.push_back(word.column);
        if (entry.fields || entry.words.size() >= starts.size()) return in_order;
        std::size_t at = 0;
        for (const Word& word : entry.words) {
            while (at < starts.size() && starts[at] < word.column) {
                placed.push_back(nullptr);
                ++at;
            }
            if (at == starts.size() || starts[at] != word.column) return in_order;
            placed.push_back(&word);
            ++at;
        }
        return placed;
    }

    bool nothing() {
        Characters all;
        for (const Entry& entry : lines_.body) {
            if (&entry != &lines_.body.front()) all += '\n';
            all += entry.line.text;
        }
        return refuse({Complaint::no_board, utf8(all), "", 0, 0, {}});
    }

    bool by_columns() {
        const std::vector<const Entry*> lines = column_lines();
        const bool marked = marked_ || rows_marked_;
        int base = 1;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Entry& entry = *lines[i];
            const int number = int(i);
            if (number >= shape_.columns)
                return refuse(entry.line.fault(Complaint::too_many_columns, {shape_.columns}));
            if (marked && entry.mark != Mark::column) return refuse(entry.line.fault(Complaint::mark_missing));
            if (!i && entry.number == 0) base = 0;
            if (entry.number >= 0 && entry.number != number + base)
                return refuse(entry.line.fault(Complaint::mark_wrong, {number + base}));
            const Word* empty = nullptr;  // below the cards of a column, as tables have it
            for (const Word& word : entry.words) {
                if (word.text == gap) {
                    empty = &word;
                    continue;
                }
                if (empty) return refuse(empty->fault(Complaint::card));
                if (!put(word, result_.board.columns[i])) return false;
            }
        }
        if (int(lines.size()) >= shape_.columns) return true;
        const Entry* last = lines_.body.empty() ? nullptr : &lines_.body.back();
        Fault fault{
            Complaint::too_few_columns, last ? utf8(last->line.text) : "", "", last ? last->line.number : 0, 0, {}};
        fault.numbers = {shape_.columns, int(lines.size())};
        return refuse(std::move(fault));
    }

    // The lines of the columns. Without marks, fc-solve's form leaves the line of an empty column blank.
    std::vector<const Entry*> column_lines() {
        std::vector<const Entry*> filled, all;
        for (const Entry& entry : lines_.body) {
            all.push_back(&entry);
            if (!entry.blank()) filled.push_back(&entry);
        }
        const std::size_t columns = std::size_t(shape_.columns);
        if (marked_ || !of_fc_solve_ || filled.size() >= columns) return filled;
        while (all.size() > columns && all.back()->blank()) all.pop_back();
        // Blank lines at the end get lost on the way; with the foundations stated, no card gets lost with them.
        if (result_.board.home)
            while (all.size() < columns) all.push_back(&blank_);
        return all;
    }

    bool put(const Word& word, std::vector<Named>& column) {
        Named card = nobody;
        if (!is_face_down(word.text)) {
            if (!read(word, card)) return false;
            column.push_back(card);
            return true;
        }
        const Word inner{word.text.substr(1, word.text.size() - 2), word.raw.substr(1, word.raw.size() - 2), word.line,
                         word.column + 1};
        if (!read(inner, card)) return false;
        if (!shape_.hides) return refuse(word.fault(Complaint::none_face_down));
        if (!column.empty() && column.back() < face_down) return refuse(word.fault(Complaint::face_up_below));
        column.push_back(card | face_down);
        return true;
    }

    Named card_read(const Word& word) const {
        for (const Spelling spelling : spelled_) {
            const Named card = card_of(word.text, spelling);
            if (card != nobody) return card;
        }
        return nobody;
    }

    bool read(const Word& word, Named& card) {
        card = card_read(word);
        if (card != nobody) return true;
        strange_text_ = word;
        strange_ = &strange_text_;
        return refuse(word.fault(Complaint::card));
    }

    const Shape& shape_;
    const Lines& lines_;
    const std::vector<Spelling>& spelled_;
    BoardRead result_;
    bool of_fc_solve_ = false, marked_ = false, rows_marked_ = false, numbered_ = false, gaps_ = false, done_ = false;
    std::vector<int> lengths_;
    const Entry* first_ = nullptr;
    const Entry blank_{{U"", 0}, {}, Mark::none, -1, false};
    const Word* strange_ = nullptr;
    Word strange_text_;
};

View without_space_before(View text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    return text;
}

// An object, or a bracket before another one or before a quoted text; a bracket before a card only stands around it.
bool begins_list(View text) {
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
    if (text[0] == '{') return true;
    const View inside = without_space_before(text.substr(1));
    return !inside.empty() && (inside[0] == '[' || inside[0] == '"' || inside[0] == '\'');
}

}  // namespace

int home_count(const Shape& shape, Named card) {
    if (!(shape.suits >> suit_named(card) & 1)) return 0;
    const auto found = std::find(shape.ladder.begin(), shape.ladder.end(), rank_named(card));
    return found == shape.ladder.end() ? 0 : int(found - shape.ladder.begin()) + 1;
}

BoardRead read_board(const Shape& shape, Bytes text, Layout layout, const std::vector<Spelling>& spelled) {
    BoardRead result;
    Characters all, of_lists;
    if (!decode(text, all, result.fault)) return result;
    const View start = without_space_before(all);
    const char32_t first = start.empty() ? 0 : start[0];
    if (layout == Layout::json || (layout == Layout::automatic && first == '{' && names_its_form(all))) {
        result.layout = Layout::json;
        read_json_board(shape, all, result.board, result.fault);
        return result;
    }
    Lines lines;
    if (layout == Layout::automatic && begins_list(start)) {
        if (!lines_of_lists(all, of_lists, lines, layout, result.fault)) return result;
    } else {
        std::vector<Line> split_lines;
        if (!split(all, split_lines, result.fault) || !sort_lines(split_lines, lines, result.fault)) return result;
    }
    Reading reading(shape, lines, spelled);
    result = reading.read(layout);
    if (result.fault.what != Complaint::card || !reading.strange()) return result;
    for (const Spelling other : {Spelling::german, Spelling::russian}) {  // where no other reading is possible
        if (card_of(reading.strange()->text, other) == nobody) continue;
        const std::vector<Spelling> alone{other};
        BoardRead second = Reading(shape, lines, alone).read(layout);
        if (second.fault.what != Complaint::none) continue;
        second.spelling = other;
        return second;
    }
    return result;
}

}  // namespace kiebitz::text
