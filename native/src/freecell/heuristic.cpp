// Quick attempts: greedy best-first search. Children are priced from the parent's lanes and only built when they are
// the best remaining ones.
#include "freecell/heuristic.hpp"

#include <atomic>
#include <memory>

#include "freecell/attempt.hpp"

namespace kiebitz::freecell {

constexpr int most_put_aside = 8;  // cards above lower ones; with more there is rarely room

template <class Lanes>
int Body<Lanes>::expand(u32 index) {
    ++count_expanded;
    Features features;
    if (!evaluate(nodes[index], links[index], features)) return won;
    return list_children(nodes[index], features, links[index]);
}

// Whether all cards above lower ones can be put aside while the foundations are built rank by rank. When all cards
// below rank r are home, a higher card above one of rank r or lower must be elsewhere: in the cells, or in columns that
// have become empty because their bottom card was lower than r.
template <class Lanes>
bool Body<Lanes>::has_room_to_finish(const LanePosition& n) const {
    ByRank aside, room = ByRank::all(cells);
    for (int i = 0; i < cells; ++i)
        if (n.cell[i] != no_card) aside = aside + lower_ranks[rank_of(n.cell[i])];
    for (int i = 0; i < columns; ++i) {
        const int kept = n.kept[i], top = n.key[i] & 15, base = top + n.run[i] - 1;
        const ByRank up_to_lowest = lower_ranks[n.lowest[i]];
        aside = aside + above[i][kept];
        const int from = std::max(top, n.lowest[i] + 1), to = std::max(base + 1, from);
        aside = aside + (lower_ranks_sum[to] - lower_ranks_sum[from]) - up_to_lowest * (to - from);
        const int bottom = kept ? rank_of(card[i][0]) : base;
        room = room + ByRank::all(1) - lower_ranks[bottom + 1];
    }
    return none_above(aside, room);
}

template <class Lanes>
bool Body<Lanes>::evaluate(const LanePosition& n, const Link& link, Features& features) const {
    const Weights& w = *charges.weights;
    const Lanes zero = Lanes::all(0), one = Lanes::all(1);
    const Lanes run = Lanes::load(n.run), kept = Lanes::load(n.kept);

    // The uses of a card, by its key + 1: 1 = it fits on a column's last card, 2 = it accepts one, 4 = it accepts a
    // card from a cell.
    u8 uses[34] = {};
    u8 homes[5] = {};  // by suit, 0 for none
    std::memcpy(homes, n.home, sizeof n.home);
    u32 held = 0, home_held = 0;  // ranks and number of the cards in cells, cards home in their suits
    for (int i = 0; i < cells; ++i) {
        const Card c = n.cell[i];
        held += counted[c];
        home_held += homes[suits_or_none[c]];
        uses[keys[c] + 2] |= 4;
    }
    const int free = cells - int(held >> 16), in_cells = int(held & 0xffff), far = in_cells - int(home_held);
    // Key 0, a black ace's, also marks an empty column: aces are home.
    u32 tops = 0;
    for (int i = 0; i < columns_max; ++i) {
        const int key = n.key[i];
        tops |= 1u << key;
        uses[key] |= 1;
        uses[key + 2] |= 2;
    }
    const u64 gone_bytes = bytes_equal(n.run, 0);
    const int gaps = int((gone_bytes >> 7) * ByRank::ones >> 56), empties = gaps - (columns_max - columns);
    const int rivals = columns_max - bits_set(tops) - std::max(gaps - 1, 0);
    const bool tight = free + 2 * empties < 2;

    // The next card of each suit: the number of dealt cards on it.
    const Lanes second = Lanes::load(n.second);
    Lanes number = zero, covering = zero;
    Lanes lays_bare = zero, shows = zero;  // such a card is bare when the run has left; it is a run's top card
    int home = 0;
    for (int s = 0; s < 4; ++s) {
        home += n.home[s];
        const Lanes gap = kept - Lanes::load(at[4 * n.home[s] + s]);
        const Lanes buried = less(zero, gap);
        number = number - buried;
        covering = covering + (buried & gap);
        lays_bare = lays_bare | equal(gap, one);
        shows = shows | equal(second, Lanes::all(4 * n.home[s] + s));
    }
    const Lanes cover = number * charges.next_run[tight];  // price of one more card on a column
    const Lanes waiting = covering * charges.next[tight] + number * charges.buried[tight];

    // The columns: `over` is a run's number of bad cards, if it were endless.
    const Lanes rank = Lanes::load(n.key) & Lanes::all(15), base = rank + run - one;
    const Lanes over = max(base - Lanes::load(n.lowest), zero), bad_run = min(over, run);
    if (sum(bad_run + Lanes::load(n.bad)) <= most_put_aside && has_room_to_finish(n)) return false;
    const Lanes gone = equal(run, zero), clears = equal(kept, zero), single = equal(run, one);
    const Lanes column = Lanes::load(n.prefix) + bad_run * charges.run_bad + max(run - one, zero) * charges.join +
                         (clears & equal(base, Lanes::all(12)) & charges.king);
    const Lanes run_cover = run * cover;

    u64 fit[2] = {};
    for (int i = 0; i < columns_max; ++i) fit[i >> 2] |= u64(uses[n.key[i] + 1] & 1) << 16 * (i & 3);
    const Lanes fits = pick(gone, zero, Lanes::join(fit[0], fit[1]));
    const int cap = whole ? 13 : std::min(13, (free + 1) << empties);
    const Lanes stuck = pick(clears, zero, max(run - Lanes::all(cap), zero));

    const int value = sum(column + run_cover + waiting + fits * charges.fits + stuck * charges.stuck) +
                      w.away * (52 - home) + w.step * (link.depth + 1) + (w.cell * in_cells >> cell_unit) +
                      (w.far * far >> far_unit) + w.rivals * rivals;

    const int space_now = charges.space(free, empties);
    const int space_column = charges.space(free, empties + 1) - space_now;  // one more empty column
    const int space_cell = charges.space(free - 1, empties) - space_now + w.to_cell;
    const int space_swap = charges.space(free - 1, empties + 1) - space_now + w.to_cell;

    // The worth of a move at its source, for the whole run and for its top card alone.
    u64 serves[2] = {};  // uses of the card under the run once it is bare
    for (int i = 0; i < columns_max; ++i)
        serves[i >> 2] |= u64(u16(charges.services[uses[keys[n.bare[i]] + 1]])) << 16 * (i & 3);
    const Lanes places = Lanes::load(lane_numbers);
    const int last_target = target_of(link.move);
    const Lanes source = equal(places, Lanes::all(source_of(link.move))),
                target = equal(places, Lanes::all(last_target));
    const Lanes leaves = source & charges.same_source[last_target == cell_target];
    const Lanes now = Lanes::all(value) + leaves;
    const Lanes leave_run = now + Lanes::load(n.loaded) - column - run_cover - (lays_bare & charges.goes_home) -
                            Lanes::join(serves[0], serves[1]);
    const Lanes each = cover + charges.join, shown = shows & charges.goes_home;
    const Lanes leave_one = pick(
        single, leave_run, now + (min(over, run - one) - bad_run) * charges.run_bad - each + charges.splits - shown);
    const Lanes to_cell = leave_one + shift_right<cell_unit>(rank * charges.cell) + fits * charges.cell_for_column +
                          pick(single & clears, Lanes::all(space_swap), Lanes::all(space_cell));

    features.value = value;
    features.free = free;
    features.empties = empties;
    features.gaps = gone_bytes;
    features.pairs = Lanes::within(n.key, n.run, cap);
    const Lanes comes = (source & charges.onto_source) + (target & charges.same_target);
    const Lanes bads = bad_run * charges.run_bad;
    comes.store(features.comes);
    (comes - bads).store(features.onto_run);
    each.store(features.each);
    over.store(features.overs);
    (now + charges.splits - bads).store(features.part_leaves);
    shown.store(features.shows);
    (leave_run + (clears & Lanes::all(space_column))).store(features.run_leaves);
    as_kept(to_cell, gone).store(features.to_cell);
    return true;
}

// Price the moves and store them as the node's children; return the price of the best, or -1.
template <class Lanes>
int Body<Lanes>::list_children(const LanePosition& n, const Features& features, Link& link) {
    const Weights& w = *charges.weights;
    const int value = features.value, free = features.free, empties = features.empties;
    i16* const kept_prices = &prices[children_used];
    i16* const kept_moves = &moves[children_used];
    int number = 0;
    int best = int(gone_price) << 8;  // a stored price, then its index
    auto add = [&](int v, u16 move, bool possible = true) {
        const int price = std::clamp(v, 0, price_max) << 3 | (number & 7);
        const int less = (price << 8 | number) - best;
        best += only_if(possible && less < 0, less);
        kept_prices[number] = i16(price);
        kept_moves[number] = i16(move);
        number += possible;
    };
    auto add_all = [&](Lanes lane_prices, Lanes lane_moves) {  // one from each column, or none
        const int lowest_price = smallest(lane_prices);
        best = std::min(best, lowest_price << 8 | (number + (lowest_price & 7)));
        lane_prices.store(kept_prices + number);
        lane_moves.store(kept_moves + number);
        number += columns_max;
    };
    const Lanes zero = Lanes::all(0), one = Lanes::all(1), places = Lanes::load(lane_numbers);
    const int space_now = charges.space(free, empties), space_more = charges.space(free + 1, empties);
    const int uncelled = value + w.from_cell - space_now;
    const int gap = first_byte(features.gaps) & 7, fewer = std::max(empties - 1, 0);  // of use where a column is empty
    const int to_gap = w.to_empty + features.comes[gap];
    const int from_column = to_gap + charges.space(free, fewer) - space_now,
              from_cell = to_gap + charges.space(free + 1, fewer);
    if (free) add_all(Lanes::load(features.to_cell), places + Lanes::all(lane_move(0, cell_target, 1)));
    if (empties) {  // as much as can move
        const int cap = whole ? 13 : std::min(13, (free + 1) << (empties - 1));
        const Lanes run = Lanes::load(n.run), k = min(run, Lanes::all(cap)), cards_left = run - k;
        const Lanes base = (Lanes::load(n.key) & Lanes::all(15)) + k - one;
        const Lanes all_go = equal(cards_left, zero), clears = equal(Lanes::load(n.kept), zero);
        const Lanes part = Lanes::load(features.part_leaves) +
                           min(Lanes::load(features.overs), cards_left) * charges.run_bad -
                           k * Lanes::load(features.each) - (equal(k, one) & Lanes::load(features.shows));
        const Lanes price = pick(all_go, Lanes::load(features.run_leaves), part) + Lanes::all(from_column) +
                            (k - one) * charges.join + (equal(base, Lanes::all(12)) & charges.king);
        add_all(as_kept(price, all_go & clears),
                places + Lanes::all(lane_move(0, gap, 0)) + k * Lanes::all(lane_move(0, 0, 1)));
    }
    auto onto = [&](int j, int k) {  // the change at column j when k cards come onto it
        return features.onto_run[j] + w.run_bad * std::min(int(features.overs[j]), n.run[j] + k) + k * features.each[j];
    };
    auto leave = [&](int i, int k) {  // the price of the position when k cards leave column i
        const int cards_left = n.run[i] - k;
        const int part = features.part_leaves[i] + w.run_bad * std::min(int(features.overs[i]), cards_left) -
                         k * features.each[i] - only_if<int>(k == 1, features.shows[i]);
        return part + only_if(cards_left <= 0, features.run_leaves[i] - part);  // if all go, run_leaves
    };
    constexpr int full = children_max - 12;  // each step below adds a few, then fills up eight places
    for (u64 pairs = features.pairs; pairs && number < full; pairs &= pairs - 1) {
        const int bit = std::countr_zero(pairs), i = bit & 7, j = bit >> 3, k = n.key[j] - n.key[i];
        add(leave(i, k) + onto(j, k), lane_move(i, j, k));
    }
    if (free < cells)
        for (int i = 0; i < cells; ++i) {
            const Card x = n.cell[i];  // or none, which fits nowhere
            u64 hosts = bytes_equal(n.key, u8(keys[x] + 1));
            if (!hosts) continue;
            const int price = uncelled - (w.cell * rank_of(x) >> cell_unit) + space_more;
            for (; hosts && number < full; hosts &= hosts - 1) {
                const int j = first_byte(hosts);
                add(price + onto(j, 1), lane_move(8 + i, j, 1));
            }
        }
    if (declining)
        for (int s = 0; s < 4; ++s) {
            const Card next_card = Card(4 * n.home[s] + s);
            if (const int i = find(n.top, next_card); i < 8) {
                add(leave(i, 1) - w.away, lane_move(i, home_target, 1));
            } else if (const int j = find(n.cell, next_card); j < 8) {
                add(uncelled - (w.cell * rank_of(next_card) >> cell_unit) + space_more - w.away,
                    lane_move(8 + j, home_target, 1));
            }
        }
    if (empties)
        for (int i = 0; i < cells && number < full; ++i) {
            const Card x = n.cell[i];
            const int r = rank_of(x);
            add(uncelled - (w.cell * r >> cell_unit) + charges.king_price(r) + from_cell, lane_move(8 + i, gap, 1),
                x != no_card);
        }
    if (empties > 1 && !free)
        for (int i = 0; i < columns && number < full; ++i)
            if (n.run[i] > 1) add(leave(i, 1) + from_column + charges.king_price(n.key[i] & 15), lane_move(i, gap, 1));
    if (best >> 8 == gone_price) return -1;
    Lanes::all(gone_price).store(kept_prices + number);
    Lanes::all(gone_price).store(kept_prices + number + 8);
    link.children = children_used;
    link.places = u8(std::max(16, (number + 7) & ~7));
    children_used += link.places;
    link.best = u8(best);
    return best >> 11;
}

template <class Lanes>
Outcome Body<Lanes>::attempt(const Attempt& a, std::vector<u8>& line) {
    const u32 limit = std::min(a.nodes, nodes_max);
    const std::size_t max_nodes = limit + 2;
    nodes.grow(max_nodes);
    links.grow(max_nodes);
    prices.grow(max_nodes * children_max + 16);
    moves.grow(max_nodes * children_max);
    u32 table_size = 1 << 12;
    while (table_size < 4 * limit) table_size *= 2;
    met.begin(table_size);
    price(a.weights);
    declining = a.declining;
    queue.clear();
    children_used = 0;
    used = 1;
    nodes[0] = root;
    autoplay(nodes[0]);
    links[0] =
        Link{0, no_value<u16>, lane_move(cell_target, cell_target, 0), no_value<u16>, 0, 0, 0};  // no previous move
    met.add(nodes[0].hash);
    const int first = expand(0);
    if (first == won) return write(0, line), Outcome::solved;
    if (first >= 0) queue.push(links, 0, first);
    while (!queue.empty() && used < limit) {
        const u16 index = queue.pop(links);
        Link& parent = links[index];
        const u32 child = parent.children + parent.best;
        const u16 move = u16(moves[child]);
        prices[child] = gone_price;
        build(nodes[used], nodes[index], move);
        const bool is_new = met.add(nodes[used].hash);
        // Not sooner: the removed price must have reached the cache by now, and nothing waits for `is_new`.
        if (const int price = choose(parent); price >= 0) queue.push(links, index, price);
        if (!is_new || parent.depth == depth_max) continue;
        links[used] = Link{0, index, move, no_value<u16>, u8(parent.depth + 1), 0, 0};
        const u32 self = used++;
        const int best = expand(self);
        if (best == won) return write(self, line), Outcome::solved;
        if (best >= 0) queue.push(links, u16(self), best);
    }
    return queue.empty() ? Outcome::exhausted : Outcome::gave_up;
}

namespace {

std::atomic<bool> plain_wanted = false;

#ifdef KIEBITZ_HAVE_VECTOR_LANES
using Best = VectorLanes;
#else
using Best = PlainLanes;
#endif

// WebAssembly always has vectors, and visitors download the module: it goes without a second body.
#ifdef __wasm__
constexpr bool has_plain = false;
#else
constexpr bool has_plain = true;
#endif

std::unique_ptr<QuickSearch::Body> make_body() {
    if constexpr (has_plain)
        if (plain_wanted) return std::make_unique<Body<PlainLanes>>();
    return std::make_unique<Body<Best>>();
}

}  // namespace

void keep_vectors_out(bool out) { plain_wanted = has_plain && out; }

const char* lanes_name() { return plain_wanted ? PlainLanes::name : Best::name; }

QuickSearch::QuickSearch() : body_(make_body()) {}
QuickSearch::~QuickSearch() = default;
void QuickSearch::start(const Rules& rules, const Position& position) { body_->start(rules, position); }
Outcome QuickSearch::attempt(const Attempt& a, std::vector<std::uint8_t>& line) { return body_->attempt(a, line); }
std::uint64_t QuickSearch::expanded() const { return body_->expanded(); }
std::uint64_t QuickSearch::bytes() const { return body_->bytes(); }

bool quick_supports(const Rules& r, const Position& p) {
    if (r.build != Build::alternate || r.step != Step::down || r.empty != EmptyColumn::any || r.forced) return false;
    if (r.suit_runs || r.whole_suits || (r.reserve && r.cells)) return false;
    if (r.ranks != 13 || r.suits != 15 || r.columns > columns_max || r.cells > cells_max) return false;
    return *std::max_element(p.length, p.length + r.columns) <= max_length;
}

}  // namespace kiebitz::freecell
