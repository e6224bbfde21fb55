// Written moves: standard notation and its dialect, fc-solve's sentences, moves of named cards.
#include <algorithm>

#include "text/board_lines.hpp"
#include "text/cards.hpp"
#include "text/json.hpp"
#include "text/solutions.hpp"

namespace kiebitz::text {

namespace {

constexpr View columns = U"1234567890NPQRWXYZ", cells = U"abcdefgijklm", dialect_cells = U"abcdefgklmno";
constexpr int first_cell = 32, stock_pile = 52, most_stacks = 18, most_freecells = 12;
constexpr int cells_up_to_e = 5;  // with more there is a cell f, so F is not the foundations

constexpr std::string_view rulers[] = {"-=-=", "===="};
constexpr std::string_view states[] = {":", "Foundations:", "Freecells:"};
constexpr std::string_view statistics[] = {"This game is solveable", "Total number of states checked is",
                                           "This scan generated"};
constexpr std::string_view failures[] = {"I could not solve this game", "Iterations count exceeded",
                                         "The game is intractable"};
constexpr std::string_view label = "Move:", sentence_start = "Move ";
constexpr std::string_view endings[] = {"won", "won!", "solved", "solved!"};

bool begins(View text, std::string_view start) {
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(),
                      [](char letter, char32_t sign) { return char32_t(letter) == sign; });
}
template <std::size_t Count>
bool begins_any(View text, const std::string_view (&starts)[Count]) {
    return std::any_of(starts, starts + Count, [&](std::string_view start) { return begins(text, start); });
}
bool is(View text, std::string_view other) { return text.size() == other.size() && begins(text, other); }

template <std::size_t Count>
bool is_any(View text, const std::string_view (&others)[Count]) {
    Characters small(text);
    for (char32_t& sign : small) sign = lower(sign);
    return std::any_of(others, others + Count, [&](std::string_view other) { return is(small, other); });
}

std::vector<View> parted(View text) {
    std::vector<View> out;
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && is_space(text[at])) ++at;
        const std::size_t from = at;
        while (at < text.size() && !is_space(text[at])) ++at;
        if (at > from) out.push_back(text.substr(from, at - from));
    }
    return out;
}

// The first line of a board in fc-solve's form for human readers: … H-0 C-0 D-0 S-0
bool is_board_line(View text) {
    const std::vector<View> words = parted(text);
    constexpr char32_t suits[] = {'H', 'C', 'D', 'S'};
    if (words.size() < 4) return false;
    for (std::size_t i = 0; i < 4; ++i) {
        const View word = words[words.size() - 4 + i];
        if (word.size() < 3 || word[0] != suits[i] || word[1] != '-') return false;
    }
    return true;
}

// Remove fc-solve's output around its moves; refuse output that reports no solution.
bool without_chatter(const std::vector<Line>& body, std::vector<Line>& out, bool& boards, Fault& fault) {
    bool in_board = false;
    for (const Line& line : body) {
        const View text = trimmed(line.text);
        if (begins_any(text, failures)) return fault = line.fault(Complaint::unsolved), false;
        const bool state = begins_any(text, states);
        boards |= state;
        if (begins_any(text, rulers) || begins(text, label) || begins(text, sentence_start)) in_board = false;
        else if (!state && is_board_line(text)) in_board = boards = true;
        if (!in_board && !begins_any(text, rulers) && !state && !begins_any(text, statistics)) out.push_back(line);
    }
    return true;
}

int hexadecimal(View digits) {
    int value = 0;
    for (const char32_t sign : digits) {
        const char32_t digit = lower(sign);
        if (!is_digit(digit) && !(digit >= 'a' && digit <= 'f')) return -1;
        value = 16 * value + int(is_digit(digit) ? digit - '0' : digit - 'a' + 10);
    }
    return value;
}

constexpr int no_pile = -1;

// The pile of a character, no_pile for none.
int pile_of(char32_t sign) {
    const char32_t capital = sign >= 'a' && sign <= 'z' ? sign - 32 : sign, small = lower(sign);
    if (const std::size_t column = columns.find(capital); column != View::npos) return int(column);
    if (const std::size_t cell = cells.find(small); cell != View::npos) return first_cell + int(cell);
    return small == 's' ? stock_pile : small == 'h' ? int(at_home) : no_pile;
}

