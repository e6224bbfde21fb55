// The checker: replays claimed lines move by move, by rule code of its own. It shares nothing with the search, not even
// the reading of bytes, so that an error there cannot hide here; it uses only the public headers.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kiebitz/kernel.hpp"
#include "kiebitz/one_suit.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz {
namespace {

constexpr int most_columns = 18, most_cells = 12, most_cards = 52, most_ranks = 13;
constexpr std::uint8_t nothing = 255;                                  // in a cell
constexpr int first_cell = 32, first_foundation = 48, the_stock = 52;  // codes of piles; columns begin at 0
constexpr int most_stock = 8;
constexpr std::size_t move_bytes = 3, player_move_bytes = 4;

// A card is 4 * step + suit; its step is its index in its foundation.
int step_of(int card) { return card >> 2; }
int suit_of(int card) { return card & 3; }
bool is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }

[[noreturn]] void refuse(const char* what, const char* why) {
    throw std::invalid_argument(std::string(what) + ": " + why);
}

struct GameRules {
    int ranks, suits, columns, cells;  // suits: one bit each
    int build;                         // columns are built in alternating colours (0), by suit (1) or by rank alone (2)
    bool home_from_king;               // foundations go down from the king, so a lower card has the higher step
    bool ace_first;                    // and they begin with the columns' lowest card: an ace, then the king
    bool any_opens, king_opens;        // cards that may go into an empty column
    bool whole;                        // a run of any length moves at once
    bool any;                          // any face-up card moves, with all cards on it
    bool one_suit_moves;               // cards that move together are of one suit
    bool cells_give;                   // cells never take a card
    bool home_whole;                   // a suit goes home only as a whole, king to ace
    bool forced;                       // while a card can go home, no other may move
    bool back;                         // the last card of a foundation may come back
    int stock;                         // cards to place on columns before any other move
    std::uint64_t pack;                // one bit a card
    std::array<std::int8_t, most_cards> height{};  // for each card, its index among the ranks that columns are built of

    explicit GameRules(Bytes b) {
        if (b.size() != 12) refuse("rules", "twelve bytes expected");
        if (b[0] < 1 || b[0] > most_ranks) refuse("rules", "1 to 13 ranks expected");
        if (b[1] < 1 || b[1] > 15) refuse("rules", "a mask of suits from 1 to 15 expected");
        if (b[2] < 1 || b[2] > most_columns) refuse("rules", "1 to 18 columns expected");
        if (b[3] > most_cells) refuse("rules", "0 to 12 cells expected");
        if (b[4] > 2) refuse("rules", "build 0, 1 or 2 expected");
        if (b[5] > 3) refuse("rules", "build step 0 to 3 expected");
        if (b[6] > 2) refuse("rules", "empty column 0, 1 or 2 expected");
        if (b[7] > 2) refuse("rules", "sequences 0, 1 or 2 expected");
        if (b[7] == 2 && b[3] > 0) refuse("rules", "no cells expected where any card moves");
        if (b[8] > 2) refuse("rules", "moves home 0, 1 or 2 expected");
        if (b[7] == 2 && b[8] == 2) refuse("rules", "cards that stay home expected where any card moves");
        if (b[9] > (b[7] == 2 ? 0 : most_stock)) refuse("rules", "a stock of 0 to 8 cards expected");
        if (b[10] > 1) refuse("rules", "one suit moving 0 or 1 expected");
        if (b[11] > 1) refuse("rules", "use of cells 0 or 1 expected");
        if (b[7] == 2 && b[4] == 2) refuse("rules", "columns built by suit or colour expected where any card moves");
        if (b[7] == 2 && b[5] == 2) refuse("rules", "no whole suits expected to go home where any card moves");
        ranks = b[0], suits = b[1], columns = b[2], cells = b[3];
        build = b[4];
        home_from_king = b[5] == 1 || b[5] == 3;
        ace_first = b[5] == 3;
        any_opens = b[6] == 0, king_opens = b[6] == 1;
        whole = b[7] == 1, any = b[7] == 2, forced = b[8] == 1, stock = b[9];
        back = b[8] == 2 && b[5] != 2;
        one_suit_moves = b[10] == 1, cells_give = b[11] == 1, home_whole = b[5] == 2;
        pack = 0;
        for (int card = 0; card < 4 * ranks; ++card) {
            if (has_suit(suit_of(card))) pack |= std::uint64_t{1} << card;
            const int step = step_of(card), from_king = ranks - 1 - step;
            const int upwards = home_from_king ? from_king : step;
            height[card] = static_cast<std::int8_t>(!ace_first ? upwards : step == 0 ? 0 : from_king + 1);
        }
    }

