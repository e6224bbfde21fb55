#include "easier_game.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace check_certificate {
namespace {

// The piles, columns first, each with its kinds and a mark at its end; columns and cells in their own order.
using Position = std::string;
constexpr char mark = '\xff';

struct Board {
    std::vector<std::string> columns;
    std::string cells;

    explicit Board(const EasierGame& game) : cells(game.cells.begin(), game.cells.end()) {
        for (const auto& column : game.columns) columns.emplace_back(column.begin(), column.end());
    }
    explicit Board(std::string_view position) {
        for (std::size_t end; (end = position.find(mark)) != position.npos; position.remove_prefix(end + 1))
            columns.emplace_back(position.substr(0, end));
        cells = std::move(columns.back());
        columns.pop_back();
    }
    Position position() const {
        std::vector<std::string_view> ordered(columns.begin(), columns.end());
        std::sort(ordered.begin(), ordered.end());
        Position position;
        for (const auto column : ordered) (position += column) += mark;
        std::string in_order = cells;
        std::sort(in_order.begin(), in_order.end());
        return (position += in_order) += mark;
    }
    bool is_empty() const {
        return cells.empty() && std::all_of(columns.begin(), columns.end(), [](const auto& c) { return c.empty(); });
    }
};

// How many cards of each kind are home.
std::vector<int> home_of(const EasierGame& game, const Board& board) {
    std::vector<int> home;
    for (const auto& kind : game.kinds) home.push_back(kind.count);
    for (const auto& column : board.columns)
        for (const char kind : column) --home[std::size_t(kind)];
    for (const char kind : board.cells) --home[std::size_t(kind)];
    return home;
}

// Call `out` with every board after a move of a single card.
template <class Out>
void successors(const EasierGame& game, const Board& board, Out out) {
    const std::vector<int> home = home_of(game, board);
    const std::size_t none = board.columns.size();
    const auto move = [&](Board& left, char card, std::size_t from) {
        const auto& kind = game.kinds[std::size_t(card)];
        int lower = 0;
        for (std::size_t k = 0; k < home.size(); ++k) lower += kind.lower >> k & 1 ? home[k] : 0;
        if (!kind.lower || lower > home[std::size_t(card)]) out(left);
        if (from != none && left.cells.size() < game.most_cells) {
            left.cells += card;
            out(left);
            left.cells.pop_back();
        }
        for (std::size_t i = 0; i < none; ++i) {
            auto& column = left.columns[i];
            if (i == from || !(column.empty() ? kind.opens : kind.onto >> column.back() & 1)) continue;
            column += card;
            out(left);
            column.pop_back();
        }
    };
    for (std::size_t i = 0; i < none; ++i) {
        if (board.columns[i].empty()) continue;
        Board left = board;
        left.columns[i].pop_back();
        move(left, board.columns[i].back(), i);
    }
    for (std::size_t i = 0; i < board.cells.size(); ++i) {
        Board left = board;
        left.cells.erase(i, 1);
        move(left, board.cells[i], none);
    }
}

}  // namespace

Searching search(const EasierGame& game, std::uint64_t most, const std::function<void()>& now_and_then) {
    const Board start(game);
    std::unordered_set<Position> listed{start.position()};
    std::vector<const Position*> waiting{&*listed.begin()};
    while (!waiting.empty()) {
        const Board board(*waiting.back());
        waiting.pop_back();
        if (board.is_empty()) return {Searched::won, listed.size()};
        successors(game, board, [&](const Board& after) {
            now_and_then();
            const auto [at, is_new] = listed.insert(after.position());
            if (is_new) waiting.push_back(&*at);
        });
        if (listed.size() > most) return {Searched::too_many, listed.size()};
    }
    return {Searched::lost, listed.size()};
}

}  // namespace check_certificate
