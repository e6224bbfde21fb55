// The checker of the lines of many deals.
#include <limits>
#include <utility>
#include <vector>

#include "checker/replay.hpp"
#include "kiebitz/one_suit.hpp"

namespace kiebitz {

using namespace checker;

namespace {

// Parameters of a range.
std::uint64_t check_range_of_deals(const Deals& deals, std::int64_t first, std::int64_t last, std::size_t answers) {
    if (deals.numbering == Numbering::microsoft && !deals.seed && last >= std::int64_t{1} << 33)
        refuse("range", "deals from 0 to 8589934591 expected");
    if (first < 0 || last < first || last == std::numeric_limits<std::int64_t>::max())
        refuse("range", "deals 0 to 9223372036854775806 expected");
    const auto count = static_cast<std::uint64_t>(last - first) + 1;
    if (answers != count) refuse("verdicts", "one byte a deal expected");
    return count;
}

bool is_home(int pile) { return pile >= first_foundation && pile < the_stock; }

void check_ends(std::size_t deals, Bytes lines, std::span<const std::uint32_t> ends) {
    if (ends.size() != deals) refuse("ends", "one number a deal expected");
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends) {
        if (end < begin || end > lines.size()) refuse("ends", "ascending places in the lines expected");
        begin = end;
    }
    if (begin != lines.size()) refuse("lines", "bytes left over");
}

// A game's layout, read from its bytes: see `solve_range` in kernel.hpp.
class Deal {
public:
    Deal(const GameRules& game, Bytes layout) {
        const std::size_t cards = std::popcount(game.pack);
        if (layout.size() < 2 * cards) refuse("layout", "a pile and a card for each card of the pack expected");
        pack_ = distinct(game, layout.subspan(cards, cards));
        first_ = distinct(game, layout.subspan(2 * cards));
        for (const std::uint8_t card : first_) taken_out_ |= std::uint64_t{1} << card;
        std::array<bool, most_cells> is_cell_taken{};
        for (const int code : layout.first(cards)) put(game, code & ~face_down, (code & face_down) != 0, is_cell_taken);
        for (int i = 0; i < game.columns; ++i)
            if (start_.face_down[i] > 0 && start_.face_down[i] == height_[i])
                refuse("layout", "a last card face up expected");
    }

    std::size_t cards() const { return pack_.size(); }

    // Cards dealt first come before the others; cards dealt home are left out.
    Table table(std::span<const std::uint8_t> places) const {
        Table table = start_;
        std::size_t next = 0;
        const auto put = [&](std::uint8_t card) {
            if (step_of(card) >= table.home[suit_of(card)]) table.put(piles_[next++], card);
        };
        for (const std::uint8_t card : first_) put(card);
        for (const std::uint8_t place : places)
            if (!(taken_out_ >> pack_[place] & 1)) put(pack_[place]);
        return table;
    }

private:
    static constexpr int face_down = 64;

    static std::vector<std::uint8_t> distinct(const GameRules& game, Bytes cards) {
        std::uint64_t cards_seen = 0;
        for (const std::uint8_t card : cards) {
            if (!game.has_card(card) || (cards_seen >> card & 1))
                refuse("layout", "cards of the pack expected, none of them twice");
            cards_seen |= std::uint64_t{1} << card;
        }
        return {cards.begin(), cards.end()};
    }

    void put(const GameRules& game, int pile, bool is_down, std::array<bool, most_cells>& is_cell_taken) {
        if (is_down && (!game.any || pile >= game.columns || start_.face_down[pile]++ != height_[pile]))
            refuse("layout", "cards face down only at the bottom of columns expected, where any card moves");
        if (is_home(pile)) {
            const int suit = pile - first_foundation;
            if (!game.has_suit(suit) || game.home_whole || ++start_.home[suit] > game.ranks)
                refuse("layout", "a foundation that takes the cards dealt to it expected");
            return;
        }
        piles_.push_back(static_cast<std::uint8_t>(pile));
        if (pile < game.columns) {
            ++height_[pile];
        } else if (pile == the_stock) {
            if (++in_stock_ > game.stock) refuse("layout", "no more cards for the stock than in the rules expected");
        } else {
            const int cell = pile - first_cell;
            if (cell < 0 || cell >= game.cells) refuse("layout", "columns and cells of the game expected");
            if (std::exchange(is_cell_taken[cell], true)) refuse("layout", "one card in a cell expected");
        }
    }

