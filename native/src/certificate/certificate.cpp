// Makes certificates: all positions that a player can come to, or those that matter to the claim about moves, layer by
// layer, without a reduction of any kind.
#include "kiebitz/certificate.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "certificate/table.hpp"
#include "common/budget.hpp"
#include "common/position.hpp"

namespace kiebitz::certificate {
namespace {

using Set = std::uint64_t;  // of cards

// What a card's digit says: it is home, in a cell, at the bottom of a column, on the card of the next rank of a suit,
// or still on the card that it lay on at the start, where that is none of these.
constexpr int home = 0, in_cell = 1, at_bottom = 2, on_suit = 3, as_dealt = 7;
constexpr std::uint8_t lost = 255;

// Cards are known by their place in the pack: by the order in which they go home, then by suit.
class Game {
public:
    Game(const Rules& rules, const Position& start) : rules_(rules) {
        for (Card c = 0; c < 4 * rules.ranks; ++c)
            if (rules.suits >> suit_of(c) & 1) code_[cards_] = c, number_[c] = std::uint8_t(cards_++);
        for (int c = 0; c < cards_; ++c) {
            under_[c] = 0;
            dealt_on_[c] = no_card;
            opens_[c] = rules.opens(code_[c]);
            for (int d = 0; d < cards_; ++d) {
                if (rules.fits(code_[c], code_[d])) fits_[c] |= Set{1} << d, on_[c][suit_of(code_[d])] = std::uint8_t(d);
                if (suit_of(code_[c]) == suit_of(code_[d]) && rank_of(code_[d]) < rank_of(code_[c]))
                    lower_[c] |= Set{1} << d;
            }
        }
        for (int i = 0; i < rules.columns; ++i)
            for (int k = 0; k < start.length[i]; ++k) {
                const int c = number_[start.column[i][k]];
                const int below = k ? number_[start.column[i][k - 1]] : no_card;
                if (k) dealt_on_[c] = std::uint8_t(below);
                start_.change(c, 0, !k ? at_bottom : fits_[c] >> below & 1 ? digit_on(below) : as_dealt);
            }
        for (int i = 0; i < rules.cells; ++i)
            if (start.cells[i] != no_card) start_.change(number_[start.cells[i]], 0, in_cell);
    }

    const Entry& start() const { return start_; }
    int cards() const { return cards_; }

    // Calls `out` with each position one move on, and with its bound where that is wanted.
    template <bool bounds, class Out>
    void successors(const Entry& entry, Out out) {
        read(entry);
        if (bounds) judge();
        const bool room = bottoms_ < rules_.columns;
        for (int i = 0; i < columns_ + cells_; ++i) {
            const int c = i < columns_ ? last_[i] : cell_[i - columns_];
            const int from = entry.digit(c);
            auto go = [&](int to, Set under) {
                Entry next = entry;
                next.change(c, from, to);
                out(next, bounds ? bound(c, to, under) : 0);
            };
            if (rank_of(code_[c]) == home_[suit_of(code_[c])]) go(home, 0);
            for (int k = 0; k < columns_; ++k)
                if (fits_[c] >> last_[k] & 1 && k != i) go(digit_on(last_[k]), under_[last_[k]] | Set{1} << last_[k]);
            if (room && opens_[c] && from != at_bottom) go(at_bottom, 0);
            if (i < columns_ && cells_ < rules_.cells) go(in_cell, 0);
        }
    }

private:
    int digit_on(int below) const { return on_suit + suit_of(code_[below]); }

    void read(const Entry& entry) {
        std::uint8_t above[max_cards];
        std::fill_n(above, cards_, no_card);
        std::fill_n(home_, 4, 0);
        columns_ = cells_ = 0;
        for (int c = 0; c < cards_; ++c) {
            const int digit = entry.digit(c);
            under_[c] = 0;
            if (digit == home) ++home_[suit_of(code_[c])];
            else if (digit == in_cell) cell_[cells_++] = std::uint8_t(c);
            else if (digit == at_bottom) last_[columns_++] = std::uint8_t(c);
            else above[digit == as_dealt ? dealt_on_[c] : on_[c][digit - on_suit]] = std::uint8_t(c);
        }
        bottoms_ = columns_;
        for (int i = 0; i < columns_; ++i)
            for (std::uint8_t next; (next = above[last_[i]]) != no_card; last_[i] = next)
                under_[next] = under_[last_[i]] | Set{1} << last_[i];
    }

