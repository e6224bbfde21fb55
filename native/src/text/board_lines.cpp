#include "text/board_lines.hpp"

#include <algorithm>

#include "text/cards.hpp"

namespace kiebitz::text {

namespace {

struct Name {
    std::string_view text;
    Part part;
    bool of_fc_solve;
};
constexpr Name names[] = {
    {"home", Part::home, false},      {"foundations", Part::home, true}, {"foundation", Part::home, false},
    {"founds", Part::home, true},     {"cells", Part::cells, false},     {"cell", Part::cells, false},
    {"freecells", Part::cells, true}, {"freecell", Part::cells, false},  {"fc", Part::cells, true},
    {"reserve", Part::cells, false},  {"stock", Part::stock, false},
};
constexpr std::string_view column_names[] = {"column", "columns", "col",     "c", "stack",
                                             "pile",   "cascade", "tableau", "t", "spalte"};
constexpr std::string_view row_names[] = {"row", "r", "line", "zeile", "reihe"};
constexpr std::string_view title_names[] = {"game", "deal", "hand", "spiel", "seed"};

bool is_named(View name, std::string_view other) {
    return std::equal(name.begin(), name.end(), other.begin(), other.end(),
                      [](char32_t sign, char letter) { return lower(sign) == char32_t(letter); });
}
template <std::size_t Count>
bool is_among(View name, const std::string_view (&others)[Count]) {
    return std::any_of(others, others + Count, [&](std::string_view other) { return is_named(name, other); });
}

// A line without the signs that colour it, and where in the line each of its signs stands.
struct Plain {
    Characters text;
    std::vector<int> where;
};

Plain without_colours(View line) {
    Plain out;
    out.text.reserve(line.size());
    out.where.reserve(line.size() + 1);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == 0x1B && at + 1 < line.size() && line[at + 1] == '[') {
            std::size_t end = at + 2;
            while (end < line.size() && (is_digit(line[end]) || line[end] == ';')) ++end;
            if (end < line.size() && is_letter(line[end])) {
                at = end;
                continue;
            }
        }
        out.text.push_back(line[at]);
        out.where.push_back(int(at));
    }
    out.where.push_back(int(line.size()));
    return out;
}

constexpr bool is_bar(char32_t sign) { return sign == '|' || sign == U'│'; }
constexpr bool opens(char32_t sign) { return sign == '[' || sign == '('; }
constexpr bool is_around(char32_t sign) {
    return opens(sign) || sign == ']' || sign == ')' || sign == '"' || sign == '\'' || sign == '*' || sign == '`' ||
           (sign >= 0x2018 && sign <= 0x201F);
}
constexpr bool is_glyph(char32_t sign) { return sign >= 0x1F0A0 && sign <= 0x1F0FF; }

bool is_gap(View word) {
    if (word.empty() || word.size() > 3) return false;
    return std::all_of(word.begin(), word.end(), [&](char32_t sign) {
        return sign == word[0] && (sign == '-' || sign == U'–' || sign == U'—' || sign == '_' || sign == '.');
    });
}

bool is_rank(View word) {
    for (int spelling = 0; spelling < spellings; ++spelling)
        if (rank_of(word, Spelling(spelling))) return true;
    return false;
}

// The sign that parts the fields of a line, 0 where white space does. Tabs do where a field between two is empty.
char32_t separator_of(View text) {
    if (std::any_of(text.begin(), text.end(), is_bar)) return '|';
    for (const char32_t sign : {U';', U','})
        if (text.find(sign) != View::npos) return sign;
    return text.find(U"\t\t") != View::npos ? '\t' : 0;
}

// Takes the words of one line.
class Words {
public:
    Words(const Line& line, const Plain& plain) : line_(line), plain_(plain) {}

