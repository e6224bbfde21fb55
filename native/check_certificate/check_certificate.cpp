#include "check_certificate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>
#include <vector>

#include "easier_game.hpp"

namespace check_certificate {
namespace {

struct Unreadable {
    std::string why;
};
struct NotProven {
    std::string why;
};

// The forms of the file, by their first line. Without the line home_moves, no card comes back from home.
constexpr struct Form {
    std::string_view title;
    bool has_home_moves, has_merged;
} forms[] = {{"kiebitz certificate 2", false, false},
             {"kiebitz certificate 3", true, false},
             {"kiebitz certificate 4", false, true}};
constexpr std::string_view all_ranks = "A23456789TJQK", all_suits = "CDHS";
constexpr int most_cards = 52, most_moves = 254, lost = 255;
constexpr std::size_t longest_header = 4096;
constexpr std::uint64_t most_positions = 200'000'000;  // of 29 bytes each
constexpr std::uint64_t most_searched = 20'000'000;    // of the easier game, of some 200 bytes each

// The meaning of a card's digit; 3 to 6 are the suits of the next-rank card beneath.
enum Digit { home = 0, in_cell = 1, first_of_column = 2, on_clubs = 3, as_dealt = 7 };

// --- the header ---

// For messages: escape characters that a terminal might interpret.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char sign : text.substr(0, 40)) {
        char code[8];
        std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(sign));
        out += sign >= ' ' && sign <= '~' ? std::string(1, sign) : code;
    }
    return out + "'";
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

std::uint64_t number(const std::string& key, const std::string& text, std::uint64_t least, std::uint64_t most) {
    const bool digits = !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t value = digits ? std::stoull(text) : 0;
    if (!digits || value < least || value > most)
        throw Unreadable{key + " " + quoted(text) + "; expected a number from " + std::to_string(least) + " to " +
                         std::to_string(most)};
    return value;
}

struct Header {
    std::string suits, ranks, home, build, empty_column, home_moves = "free", start, claim;
    int columns, cells, dealt_to_cells, claimed = lost, merged_from = -1;  // -1: no suits are merged
    std::uint64_t positions;
    std::size_t length = 0;  // in bytes, including the empty line

    explicit Header(const std::string& text) {
        std::size_t at = 0;
        const auto end = text.find("\n\n");
        auto line = [&](const std::string& key) {
            const auto stop = std::min(text.find('\n', at), text.size());
            const std::string whole = text.substr(at, stop - at);
            at = std::min(stop + 1, text.size());
            const bool control =
                std::any_of(whole.begin(), whole.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; });
            if (end == std::string::npos || stop > end || control || !whole.starts_with(key + " "))
                throw Unreadable{"the header has " + quoted(whole) + "; expected the line " + key +
                                 ", and an empty line after the last one"};
            return whole.substr(key.size() + 1);
        };
        const std::string title = text.substr(0, text.find('\n'));
        const Form* const form =
            std::find_if(std::begin(forms), std::end(forms), [&](const Form& known) { return title == known.title; });
        if (form == std::end(forms))
            throw Unreadable{"the first line is " + quoted(title) + "; expected " + quoted(forms[0].title) + ", " +
                             quoted(forms[1].title) + " or " + quoted(forms[2].title)};
        at = std::min(title.size() + 1, text.size());
        suits = letters("suits", line("suits"), all_suits);
        ranks = letters("ranks", line("ranks"), all_ranks);
        home = letters("home", line("home"), all_ranks);
        columns = int(number("columns", line("columns"), 1, most_cards));
        cells = int(number("cells", line("cells"), 0, most_cards));
        dealt_to_cells = int(number("dealt_to_cells", line("dealt_to_cells"), 0, std::uint64_t(cells)));
        build = choice("build", line("build"), {"alternate_colour", "same_suit"});
        empty_column = choice("empty_column", line("empty_column"), {"any", "kings", "none"});
        if (form->has_home_moves) home_moves = choice("home_moves", line("home_moves"), {"free", "both_ways"});
        const std::string merged = form->has_merged ? line("merged") : "";
        start = line("start");
        claim = line("claim");
        if (claim.starts_with("moves ")) claimed = int(number("claim", claim.substr(6), 1, most_moves));
        else if (claim != "impossible")
            throw Unreadable{"claim " + quoted(claim) + " is unknown; expected impossible or moves N"};
        positions = number("positions", line("positions"), 1, form->has_merged ? most_searched : most_positions);
        if (at != end + 1) throw Unreadable{"the header has a line too many after positions"};
        length = end + 2;
        if (!std::is_sorted(suits.begin(), suits.end()) ||
            !std::is_permutation(home.begin(), home.end(), ranks.begin(), ranks.end()))
            throw Unreadable{"suits, ranks or home: the order of the suits is CDHS, and home has the same ranks"};
        if (!form->has_merged) return;
        if (claimed != lost || build != "alternate_colour")
            throw Unreadable{"suits are merged only to show that a game built in alternate colours cannot be won"};
        const auto rank = home.find(merged);
        if (merged.size() != 1 || rank == home.npos)
            throw Unreadable{"merged " + quoted(merged) + " is unknown; expected a rank of " + home};
        merged_from = int(rank);
    }