int dialect_pile(View sign) {
    if (sign == U"10") return 9;
    if (sign.size() != 1) return no_pile;
    const char32_t small = lower(sign[0]);
    if (small >= '1' && small <= '9') return int(small - '1');
    if (const std::size_t cell = dialect_cells.find(small); cell != View::npos) return first_cell + int(cell);
    return small == 's' ? stock_pile : small == 'h' ? int(at_home) : no_pile;
}

// The two piles of a word, without its count.
bool piles(View word, bool dialect, int game_cells, int& source, int& target) {
    const auto fits = [&](int from, int to) {
        source = from, target = to;
        return from != no_pile && to != no_pile && from != at_home && to != stock_pile;
    };
    if (!dialect) {
        if (word.size() == 3 && lower(word[0]) == 'h') {  // hs5: from the spades foundation
            const std::size_t suit = View(U"cdhs").find(lower(word[1]));
            source = int(at_home + suit), target = pile_of(word[2]);
            return suit != View::npos && target >= 0 && target < at_home;
        }
        if (word.size() != 2) return false;
        const bool home = lower(word[1]) == 'f' && game_cells <= cells_up_to_e;
        return fits(pile_of(word[0]), home ? int(at_home) : pile_of(word[1]));
    }
    for (const std::size_t size : {2, 1})
        if (word.size() > size && fits(dialect_pile(word.substr(0, size)), dialect_pile(word.substr(size))))
            return true;
    return false;
}

// Read one move; return the complaint.
Complaint step_of(View word, bool dialect, int game_cells, Step& out) {
    int source = 0, target = 0, count = 0;
    const std::size_t counted = word.find_last_of(U"vV");
    const bool has_count =
        counted != View::npos && counted >= 2 && word.size() - counted >= 2 && word.size() - counted <= 3;
    if (has_count) {
        count = hexadecimal(word.substr(counted + 1));
        word = word.substr(0, counted);
    }
    const bool first_suit = dialect && word == U"0h";  // a whole suit from column 0, see `sequence_home`
    if (first_suit) word = U"1h";
    if (count < 0 || !piles(word, dialect, game_cells, source, target)) return Complaint::move;
    if (has_count && !count) return Complaint::count_zero;
    out.source = std::uint8_t(source), out.target = std::uint8_t(target), out.count = std::uint8_t(count);
    out.one_by_default = dialect && !first_suit;
    return Complaint::none;
}

constexpr View arrows[] = {U"->", U"→", U"=>", U"–>", U"-", U">", U"to"};
bool is_arrow(View word) { return std::find(std::begin(arrows), std::end(arrows), word) != std::end(arrows); }

// Remove the arrow of 5->4 or 5→4.
Characters without_arrow(View word) {
    for (const View arrow : arrows)
        if (word.size() == arrow.size() + 2 && word.substr(1, arrow.size()) == arrow) return {word[0], word.back()};
    return Characters(word);
}

// Words without meaning for a move: bullets, `Move`, and that the game is won.
bool is_idle(View word) {
    constexpr std::string_view idle[] = {"-", "*", "+", ">", "move"};
    return word == U"•" || is_any(word, idle) || is_any(word, endings);
}

// The length of a number before a move, `12.` or `12)`.
std::size_t numbering(View word) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    const bool numbered = digits && digits < word.size() && View(U".):").find(word[digits]) != View::npos;
    return numbered ? digits + 1 : 0;
}

// Join two words that name one pile each, perhaps with an arrow between them, into one move.
void join_piles(std::vector<Word>& words, std::size_t from) {
    std::size_t kept = from;
    for (std::size_t at = from; at < words.size(); ++at) {
        Word word = std::move(words[at]);
        std::size_t next = at + 1;
        if (word.text.size() == 1 && pile_of(word.text[0]) != no_pile) {
            if (next < words.size() && is_arrow(words[next].text)) ++next;
            if (next < words.size() && !words[next].text.empty() &&
                (words[next].text.size() == 1 || words[next].text[1] == 'v')) {
                word.text += words[next].text;
                at = next;
            }
        } else if (is_idle(word.text)) {
            continue;
        }
        words[kept++] = std::move(word);
    }
    words.resize(kept);
}

