// The quick attempts. A column is an untouched part of the start position plus one ordered run; what the prices need
// to know of it stands in small arrays, one lane a column. Children are priced from the parent's lanes and only built
// when they are the best that is left.
#include "kiebitz/heuristic.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

#include "kiebitz/lanes.hpp"

namespace kiebitz::fast {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;

constexpr int columns_max = 8, cells_max = 8, buckets = 4096;
constexpr u32 nodes_max = 60000;
constexpr u16 none = 0xffff;
constexpr int cell_target = 8;  // as a move's target
constexpr int children_max = 64;

// Along an alternating run colour xor parity of rank stays the same: that is the run's class, and a run can only go
// onto a card of its own class. A card's key is class and rank; with one more bit, which of its colour's two suits it
// is, that names the card.
constexpr int class_of(Card c) { return colour_of(c) ^ (rank_of(c) & 1); }
constexpr u8 key_of(Card c) { return u8(class_of(c) << 4 | rank_of(c)); }
constexpr u32 which(Card c) { return u32(suit_of(c)) >> 1; }
constexpr Card card_of(int key, u32 which_suit) {
    const int r = key & 15, colour = (key >> 4) ^ (r & 1);
    return Card(4 * r + 2 * int(which_suit) + (int(which_suit) ^ colour));
}

// A position's hash is the sum of mix(card, what it lies on): columns and cells are sets for free, and moving a run
// changes one term.
constexpr u32 on_bottom = 52, in_cell = 53;
inline u32 mix(u32 card, u32 below) {
    u64 x = (card << 6 | below) * 0x9e3779b97f4a7c15ull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    return u32(x >> 32);
}

struct alignas(64) Node {
    // One lane a column; an empty column has run 0, key 0 and no cards.
    u16 suits[columns_max];  // the run, top card first: which of its colour's two suits each card is
    i16 prefix[columns_max];  // price of the untouched part
    i16 loaded[columns_max];  // price of the column once the run has left
    u8 key[columns_max];      // of the top card
    u8 top[columns_max];
    u8 second[columns_max];   // the card under the top card
    u8 bare[columns_max];     // the card under the run
    u8 run[columns_max];
    u8 kept[columns_max];     // untouched cards under the run
    u8 lowest[columns_max];   // lowest rank among them
    u8 bad[columns_max];      // how many of them lie above a lower rank
    Card cell[cells_max];
    u8 home[4];
    u32 hash;
};
static_assert(sizeof(Node) == 128);

struct Link {
    u32 children;  // index of the first priced child that is left
    u16 parent, move, next;
    u8 depth, left;
};

constexpr u16 pack(int from, int to, int count) { return u16(from | to << 4 | count << 8); }

}  // namespace

// What a column looks like once only its first n dealt cards lie there.
struct Dealt {
    u16 suits;
    i16 prefix, loaded;
    u8 key, top, second, bare, run, kept, lowest, bad;
};

template <class Lanes>
struct Body final : Searcher::Body {
    int columns, cells;
    bool whole;
    u8 count[columns_max];
    Card card[columns_max][max_length];
    Dealt dealt[columns_max][max_length + 1];
    alignas(16) i16 at[64][columns_max];  // where a card lies in the start position: its index in its column's lane,
                                          // out of reach in the others
    Position origin;
    Node root;
    const Weights* weights;

    u64 count_expanded;
    u32 used, arena_used;
    u32 generation = 0;
    u64 summary;
    u64 bitmap[buckets / 64];
    u16 head[buckets];
    std::vector<Node> nodes;
    std::vector<Link> links;
    std::vector<u32> arena = std::vector<u32>(1024 * 16);
    std::vector<u32> seen = std::vector<u32>(1 << 12);

    void start(const Rules& rules, const Position& p) override;
    bool attempt(const Attempt& a, std::vector<u8>& line) override;
    u64 expanded() const override { return count_expanded; }

