#include "freecell/merged_suits.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "common/chunks.hpp"
#include "common/visited.hpp"

namespace kiebitz::freecell {
namespace {

constexpr int max_ranks = 13, suits = 4;

// Sort a handful of things.
template <class T, class Before>
void sort_few(T* things, int count, Before before) {
    for (int i = 1, k; i < count; ++i) {
        const T thing = things[i];
        for (k = i; k && before(thing, things[k - 1]); --k) things[k] = things[k - 1];
        things[k] = thing;
    }
}

int colours(const Rules& rules) { return rules.build == Build::any ? 1 : 2; }

// Merged cards are all represented by the first of them. The cards of a rank that columns do not distinguish, merged or
// not, are a *group*.
class MergedSuits {
public:
    MergedSuits(const Rules& rules, const Position& start, MergedFrom merged_from, bool reduces, u64 held,
                Budget& budget)
        : rules_(rules), merged_from_(merged_from), colours_(colours(rules)), reduces_(reduces), held_(held),
          budget_(budget) {
        Board b{};
        for (int s = 0; s < suits; ++s) {
            if (!(rules.suits >> s & 1)) continue;
            const int c = colour(Card(s));
            if (!all_[c]++) first_[c] = Card(s);
            b.height[s] = std::min(start.home[s], merged_from_[c]);
            for (int r = 0; r < start.home[s]; ++r) ++b.home[r * colours_ + c];
        }
        for (int i = 0; i < rules.columns; ++i) {
            length_[i] = start.length[i];
            for (int k = 0; k < start.length[i]; ++k) start_[i][k] = merged(start.column[i][k]);
            in_order_[i] = u8(std::min<int>(1, length_[i]));
            while (in_order_[i] && in_order_[i] < length_[i] &&
                   rules.fits(start_[i][in_order_[i]], start_[i][in_order_[i] - 1]))
                ++in_order_[i];
            b.kept[i] = length_[i];
            open(b, i);
        }
        for (int i = 0; i < rules.cells; ++i) b.cell[i] = start.cells[i] == no_card ? no_card : merged(start.cells[i]);
        weigh();
        if (has_keys()) add(b);
    }

    Merged run() {
        if (!has_keys()) return {Merged::too_wide};
        while (!won_ && !waiting_.empty()) {
            if (budget_.count() && spent()) return {Merged::open};
            const Board b = unpacked(waiting_.back());
            waiting_.pop_back();
            expand(b);
        }
        budget_.note(bytes());
        return {won_ ? Merged::winnable : Merged::lost, visited_.size()};
    }

private:
    bool has_keys() const { return radix_.words() <= 2; }

    // A column keeps the first cards of the start, and all others on them are a run. A column that keeps no card, or
    // only such as lie in order from its bottom, is *open*: a run.
    struct Piles {
        u8 kept[max_columns];    // 0 in an open column
        u8 length[max_columns];  // of the run
        Card cell[max_cells];
        u8 height[suits];  // cards of each suit at home, merged ones not counted
    };
    struct Board : Piles {
        Card run[max_columns][max_ranks];
        u8 home[2 * max_ranks];  // cards of each group at home
    };
    struct Packed : Piles {
        Card runs[max_cards];  // one after the other
    };

    int colour(Card c) const { return colours_ == 1 ? 0 : colour_of(c); }
    int other(int colour) const { return colours_ - 1 - colour; }
    int group(Card c) const { return rank_of(c) * colours_ + colour(c); }
    bool is_merged(Card c) const { return rank_of(c) >= merged_from_[colour(c)]; }
    bool is_merged_group(int group) const { return group / colours_ >= merged_from_[group % colours_]; }
    Card merged(Card c) const { return is_merged(c) ? Card(4 * rank_of(c) + first_[colour(c)]) : c; }