// The words of a line of moves, without separators, brackets and move numbers; split moves written without spaces.
void words_of_moves(const Line& line, std::vector<Word>& out) {
    const auto between = [](char32_t sign) { return is_space(sign) || View(U",;[]\"'`|").find(sign) != View::npos; };
    const View text = line.text;
    const std::size_t before = out.size();
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && between(text[at])) ++at;
        std::size_t from = at;
        while (at < text.size() && !between(text[at])) ++at;
        if (at == from) break;
        from += numbering(text.substr(from, at - from));
        const View word = text.substr(from, at - from);
        bool run_on = word.size() >= 6 && word.size() % 2 == 0;
        for (std::size_t i = 0; run_on && i < word.size(); ++i) {
            const char32_t sign = word[i];
            run_on = (sign >= '1' && sign <= '8') || (sign >= 'a' && sign <= 'd') || (i % 2 && sign == 'h');
        }
        const std::size_t part = run_on ? 2 : word.size();
        for (std::size_t i = 0; i < word.size(); i += part) {
            const View view = word.substr(i, part);
            out.push_back({without_arrow(view), view, line.number, line.start + int(from + i)});
        }
    }
    join_piles(out, before);
}

// The moves of lists: `[["5", "4"], …]`, `{"moves": ["54", …]}`, `[{"from": "5", "to": "4"}, …]`; texts and numbers
// with their places; values of other keys are skipped.
void words_of_list(const JsonValue& value, const std::vector<Line>& body, std::vector<Word>& out) {
    constexpr std::string_view keys[] = {"moves", "solution", "line", "from", "to", "source", "target", "move"};
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const JsonValue& item = value.items[i];
        if (!value.keys.empty() && !is_any(value.keys[i], keys)) continue;
        words_of_list(item, body, out);
        if (item.kind != JsonValue::Kind::text && item.kind != JsonValue::Kind::number) continue;
        const auto line = std::partition_point(body.begin(), body.end(), [&](const Line& other_line) {
            return other_line.text.data() + other_line.text.size() <= item.raw.data();
        });
        if (line == body.end()) return;
        const bool quoted = item.kind == JsonValue::Kind::text && item.raw.size() > 1 && !is_letter(item.raw[0]);
        const View text = quoted ? item.raw.substr(1, item.raw.size() - 2) : item.raw;
        words_of_moves({text, line->number, int(text.data() - line->text.data()) + 1}, out);
    }
}

// The words of lists in JSON or Python syntax; false if the text is none.
bool words_of_lists(const std::vector<Line>& body, std::vector<Word>& out) {
    const View first = body.front().text, last = body.back().text;
    const View text = trimmed(View(first.begin(), last.end()));
    JsonValue list;
    if (text.empty() || View(U"[({").find(text[0]) == View::npos || !Json().read(text, list, true)) return false;
    if (text[0] == '{' && list.keys.empty()) return false;
    words_of_list(list, body, out);
    join_piles(out, 0);
    return true;
}

// Whether a line is prose around the moves.
bool is_prose(const Line& line) {
    int words = 0;
    for (const View word : parted(line.text)) {
        Step step;
        if (step_of(word, false, cells_up_to_e, step) == Complaint::none) return false;
        words += word.size() > 2 && std::all_of(word.begin(), word.end() - 1, is_letter);
    }
    return words > 1;
}

// Blank out variations and comments, so that words keep their places.
void keep_main_line(std::vector<Line>& lines, std::vector<Characters>& kept) {
    int depth = 0;
    bool in_comment = false;
    kept.reserve(lines.size());
    for (Line& line : lines) {
        Characters& text = kept.emplace_back(line.text);
        for (char32_t& sign : text) {
            const char32_t was = sign;
            if (was == '{' || was == '(') {
                depth += was == '(' && !in_comment;
                in_comment |= was == '{';
                sign = ' ';
            } else if (in_comment || depth) {
                depth -= was == ')' && !in_comment;
                in_comment &= was != '}';
                sign = ' ';
            }
        }
        line.text = text;
    }
}

