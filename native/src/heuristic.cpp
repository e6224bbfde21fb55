// The quick attempts. A column is an untouched part of the start position plus one ordered run; what the prices need
// to know of it stands in small arrays, one lane a column. Children are priced from the parent's lanes and only built
// when they are the best that is left.
#include "kiebitz/heuristic.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

#include "kiebitz/lanes.hpp"
#include "node.hpp"

namespace kiebitz::fast {
namespace {

constexpr int buckets = 4096;
constexpr u32 nodes_max = 60000;
constexpr int cell_target = 8, home_target = 9;  // as a move's target
constexpr int children_max = 48;  // a multiple of eight
constexpr int price_max = 4094;   // a child's price << 3 | its place modulo eight fits 15 bits
constexpr i16 gone_price = 0x7fff;
constexpr int depth_max = 250;

// A node's place in the search; its children are priced moves that wait in the arena.
struct Link {
    u32 children;  // where its children begin: prices, and children_max further on the moves
    u16 parent, move, next;
    u8 depth, places, best;  // how many prices (a multiple of eight), and which is the least
};

alignas(16) constexpr i16 lane_numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr u16 pack(int from, int to, int count) { return u16(from | to << 4 | count << 8); }

template <class Lanes>
struct Body final : Searcher::Body {
    int columns, cells;
    bool whole;
    bool declining;  // cards go home by themselves only where that is safe; else it is a move like others
    u8 count[columns_max];
    Card card[columns_max][max_length];
    Dealt dealt[columns_max][max_length + 1];
    alignas(16) i16 at[64][columns_max];  // where a card lies in the start position: its index in its column's lane,
                                          // out of reach in the others
    Position origin;
    Node root;
    const Weights* weights;
    i16 services[8];  // by goes_on, takes_column, takes_cell

    u64 count_expanded;
    u32 used, arena_used;
    u32 generation = 0;
    u64 summary;
    u64 bitmap[buckets / 64];
    u16 head[buckets];
    std::vector<Node> nodes;
    std::vector<Link> links;
    std::vector<i16> arena;
    std::vector<u32> seen = std::vector<u32>(1 << 12);

    void start(const Rules& rules, const Position& p) override;
    Outcome attempt(const Attempt& a, std::vector<u8>& line) override;
    u64 expanded() const override { return count_expanded; }
    u64 bytes() const override {
        return nodes.capacity() * sizeof(Node) + links.capacity() * sizeof(Link) + arena.capacity() * sizeof(i16) +
               seen.capacity() * sizeof(u32) + sizeof(*this);
    }

    void price(const Weights& w);
    int expand(u32 index);  // value of the best child, -1 = there is none, won = the rest plays itself
    void reload(Node& n, int i, int kept);
    bool goes_by_itself(const Node& n, Card c) const;
    void settle(Node& n, u32 suits = all_suits);
    static constexpr u32 all_suits = 15;
    void build(Node& child, const Node& parent, u16 move);
    void send_home(Node& n, int i);
    void write(u32 last, std::vector<u8>& line) const;

    static constexpr int won = -2;

