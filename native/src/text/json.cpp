#include "text/json.hpp"

#include <algorithm>

namespace kiebitz::text {

namespace {

constexpr int deepest = 100;
constexpr std::size_t quoted = 80, longest_number = 4300;  // characters

constexpr bool is_json_space(char32_t sign) { return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r'; }

class Parser {
public:
    Parser(View text, bool loosely, Fault& fault) : text_(text), loosely_(loosely), fault_(fault) {}

    bool whole(JsonValue& out) {
        skip();
        if (!value(out, 0)) return false;
        skip();
        return at_ == text_.size() || refuse(JsonFault::extra, at_);
    }

private:
    char32_t sign() const { return at_ < text_.size() ? text_[at_] : 0; }
    void skip() {
        while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
    }
    bool refuse(JsonFault expected, std::size_t at) {
        int line = 1;
        std::size_t start = 0;
        for (std::size_t i = 0; i < at; ++i)
            if (text_[i] == '\n') ++line, start = i + 1;
        fault_ = {
            Complaint::json, utf8(text_.substr(std::min(at, text_.size()), quoted)), "", line, int(at - start) + 1,
            {int(expected)}};
        return false;
    }
    bool unread() {
        fault_ = {Complaint::json_unread, utf8(text_.substr(0, quoted)), "", 0, 0, {}};
        return false;
    }
    bool quote(char32_t sign) const { return sign == '"' || (loosely_ && sign == '\''); }

    bool value(JsonValue& out, int depth) {
        if (depth > deepest) return unread();
        const std::size_t from = at_;
        const bool read = sign() == '{'                                  ? object(out, depth)
                          : sign() == '['                                ? array(out, depth, ']')
                          : loosely_ && sign() == '('                    ? array(out, depth, ')')
                          : quote(sign())                                ? text(out)
                          : word(U"null") || (loosely_ && word(U"None")) ? true
                          : word(U"true") || word(U"false")              ? (out.kind = JsonValue::Kind::truth, true)
                          : loosely_ && is_bare(0)                       ? bare(out)
                                                                         : number(out);
        out.raw = text_.substr(from, at_ - from);
        return read;
    }

    bool word(View name) {
        if (text_.substr(at_, name.size()) != name) return false;
        at_ += name.size();
        return true;
    }

    bool number(JsonValue& out) {
        for (const View name : {View(U"NaN"), View(U"Infinity"), View(U"-Infinity")}) {
            if (text_.substr(at_, name.size()) != name) continue;
            fault_ = {Complaint::json_number, utf8(name), "", 0, 0, {}};
            return false;
        }
        const std::size_t from = at_;
        if (sign() == '-') ++at_;
        const std::size_t first = at_;
        digits();
        if (at_ == first || (text_[first] == '0' && at_ > first + 1)) {
            if (at_ == first) return refuse(JsonFault::value, from);
            at_ = first + 1;
        }
        if (at_ - first > longest_number) return unread();
        if (sign() == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) ++at_, digits();
        if (sign() == 'e' || sign() == 'E') {
            const std::size_t before = at_++;
            if (sign() == '+' || sign() == '-') ++at_;
            if (!is_digit(sign())) at_ = before;
            digits();
        }
        out.kind = JsonValue::Kind::number;
        return true;
    }
    void digits() {
        while (is_digit(sign())) ++at_;
    }

    bool text(JsonValue& out) {
        out.kind = JsonValue::Kind::text;
        return characters_of(out.text);
    }

    bool characters_of(Characters& out) {
        const std::size_t from = at_;
        const char32_t close = text_[at_++];
        while (sign() != close || at_ >= text_.size()) {
            if (at_ >= text_.size()) return refuse(JsonFault::text_end, from);
            if (text_[at_] < ' ') return refuse(JsonFault::sign, at_);
            if (text_[at_] != '\\') {
                out.push_back(text_[at_++]);
                continue;
            }
            if (!escape(out)) return false;
        }
        ++at_;
        return true;
    }

    bool escape(Characters& out) {
        const std::size_t from = at_++;
        constexpr View signs = U"\"\\/bfnrt'", characters = U"\"\\/\b\f\n\r\t'";
        const std::size_t place = at_ < text_.size() ? signs.find(text_[at_]) : View::npos;
        if (place < (loosely_ ? signs.size() : signs.size() - 1)) {
            out.push_back(characters[place]);
            ++at_;
            return true;
        }
        if (sign() != 'u') return refuse(JsonFault::escape, from);
        ++at_;
        char32_t unit = 0;
        if (!hexadecimal(unit)) return refuse(JsonFault::escape, from);
        if (unit >> 10 == 0x36 && text_.substr(at_, 2) == U"\\u") {
            const std::size_t before = at_;
            at_ += 2;
            char32_t second = 0;
            if (hexadecimal(second) && second >> 10 == 0x37) unit = 0x10000 + ((unit & 0x3FF) << 10) + (second & 0x3FF);
            else at_ = before;
        }
        out.push_back(unit);
        return true;
    }

    bool hexadecimal(char32_t& unit) {
        for (int i = 0; i < 4; ++i, ++at_) {
            const char32_t digit = lower(sign());
            if (!is_digit(digit) && !(digit >= 'a' && digit <= 'f')) return false;
            unit = unit << 4 | (is_digit(digit) ? digit - '0' : digit - 'a' + 10);
        }
        return true;
    }

    // Whether an unquoted text follows: a card, not a number.
    bool is_bare(std::size_t ahead) const {
        const char32_t sign = at_ + ahead < text_.size() ? text_[at_ + ahead] : 0;
        if (is_digit(sign)) return is_bare(ahead + 1);
        return is_letter(sign) || sign == '<' || (sign >= 0x2660 && sign <= 0x2667);
    }
    bool bare(JsonValue& out) {
        out.kind = JsonValue::Kind::text;
        while (at_ < text_.size() && View(U",]})( \t\n\r:").find(text_[at_]) == View::npos) out.text += text_[at_++];
        return true;
    }

    bool array(JsonValue& out, int depth, char32_t close) {
        out.kind = JsonValue::Kind::array;
        ++at_;
        skip();
        while (sign() != close) {
            out.items.emplace_back();
            if (!value(out.items.back(), depth + 1) || !next(close)) return false;
        }
        ++at_;
        return true;
    }

    // After a value: a comma and the next value, or the closing bracket.
    bool next(char32_t close) {
        skip();
        if (sign() == close) return true;
        if (sign() != ',') return refuse(JsonFault::comma, at_);
        const std::size_t comma = at_++;
        skip();
        return sign() != close || loosely_ ||
               refuse(close == '}' ? JsonFault::key : JsonFault::value, close == '}' ? at_ : comma + 1);
    }

    bool object(JsonValue& out, int depth) {
        out.kind = JsonValue::Kind::object;
        ++at_;
        skip();
        while (sign() != '}') {
            if (!quote(sign())) return refuse(JsonFault::key, at_);
            Characters key;
            if (!characters_of(key)) return false;
            skip();
            if (sign() != ':') return refuse(JsonFault::colon, at_);
            ++at_;
            skip();
            out.items.emplace_back();
            if (!value(out.items.back(), depth + 1)) return false;
            out.keys.push_back(std::move(key));
            if (!next('}')) return false;
        }
        ++at_;
        return true_keys(out);
    }

    // Each key occurs once.
    bool true_keys(const JsonValue& object) {
        std::vector<View> keys(object.keys.begin(), object.keys.end());
        std::make_heap(keys.begin(), keys.end());
        std::sort_heap(keys.begin(), keys.end());
        const auto twice = std::adjacent_find(keys.begin(), keys.end());
        if (twice == keys.end()) return true;
        fault_ = {Complaint::key_twice, utf8(*twice), "", 0, 0, {}};
        return false;
    }

    View text_;
    bool loosely_;
    Fault& fault_;
    std::size_t at_ = 0;
};

}  // namespace

bool Json::read(View text, JsonValue& out, bool loosely) { return Parser(text, loosely, fault).whole(out); }

}  // namespace kiebitz::text