int number_of(View digits, std::size_t max_digits) {
    if (digits.empty() || digits.size() > max_digits) return -1;
    int value = 0;
    for (const char32_t digit : digits) {
        if (!is_digit(digit)) return -1;
        value = 10 * value + int(digit - '0');
    }
    return value;
}

// One of fc-solve's sentences.
class Sentence {
public:
    Sentence(const Line& line, Fault& fault) : line_(line), fault_(fault), words_(parted(line.text)) {}

    bool read(Step& out) {
        if (take({"Move", "the", "sequence", "on", "top", "of"}))
            return pile(out.source) && take({"to", "the", "foundations"}) && end(out);
        if (!take({"Move"})) return refuse();
        if (take({"a", "card"})) {
            out.count = 1;
        } else {
            const int count = at_ < words_.size() ? number_of(words_[at_++], 2) : -1;
            if (count < 1 || words_[at_ - 1][0] == '0' || !(take({"cards"}) || take({"card"}))) return refuse();
            out.count = std::uint8_t(count);
        }
        if (!take({"from"})) return refuse();
        if (take({"the", "stock"})) out.source = stock_pile;
        else if (!pile(out.source)) return false;
        if (take({"to", "the", "foundations"})) return end(out);
        return (take({"to"}) || refuse()) && pile(out.target) && (at_ == words_.size() || refuse());
    }

private:
    bool end(Step& out) {
        out.target = at_home;
        return at_ == words_.size() || refuse();
    }
    bool refuse() {
        if (fault_.what == Complaint::none) fault_ = line_.fault(Complaint::sentence);
        return false;
    }
    bool take(std::initializer_list<std::string_view> words) {
        if (at_ + words.size() > words_.size()) return false;
        std::size_t at = at_;
        for (const std::string_view word : words)
            if (!is(words_[at++], word)) return false;
        at_ = at;
        return true;
    }
    bool pile(std::uint8_t& out) {
        const bool stack = take({"stack"}) || take({"Stack"});
        if (!stack && !take({"freecell"}) && !take({"Freecell"})) return refuse();
        const int index = at_ < words_.size() ? number_of(words_[at_++], 2) : -1;
        if (index < 0) return refuse();
        if (index >= (stack ? most_stacks : most_freecells)) {
            fault_ = line_.fault(Complaint::pile_number, {stack ? 0 : 1});
            return false;
        }
        out = std::uint8_t(stack ? index : first_cell + index);
        return true;
    }

    const Line& line_;
    Fault& fault_;
    std::vector<View> words_;
    std::size_t at_ = 0;
};

// `5C to 6D`, `2S to temp`, `AC out`, `KH to empty pile`; `3. Move 5C onto 6D`, `2S -> freecell`, `AC home`.
bool named_step(const Line& line, Step& out) {
    constexpr std::string_view idle[] = {"a", "an", "the", "to", "onto", "on", "move", "pile", "column", "stack", "-"};
    constexpr std::string_view home[] = {"out", "home", "foundation", "foundations"},
                               cell[] = {"temp", "freecell", "cell"};
    std::vector<View> words;
    for (const View word : parted(line.text))
        if (const View name = word.substr(numbering(word)); !name.empty() && !is_any(name, idle) && !is_arrow(name))
            words.push_back(name);
    if (words.size() != 2) return false;
    out.card = card_of(words[0], Spelling::english);
    if (out.card == nobody) return false;
    if (is_any(words[1], home)) return out.target = at_home, true;
    out.goes = is_any(words[1], cell) ? Goes::to_cell : is(words[1], "empty") ? Goes::to_empty_column : Goes::onto_card;
    if (out.goes == Goes::onto_card) out.onto = card_of(words[1], Spelling::english);
    return out.goes != Goes::onto_card || out.onto != nobody;
}

