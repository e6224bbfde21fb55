// The data of a quick attempt: the start position in tables, positions built from their parents, the output line.
// heuristic.cpp decides the order and the prices of positions.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "freecell/heuristic.hpp"
#include "freecell/lane_position.hpp"
#include "freecell/lanes.hpp"

namespace kiebitz::freecell {

constexpr int buckets = 4096;
constexpr u32 nodes_max = 60000;
constexpr int cell_target = 8, home_target = 9;  // as a move's target
constexpr int children_max = 48;                 // a multiple of eight
constexpr int price_max = 4094;                  // a child's price << 3 | its index modulo eight fits 15 bits
constexpr i16 gone_price = 0x7fff;
constexpr int depth_max = 250;

// A node of the search; its children are priced moves in the arena.
struct Link {
    u32 children;  // where its children begin
    u16 parent, move, next;
    u8 depth, places, best;  // number of prices (a multiple of eight, at least 16), index of the least
};

// The features that price the children of a position.
struct Features {
    int value;  // price of the position after another move
    int free, empties;
    u64 pairs;  // bit 8 * target + source for each pair of columns of which one can take cards from the other
    u64 gaps;   // the top bit of each byte whose column is empty
    // Prices after moves, and their parts.
    alignas(16) i16 run_leaves[columns_max], to_cell[columns_max];
    alignas(16) i16 part_leaves[columns_max],
        shows[columns_max];                                    // a part of a run leaves; for one card, reduced by this
    alignas(16) i16 comes[columns_max];                        // by the move before it
    alignas(16) i16 onto_run[columns_max], each[columns_max];  // cards come onto a run; for each card
    alignas(16) i16 overs[columns_max];                        // bad cards of the run, if it were endless
};

alignas(16) constexpr i16 lane_numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
// A move in 16 bits: a column, or 8 and a cell; a column, `cell_target` or `home_target`; how many cards.
constexpr u16 lane_move(int from, int to, int count) { return u16(from | to << 4 | count << 8); }
constexpr int source_of(u16 move) { return move & 15; }
constexpr int target_of(u16 move) { return move >> 4 & 15; }
constexpr int count_of(u16 move) { return move >> 8; }

// An array whose content is lost when it grows. It is not initialised: unused pages cost nothing.
template <class T>
class Room {
public:
    void grow(std::size_t size) {
        if (size <= size_) return;
        size_ = 0;
        items_.reset();
        items_ = std::make_unique_for_overwrite<T[]>(size);
        size_ = size;
    }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    std::size_t bytes() const { return size_ * sizeof(T); }

private:
    std::unique_ptr<T[]> items_;
    std::size_t size_ = 0;
};

// The start position: each column with only its first dealt cards, and the place of each card.
struct StartTables {
    int columns, cells;
    bool whole;
    u8 count[columns_max];
    Card card[columns_max][max_length];
    Dealt dealt[columns_max][max_length + 1];
    // For the first n dealt cards: by rank, the number of higher cards above a card up to that rank.
    ByRank above[columns_max][max_length + 1];
    // A card's index in its column's lane, out of range in the others.
    alignas(16) i16 at[64][columns_max];
    u8 dealt_in[64], dealt_on[64];  // a card's column, number of cards beneath it
    LanePosition root;
};

// The weights of an attempt, in the form for pricing positions and moves.
template <class Lanes>
struct Charges {
    const Weights* weights;
    i16 services[8];                // by goes_on, takes_column, takes_cell
    i16 spaces[cells_max + 3][16];  // by free cells, from -1 on, and empty columns
    // Once for each column.
    Lanes run_bad, join, king, goes_home, cell;
    Lanes fits, stuck, onto_source, same_target, splits, cell_for_column;
    Lanes same_source[2];
    Lanes next[2], next_run[2], buried[2];  // [hardly any free space]; `buried` less one card's cover

