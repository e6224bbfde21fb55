#include "easier_game.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace check_certificate {
namespace {

// The piles, columns first, each with its kinds and a mark at its end; columns and cells in their own order. Then a
// sign for each card at home, so that all positions are equally long.
using Position = std::string;
constexpr char mark = '\xff', at_home = '\xfe';

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
    Position position(std::size_t length) const {
        std::vector<std::string_view> ordered(columns.begin(), columns.end());
        std::sort(ordered.begin(), ordered.end());
        Position position;
        position.reserve(length);
        for (const auto column : ordered) (position += column) += mark;
        std::string in_order = cells;
        std::sort(in_order.begin(), in_order.end());
        (position += in_order) += mark;
        position.resize(length, at_home);
        return position;
    }
    bool is_empty() const {
        return cells.empty() && std::all_of(columns.begin(), columns.end(), [](const auto& c) { return c.empty(); });
    }
};

// Different positions, numbered as they come; a hash table holds their numbers.
class Visited {
public:
    explicit Visited(std::size_t length) : length_(length), slots_(1024, vacant) {}
    std::uint32_t size() const { return size_; }
    std::string_view operator[](std::uint32_t i) const {
        return std::string_view(blocks_[i / per_block]).substr(i % per_block * length_, length_);
    }
    // Add a position; false if it is not new.
    bool add(std::string_view position) {
        std::uint32_t& slot = slot_of(position);
        if (slot != vacant) return false;
        slot = size_;
        if (size_ % per_block == 0) blocks_.emplace_back().reserve(per_block * length_);
        blocks_.back() += position;
        if (++size_ > slots_.size() / 2) grow();
        return true;
    }

private:
    static constexpr std::uint32_t vacant = ~std::uint32_t{0}, per_block = 1 << 14;

    std::uint32_t& slot_of(std::string_view position) {
        std::size_t at = std::hash<std::string_view>{}(position) % slots_.size();
        while (slots_[at] != vacant && (*this)[slots_[at]] != position) at = (at + 1) % slots_.size();
        return slots_[at];
    }
    void grow() {
        slots_.assign(2 * slots_.size(), vacant);
        for (std::uint32_t i = 0; i < size_; ++i) slot_of((*this)[i]) = i;
    }

    std::size_t length_;  // of a position
    std::vector<std::string> blocks_;
    std::vector<std::uint32_t> slots_;
    std::uint32_t size_ = 0;
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
    std::size_t length = game.columns.size() + 1;
    for (const auto& kind : game.kinds) length += std::size_t(kind.count);
    Visited visited(length);
    visited.add(Board(game).position(length));
    std::vector<std::uint32_t> waiting{0};
    while (!waiting.empty()) {
        const Board board(visited[waiting.back()]);
        waiting.pop_back();
        if (board.is_empty()) return {Searched::won, visited.size()};
        successors(game, board, [&](const Board& after) {
            now_and_then();
            if (visited.add(after.position(length))) waiting.push_back(visited.size() - 1);
        });
        if (visited.size() > most) return {Searched::too_many, visited.size()};
    }
    return {Searched::lost, visited.size()};
}

}  // namespace check_certificate
