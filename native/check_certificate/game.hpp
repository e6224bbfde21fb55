// The game that a header states: its start, positions as numbers, and single-card moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "easier_game.hpp"
#include "header.hpp"

namespace check_certificate {

// The meaning of a card's digit; 3 to 6 are the suits of the next-rank card beneath.
enum Digit { home = 0, in_cell = 1, first_of_column = 2, on_clubs = 3, as_dealt = 7 };

// A position's number as in the file: big-endian, an octal digit for each card, card 0 the highest.
using Number = std::array<std::uint8_t, 20>;
using Set = std::uint64_t;  // of cards

struct Board {
    int columns = 0, cells = 0, length[most_cards], home[4];
    std::uint8_t column[most_cards][most_cards], cell[most_cards];
};

// Cards are numbers: in the order in which they go home, and within a rank in the order of the suits.
class Game {
public:
    explicit Game(const Header& header)
        : columns_(header.columns), cells_(header.cells), suits_(int(header.suits.size())),
          back_(header.home_moves == "both_ways") {
        for (const char rank : header.home)
            for (const char suit : header.suits) names_.push_back({rank, suit});
        cards_ = int(names_.size());
        width_ = (3 * cards_ + 7) / 8;
        for (int c = 0; c < cards_; ++c) {
            const auto& [rank, suit] = names_[c];
            opens_[c] = header.empty_column == "any" || (header.empty_column == "kings" && rank == header.ranks.back());
            dealt_on_[c] = -1;
            suit_[c % suits_] |= Set{1} << c;
            std::fill_n(on_[c], 4, -1);
            for (int d = 0; d < cards_; ++d) {
                if (names_[d].suit == suit && d < c) lower_[c] |= Set{1} << d;
                const bool next = header.ranks.find(names_[d].rank) == header.ranks.find(rank) + 1;
                const bool match =
                    header.build == "same_suit" ? names_[d].suit == suit : red(names_[d].suit) != red(suit);
                if (next && match) on_[c][all_suits.find(names_[d].suit)] = d;
            }
        }
        lay_out(header);
        text_ = title_ + " (cards " + std::to_string(cards_) + ", columns " + std::to_string(columns_) + ", cells " +
                std::to_string(cells_) + ", build " + header.build + ", empty_column " + header.empty_column +
                ", suits " + header.suits + ", ranks " + header.ranks + ", home " + header.home + ", dealt_to_cells " +
                std::to_string(header.dealt_to_cells) + ", home_moves " + header.home_moves + ", single-card moves)";
    }

    int cards() const { return cards_; }
    int width() const { return width_; }
    const Number& start() const { return start_; }
    const std::string& text() const { return text_; }

    int digit(const Number& n, int card) const {
        const int bit = 8 * width_ - 3 * (cards_ - card);  // the digit's first bit, counted from the highest
        const int two = n[bit / 8] << 8 | (bit / 8 + 1 < width_ ? n[bit / 8 + 1] : 0);
        return two >> (13 - bit % 8) & 7;
    }
    void set_digit(Number& n, int card, int value) const {
        const int bit = 8 * width_ - 3 * (cards_ - card), shift = 13 - bit % 8;
        n[bit / 8] = std::uint8_t((n[bit / 8] & ~((7 << shift) >> 8)) | (value << shift) >> 8);
        if (bit / 8 + 1 < width_) n[bit / 8 + 1] = std::uint8_t((n[bit / 8 + 1] & ~(7 << shift)) | value << shift);
    }
    std::string octal(const Number& n) const {
        std::string out;
        for (int c = 0; c < cards_; ++c) out += char('0' + digit(n, c));
        return out;
    }

