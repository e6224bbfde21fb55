// The header of a certificate: the rules, the start and the claim.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace check_certificate {

struct Unreadable {
    std::string why;
};
struct NotProven {
    std::string why;
};

// The forms of the file, by their first line. Without the line home_moves, no card comes back from home.
constexpr struct Form {
    std::string_view title;
    bool has_home_moves, has_merged;
} forms[] = {{"kiebitz certificate 2", false, false},
             {"kiebitz certificate 3", true, false},
             {"kiebitz certificate 4", false, true}};
constexpr std::string_view all_ranks = "A23456789TJQK", all_suits = "CDHS";
constexpr int most_cards = 52, most_moves = 254, lost = 255;
constexpr std::size_t longest_header = 4096;
constexpr std::uint64_t most_positions = 200'000'000;  // of 29 bytes each
constexpr std::uint64_t most_searched = 80'000'000;    // of the easier game, of some 75 bytes each

// For messages: escape characters that a terminal might interpret.
inline std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char sign : text.substr(0, 40)) {
        char code[8];
        std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(sign));
        out += sign >= ' ' && sign <= '~' ? std::string(1, sign) : code;
    }
    return out + "'";
}

inline std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

inline std::uint64_t number(const std::string& key, const std::string& text, std::uint64_t least, std::uint64_t most) {
    const bool digits = !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t value = digits ? std::stoull(text) : 0;
    if (!digits || value < least || value > most)
        throw Unreadable{key + " " + quoted(text) + "; expected a number from " + std::to_string(least) + " to " +
                         std::to_string(most)};
    return value;
}

// The ranks from which on black and red suits are merged, counted in the order of `home`.
struct MergedFrom {
    int black, red;
};

struct Header {
    std::string suits, ranks, home, build, empty_column, home_moves = "free", start, claim;
    int columns, cells, dealt_to_cells, claimed = lost;
    std::optional<MergedFrom> merged_from;
    std::uint64_t positions;
    std::size_t length = 0;  // in bytes, including the empty line

    explicit Header(const std::string& text) {
        std::size_t at = 0;
        const auto end = text.find("\n\n");
        auto line = [&](const std::string& key) {
            const auto stop = std::min(text.find('\n', at), text.size());
            const std::string whole = text.substr(at, stop - at);
            at = std::min(stop + 1, text.size());
            const bool control =
                std::any_of(whole.begin(), whole.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; });
            if (end == std::string::npos || stop > end || control || !whole.starts_with(key + " "))
                throw Unreadable{"the header has " + quoted(whole) + "; expected the line " + key +
                                 ", and an empty line after the last one"};
            return whole.substr(key.size() + 1);
        };
        const std::string title = text.substr(0, text.find('\n'));
        const Form* const form =
            std::find_if(std::begin(forms), std::end(forms), [&](const Form& known) { return title == known.title; });
        if (form == std::end(forms))
            throw Unreadable{"the first line is " + quoted(title) + "; expected " + quoted(forms[0].title) + ", " +
                             quoted(forms[1].title) + " or " + quoted(forms[2].title)};
        at = std::min(title.size() + 1, text.size());
        suits = letters("suits", line("suits"), all_suits);
        ranks = letters("ranks", line("ranks"), all_ranks);
        home = letters("home", line("home"), all_ranks);
        columns = int(number("columns", line("columns"), 1, most_cards));
        cells = int(number("cells", line("cells"), 0, most_cards));
        dealt_to_cells = int(number("dealt_to_cells", line("dealt_to_cells"), 0, std::uint64_t(cells)));
        build = choice("build", line("build"), {"alternate_colour", "same_suit"});
        empty_column = choice("empty_column", line("empty_column"), {"any", "kings", "none"});
        if (form->has_home_moves) home_moves = choice("home_moves", line("home_moves"), {"free", "both_ways"});
        const std::string merged = form->has_merged ? line("merged") : "";
        start = line("start");
        claim = line("claim");
        if (claim.starts_with("moves ")) claimed = int(number("claim", claim.substr(6), 1, most_moves));
        else if (claim != "impossible")
            throw Unreadable{"claim " + quoted(claim) + " is unknown; expected impossible or moves N"};
        positions = number("positions", line("positions"), 1, form->has_merged ? most_searched : most_positions);
        if (at != end + 1) throw Unreadable{"the header has a line too many after positions"};
        length = end + 2;
        if (!std::is_sorted(suits.begin(), suits.end()) ||
            !std::is_permutation(home.begin(), home.end(), ranks.begin(), ranks.end()))
            throw Unreadable{"suits, ranks or home: the order of the suits is CDHS, and home has the same ranks"};
        if (!form->has_merged) return;
        if (claimed != lost || build != "alternate_colour")
            throw Unreadable{"suits are merged only to show that a game built in alternate colours cannot be won"};
        const bool two_ranks = merged.size() == 3 && merged[1] == ' ';
        const auto black = two_ranks ? home.find(merged[0]) : home.npos,
                   red = two_ranks ? home.find(merged[2]) : home.npos;
        if (black == home.npos || red == home.npos)
            throw Unreadable{"merged " + quoted(merged) + " is unknown; expected two ranks of " + home};
        merged_from = {int(black), int(red)};
    }

private:
    static std::string letters(const char* key, const std::string& text, std::string_view known) {
        bool right = !text.empty();
        for (const char c : text) right &= known.find(c) != known.npos && std::count(text.begin(), text.end(), c) == 1;
        if (!right)
            throw Unreadable{key + (" " + quoted(text)) + "; expected some of the letters " + std::string(known) +
                             ", each once"};
        return text;
    }
    static std::string choice(const char* key, const std::string& text, std::initializer_list<const char*> known) {
        std::string names;
        for (const char* name : known) {
            if (text == name) return text;
            names += (names.empty() ? "" : " or ") + std::string(name);
        }
        throw Unreadable{key + (" " + quoted(text)) + " is unknown; expected " + names};
    }
};

}  // namespace check_certificate