    // Which cards wait for one another: `waits_[a]` are the cards c that a waits for (c lies on a lower card of a's
    // suit) and that wait for a. A card that waits for itself lies on a lower card of its own suit.
    void judge() {
        left_ = 0;
        for (int s = 0; s < 4; ++s) left_ += home_[s];
        left_ = cards_ - left_;
        covered_ = 0;
        for (int c = 0; c < cards_; ++c)
            if (under_[c]) covered_ |= Set{1} << c;
        for (Set rest = covered_; rest; rest &= rest - 1) {
            const int a = std::countr_zero(rest);
            waits_[a] = partners(a, under_[a]);
        }
    }
    Set partners(int a, Set under) const {
        Set found = (under & lower_[a]) ? Set{1} << a : 0;
        for (Set rest = covered_ & ~(Set{1} << a); rest; rest &= rest - 1) {
            const int c = std::countr_zero(rest);
            if ((under_[c] & lower_[a]) && (under & lower_[c])) found |= Set{1} << c;
        }
        return found;
    }
    // The moves that still have to be made after card c went `to` where these cards are under it.
    int bound(int c, int to, Set under) const {
        const Set own = Set{1} << c;
        const Set mine = under ? partners(c, under) : 0;
        const Set covered = under ? covered_ | own : covered_ & ~own;
        auto waits = [&](int a) { return a == c ? mine : mine >> a & 1 ? waits_[a] | own : waits_[a] & ~own; };
        int moves = left_ - (to == home);
        Set free = covered;
        for (Set rest = covered; rest; rest &= rest - 1) {
            const int a = std::countr_zero(rest);
            if (waits(a) >> a & 1) ++moves, free &= ~(Set{1} << a);
        }
        while (free) {
            const int a = std::countr_zero(free);
            free &= free - 1;
            if (const Set with = waits(a) & free) ++moves, free &= ~(with & -with);
        }
        return moves;
    }

    Rules rules_;
    int cards_ = 0;
    Card code_[max_cards];
    std::uint8_t number_[max_cards], dealt_on_[max_cards], on_[max_cards][4];
    bool opens_[max_cards];
    Set fits_[max_cards] = {}, lower_[max_cards] = {};
    Entry start_;

    // The position that was read last.
    int columns_ = 0, cells_ = 0, bottoms_ = 0, home_[4] = {};
    std::uint8_t last_[max_columns], cell_[max_cells];
    Set under_[max_cards], waits_[max_cards], covered_ = 0;
    int left_ = 0;
};

// The positions as octal numbers, each as the bytes by which it differs from the one before and its bound.
void pack(const Table& table, int cards, int moves, std::vector<std::uint8_t>& body) {
    std::vector<std::uint32_t> order(table.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return table[a].key() < table[b].key(); });
    const int bytes = (3 * cards + 7) / 8, spare = 8 * bytes - 3 * cards;
    std::array<std::uint8_t, 20> before{}, now{};
    for (const auto i : order) {
        now.fill(0);
        for (int c = 0; c < cards; ++c) {
            const int bit = spare + 3 * c, digit = table[i].digit(c) << (13 - bit % 8);
            now[bit / 8] |= std::uint8_t(digit >> 8);
            if (bit / 8 + 1 < bytes) now[bit / 8 + 1] |= std::uint8_t(digit);
        }
        int shared = 0;
        while (shared < bytes - 1 && now[shared] == before[shared]) ++shared;
        body.push_back(std::uint8_t(shared));
        body.insert(body.end(), now.begin() + shared, now.begin() + bytes);
        body.push_back(moves ? std::uint8_t(moves - table[i].made()) : lost);
        before = now;
    }
}

template <bool bounds>
void search(Game& game, Table& table, int moves, Budget& budget, Proof& proof) {
    table.insert(game.start());
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        const Entry entry = table[i];
        if (entry.key() == Entry{}.key()) {  // every card is home
            proof.verdict = Verdict::solved;
            if (bounds) proof.moves = entry.made();
            return;
        }
        if (budget.count() && budget.spent(table.bytes() + table.growth_bytes())) return;
        if (table.full()) return budget.give_up(LimitHit::memory);
        const int made = bounds ? entry.made() + 1 : 0;
        game.successors<bounds>(entry, [&](Entry& next, int bound) {
            if (bounds && made + bound >= moves) return;
            if (bounds) next.set_made(made);
            table.insert(next);
        });
    }
    proof.verdict = Verdict::impossible;
}

}  // namespace

Proof prove(Bytes rules, Bytes position, int moves, const Limits& limits, const Poll& poll) {
    const Rules parsed = Rules::parse(rules);
    if (parsed.any || parsed.whole || parsed.forced || parsed.stock || parsed.reserve || parsed.whole_suits || parsed.build == Build::any)
        throw std::invalid_argument("rules: a game that certificates know expected");
    if (parsed.reserve || parsed.whole_suits)
        throw std::invalid_argument("rules: free cells and single cards home expected");
    if (moves < 0 || moves > most_moves) throw std::invalid_argument("moves: 0 to 254 expected");
    Budget budget(limits, poll);
    Proof proof;
    Game game(parsed, Position::parse(parsed, position));
    Table table;
    if (moves) search<true>(game, table, moves, budget, proof);
    else search<false>(game, table, moves, budget, proof);
    proof.limit_hit = budget.hit();
    proof.states = budget.states();
    proof.memory = table.bytes();
    if (proof.verdict == Verdict::impossible) {
        proof.positions = table.size();
        pack(table, game.cards(), moves, proof.body);
        proof.memory += table.size() * sizeof(std::uint32_t) + proof.body.capacity();
    }
    return proof;
}

}  // namespace kiebitz::certificate