// Lines of moves of named cards, split at commas.
std::vector<Line> parted_by_commas(const std::vector<Line>& lines) {
    std::vector<Line> out;
    for (const Line& line : lines)
        for (std::size_t from = 0; from <= line.text.size();) {
            const std::size_t end = std::min(line.text.find_first_of(U",;", from), line.text.size());
            const Line part{line.text.substr(from, end - from), line.number, line.start + int(from)};
            if (!part.blank()) out.push_back(part);
            from = end + 1;
        }
    return out;
}

bool is_named(const std::vector<Line>& body) {
    Step step;
    const std::vector<Line> lines = parted_by_commas(body);
    return std::any_of(lines.begin(), lines.end(), [&](const Line& line) { return named_step(line, step); });
}

SolutionForm recognised(const std::vector<Line>& body) {
    const auto any = [&](std::string_view start) {
        return std::any_of(body.begin(), body.end(),
                           [&](const Line& line) { return begins(trimmed(line.text), start); });
    };
    const bool sentences = std::any_of(body.begin(), body.end(), [](const Line& line) {
        const std::vector<View> words = parted(line.text);
        return words.size() > 2 && is(words[0], "Move") && (words[2].starts_with(U"card") || is(words[2], "sequence"));
    });
    if (sentences) return SolutionForm::sentences;
    if (any(rulers[0]) || any(label)) return SolutionForm::dialect;
    return is_named(body) ? SolutionForm::named_cards : SolutionForm::standard;
}

bool sentences(const std::vector<Line>& lines, std::vector<Step>& out, Fault& fault) {
    for (const Line& line : lines)
        if (!Sentence(line, fault).read(out.emplace_back())) return false;
    return true;
}

bool named_steps(const std::vector<Line>& lines, std::vector<Step>& out, Fault& fault) {
    for (const Line& line : parted_by_commas(lines)) {
        if (is_any(trimmed(line.text), endings)) continue;
        if (!named_step(line, out.emplace_back())) return fault = line.fault(Complaint::named_move), false;
    }
    return true;
}

bool two_letters(std::vector<Line> lines, int game_cells, SolutionForm& form, std::vector<Step>& out, Fault& fault) {
    std::vector<Characters> kept;
    std::vector<Word> words;
    const bool dialect = form == SolutionForm::dialect;
    if (!dialect && !lines.empty() && words_of_lists(lines, words)) {
        form = SolutionForm::lists;
    } else {
        if (!dialect) keep_main_line(lines, kept);
        for (const Line& line : lines) {
            const auto start = std::find_if_not(line.text.begin(), line.text.end(), is_space) - line.text.begin();
            const bool labelled = begins(line.text.substr(std::size_t(start)), label);
            words_of_moves(labelled ? line.after(std::size_t(start) + label.size()) : line, words);
        }
    }
    for (const Word& word : words)
        if (const Complaint wrong = step_of(word.text, dialect, game_cells, out.emplace_back());
            wrong != Complaint::none)
            return fault = word.fault(wrong), false;
    return true;
}

}  // namespace

Complaint read_step(View word, int game_cells, Step& out) { return step_of(word, false, game_cells, out); }

bool read_steps(const std::vector<Line>& body, int game_cells, SolutionForm& form, std::vector<Step>& out,
                Fault& fault) {
    const bool open = form == SolutionForm::automatic;
    if (open) form = recognised(body);
    std::vector<Line> lines;
    bool boards = false;
    if (!without_chatter(body, lines, boards, fault)) return false;
    if (open && form == SolutionForm::standard) {
        lines.erase(lines.begin(), std::find_if_not(lines.begin(), lines.end(), is_prose));
        while (!lines.empty() && is_prose(lines.back())) lines.pop_back();
    }
    const bool read = form == SolutionForm::sentences     ? sentences(lines, out, fault)
                      : form == SolutionForm::named_cards ? named_steps(lines, out, fault)
                                                          : two_letters(lines, game_cells, form, out, fault);
    if (!read || !out.empty() || !boards) return read;
    if (open && steps_of_boards(body, out) && !out.empty()) {
        form = SolutionForm::boards;
        return true;
    }
    out.clear();
    fault = {Complaint::no_moves, utf8(body.front().text), "", body.front().number, 0, {}};
    return false;
}

}  // namespace kiebitz::text
