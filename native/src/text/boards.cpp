#include "text/boards.hpp"

#include <algorithm>

#include "text/board_layout.hpp"

namespace kiebitz::text {

namespace {

// One attempt to read the lines with given spellings.
class Reading {
public:
    Reading(const Shape& shape, const Lines& lines, const std::vector<Spelling>& spelled)
        : shape_(shape), lines_(lines), spelled_(spelled), arrangement_(shape, lines) {}

    BoardRead read(Layout layout) {
        if (headings() && choose(layout) && cards()) {
            hide();
            if (!is_dealt_so()) see_other_game();
        }
        return std::move(result_);
    }
    // The word that is no card, if that is the fault.
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
            above_.of_fc_solve |= heading.of_fc_solve;
        }
        return true;
    }

    // The top card of each suit, or fc-solve's H-5 and H-0.
    bool home(const Heading& heading) {
        std::array<std::uint8_t, 4> counts{};
        int suits_seen = 0;
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
            if (suits_seen >> suit & 1) return refuse(word.fault(Complaint::suit_twice, {suit}));
            suits_seen |= 1 << suit;
            counts[std::size_t(suit)] = std::uint8_t(count);
        }
        result_.board.home = counts;
        return true;
    }

    bool cells(const Heading& heading) {
        const std::vector<Word> slots = slots_of(heading.tail);
        for (const Word& word : slots.empty() ? heading.words : slots) {
            if (int(result_.board.cells.size()) >= shape_.cells)
                return refuse(word.fault(Complaint::too_many_cells, {shape_.cells}));
            Named card = nobody;
            if (word.text != gap && !read(word, card)) return false;
            result_.board.cells.push_back(card);
        }
        return true;
    }

    // fc-solve prints each cell as four characters, an empty one as spaces.
    static std::vector<Word> slots_of(const Line& line) {
        std::vector<Word> out;
        const View text = line.text;
        if (line.blank() || text.find_first_of(U",;|[(\t\x1b") != View::npos) return out;
        for (std::size_t at = 0; at < text.size(); at += 4) {
            const View slot = text.substr(at, 4), word = trimmed(slot);
            const bool ends = slot.size() < 4;
            const bool fits =
                ends ? word.empty()
                     : slot[0] == ' ' && (word.empty() || word.size() == 3 || (word.size() == 2 && slot[1] == ' '));
            if (!fits || word.find(U' ') != View::npos) return {};
            out.push_back(
                {word.empty() || word == U"-" || word == U"--" || word == U"---" ? Characters(gap) : Characters(word),
                 word.empty() ? slot.substr(0, 0) : word, line.number, line.start + int(at)});
        }
        while (!out.empty() && out.back().text == gap) out.pop_back();
        if (out.empty()) out.push_back({Characters(gap), text.substr(0, 0), line.number, line.start});
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

    bool choose(Layout layout) {
        for (const Named card : result_.board.cells) above_.in_cells += card != nobody;
        above_.home = result_.board.home && *result_.board.home != std::array<std::uint8_t, 4>{};
        above_.lowest = 13;
        for (const Entry* entry : arrangement_.filled())
            for (const Word& word : entry->words)
                if (const Named card = card_read(word); card != nobody)
                    above_.lowest = std::min(above_.lowest, rank_named(card));
        result_.fault = arrangement_.choose(layout, above_);
        result_.layout = arrangement_.layout();
        result_.by_shape = arrangement_.by_shape();
        result_.doubtful = arrangement_.doubtful();
        return result_.fault.what == Complaint::none;
    }

    // Cards

    bool cards() {
        result_.board.columns.assign(std::size_t(shape_.columns), {});
        if (result_.layout == Layout::in_line) return in_line();
        return result_.layout == Layout::rows ? by_rows() : by_columns();
    }

    bool in_line() {
        std::vector<const Word*> words;
        for (const Entry* entry : arrangement_.filled())
            for (const Word& word : entry->words) words.push_back(&word);
        auto place = words.begin();
        for (const std::uint8_t code : shape_.piles) {
            const int pile = code & pile_mask;
            if (pile >= first_foundation && pile < stock_pile) continue;
            const Word& word = **place++;
            Named card = nobody;
            if (pile < first_cell) {
                if (!put(word, result_.board.columns[std::size_t(pile)])) return false;
            } else if (!read(word, card)) {
                return false;
            } else if (pile >= stock_pile) {
                result_.board.stock.push_back(card);
            } else {
                auto& cells = result_.board.cells;
                if (cells.size() <= std::size_t(pile - first_cell))
                    cells.resize(std::size_t(pile - first_cell) + 1, nobody);
                cells[std::size_t(pile - first_cell)] = card;
            }
        }
        return true;
    }

    bool by_rows() {
        std::vector<bool> ended(std::size_t(shape_.columns), false);
        bool any = false;
        std::vector<const Word*> top;
        const Entry* unplaced = nullptr;
        for (const Entry* entry : arrangement_.filled()) {
            if (int(entry->words.size()) > shape_.columns)
                return refuse(
                    entry->words[std::size_t(shape_.columns)].fault(Complaint::row_too_long, {shape_.columns}));
            const Places row = in_columns(*entry, top);
            const bool first = entry == arrangement_.filled().front();
            if ((first ? arrangement_.has_holes(*entry) : row.doubtful) && !unplaced) unplaced = entry;
            for (std::size_t i = 0; i < std::size_t(shape_.columns); ++i) {
                const Word* word = i < row.words.size() ? row.words[i] : nullptr;
                if (!word || word->text == gap) {
                    ended[i] = true;
                    continue;
                }
                if (ended[i]) return refuse(word->fault(Complaint::column_ended, {int(i) + 1}));
                if (!put(*word, result_.board.columns[i])) return false;
                any = true;
            }
        }
        if (unplaced && !is_dealt_so()) return refuse(unplaced->line.fault(Complaint::row_short));
        return any || !lines_.headings.empty() || nothing();
    }

    bool is_dealt_so() const {
        const Heights fresh = fresh_heights(shape_);
        for (std::size_t i = 0; i < fresh.size(); ++i)
            if (result_.board.columns[i].size() != fresh[i]) return false;
        return true;
    }

    // In a fresh deal without marks, turn down the cards that are dealt face down.
    void hide() {
        if (!shape_.hides || !is_dealt_so()) return;
        for (const auto& column : result_.board.columns)
            if (std::any_of(column.begin(), column.end(), [](Named card) { return card >= face_down; })) return;
        std::vector<std::size_t> next(result_.board.columns.size(), 0);
        for (const std::uint8_t code : shape_.piles) {
            const std::size_t pile = code & pile_mask;
            if (pile < next.size()) result_.board.columns[pile][next[pile]++] |= Named(code - pile);
        }
        result_.hidden = true;
    }

    void see_other_game() {
        Heights heights;
        for (const auto& column : result_.board.columns)
            heights.push_back(std::uint8_t(std::min<std::size_t>(column.size(), 255)));
        while (!heights.empty() && !heights.back()) heights.pop_back();
        result_.doubtful = true;
        result_.other_game = other_game(shape_, above_, heights);
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
        const bool marked = arrangement_.marked() || arrangement_.rows_marked();
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
            const Word* empty = nullptr;  // below the cards of a column, as in tables
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

    // The lines of the columns. In fc-solve's form the line of an empty column is blank.
    std::vector<const Entry*> column_lines() {
        const std::vector<const Entry*>& filled = arrangement_.filled();
        std::vector<const Entry*> all;
        for (const Entry& entry : lines_.body) all.push_back(&entry);
        const std::size_t columns = std::size_t(shape_.columns);
        if (arrangement_.marked() || !above_.of_fc_solve || filled.size() >= columns) return filled;
        while (all.size() > columns && all.back()->blank()) all.pop_back();
        // Trailing blank lines get lost in transit; with stated foundations, no card can get lost with them.
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
    Arrangement arrangement_;
    Above above_;
    const Entry blank_{{U"", 0}, {}, Mark::none, -1, false};
    const Word* strange_ = nullptr;
    Word strange_text_;
};

}  // namespace

int home_count(const Shape& shape, Named card) {
    if (!(shape.suits >> suit_named(card) & 1)) return 0;
    const auto entry = std::find(shape.ladder.begin(), shape.ladder.end(), rank_named(card));
    return entry == shape.ladder.end() ? 0 : int(entry - shape.ladder.begin()) + 1;
}

BoardRead read_board(const Shape& shape, Bytes text, Layout layout, const std::vector<Spelling>& spelled) {
    BoardRead result;
    Characters all, of_lists;
    if (!decode(text, all, result.fault)) return result;
    const View listed = layout == Layout::automatic ? lists_in(all) : View{};
    if (layout == Layout::json || (!listed.empty() && listed[0] == '{' && names_its_form(listed))) {
        result.layout = Layout::json;
        read_json_board(shape, listed.empty() ? View(all) : listed, result.board, result.fault);
        return result;
    }
    Lines lines;
    // Lists one below the other are lines.
    const auto one_below_the_other = [&] {
        return result.fault.what == Complaint::json && result.fault.numbers[0] == int(JsonFault::extra) &&
               listed[0] != '{';
    };
    if (!listed.empty() && !lines_of_lists(listed, of_lists, lines, layout, result.fault)) {
        if (!one_below_the_other()) return result;
        result.fault = {};
        layout = Layout::automatic;
        lines = {};
    }
    if (listed.empty() || lines.body.empty()) {
        std::vector<Line> split_lines;
        if (!split(all, split_lines, result.fault) || !sort_lines(split_lines, lines, result.fault)) return result;
        leave_out_bullets(shape, lines);
    }
    Reading reading(shape, lines, spelled);
    result = reading.read(layout);
    if (result.fault.what != Complaint::card || !reading.strange()) return result;
    for (const Spelling spelling : {Spelling::german, Spelling::russian}) {  // if no other spelling is possible
        if (card_of(reading.strange()->text, spelling) == nobody) continue;
        const std::vector<Spelling> alone{spelling};
        BoardRead second = Reading(shape, lines, alone).read(layout);
        if (second.fault.what != Complaint::none) continue;
        second.spelling = spelling;
        return second;
    }
    return result;
}

}  // namespace kiebitz::text
