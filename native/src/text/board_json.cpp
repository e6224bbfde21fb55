// Boards in JSON: Kiebitz' own form, which names itself and has exactly its keys, and other programs' lists.
#include <algorithm>

#include "common/decimal.hpp"
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
    // Quote lists and objects without their content: they may be long.
    bool refuse(const JsonValue& value, std::string path, Complaint what, std::vector<int> numbers = {}) {
        const bool several = value.kind == Kind::array || value.kind == Kind::object;
        std::string text = value.kind == Kind::text ? utf8(value.text) : utf8(value.raw);
        if (several)
            text = (value.kind == Kind::object ? "an object of " : "an array of ") + decimal(value.items.size());
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
        const int size = int(value.items.size());
        return length < 0 || size == length || refuse(value, path, Complaint::array_length, {length, size});
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
            Named named = nobody;
            if (!card(top, path, named)) return false;
            const int count = home_count(shape_, named);
            if (suit_named(named) != suit || !count) return refuse(top, path, Complaint::card_of_suit, {suit});
            counts[std::size_t(suit)] = std::uint8_t(count);
        }
        out_.home = counts;
        return true;
    }

    bool cells(const JsonValue& value) {
        if (!list(value, "cells", shape_.cells)) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            Named named = nobody;
            const bool empty = value.items[i].kind == Kind::nothing;
            if (!empty && !card(value.items[i], "cells[" + decimal(i) + "]", named)) return false;
            out_.cells.push_back(named);
        }
        return true;
    }

    bool columns(const JsonValue& value) {
        if (!list(value, "columns", shape_.columns)) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            const std::string path = "columns[" + decimal(i) + "]";
            if (!list(value.items[i], path)) return false;
            out_.columns.emplace_back();
            for (std::size_t k = 0; k < value.items[i].items.size(); ++k)
                if (!put(value.items[i].items[k], path + "[" + decimal(k) + "]", out_.columns.back())) return false;
        }
        return true;
    }

    bool put(const JsonValue& value, const std::string& path, std::vector<Named>& column) {
        const bool down = shape_.hides && value.kind == Kind::text && is_face_down(value.text);
        JsonValue inner = value;
        if (down) inner.text = value.text.substr(1, value.text.size() - 2);
        Named named = nobody;
        if (!card(inner, path, named)) return false;
        if (down && !column.empty() && column.back() < face_down) return refuse(value, path, Complaint::face_up_below);
        column.push_back(down ? named | face_down : named);
        return true;
    }

    bool stock(const JsonValue& value) {
        if (!list(value, "stock")) return false;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            Named named = nobody;
            if (!card(value.items[i], "stock[" + decimal(i) + "]", named)) return false;
            out_.stock.push_back(named);
        }
        return true;
    }

    const Shape& shape_;
    Board& out_;
    Fault& fault_;
};

// The two letters of a card given as an object, `{"rank": 11, "suit": "hearts"}`; empty if it is no card.
Characters card_of_object(const JsonValue& object) {
    Characters rank, suit;
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        const JsonValue& value = object.items[i];
        const View written = value.kind == Kind::text ? trimmed(value.text) : value.raw;
        if (object.keys[i] == U"suit") suit = written.substr(0, 1);
        if (object.keys[i] == U"rank" || object.keys[i] == U"value") rank = written;
    }
    constexpr View numbered[] = {U"1", U"11", U"12", U"13"}, letters = U"AJQK";
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (rank == numbered[i]) rank = letters[i];
    if (rank.size() > 2) rank.resize(1);  // `Queen`
    return rank.empty() || suit.empty() ? Characters() : rank + suit;
}

// Write lists as lines: one for each innermost list, or for each text of several cards.
class ListedLines {
public:
    explicit ListedLines(Lines& out) : out_(out) {}

    // An object in place of a list counts as its values; its keys may label lines.
    void list(const JsonValue& value) {
        const bool nested = std::any_of(value.items.begin(), value.items.end(), [](const JsonValue& item) {
            return item.kind == Kind::array || (item.kind == Kind::object && card_of_object(item).empty()) ||
                   (item.kind == Kind::text && trimmed(item.text).find(U' ') != View::npos);
        });
        if (!nested) return line(value);
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            const JsonValue& item = value.items[i];
            if (item.kind == Kind::array || item.kind == Kind::object) list(item);
            else add(item.kind == Kind::text ? View(item.text) : View(gap));
            if (value.kind == Kind::object) mark(value.keys[i]);
        }
    }
    // Label the last line if the key is a label.
    bool mark(View key) {
        Mark mark = Mark::none;
        int number = -1;
        if (!key_is_label(key, mark, number)) return false;
        texts_.back().mark = mark;
        texts_.back().number = number;
        return true;
    }
    void heading(const JsonValue& value, Part part) {
        headings_.push_back({part, texts_.size()});
        line(value);
    }
    // Lines are views of `characters`, so create them after the last addition.
    void finish(Characters& characters) {
        for (const Text& text : texts_) characters += text.cards;
        std::size_t at = 0, next = 0;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const Line line{View(characters).substr(at, texts_[i].cards.size()), int(i) + 1};
            at += texts_[i].cards.size();
            if (next < headings_.size() && headings_[next].text == i) {
                out_.headings.push_back({line, line, headings_[next++].part, false, words_of(line)});
                continue;
            }
            Entry entry{line, {}, texts_[i].mark, texts_[i].number, true};
            entry.words = words_of(line, &entry.fields);
            out_.body.push_back(std::move(entry));
        }
    }