    std::vector<std::uint8_t> pack_, first_, piles_;  // piles: of the cards not dealt home
    std::uint64_t taken_out_ = 0;                     // the first cards, one bit each
    std::array<int, most_columns> height_{};
    int in_stock_ = 0;
    Table start_;
};

// Output number `index` (from 0) of the generator splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t nth(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t bits = seed + (index + 1) * 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

// The index of the first of `count` deals with a wrong line, or `count`.
template <class Right>
std::uint64_t first_wrong(const Deal& deal, const Deals& deals, std::uint64_t first, std::uint64_t count, Bytes lines,
                          std::span<const std::uint32_t> ends, Right right) {
    std::array<std::uint8_t, most_cards> cards;
    const std::span<std::uint8_t> places(cards.data(), deal.cards());
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes line = lines.subspan(begin, ends[i] - begin);
        begin = ends[i];
        numbered(deals.numbering, deals.seed ? nth(*deals.seed, first + i) : first + i, places);
        if (!right(i, deal.table(places), line)) return i;
    }
    return count;
}

}  // namespace

std::int64_t check_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Deals& deals) {
    const GameRules game(rules);
    const Deal deal(game, layout);
    const std::uint64_t count = check_range_of_deals(deals, first, last, verdicts.size());
    for (const int verdict : verdicts)
        if (verdict > 2) refuse("verdicts", "0, 1 or 2 expected");
    check_ends(count, lines, ends);

    return first + std::int64_t(first_wrong(deal, deals, std::uint64_t(first), count, lines, ends,
                                            [&](std::size_t i, const Table& start, Bytes line) {
                                                if (static_cast<Verdict>(verdicts[i]) != Verdict::solved)
                                                    return line.empty();
                                                Replay replay(game, start);
                                                return replay.plays_all(line) && replay.won();
                                            }));
}

std::int64_t check_player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes has_line,
                                Bytes lines, std::span<const std::uint32_t> ends, const Play& play,
                                const Deals& deals) {
    const GameRules game(rules);
    check_play(game, play);
    const Deal deal(game, layout);
    const std::uint64_t count = check_range_of_deals(deals, first, last, has_line.size());
    check_ends(count, lines, ends);

    return first + std::int64_t(first_wrong(deal, deals, std::uint64_t(first), count, lines, ends,
                                            [&](std::size_t i, const Table& start, Bytes line) {
                                                if (!has_line[i]) return line.empty();
                                                Replay replay(game, start, play);
                                                return replay.plays_all_for_player(line) && replay.won();
                                            }));
}

std::uint64_t check_scores(Bytes rules, Bytes layout, std::uint64_t first, Bytes scores, Bytes lines,
                           std::span<const std::uint32_t> ends, const Deals& deals) {
    const GameRules game(rules);
    const Deal deal(game, layout);
    check_ends(scores.size(), lines, ends);
    return first_wrong(deal, deals, first, scores.size(), lines, ends,
                       [&](std::size_t i, const Table& start, Bytes line) {
                           Replay replay(game, start);
                           return replay.plays_all(line) && replay.score() == scores[i];
                       });
}

std::uint64_t one_suit::check(Bytes rules, std::uint64_t first, Bytes lengths, Bytes lines,
                              std::span<const std::uint32_t> ends) {
    const GameRules game(rules);
    if (game.columns != columns) refuse("rules", "five columns expected");
    check_ends(lengths.size(), lines, ends);

    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const Bytes line = lines.subspan(begin, ends[i] - begin);
        begin = ends[i];
        bool right = line.empty();  // without a solution there must be no line
        if (lengths[i]) {
            std::uint8_t ranks[cards];
            one_suit::deal(first + i, ranks);
            Table table;
            for (int column = 0, at = 0; column < columns; ++column)
                for (int k = 0; k < heights[column]; ++k)
                    table.put(static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(4 * (ranks[at++] - 1) + 3));
            Replay replay(game, table);
            right = line.size() == move_bytes * lengths[i] && replay.plays_all(line) && replay.won();
        }
        if (!right) return i;
    }
    return lengths.size();
}

}  // namespace kiebitz
