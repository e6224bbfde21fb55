#include "text/board_lines.hpp"

#include <algorithm>

#include "text/board_words.hpp"
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
constexpr std::string_view title_names[] = {"game", "deal", "hand", "spiel", "seed", "ms", "freecell", "microsoft"};
constexpr std::string_view board_names[] = {"board",   "layout",   "columns", "rows",
                                            "tableau", "cascades", "piles",   "stacks"};

bool only(View text, View signs, std::size_t min_size) {
    return text.size() >= min_size && text.find_first_not_of(signs) == View::npos;
}

bool is_fence(View text) { return text.starts_with(U"```") || text.starts_with(U"~~~"); }

// Whether a line is a comment, ruler, frame, fence or the line below a table's head.
bool is_beside(View text) {
    if (text.empty()) return false;
    if (is_fence(text) || (text[0] == '#' && !(text.size() > 1 && is_digit(text[1]) && text.find(':') < 4)))
        return true;
    const bool ruler = only(text, U"-=", 5);
    const bool frame = std::any_of(text.begin(), text.end(), is_of_frame) &&
                       std::all_of(text.begin(), text.end(),
                                   [](char32_t sign) { return is_of_frame(sign) || is_bar(sign) || is_space(sign); });
    return ruler || frame ||
           (only(text, U"|-:+= \t", 3) && text.find_first_of(U"|+") != View::npos && text.find(U"--") != View::npos);
}

// The end of the sign after a label: `1:`, `2.`, `3)`, or a dash or arrow between spaces, `4 - `; 0 for none.
std::size_t label_end(View text, std::size_t at, bool numbered, bool& colon) {
    const auto ends = [&](std::size_t to) { return to >= text.size() || is_space(text[to]); };
    const std::size_t from = at;
    while (at < text.size() && is_space(text[at])) ++at;
    if (at >= text.size()) return 0;
    colon = text[at] == ':';
    if (colon) return at + 1;
    if (!numbered) return 0;
    if (at == from) return (text[at] == '.' || text[at] == ')') && ends(at + 1) ? at + 1 : 0;
    while (at < text.size() && View(U"-–—=>→").find(text[at]) != View::npos) ++at;
    return at < text.size() && is_space(text[at - 1]) ? 0 : ends(at) ? at : 0;
}

// The end of a line's label, such as `1:`, `Column 1:`, `C1:` or `2.`; 0 for none.
std::size_t label(View text, Mark& mark, int& number) {
    std::size_t at = 0;
    while (at < text.size() && (is_space(text[at]) || (is_around(text[at]) && !opens(text[at])))) ++at;
    Mark named = Mark::none;
    while (at < text.size() && (is_letter(text[at]) || text[at] == '#')) {
        const std::size_t from = at;
        while (at < text.size() && is_letter(text[at])) ++at;
        const View name = text.substr(from, at - from);
        if (!name.empty() && !column_named(name) && !row_named(name)) return 0;
        if (!name.empty()) named = column_named(name) ? Mark::column : Mark::row;
        while (at < text.size() && (is_space(text[at]) || text[at] == '#')) ++at;
    }
    const std::size_t from = at;
    while (at < text.size() && at < from + 2 && is_digit(text[at])) ++at;
    const View digits = text.substr(from, at - from);
    bool colon = false;
    const std::size_t end = label_end(text, at, !digits.empty(), colon);
    if (!end || (named != Mark::none && digits.empty())) return 0;
    mark = named != Mark::none ? named : colon ? Mark::column : Mark::number;
    number = digits.empty() ? -1 : 0;
    for (const char32_t digit : digits) number = 10 * number + int(digit - '0');
    return end;
}

// The name before a colon, one word or two known ones; returns the start of the rest, 0 for no name.
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

// The count of numbers in a row above a table: 1 2 3 … or 0 1 2 …, perhaps each after a name; 0 for none.
int row_of_numbers(const std::vector<Word>& words) {
    int next = -1, count = 0;
    for (const Word& word : words) {
        View text = word.text;
        while (!text.empty() && is_letter(text[0])) text.remove_prefix(1);
        if (text.empty() || text == gap) {
            if (word.text.size() < 2 && text != gap) return 0;  // a letter may be a rank
            continue;
        }
        int number = 0;
        for (const char32_t sign : text) {
            if (!is_digit(sign) || number > 99) return 0;
            number = 10 * number + int(sign - '0');
        }
        if (count ? number != next : number > 1) return 0;
        next = number + 1;
        ++count;
    }
    return count > 2 ? count : 0;
}