    bool has_suit(int suit) const { return (suits >> suit & 1) != 0; }
    bool has_card(int card) const { return card < most_cards && (pack >> card & 1) != 0; }
    bool may_lie_on(int upper, int lower) const {
        if (height[lower] - height[upper] != 1) return false;
        if (build == 2) return true;
        return build == 1 ? suit_of(upper) == suit_of(lower) : is_red(upper) != is_red(lower);
    }
    bool may_move_with(int upper, int lower) const {
        return may_lie_on(upper, lower) && (!one_suit_moves || suit_of(upper) == suit_of(lower));
    }
    bool may_open(int card) const { return any_opens || (king_opens && height[card] == ranks - 1); }
};

struct Table {
    std::array<int, 4> home{};
    std::array<std::uint8_t, most_cells> cell;
    std::array<int, most_columns> height{};
    std::array<int, most_columns> face_down{};  // number of the column's lowest cards
    std::array<std::array<std::uint8_t, most_cards>, most_columns> column;
    std::array<std::uint8_t, most_stock> stock;
    int stock_size = 0, stock_placed = 0;  // size of the stock, and number of its first cards that are gone

    Table() { cell.fill(nothing); }

    void put(int pile, std::uint8_t card) {  // a column, an empty cell or the stock, with room
        if (pile == the_stock) {
            stock[stock_size++] = card;
        } else if (pile < first_cell) {
            column[pile][height[pile]++] = card;
        } else {
            cell[pile - first_cell] = card;
        }
    }
};

