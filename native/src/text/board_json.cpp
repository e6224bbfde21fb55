// Boards in JSON: Kiebitz' own form, which says what it is and has exactly its keys, and lists as other programs write
// them.
#include <algorithm>

#include "text/boards.hpp"
#include "text/json.hpp"

namespace kiebitz::text {

namespace {

using Kind = JsonValue::Kind;

constexpr View keys[] = {U"format", U"version", U"game", U"foundations", U"cells", U"columns", U"stock"};

const JsonValue* value_of(const JsonValue& object, View key) {
    for (std::size_t i = 0; i < object.keys.size(); ++i)
        if (object.keys[i] == key) return &object.items[i];
    return nullptr;
}

std::string joined(const std::vector<Characters>& names) {
    Characters all;
    for (const Characters& name : names) all += (all.empty() ? U"" : U" ") + name;
    return utf8(all);
}

class JsonBoard {
public:
    JsonBoard(const Shape& shape, Board& out, Fault& fault) : shape_(shape), out_(out), fault_(fault) {}

    bool read(const JsonValue& board) {
        for (const Characters& key : board.keys)
            if (std::find(std::begin(keys), std::end(keys), View(key)) == std::end(keys)) {
                fault_ = {Complaint::key_unknown, utf8(key), "", 0, 0, {}};
                return false;
            }
        for (std::size_t i = 0; i < std::size(keys); ++i)
            if (!value_of(board, keys[i])) {
                fault_ = {Complaint::key_missing, joined(board.keys), "", 0, 0, {int(i)}};
                return false;
            }
        return named(board) && foundations(*value_of(board, U"foundations")) && cells(*value_of(board, U"cells")) &&
               columns(*value_of(board, U"columns")) && stock(*value_of(board, U"stock"));
    }

private:
    // A list or an object is not spelt out: it may be long.
    bool refuse(const JsonValue& value, std::string path, Complaint what, std::vector<int> numbers = {}) {
        const bool several = value.kind == Kind::array || value.kind == Kind::object;
        std::string text = value.kind == Kind::text ? utf8(value.text) : utf8(value.raw);
        if (several)
            text = (value.kind == Kind::object ? "an object of " : "an array of ") + std::to_string(value.items.size());
        fault_ = {what, std::move(text), std::move(path), 0, 0, std::move(numbers)};
        return false;
    }

    bool named(const JsonValue& board) {
        const JsonValue &format = *value_of(board, keys[0]), &version = *value_of(board, keys[1]),
                        &game = *value_of(board, keys[2]);
        if (format.kind != Kind::text || format.text != U"kiebitz-board")
            return refuse(format, "format", Complaint::value, {0});
        if (version.kind != Kind::number || version.raw != U"1")
            return refuse(version, "version", Complaint::value, {1});
        if (game.kind != Kind::text || utf8(game.text) != shape_.game)
            return refuse(game, "game", Complaint::value, {2});
        return true;
    }

    bool list(const JsonValue& value, const std::string& path, int length = -1) {
        if (value.kind != Kind::array) return refuse(value, path, Complaint::array);
        const int there = int(value.items.size());
        return length < 0 || there == length || refuse(value, path, Complaint::array_length, {length, there});
    }

    bool card(const JsonValue& value, const std::string& path, Named& out) {
        if (value.kind != Kind::text) return refuse(value, path, Complaint::card_text);
        out = card_of(trimmed(value.text), Spelling::english);
        return out != nobody || refuse(value, path, Complaint::card);
    }

    bool foundations(const JsonValue& tops) {
        const bool complete = tops.kind == Kind::object && tops.keys.size() == 4 && value_of(tops, U"C") &&
                              value_of(tops, U"D") && value_of(tops, U"H") && value_of(tops, U"S");
        if (!complete) return refuse(tops, "foundations", Complaint::foundations);
        std::array<std::uint8_t, 4> counts{};
        for (int suit = 0; suit < 4; ++suit) {
            const JsonValue& top = *value_of(tops, Characters(1, char32_t(suit_letters[suit])));
            if (top.kind == Kind::nothing) continue;
            const std::string path = std::string("foundations.") + suit_letters[suit];
            Named there = nobody;
            if (!card(top, path, there)) return false;
            const int count = home_count(shape_, there);
            if (suit_named(there) != suit || !count) return refuse(top, path, Complaint::card_of_suit, {suit});
            counts[std::size_t(suit)] = std::uint8_t(count);
        }
        out_.home = counts;
        return true;
    }

    bool cells(const JsonValue& value) {
        if (!list(value, "cells", shape_.cells)) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            Named there = nobody;
            const bool empty = value.items[i].kind == Kind::nothing;
            if (!empty && !card(value.items[i], "cells[" + std::to_string(i) + "]", there)) return false;
            out_.cells.push_back(there);
        }
        return true;
    }

    bool columns(const JsonValue& value) {
        if (!list(value, "columns", shape_.columns)) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            const std::string path = "columns[" + std::to_string(i) + "]";
            if (!list(value.items[i], path)) return false;
            out_.columns.emplace_back();
            for (std::size_t k = 0; k < value.items[i].items.size(); ++k)
                if (!put(value.items[i].items[k], path + "[" + std::to_string(k) + "]", out_.columns.back()))
                    return false;
        }
        return true;
    }