    void read(const Weights& w);
    int space(int free, int empties) const { return spaces[free + 1][empties]; }
    int king_price(int rank) const { return only_if<int>(rank == 12, weights->king); }
};

// The hashes of visited positions; some are forgotten.
class Met {
public:
    void begin(u32 size) {  // a power of two, as small as possible: a small table stays in the cache
        mask_ = size - 1;
        if (++generation_ <= 0xfff && tags_.size() >= size) return;
        tags_.assign(std::max<std::size_t>(tags_.size(), size), 0);
        generation_ = 1;
    }
    bool add(u32 hash) {  // false if it was present
        const u32 tag = (hash & ~0xfffu) | generation_;
        u32& slot = tags_[(hash ^ hash >> 20) & mask_];
        const bool is_new = slot != tag;
        slot = tag;
        return is_new;
    }
    u64 bytes() const { return tags_.capacity() * sizeof(u32); }

private:
    u32 generation_ = 0, mask_ = 0;
    std::vector<u32> tags_ = std::vector<u32>(1 << 12);
};

// Waiting positions, by the price of their best child; linked by price.
class Queue {
public:
    void clear() {
        summary_ = 0;
        std::memset(bitmap_, 0, sizeof bitmap_);
    }
    bool empty() const { return !summary_; }
    void push(Room<Link>& links, u16 index, int price) {
        u64& waiting = bitmap_[price >> 6];
        const u64 bit = 1ull << (price & 63);
        links[index].next = u16(head_[price] | all_bits_if(!(waiting & bit)));
        head_[price] = index;
        waiting |= bit;
        summary_ |= 1ull << (price >> 6);
    }
    u16 pop(const Room<Link>& links) {
        const int high = std::countr_zero(summary_), price = high << 6 | std::countr_zero(bitmap_[high]);
        const u16 index = head_[price], next = links[index].next;
        head_[price] = next;
        bitmap_[high] &= bitmap_[high] - (next == no_value<u16>);
        summary_ &= summary_ - !bitmap_[high];
        return index;
    }

private:
    u64 summary_ = 0;
    u64 bitmap_[buckets / 64] = {};
    u16 head_[buckets];  // where something waits
};

template <class Lanes>
struct Body final : QuickSearch::Body, StartTables {
    bool declining;  // automatic moves home only if safe; other moves home are choices
    Charges<Lanes> charges;
    u64 count_expanded;
    u32 used, children_used;
    Queue queue;
    Met met;
    Room<LanePosition> nodes;
    Room<Link> links;
    Room<i16> prices;  // of children
    Room<i16> moves;   // … in the same places

    void start(const Rules& rules, const Position& p) override;
    Outcome attempt(const Attempt& a, std::vector<u8>& line) override;
    u64 expanded() const override { return count_expanded; }
    u64 bytes() const override {
        return nodes.bytes() + links.bytes() + prices.bytes() + moves.bytes() + met.bytes() + sizeof(*this);
    }

    void price(const Weights& w);
    int expand(u32 index);  // price of the best child, -1 = none, won = only automatic moves remain
    bool evaluate(const LanePosition& n, const Link& link,
                  Features& features) const;  // false = only automatic moves remain
    bool has_room_to_finish(const LanePosition& n) const;
    int list_children(const LanePosition& n, const Features& features, Link& link);
    void reload(LanePosition& n, int i, int kept);
    bool goes_by_itself(const LanePosition& n, Card c) const;
    void autoplay(LanePosition& n, u32 suits = all_suits);
    static constexpr u32 all_suits = 15;
    inline void build(LanePosition& child, const LanePosition& parent,
                      u16 move);  // the word makes GCC put it where it is called
    void send_home(LanePosition& n, int i);
    void write(u32 last, std::vector<u8>& line) const;

    static constexpr int won = -2;

