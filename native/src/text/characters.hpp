// A text as characters, lines and words that know where they stand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kiebitz/text.hpp"

namespace kiebitz::text {

using Characters = std::u32string;
using View = std::u32string_view;

// fc-solve's most talkative account of a solution of a thousand moves has about 230,000 characters in 14,000 lines.
constexpr std::size_t longest_text = 2'000'000, most_lines = 100'000, longest_line = 100'000;

// White space of any kind. Signs that only some programs take for it count as well, and none of them ends a line.
bool is_space(char32_t sign);
View trimmed(View text);

std::string utf8(View text);
Characters characters(std::string_view text);  // of UTF-8 that is right

struct Line {
    View text;
    int number;
    int start = 1;  // the column of its first character

    Line after(std::size_t offset) const { return {text.substr(offset), number, start + int(offset)}; }
    bool blank() const { return trimmed(text).empty(); }
    Fault fault(Complaint what, std::vector<int> numbers = {}) const;
};

struct Word {
    Characters text;  // without the signs around it
    View raw;         // as it stands there
    int line, column;
    int from = 0, to = 0;  // where it stands on the screen, signs of colour left out

    Fault fault(Complaint what, std::vector<int> numbers = {}) const;
};

// The characters of UTF-8, or of UTF-16 with its byte order mark; a mark at the beginning is dropped.
bool decode(Bytes text, Characters& out, Fault& fault);

// Lines, whatever ends them; a last one that is empty is left out.
bool split(View text, std::vector<Line>& out, Fault& fault);

constexpr bool is_digit(char32_t sign) { return sign >= '0' && sign <= '9'; }
constexpr bool is_letter(char32_t sign) { return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z'); }
constexpr char32_t lower(char32_t sign) { return sign >= 'A' && sign <= 'Z' ? sign + 32 : sign; }

}  // namespace kiebitz::text
