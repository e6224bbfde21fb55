#include "play/board.hpp"

#include <algorithm>

namespace kiebitz::play {

Game::Game(const Rules& rules, const Play& play) : rules_(rules), play_(play), whole_(rules.whole) {
    for (int s = 0; s < 4; ++s) {
        if (!(rules.suits >> s & 1)) continue;
        cards_ += rules.ranks;
        for (Card c = Card(s); c < 4 * rules.ranks; c += 4)
            for (int other = 0; other < 4; ++other)
                if (rules.suits >> other & 1) safe_after_[c][other] = std::uint8_t(cards_before_safe(c, other));
    }
    for (int lower = 0; lower < 4 * rules.ranks; ++lower)
        for (int c = 0; c < 4 * rules.ranks; ++c) {
            if (!rules.follows(Card(c), Card(lower))) continue;
            const std::uint64_t this_card = std::uint64_t{1} << c;
            if (rules.fits(Card(c), Card(lower))) {
                fits_[lower] |= this_card;
                takes_[c] |= std::uint64_t{1} << lower;
            }
            if (rules.joins(Card(c), Card(lower))) joins_[lower] |= this_card;
        }
}

Game Game::card_by_card() const {
    Game copy = *this;
    copy.play_.at_once = AtOnce::one;
    copy.whole_ = false;
    return copy;
}

Board Game::board(const Position& start) const {
    Board b;
    std::memset(&b, 0, sizeof b);
    std::memset(b.below, at_home, max_cards);
    std::memset(b.above, no_card, sizeof b.above);
    std::memset(b.end, no_card, sizeof b.end);
    std::memcpy(b.cell, start.cells, sizeof b.cell);
    std::memcpy(b.home, start.home, sizeof b.home);
    for (int i = 0; i < rules_.columns; ++i) {
        for (int k = 0; k < start.length[i]; ++k) {
            const Card c = start.column[i][k];
            b.below[c] = k ? start.column[i][k - 1] : on_bottom;
            if (k) b.above[start.column[i][k - 1]] = c;
            if (k < start.face_down[i]) b.hidden |= std::uint64_t{1} << c;
            b.end[i] = c;
            b.pile[c] = std::uint8_t(column_code + i);
        }
        b.empty += !start.length[i];
    }
    for (int i = 0; i < rules_.cells; ++i) {
        const Card c = start.cells[i];
        if (c == no_card) {
            b.free += !rules_.reserve;
        } else {
            b.below[c] = in_cell;
            b.pile[c] = std::uint8_t(cell_code + i);
        }
    }
    b.stock_left = start.stock_left;
    std::memcpy(b.stock, start.stock, start.stock_left);
    for (int i = 0; i < start.stock_left; ++i) b.below[start.stock[i]] = in_stock;
    return b;
}

Board Game::board(const std::uint8_t* below) const {
    Position p;
    Card above[max_cards];
    std::memset(above, no_card, sizeof above);
    int columns = 0, cells = 0;
    for (int c = 0; c < 4 * rules_.ranks; ++c) {
        if (below[c] < max_cards) above[below[c]] = Card(c);
        else if (below[c] == on_bottom) {
            p.column[columns][0] = Card(c);
            p.length[columns++] = 1;
        } else if (below[c] == in_cell) p.cells[cells++] = Card(c);
        else if (rules_.suits >> (c & 3) & 1) ++p.home[c & 3];
    }
    for (int i = 0; i < columns; ++i)
        for (Card c = above[p.column[i][0]]; c != no_card; c = above[c]) p.column[i][p.length[i]++] = c;
    return board(p);
}

Position Game::position(const Board& b) const {
    Position p;
    std::memcpy(p.home, b.home, sizeof p.home);
    std::memcpy(p.cells, b.cell, sizeof p.cells);
    for (int i = 0; i < rules_.columns; ++i) {
        Card* const column = p.column[i];
        int length = 0;
        for (Card c = b.end[i]; c < max_cards; c = b.below[c]) {
            column[length++] = c;
            p.face_down[i] = std::uint8_t(p.face_down[i] + (b.hidden >> c & 1));
        }
        std::reverse(column, column + length);
        p.length[i] = std::uint8_t(length);
    }
    p.stock_left = b.stock_left;
    std::memcpy(p.stock, b.stock, b.stock_left);
    return p;
}

std::vector<std::uint8_t> Game::written(Board b, const std::vector<Step>& steps) const {
    std::vector<std::uint8_t> moves;
    std::vector<Step> carried;
    for (const Step step : steps) {
        CountedMove move;
        make(b, step, carried, &move);
        moves.insert(moves.end(), {move.from, move.to, move.count, move.max_count});
    }
    return moves;
}

// The number of cards that may move at once. An empty column that takes only kings, or nothing, carries no card; in
// Microsoft's count one column does, if a cell is free.
int Game::capacity(int free, int helpers) const {
    if (whole_ || rules_.any) return max_cards;
    if (play_.at_once == AtOnce::one) return 1;
    return (free + 1) << (play_.at_once == AtOnce::microsoft ? std::min({helpers, free, 1}) : helpers);
}

// A run that fits into the cells goes through them. Some cards of a longer one wait in an empty column while the rest
// goes to the target, and then follow it.
int Game::single_moves(const Board& b, int count, bool to_empty, bool whole_column) const {
    if (count == 1 || whole_ || rules_.any) return count;
    constexpr int max_helpers = 13, unable = 1 << 16;
    const int help = std::min(helpers(b, to_empty), max_helpers);
    // By the columns that help and the cards: onto a card, into an empty column, and from a column that becomes empty.
    int onto[max_helpers + 1][max_helpers + 1], into[max_helpers + 1][max_helpers + 1],
        emptying[max_helpers + 1][max_helpers + 1];
    for (int h = 0; h <= help; ++h) {
        for (int cards = 1; cards <= count; ++cards) {
            int& card = onto[h][cards];
            int& empty = into[h][cards];
            int& whole = emptying[h][cards];
            card = empty = whole = cards <= b.free + 1 ? 2 * cards - 1 : unable;
            for (int waiting = 1; h && waiting < cards; ++waiting) {
                const int cards_left = cards - waiting, aside = into[h - 1][waiting],
                          aside_and_target = into[h][waiting];
                card = std::min(card, aside + onto[h - 1][cards_left] + onto[h - 1][waiting]);
                empty = std::min(empty, aside_and_target + into[h - 1][cards_left] + onto[h - 1][waiting]);
                whole = std::min(
                    whole, (to_empty ? aside_and_target : aside) + emptying[h - 1][cards_left] + onto[h][waiting]);
            }
        }
    }
    return (whole_column ? emptying : to_empty ? into : onto)[help][count];
}

int Game::helpers(const Board& b, bool to_empty) const {
    return rules_.empty == EmptyColumn::any ? b.empty - to_empty : 0;
}

bool Game::fits_home(const Board& b, Card c, Card tip, int count) const {
    if (rules_.whole_suits)
        return b.pile[tip] < cell_code && rank_of(c) == rules_.ranks - 1 && tip_of_suit(b, suit_of(c)) == tip;
    return count == 1 && rank_of(c) == b.home[suit_of(c)];
}

// The last card of a suit that is complete and in order at the end of a column, if any.
Card Game::tip_of_suit(const Board& b, int suit) const {
    Card c = Card(4 * (rules_.ranks - 1) + suit);
    if (b.below[c] >= in_cell || (b.hidden >> c & 1)) return no_card;
    for (; b.above[c] != no_card; c = b.above[c])
        if (b.above[c] + 4 != c) return no_card;
    return rank_of(c) == 0 ? c : no_card;
}

bool Game::some_card_fits_home(const Board& b) const {
    for (int s = 0; s < 4; ++s) {
        if (!(rules_.suits >> s & 1) || b.home[s] == rules_.ranks) continue;
        const Card next = Card(4 * b.home[s] + s);
        if (rules_.whole_suits ? tip_of_suit(b, s) != no_card : b.above[next] == no_card) return true;
    }
    return false;
}

// How many cards a suit's foundation must hold before the card can safely go home; the referee of this game gives the
// argument.
int Game::cards_before_safe(Card c, int suit) const {
    const int rank = rank_of(c), ranks = rules_.ranks;
    const bool up = rules_.step == kiebitz::Step::down, is_own = suit == suit_of(c);
    const int never = is_own ? ranks : 0;
    if (rules_.back && !up) return never;
    if (rules_.whole_suits) return is_own ? 0 : ranks;
    if (rules_.build == Build::suit) return up || !(rules_.whole || rules_.any) || rank == ranks - 1 ? 0 : never;
    if (is_own || (up && rank <= (rules_.any ? 0 : 1))) return 0;
    const int needed = up ? rank : std::min(rank + 2, ranks);
    const bool can_lie_on_it = rules_.build == Build::any || colour_of(c) != colour_of(Card(suit));
    return can_lie_on_it ? needed : rules_.back ? needed - 1 : 0;
}

bool Game::safe(const Board& b, Card c) const {
    for (int s = 0; s < 4; ++s)
        if (b.home[s] < safe_after_[c][s]) return false;
    return true;
}

std::array<std::uint64_t, max_cards> Game::home_before() const {
    std::array<std::uint64_t, max_cards> before{};
    for (int c = 0; c < 4 * rules_.ranks; ++c)
        for (int s = 0; s < 4; ++s) {
            const int lower = s == suit_of(Card(c)) ? rank_of(Card(c)) : 0;
            const int ranks = play_.autoplay == Autoplay::safe ? std::max<int>(lower, safe_after_[c][s]) : lower;
            for (int rank = 0; rank < ranks; ++rank) before[std::size_t(c)] |= std::uint64_t{1} << (4 * rank + s);
        }
    return before;
}

// A move that sends no card home can only make the uncovered card ready, if autoplay was complete before; if whole
// suits go home, it may also complete a suit.
void Game::autoplay(Board& b, std::uint8_t uncovered) const {
    if (play_.autoplay == Autoplay::none || b.stock_left) return;
    if (b.played && !rules_.whole_suits) {
        if (uncovered >= max_cards) return;
        if (rank_of(uncovered) != b.home[suit_of(uncovered)]) return;
    }
    b.played = true;
    for (bool again = true; again;) {
        again = false;
        for (int s = 0; s < 4; ++s) {
            if (!(rules_.suits >> s & 1)) continue;
            while (b.home[s] < rules_.ranks) {
                const Card c = Card(4 * (rules_.whole_suits ? rules_.ranks - 1 : b.home[s]) + s);
                const Card tip = rules_.whole_suits ? tip_of_suit(b, s) : b.above[c] == no_card ? c : no_card;
                if (tip == no_card || (play_.autoplay == Autoplay::safe && !safe(b, c))) break;
                send_home(b, c, tip);
                again = true;
            }
        }
    }
}

// Take a card and all cards on it off a pile; the caller places them.
void Game::lift(Board& b, Card c, int from) const {
    const std::uint8_t old = b.below[c];
    if (old == at_home) {
        --b.home[suit_of(c)];
        b.played = false;
    } else if (old == in_stock) {
        std::memmove(b.stock, b.stock + 1, --b.stock_left);
    } else if (old == in_cell) {
        b.cell[from - cell_code] = no_card;
        b.free += !rules_.reserve;
    } else if (old == on_bottom) {
        b.end[from] = no_card;
        ++b.empty;
    } else {
        b.above[old] = no_card;
        b.end[from] = old;
        b.pile[old] = std::uint8_t(from);
        b.hidden &= ~(std::uint64_t{1} << old);
    }
}

void Game::send_home(Board& b, Card c, Card tip) const {
    lift(b, c, b.pile[tip]);
    for (;; c = b.above[c]) {
        b.below[c] = at_home;
        ++b.home[suit_of(c)];
        if (c == tip) break;
    }
}

void Game::carry_out(Board& b, Card c, Card tip, int from, int to) const {
    if (to >= foundation_code) {
        send_home(b, c, tip);
        b.played = false;
        return;
    }
    lift(b, c, from);
    b.pile[tip] = std::uint8_t(to);
    if (to >= cell_code) {
        b.below[c] = in_cell;
        b.cell[to - cell_code] = c;
        --b.free;
        return;
    }
    const Card onto = b.end[to];
    b.end[to] = tip;
    if (onto == no_card) {
        b.below[c] = on_bottom;
        --b.empty;
    } else {
        b.below[c] = onto;
        b.above[onto] = c;
    }
}

Outcome Game::make(Board& b, Step step, std::vector<Step>& carried, CountedMove* move) const {
    const Card c = step.card;
    std::uint8_t onto = step.onto;
    const bool comes_back = b.below[c] == at_home && rules_.gains_back();
    if (b.below[c] == at_home && (!comes_back || onto == at_home)) return Outcome::needless;
    if (comes_back && b.home[suit_of(c)] != rank_of(c) + 1) return Outcome::stuck;
    if (onto < max_cards && b.below[onto] == at_home) onto = at_home;
    if (b.below[c] == onto) return Outcome::needless;
    if (b.hidden >> c & 1) return Outcome::stuck;
    int count = 1, from = stock_code;
    Card tip = c;
    if (b.stock_left) {
        if (c != b.stock[0]) return Outcome::stuck;
    } else {
        for (; b.above[tip] != no_card; tip = b.above[tip], ++count)
            if (!rules_.any && !(joins_[tip] >> b.above[tip] & 1)) return Outcome::stuck;
        from = comes_back ? foundation_code + suit_of(c) : b.pile[tip];
        if (rules_.forced && onto != at_home && some_card_fits_home(b)) return Outcome::stuck;
    }
    int to;
    if (onto == at_home) {
        if (b.stock_left || !fits_home(b, c, tip, count)) return Outcome::stuck;
        to = foundation_code + suit_of(c);
    } else if (onto == in_cell) {
        if (b.stock_left || count > 1 || !b.free) return Outcome::stuck;
        to = cell_code;
        while (b.cell[to - cell_code] != no_card) ++to;
    } else {
        if (onto == on_bottom) {
            if (!b.empty || !(b.stock_left || rules_.opens(c))) return Outcome::stuck;
            to = column_code;
            while (b.end[to] != no_card) ++to;
        } else {
            if (b.above[onto] != no_card || b.below[onto] == in_cell || b.below[onto] == in_stock)
                return Outcome::stuck;
            to = b.pile[onto];
            if (to == from || !(b.stock_left || (fits_[onto] >> c & 1))) return Outcome::stuck;
        }
        if (count > 1) {
            const int help = helpers(b, onto == on_bottom);
            if (count > capacity(b.free, help)) {
                if (count <= (b.free + 1) << help) {
                    Card run[max_cards];
                    run[0] = c;
                    for (int i = 1; i < count; ++i) run[i] = b.above[run[i - 1]];
                    carry(run, count, onto, b.free, help, carried);
                    return Outcome::stuck;
                }
                if (!rules_.whole) return Outcome::stuck;
            }
        }
    }
    if (move) *move = {{std::uint8_t(from), std::uint8_t(to), std::uint8_t(count)}, std::uint8_t(count)};
    if (move && to < cell_code && from < cell_code && (onto == on_bottom || rules_.any))  // else only one number fits
        move->max_count = std::uint8_t(max_count(b, from, to));
    const std::uint8_t uncovered = b.below[c];
    carry_out(b, c, tip, from, to);
    autoplay(b, uncovered);
    return Outcome::made;
}

// The steps that carry a run with free cells and empty columns besides the target, if the rules let fewer cards move at
// once. With h helpers, (free + 1) * 2^h cards can be carried: part of the run goes to an empty column over the other h
// - 1, the rest, at most (free + 1) * 2^(h - 1), to the target, and the part after it. Without helpers all cards but
// the first wait in cells.
void Game::carry(const Card* run, int count, std::uint8_t onto, int free, int helpers, std::vector<Step>& out) const {
    if (count <= capacity(free, helpers)) {
        out.push_back({run[0], onto});
    } else if (helpers) {
        const int high = std::min((free + 1) << (helpers - 1), count - 1);
        carry(run + high, count - high, on_bottom, free, helpers - 1, out);
        carry(run, high, onto, free, helpers - 1, out);
        carry(run + high, count - high, run[high - 1], free, helpers - 1, out);
    } else {
        for (int i = count - 1; i > 0; --i) out.push_back({run[i], in_cell});
        out.push_back({run[0], onto});
        for (int i = 1; i < count; ++i) out.push_back({run[i], run[i - 1]});
    }
}

int Game::max_count(const Board& b, int from, int to) const {
    const Card onto = b.end[to], last = b.end[from];
    const bool to_empty = onto == no_card;
    const int limit = to_empty ? capacity(b, true) : max_cards;
    int max_count = 0, count = 1;
    for (Card c = last; c < max_cards && count <= limit; ++count) {
        if (to_empty ? rules_.opens(c) : rules_.any ? fits(c, onto) : rules_.below(last, onto) == count)
            max_count = count;
        const Card lower = b.below[c];
        if (lower >= max_cards || (b.hidden >> lower & 1) || !(rules_.any || joined(c, lower))) break;
        c = lower;
    }
    return max_count;
}

}  // namespace kiebitz::play
