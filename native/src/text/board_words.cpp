#include "text/board_words.hpp"

#include "text/cards.hpp"

namespace kiebitz::text {

namespace {

constexpr bool is_glyph(char32_t sign) { return sign >= 0x1F0A0 && sign <= 0x1F0FF; }

constexpr std::string_view empty_names[] = {"empty", "none", "null", "leer"};

bool is_gap(View word) {
    if (is_among(word, empty_names)) return true;
    if (word.empty() || word.size() > 3) return false;
    return std::all_of(word.begin(), word.end(),
                       [&](char32_t sign) { return sign == word[0] && View(U"-–—_.·").find(sign) != View::npos; });
}

bool is_rank(View word) {
    for (int spelling = 0; spelling < spellings; ++spelling)
        if (rank_of(word, Spelling(spelling))) return true;
    return false;
}

// The separator of a line's fields, 0 for white space.
char32_t separator_of(View text, const Ruling& ruling) {
    if (std::any_of(text.begin(), text.end(), is_bar)) return '|';
    for (const char32_t sign : {U';', U','})
        if (text.find(sign) != View::npos) return sign;
    return ruling.tabs && text.find('\t') != View::npos ? '\t' : 0;
}

// The number of leading characters that form a card, perhaps with a variation selector; 0 for none.
std::size_t card_at(View text) {
    for (std::size_t size = std::min<std::size_t>(4, text.size()); size > 1; --size)
        if (card_of(text.substr(0, size), Spelling::english) != nobody &&
            rank_of(text.substr(0, text[0] == '1' ? 2 : 1), Spelling::english))
            return size;
    return 0;
}

// Reads the words of one line.
class Words {
public:
    Words(const Line& line, const Plain& plain, const Ruling& ruling) : line_(line), plain_(plain), ruling_(ruling) {}

    std::vector<Word> take(std::size_t from, bool labelled, bool& fields) {
        View text = View(plain_.text).substr(from);
        separator_ = separator_of(text, ruling_);
        fields = separator_ != 0;
        std::size_t end = plain_.text.size();
        while (end > from && is_space(plain_.text[end - 1])) --end;
        while (from < end && is_space(plain_.text[from]) && plain_.text[from] != '\t') ++from;
        if (labelled && from < end && plain_.text[from] == '\t') ++from;
        if (separator_ == '|') {  // a bar at either end only closes the table
            const bool first = from == 0 || !is_space(plain_.text[from - 1]);
            if (from < end && (ruling_.framed || first) && is_bar(plain_.text[from])) ++from;
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

    // Skip brackets; empty brackets are an empty place.
    std::size_t bracket(std::size_t at, std::size_t to) {
        if (!opens(plain_.text[at])) return at + 1;
        std::size_t end = at + 1;
        while (end < to && is_space(plain_.text[end])) ++end;
        if (end >= to || plain_.text[end] != (plain_.text[at] == '[' ? U']' : U')')) return at + 1;
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
        if (text.size() > 3 && card_of(text, Spelling::english) == nobody && run_on(from, to)) return;
        add(Characters(text), from, to);
    }

    // Adjacent cards without separators.
    bool run_on(std::size_t from, std::size_t to) {
        const View text = plain_.text;
        std::vector<std::size_t> starts;
        for (std::size_t at = from; at < to;) {
            const std::size_t size = card_at(text.substr(at, to - at));
            if (!size) return false;
            starts.push_back(at);
            at += size;
        }
        starts.push_back(to);
        for (std::size_t i = 0; i + 1 < starts.size(); ++i)
            add(Characters(text.substr(starts[i], starts[i + 1] - starts[i])), starts[i], starts[i + 1]);
        return true;
    }

    void add(Characters text, std::size_t from, std::size_t to) {
        std::size_t first = std::size_t(plain_.where[from]), last = first;
        if (to > from) {  // including attached colour codes
            last = std::size_t(plain_.where[to - 1]) + 1;
            while (last < line_.text.size() && to < plain_.where.size() && last < std::size_t(plain_.where[to])) ++last;
        }
        out_.push_back({std::move(text), line_.text.substr(first, last - first), line_.number, line_.start + int(first),
                        int(from), int(to)});
    }

    // Join a rank and an adjacent suit symbol: `10 ♠`.
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
                    word.to = next.to;
                    word.raw = View(word.raw.begin(), next.raw.end());
                    ++at;
                }
            }
            out_[kept++] = std::move(word);
        }
        out_.resize(kept);
    }

    const Line& line_;
    const Plain& plain_;
    const Ruling& ruling_;
    char32_t separator_ = 0;
    std::vector<Word> out_;
};

}  // namespace

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

Ruling ruling_of(const std::vector<Line>& lines) {
    Ruling out;
    for (const Line& line : lines) {
        const View text = trimmed(line.text);
        out.tabs |= text.find('\t') != View::npos;
        out.framed &= text.empty() || is_bar(text[0]) || std::none_of(text.begin(), text.end(), is_bar);
    }
    return out;
}

std::vector<Word> words_in(const Line& line, const Plain& plain, const Ruling& ruling, std::size_t from, bool labelled,
                           bool& fields) {
    return Words(line, plain, ruling).take(from, labelled, fields);
}

}  // namespace kiebitz::text
