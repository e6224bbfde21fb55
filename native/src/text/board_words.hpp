// The words of a line, between its separators, without brackets and colours.
#pragma once

#include <algorithm>

#include "text/characters.hpp"

namespace kiebitz::text {

// A line without colour codes, and the place of each of its characters in the line.
struct Plain {
    Characters text;
    std::vector<int> where;
};

Plain without_colours(View line);

constexpr bool is_bar(char32_t sign) { return sign == '|' || sign == U'│' || sign == U'┃' || sign == U'║'; }
constexpr bool is_of_frame(char32_t sign) { return sign >= 0x2500 && sign <= 0x257F && !is_bar(sign); }
constexpr bool opens(char32_t sign) { return sign == '[' || sign == '('; }
constexpr bool is_around(char32_t sign) {
    return opens(sign) || sign == ']' || sign == ')' || sign == '"' || sign == '\'' || sign == '*' || sign == '`' ||
           sign == U'•' || (sign >= 0x2018 && sign <= 0x201F);
}

// Properties shared by the lines of a text: whether tabs separate words, so that leading tabs are empty places, and
// whether bars begin all lines that have any.
struct Ruling {
    bool tabs = false, framed = true;
};

Ruling ruling_of(const std::vector<Line>& lines);

// The words of a line from a place on; an empty one is `gap`. `labelled`: the text before them ends in white space,
// perhaps a tab. `fields` tells whether separators delimit fields.
std::vector<Word> words_in(const Line& line, const Plain& plain, const Ruling& ruling, std::size_t from, bool labelled,
                           bool& fields);

constexpr View gap = U"-";

inline bool is_named(View name, std::string_view other) {
    return std::equal(name.begin(), name.end(), other.begin(), other.end(),
                      [](char32_t sign, char letter) { return lower(sign) == char32_t(letter); });
}
template <std::size_t Count>
bool is_among(View name, const std::string_view (&others)[Count]) {
    return std::any_of(others, others + Count, [&](std::string_view other) { return is_named(name, other); });
}

}  // namespace kiebitz::text