    bool put(const JsonValue& value, const std::string& path, std::vector<Named>& column) {
        const bool down = shape_.hides && value.kind == Kind::text && is_face_down(value.text);
        JsonValue inner = value;
        if (down) inner.text = value.text.substr(1, value.text.size() - 2);
        Named there = nobody;
        if (!card(inner, path, there)) return false;
        if (down && !column.empty() && column.back() < face_down) return refuse(value, path, Complaint::face_up_below);
        column.push_back(down ? there | face_down : there);
        return true;
    }

    bool stock(const JsonValue& value) {
        if (!list(value, "stock")) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            Named there = nobody;
            if (!card(value.items[i], "stock[" + std::to_string(i) + "]", there)) return false;
            out_.stock.push_back(there);
        }
        return true;
    }

    const Shape& shape_;
    Board& out_;
    Fault& fault_;
};

// Writes lists as lines: a line for each innermost list, or for each text of several cards.
class ListedLines {
public:
    explicit ListedLines(Lines& out) : out_(out) {}

    // Texts are kept one after the other in `all_`; lines are made when no more is added.
    void list(const JsonValue& value) {
        const bool nested = std::any_of(value.items.begin(), value.items.end(), [](const JsonValue& item) {
            return item.kind == Kind::array || (item.kind == Kind::text && trimmed(item.text).find(U' ') != View::npos);
        });
        if (!nested) return line(value);
        for (const JsonValue& item : value.items) {
            if (item.kind == Kind::array) list(item);
            else add(item.kind == Kind::text ? View(item.text) : View(gap));
        }
    }
    void heading(const JsonValue& value, Part part) {
        headings_.push_back({part, texts_.size()});
        line(value);
    }
    bool finish(Characters& characters, Fault& fault) {
        (void)fault;
        std::size_t size = 0;
        for (const Characters& text : texts_) size += text.size();
        characters.reserve(size);
        for (const Characters& text : texts_) characters += text;
        std::size_t at = 0, next = 0;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const Line line{View(characters).substr(at, texts_[i].size()), int(i) + 1};
            at += texts_[i].size();
            if (next < headings_.size() && headings_[next].text == i) {
                out_.headings.push_back({line, line, headings_[next++].part, false, words_of(line)});
                continue;
            }
            Entry entry{line, {}, Mark::none, -1, true};
            entry.words = words_of(line, &entry.fields);
            out_.body.push_back(std::move(entry));
        }
        return true;
    }

private:
    void line(const JsonValue& value) {
        Characters all;
        for (const JsonValue& item : value.items) {
            if (!all.empty()) all += U", ";
            all += item.kind == Kind::text && !trimmed(item.text).empty()
                       ? item.text
                       : Characters(item.kind == Kind::nothing || item.kind == Kind::text ? gap : item.raw);
        }
        add(all);
    }
    void add(View text) {
        Characters line(text);
        for (char32_t& sign : line)
            if (sign == '\n' || sign == '\r') sign = ' ';
        texts_.push_back(std::move(line));
    }

    struct Place {
        Part part;
        std::size_t text;
    };
    Lines& out_;
    std::vector<Characters> texts_;
    std::vector<Place> headings_;
};

}  // namespace

bool names_its_form(View text) {
    JsonValue board;
    if (!Json().read(text, board, true) || board.kind != Kind::object || value_of(board, U"format")) return true;
    return std::none_of(board.items.begin(), board.items.end(),
                        [](const JsonValue& item) { return item.kind == Kind::array; });
}

bool read_json_board(const Shape& shape, View text, Board& out, Fault& fault) {
    JsonValue board;
    Json json;
    if (!json.read(text, board)) return fault = json.fault, false;
    if (board.kind == Kind::object) return JsonBoard(shape, out, fault).read(board);
    fault = {Complaint::json_object, utf8(text.substr(0, 80)), "", 0, 0, {}};
    return false;
}

bool lines_of_lists(View text, Characters& characters, Lines& out, Layout& layout, Fault& fault) {
    JsonValue all;
    Json json;
    if (!json.read(text, all, true)) return fault = json.fault, false;
    ListedLines lines(out);
    if (all.kind == Kind::array) {
        lines.list(all);
        return lines.finish(characters, fault);
    }
    for (std::size_t i = 0; i < all.keys.size(); ++i) {
        const JsonValue& value = all.items[i];
        if (value.kind != Kind::array && value.kind != Kind::object) continue;  // a number, a name
        View name = all.keys[i];
        name = name.substr(0, std::min(name.find(U' '), name.find(U'_')));  // `tableau piles`
        Part part;
        bool of_fc_solve = false;
        if (part_named(all.keys[i], part, of_fc_solve) && value.kind == Kind::array) {
            lines.heading(value, part);
            continue;
        }
        const bool plural = !name.empty() && name.back() == 's';
        if (column_named(name) || (plural && column_named(name.substr(0, name.size() - 1)))) layout = Layout::columns;
        else if (row_named(name) || (plural && row_named(name.substr(0, name.size() - 1)))) layout = Layout::rows;
        else if (name != U"deal" && name != U"cards" && name != U"board") {
            fault = {Complaint::key_unknown, utf8(all.keys[i]), "", 0, 0, {}};
            return false;
        }
        if (value.kind == Kind::array) lines.list(value);
    }
    return lines.finish(characters, fault);
}

}  // namespace kiebitz::text