    Card end(const Board& b, int i) const {
        return b.length[i] ? b.run[i][b.length[i] - 1] : b.kept[i] ? start_[i][b.kept[i] - 1] : no_card;
    }
    // Open a column if what it keeps of the start is in order from the bottom.
    void open(Board& b, int i) const {
        if (b.kept[i] > in_order_[i]) return;
        b.length[i] = b.kept[i];
        std::copy(start_[i], start_[i] + b.kept[i], b.run[i]);
        b.kept[i] = 0;
    }
    void take(Board& b, int i) const {
        if (b.length[i]) --b.length[i];
        else {
            --b.kept[i];
            open(b, i);
        }
    }
    void put(Board& b, int i, Card c) const {
        if (b.kept[i] && !b.length[i] && b.kept[i] < length_[i] && start_[i][b.kept[i]] == c) ++b.kept[i];
        else b.run[i][b.length[i]++] = c;
    }

    bool goes_home(const Board& b, Card c) const {
        if (!is_merged(c)) return b.height[suit_of(c)] == rank_of(c);
        return b.home[group(c)] < (rank_of(c) ? b.home[group(c) - colours_] : all_[colour(c)]);
    }
    // Whether all cards one rank below a card's group are home, and of the other colour two ranks below. Let D be the
    // cards of the group's colour up to its rank, and of the other colour up to one rank below. Those that are not home
    // can go home whenever they can move, and none takes another's place there. Only cards of D can be put on cards of
    // D. So from a line that wins, send each of them home when it first moves, and keep it there, even if the line
    // takes it back: nothing else could be put on it, and a card at home hinders nothing.
    bool safe(const Board& b, Card c) const {
        const int r = rank_of(c), two_below = (r - 2) * colours_ + other(colour(c));
        return (r < 1 || b.home[group(c) - colours_] == all_[colour(c)]) &&
               (r < 2 || b.home[two_below] == all_[other(colour(c))]);
    }
    void send_home(Board& b, Card c) const {
        ++b.home[group(c)];
        if (!is_merged(c)) ++b.height[suit_of(c)];
    }
    void send_safe(Board& b) const {
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < rules_.columns; ++i)
                for (Card c; (c = end(b, i)) != no_card && goes_home(b, c) && safe(b, c); again = true) {
                    send_home(b, c);
                    take(b, i);
                }
            for (int i = 0; i < rules_.cells; ++i)
                if (const Card c = b.cell[i]; c != no_card && goes_home(b, c) && safe(b, c)) {
                    send_home(b, c);
                    b.cell[i] = no_card;
                    again = true;
                }
        }
    }
    bool won(const Board& b) const {
        for (int c = 0; c < colours_; ++c)
            if (b.home[(rules_.ranks - 1) * colours_ + c] < all_[c]) return false;
        return true;
    }