bool has_card(const std::vector<Word>& words) {
    for (const Word& word : words)
        for (int spelling = 0; spelling < spellings; ++spelling)
            if (card_of(word.text, Spelling(spelling)) != nobody) return true;
    return false;
}

// Whether the words are prose: some of letters alone, and no card.
bool is_prose(const std::vector<Word>& words) {
    int long_words = 0;
    if (has_card(words)) return false;
    for (const Word& word : words) {
        if (word.text == gap) return false;
        constexpr std::size_t min_letters = 3;
        long_words += word.text.size() >= min_letters &&
                      std::all_of(word.text.begin(), word.text.end(),
                                  [](char32_t sign) { return is_letter(sign) || sign >= 0xC0; });
    }
    return long_words > 1;
}

// Lines without quote marks of mail and forums; only the fenced part if there is one.
std::vector<Line> unwrapped(const std::vector<Line>& lines) {
    std::vector<Line> out;
    std::vector<std::size_t> fences;
    for (Line line : lines) {
        std::size_t at = 0;
        const auto skip = [&] {
            for (at = 0; at < line.text.size() && is_space(line.text[at]);) ++at;
        };
        for (skip(); at < line.text.size() && line.text[at] == '>'; skip()) line = line.after(at + 1);
        if (is_fence(trimmed(line.text))) fences.push_back(out.size());
        out.push_back(line);
    }
    if (fences.size() < 2 || fences[1] < fences[0] + 2) return out;
    return {out.begin() + long(fences[0]) + 1, out.begin() + long(fences[1])};
}

// Whether the rest may follow the number in a title: punctuation, words, brackets.
bool ends_title(View tail) {
    int open = 0;
    std::size_t letters = 0;
    for (std::size_t at = 0; at < tail.size(); ++at) {
        open += tail[at] == '(';
        open -= tail[at] == ')';
        letters = is_letter(tail[at]) ? letters + 1 : 0;
        const bool word_ends = letters && (at + 1 == tail.size() || !is_letter(tail[at + 1]));
        if (open || tail[at] == ')') continue;
        if ((word_ends && letters < 3) ||
            (!letters && !is_space(tail[at]) && View(U"-–—:.!").find(tail[at]) == View::npos))
            return false;
    }
    return !open && (tail.empty() || !is_letter(tail[0]));
}

}  // namespace

bool title_number(View text, std::string& number) {
    const std::size_t first = text.find_first_of(U"0123456789");
    if (first == View::npos || !first) return false;
    const std::size_t end = std::min(text.find_first_not_of(U"0123456789,", first), text.size());
    const bool negative = first > 1 && text[first - 1] == '-' && !is_letter(text[first - 2]);
    const View head = text.substr(0, first - negative);
    bool named = false;
    for (std::size_t from = 0; from < head.size();) {
        std::size_t to = from;
        while (to < head.size() && is_letter(head[to])) ++to;
        if (to > from) named |= is_among(head.substr(from, to - from), title_names);
        else if (!is_space(head[from]) && head.substr(from, 1).find_first_of(U"#-'.:") == View::npos) return false;
        from = std::max(to, from + 1);
    }
    if (!named || !ends_title(text.substr(end))) return false;
    number = utf8(text.substr(head.size(), end - head.size()));
    while (number.back() == ',') number.pop_back();
    return true;
}

bool part_named(View name, Part& part, bool& of_fc_solve) {
    Characters joined;
    for (const char32_t sign : name)
        if (!is_space(sign) && sign != '_') joined.push_back(sign);
    for (const Name& part_name : names) {
        if (!is_named(joined, part_name.text)) continue;
        part = part_name.part;
        of_fc_solve = part_name.of_fc_solve && joined.size() == name.size();
        return true;
    }
    return false;
}

bool key_is_label(View key, Mark& mark, int& number) {
    return label(Characters(key) + U":", mark, number) == key.size() + 1 && number >= 0;
}

