// Boards read off pictures.
#include "kiebitz/picture.hpp"

#include "interface/arguments.hpp"
#include "interface/interface.hpp"

namespace kiebitz::interface {
namespace {

// Each card: its index, its confidence, left, top, width, height, the next guesses.
void cards(Writer& out, const std::vector<picture::CardRead>& all) {
    out.list(all.size());
    for (const picture::CardRead& read : all) {
        out.list(7);
        out.integer(read.card);
        out.real(read.confidence);
        for (const int value : {read.area.x, read.area.y, read.area.width, read.area.height}) out.integer(value);
        out.bytes(read.guesses);
    }
}

void read_picture(Reader& in, Writer& out, const Host&) {
    const int width = in.small(), height = in.small();
    const Bytes rgba = in.bytes(), weights = in.bytes();
    picture::Dealt dealt;
    for (std::size_t columns = in.list(); columns--;) {
        const Bytes cards = in.bytes();
        dealt.emplace_back(cards.begin(), cards.end());
    }
    in.end();
    const picture::BoardRead board = picture::read(rgba, width, height, weights, dealt);
    out.integer(int(board.status));
    out.list(board.columns.size());
    for (const auto& column : board.columns) cards(out, column);
    cards(out, board.cells);
    cards(out, board.foundations);
    out.bytes(board.home);
    out.list(board.readings.size());
    for (const picture::Fitting& reading : board.readings) {
        out.list(2);
        out.bytes(reading.cards);
        out.bytes(reading.home);
    }
    out.integer(board.agrees);
    out.integer(board.deal);
}

constexpr Function functions[] = {{"read_picture", read_picture}};

}  // namespace

const Family picture_functions = functions;

}  // namespace kiebitz::interface