    // Prices of moves from the columns, in the children's format.
    static Lanes as_kept(Lanes price, Lanes none_from) {
        return pick(none_from, Lanes::all(gone_price),
                    min(max(price, Lanes::all(0)), Lanes::all(price_max)) * Lanes::all(8) + Lanes::load(lane_numbers));
    }
    // Find the cheapest remaining child; return its price, or -1.
    int choose(Link& link) const {
        const i16* kept = &prices[link.children];
        Lanes minima = min(Lanes::load(kept), Lanes::load(kept + 8));
        for (int first = 16; first < link.places; first += 8) minima = min(minima, Lanes::load(kept + first));
        const int key = smallest(minima);
        if (key == gone_price) return -1;
        int place = key & 7;
        place += 8 * (kept[place] != key);
        while (kept[place] != key) place += 8;
        link.best = u8(place);
        return key >> 3;
    }
};

template <class Lanes>
void Body<Lanes>::start(const Rules& rules, const Position& p) {
    columns = rules.columns;
    cells = rules.cells;
    whole = rules.whole;
    count_expanded = 0;
    std::fill(&at[0][0], &at[0][0] + 64 * columns_max, i16(99));
    std::memset(&root, 0, sizeof root);
    std::memset(root.cell, no_card, sizeof root.cell);
    u32 hash = 0;
    const Dealt nothing{0, 0, 0, 0, no_card, no_card, no_card, 0, 0, 15, 0, 0, 0};
    for (int i = 0; i < columns_max; ++i) {
        count[i] = i < columns ? p.length[i] : 0;
        Dealt* d = dealt[i];
        d[0] = nothing;
        above[i][0] = {};
        int low = 15, bad = 0, distance = 0;  // for the cards beneath the current one
        ByRank lower;                         // by rank, the number of lower ones
        int low_before[max_length + 1], bad_before[max_length + 1];
        Card cards[max_length + 1];  // the first n end with cards[n]
        cards[0] = no_card;
        for (int n = 1; n <= count[i]; ++n) {
            const Card c = cards[n] = card[i][n - 1] = p.column[i][n - 1], under = cards[n - 1];
            const int rank = rank_of(c);
            at[c][i] = i16(n - 1);
            dealt_in[c] = u8(i);
            dealt_on[c] = u8(n - 1);
            hash += mix(c, under);
            low_before[n - 1] = low;
            bad_before[n - 1] = bad;
            Dealt& now = d[n];
            const Dealt& before = d[n - 1];
            const bool joins = keys[under] == key_of(c) + 1;
            now.key = key_of(c);
            now.top = c;
            now.second = under;
            now.run = u8(1 + only_if<int>(joins, before.run));
            now.suits = u16(only_if(joins, before.suits << 1) | int(which(c)));
            now.kept = u8(n - now.run);
            now.bare = cards[now.kept];
            now.lowest = u8(low_before[now.kept]);
            now.bad = u8(bad_before[now.kept]);
            now.lower = u8(lower.at(rank));
            now.depth = i16(before.depth + distance);
            distance += 12 - rank;
            bad += now.lower > 0;
            above[i][n] = above[i][n - 1] + lower_ranks[std::max(rank, low)] - lower_ranks[low];
            low = std::min(low, rank);
            lower = lower + ByRank::all(1) - lower_ranks[rank + 1];
        }
        reload(root, i, count[i]);
    }
    for (int i = 0; i < cells; ++i) {
        root.cell[i] = p.cells[i];
        if (p.cells[i] != no_card) hash += mix(p.cells[i], in_cell);
    }
    std::memcpy(root.home, p.home, 4);
    root.hash = hash;
}

template <class Lanes>
void Charges<Lanes>::read(const Weights& w) {
    weights = &w;
    run_bad = Lanes::all(w.run_bad);
    join = Lanes::all(w.join);
    king = Lanes::all(w.king);
    cell = Lanes::all(w.cell);
    goes_home = Lanes::all(w.goes_home);
    fits = Lanes::all(w.fits);
    stuck = Lanes::all(w.stuck);
    onto_source = Lanes::all(w.onto_source);
    same_target = Lanes::all(w.same_target);
    splits = Lanes::all(w.splits);
    cell_for_column = Lanes::all(w.cell_for_column);
    for (int i = 0; i < 2; ++i) same_source[i] = Lanes::all(w.same_source[i]);
    for (int tight = 0; tight < 2; ++tight) {
        const int more = tight ? w.tight : 0;
        next[tight] = Lanes::all(w.next + more);
        next_run[tight] = Lanes::all(w.next_run + more);
        buried[tight] = Lanes::all(w.buried - w.next - more);
    }
    for (int free = -1; free < cells_max + 2; ++free)
        for (int empties = 0; empties < 16; ++empties)
            spaces[free + 1][empties] = w.space[std::clamp(free, 0, 4)][std::min(empties, 3)];
    for (int i = 0; i < 8; ++i)
        services[i] = i16((i & 1 ? w.goes_on : 0) + (i & 2 ? w.takes_column : 0) + (i & 4 ? w.takes_cell : 0));
}

template <class Lanes>
void Body<Lanes>::price(const Weights& w) {
    charges.read(w);
    int bad_by_rank[13];
    for (int r = 0; r < 13; ++r) bad_by_rank[r] = w.bad + (w.bad_rank * r >> bad_rank_unit);
    for (int i = 0; i < columns; ++i) {
        i16 v[max_length + 1];  // of the first n cards
        v[0] = 0;
        int sum = 0;  // the additive part
        for (int n = 1; n <= count[i]; ++n) {
            Dealt& d = dealt[i][n];
            const int top = d.key & 15, base = top + d.run - 1;
            sum += only_if(d.lower > 0, bad_by_rank[top] + w.bad_pair * d.lower);
            sum += only_if<int>(d.run > 1, w.sequence);
            v[n] = i16(sum + (w.deep * d.depth >> deep_unit) + w.height[std::min(n, 7)]);
            const int bad_run = std::clamp(base - d.lowest, 0, int(d.run));
            d.prefix = v[d.kept];
            // Temporarily the price of this very column.
            d.loaded = i16(v[d.kept] + bad_run * w.run_bad + (d.run - 1) * w.join +
                           only_if(d.kept == 0, charges.king_price(base)));
        }
        // `loaded` is the price of the rest when the run has left; go downwards, so that shorter columns are still
        // intact.
        for (int n = count[i]; n >= 1; --n) {
            Dealt& d = dealt[i][n];
            d.loaded = dealt[i][d.kept].loaded;
        }
        root.prefix[i] = dealt[i][count[i]].prefix;
        root.loaded[i] = dealt[i][count[i]].loaded;
    }
}

template <class Lanes>
void Body<Lanes>::reload(LanePosition& n, int i, int kept) {
    const Dealt& d = dealt[i][kept];
    n.suits[i] = d.suits;
    n.prefix[i] = d.prefix;
    n.loaded[i] = d.loaded;
    n.key[i] = d.key;
    n.top[i] = d.top;
    n.second[i] = d.second;
    n.bare[i] = d.bare;
    n.run[i] = d.run;
    n.kept[i] = d.kept;
    n.lowest[i] = d.lowest;
    n.bad[i] = d.bad;
}

template <class Lanes>
void Body<Lanes>::send_home(LanePosition& n, int i) {
    const Card top = n.top[i], below = n.second[i];
    n.hash -= mix(top, below);
    ++n.home[suit_of(top)];
    if (n.run[i] == 1) {
        reload(n, i, n.kept[i]);
    } else {
        n.suits[i] >>= 1;
        ++n.key[i];
        --n.run[i];
        n.top[i] = below;
        n.second[i] = n.run[i] > 1 ? card_of(n.key[i] + 1, n.suits[i] >> 1 & 1) : n.bare[i];
    }
}

// No card needs this one any more when both opposite colours are home up to the rank below it.
template <class Lanes>
bool Body<Lanes>::goes_by_itself(const LanePosition& n, Card c) const {
    const int s = suit_of(c), opposite = s ^ 1, other = s ^ 2;  // among C D H S, these have the other colour
    return !declining || std::min(n.home[opposite], n.home[other]) >= rank_of(c);
}

// Make automatic moves home. `suits`: those whose next card may have become free.
template <class Lanes>
void Body<Lanes>::autoplay(LanePosition& n, u32 suits) {
    while (suits) {
        const int s = std::countr_zero(suits);
        const Card next_card = Card(4 * n.home[s] + s);
        suits &= suits - 1;
        if (!goes_by_itself(n, next_card)) continue;
        if (const int i = find(n.top, next_card); i < columns_max) {
            send_home(n, i);
            if (n.top[i] != no_card) suits |= 1u << suit_of(n.top[i]);
        } else if (const int j = find(n.cell, next_card); j < cells_max) {
            n.hash -= mix(next_card, in_cell);
            n.cell[j] = no_card;
            ++n.home[s];
        } else {
            continue;
        }
        suits |= declining ? all_suits : 1u << s;
    }
}

template <class Lanes>
void Body<Lanes>::build(LanePosition& child, const LanePosition& parent, u16 move) {
    child = parent;
    const int from = source_of(move), to = target_of(move), k = count_of(move);
    u32 suits;             // of the moved cards, the last one first
    int key;               // of the last of them
    Card base;             // the deepest of them
    Card under = no_card;  // what lies bare then
    if (from < 8) {
        suits = parent.suits[from];
        key = parent.key[from];
        base = card_of(key + k - 1, suits >> (k - 1) & 1);
        if (const int run = parent.run[from]; k < run) {
            under = card_of(key + k, suits >> k & 1);
            child.suits[from] = u16(suits >> k);
            child.key[from] = u8(key + k);
            child.run[from] = u8(run - k);
            child.top[from] = under;
            child.second[from] = k + 1 < run ? card_of(key + k + 1, suits >> (k + 1) & 1) : parent.bare[from];
        } else {
            under = parent.bare[from];
            reload(child, from, parent.kept[from]);
        }
        child.hash -= mix(base, under);
    } else {
        base = parent.cell[from - 8];
        suits = which(base);
        key = key_of(base);
        child.cell[from - 8] = no_card;
        child.hash -= mix(base, in_cell);
    }
    if (to == home_target) {
        ++child.home[suit_of(base)];
        autoplay(child);
        return;
    }
    if (to == cell_target) {
        child.cell[find(parent.cell, no_card)] = base;
        child.hash += mix(base, in_cell);
    } else {
        child.suits[to] = u16(parent.suits[to] << k | (suits & ((1u << k) - 1)));
        child.key[to] = u8(key);
        child.run[to] = u8(parent.run[to] + k);
        const Card onto = parent.top[to], before = parent.second[from & 7];
        child.second[to] = Card(onto ^ only_if(k > 1, onto ^ before));  // `before` if several cards come
        child.top[to] = from < 8 ? parent.top[from] : base;
        child.hash += mix(base, onto);
    }
    if (under != no_card && rank_of(under) == parent.home[suit_of(under)]) autoplay(child, 1u << suit_of(under));
}

// Replay the moves from the start, including each move home.
template <class Lanes>
void Body<Lanes>::write(u32 last, std::vector<u8>& line) const {
    u16 path[depth_max + 1];
    int steps = 0;
    for (u32 n = last; links[n].parent != no_value<u16>; n = links[n].parent) path[steps++] = u16(n);
    // The columns, then the cells as piles of one card; for each card its pile and depth.
    Card pile[columns_max + cells_max][max_length + 16];
    u8 height[columns_max + cells_max], lies_in[64], beneath[64], home[4];
    std::memcpy(lies_in, dealt_in, sizeof lies_in), std::memcpy(beneath, dealt_on, sizeof beneath);
    std::memcpy(home, root.home, sizeof home);
    for (int i = 0; i < columns_max; ++i) std::memcpy(pile[i], card[i], max_length), height[i] = count[i];
    for (int i = columns_max, j = 0; j < cells_max; ++i, ++j) {
        const Card c = pile[i][0] = root.cell[j];
        height[i] = c != no_card, lies_in[c & 63] = u8(i), beneath[c & 63] = 0;
    }
    u8 text[3 * (depth_max + 2 * max_cards + 2)];
    u8* out = text;
    auto code = [](int of) { return of < columns_max ? column_code + of : cell_code + of - columns_max; };
    auto put = [&](int from, int to, int cards) { *out++ = u8(code(from)), *out++ = u8(to), *out++ = u8(cards); };
    auto on_top = [&](Card c) { return beneath[c] + 1 == height[lies_in[c]]; };
    auto send = [&](int s) {
        const int from = lies_in[4 * home[s] + s];
        put(from, foundation_code + s, 1);
        --height[from];
        ++home[s];
    };
    auto send_up_to = [&](const u8* target_home) {  // in any order in which they are bare
        while (std::memcmp(home, target_home, sizeof home) != 0)
            for (int s = 0; s < 4; ++s)
                while (home[s] < target_home[s] && on_top(Card(4 * home[s] + s))) send(s);
    };
    auto take = [&](int from, int to, int cards) {
        height[from] = u8(height[from] - cards);
        for (int i = 0; i < cards; ++i) {
            const Card c = pile[to][height[to]] = pile[from][height[from] + i];
            lies_in[c] = u8(to);
            beneath[c] = height[to]++;
        }
        put(from, code(to), cards);
    };
    send_up_to(nodes[0].home);
    while (steps-- > 0) {
        const u16 move = links[path[steps]].move;
        const int from = source_of(move), to = target_of(move);
        if (to == home_target) send(suit_of(pile[from][height[from] - 1]));
        else take(from, to == cell_target ? columns_max + find(height + columns_max, 0) : to, count_of(move));
        send_up_to(nodes[path[steps]].home);
    }
    // The rest needs only room (has_room_to_finish): rank by rank, dig for each card. Put the cards on it aside when
    // nothing goes home any more.
    auto send_all = [&] {
        for (bool sent = true; sent;) {
            sent = false;
            for (int s = 0; s < 4; ++s)
                while (home[s] < 13 && on_top(Card(4 * home[s] + s))) {
                    send(s);
                    sent = true;
                }
        }
    };
    for (int r = *std::min_element(home, home + 4); r < 13; ++r)
        for (int s = 0; s < 4; ++s)
            while (home[s] == r) {
                const Card next_card = Card(4 * r + s);
                if (!on_top(next_card)) send_all();
                else send(s);
                if (home[s] > r) break;
                const int free = find(height + columns_max, 0);
                take(lies_in[next_card], free < cells ? columns_max + free : find(height, 0), 1);
            }
    line.insert(line.end(), text, out);
}

}  // namespace kiebitz::freecell
