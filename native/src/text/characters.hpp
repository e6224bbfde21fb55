// A text as characters, lines and words with their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kiebitz/text.hpp"

namespace kiebitz::text {

using Characters = std::u32string;
using View = std::u32string_view;

// fc-solve's most verbose output for a solution of a thousand moves has about 230,000 characters in 14,000 lines.
constexpr std::size_t longest_text = 2'000'000, most_lines = 100'000, longest_line = 100'000;

// White space of any kind, including characters that only some programs treat as such; none of them ends a line.
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
    Characters text;  // without enclosing signs
    View raw;         // as it stands there
    int line, column;
    int from = 0, to = 0;  // its place on the screen, without colour codes

    Fault fault(Complaint what, std::vector<int> numbers = {}) const;
};

// Decode UTF-8, or UTF-16 with a byte order mark; drop the mark.
bool decode(Bytes text, Characters& out, Fault& fault);

// Split into lines at any line end; drop a last empty line.
bool split(View text, std::vector<Line>& out, Fault& fault);

constexpr bool is_digit(char32_t sign) { return sign >= '0' && sign <= '9'; }
constexpr bool is_letter(char32_t sign) { return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z'); }
constexpr char32_t lower(char32_t sign) { return sign >= 'A' && sign <= 'Z' ? sign + 32 : sign; }

}  // namespace kiebitz::text