    std::vector<Word> take(std::size_t from, bool& fields) {
        View text = View(plain_.text).substr(from);
        separator_ = separator_of(text);
        fields = separator_ != 0;
        std::size_t end = plain_.text.size();
        while (end > from && is_space(plain_.text[end - 1])) --end;
        while (from < end && is_space(plain_.text[from]) && plain_.text[from] != '\t') ++from;
        if (separator_ == '|') {  // a bar at either end only closes the table
            if (from < end && is_bar(plain_.text[from])) ++from;
            if (from < end && is_bar(plain_.text[end - 1])) --end;
        }
        for (std::size_t at = from; at <= end; ++at) {
            if (at < end && !(separator_ && parts(plain_.text[at]))) continue;
            field(from, at);
            from = at + 1;
            if (!separator_) break;
        }
        while (!out_.empty() && out_.back().text == gap && out_.back().raw.empty()) out_.pop_back();
        return std::move(out_);
    }

private:
    bool parts(char32_t sign) const { return separator_ == '|' ? is_bar(sign) : sign == separator_; }

    void field(std::size_t from, std::size_t to) {
        const std::size_t before = out_.size();
        for (std::size_t at = from; at < to;) {
            const char32_t sign = plain_.text[at];
            if (is_space(sign) || sign == ',' || sign == ';') {
                ++at;
            } else if (is_around(sign)) {
                at = bracket(at, to);
            } else {
                std::size_t end = at;
                while (end < to && !is_space(plain_.text[end]) && !is_around(plain_.text[end]) &&
                       plain_.text[end] != ',' && plain_.text[end] != ';')
                    ++end;
                word(at, end);
                at = end;
            }
        }
        if (out_.size() == before && separator_) add(Characters(gap), from, from);
        join(before);
    }

    // Brackets are left out; where nothing stands between two of them is an empty place.
    std::size_t bracket(std::size_t at, std::size_t to) {
        if (!opens(plain_.text[at])) return at + 1;
        std::size_t end = at + 1;
        while (end < to && is_space(plain_.text[end])) ++end;
        if (end >= to || plain_.text[end] != (plain_.text[at] == '[' ? ']' : ')')) return at + 1;
        add(Characters(gap), at, end + 1);
        return end + 1;
    }

    void word(std::size_t from, std::size_t to) {
        const View text = View(plain_.text).substr(from, to - from);
        if (is_gap(text)) return add(Characters(gap), from, to);
        if (text.size() > 1 && std::all_of(text.begin(), text.end(), is_glyph)) {
            for (std::size_t at = from; at < to; ++at) add({plain_.text[at]}, at, at + 1);
            return;
        }
        add(Characters(text), from, to);
    }

    void add(Characters text, std::size_t from, std::size_t to) {
        std::size_t first = std::size_t(plain_.where[from]), last = first;
        if (to > from) {  // with the signs of colour that hang on it
            last = std::size_t(plain_.where[to - 1]) + 1;
            while (last < line_.text.size() && to < plain_.where.size() && last < std::size_t(plain_.where[to])) ++last;
        }
        out_.push_back(
            {std::move(text), line_.text.substr(first, last - first), line_.number, line_.start + int(first)});
    }

    // A rank and the symbol of a suit beside it are one card: `10 ♠`.
    void join(std::size_t from) {
        std::size_t kept = from;
        for (std::size_t at = from; at < out_.size(); ++at) {
            Word word = std::move(out_[at]);
            if (at + 1 < out_.size()) {
                const Word& next = out_[at + 1];
                const bool pair = (is_rank(word.text) && suit_of_symbol(next.text) >= 0) ||
                                  (suit_of_symbol(word.text) >= 0 && is_rank(next.text));
                if (pair) {
                    word.text += next.text;
                    word.raw = View(word.raw.data(), std::size_t(next.raw.data() + next.raw.size() - word.raw.data()));
                    ++at;
                }
            }
            out_[kept++] = std::move(word);
        }
        out_.resize(kept);
    }

    const Line& line_;
    const Plain& plain_;
    char32_t separator_ = 0;
    std::vector<Word> out_;
};

