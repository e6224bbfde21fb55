#include "common/decimal.hpp"
#include "text/boards.hpp"

namespace kiebitz::text {

namespace {

constexpr char empty_place[] = "--";

std::string written(Named card, Spelling spelling) {
    const std::string text = utf8(card_text(card, spelling));
    return card >= face_down ? "<" + text + ">" : text;
}

// Words with a space before each.
std::string spaced(const std::vector<Named>& cards, Spelling spelling, const char* none) {
    std::string out;
    for (const Named card : cards) out += " " + (card == nobody ? none : written(card, spelling));
    return out;
}

Named top_of(const Shape& shape, int suit, int count) {
    return count ? named(shape.ladder[std::size_t(count) - 1], suit) : nobody;
}

std::string in_columns(const Shape& shape, const Board& board, Spelling spelling) {
    std::string out, home;
    bool any_cell = false;
    for (int suit = 0; suit < 4; ++suit)
        if (const Named top = top_of(shape, suit, (*board.home)[std::size_t(suit)]); top != nobody)
            home += " " + written(top, spelling);
    for (const Named card : board.cells) any_cell |= card != nobody;
    if (!home.empty()) out += "Home:" + home + "\n";
    if (any_cell) out += "Cells:" + spaced(board.cells, spelling, empty_place) + "\n";
    if (!board.stock.empty()) out += "Stock:" + spaced(board.stock, spelling, empty_place) + "\n";
    for (std::size_t i = 0; i < board.columns.size(); ++i)
        out += decimal(i + 1) + ":" + spaced(board.columns[i], spelling, empty_place) + "\n";
    return out;
}

std::string as_fc_solve(const Shape& shape, const Board& board) {
    std::string out = "Foundations:";
    for (const int suit : {2, 0, 1, 3}) {  // H C D S
        const int count = (*board.home)[std::size_t(suit)];
        const char rank = count ? rank_letters[shape.ladder[std::size_t(count) - 1]] : '0';
        out += std::string(" ") + suit_letters[suit] + "-" + rank;
    }
    out += "\nFreecells:" + spaced(board.cells, Spelling::english, "-") + "\n";
    if (!board.stock.empty()) out += "Stock:" + spaced(board.stock, Spelling::english, "-") + "\n";
    for (const auto& column : board.columns) out += ":" + spaced(column, Spelling::english, "-") + "\n";
    return out;
}

std::string quoted(Named card) { return card == nobody ? "null" : "\"" + written(card, Spelling::english) + "\""; }

std::string list(const std::vector<Named>& cards) {
    std::string out = "[";
    for (const Named card : cards) out += (out.size() > 1 ? ", " : "") + quoted(card);
    return out + "]";
}

std::string as_json(const Shape& shape, const Board& board) {
    std::string out = "{\n  \"format\": \"kiebitz-board\",\n  \"version\": 1,\n  \"game\": \"" + shape.game +
                      "\",\n  \"foundations\": {";
    for (int suit = 0; suit < 4; ++suit) {
        out += std::string(suit ? ", " : "") + "\"" + suit_letters[suit] + "\": ";
        out += quoted(top_of(shape, suit, (*board.home)[std::size_t(suit)]));
    }
    out += "},\n  \"cells\": " + list(board.cells) + ",\n  \"stock\": " + list(board.stock) + ",\n  \"columns\": [\n";
    for (std::size_t i = 0; i < board.columns.size(); ++i) out += (i ? ",\n    " : "    ") + list(board.columns[i]);
    return out + "\n  ]\n}\n";
}

}  // namespace

std::string write_board(const Shape& shape, const Board& board, BoardForm form, Spelling spelling) {
    if (form == BoardForm::columns) return in_columns(shape, board, spelling);
    return form == BoardForm::json ? as_json(shape, board) : as_fc_solve(shape, board);
}

}  // namespace kiebitz::text