    // The exact key has a digit for each column, each cell and each group that is not merged. A run on kept cards is
    // given by its length, and an open column by its length and the group of its first card, but for the suits of cards
    // that are not merged. For these, read all cards in the order of the digits: the third kind of digit has the order
    // in which those of a group come.
    void weigh() {
        auto add_digit = [&](u64 radix) { weight_[digits_++] = radix_.add_digit(radix); };
        open_codes_ = u64(rules_.ranks * colours_ * max_ranks) + 1;
        for (int i = 0; i < rules_.columns; ++i) add_digit(open_codes_ + u64(length_[i] - in_order_[i]) * max_ranks);
        for (int i = 0; i < rules_.cells; ++i) add_digit(rules_.reserve ? 2 : u64(rules_.ranks * colours_) + 1);
        for (int g = 0; g < rules_.ranks * colours_; ++g)
            add_digit(is_merged_group(g) ? 1 : colours_ == 1 ? orders_of_four : orders_of_two);
    }
    // An order is a number in base 4 with the digits 1 to 4, or in base 2 with the digits 1 and 2. Without the digit 0,
    // different orders are different numbers; the highest ones are 4321 and 21.
    static constexpr u64 orders_of_four = 4 * 64 + 3 * 16 + 2 * 4 + 1 + 1, orders_of_two = 2 * 2 + 1 + 1;
    Key<2> key(const Board& b) const {
        Key<2> key{};
        int digit = 0;
        auto write = [&](u64 value) {
            const MixedRadix::Weight& weight = weight_[digit++];
            key[weight.word] += value * weight.of_one;
        };
        u64 order[2 * max_ranks] = {};
        auto read = [&](Card c) {
            if (is_merged(c)) return;
            const u64 which = u64(suit_of(c) >> (colours_ - 1));
            order[group(c)] = order[group(c)] * u64(suits / colours_) + which + 1;
        };
        auto before = [&](int i, int j) {  // of open columns
            const int n = std::min(b.length[i], b.length[j]);
            const int difference = std::memcmp(b.run[i], b.run[j], std::size_t(n));
            return difference ? difference < 0 : b.length[i] < b.length[j];
        };
        int opened[max_columns], number = 0;
        for (int i = 0; i < rules_.columns; ++i)
            if (!b.kept[i]) opened[number++] = i;
        sort_few(opened, number, before);
        for (int i = 0, next = 0; i < rules_.columns; ++i) {
            const int from = b.kept[i] ? i : opened[next++];
            const u64 length = b.length[from];
            write(b.kept[i] ? open_codes_ + u64(b.kept[i] - in_order_[i] - 1) * max_ranks + length
                  : length  ? u64(group(b.run[from][0])) * max_ranks + length
                            : 0);
            for (int k = 0; k < b.kept[i]; ++k) read(start_[i][k]);
            for (u64 k = 0; k < length; ++k) read(b.run[from][k]);
        }
        Card cells[max_cells];
        std::copy(b.cell, b.cell + rules_.cells, cells);
        if (!rules_.reserve) sort_few(cells, rules_.cells, std::less{});
        for (int i = 0; i < rules_.cells; ++i) {
            write(cells[i] == no_card ? 0 : rules_.reserve ? 1 : u64(group(cells[i])) + 1);
            if (cells[i] != no_card) read(cells[i]);
        }
        for (int g = 0; g < rules_.ranks * colours_; ++g) write(order[g]);  // 0 of merged ones
        return key;
    }

    Packed packed(const Board& b) const {
        Packed p;
        static_cast<Piles&>(p) = b;
        Card* to = p.runs;
        for (int i = 0; i < rules_.columns; ++i) to = std::copy(b.run[i], b.run[i] + b.length[i], to);
        return p;
    }
    Board unpacked(const Packed& p) const {
        Board b;
        static_cast<Piles&>(b) = p;
        for (int g = 0; g < rules_.ranks * colours_; ++g) b.home[g] = all_[g % colours_];
        const Card* from = p.runs;
        for (int i = 0; i < rules_.columns; ++i) {
            std::copy(from, from + p.length[i], b.run[i]);
            from += p.length[i];
            for (int k = 0; k < b.kept[i]; ++k) --b.home[group(start_[i][k])];
            for (int k = 0; k < b.length[i]; ++k) --b.home[group(b.run[i][k])];
        }
        for (int i = 0; i < rules_.cells; ++i)
            if (b.cell[i] != no_card) --b.home[group(b.cell[i])];
        return b;
    }

    void add(Board& b) {
        if (reduces_) send_safe(b);
        won_ |= won(b);
        if (visited_.insert(key(b))) waiting_.push_back(packed(b));
    }
    // Put a card that was taken onto a pile.
    void put_onto(const Board& b, Card c, int pile) {
        Board after = b;
        if (pile == foundation_code) send_home(after, c);
        else if (pile >= cell_code) after.cell[pile - cell_code] = c;
        else put(after, pile, c);
        add(after);
    }
    // Put it everywhere it can go; home comes last and so is searched first.
    void place(const Board& b, Card c, int empty, bool comes_from_home) {
        for (int i = 0; !rules_.reserve && i < rules_.cells; ++i)
            if (b.cell[i] == no_card) {
                put_onto(b, c, cell_code + i);
                break;
            }
        for (int i = 0; i < rules_.columns; ++i) {
            const Card onto = end(b, i);
            if (onto == no_card ? i == empty && rules_.opens(c) : rules_.fits(c, onto)) put_onto(b, c, i);
        }
        if (!comes_from_home && goes_home(b, c)) put_onto(b, c, foundation_code);
    }
    void expand(const Board& b) {
        int empty = -1;
        for (int i = 0; i < rules_.columns; ++i)
            if (end(b, i) == no_card) empty = i;
        for (int i = 0; i < rules_.columns + rules_.cells; ++i) {
            const bool column = i < rules_.columns;
            const Card c = column ? end(b, i) : b.cell[i - rules_.columns];
            if (c == no_card) continue;
            Board without = b;
            if (column) take(without, i);
            else without.cell[i - rules_.columns] = no_card;
            place(without, c, empty, false);
        }
        if (!rules_.back) return;
        for (int s = 0; s < suits; ++s) {  // a card that is not merged, unless a merged one lies on it
            const int c = colour(Card(s)), from = merged_from_[c], next = from * colours_ + c;
            if (!b.height[s] || (b.height[s] == from && from < rules_.ranks && b.home[next] == b.home[next - colours_]))
                continue;
            Board without = b;
            const Card card = Card(4 * --without.height[s] + s);
            --without.home[group(card)];
            place(without, card, empty, true);
        }
        for (int g = 0; g < rules_.ranks * colours_; ++g) {
            if (!is_merged_group(g) || b.home[g] <= (g + colours_ < rules_.ranks * colours_ ? b.home[g + colours_] : 0))
                continue;
            Board without = b;
            --without.home[g];
            place(without, Card(4 * (g / colours_) + first_[g % colours_]), empty, true);
        }
    }

