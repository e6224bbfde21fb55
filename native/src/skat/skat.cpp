// The façade of Skat: reads questions, rotates the seats so that the declarer is first, and runs the searches.
#include "kiebitz/skat.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "common/refusal.hpp"
#include "common/sorting.hpp"
#include "skat/null.hpp"
#include "skat/points.hpp"

namespace kiebitz::skat {
namespace {

constexpr int null_game = 5, most_points = 120;

void check_seat(const char* what, int seat) {
    if (seat < 0 || seat >= seats) refuse(what, "0, 1 or 2 expected");
}

int checked_game(int game) {
    if (game < 0 || (game > null_game && game < by_tricks) || game >= by_tricks + null_game)
        refuse("game", "0 to 5 or 8 to 12 expected");
    return game;
}

// One of the two searches, by game: yes-or-no questions and values. In Null the value is 1 if the declarer takes no
// more tricks, else 0.
class Searches {
public:
    Searches(int game, const Poll& poll, bool keeps = true) : null_(checked_game(game) == null_game), suits_(game) {
        if (null_) search_.emplace<NullSearch>(poll);
        else search_.emplace<PointSearch>(game, keeps, poll);
    }

    const Suits& suits() const { return suits_; }
    bool null() const { return null_; }
    bool reaches(const Table& table, int points) {
        if (null_) return std::get<NullSearch>(search_).avoids(table);
        return std::get<PointSearch>(search_).value(table, points) >= points;
    }
    int value(const Table& table, int guess = -1) {
        if (null_) return std::get<NullSearch>(search_).avoids(table);
        return std::get<PointSearch>(search_).exact(table, guess);
    }
    // A lower bound >= `need`, or an upper bound below it; in Null 1 or 0.
    int bound(const Table& table, int need) {
        if (null_) return std::get<NullSearch>(search_).avoids(table);
        return std::get<PointSearch>(search_).value(table, need);
    }
    void next_world() {
        if (!null_) std::get<PointSearch>(search_).next_world();
    }
    std::uint64_t nodes() const {
        return null_ ? std::get<NullSearch>(search_).nodes() : std::get<PointSearch>(search_).nodes();
    }

private:
    bool null_;
    Suits suits_;
    std::variant<std::monostate, NullSearch, PointSearch> search_;
};

// Read the hands of one position; `missing[seat]` cards of a hand are on the table already.
void read_hands(const Suits& suits, Bytes bytes, int declarer, Cards on_table, const int (&missing)[seats],
                Table& table) {
    Cards seen_cards = on_table;
    int size = -1;
    for (int seat = 0; seat < seats; ++seat) {
        Cards hand = 0, codes = 0;
        for (std::size_t i = 4; i--;) codes = codes << 8 | bytes[std::size_t(4 * seat) + i];
        for (Cards c = codes; c; c &= c - 1) hand |= bit(suits.bit_of[std::size_t(lowest(c))]);
        if (hand & seen_cards) refuse("hands", "a card twice");
        seen_cards |= hand;
        const int relative = (seat - declarer + seats) % seats, cards = count(hand) + missing[relative];
        if (size >= 0 && cards != size) refuse("hands", "hands of the same size expected");
        size = cards;
        table.hand[relative] = hand;
    }
    if (size > 10) refuse("hands", "ten cards at most expected");
}

Table read(const Suits& suits, const Question& q) {
    check_seat("declarer", q.declarer);
    check_seat("turn", q.turn);
    if (q.hands.size() != 12) refuse("hands", "twelve bytes expected");
    if (q.trick.size() > 2) refuse("trick", "two cards at most expected");
    Table table;
    table.turn = (q.turn - q.declarer + seats) % seats;
    table.played = int(q.trick.size());
    Cards on_table = 0;
    int missing[seats] = {};
    for (int i = 0; i < table.played; ++i) {
        if (q.trick[std::size_t(i)] > 31) refuse("trick", "codes of cards from 0 to 31 expected");
        table.trick[i] = suits.bit_of[q.trick[std::size_t(i)]];
        if (on_table & bit(table.trick[i])) refuse("trick", "a card twice");
        on_table |= bit(table.trick[i]);
        missing[(table.turn + seats - table.played + i) % seats] = 1;
    }
    read_hands(suits, q.hands, q.declarer, on_table, missing, table);
    if (table.played == 2 && suits.of(table.trick[1]) != suits.of(table.trick[0]) &&
        (table.hand[(table.turn + 2) % seats] & suits.of(table.trick[0])))
        refuse("trick", "a card that does not follow suit");
    return table;
}

bool over(const Table& t) { return t.played == 0 && !(t.hand[0] | t.hand[1] | t.hand[2]); }

Cards legal(const Suits& suits, const Table& t) {
    return t.played ? suits.legal(t.hand[t.turn], t.trick[0]) : t.hand[t.turn];
}

struct Played {
    Table table;
    int points = 0;         // the declarer's points from the trick that this card ends
    bool is_taken = false;  // by the declarer
};

Played play(const Suits& suits, const Table& table, int card) {
    Played after{table, 0, false};
    Table& t = after.table;
    t.hand[t.turn] ^= bit(card);
    if (t.played < 2) {
        t.trick[t.played++] = card;
        t.turn = next_seat(t.turn);
        return after;
    }
    const int first = next_seat(t.turn);
    int taker = first, best = t.trick[0], points = 0;
    if (suits.beats(t.trick[1], best)) best = t.trick[1], taker = next_seat(first);
    if (suits.beats(card, best)) taker = t.turn;
    for (const int c : {t.trick[0], t.trick[1], card}) points += suits.points[std::size_t(c)];
    t.turn = taker;
    t.played = 0;
    after.is_taken = taker == 0;
    if (after.is_taken) after.points = points;
    return after;
}

// The declarer's points from here after this card; a guess as in `exact`.
int value_after(Searches& searches, const Table& table, int card, int guess = -1) {
    const Played after = play(searches.suits(), table, card);
    if (searches.null() && after.is_taken) return 0;
    if (over(after.table)) return searches.null() ? 1 : after.points;
    return after.points + searches.value(after.table, guess < 0 ? guess : std::max(0, guess - after.points));
}

// Each legal card, by code, with its value; each value is the guess for the next.
std::vector<std::pair<int, int>> values_of(Searches& searches, const Table& table, int guess = -1) {
    std::vector<std::pair<int, int>> values;
    for (Cards cards = legal(searches.suits(), table); cards; cards &= cards - 1) {
        guess = value_after(searches, table, lowest(cards), guess);
        values.emplace_back(searches.suits().code[std::size_t(lowest(cards))], guess);
    }
    sort_few(values.begin(), values.end());
    return values;
}

// The number of levels that the declarer, with `had` points, reaches from here; `guess` is a guess. Answers about one
// level serve the next one.
int levels_reached(Searches& searches, const Table& table, int had, Bytes levels, int guess) {
    if (searches.null()) return over(table) || searches.reaches(table, 0);
    const auto reached = [&](int points) {
        return int(std::upper_bound(levels.begin(), levels.end(), points) - levels.begin());
    };
    if (over(table)) return reached(had);
    int low = reached(had), high = int(levels.size());
    guess = std::clamp(guess, low, high);
    while (low < high) {
        const int tried = guess < high ? guess : high - 1, need = levels[std::size_t(tried)] - had;
        const int value = searches.bound(table, need);
        if (value >= need) low = std::max(low, reached(had + value));
        else high = std::min(high, reached(had + value));
        guess = value >= need ? low : high - 1;
    }
    return low;
}

// The same after this card.
int levels_after(Searches& searches, const Table& table, int card, int had, Bytes levels, int guess) {
    const Played after = play(searches.suits(), table, card);
    if (searches.null() && after.is_taken) return 0;
    return levels_reached(searches, after.table, had + after.points, levels, guess);
}

// For each world at the start of a trick, `value` of its position and its number. Positions with the same defenders
// after one another are one world with other discards: there, results serve the next position.
template <typename Value>
Worlds each_world(int game, int declarer, int turn, Bytes hands, const Poll& poll, bool alike, Value&& value) {
    check_seat("declarer", declarer);
    check_seat("turn", turn);
    if (hands.size() % 12) refuse("hands", "twelve bytes a world expected");
    Searches searches(game, poll, alike);
    Worlds result;
    const int none[seats] = {};
    Table table;
    table.turn = (turn - declarer + seats) % seats;
    for (std::size_t at = 0; at < hands.size(); at += 12) {
        const Cards before[] = {table.hand[1], table.hand[2]};
        read_hands(searches.suits(), hands.subspan(at, 12), declarer, 0, none, table);
        poll_caller(poll);
        if (table.hand[1] != before[0] || table.hand[2] != before[1]) searches.next_world();
        const std::uint64_t nodes = searches.nodes();
        result.values.push_back(std::uint8_t(value(searches, table, at / 12)));
        result.nodes.push_back(searches.nodes() - nodes);
    }
    return result;
}

void check_levels(Bytes had, Bytes levels, Bytes hands) {
    if (hands.size() % 12 || hands.size() / 12 != had.size())
        refuse("hands", "twelve bytes a world, and one byte of points expected");
    if (!std::is_sorted(levels.begin(), levels.end())) refuse("levels", "ascending card points expected");
}

}  // namespace

Best best(const Question& question, const Poll& poll) {
    Searches searches(question.game, poll);
    const Suits& suits = searches.suits();
    Table table = read(suits, question);
    Best answer;
    answer.value = searches.value(table);
    for (int value_left = answer.value; !over(table);) {
        // The first card that keeps the declarer's value.
        Played chosen;
        for (Cards cards = legal(suits, table); cards; cards &= cards - 1) {
            const int card = lowest(cards);
            const Played after = play(suits, table, card);
            int value = after.points;
            if (searches.null()) value = !after.is_taken && (over(after.table) || searches.reaches(after.table, 0));
            else if (!over(after.table)) {
                const int need = value_left - after.points + (table.turn != 0);
                if (searches.reaches(after.table, need) != (table.turn == 0)) continue;
                value = value_left;
            }
            if (value != value_left) continue;
            answer.line.push_back(suits.code[std::size_t(card)]);
            chosen = after;
            break;
        }
        if (searches.null() && chosen.is_taken) break;
        table = chosen.table;
        value_left -= chosen.points;
    }
    return answer;
}

bool reaches(const Question& question, int points, const Poll& poll) {
    Searches searches(question.game, poll);
    const Table table = read(searches.suits(), question);
    return searches.reaches(table, points);
}

std::vector<std::pair<int, int>> moves(const Question& question, const Poll& poll) {
    Searches searches(question.game, poll);
    const Table table = read(searches.suits(), question);
    return values_of(searches, table);
}

std::vector<std::vector<std::pair<int, int>>> trace(const Question& question, Bytes cards, const Poll& poll) {
    Searches searches(question.game, poll);
    const Suits& suits = searches.suits();
    std::vector<Table> tables{read(suits, question)};
    std::vector<Played> played;
    for (const std::uint8_t code : cards) {
        const Table& now = tables.back();
        const bool lost = searches.null() && !played.empty() && played.back().is_taken;
        if (lost || code > 31 || !(legal(suits, now) & bit(suits.bit_of[code])))
            refuse("cards", "a card that may be played expected");
        played.push_back(play(suits, now, suits.bit_of[code]));
        tables.push_back(played.back().table);
    }
    std::vector<std::vector<std::pair<int, int>>> result(played.size());
    int guess = -1;
    for (std::size_t i = played.size(); i--;) {
        poll_caller(poll);
        result[i] = values_of(searches, tables[i], searches.null() ? -1 : guess);
        // The value of the position before, unless this card was a mistake.
        const bool best_is_most = tables[i].turn == 0;
        guess = -1;
        for (const auto& [code, value] : result[i])
            if (guess < 0 || (best_is_most ? value > guess : value < guess)) guess = value;
        if (i) guess += played[i - 1].points;
    }
    return result;
}

Discard best_discard(const Question& question, Bytes pairs, int min_value, const Poll& poll) {
    check_seat("declarer", question.declarer);
    check_seat("turn", question.turn);
    if (question.hands.size() != 12) refuse("hands", "twelve bytes expected");
    if (!question.trick.empty()) refuse("trick", "no card before the discard expected");
    if (pairs.empty() || pairs.size() % 2) refuse("pairs", "two bytes a pair expected");
    Searches searches(question.game, poll);
    const Suits& suits = searches.suits();
    Table table;
    table.turn = (question.turn - question.declarer + seats) % seats;
    const int two_more[seats] = {-2, 0, 0};
    read_hands(suits, question.hands, question.declarer, 0, two_more, table);
    const Cards twelve = table.hand[0];
    Discard best{0, std::clamp(min_value, 0, searches.null() ? 1 : most_points + 1) - 1};
    bool is_found = false;
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
        if (pairs[at] > 31 || pairs[at + 1] > 31) refuse("pairs", "codes of cards from 0 to 31 expected");
        const Cards pair = bit(suits.bit_of[pairs[at]]) | bit(suits.bit_of[pairs[at + 1]]);
        if (count(pair) != 2 || (twelve & pair) != pair) refuse("pairs", "two of the declarer's cards expected");
        table.hand[0] = twelve ^ pair;
        poll_caller(poll);
        int points = 0;
        for (Cards c = pair; c; c &= c - 1) points += suits.points[std::size_t(lowest(c))];
        // Keep the positions of other pairs: near the end they recur for any discard.
        const int need = best.value + 1 - points;
        if (!over(table) && searches.bound(table, need) < need) continue;
        const int value = points + (over(table) ? int(searches.null()) : searches.value(table, std::max(0, need)));
        if (value > best.value) best = {int(at / 2), value}, is_found = true;
        if (searches.null() && value) break;
    }
    return is_found ? best : Discard{0, -1};
}