    // Read a position; throws NotProven if it is none of this game.
    void read(const Number& n, Board& board) const {
        int above[most_cards], laid = 0;
        std::fill_n(above, cards_, -1);
        std::fill_n(board.home, 4, 0);
        board.columns = board.cells = 0;
        bool right = true;
        for (int c = 0; c < cards_; ++c) {
            const int d = digit(n, c);
            if (d == home) {
                right &= c / suits_ == board.home[c % suits_]++;
                ++laid;
            } else if (d == in_cell) {
                board.cell[board.cells++] = std::uint8_t(c);
                ++laid;
            } else if (d == first_of_column) {
                board.column[board.columns++][0] = std::uint8_t(c);
            } else {
                const int below = d == as_dealt ? dealt_on_[c] : on_[c][d - on_clubs];
                if (below < 0 || above[below] >= 0) throw NotProven{"position " + octal(n) + " is none of this game"};
                above[below] = c;
            }
        }
        for (int i = 0; i < board.columns; ++i) {
            int length = 1;
            for (int top = board.column[i][0]; (top = above[top]) >= 0;) board.column[i][length++] = std::uint8_t(top);
            laid += board.length[i] = length;
        }
        if (!right || laid != cards_ || board.columns > columns_ || board.cells > cells_)
            throw NotProven{"position " + octal(n) + " is none of this game"};
    }

    // Call `out` with every position after a legal single-card move.
    template <class Out>
    void successors(const Number& n, const Board& board, Out out) const {
        auto move = [&](int card, int to) {
            Number next = n;
            set_digit(next, card, to);
            out(next);
        };
        auto every_move = [&](int card, bool from_cell) {
            if (card / suits_ == board.home[card % suits_]) move(card, home);
            for (int k = 0; k < board.columns; ++k) {
                const int end = board.column[k][board.length[k] - 1];
                const int suit = suit_of(end);
                if (on_[card][suit] == end) move(card, on_clubs + suit);
            }
            if (board.columns < columns_ && opens_[card]) move(card, first_of_column);
            if (board.cells < cells_ && !from_cell) move(card, in_cell);
        };
        for (int i = 0; i < board.columns; ++i) every_move(board.column[i][board.length[i] - 1], false);
        for (int i = 0; i < board.cells; ++i) every_move(board.cell[i], true);
        for (int s = 0; back_ && s < suits_; ++s)
            if (board.home[s]) every_move((board.home[s] - 1) * suits_ + s, false);
    }

    EasierGame easier(MergedFrom from) const {
        const auto like = [&](int c, int d) { return red(names_[c].suit) == red(names_[d].suit); };
        const auto is_merged = [&](int c) { return c / suits_ >= (red(names_[c].suit) ? from.red : from.black); };
        const auto kind = [&](int card) {
            int first = card;
            for (int c = card / suits_ * suits_; c < first; ++c)
                if (is_merged(c) && like(c, card)) first = c;
            return first;
        };
        EasierGame easier;
        easier.most_cells = std::size_t(cells_);
        for (int c = 0; c < cards_; ++c) {
            easier.kinds.push_back({0, 0, 0, opens_[c]});
            auto& added = easier.kinds.back();
            ++easier.kinds[std::size_t(kind(c))].count;
            for (const int below : on_[c])
                if (below >= 0) added.onto |= Set{1} << kind(below);
            for (int d = 0; d < cards_; ++d) {
                const bool counts = is_merged(c) ? like(c, d) : d % suits_ == c % suits_;
                if (d / suits_ + 1 == c / suits_ && counts) added.lower |= Set{1} << kind(d);
            }
        }
        Board board;
        read(start_, board);
        easier.columns.resize(std::size_t(columns_));
        for (int i = 0; i < board.columns; ++i)
            for (int k = 0; k < board.length[i]; ++k)
                easier.columns[std::size_t(i)].push_back(std::uint8_t(kind(board.column[i][k])));
        for (int i = 0; i < board.cells; ++i) easier.cells.push_back(std::uint8_t(kind(board.cell[i])));
        return easier;
    }

    // The lower cards of the same suit; the lowest of each suit in a set.
    Set lower(int card) const { return lower_[card]; }
    Set lowest(Set cards) const {
        Set all = 0;
        for (int s = 0; s < suits_; ++s) all |= (cards & suit_[s]) & (~(cards & suit_[s]) + 1);
        return all;
    }

private:
    struct Name {
        char rank, suit;
    };