// Reads bytes in sequence, never past their end.
class Reader {
public:
    explicit Reader(Bytes bytes) : bytes_(bytes) {}
    int next() {
        if (at_ == bytes_.size()) refuse("position", "it ends too early");
        return bytes_[at_++];
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

Table read_table(const GameRules& game, Bytes position) {
    Reader reader(position);
    Table table;
    std::uint64_t cards_seen = 0;
    auto meet = [&](int card) {
        if (!game.has_card(card)) refuse("position", "a card that is not in the pack");
        if (cards_seen >> card & 1) refuse("position", "a card twice");
        cards_seen |= std::uint64_t{1} << card;
        return static_cast<std::uint8_t>(card);
    };
    for (int suit = 0; suit < 4; ++suit) {
        table.home[suit] = reader.next();
        if (table.home[suit] > (game.has_suit(suit) ? game.ranks : 0)) refuse("position", "a foundation too high");
        if (game.home_whole && table.home[suit] != 0 && table.home[suit] != game.ranks)
            refuse("position", "a foundation with none or all of a suit expected");
        for (int step = 0; step < table.home[suit]; ++step) meet(4 * step + suit);
    }
    if (reader.next() != game.cells) refuse("position", "as many cells as in the rules expected");
    for (int i = 0; i < game.cells; ++i)
        if (const int card = reader.next(); card != nothing) table.put(first_cell + i, meet(card));
    if (reader.next() != game.columns) refuse("position", "as many columns as in the rules expected");
    for (int i = 0; i < game.columns; ++i) {
        const int cards = reader.next();
        // No card occurs twice, so a column never gets more than its 52 places.
        for (int k = 0; k < cards; ++k) table.put(i, meet(reader.next()));
    }
    for (int i = 0; game.any && i < game.columns; ++i) {
        table.face_down[i] = reader.next();
        if (table.face_down[i] > 0 && table.face_down[i] >= table.height[i])
            refuse("position", "a last card face down");
    }
    if (game.stock > 0) {
        const int cards = reader.next();
        if (cards > game.stock) refuse("position", "too many cards in the stock");
        for (int i = 0; i < cards; ++i) table.put(the_stock, meet(reader.next()));
    }
    if (!reader.at_end()) refuse("position", "bytes left over");
    if (cards_seen != game.pack) refuse("position", "cards are missing");
    return table;
}

class Replay {
public:
    Replay(const GameRules& game, const Table& table, const Play& play = {})
        : game_(game), table_(table), play_(play) {}

    // Play the line; return the number of moves before an illegal one, if any.
    std::size_t run(Bytes line) {
        const std::size_t moves = line.size() / move_bytes;
        for (std::size_t i = 0; i < moves; ++i) {
            const std::uint8_t* move = line.data() + i * move_bytes;
            if (!play(move[0], move[1], move[2])) return i;
        }
        return moves;
    }
    // The same for a player's moves, each followed by the automatic moves.
    std::size_t run_for_player(Bytes line) {
        const std::size_t moves = line.size() / player_move_bytes;
        for (std::size_t i = 0; i < moves; ++i) {
            const std::uint8_t* move = line.data() + i * player_move_bytes;
            if (max_count(move[0], move[1], move[2]) != move[3] || !play(move[0], move[1], move[2])) return i;
            send_home();
        }
        return moves;
    }
    int score() const { return table_.home[0] + table_.home[1] + table_.home[2] + table_.home[3]; }
    bool won() const { return score() == std::popcount(game_.pack); }

private:
    bool is_column(int pile) const { return pile < game_.columns; }
    bool is_cell(int pile) const { return pile >= first_cell && pile < first_cell + game_.cells; }
    bool is_foundation(int pile) const {
        return pile >= first_foundation && pile < first_foundation + 4 && game_.has_suit(pile - first_foundation);
    }

    // Make the move if it is legal; return whether it was.
    bool play(int from, int to, int count) {
        if (from == to || count < 1) return false;
        if (table_.stock_placed < table_.stock_size) {
            if (from != the_stock || !is_column(to) || count > 1) return false;
            table_.put(to, table_.stock[table_.stock_placed++]);
            return true;
        }
        const std::uint8_t* cards = nullptr;  // the moved cards, the lowest in the pile first
        std::uint8_t taken_back = nothing;
        if (is_column(from)) {
            if (count > table_.height[from] - table_.face_down[from]) return false;
            cards = &table_.column[from][table_.height[from] - count];
        } else if (is_cell(from)) {
            cards = &table_.cell[from - first_cell];
            if (*cards == nothing || count > 1) return false;
        } else if (game_.back && is_foundation(from)) {
            if (count > 1 || table_.home[from - first_foundation] == 0 || is_foundation(to)) return false;
            taken_back =
                static_cast<std::uint8_t>(4 * (table_.home[from - first_foundation] - 1) + from - first_foundation);
            cards = &taken_back;
        } else {
            return false;  // cards on a foundation stay there
        }
        if (game_.forced && !is_foundation(to) && some_card_fits_home()) return false;
        if (is_foundation(to)) {
            const int suit = to - first_foundation;
            if (suit_of(*cards) != suit) return false;
            if (game_.home_whole ? !is_column(from) || !is_whole_suit(cards, count) : count > 1 || !fits_home(*cards))
                return false;
            table_.home[suit] += count;
        } else if (is_cell(to)) {
            if (count > 1 || game_.cells_give || table_.cell[to - first_cell] != nothing) return false;
            table_.put(to, *cards);
        } else if (is_column(to)) {
            if (!may_move_onto(to, cards, count)) return false;
            for (int i = 0; i < count; ++i) table_.put(to, cards[i]);
        } else {
            return false;
        }
        if (is_column(from)) {
            table_.height[from] -= count;
            if (table_.height[from] > 0 && table_.height[from] == table_.face_down[from]) --table_.face_down[from];
        } else if (is_cell(from)) {
            table_.cell[from - first_cell] = nothing;
        } else {
            --table_.home[from - first_foundation];
        }
        return true;
    }

    bool may_move_onto(int to, const std::uint8_t* cards, int count) const {
        const int height = table_.height[to];
        if (height == 0 ? !game_.may_open(cards[0]) : !game_.may_lie_on(cards[0], table_.column[to][height - 1]))
            return false;
        for (int i = 1; i < count && !game_.any; ++i)
            if (!game_.may_move_with(cards[i], cards[i - 1])) return false;
        return count == 1 || game_.whole || game_.any || count <= capacity(height == 0);
    }

    // The most cards that could move from one pile to another.
    int max_count(int from, int to, int count) const {
        if (!is_column(from) || !is_column(to) || from == to) return count;
        for (int more = table_.height[from] - table_.face_down[from]; more > count; --more)
            if (may_move_onto(to, &table_.column[from][table_.height[from] - more], more)) return more;
        return count;
    }

    // The number of cards that single moves can carry. Each free cell holds one on the way; each empty column doubles
    // the number, unless it is the target or takes only kings (a king is the lowest card of its run and goes straight
    // to the target) or nothing.
    int capacity(bool target_is_empty) const {
        int free = 0, empty = 0;
        for (int i = 0; i < game_.cells && !game_.cells_give; ++i) free += table_.cell[i] == nothing;
        for (int i = 0; i < game_.columns; ++i) empty += table_.height[i] == 0;
        const int helpers = game_.any_opens ? empty - (target_is_empty ? 1 : 0) : 0;
        if (play_.at_once == AtOnce::one) return 1;
        if (play_.at_once == AtOnce::microsoft) return (free + 1) << (free > 0 && helpers > 0);
        return (free + 1) << helpers;
    }

    // From the king to the ace: all cards of a suit.
    bool is_whole_suit(const std::uint8_t* cards, int count) const {
        if (count != game_.ranks) return false;
        for (int i = 0; i < count; ++i)
            if (cards[i] != 4 * (count - 1 - i) + suit_of(*cards)) return false;
        return true;
    }
    bool fits_home(int card) const { return step_of(card) == table_.home[suit_of(card)]; }
    bool some_card_fits_home() const {
        for (int i = 0; i < game_.columns; ++i) {
            const std::uint8_t* end = table_.column[i].data() + table_.height[i];
            if (game_.home_whole) {
                if (table_.height[i] >= game_.ranks && is_whole_suit(end - game_.ranks, game_.ranks)) return true;
            } else if (table_.height[i] > 0 && fits_home(end[-1])) {
                return true;
            }
        }
        for (int i = 0; i < game_.cells && !game_.home_whole; ++i)
            if (table_.cell[i] != nothing && fits_home(table_.cell[i])) return true;
        return false;
    }

    // Make the automatic moves home, in any order: none prevents another.
    void send_home() {
        if (play_.autoplay == Autoplay::none || table_.stock_placed < table_.stock_size) return;
        for (bool sent = true; sent;) {
            sent = false;
            const auto try_to_send = [&](int pile, int card) {
                if (!game_.home_whole && !fits_home(card)) return;
                if (play_.autoplay == Autoplay::safe && !is_missed_by_none(card)) return;
                sent |= play(pile, first_foundation + suit_of(card), game_.home_whole ? game_.ranks : 1);
            };
            for (int i = 0; i < game_.columns; ++i)
                if (const int height = table_.height[i]; height > 0) try_to_send(i, table_.column[i][height - 1]);
            for (int i = 0; i < game_.cells; ++i)
                if (const int card = table_.cell[i]; card != nothing) try_to_send(first_cell + i, card);
        }
    }

    // Whether no remaining card could need this one as its place, by the rule of safe autoplay.
    bool is_missed_by_none(int card) const {
        const int step = step_of(card);
        if (game_.back && game_.home_from_king) return false;
        if (!game_.home_whole && game_.build == 1)
            return !game_.home_from_king || !(game_.whole || game_.any) || step == game_.ranks - 1;
        if (!game_.home_whole && !game_.home_from_king && step < (game_.any ? 1 : 2)) return true;
        int others = game_.home_from_king ? std::min(step + 2, game_.ranks) : step;
        if (game_.home_whole) others = game_.ranks;
        for (int suit = 0; suit < 4; ++suit) {
            const bool counts = game_.home_whole || game_.build == 2 || is_red(suit) != is_red(card);
            if (!game_.has_suit(suit) || suit == suit_of(card)) continue;
            if (counts ? table_.home[suit] < others : game_.back && table_.home[suit] < others - 1) return false;
        }
        return true;
    }

    const GameRules& game_;
    Table table_;
    Play play_;
};

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

void check_play(const GameRules& game, const Play& play) {
    if (static_cast<int>(play.autoplay) > 2 || static_cast<int>(play.at_once) > 2)
        refuse("play", "choices 0 to 2 expected");
    if ((game.whole || game.any) && play.at_once != AtOnce::carried) refuse("play", "no limit on sequences expected");
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
            if (++in_stock_ > game.stock)
                refuse("layout", "no more cards for the stock than there are in the rules expected");
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

// The first deal of a batch with a wrong line, or the one after the last. `claimed` tells whether a deal must have a
// line; otherwise none may be given.
template <class Claimed, class Right>
std::int64_t first_wrong(const Deal& deal, const Deals& deals, std::int64_t first, std::uint64_t count, Bytes lines,
                         std::span<const std::uint32_t> ends, Claimed claimed, Right right) {
    std::array<std::uint8_t, most_cards> cards;
    const std::span<std::uint8_t> places(cards.data(), deal.cards());
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes line = lines.subspan(begin, ends[i] - begin);
        begin = ends[i];
        const std::int64_t number = first + static_cast<std::int64_t>(i);
        if (claimed(i)) {
            numbered(deals.numbering, deals.seed ? nth(*deals.seed, number) : static_cast<std::uint64_t>(number),
                     places);
            if (!right(deal.table(places), line)) return number;
        } else if (!line.empty()) {
            return number;
        }
    }
    return first + static_cast<std::int64_t>(count);
}

}  // namespace

std::int64_t check(Bytes rules, Bytes position, Bytes line) {
    const GameRules game(rules);
    Replay replay(game, read_table(game, position));
    if (line.size() % move_bytes != 0) refuse("line", "three bytes a move expected");
    const std::size_t moves_played = replay.run(line);
    return moves_played == line.size() / move_bytes && replay.won() ? -1 : static_cast<std::int64_t>(moves_played);
}

std::int64_t check_score(Bytes rules, Bytes position, Bytes line) {
    const GameRules game(rules);
    Replay replay(game, read_table(game, position));
    if (line.size() % move_bytes != 0) refuse("line", "three bytes a move expected");
    const std::size_t moves_played = replay.run(line);
    return moves_played == line.size() / move_bytes ? replay.score() : -1 - static_cast<std::int64_t>(moves_played);
}

std::int64_t check_range(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes verdicts, Bytes lines,
                         std::span<const std::uint32_t> ends, const Deals& deals) {
    const GameRules game(rules);
    const Deal deal(game, layout);
    const std::uint64_t count = check_range_of_deals(deals, first, last, verdicts.size());
    for (const int verdict : verdicts)
        if (verdict > 2) refuse("verdicts", "0, 1 or 2 expected");
    check_ends(count, lines, ends);

    return first_wrong(
        deal, deals, first, count, lines, ends,
        [&](std::size_t i) { return static_cast<Verdict>(verdicts[i]) == Verdict::solved; },
        [&](const Table& start, Bytes line) {
            Replay replay(game, start);
            return line.size() % move_bytes == 0 && replay.run(line) == line.size() / move_bytes && replay.won();
        });
}

std::int64_t check_player_line(Bytes rules, Bytes position, Bytes line, const Play& play) {
    const GameRules game(rules);
    check_play(game, play);
    Replay replay(game, read_table(game, position), play);
    if (line.size() % player_move_bytes != 0) refuse("line", "four bytes a move expected");
    const std::size_t moves_played = replay.run_for_player(line);
    return moves_played == line.size() / player_move_bytes && replay.won() ? -1
                                                                           : static_cast<std::int64_t>(moves_played);
}

std::int64_t check_player_score(Bytes rules, Bytes position, Bytes line, const Play& play) {
    const GameRules game(rules);
    check_play(game, play);
    Replay replay(game, read_table(game, position), play);
    if (line.size() % player_move_bytes != 0) refuse("line", "four bytes a move expected");
    const std::size_t moves_played = replay.run_for_player(line);
    return moves_played == line.size() / player_move_bytes ? replay.score()
                                                           : -1 - static_cast<std::int64_t>(moves_played);
}

std::int64_t check_player_lines(Bytes rules, Bytes layout, std::int64_t first, std::int64_t last, Bytes has_line,
                                Bytes lines, std::span<const std::uint32_t> ends, const Play& play,
                                const Deals& deals) {
    const GameRules game(rules);
    check_play(game, play);
    const Deal deal(game, layout);
    const std::uint64_t count = check_range_of_deals(deals, first, last, has_line.size());
    check_ends(count, lines, ends);

    return first_wrong(
        deal, deals, first, count, lines, ends, [&](std::size_t i) { return has_line[i] != 0; },
        [&](const Table& start, Bytes line) {
            Replay replay(game, start, play);
            return line.size() % player_move_bytes == 0 &&
                   replay.run_for_player(line) == line.size() / player_move_bytes && replay.won();
        });
}

std::uint64_t check_scores(Bytes rules, Bytes layout, std::uint64_t first, Bytes scores, Bytes lines,
                           std::span<const std::uint32_t> ends, const Deals& deals) {
    const GameRules game(rules);
    const Deal deal(game, layout);
    check_ends(scores.size(), lines, ends);

    std::array<std::uint8_t, most_cards> cards;
    const std::span<std::uint8_t> places(cards.data(), deal.cards());
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const Bytes line = lines.subspan(begin, ends[i] - begin);
        begin = ends[i];
        numbered(deals.numbering, deals.seed ? nth(*deals.seed, first + i) : first + i, places);
        Replay replay(game, deal.table(places));
        const bool legal = line.size() % move_bytes == 0 && replay.run(line) == line.size() / move_bytes;
        if (!legal || replay.score() != scores[i]) return i;
    }
    return scores.size();
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
            right = line.size() == move_bytes * lengths[i] && replay.run(line) == lengths[i] && replay.won();
        }
        if (!right) return i;
    }
    return lengths.size();
}

}  // namespace kiebitz