private:
    static std::string letters(const char* key, const std::string& text, std::string_view known) {
        bool right = !text.empty();
        for (const char c : text) right &= known.find(c) != known.npos && std::count(text.begin(), text.end(), c) == 1;
        if (!right)
            throw Unreadable{key + (" " + quoted(text)) + "; expected some of the letters " + std::string(known) +
                             ", each once"};
        return text;
    }
    static std::string choice(const char* key, const std::string& text, std::initializer_list<const char*> known) {
        std::string names;
        for (const char* name : known) {
            if (text == name) return text;
            names += (names.empty() ? "" : " or ") + std::string(name);
        }
        throw Unreadable{key + (" " + quoted(text)) + " is unknown; expected " + names};
    }
};

// --- the game ---

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

    // The game with suits merged from a rank on, counted in the order of `home`.
    EasierGame easier(int merged_from) const {
        const auto kind = [&](int card) {
            int first = card;
            for (int c = card / suits_ * suits_; c < first; ++c)
                if (c / suits_ >= merged_from && red(names_[c].suit) == red(names_[card].suit)) first = c;
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
                const bool is_like =
                    c / suits_ >= merged_from ? red(names_[d].suit) == red(names_[c].suit) : d % suits_ == c % suits_;
                if (d / suits_ + 1 == c / suits_ && is_like) added.lower |= Set{1} << kind(d);
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

// --- the formula ---

// The specification's lower bound on the remaining moves: the cards that are not home, plus the fewest cards that must
// be set aside when all go home in some order. A card over a lower one of its suit is set aside in every order; the
// others' cost is searched depth first. It depends only on the cards still in their place, so results are stored under
// these in a table of fixed size, the newest first.
class Formula {
public:
    explicit Formula(const Game& game) : game_(game), known_(slots) {}

    // Whether the bound of this position is `needed` or more.
    bool reaches(int needed, const Number& number, const Board& board) {
        InPlace all;
        int least = board.cells;
        for (int i = 0; i < board.columns; ++i) {
            First* const first = first_[i];
            first[0] = {};
            for (int k = 0; k < board.length[i]; ++k) {
                const int card = board.column[i][k];
                const bool over_own = first[k].cards & game_.lower(card);
                first[k + 1] = first[k];
                first[k + 1].cards |= Set{1} << card;
                first[k + 1].key[std::size_t(card / digits)] |= std::uint64_t(game_.digit(number, card))
                                                                << 3 * (card % digits);
                first[k + 1].may_stay += !over_own;
                least += 1 + over_own;
                column_[card] = std::uint8_t(i), depth_[card] = std::uint8_t(k);
            }
            const First& whole = first[board.length[i]];
            all.cards |= whole.cards;
            for (std::size_t w = 0; w < words; ++w) all.key[w] |= whole.key[w];
            all.length[i] = std::uint8_t(board.length[i]);
        }
        return least >= needed || fewest(all, needed - 1 - least) > needed - 1 - least;
    }

private:
    static constexpr std::size_t words = 3, slots = 1 << 16;
    static constexpr int digits = 21;
    using Key = std::array<std::uint64_t, words>;  // digits of the cards in their place, 0 for the others
    struct First {                                 // the first cards of a column
        Set cards = 0;
        Key key{};
        int may_stay = 0;  // number not over a lower one of their suit
    };
    struct InPlace {
        Set cards = 0;
        Key key{};
        std::uint8_t length[most_cards] = {};
    };
    struct Known {
        Key key{};
        std::uint8_t least = 0, most = 255;
    };

    // Send the card home from its place and set the cards above it aside; returns the number of these that could have
    // stayed.
    int take(InPlace& p, int card) const {
        const int i = column_[card];
        const First &before = first_[i][p.length[i]], &kept = first_[i][depth_[card] + 1],
                    &after = first_[i][depth_[card]];
        p.cards ^= before.cards ^ after.cards;
        for (std::size_t w = 0; w < words; ++w) p.key[w] ^= before.key[w] ^ after.key[w];
        p.length[i] = depth_[card];
        return before.may_stay - kept.may_stay;
    }
    int cost(const InPlace& p, int card) const {
        const int i = column_[card];
        return first_[i][p.length[i]].may_stay - first_[i][depth_[card] + 1].may_stay;
    }
    // Search for a way to set aside at most `most` of the cards that could stay. A result of `most` or less is the cost
    // of such a way; a higher one is a lower bound of the fewest.
    int fewest(InPlace p, const int most) {
        Set next = game_.lowest(p.cards);
        for (Set rest = next; rest;) {  // free moves come first: fewer cards in place never cost more
            const int card = std::countr_zero(rest);
            rest &= rest - 1;
            if (cost(p, card)) continue;
            take(p, card);
            rest = next = game_.lowest(p.cards);
        }
        if (!p.cards) return 0;
        if (most < 1) return 1;
        std::uint64_t hash = 0;
        for (const auto word : p.key) {
            hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
            hash ^= hash >> 29;
        }
        Known& known = known_[hash % slots];
        if (known.key != p.key) known = {p.key, 1, 255};
        if (known.least > most) return known.least;
        if (known.most <= most) return known.most;
        int found = 255;
        for (Set rest = next; rest && found > most; rest &= rest - 1) {
            const int card = std::countr_zero(rest), here = cost(p, card);
            if (here > most) {
                found = std::min(found, here);
                continue;
            }
            InPlace after = p;
            take(after, card);
            found = std::min(found, here + fewest(after, most - here));
        }
        if (known.key != p.key) known = {p.key, 1, 255};
        if (found > most) known.least = std::uint8_t(found);
        else known.most = std::uint8_t(found);
        return found;
    }

    const Game& game_;
    std::vector<Known> known_;
    // Data of the current position.
    First first_[most_cards][most_cards + 1];
    std::uint8_t column_[most_cards], depth_[most_cards];
};

// --- the positions ---

class File {
public:
    explicit File(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) throw Unreadable{std::strerror(errno)};
    }
    ~File() { std::fclose(file_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::string head() {
        std::string text(longest_header, '\0');
        text.resize(std::fread(text.data(), 1, text.size(), file_));
        if (std::ferror(file_)) throw Unreadable{std::strerror(errno)};
        return text;
    }
    void skip_to(std::size_t place) {
        if (std::fseek(file_, long(place), SEEK_SET)) throw Unreadable{std::strerror(errno)};
    }
    int next() { return std::getc(file_); }

private:
    std::FILE* file_;
};

// The listed positions, in the order of their numbers; their prefixes are stored apart for lookups.
class Listed {
public:
    std::uint64_t size() const { return numbers_.size(); }
    const Number& operator[](std::uint64_t i) const { return numbers_[i]; }
    int bound(std::uint64_t i) const { return bounds_[i]; }

    // The index of a position; `none` if it is not listed.
    std::uint64_t find(const Number& n) const {
        const std::uint64_t first = first_of(n);
        std::uint64_t low = 0;
        for (std::uint64_t left = size(); left > 1;) {
            const std::uint64_t half = left / 2, middle = low + half;
            if (first_[middle] == first) low = numbers_[middle] <= n ? middle : low;
            else low = first_[middle] < first ? middle : low;
            left -= half;
        }
        return numbers_[low] == n ? low : none;
    }
    // Add a position above all others.
    void add(const Number& n, int bound) {
        first_.push_back(first_of(n));
        numbers_.push_back(n);
        bounds_.push_back(std::uint8_t(bound));
    }
    static constexpr std::uint64_t none = ~std::uint64_t{0};

private:
    static std::uint64_t first_of(const Number& n) {
        std::uint64_t first = 0;
        for (std::size_t k = 0; k < sizeof first; ++k) first = first << 8 | n[k];
        return first;
    }

    std::vector<std::uint64_t> first_;
    std::vector<Number> numbers_;
    std::vector<std::uint8_t> bounds_;
};

class Asking {
public:
    explicit Asking(const std::function<bool()>& ask) : ask_(ask) {}
    void now_and_then() {
        if (++count_ % 4096 == 0 && ask_ && ask_()) throw Stopped{};
    }

private:
    const std::function<bool()>& ask_;
    std::uint64_t count_ = 0;
};

Listed read_positions(File& file, const Game& game, std::uint64_t count, Asking& asking) {
    Listed listed;
    Number before{};
    for (std::uint64_t i = 0; i < count; ++i) {
        asking.now_and_then();
        const std::string place = "position " + std::to_string(i + 1) + " of " + std::to_string(count);
        const int shared = file.next();
        if (shared >= game.width()) throw Unreadable{place + " is cut short"};
        Number now = before;
        int byte = shared;
        for (int k = shared; byte >= 0 && k < game.width(); ++k) now[std::size_t(k)] = std::uint8_t(byte = file.next());
        const int bound = byte < 0 ? byte : file.next();
        if (bound < 0) throw Unreadable{place + " is cut short"};
        const bool too_large = now[0] >> (8 - (8 * game.width() - 3 * game.cards()));
        if ((i && now <= before) || too_large) throw Unreadable{place + " is not above the one before, or too large"};
        listed.add(now, bound);
        before = now;
    }
    if (file.next() >= 0) throw Unreadable{"bytes are left over after position " + std::to_string(count)};
    return listed;
}

// --- the proof ---

std::string prove_by_easier_game(const Game& game, const Header& header, Asking& asking) {
    const auto [result, positions] =
        search(game.easier(header.merged_from), header.positions, [&] { asking.now_and_then(); });
    if (result == Searched::won) throw NotProven{"the game with merged suits can be won"};
    if (result == Searched::too_many)
        throw NotProven{"the game with merged suits has more positions than " + std::to_string(header.positions)};
    return game.text() + " cannot be won, even with suits merged from " + header.home[std::size_t(header.merged_from)] +
           " on; positions checked: " + std::to_string(positions);
}

std::string prove(const std::string& path, const std::function<bool()>& ask) {
    File file(path);
    Asking asking(ask);
    const Header header(file.head());
    const Game game(header);
    file.skip_to(header.length);
    if (header.merged_from >= 0) {
        if (file.next() >= 0) throw Unreadable{"bytes are left over after the header"};
        return prove_by_easier_game(game, header, asking);
    }
    const Listed listed = read_positions(file, game, header.positions, asking);
    const auto formula = std::make_unique<Formula>(game);
    const auto start = listed.find(game.start());
    if (start == Listed::none || listed.bound(start) < header.claimed)
        throw NotProven{"the start is not listed with the bound that is claimed"};
    Board board, after;
    for (std::uint64_t i = 0; i < listed.size(); ++i) {
        asking.now_and_then();
        const Number position = listed[i];
        const int bound = listed.bound(i), needed = bound == lost ? lost : bound - 1;
        if (position == Number{} && bound > 0)
            throw NotProven{"the won position has the bound " + std::to_string(bound)};
        game.read(position, board);
        game.successors(position, board, [&](const Number& next) {
            const auto at = listed.find(next);
            bool right = at != Listed::none && listed.bound(at) >= needed;
            if (at == Listed::none && needed != lost) {
                game.read(next, after);
                right = formula->reaches(needed, next, after);
            }
            if (!right)
                throw NotProven{"position " + game.octal(position) + " has the bound " + std::to_string(bound) +
                                (at == Listed::none ? ", and a successor is not listed"
                                                    : ", its successor " + std::to_string(listed.bound(at)))};
        });
    }
    const std::string claim = header.claimed == lost
                                  ? "cannot be won"
                                  : "is won by no line with fewer moves than " + std::to_string(header.claimed);
    return game.text() + " " + claim + "; positions checked: " + std::to_string(listed.size());
}

}  // namespace

Report check(const std::string& path, const std::function<bool()>& ask) {
    try {
        return {Outcome::proven, prove(path, ask)};
    } catch (const NotProven& fault) {
        return {Outcome::not_proven, fault.why};
    } catch (const Unreadable& fault) {
        return {Outcome::unreadable, fault.why};
    } catch (const std::bad_alloc&) {
        return {Outcome::unreadable, "there is too little memory for so many positions"};
    }
}

}  // namespace check_certificate