    static bool red(char suit) { return suit == 'D' || suit == 'H'; }
    int suit_of(int card) const { return int(all_suits.find(names_[card].suit)); }
    int card_named(const std::string& name) const {
        for (int c = 0; c < cards_; ++c)
            if (name.size() == 2 && names_[c].rank == name[0] && names_[c].suit == name[1]) return c;
        throw Unreadable{"start: " + quoted(name) + " is no card of the pack"};
    }

    std::vector<int> cards_named(const std::string& text) const {
        std::vector<int> cards;
        for (const auto& word : words(text)) cards.push_back(card_named(word));
        return cards;
    }

    std::vector<int> microsoft_deal(std::uint64_t seed, const std::string& ranks) const {
        std::vector<int> deck, dealt;
        for (const char rank : all_ranks)
            for (int c = 0; c < cards_; ++c)
                if (names_[c].rank == rank && ranks.find(rank) != ranks.npos) deck.push_back(c);
        for (auto state = std::uint32_t(seed); !deck.empty();) {
            state = state * 214013u + 2531011u;
            std::uint32_t drawn = state >> 16 & 0x7fff;
            if (seed >> 32) drawn = (state >> 16) + 1;
            else if (seed >> 31) drawn |= 0x8000;
            const std::size_t place = drawn % deck.size();
            dealt.push_back(deck[place]);
            deck[place] = deck.back();
            deck.pop_back();
        }
        return dealt;
    }

    void lay_out(const Header& header) {
        std::vector<std::vector<int>> columns(1);
        std::vector<int> cells;
        const auto space = std::min(header.start.find(' '), header.start.size());
        const std::string kind = header.start.substr(0, space);
        const std::string what = header.start.substr(std::min(space + 1, header.start.size()));
        if (kind == "microsoft") {
            const auto seed = number("start", what, 0, (std::uint64_t{1} << 33) - 1);
            const auto dealt = microsoft_deal(seed, header.ranks);
            const int in_columns = std::max(int(dealt.size()) - header.dealt_to_cells, 0);
            columns.resize(std::size_t(columns_));
            for (int i = 0; i < in_columns; ++i) columns[std::size_t(i % columns_)].push_back(dealt[std::size_t(i)]);
            cells.assign(dealt.begin() + in_columns, dealt.end());
            title_ = "Microsoft deal " + std::to_string(seed);
        } else if (kind == "board") {
            const auto end = std::min(what.find(';'), what.size());
            columns.clear();
            for (std::size_t at = 0, stop; at <= end; at = stop + 1) {
                stop = std::min(what.find('/', at), end);
                columns.push_back(cards_named(what.substr(at, stop - at)));
            }
            cells = cards_named(what.substr(std::min(end + 1, what.size())));
            title_ = "board";
            for (const auto& word : words(what)) title_ += " " + word;
        } else {
            throw Unreadable{"start " + quoted(kind) + " is unknown; expected microsoft or board"};
        }
        Set laid = 0;
        auto once = [&](int card) {
            if (laid >> card & 1) throw Unreadable{"start: a card twice"};
            laid |= Set{1} << card;
        };
        if (int(columns.size()) > columns_) throw Unreadable{"start: too many columns"};
        for (const auto& column : columns)
            for (std::size_t k = 0; k < column.size(); ++k) {
                const int card = column[k];
                once(card);
                if (k == 0) {
                    set_digit(start_, card, first_of_column);
                } else if (const int suit = suit_of(column[k - 1]); on_[card][suit] == column[k - 1]) {
                    set_digit(start_, card, on_clubs + suit);
                } else {
                    set_digit(start_, card, as_dealt);
                    dealt_on_[card] = column[k - 1];
                }
            }
        for (const int card : cells) once(card), set_digit(start_, card, in_cell);
        Board board;
        read(start_, board);
    }

    int columns_, cells_, suits_, cards_ = 0, width_ = 0;
    bool back_;  // the last card of a foundation may come back
    std::vector<Name> names_;
    bool opens_[most_cards];
    int on_[most_cards][4], dealt_on_[most_cards];
    Set lower_[most_cards] = {}, suit_[4] = {};
    Number start_{};
    std::string title_, text_;
};

}  // namespace check_certificate