Worlds levels(const Question& question, Bytes had, Bytes levels, const Poll& poll) {
    check_levels(had, levels, question.hands);
    Searches searches(question.game, poll);
    Worlds result;
    Cards own = 0;
    for (std::size_t i = 0; i < had.size(); ++i) {
        Question world = question;
        world.hands = question.hands.subspan(12 * i, 12);
        const Table table = read(searches.suits(), world);
        if (i && table.hand[table.turn] != own) refuse("hands", "the same hand for the seat to play expected");
        own = table.hand[table.turn];
        poll_caller(poll);
        searches.next_world();
        const std::uint64_t nodes = searches.nodes();
        std::vector<std::pair<int, int>> values;
        int guess = int(levels.size() / 2);
        for (Cards cards = legal(searches.suits(), table); cards; cards &= cards - 1) {
            guess = levels_after(searches, table, lowest(cards), had[i], levels, guess);
            values.emplace_back(searches.suits().code[std::size_t(lowest(cards))], guess);
        }
        sort_few(values.begin(), values.end());
        for (const auto& each : values) result.values.push_back(std::uint8_t(each.second));
        result.nodes.push_back(searches.nodes() - nodes);
    }
    return result;
}

Worlds worlds(int game, int declarer, int turn, int points, Bytes hands, const Poll& poll, bool alike) {
    return each_world(
        game, declarer, turn, hands, poll, alike,
        [&](Searches& searches, const Table& table, std::size_t) { return searches.reaches(table, points); });
}

Worlds values(int game, int declarer, int turn, Bytes hands, const Poll& poll) {
    return each_world(game, declarer, turn, hands, poll, false,
                      [](Searches& searches, const Table& table, std::size_t) { return searches.value(table); });
}

Worlds levels(int game, int declarer, int turn, Bytes had, Bytes levels, Bytes hands, const Poll& poll, bool alike) {
    check_levels(had, levels, hands);
    return each_world(game, declarer, turn, hands, poll, alike,
                      [&](Searches& searches, const Table& table, std::size_t world) {
                          return levels_reached(searches, table, had[world], levels, int(levels.size() / 2));
                      });
}

}  // namespace kiebitz::skat