    bool known(u32 hash) {
        const u32 mask = u32(seen.size() - 1);
        const u32 tag = (hash & ~0xfffu) | generation;
        u32& slot = seen[(hash ^ hash >> 20) & mask];
        if (slot == tag) return true;
        slot = tag;
        return false;
    }
    // Finds the cheapest child that is left; its price, or -1 when there is none.
    int choose(Link& link) const {
        const i16* prices = arena.data() + link.children;
        Lanes least = Lanes::load(prices);
        for (int first = 8; first < link.places; first += 8) least = min(least, Lanes::load(prices + first));
        const int key = smallest(least);
        if (key == gone_price) return -1;
        int place = key & 7;
        while (prices[place] != key) place += 8;
        link.best = u8(place);
        return key >> 3;
    }
    void push(u16 index, int value) {
        links[index].next = (bitmap[value >> 6] >> (value & 63) & 1) ? head[value] : none;
        head[value] = index;
        bitmap[value >> 6] |= 1ull << (value & 63);
        summary |= 1ull << (value >> 6);
    }
    int base_price(int rank) const { return weights->base + (rank == 12 ? weights->king : 0); }
};

template <class Lanes>
void Body<Lanes>::start(const Rules& rules, const Position& p) {
    columns = rules.columns, cells = rules.cells, whole = rules.whole;
    count_expanded = 0;
    origin = p;
    std::fill(&at[0][0], &at[0][0] + 64 * columns_max, i16(99));
    std::memset(&root, 0, sizeof root);
    std::memset(root.cell, no_card, sizeof root.cell);
    u32 hash = 0;
    const Dealt nothing{0, 0, 0, 0, no_card, no_card, no_card, 0, 0, 15, 0, 0, false, 0};
    for (int i = 0; i < columns_max; ++i) {
        count[i] = i < columns ? p.length[i] : 0;
        Dealt* d = dealt[i];
        d[0] = nothing;
        int low = 15, bad = 0, distance = 0;  // of the cards under the current one
        int low_before[max_length + 1], bad_before[max_length + 1];
        for (int n = 1; n <= count[i]; ++n) {
            const Card c = card[i][n - 1] = p.column[i][n - 1], under = n > 1 ? card[i][n - 2] : no_card;
            at[c][i] = i16(n - 1);
            hash += mix(c, n > 1 ? under : on_bottom);
            low_before[n - 1] = low, bad_before[n - 1] = bad;
            Dealt& now = d[n];
            now.key = key_of(c), now.top = c, now.second = under;
            if (n > 1 && key_of(under) == key_of(c) + 1) {
                now.run = u8(d[n - 1].run + 1);
                now.suits = u16(d[n - 1].suits << 1 | which(c));
            } else {
                now.run = 1;
                now.suits = u16(which(c));
            }
            now.kept = u8(n - now.run);
            now.bare = now.kept ? card[i][now.kept - 1] : no_card;
            now.lowest = u8(low_before[now.kept]), now.bad = u8(bad_before[now.kept]);
            now.lower = 0, now.same = false;
            if (rank_of(c) > low)
                for (int k = 0; k < n - 1; ++k) {
                    const bool lower = card[i][k] < (c & ~3);
                    now.lower = u8(now.lower + lower);
                    now.same |= lower && ((card[i][k] ^ c) & 3) == 0;
                }
            now.depth = i16(d[n - 1].depth + distance);
            distance += 12 - rank_of(c);
            bad += rank_of(c) > low;
            low = std::min(low, rank_of(c));
        }
        reload(root, i, count[i]);
    }
    int used_cells = 0;
    for (int i = 0; i < cells; ++i)
        if (p.cells[i] != no_card) {
            root.cell[used_cells++] = p.cells[i];
            hash += mix(p.cells[i], in_cell);
        }
    std::memcpy(root.home, p.home, 4);
    root.hash = hash;
}

template <class Lanes>
void Body<Lanes>::price(const Weights& w) {
    weights = &w;
    for (int i = 0; i < 8; ++i)
        services[i] = i16((i & 1 ? w.goes_on : 0) + (i & 2 ? w.takes_column : 0) + (i & 4 ? w.takes_cell : 0));
    for (int i = 0; i < columns; ++i) {
        i16 v[max_length + 1];   // of the first n cards
        int sum[max_length + 1];  // the part of it that adds up
        v[0] = 0, sum[0] = 0;
        for (int n = 1; n <= count[i]; ++n) {
            Dealt& d = dealt[i][n];
            int x = sum[n - 1];
            const int r = rank_of(d.top);
            if (d.lower) x += w.bad + (w.bad_rank * r >> 2) + w.bad_pair * d.lower + (d.same ? w.bad_same : 0);
            if (r == 12 && n > 1) x += w.king_up;
            if (d.run > 1) x += w.sequence;
            sum[n] = x;
            v[n] = i16(x + (w.deep * d.depth >> 5) + w.height[std::min(n, 7)]);
            const int bad_run = std::clamp((d.key & 15) + d.run - 1 - d.lowest, 0, int(d.run));
            const int whole_price = v[d.kept] + bad_run * w.run_bad + (d.run - 1) * w.join +
                                    (d.kept ? 0 : base_price((d.key & 15) + d.run - 1));
            d.prefix = v[d.kept];
            d.loaded = i16(whole_price);  // for the moment: the price of this very column
        }
        // `loaded` is the price of what is left when the run has gone; go down so that the shorter ones still stand.
        for (int n = count[i]; n >= 1; --n) {
            Dealt& d = dealt[i][n];
            d.loaded = d.kept ? dealt[i][d.kept].loaded : i16(0);
        }
        root.prefix[i] = dealt[i][count[i]].prefix, root.loaded[i] = dealt[i][count[i]].loaded;
    }
}

template <class Lanes>
void Body<Lanes>::reload(Node& n, int i, int kept) {
    const Dealt& d = dealt[i][kept];
    n.suits[i] = d.suits, n.prefix[i] = d.prefix, n.loaded[i] = d.loaded, n.key[i] = d.key, n.top[i] = d.top;
    n.second[i] = d.second, n.bare[i] = d.bare, n.run[i] = d.run, n.kept[i] = d.kept;
    n.lowest[i] = d.lowest, n.bad[i] = d.bad;
}

template <class Lanes>
void Body<Lanes>::send_home(Node& n, int i) {
    const Card top = n.top[i], below = n.second[i];
    n.hash -= mix(top, below == no_card ? on_bottom : below);
    ++n.home[suit_of(top)];
    if (n.run[i] == 1) {
        reload(n, i, n.kept[i]);
    } else {
        n.suits[i] >>= 1;
        ++n.key[i], --n.run[i];
        n.top[i] = below;
        n.second[i] = n.run[i] > 1 ? card_of(n.key[i] + 1, n.suits[i] >> 1 & 1) : n.bare[i];
    }
}

// Nothing can still need a card once both opposite colours are home up to the rank below it.
template <class Lanes>
bool Body<Lanes>::goes_by_itself(const Node& n, Card c) const {
    const int s = suit_of(c), opposite = s ^ 1, other = s ^ 2;  // of C D H S, these have the other colour
    return !declining || std::min(n.home[opposite], n.home[other]) >= rank_of(c);
}

// Sends home whatever goes by itself. `suits`: those whose next card may have become free.
template <class Lanes>
void Body<Lanes>::settle(Node& n, u32 suits) {
    while (suits) {
        const int s = std::countr_zero(suits);
        const Card wanted = Card(4 * n.home[s] + s);
        suits &= suits - 1;
        if (!goes_by_itself(n, wanted)) continue;
        if (const int i = find(n.top, wanted); i < columns_max) {
            send_home(n, i);
            if (n.top[i] != no_card) suits |= 1u << suit_of(n.top[i]);
        } else if (const int j = find(n.cell, wanted); j < cells_max) {
            n.hash -= mix(wanted, in_cell);
            n.cell[j] = no_card;
            ++n.home[s];
        } else {
            continue;
        }
        suits |= declining ? all_suits : 1u << s;
    }
}

template <class Lanes>
void Body<Lanes>::build(Node& child, const Node& parent, u16 move) {
    child = parent;
    const int from = move & 15, to = move >> 4 & 15, k = move >> 8;
    u32 suits;
    int key;
    Card base;  // the deepest card that moves
    if (from < 8) {
        suits = parent.suits[from], key = parent.key[from];
        const int run = parent.run[from];
        base = card_of(key + k - 1, suits >> (k - 1) & 1);
        if (k < run) {
            const Card under = card_of(key + k, suits >> k & 1);
            child.hash -= mix(base, under);
            child.suits[from] = u16(suits >> k);
            child.key[from] = u8(key + k), child.run[from] = u8(run - k), child.top[from] = under;
            child.second[from] = k + 1 < run ? card_of(key + k + 1, suits >> (k + 1) & 1) : parent.bare[from];
        } else {
            const Card under = parent.bare[from];
            child.hash -= mix(base, under == no_card ? on_bottom : under);
            reload(child, from, parent.kept[from]);
        }
    } else {
        base = parent.cell[from - 8];
        suits = which(base), key = key_of(base);
        child.hash -= mix(base, in_cell);
        child.cell[from - 8] = no_card;
    }
    if (to == home_target) {
        ++child.home[suit_of(base)];
        settle(child);
        return;
    }
    if (to == cell_target) {
        int i = 0;
        while (child.cell[i] != no_card) ++i;
        child.cell[i] = base;
        child.hash += mix(base, in_cell);
    } else {
        const Card under = parent.top[to];
        child.hash += mix(base, under == no_card ? on_bottom : under);
        child.suits[to] = u16(parent.suits[to] << k | (suits & ((1u << k) - 1)));
        child.key[to] = u8(key), child.run[to] = u8(parent.run[to] + k);
        child.top[to] = from < 8 ? parent.top[from] : base;
        child.second[to] = k > 1 ? parent.second[from] : under;
    }
    if (from < 8) {
        const Card top = child.top[from];
        if (top != no_card && rank_of(top) == child.home[suit_of(top)]) settle(child, 1u << suit_of(top));
    }
}

template <class Lanes>
int Body<Lanes>::expand(u32 index) {
    const Node& n = nodes[index];
    Link& link = links[index];
    ++count_expanded;
    const Weights& w = *weights;
    const Lanes zero = Lanes::all(0), one = Lanes::all(1), lane = Lanes::load(lane_numbers);
    const Lanes run = Lanes::load(n.run), kept = Lanes::load(n.kept);

    int free = 0, in_cells = 0;
    bool celled = false;
    u8 uses[33] = {};  // by key: 1 = a column's last card takes it, 2 = it takes one, 4 = it takes a card from a cell
    for (int i = 0; i < cells; ++i) {
        if (n.cell[i] == no_card) ++free;
        else in_cells += rank_of(n.cell[i]), celled = true, uses[keys[n.cell[i]] + 1] |= 4;
    }
    u32 tops = 0, empty = 0;
    u8 slot[32] = {};
    int empties = 0;
    for (int i = 0; i < columns_max; ++i) {
        const int key = n.key[i];
        tops |= 1u << key;
        slot[key] |= u8(1u << i);
        uses[key + 1] |= 2;
        if (n.run[i]) uses[key - 1] |= 1;
        else if (i < columns) empty |= 1u << i, ++empties;
    }
    const bool tight = free + 2 * empties < 2;

    // The cards wanted next: how many cards of their columns' dealt parts cover them.
    Lanes cover = zero;  // price of one more card on a column
    Lanes waiting = zero;
    int low = 13, high = 0, home = 0;
    for (int s = 0; s < 4; ++s) {
        const int h = n.home[s];
        low = std::min(low, h), high = std::max(high, h), home += h;
    }
    for (int level = 0; level < 2; ++level) {
        Lanes number = zero, covering = zero;
        for (int s = 0; s < 4; ++s) {
            const Lanes gap = kept - Lanes::load(at[4 * (n.home[s] + level) + s]);
            const Lanes covered = less(zero, gap);
            number = number - covered;
            covering = covering + (covered & gap);
        }
        const int each = w.next[level] + (level == 0 && tight ? w.tight : 0);
        const Lanes next = Lanes::all(each);
        cover = cover + number * next;
        waiting = waiting + covering * next + number * Lanes::all(w.buried[level] - each);
    }

    // The columns: `over` would be a run's number of bad cards, were it endless.
    const Lanes run_bad = Lanes::all(w.run_bad), join = Lanes::all(w.join);
    const Lanes rank = Lanes::load(n.key) & Lanes::all(15), base = rank + run - one;
    const Lanes over = max(base - Lanes::load(n.lowest), zero), bad_run = min(over, run);
    if (!any(bad_run + Lanes::load(n.bad))) return won;
    const Lanes gone = equal(run, zero), clears = equal(kept, zero), single = equal(run, one);
    const Lanes moved_base = Lanes::all(w.base) + (equal(base, Lanes::all(12)) & Lanes::all(w.king));
    const Lanes column = Lanes::load(n.prefix) + bad_run * run_bad + max(run - one, zero) * join +
                         (clears & moved_base) - (gone & Lanes::all(w.base));
    const Lanes covered = run * cover;

    const int value = sum(column + covered + waiting) + w.away * (52 - home) + w.spread * (high - low) +
                      w.step * (link.depth + 1) + (w.cell * in_cells >> 3) + w.top_rank * sum(rank);

    auto room = [&](int f, int e) { return int(w.room[std::min(f, 4)][std::min(e, 3)]); };
    const int room_now = room(free, empties);
    const int room_column = room(free, empties + 1) - room_now;  // one more empty column
    const int room_more = room(free + 1, empties);
    const int room_hole = empties ? room(free, empties - 1) - room_now + w.to_hole : 0;
    const int room_cell = free ? room(free - 1, empties) - room_now + w.to_cell : 0;
    const int room_swap = free ? room(free - 1, empties + 1) - room_now + w.to_cell : 0;

    // What the move is worth at its source, when the whole run or its top card alone leaves.
    Lanes lays_bare = zero, shows = zero;
    for (int s = 0; s < 4; ++s) {
        const Lanes wanted = Lanes::all(4 * n.home[s] + s);
        lays_bare = lays_bare | equal(Lanes::load(n.bare), wanted);
        shows = shows | equal(Lanes::load(n.second), wanted);
    }
    alignas(16) i16 serves[8];  // what the card under the run can do once it lies bare
    for (int i = 0; i < columns_max; ++i) serves[i] = services[uses[keys[n.bare[i] & 63]]];
    const Lanes top_rank = Lanes::all(w.top_rank), bare_rank = pick(clears, zero, shift_right<2>(Lanes::load(n.bare)));
    const Lanes goes_home = Lanes::all(w.goes_home), now = Lanes::all(value);
    const Lanes leave_run = now + Lanes::load(n.loaded) - column - covered - (lays_bare & goes_home) +
                            (bare_rank - rank) * top_rank - Lanes::load(serves);
    const Lanes leave_one = pick(single, leave_run,
                                 now + (min(over, run - one) - bad_run) * run_bad - join - cover + top_rank -
                                     (shows & goes_home));
    const Lanes into_cell =
        leave_one + shift_right<3>(rank * Lanes::all(w.cell)) +
        pick(single & clears, Lanes::all(room_swap), Lanes::all(room_cell));
    const int cap = whole ? 13 : std::min(13, (free + 1) << empties);
    const int cap_empty = whole ? 13 : std::min(13, empties ? (free + 1) << (empties - 1) : 0);
    alignas(16) i16 reach[8];  // an index into spans: key, and how many cards can move as one
    (Lanes::load(n.key) * Lanes::all(16) + min(run, Lanes::all(cap))).store(reach);
    alignas(16) i16 covers[8], bads[8], overs[8], leaves_run[8], leaves_one[8];
    cover.store(covers), bad_run.store(bads), over.store(overs);
    (leave_run + (clears & Lanes::all(room_column))).store(leaves_run);
    (leave_one + (single & clears & Lanes::all(room_column))).store(leaves_one);

    i16* const prices = arena.data() + arena_used;
    int number = 0;
    auto add = [&](int v, u16 move) {
        prices[number] = i16(std::clamp(v, 0, price_max) << 3 | (number & 7));
        prices[children_max + number++] = i16(move);
    };
    if (free) {
        pick(gone, Lanes::all(gone_price), min(max(into_cell, zero), Lanes::all(price_max)) * Lanes::all(8) + lane)
            .store(prices);
        (lane + Lanes::all(pack(0, cell_target, 1))).store(prices + children_max);
        number = 8;
    }
    auto onto = [&](int j, int k) {  // what changes at column j when k cards come onto its card
        return k * (covers[j] - w.top_rank) + w.run_bad * (std::min(int(overs[j]), n.run[j] + k) - bads[j]);
    };
    auto leave = [&](int i, int k) {  // the price of the position when k cards leave column i
        if (k == n.run[i]) return int(leaves_run[i]);
        if (k == 1) return int(leaves_one[i]);
        return value + w.run_bad * (std::min(int(overs[i]), n.run[i] - k) - bads[i]) -
               k * (w.join + covers[i] - w.top_rank);
    };
    constexpr int full = children_max - 12;  // what follows adds at most a few at a time, then fills up eight places
    for (int i = 0; i < columns_max; ++i) {
        for (u32 fits = tops & spans[std::size_t(reach[i])]; fits; fits &= fits - 1) {
            const int target = std::countr_zero(fits), k = target - n.key[i], left = leave(i, k) + k * w.join;
            for (u32 columns_left = slot[target]; columns_left && number < full; columns_left &= columns_left - 1) {
                const int j = std::countr_zero(columns_left);
                add(left + onto(j, k), pack(i, j, k));
            }
        }
    }
    const int uncelled = value + w.from_cell - room_now;
    if (celled)
        for (int i = 0; i < cells; ++i) {
            const Card x = n.cell[i];
            if (x == no_card) continue;
            const int left = uncelled - (w.cell * rank_of(x) >> 3) + w.join + room_more;
            for (u32 columns_left = slot[keys[x] + 1]; columns_left && number < full; columns_left &= columns_left - 1) {
                const int j = std::countr_zero(columns_left);
                add(left + onto(j, 1), pack(8 + i, j, 1));
            }
        }
    if (declining)
        for (int s = 0; s < 4; ++s) {
            const Card wanted = Card(4 * n.home[s] + s);
            if (const int i = find(n.top, wanted); i < 8) {
                add(leaves_one[i] - w.away, pack(i, home_target, 1));
            } else if (const int j = find(n.cell, wanted); j < 8) {
                add(uncelled - (w.cell * rank_of(wanted) >> 3) + room_more - w.away, pack(8 + j, home_target, 1));
            }
        }
    if (empties) {
        const int hole = std::countr_zero(empty);
        for (int i = 0; i < columns && number < full; ++i) {
            const int length = n.run[i], rank_i = n.key[i] & 15, k = std::min(length, cap_empty);
            if (k < length || n.kept[i])
                add(leave(i, k) + room_hole + (k - 1) * w.join + base_price(rank_i + k - 1) + w.top_rank * rank_i,
                    pack(i, hole, k));
            if (k > 1 && !free) add(leaves_one[i] + room_hole + base_price(rank_i) + w.top_rank * rank_i, pack(i, hole, 1));
        }
        for (int i = 0; i < cells && number < full; ++i) {
            const Card x = n.cell[i];
            if (x == no_card) continue;
            const int r = rank_of(x);
            add(uncelled - (w.cell * r >> 3) + base_price(r) + w.top_rank * r + room(free + 1, empties - 1) + w.to_hole,
                pack(8 + i, hole, 1));
        }
    }
    if (!number) return -1;
    Lanes::all(gone_price).store(prices + number);
    link.children = arena_used;
    link.places = u8((number + 7) & ~7);
    arena_used += 2 * children_max;
    return choose(link);
}

template <class Lanes>
Outcome Body<Lanes>::attempt(const Attempt& a, std::vector<u8>& line) {
    const u32 limit = std::min(a.nodes, nodes_max);
    if (nodes.size() < limit + 2) nodes.resize(limit + 2), links.resize(limit + 2), arena.resize((limit + 2) * 2 * children_max);
    u32 want = 1 << 12;
    while (want < 4 * limit) want *= 2;
    if (++generation > 0xfff || seen.size() < want) {
        seen.assign(std::max<std::size_t>(seen.size(), want), 0);
        generation = 1;
    }
    price(a.weights);
    declining = a.declining;
    summary = 0;
    std::memset(bitmap, 0, sizeof bitmap);
    arena_used = 0;
    used = 1;
    nodes[0] = root;
    settle(nodes[0]);
    links[0] = Link{0, none, 0, none, 0, 0, 0};
    known(nodes[0].hash);
    const int first = expand(0);
    if (first == won) return write(0, line), Outcome::solved;
    if (first >= 0) push(0, first);
    while (summary && used <= limit) {
        const int high = std::countr_zero(summary), value = high << 6 | std::countr_zero(bitmap[high]);
        const u16 index = head[value];
        Link& parent = links[index];
        if (parent.next == none) {
            bitmap[high] &= bitmap[high] - 1;
            if (!bitmap[high]) summary &= summary - 1;
        } else {
            head[value] = parent.next;
        }
        i16* const child = arena.data() + parent.children + parent.best;
        const u16 move = u16(child[children_max]);
        *child = gone_price;
        if (const int price = choose(parent); price >= 0) push(index, price);
        build(nodes[used], nodes[index], move);
        if (parent.depth == depth_max || known(nodes[used].hash)) continue;
        links[used] = Link{0, index, move, none, u8(parent.depth + 1), 0, 0};
        const u32 self = used++;
        const int best = expand(self);
        if (best == won) return write(self, line), Outcome::solved;
        if (best >= 0) push(u16(self), best);
    }
    return summary ? Outcome::gave_up : Outcome::exhausted;
}

// Replays the moves from the start with every move to a foundation written out.
template <class Lanes>
void Body<Lanes>::write(u32 last, std::vector<u8>& line) const {
    u16 path[256];
    int steps = 0;
    for (u32 n = last; links[n].parent != none; n = links[n].parent) path[steps++] = u16(n);
    Position p = origin;
    u8 tops[columns_max], held[cells_max];
    std::memcpy(held, p.cells, cells_max);
    auto show = [&](int i) { tops[i] = p.length[i] ? p.column[i][p.length[i] - 1] : no_card; };
    for (int i = 0; i < columns_max; ++i) show(i);
    u8 text[3 * (depth_max + max_cards + 2)];
    u8* out = text;
    auto put = [&](int from, int to, int cards) { *out++ = u8(from), *out++ = u8(to), *out++ = u8(cards); };
    auto autoplay = [&](bool over) {
        for (bool again = true; again;) {
            again = false;
            for (int s = 0; s < 4; ++s)
                for (;; again = true) {
                    const Card wanted = Card(4 * p.home[s] + s);
                    if (!over && declining && std::min(p.home[s ^ 1], p.home[s ^ 2]) < p.home[s]) break;
                    if (const int i = find(tops, wanted); i < 8) {
                        put(column_code + i, foundation_code + s, 1);
                        --p.length[i];
                        show(i);
                    } else if (const int j = find(held, wanted); j < 8) {
                        put(cell_code + j, foundation_code + s, 1);
                        held[j] = no_card;
                    } else {
                        break;
                    }
                    ++p.home[s];
                }
        }
    };
    autoplay(false);
    while (steps-- > 0) {
        const Link& link = links[path[steps]];
        const int from = link.move & 15, to = link.move >> 4 & 15, k = link.move >> 8;
        Card moved[13];
        int source = from;
        if (from < 8) {
            p.length[from] = u8(p.length[from] - k);
            std::memcpy(moved, p.column[from] + p.length[from], std::size_t(k));
            show(from);
        } else {
            moved[0] = nodes[link.parent].cell[from - 8];
            const int j = find(held, moved[0]);
            held[j] = no_card;
            source = cell_code + j;
        }
        if (to == home_target) {
            put(source, foundation_code + suit_of(moved[0]), 1);
            ++p.home[suit_of(moved[0])];
            autoplay(false);
        } else if (to == cell_target) {
            const int j = int(std::find(held, held + cells, no_card) - held);
            held[j] = moved[0];
            put(source, cell_code + j, 1);
        } else {
            std::memcpy(p.column[to] + p.length[to], moved, std::size_t(k));
            p.length[to] = u8(p.length[to] + k);
            show(to);
            put(source, to, k);
        }
        if (from < 8 && tops[from] != no_card && rank_of(tops[from]) == p.home[suit_of(tops[from])])
            autoplay(false);
    }
    autoplay(true);
    line.insert(line.end(), text, out);
}

bool plain_wanted() {
    const char* wish = std::getenv("KIEBITZ_SIMD");
    return wish && std::string(wish) == "plain";
}

#if defined(__GNUC__) || defined(__clang__)
using Best = VectorLanes;
#else
using Best = PlainLanes;
#endif

std::unique_ptr<Searcher::Body> make_body() {
    if (plain_wanted()) return std::make_unique<Body<PlainLanes>>();
    return std::make_unique<Body<Best>>();
}

}  // namespace

const char* lanes_name() { return plain_wanted() ? PlainLanes::name : Best::name; }

Searcher::Searcher() : body_(make_body()) {}
Searcher::~Searcher() = default;
void Searcher::start(const Rules& rules, const Position& position) { body_->start(rules, position); }
Outcome Searcher::attempt(const Attempt& a, std::vector<std::uint8_t>& line) { return body_->attempt(a, line); }
std::uint64_t Searcher::expanded() const { return body_->expanded(); }
std::uint64_t Searcher::bytes() const { return body_->bytes(); }

bool plays(const Rules& r, const Position& p) {
    if (r.build != Build::alternate || r.step != Step::down || r.empty != EmptyColumn::any || r.forced) return false;
    if (r.ranks != 13 || r.suits != 15 || r.columns > columns_max || r.cells > cells_max) return false;
    return *std::max_element(p.length, p.length + r.columns) <= max_length;
}

}  // namespace kiebitz::fast