bool only(View text, View signs, std::size_t least) {
    return text.size() >= least && text.find_first_not_of(signs) == View::npos;
}

// Comments, rulers, fences and the line below the head of a table.
bool is_beside(View text) {
    if (text.empty()) return false;
    if (text[0] == '#' || text.substr(0, 3) == U"```" || text.substr(0, 3) == U"~~~") return true;
    const bool ruler = only(text, U"-=", 5);
    return ruler || (only(text, U"|-:+= \t─┼├┤", 3) && text.find_first_of(U"|+┼") != View::npos &&
                     text.find(U"--") != View::npos);
}

// The label of a line, such as `1:`, `Column 1:`, `C1:` or `2.`; where it ends, or 0 for none.
std::size_t label(View text, Mark& mark, int& number) {
    std::size_t at = 0;
    while (at < text.size() && is_space(text[at])) ++at;
    std::size_t from = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    const View name = text.substr(from, at - from);
    if (!name.empty())
        while (at < text.size() && (is_space(text[at]) || text[at] == '#')) ++at;
    from = at;
    while (at < text.size() && at < from + 2 && is_digit(text[at])) ++at;
    const View digits = text.substr(from, at - from);
    if (at >= text.size() || (text[at] != ':' && text[at] != '.' && text[at] != ')')) return 0;
    const bool colon = text[at] == ':';
    if (!colon && (digits.empty() || (at + 1 < text.size() && !is_space(text[at + 1])))) return 0;
    if (name.empty()) mark = colon ? Mark::column : Mark::number;
    else if (!digits.empty() && column_named(name)) mark = Mark::column;
    else if (!digits.empty() && row_named(name)) mark = Mark::row;
    else return 0;
    number = digits.empty() ? -1 : 0;
    for (const char32_t digit : digits) number = 10 * number + int(digit - '0');
    return at + 1;
}

// The name before a colon: one word, or two that are known; where what follows begins, 0 for no name.
std::size_t name_before_colon(View text, View& name) {
    std::size_t at = 0;
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t from = at;
    while (at < text.size() && is_letter(text[at])) ++at;
    std::size_t end = at;
    if (end == from) return 0;
    if (at + 1 < text.size() && text[at] == ' ' && is_letter(text[at + 1])) {
        ++at;
        while (at < text.size() && is_letter(text[at])) ++at;
        end = at;
    }
    while (at < text.size() && is_space(text[at])) ++at;
    if (at >= text.size() || text[at] != ':') return 0;
    name = text.substr(from, end - from);
    return at + 1;
}

// A row of numbers over a table: 1 2 3 …, or 0 1 2 …, perhaps with a name before each.
bool is_row_of_numbers(const std::vector<Word>& words) {
    int next = -1, count = 0;
    for (const Word& word : words) {
        View text = word.text;
        while (!text.empty() && is_letter(text[0])) text.remove_prefix(1);
        if (text.empty() || text == gap) {
            if (word.text.size() < 2 && text != gap) return false;  // a letter may be a rank
            continue;
        }
        int number = 0;
        for (const char32_t sign : text) {
            if (!is_digit(sign) || number > 99) return false;
            number = 10 * number + int(sign - '0');
        }
        if (count ? number != next : number > 1) return false;
        next = number + 1;
        ++count;
    }
    return count > 2;
}

}  // namespace

bool title_number(View text, std::string& number) {
    while (!text.empty() && (text.back() == ':' || text.back() == '.')) text.remove_suffix(1);
    std::size_t at = text.size();
    while (at && (is_digit(text[at - 1]) || text[at - 1] == ',')) --at;
    if (at == text.size() || !at) return false;
    if (at > 1 && text[at - 1] == '-' && !is_letter(text[at - 2])) --at;
    const View head = text.substr(0, at);
    bool named = false;
    for (std::size_t from = 0; from < head.size();) {
        std::size_t end = from;
        while (end < head.size() && is_letter(head[end])) ++end;
        if (end > from) named |= is_among(head.substr(from, end - from), title_names);
        else if (!is_space(head[from]) && head.substr(from, 1).find_first_of(U"#-'.") == View::npos) return false;
        from = std::max(end, from + 1);
    }
    if (named) number = utf8(text.substr(at));
    return named;
}