bool column_named(View name) { return is_among(name, column_names); }
bool row_named(View name) { return is_among(name, row_names); }

std::vector<Word> words_of(const Line& line, bool* fields) {
    bool separated = false;
    const Plain plain = without_colours(line.text);
    std::vector<Word> words = words_in(line, plain, {}, 0, true, separated);
    if (fields) *fields = separated;
    return words;
}

namespace {

// Take a table's line number from the first field.
void take_number(Entry& entry) {
    const View text = entry.words[0].text;
    if (text.size() > 2 || !std::all_of(text.begin(), text.end(), is_digit)) return;
    entry.mark = Mark::number;
    entry.number = 0;
    for (const char32_t digit : text) entry.number = 10 * entry.number + int(digit - '0');
    entry.words.erase(entry.words.begin());
}

// Sorts lines into headings and cards.
class Sorting {
public:
    Sorting(const Ruling& ruling, Lines& out, Fault& fault) : ruling_(ruling), out_(out), fault_(fault) {}

    bool take(const Line& line) {
        const View text = trimmed(line.text);
        if (is_beside(text) || title_number(text, number_)) return true;
        const Plain plain = without_colours(line.text);
        Entry entry{line, {}, Mark::none, -1, false};
        const std::size_t labelled = label(plain.text, entry.mark, entry.number);
        View name;
        const std::size_t named = labelled ? 0 : name_before_colon(plain.text, name);
        entry.words = words_in(line, plain, ruling_, labelled ? labelled : named, labelled || named, entry.fields);
        Part part;
        bool of_fc_solve = false;
        if (named && part_named(name, part, of_fc_solve)) {
            const Line tail = line.after(std::size_t(plain.where[named]));
            return heading({line, tail, part, of_fc_solve, std::move(entry.words)});
        }
        const bool of_title = is_among(name, title_names);
        if (of_title || is_among(name, board_names)) {  // `Game: FreeCell`, `Tableau:`, or cards after it
            if (!has_card(entry.words)) return true;
        } else if (named && name.find(U' ') == View::npos) {
            const std::size_t place = std::size_t(plain.where[std::size_t(name.data() - plain.text.data())]);
            fault_ = {Complaint::heading_unknown, utf8(name), "", line.number, line.start + int(place), {}};
            return false;
        } else if (named) {
            entry.words = words_in(line, plain, ruling_, 0, false, entry.fields);
        }
        if (const int count = labelled ? 0 : row_of_numbers(entry.words)) {
            out_.numbered = count;
            return true;
        }
        const bool prose = !labelled && is_prose(entry.words);
        if (prose && !begun()) return true;
        if (entry.fields && entry.mark == Mark::none && entry.words.size() > 1) take_number(entry);
        if (!prose && !entry.blank()) last_ = out_.body.size() + 1;
        prose_ |= prose;
        out_.body.push_back(std::move(entry));
        return true;
    }
    void end() {
        if (prose_ && std::any_of(out_.body.begin() + long(last_), out_.body.end(),
                                  [](const Entry& entry) { return !entry.blank(); }))
            out_.body.resize(last_);
    }

private:
    bool begun() const { return last_ != 0; }

    bool heading(Heading heading) {
        if (begun()) return fault_ = heading.line.fault(Complaint::heading_late), false;
        out_.body.clear();  // blank lines between headings
        for (const Heading& other : out_.headings)
            if (other.part == heading.part)
                return fault_ = heading.line.fault(Complaint::heading_twice, {int(heading.part)}), false;
        out_.headings.push_back(std::move(heading));
        return true;
    }

    const Ruling& ruling_;
    Lines& out_;
    Fault& fault_;
    std::string number_;
    std::size_t last_ = 0;  // the number of lines up to the last line of cards
    bool prose_ = false;
};

}  // namespace

bool sort_lines(const std::vector<Line>& lines, Lines& out, Fault& fault) {
    const std::vector<Line> inner = unwrapped(lines);
    const Ruling ruling = ruling_of(inner);
    Sorting sorting(ruling, out, fault);
    for (const Line& line : inner)
        if (!sorting.take(line)) return false;
    sorting.end();
    return true;
}

}  // namespace kiebitz::text
