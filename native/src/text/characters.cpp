#include "text/characters.hpp"

#include <algorithm>

namespace kiebitz::text {

namespace {

constexpr char32_t mark = 0xFEFF;
constexpr std::size_t head = 40;  // characters shown of a longer text

// clang-format off
constexpr std::string_view complaint_names[] = {
    "", "too_long", "too_many_lines", "line_too_long", "not_utf8", "card", "heading_late", "heading_unknown",
    "heading_twice", "card_strange", "suit_twice", "too_many_cells", "both_ways", "row_too_long", "column_ended", "row_short",
    "no_board", "too_many_columns", "mark_missing", "mark_wrong", "too_few_columns", "none_face_down",
    "face_up_below", "other_game", "other_columns", "json", "json_unread", "json_object", "json_number",
    "key_unknown", "key_missing", "key_twice", "value", "array", "array_length", "card_text", "foundations",
    "card_of_suit", "move",
    "count_zero", "sentence", "pile_number", "named_move", "unsolved", "no_moves", "header_key", "header_twice",
    "header_empty", "header_late", "tree", "tree_open", "pile_name", "deal_size", "hands",
};
// clang-format on

constexpr bool rare(char32_t sign) {
    return sign == 0x0B || sign == 0x0C || (sign >= 0x1C && sign <= 0x1F) || sign == 0x85 || sign == 0x2028 ||
           sign == 0x2029 || sign == mark;
}

Characters latin1(Bytes text, std::size_t from) {
    const std::size_t size = std::min(head, text.size() - from);
    return Characters(text.begin() + long(from), text.begin() + long(from + size));
}

// The length of the character at a place, and the character; 0 for invalid UTF-8.
int take(Bytes text, std::size_t at, char32_t& sign) {
    const std::uint8_t first = text[at];
    const int size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (!size || at + std::size_t(size) > text.size()) return 0;
    sign = size == 1 ? first : first & (0x7F >> size);
    for (int i = 1; i < size; ++i) {
        if (text[at + std::size_t(i)] >> 6 != 2) return 0;
        sign = sign << 6 | (text[at + std::size_t(i)] & 0x3F);
    }
    constexpr char32_t min_sign[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = sign >= 0xD800 && sign < 0xE000;
    return sign < min_sign[size] || sign > 0x10FFFF || surrogate ? 0 : size;
}

bool from_utf16(Bytes text, Characters& out, std::size_t& wrong) {
    const bool big = text[0] == 0xFE;
    const auto unit = [&](std::size_t at) {
        return char32_t(big ? text[at] << 8 | text[at + 1] : text[at + 1] << 8 | text[at]);
    };
    for (std::size_t at = 2; at < text.size(); at += 2) {
        wrong = at;
        if (at + 1 >= text.size()) return false;
        char32_t sign = unit(at);
        if (sign >= 0xD800 && sign < 0xE000) {
            if (sign >= 0xDC00 || at + 3 >= text.size() || unit(at + 2) >> 10 != 0x37) return false;
            at += 2;
            sign = 0x10000 + ((sign & 0x3FF) << 10) + (unit(at) & 0x3FF);
        }
        out.push_back(sign);
    }
    return true;
}

}  // namespace

std::string_view name_of(Complaint complaint) { return complaint_names[std::size_t(complaint)]; }

bool is_space(char32_t sign) {
    return sign == ' ' || (sign >= 9 && sign <= 13) || sign == 0xA0 || sign == 0x1680 ||
           (sign >= 0x2000 && sign <= 0x200A) || sign == 0x202F || sign == 0x205F || sign == 0x3000 || rare(sign);
}

View trimmed(View text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string utf8(View text) {
    std::string out;
    for (const char32_t sign : text) {
        if (sign < 0x80) {
            out += char(sign);
            continue;
        }
        const int tail_size = sign < 0x800 ? 1 : sign < 0x10000 ? 2 : 3;
        constexpr char32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
        out += char(leads[tail_size] | sign >> 6 * tail_size);
        for (int i = tail_size - 1; i >= 0; --i) out += char(0x80 | (sign >> 6 * i & 0x3F));
    }
    return out;
}

Characters characters(std::string_view text) {
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    Characters out;
    char32_t sign = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        const int size = take(bytes, at, sign);
        if (!size) break;
        out.push_back(sign);
        at += std::size_t(size);
    }
    return out;
}

Fault Line::fault(Complaint what, std::vector<int> numbers) const {
    return {what, utf8(text), "", number, 0, std::move(numbers)};
}

Fault Word::fault(Complaint what, std::vector<int> numbers) const {
    return {what, utf8(raw), "", line, column, std::move(numbers)};
}

bool decode(Bytes text, Characters& out, Fault& fault) {
    out.reserve(std::min(text.size(), longest_text));
    std::size_t wrong = text.size();
    if (text.size() >= 2 && ((text[0] == 0xFF && text[1] == 0xFE) || (text[0] == 0xFE && text[1] == 0xFF))) {
        if (from_utf16(text, out, wrong)) wrong = text.size();
    } else {
        char32_t sign = 0;
        for (std::size_t at = 0; at < text.size();) {
            const int size = take(text, at, sign);
            if (!size) {
                wrong = at;
                break;
            }
            if (at || sign != mark) out.push_back(sign);
            at += std::size_t(size);
        }
    }
    if (out.size() > longest_text) {
        fault = {Complaint::too_long, utf8(View(out).substr(0, head)), "", 0, 0, {int(longest_text)}};
        return false;
    }
    if (wrong < text.size()) {
        fault = {Complaint::not_utf8, utf8(latin1(text, wrong)), "", 0, int(wrong + 1), {}};
        return false;
    }
    for (char32_t& sign : out)
        if (rare(sign)) sign = ' ';
    return true;
}

bool split(View text, std::vector<Line>& out, Fault& fault) {
    std::size_t from = 0;
    const auto add = [&](std::size_t to) { out.push_back({text.substr(from, to - from), int(out.size()) + 1}); };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\n' && text[at] != '\r') continue;
        add(at);
        if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
        from = at + 1;
    }
    if (from < text.size()) add(text.size());
    if (out.size() > most_lines) {
        fault = out[most_lines].fault(Complaint::too_many_lines, {int(most_lines)});
        return false;
    }
    for (const Line& line : out) {
        if (line.text.size() <= longest_line) continue;
        fault = line.fault(Complaint::line_too_long, {int(longest_line)});
        return false;
    }
    return true;
}

}  // namespace kiebitz::text