bool part_named(View name, Part& part, bool& of_fc_solve) {
    Characters joined;
    for (const char32_t sign : name)
        if (!is_space(sign) && sign != '_') joined.push_back(sign);
    for (const Name& known : names) {
        if (!is_named(joined, known.text)) continue;
        part = known.part;
        of_fc_solve = known.of_fc_solve && joined.size() == name.size();
        return true;
    }
    return false;
}

bool column_named(View name) { return is_among(name, column_names); }
bool row_named(View name) { return is_among(name, row_names); }

std::vector<Word> words_of(const Line& line, bool* fields) {
    bool separated = false;
    const Plain plain = without_colours(line.text);
    std::vector<Word> words = Words(line, plain).take(0, separated);
    if (fields) *fields = separated;
    return words;
}

bool sort_lines(const std::vector<Line>& lines, Lines& out, Fault& fault) {
    std::string number;
    for (const Line& whole : lines) {
        Line line = whole;
        std::size_t at = 0;
        while (at < line.text.size() && is_space(line.text[at])) ++at;
        while (at < line.text.size() && line.text[at] == '>') {  // quoted in a letter or a forum
            line = line.after(at + 1);
            at = 0;
            while (at < line.text.size() && is_space(line.text[at])) ++at;
        }
        const View text = trimmed(line.text);
        if (is_beside(text) || title_number(text, number)) continue;
        const Plain plain = without_colours(line.text);
        Entry entry{line, {}, Mark::none, -1, false};
        const std::size_t labelled = label(plain.text, entry.mark, entry.number);
        View name;
        const std::size_t named = labelled ? 0 : name_before_colon(plain.text, name);
        Part part;
        bool of_fc_solve = false;
        if (named && (part_named(name, part, of_fc_solve) || name.find(U' ') == View::npos)) {
            const bool late =
                std::any_of(out.body.begin(), out.body.end(), [](const Entry& other) { return !other.blank(); });
            if (late) return fault = whole.fault(Complaint::heading_late), false;
            out.body.clear();  // blank lines between headings
            if (!part_named(name, part, of_fc_solve)) {
                const std::size_t place = std::size_t(plain.where[std::size_t(name.data() - plain.text.data())]);
                fault = {Complaint::heading_unknown, utf8(name), "", line.number, line.start + int(place), {}};
                return false;
            }
            for (const Heading& other : out.headings)
                if (other.part == part) return fault = whole.fault(Complaint::heading_twice, {int(part)}), false;
            const Line rest = line.after(std::size_t(plain.where[named]));
            out.headings.push_back({whole, rest, part, of_fc_solve, words_of(rest)});
            continue;
        }
        entry.words = Words(line, plain).take(labelled, entry.fields);
        if (!labelled && is_row_of_numbers(entry.words)) {
            out.numbered = true;
            continue;
        }
        const auto is_label = [](const Word& word) {
            return word.text.size() < 3 && std::all_of(word.text.begin(), word.text.end(), is_digit);
        };
        if (entry.fields && entry.mark == Mark::none && entry.words.size() > 1 && is_label(entry.words[0])) {
            entry.mark = Mark::number;
            entry.number = int(entry.words[0].text.back() - '0');
            if (entry.words[0].text.size() > 1) entry.number += 10 * int(entry.words[0].text[0] - '0');
            entry.words.erase(entry.words.begin());
        }
        entry.line = whole;
        out.body.push_back(std::move(entry));
    }
    return true;
}

}  // namespace kiebitz::text