    void price(const Weights& w);
    int expand(u32 index);  // value of the best child, -1 = there is none, won = the rest plays itself
    void reload(Node& n, int i, int kept);
    void settle(Node& n);
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
    // Brings the cheapest of the children to the front; its price.
    static int lead(u32* children, u32 number) {
        u32 least = children[0], at = 0;
        for (u32 k = 1; k < number; ++k)
            if (children[k] < least) least = children[k], at = k;
        children[at] = children[0];
        children[0] = least;
        return int(least >> 16);
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
    const Dealt nothing{0, 0, 0, 0, no_card, no_card, no_card, 0, 0, 15, 0};
    for (int i = 0; i < columns_max; ++i) {
        count[i] = i < columns ? p.length[i] : 0;
        Dealt* d = dealt[i];
        d[0] = nothing;
        int low = 15, bad = 0;  // of the cards under the current one
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
    for (int i = 0; i < columns; ++i) {
        i16 v[max_length + 1];   // of the first n cards
        int sum[max_length + 1];  // the part of it that adds up
        v[0] = 0, sum[0] = 0;
        int low = 15, beneath = 0, depth = 0;
        for (int n = 1; n <= count[i]; ++n) {
            const Card c = card[i][n - 1];
            int x = sum[n - 1];
            if (rank_of(c) > low) {
                int pairs = 0;
                bool same = false;
                for (int k = 0; k < n - 1; ++k) {
                    const bool lower = card[i][k] < (c & ~3);
                    pairs += lower;
                    same |= lower && suit_of(card[i][k]) == suit_of(c);
                }
                x += w.bad + (w.bad_rank * rank_of(c) >> 2) + w.bad_pair * pairs + (same ? w.bad_same : 0);
            }
            if (rank_of(c) == 12 && n > 1) x += w.king_up;
            depth += beneath;
            beneath += 12 - rank_of(c);
            low = std::min(low, rank_of(c));
            Dealt& d = dealt[i][n];
            if (d.run > 1) x += w.sequence;
            sum[n] = x;
            v[n] = i16(x + (w.deep * depth >> 5) + w.height[std::min(n, 7)]);
            const int bad_run = std::clamp((d.key & 15) + d.run - 1 - d.lowest, 0, int(d.run));
            const int whole_price = v[d.kept] + bad_run * w.run_bad + (d.run - 1) * w.join +
                                    (d.kept ? 0 : base_price((d.key & 15) + d.run - 1));
            d.prefix = v[d.kept];
            dealt[i][n].loaded = i16(whole_price);  // for the moment: the price of this very column
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

// Sends home whatever fits.
template <class Lanes>
void Body<Lanes>::settle(Node& n) {
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < columns; ++i)
            while (n.top[i] != no_card && rank_of(n.top[i]) == n.home[suit_of(n.top[i])]) {
                send_home(n, i);
                again = true;
            }
        for (int i = 0; i < cells; ++i) {
            const Card c = n.cell[i];
            if (c == no_card || rank_of(c) != n.home[suit_of(c)]) continue;
            n.hash -= mix(c, in_cell);
            n.cell[i] = no_card;
            ++n.home[suit_of(c)];
            again = true;
        }
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
        if (top != no_card && rank_of(top) == child.home[suit_of(top)]) settle(child);
    }
}

template <class Lanes>
int Body<Lanes>::expand(u32 index) {
    const Node& n = nodes[index];
    Link& link = links[index];
    ++count_expanded;
    const Weights& w = *weights;
    const Lanes zero = Lanes::all(0), one = Lanes::all(1);
    const Lanes run = Lanes::load(n.run), kept = Lanes::load(n.kept);

    // The cards wanted next: how many cards of their columns' dealt parts cover them.
    Lanes cover = zero;  // price of one more card on a column
    Lanes waiting = zero;
    int low = 13, high = 0, home = 0;
    for (int s = 0; s < 4; ++s) {
        const int h = n.home[s];
        low = std::min(low, h), high = std::max(high, h), home += h;
    }
    for (int level = 0; level < 3; ++level) {
        Lanes number = zero, covering = zero;
        for (int s = 0; s < 4; ++s) {
            const Lanes gap = kept - Lanes::load(at[4 * (n.home[s] + level) + s]);
            const Lanes covered = less(zero, gap);
            number = number - covered;
            covering = covering + (covered & gap);
        }
        const Lanes next = Lanes::all(w.next[level]);
        cover = cover + number * next;
        waiting = waiting + covering * next + number * Lanes::all(w.buried[level] - w.next[level]);
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

    int free = 0, in_cells = 0;
    for (int i = 0; i < cells; ++i) {
        if (n.cell[i] == no_card) ++free;
        else in_cells += rank_of(n.cell[i]);
    }
    u32 tops = 0, empty = 0;
    u8 slot[32] = {};
    int empties = 0;
    for (int i = 0; i < columns; ++i) {
        tops |= 1u << n.key[i];
        slot[n.key[i]] |= u8(1u << i);
        if (!n.run[i]) empty |= 1u << i, ++empties;
    }
    const int value = sum(column + covered + waiting) + w.away * (52 - home) + w.spread * (high - low) +
                      w.step * (link.depth + 1) + (w.cell * in_cells >> 3);

    auto room = [&](int f, int e) { return int(w.room[std::min(f, 4)][std::min(e, 3)]); };
    const int room_now = room(free, empties);
    const int room_column = room(free, empties + 1) - room_now;  // one more empty column
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
    const Lanes goes_home = Lanes::all(w.goes_home), now = Lanes::all(value);
    const Lanes leave_run = now + Lanes::load(n.loaded) - column - covered - (lays_bare & goes_home);
    const Lanes leave_one = pick(single, leave_run,
                                 now + (min(over, run - one) - bad_run) * run_bad - join - cover - (shows & goes_home));
    const Lanes into_cell =
        leave_one + shift_right<3>(rank * Lanes::all(w.cell)) +
        pick(single & clears, Lanes::all(room_swap), Lanes::all(room_cell));
    alignas(16) i16 covers[8], bads[8], overs[8], leaves_run[8], leaves_one[8], cell_move[8];
    cover.store(covers), bad_run.store(bads), over.store(overs);
    (leave_run + (clears & Lanes::all(room_column))).store(leaves_run);
    (leave_one + (single & clears & Lanes::all(room_column))).store(leaves_one);
    min(max(into_cell, zero), Lanes::all(buckets - 1)).store(cell_move);

    const int hole = empty ? std::countr_zero(empty) : 0;
    const int cap = whole ? 13 : std::min(13, (free + 1) << empties);
    const int cap_empty = whole ? 13 : std::min(13, empties ? (free + 1) << (empties - 1) : 0);
    if (arena_used + children_max > arena.size()) arena.resize(arena.size() * 2);
    u32* const begin = arena.data() + arena_used;
    u32* out = begin;
    auto add = [&](int v, u16 move) { *out++ = u32(std::clamp(v, 0, buckets - 1)) << 16 | move; };
    auto onto = [&](int j, int k) {  // what changes at column j when k cards come onto its card
        return k * covers[j] + w.run_bad * (std::min(int(overs[j]), n.run[j] + k) - bads[j]);
    };
    const u32* const end = begin + children_max - 12;

    for (int i = 0; i < columns && out < end; ++i) {
        const int length = n.run[i], key = n.key[i];
        if (!length) continue;
        auto leave = [&](int k) {
            if (k == length) return int(leaves_run[i]);
            if (k == 1) return int(leaves_one[i]);
            return value + w.run_bad * (std::min(int(overs[i]), length - k) - bads[i]) - k * (w.join + covers[i]);
        };
        for (u32 fits = tops >> (key + 1) & ((1u << std::min(length, cap)) - 1); fits; fits &= fits - 1) {
            const int k = std::countr_zero(fits) + 1, left = leave(k) + k * w.join;
            for (u32 targets = slot[key + k]; targets; targets &= targets - 1) {
                const int j = std::countr_zero(targets);
                add(left + onto(j, k), pack(i, j, k));
            }
        }
        if (free) *out++ = u32(cell_move[i]) << 16 | pack(i, cell_target, 1);
        if (empties) {
            const int k = std::min(length, cap_empty);
            if (k < length || n.kept[i])
                add(leave(k) + room_hole + (k - 1) * w.join + base_price((key & 15) + k - 1), pack(i, hole, k));
            if (k > 1 && !free) add(leaves_one[i] + room_hole + base_price(key & 15), pack(i, hole, 1));
        }
    }
    const int uncelled = value + w.from_cell - room_now;
    for (int i = 0; i < cells && out < end; ++i) {
        const Card x = n.cell[i];
        if (x == no_card) continue;
        const int key = key_of(x), left = uncelled - (w.cell * rank_of(x) >> 3);
        for (u32 targets = slot[key + 1]; targets; targets &= targets - 1) {
            const int j = std::countr_zero(targets);
            add(left + w.join + onto(j, 1) + room(free + 1, empties), pack(8 + i, j, 1));
        }
        if (empties)
            add(left + base_price(rank_of(x)) + room(free + 1, empties - 1) + w.to_hole, pack(8 + i, hole, 1));
    }
    link.children = arena_used;
    link.left = u8(out - begin);
    arena_used += link.left;
    if (!link.left) return -1;
    return lead(begin, link.left);
}

template <class Lanes>
bool Body<Lanes>::attempt(const Attempt& a, std::vector<u8>& line) {
    const u32 limit = std::min(a.nodes, nodes_max);
    if (nodes.size() < limit + 2) nodes.resize(limit + 2), links.resize(limit + 2);
    u32 want = 1 << 12;
    while (want < 4 * limit) want *= 2;
    if (++generation > 0xfff || seen.size() < want) {
        seen.assign(std::max<std::size_t>(seen.size(), want), 0);
        generation = 1;
    }
    price(a.weights);
    summary = 0;
    std::memset(bitmap, 0, sizeof bitmap);
    arena_used = 0;
    used = 1;
    nodes[0] = root;
    settle(nodes[0]);
    links[0] = Link{0, none, 0, none, 0, 0};
    known(nodes[0].hash);
    const int first = expand(0);
    if (first == won) return write(0, line), true;
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
        u32* const children = arena.data() + parent.children++;
        const u16 move = u16(children[0]);
        if (--parent.left) {
            push(index, lead(children + 1, parent.left));
        }
        build(nodes[used], nodes[index], move);
        if (known(nodes[used].hash)) continue;
        links[used] = Link{0, index, move, none, u8(std::min(254, int(parent.depth)) + 1), 0};
        const u32 self = used++;
        const int best = expand(self);
        if (best == won) return write(self, line), true;
        if (best >= 0) push(u16(self), best);
    }
    return false;
}

// Replays the moves from the start with every move to a foundation written out.
template <class Lanes>
void Body<Lanes>::write(u32 last, std::vector<u8>& line) const {
    std::vector<u32> path;
    for (u32 n = last; links[n].parent != none; n = links[n].parent) path.push_back(n);
    Position p = origin;
    auto put = [&](int from, int to, int cards) {
        line.insert(line.end(), {u8(from), u8(to), u8(cards)});
    };
    auto autoplay = [&] {
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < columns; ++i)
                while (p.length[i]) {
                    const Card c = p.column[i][p.length[i] - 1];
                    if (rank_of(c) != p.home[suit_of(c)]) break;
                    put(column_code + i, foundation_code + suit_of(c), 1);
                    --p.length[i], ++p.home[suit_of(c)], again = true;
                }
            for (int i = 0; i < cells; ++i) {
                const Card c = p.cells[i];
                if (c == no_card || rank_of(c) != p.home[suit_of(c)]) continue;
                put(cell_code + i, foundation_code + suit_of(c), 1);
                p.cells[i] = no_card, ++p.home[suit_of(c)], again = true;
            }
        }
    };
    autoplay();
    for (std::size_t step = path.size(); step-- > 0;) {
        const u16 move = links[path[step]].move;
        const int from = move & 15, to = move >> 4 & 15, k = move >> 8;
        Card moved[13];
        int source = from;
        if (from < 8) {
            p.length[from] = u8(p.length[from] - k);
            std::memcpy(moved, p.column[from] + p.length[from], std::size_t(k));
        } else {
            moved[0] = nodes[links[path[step]].parent].cell[from - 8];
            const int i = int(std::find(p.cells, p.cells + cells, moved[0]) - p.cells);
            p.cells[i] = no_card;
            source = cell_code + i;
        }
        if (to == cell_target) {
            const int i = int(std::find(p.cells, p.cells + cells, no_card) - p.cells);
            p.cells[i] = moved[0];
            put(source, cell_code + i, 1);
        } else {
            std::memcpy(p.column[to] + p.length[to], moved, std::size_t(k));
            p.length[to] = u8(p.length[to] + k);
            put(source, to, k);
        }
        autoplay();
    }
}

namespace {

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
bool Searcher::attempt(const Attempt& a, std::vector<std::uint8_t>& line) { return body_->attempt(a, line); }
std::uint64_t Searcher::expanded() const { return body_->expanded(); }

bool plays(const Rules& r, const Position& p) {
    if (r.build != Build::alternate || r.step != Step::down || r.empty != EmptyColumn::any || r.forced) return false;
    if (r.ranks != 13 || r.suits != 15 || r.columns > columns_max || r.cells > cells_max) return false;
    return *std::max_element(p.length, p.length + r.columns) <= max_length;
}

}  // namespace kiebitz::fast
