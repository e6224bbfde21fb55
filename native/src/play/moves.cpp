#include "play/moves.hpp"

#include <algorithm>
#include <bit>

namespace kiebitz::play {
namespace {

constexpr bool is_column(std::int64_t pile) { return pile < cell_code; }
constexpr bool is_cell(std::int64_t pile) { return pile >= cell_code && pile < foundation_code; }
constexpr bool is_foundation(std::int64_t pile) { return pile >= foundation_code && pile < stock_code; }

bool exists(const Rules& rules, std::int64_t pile) {
    if (is_column(pile)) return pile >= 0 && pile < rules.columns;
    if (is_cell(pile)) return pile - cell_code < rules.cells;
    if (is_foundation(pile)) return rules.suits >> (pile - foundation_code) & 1;
    return pile == stock_code && rules.stock;
}

// The last card of a column, or the card that another pile gives.
Card last_card(const Board& b, int pile) {
    if (is_column(pile)) return b.end[pile];
    if (is_cell(pile)) return b.cell[pile - cell_code];
    if (is_foundation(pile)) {
        const int suit = pile - foundation_code;
        return b.home[suit] ? Card(4 * (b.home[suit] - 1) + suit) : no_card;
    }
    return b.stock_left ? b.stock[0] : no_card;
}

int height(const Board& b, int pile) {
    if (!is_column(pile)) return last_card(b, pile) != no_card;
    int cards = 0;
    for (Card c = b.end[pile]; c < max_cards; c = b.below[c]) ++cards;
    return cards;
}

bool hidden(const Board& b, Card c) { return b.hidden >> c & 1; }

// A pile whose last cards may go home, the last of them, and their number.
struct Homeward {
    int pile;
    Card card;
    int count;
};

std::vector<Homeward> homeward(const Game& game, const Board& b) {
    const Rules& rules = game.rules();
    const int count = rules.whole_suits ? rules.ranks : 1;
    std::vector<Homeward> ready;
    const auto look = [&](int pile) {
        const Card tip = last_card(b, pile);
        if (tip == no_card || height(b, pile) < count) return;
        if (game.fits_home(b, first_of(b, pile, count), tip, count)) ready.push_back({pile, tip, count});
    };
    for (int i = 0; i < rules.columns; ++i) look(i);
    for (int i = 0; i < rules.cells; ++i) look(cell_code + i);
    return ready;
}

// The reason why a card does not fit onto another.
Refusal misfit(const Game& game, Card card, Card onto) {
    const Rules& rules = game.rules();
    Refusal why{.code = "nothing_fits", .card = card, .onto = onto};
    if (rules.follows(card, onto)) {
        why.code = rules.build == Build::suit ? "suits" : "colours";
    } else if (const std::uint64_t fitting = game.fitting(onto)) {
        why.code = "only";
        why.needed = std::countr_zero(fitting);
    }
    return why;
}

// The reason why cards do not move as a sequence.
Refusal no_sequence(const Game& game, const Board& b, int pile, int count) {
    if (game.rules().any) return {};
    Refusal why;
    Card c = last_card(b, pile);
    for (int at = 1; at < count; ++at) {  // reports the lowest fault in the column
        const Card lower = b.below[c];
        if (!game.fits(c, lower)) {
            const Refusal because = misfit(game, c, lower);
            why = because;
            why.because = because.code;
        } else if (!game.joined(c, lower)) {
            why = {};
            why.because = "one_suit";
        }
        c = lower;
    }
    if (why.because.empty()) return {};
    why.code = "no_sequence";
    why.count = count;
    return why;
}

Refusal refused_by_cell(const Game& game, const Board& b, int to, int count) {
    if (game.rules().reserve) return {.code = "reserve", .pile = to};
    if (count > 1) return {.code = "cell_holds_one", .pile = to, .count = count};
    const Card occupant = b.cell[to - cell_code];
    return occupant == no_card ? Refusal{} : Refusal{.code = "cell_taken", .card = occupant, .pile = to};
}

Refusal refused_by_foundation(const Game& game, const Board& b, int from, int to, int count) {
    const Card card = last_card(b, from), first = first_of(b, from, count);
    const int suit = to - foundation_code;
    if (suit_of(card) == suit && game.fits_home(b, first, card, count)) return {};
    if (game.rules().whole_suits) return {.code = "home_whole", .pile = to};
    if (count > 1) return {.code = "home_one", .count = count};
    if (suit_of(card) != suit) return {.code = "home_suit", .card = card, .pile = to};
    return {.code = "home_order", .card = card, .needed = 4 * b.home[suit] + suit};
}

Refusal refused_by_column(const Game& game, const Board& b, int from, int to, int count) {
    const Rules& rules = game.rules();
    if (const Refusal apart = no_sequence(game, b, from, count)) return apart;
    const Card first = first_of(b, from, count), onto = b.end[to];
    const bool to_empty = onto == no_card;
    if (!to_empty && !game.fits(first, onto)) return misfit(game, first, onto);
    if (to_empty && !rules.opens(first)) {
        if (rules.empty == EmptyColumn::none) return {.code = "stays_empty"};
        return {.code = "only_kings", .card = first, .needed = 4 * rules.king() + suit_of(first)};
    }
    const int capacity = game.capacity(b, to_empty);
    if (count == 1 || count <= capacity) return {};
    if (game.play().at_once == AtOnce::one) return {.code = "single", .count = count};
    return {
        .code = "capacity", .count = count, .capacity = capacity, .free = b.free, .empty = game.helpers(b, to_empty)};
}

}  // namespace

Card first_of(const Board& b, int pile, int count) {
    Card c = last_card(b, pile);
    for (; count > 1; --count) c = b.below[c];
    return c;
}

Refusal refusal(const Game& game, const Board& b, const PileMove& move) {
    const Rules& rules = game.rules();
    for (const std::int64_t pile : {move.from, move.to})
        if (!exists(rules, pile)) return {.code = "no_pile", .pile = int(pile)};
    const int from = int(move.from), to = int(move.to);
    if (from == to) return {.code = "same_pile", .pile = from};
    if (is_foundation(from) && !rules.back) return {.code = "home_stays"};
    if (to == stock_code) return {.code = "to_stock"};
    if (b.stock_left && from != stock_code) return {.code = "stock_first", .card = b.stock[0]};
    const int held = height(b, from);
    if (move.count < 1) return {.code = "no_cards"};
    if (!held) return {.code = "empty", .pile = from};
    if (move.count > held)
        return {
            .code = is_column(from) ? "too_many" : "one_at_a_time", .pile = from, .count = move.count, .held = held};
    const int count = int(move.count);
    if (const Card first = first_of(b, from, count); is_column(from) && hidden(b, first))
        return {.code = "face_down", .card = first};
    if (!is_foundation(to) && game.must_go_home(b)) {
        const Homeward first = homeward(game, b).front();
        return {.code = first.count > 1 ? "suit_first" : "home_first", .card = first.card};
    }
    if (from == stock_code) return is_column(to) ? Refusal{} : Refusal{.code = "stock_to_column"};
    if (is_cell(to)) return refused_by_cell(game, b, to, count);
    if (is_foundation(to) && is_foundation(from)) return {.code = "home_to_home"};
    if (is_foundation(to)) return refused_by_foundation(game, b, from, to, count);
    return refused_by_column(game, b, from, to, count);
}

Refusal refused_to_take(const Game& game, const Board& b, int pile, int count) {
    if (!exists(game.rules(), pile)) return {.code = "no_pile", .pile = pile};
    if (is_foundation(pile) && !game.rules().back) return {.code = "home_stays"};
    if (b.stock_left && pile != stock_code) return {.code = "stock_first", .card = b.stock[0]};
    const int held = height(b, pile);
    if (!held) return {.code = "empty", .pile = pile};
    count = std::clamp(count, 1, held);
    const Card first = first_of(b, pile, count);
    if (is_column(pile) && hidden(b, first)) return {.code = "face_down", .card = first};
    return is_column(pile) ? no_sequence(game, b, pile, count) : Refusal{};
}

int implied_count(const Game& game, const Board& b, std::int64_t from, std::int64_t to) {
    const Rules& rules = game.rules();
    if (rules.whole_suits && is_foundation(to)) return rules.ranks;
    if (from == to || !is_column(from) || !is_column(to) || !exists(rules, from) || !exists(rules, to)) return 1;
    if (rules.any && game.must_go_home(b)) return 1;
    return std::max(game.max_count(b, int(from), int(to)), 1);
}

int run_length(const Game& game, const Board& b, int column) {
    int length = 0;
    for (Card c = b.end[column]; c < max_cards;) {
        ++length;
        const Card lower = b.below[c];
        if (lower >= max_cards || hidden(b, lower) || !(game.rules().any || game.joined(c, lower))) break;
        c = lower;
    }
    return length;
}

std::vector<CountedMove> legal_moves(const Game& game, const Board& b) {
    const Rules& rules = game.rules();
    std::vector<CountedMove> moves;
    const auto add = [&](int from, int to, int count) {
        moves.push_back({{std::uint8_t(from), std::uint8_t(to), std::uint8_t(count)},
                         std::uint8_t(implied_count(game, b, from, to))});
    };
    std::vector<int> filled, empty;
    for (int i = 0; i < rules.columns; ++i) (b.end[i] == no_card ? empty : filled).push_back(i);
    if (b.stock_left) {
        for (const int to : filled) add(stock_code, to, 1);
        for (const int to : empty) add(stock_code, to, 1);
        return moves;
    }
    for (const Homeward& ready : homeward(game, b)) add(ready.pile, foundation_code + suit_of(ready.card), ready.count);
    if (!moves.empty() && rules.forced) return moves;
    std::vector<int> held, room;
    for (int i = 0; i < rules.cells; ++i) (b.cell[i] == no_card ? room : held).push_back(cell_code + i);
    if (rules.reserve) room.clear();

    const int onto_cards = game.capacity(b, false);
    for (const int from : held)
        for (const int to : filled)
            if (game.fits(last_card(b, from), b.end[to])) add(from, to, 1);
    for (const int from : filled) {
        const int max_count = std::min(run_length(game, b, from), onto_cards);
        std::vector<Card> run;
        for (Card c = b.end[from]; int(run.size()) < max_count; c = b.below[c]) run.push_back(c);
        const auto try_move = [&](int to, int count) {
            if (to != from && game.fits(run[std::size_t(count) - 1], b.end[to])) add(from, to, count);
        };
        if (rules.any) {
            for (int count = 1; count <= max_count; ++count)
                for (const int to : filled) try_move(to, count);
        } else {
            for (const int to : filled)
                for (int count = 1; count <= max_count; ++count) try_move(to, count);
        }
    }
    if (!empty.empty()) {
        const int into_empty = game.capacity(b, true);
        for (const int from : held)
            for (const int to : empty)
                if (rules.opens(last_card(b, from))) add(from, to, 1);
        for (const int from : filled)
            for (int count = 1; count <= std::min(run_length(game, b, from), into_empty); ++count)
                for (const int to : empty)
                    if (rules.opens(first_of(b, from, count))) add(from, to, count);
    }
    for (const int to : room) {
        for (const int from : filled) add(from, to, 1);
        for (const int from : held) add(from, to, 1);
    }
    for (int s = 0; s < 4 && rules.back; ++s) {
        const int from = foundation_code + s;
        const Card c = last_card(b, from);
        if (c == no_card) continue;
        for (const int to : filled)
            if (game.fits(c, b.end[to])) add(from, to, 1);
        for (const int to : empty)
            if (rules.opens(c)) add(from, to, 1);
        for (const int to : room) add(from, to, 1);
    }
    return moves;
}

int single_moves(const Game& game, const Board& b, const Move& move) {
    if (!is_column(move.from) || !is_column(move.to)) return move.count;
    const bool to_empty = b.end[move.to] == no_card;
    return game.single_moves(b, move.count, to_empty, b.below[first_of(b, move.from, move.count)] == on_bottom);
}

void carry_out(const Game& game, Board& b, const Move& move) {
    game.carry_out(b, first_of(b, move.from, move.count), last_card(b, move.from), move.from, move.to);
}

Move next_automatic(const Game& game, const Board& b) {
    Move move{};
    const Autoplay rule = game.play().autoplay;
    if (rule == Autoplay::none || b.stock_left) return move;
    Card lowest_card = no_card;
    for (const Homeward& ready : homeward(game, b)) {
        if (ready.card >= lowest_card || (rule == Autoplay::safe && !game.safe(b, ready.card))) continue;
        lowest_card = ready.card;
        move = {std::uint8_t(ready.pile), std::uint8_t(foundation_code + suit_of(lowest_card)),
                std::uint8_t(ready.count)};
    }
    return move;
}

}  // namespace kiebitz::play
