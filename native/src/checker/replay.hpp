// A claimed line, replayed move by move.
#pragma once

#include <algorithm>
#include <bit>

#include "checker/game.hpp"
#include "kiebitz/player_lines.hpp"

namespace kiebitz::checker {

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
    bool plays_all(Bytes line) { return line.size() % move_bytes == 0 && run(line) == line.size() / move_bytes; }
    bool plays_all_for_player(Bytes line) {
        return line.size() % player_move_bytes == 0 && run_for_player(line) == line.size() / player_move_bytes;
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

inline void check_play(const GameRules& game, const Play& play) {
    if (static_cast<int>(play.autoplay) > 2 || static_cast<int>(play.at_once) > 2)
        refuse("play", "choices 0 to 2 expected");
    if ((game.whole || game.any) && play.at_once != AtOnce::carried) refuse("play", "no limit on sequences expected");
}

}  // namespace kiebitz::checker
