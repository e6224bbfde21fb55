// The façade of Skat: reads questions, turns the seats so that the declarer has the first, and asks the searches.
#include "kiebitz/skat.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>

#include "skat/null.hpp"
#include "skat/points.hpp"

namespace kiebitz::skat {
namespace {

constexpr int null_game = 5, most_points = 120;

[[noreturn]] void refuse(const char* what, const char* why) {
    throw std::invalid_argument(std::string(what) + ": " + why);
}

void check_seat(const char* what, int seat) {
    if (seat < 0 || seat >= seats) refuse(what, "0, 1 or 2 expected");
}

int checked_game(int game) {
    if (game < 0 || game > null_game) refuse("game", "0 to 5 expected");
    return game;
}

// One of the two searches, by game: its questions as yes or no, and as values. In Null the value is 1 if no trick is
// taken any more, else 0.
class Searches {
public:
    Searches(int game, const Poll& poll) : null_(checked_game(game) == null_game), suits_(game) {
        if (null_) search_.emplace<NullSearch>(poll);
        else search_.emplace<PointSearch>(game, poll);
    }

    const Suits& suits() const { return suits_; }
    bool null() const { return null_; }
    bool reaches(const Table& table, int points) {
        if (null_) return std::get<NullSearch>(search_).avoids(table);
        return std::get<PointSearch>(search_).value(table, points) >= points;
    }
    int value(const Table& table) {
        if (null_) return std::get<NullSearch>(search_).avoids(table);
        return std::get<PointSearch>(search_).exact(table);
    }
    void forget() {
        if (null_) std::get<NullSearch>(search_).forget();
        else std::get<PointSearch>(search_).forget();
    }
    std::uint64_t nodes() const {
        return null_ ? std::get<NullSearch>(search_).nodes() : std::get<PointSearch>(search_).nodes();
    }

private:
    bool null_;
    Suits suits_;
    std::variant<std::monostate, NullSearch, PointSearch> search_;
};

// Reads the hands of one position; `missing[seat]` cards of a hand are on the table already.
void read_hands(const Suits& suits, Bytes bytes, int declarer, Cards on_table, const int (&missing)[seats], Table& table) {
    Cards seen = on_table;
    int size = -1;
    for (int seat = 0; seat < seats; ++seat) {
        Cards hand = 0, codes = 0;
        for (std::size_t i = 4; i--;) codes = codes << 8 | bytes[std::size_t(4 * seat) + i];
        for (Cards c = codes; c; c &= c - 1) hand |= bit(suits.bit_of[std::size_t(lowest(c))]);
        if (hand & seen) refuse("hands", "a card twice");
        seen |= hand;
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
    int points = 0;          // the declarer's from the trick that this card ends
    bool taken = false;      // by the declarer
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
    after.taken = taker == 0;
    if (after.taken) after.points = points;
    return after;
}

// What the declarer takes from here when this card is played.
int value_after(Searches& searches, const Table& table, int card) {
    const Played after = play(searches.suits(), table, card);
    if (searches.null() && after.taken) return 0;
    if (over(after.table)) return searches.null() ? 1 : after.points;
    return after.points + searches.value(after.table);
}

Worlds each_world(int game, int declarer, int turn, Bytes hands, const Poll& poll, int points, bool exact) {
    check_seat("declarer", declarer);
    check_seat("turn", turn);
    if (hands.size() % 12) refuse("hands", "twelve bytes a world expected");
    Searches searches(game, poll);
    Worlds result;
    const int none[seats] = {};
    for (std::size_t at = 0; at < hands.size(); at += 12) {
        Table table;
        table.turn = (turn - declarer + seats) % seats;
        read_hands(searches.suits(), hands.subspan(at, 12), declarer, 0, none, table);
        poll_caller(poll);
        searches.forget();
        result.values.push_back(std::uint8_t(exact ? searches.value(table) : searches.reaches(table, points)));
    }
    result.nodes = searches.nodes();
    return result;
}

}  // namespace

Best best(const Question& question, const Poll& poll) {
    Searches searches(question.game, poll);
    const Suits& suits = searches.suits();
    Table table = read(suits, question);
    Best answer;
    answer.value = searches.value(table);
    for (int left = answer.value; !over(table);) {
        // The first card after which the declarer still takes what he can take now.
        Played chosen;
        for (Cards cards = legal(suits, table); cards; cards &= cards - 1) {
            const int card = lowest(cards);
            const Played after = play(suits, table, card);
            int value = after.points;
            if (searches.null()) value = !after.taken && (over(after.table) || searches.reaches(after.table, 0));
            else if (!over(after.table)) {
                const int need = left - after.points + (table.turn != 0);
                if (searches.reaches(after.table, need) != (table.turn == 0)) continue;
                value = left;
            }
            if (value != left) continue;
            answer.line.push_back(suits.code[std::size_t(card)]);
            chosen = after;
            break;
        }
        if (searches.null() && chosen.taken) break;
        table = chosen.table;
        left -= chosen.points;
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
    std::vector<std::pair<int, int>> values;
    for (Cards cards = legal(searches.suits(), table); cards; cards &= cards - 1)
        values.emplace_back(searches.suits().code[std::size_t(lowest(cards))], value_after(searches, table, lowest(cards)));
    std::sort(values.begin(), values.end());
    return values;
}

Worlds worlds(int game, int declarer, int turn, int points, Bytes hands, const Poll& poll) {
    return each_world(game, declarer, turn, hands, poll, points, false);
}

Worlds values(int game, int declarer, int turn, Bytes hands, const Poll& poll) {
    return each_world(game, declarer, turn, hands, poll, 0, true);
}

}  // namespace kiebitz::skat