private:
    void line(const JsonValue& value) {
        Characters all;
        for (const JsonValue& item : value.items) {
            if (!all.empty()) all += U", ";
            const bool empty = item.kind == Kind::nothing || item.raw == U"0" ||
                               (item.kind == Kind::text && trimmed(item.text).empty());
            const Characters card = item.kind == Kind::object ? card_of_object(item) : Characters();
            all += empty                     ? Characters(gap)
                   : !card.empty()           ? card
                   : item.kind == Kind::text ? item.text
                                             : Characters(item.raw);
        }
        add(all);
    }
    void add(View text) {
        Characters line(text);
        for (char32_t& sign : line)
            if (sign == '\n' || sign == '\r') sign = ' ';
        texts_.push_back({std::move(line)});
    }

    struct Text {
        Characters cards;
        Mark mark = Mark::none;
        int number = -1;
    };
    struct Place {
        Part part;
        std::size_t text;
    };
    Lines& out_;
    std::vector<Text> texts_;
    std::vector<Place> headings_;
};

bool is_list(const JsonValue& value) { return value.kind == Kind::array || value.kind == Kind::object; }

}  // namespace

View lists_in(View text) {
    text = trimmed(text);
    if (text.starts_with(U"```") || text.starts_with(U"~~~")) {
        text = trimmed(text.substr(std::min(text.find('\n'), text.size())));
        text = text.substr(0, text.rfind(text.empty() ? U'`' : U'\n'));
    }
    std::size_t at = 0;
    while (at < text.size() && (is_letter(text[at]) || text[at] == '_')) ++at;
    const std::size_t named = at;
    while (at < text.size() && is_space(text[at])) ++at;
    if (named && at < text.size() && text[at] == '=') text = trimmed(text.substr(at + 1));
    const std::size_t last = text.find_last_of(U")]}");
    if (text.empty() || View(U"{[(").find(text[0]) == View::npos) return {};
    if (last != View::npos && trimmed(text.substr(last + 1)).find_first_not_of(U";`~") == View::npos)
        text = text.substr(0, last + 1);
    const View inside = trimmed(text.substr(1));
    const bool nested = !inside.empty() && View(U"[('\"{").find(inside[0]) != View::npos;
    return text[0] == '{' || nested ? text : View{};
}

bool names_its_form(View text) {
    JsonValue board;
    if (!Json().read(text, board, true) || board.kind != Kind::object || value_of(board, U"format")) return true;
    return std::none_of(board.items.begin(), board.items.end(), is_list);
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
    if (all.kind == Kind::array) lines.list(all);
    for (std::size_t i = 0; i < all.keys.size(); ++i) {
        const JsonValue& value = all.items[i];
        if (!is_list(value)) continue;  // a number, a name
        View name = all.keys[i];
        name = name.substr(0, std::min(name.find(U' '), name.find(U'_')));  // `tableau piles`
        Part part;
        bool of_fc_solve = false;
        if (part_named(all.keys[i], part, of_fc_solve)) {
            lines.heading(value, part);
            continue;
        }
        const auto named = [&](bool (*is_name)(View)) {
            return is_name(name) || (name.ends_with(U's') && is_name(name.substr(0, name.size() - 1)));
        };
        Mark mark = Mark::none;
        int number = -1;
        const bool label = key_is_label(all.keys[i], mark, number);
        if (!label && named(column_named)) layout = Layout::columns;
        else if (!label && named(row_named)) out.rows = true;
        else if (!label && value.items.empty()) continue;
        else if (!label && name != U"deal" && name != U"cards" && name != U"board") {
            fault = {Complaint::key_unknown, utf8(all.keys[i]), "", 0, 0, {}};
            return false;
        }
        lines.list(value);
        if (label) lines.mark(all.keys[i]);
    }
    lines.finish(characters);
    return true;
}

}  // namespace kiebitz::text