    u64 bytes() const { return held_ + visited_.bytes() + waiting_.size() * sizeof(Packed) + sizeof *this; }
    bool spent() {
        budget_.note(bytes());
        return budget_.spent(bytes() + visited_.growth_bytes() + Budget::between_looks * 32 * sizeof(Packed));
    }

    const Rules& rules_;
    const MergedFrom merged_from_;
    const int colours_;
    const bool reduces_;  // whether safe cards go home at once
    const u64 held_;
    Budget& budget_;
    u8 all_[2] = {};      // the cards of a group, by colour
    Card first_[2] = {};  // the first suit of each colour
    Card start_[max_columns][max_cards];
    u8 length_[max_columns], in_order_[max_columns];  // of the start: cards, and how many of them, from the bottom
    u64 open_codes_ = 0;                              // the number of open columns that there may be
    MixedRadix radix_;
    int digits_ = 0;
    MixedRadix::Weight weight_[max_columns + max_cells + 2 * max_ranks];
    Visited<2> visited_;
    Chunks<Packed> waiting_;
    bool won_ = false;
};

}  // namespace

bool merges_suits(const Rules& rules) {
    const int red = std::popcount(unsigned(rules.suits & 6)), black = std::popcount(unsigned(rules.suits & 9));
    const bool alike = rules.build == Build::any         ? red + black > 1
                       : rules.build == Build::alternate ? red > 1 || black > 1
                                                         : false;
    return alike && rules.step == Step::down && !rules.whole && !rules.any && !rules.whole_suits && !rules.stock;
}

Merged merged_suits_search(const Rules& rules, const Position& start, MergedFrom merged_from, bool reduces, u64 held,
                           Budget& budget) {
    return MergedSuits(rules, start, merged_from, reduces, held, budget).run();
}

Merged::Outcome merge_fewer_suits(const Rules& rules, const Position& start, Merging merging, EasierGames& games,
                                  u64 held, Budget& budget) {
    const bool same = merging == Merging::same_rank || colours(rules) == 1;
    const int highest = std::min<int>(same ? highest_same : highest_merged, rules.ranks - 1);
    for (int sum = 2 * lowest_merged; sum <= 2 * highest; ++sum)
        for (int black = lowest_merged; black <= highest; ++black) {
            const int red = sum - black;
            if (red < lowest_merged || red > highest || red <= games.winnable_to[black] || (same && black != red))
                continue;
            games.last = {u8(black), u8(red)};
            const Merged::Outcome outcome = merged_suits_search(rules, start, games.last, true, held, budget).outcome;
            if (outcome == Merged::lost || outcome == Merged::open) return outcome;
            if (outcome == Merged::winnable)
                for (int b = 0; b <= black; ++b) games.winnable_to[b] = std::max(games.winnable_to[b], u8(red));
        }
    return games.winnable_to[0] ? Merged::winnable : Merged::too_wide;
}

}  // namespace kiebitz::freecell
