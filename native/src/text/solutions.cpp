// Solutions: the lines above the moves, then the moves.
#include "text/solutions.hpp"

#include <algorithm>

#include "common/position.hpp"
#include "text/board_lines.hpp"

namespace kiebitz::text {

namespace {

bool is_header(View text) {
    text = trimmed(text);
    return !text.empty() && text[0] == '#';
}

// The text without a trailing `(won)`.
View without_ending(View text) {
    constexpr View ending = U"(won)";
    const View body = trimmed(text);
    if (body.size() < ending.size()) return text;
    const std::size_t at = body.size() - ending.size();
    for (std::size_t i = 0; i < ending.size(); ++i)
        if (lower(body[at + i]) != ending[i]) return text;
    return text.substr(0, std::size_t(body.data() - text.data()) + at);
}

// `# key: value`; any other line with # is a comment.
bool entry_of(const Line& line, HeaderEntry& out) {
    View text = trimmed(line.text).substr(1);
    std::size_t at = 0;
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t from = at;
    while (at < text.size() && (is_letter(text[at]) || text[at] == '_')) ++at;
    const View key = text.substr(from, at - from);
    while (at < text.size() && is_space(text[at])) ++at;
    if (key.empty() || at >= text.size() || text[at] != ':') return false;
    Characters small(key);
    for (char32_t& sign : small) sign = lower(sign);
    out = {utf8(small), utf8(trimmed(text.substr(at + 1))), line.number, utf8(line.text)};
    return true;
}

bool read_entries(const std::vector<Line>& lines, const std::vector<std::string>& keys, std::vector<HeaderEntry>& out,
                  Fault& fault) {
    for (const Line& line : lines) {
        HeaderEntry entry;
        if (!is_header(line.text) || !entry_of(line, entry)) continue;
        const auto place = std::find(keys.begin(), keys.end(), entry.key);
        if (place == keys.end()) return fault = line.fault(Complaint::header_key), false;
        if (entry.key == "note") continue;
        const std::vector<int> which{int(place - keys.begin())};
        const bool twice =
            std::any_of(out.begin(), out.end(), [&](const HeaderEntry& other) { return other.key == entry.key; });
        if (twice) return fault = line.fault(Complaint::header_twice, which), false;
        if (entry.value.empty()) return fault = line.fault(Complaint::header_empty, which), false;
        out.push_back(std::move(entry));
    }
    return true;
}

// A link of macroxue's FreeCell page, `…?deal=617:26a5…`, or with `#`.
bool read_link_of_macroxue(View text, SolutionRead& out) {
    constexpr std::size_t most_digits = 12;
    const std::size_t colon = text.rfind(U':');
    if (colon == View::npos || std::any_of(text.begin(), text.end(), is_space)) return false;
    std::size_t start = colon;
    while (start && is_digit(text[start - 1])) --start;
    const View before = text.substr(0, start), moves = text.substr(colon + 1);
    const bool leads = before.ends_with(U'#') || before.ends_with(U"?deal=") || before.ends_with(U"&deal=");
    if (!leads || start == colon || colon - start > most_digits || moves.size() % 2) return false;
    const auto column = [](char32_t sign) { return sign >= '1' && sign <= '8'; };
    std::vector<Step> steps;
    for (std::size_t at = 0; at < moves.size(); at += 2) {
        const char32_t from = moves[at], to = moves[at + 1];
        if (!(column(from) || (from >= 'a' && from <= 'd')) || !(column(to) || to == 'h' || to == 'r')) return false;
        Step step;
        step.source = std::uint8_t(column(from) ? from - '1' : cell_code + from - 'a');
        step.target = std::uint8_t(column(to) ? to - '1' : at_home);
        if (to == 'r') step.goes = Goes::to_cell;
        steps.push_back(step);
    }
    out.deal = utf8(text.substr(start, colon - start));
    out.form = SolutionForm::by_arrival;
    out.steps = std::move(steps);
    return true;
}

// The text without the signs of Markdown that emphasise it, as in `**#617**`.
View unadorned(View text) {
    constexpr View signs = U"*_~`";
    text = trimmed(text);
    while (!text.empty() && signs.find(text.front()) != View::npos) text.remove_prefix(1);
    while (!text.empty() && signs.find(text.back()) != View::npos) text.remove_suffix(1);
    return trimmed(text);
}

// `#617` or `# 617`, which may be a label of a board as well.
bool bare_number(View text, std::string& number) {
    if (text.size() < 2 || text[0] != '#') return false;
    const View digits = trimmed(text.substr(1));
    if (digits.empty() || digits.find_first_not_of(U"-0123456789,") != View::npos) return false;
    number = utf8(digits);
    return true;
}

// Whether the lines are fc-solve's ruler alone, as written for a solution without moves.
bool is_ruler(const std::vector<Line>& lines) {
    return lines.size() == 1 && !lines[0].blank() && lines[0].text.find_first_not_of(U"-= ") == View::npos;
}

// The lines of moves where the first of them follows the deal's number, `#617: 83 8a`; none in any other text.
std::vector<Line> after_number(const std::vector<Line>& lines, std::string& number) {
    std::vector<Line> body;
    std::string before;
    for (const Line& line : lines) {
        if (line.blank()) continue;
        if (!body.empty()) {
            if (is_header(line.text)) return {};
            body.push_back(line);
            continue;
        }
        const std::size_t colon = line.text.find(U':');
        if (colon == View::npos || line.after(colon + 1).blank()) return {};
        const View name = unadorned(line.text.substr(0, colon));
        if (!bare_number(name, before) && !title_number(name, before)) return {};
        body.push_back(line.after(colon + 1));
    }
    if (!body.empty()) number = before;
    return body;
}

}  // namespace

SolutionRead read_solution(Bytes text, SolutionForm form, int cells, const std::vector<std::string>& keys) {
    SolutionRead out;
    Characters all;
    std::vector<Line> lines, body;
    if (!decode(text, all, out.header_fault) || !split(all, lines, out.header_fault)) {
        out.fault = out.header_fault;
        return out;
    }
    if (form == SolutionForm::automatic && read_link_of_macroxue(trimmed(all), out)) return out;
    read_entries(lines, keys, out.header, out.header_fault);
    const auto first = std::find_if(lines.begin(), lines.end(),
                                    [](const Line& line) { return !line.blank() && !is_header(line.text); });
    if (first != lines.end() && title_number(unadorned(first->text), out.deal)) {
        for (Line& line : lines)
            if (line.number > first->number && !line.blank() && !is_header(line.text)) body.push_back(line);
    } else {
        for (const Line& line : lines) {
            View name = unadorned(line.text);
            if (name.ends_with(U':')) name.remove_suffix(1);
            const bool numbers = out.deal.empty() && bare_number(unadorned(name), out.deal);  // `#617` alone
            if (!numbers && !line.blank() && !is_header(line.text)) body.push_back(line);
        }
    }
    std::vector<Line> numbered = after_number(lines, out.deal);
    if (!numbered.empty()) body = std::move(numbered);
    for (Line& line : body) line.text = without_ending(line.text);
    out.form = form;
    for (const Line& line : lines)
        if (is_header(line.text) && !body.empty() && line.number > body.front().number) {
            out.late = line.fault(Complaint::header_late);
            break;
        }
    for (const Line& line : body) out.body += utf8(line.text) + "\n";
    if (!read_steps(body, cells, out.form, out.steps, out.fault)) out.steps.clear();
    if (out.fault.what == Complaint::none && out.steps.empty() && !body.empty() && !is_ruler(body))
        out.fault = lines[std::size_t(body.front().number - 1)].fault(Complaint::move);
    out.board = first_board(body);
    return out;
}

}  // namespace kiebitz::text
