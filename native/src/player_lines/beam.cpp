#include "player_lines/beam.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace kiebitz::players {
namespace {

// What makes a position look bad, a move being about 20. A card blocks if it lies over one that goes home before it, of
// its own suit or of any; each sequence with a blocking card has to be moved. Tuned on deals above 2,000,000.
constexpr int sequence_blocks = 20, card_blocks = 2, card_blocks_own_suit = 4;
constexpr int card_joined = -1, king_at_the_bottom = -1;
constexpr int card_in_cell = 32, rank_in_cell = 1, distance_in_cell = 2, parts = 4;  // of cells in so many parts
constexpr int empty_column = -8, free_cell_and_empty_column = -3, card_home = -1;
constexpr int of_no_column = 64, of_a_game = 1024;  // so that nothing falls below 0

// Candidates that are kept for each place of the next level, for many of them are the same position.
constexpr std::size_t surplus = 2;

std::uint64_t splitmix(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Calls `out` with the place of each byte in which two rows of bytes differ, eight at a time.
template <std::size_t size, class Out>
void differences(const std::uint8_t* one, const std::uint8_t* other, Out out) {
    static_assert(size % 8 == 0 && std::endian::native == std::endian::little);
    for (std::size_t at = 0; at < size; at += 8) {
        std::uint64_t a, b;
        std::memcpy(&a, one + at, 8);
        std::memcpy(&b, other + at, 8);
        for (std::uint64_t rest = a ^ b; rest;) {
            const int byte = std::countr_zero(rest) / 8;
            rest &= ~(std::uint64_t{255} << 8 * byte);
            out(int(at) + byte);
        }
    }
}

}  // namespace

Beam::Beam(const Game& game, std::size_t width) : game_(game), width_(width) {
    std::uint64_t state = 0;
    for (auto& row : mix_)
        for (auto& mixed : row) mixed = splitmix(state);
}

std::vector<Step> Beam::find(const Board& start, int below, Budget& budget) {
    made_.clear();
    seen_.assign(std::bit_ceil(8 * width_), 0);
    seen_number_ = 0;
    level_.resize(1);
    read(start, level_[0]);
    insert(level_[0].key);
    while (!level_.empty() && int(made_.size()) + 1 < below) {
        if (budget.spent(bytes())) return {};
        candidates_.clear();
        std::fill(std::begin(count_), std::end(count_), 0);
        promising_ = 0, worst_ = scores - 1;
        for (std::size_t i = 0; i < level_.size(); ++i) {
            if (budget.count() && budget.spent(bytes())) return {};
            if (expand(u32(i))) return line();
        }
        budget.note(bytes());
        choose();
    }
    return {};
}

// Rates what each step from a position leads to; true, and `last_`, if one of them wins.
bool Beam::expand(u32 parent) {
    const Node& from = level_[parent];
    Board b;
    Prefix prefix[max_cards];
    std::memcpy(prefix, from.prefix, sizeof prefix);
    bool won = false;
    game_.steps(from.board, [&](Step step) {
        if (won) return;
        b = from.board;
        carried_.clear();
        if (game_.make(b, step, carried_) != Outcome::made) return;
        if (game_.won(b)) {
            last_ = {parent, step};
            won = true;
            return;
        }
        u64 key = from.key;
        int cost = from.cost;
        Card changed[max_cards];
        int changes = 0;
        follow(from, b, prefix, key, cost, [&](Card c) { changed[changes++] = c; });
        while (changes--) prefix[changed[changes]] = from.prefix[changed[changes]];
        const int s = score(b, cost);
        if (s > worst_) return;
        candidates_.push_back({key, parent, u16(s), step});
        ++count_[s];
        ++promising_;
        for (; promising_ - count_[worst_] > surplus * width_; --worst_) promising_ -= count_[worst_];
    });
    return won;
}

// Makes the next level of the best candidates; of equals in score of those met first.
void Beam::choose() {
    std::fill(std::begin(count_), std::end(count_), 0);
    std::size_t different = 0;
    for (const Candidate& c : candidates_) {
        if (c.score > worst_ || !insert(c.key)) continue;
        ++count_[c.score];
        candidates_[different++] = c;
    }
    candidates_.resize(different);
    int last = 0;
    std::size_t left = width_;
    for (; last < scores && count_[last] <= left; ++last) left -= count_[last];
    auto& made = made_.emplace_back();
    next_.resize(std::min(width_, different));
    for (const Candidate& c : candidates_) {
        if (c.score > last || (c.score == last && !left)) continue;
        left -= c.score == last;
        const Node& from = level_[c.parent];
        Node& node = next_[made.size()];
        node = from;
        carried_.clear();
        game_.make(node.board, c.step, carried_);
        follow(from, node.board, node.prefix, node.key, node.cost, [](Card) {});
        made.push_back({c.parent, c.step});
    }
    next_.resize(made.size());
    std::swap(level_, next_);
}

std::vector<Step> Beam::line() const {
    std::vector<Step> steps{last_.step};
    u32 at = last_.parent;
    for (std::size_t level = made_.size(); level-- > 0;) {
        steps.push_back(made_[level][at].step);
        at = made_[level][at].parent;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

void Beam::read(const Board& start, Node& node) const {
    Board nothing = start;
    std::memset(nothing.below, at_home, max_cards);
    std::memset(nothing.end, no_card, sizeof nothing.end);
    node.board = nothing;
    node.key = start.hidden;
    for (int c = 0; c < max_cards; ++c) node.key += mix_[c][at_home];
    node.cost = 0;
    for (Prefix& p : node.prefix) p.column = nowhere;
    const Node from = node;
    follow(from, start, node.prefix, node.key, node.cost, [](Card) {});
    node.board = start;
}

Beam::Prefix Beam::on(const Prefix* under, Card lower, Card c, int column) const {
    const int rank = rank_of(c), suit = suit_of(c), none = 15;
    Prefix p{of_no_column, 0xffff, none, u8(column), 0};
    int cost = of_no_column;
    if (!under) {
        cost += rank == game_.rules().king() ? king_at_the_bottom : 0;
    } else {
        p = *under;
        p.column = u8(column);
        cost = p.cost;
        if (game_.joined(c, lower)) cost += card_joined;
        else p.blocking = false;
        if (rank > p.low) {
            cost += card_blocks;
            if (!p.blocking) cost += sequence_blocks;
            p.blocking = true;
        }
        if (rank > (p.lowest >> 4 * suit & none)) cost += card_blocks_own_suit;
    }
    p.cost = u16(std::max(cost, 0));
    p.low = u8(std::min<int>(p.low, rank));
    if (rank < (p.lowest >> 4 * suit & none)) p.lowest = u16((p.lowest & ~(none << 4 * suit)) | rank << 4 * suit);
    return p;
}

// Brings key, cost and prefixes of a position up to those of the board `b` that a step has led to, and calls `note` with
// the cards whose prefix has changed. Of a column only what lies on a card that has stayed there is new, and a column
// whose last card has stayed is as it was.
template <class Note>
void Beam::follow(const Node& from, const Board& b, Prefix* prefix, u64& key, int& cost, Note note) const {
    key += b.hidden - from.board.hidden;
    differences<sizeof b.below - 8>(from.board.below, b.below, [&](int c) {
        key += mix_[c][b.below[c]] - mix_[c][from.board.below[c]];
        if (b.below[c] < in_cell) return;
        prefix[c].column = nowhere;
        note(Card(c));
    });
    for (int i = 0; i < game_.rules().columns; ++i) {
        if (from.board.end[i] == b.end[i]) continue;
        if (from.board.end[i] != no_card) cost -= from.prefix[from.board.end[i]].cost - of_no_column;
        if (b.end[i] == no_card) continue;
        Card fresh[max_cards];
        int n = 0;
        Card under = b.end[i];
        for (; under < max_cards && prefix[under].column != i; under = b.below[under]) fresh[n++] = under;
        const Prefix* p = under < max_cards ? &prefix[under] : nullptr;
        while (n--) {
            prefix[fresh[n]] = on(p, under, fresh[n], i);
            note(fresh[n]);
            under = fresh[n];
            p = &prefix[under];
        }
        cost += p->cost - of_no_column;
    }
}

int Beam::score(const Board& b, int cost) const {
    int in_cells = 0;
    for (int i = 0; i < game_.rules().cells; ++i) {
        const Card c = b.cell[i];
        if (c == no_card) continue;
        in_cells += card_in_cell + rank_in_cell * rank_of(c) + distance_in_cell * (rank_of(c) - b.home[suit_of(c)]);
    }
    const int home = b.home[0] + b.home[1] + b.home[2] + b.home[3];
    const int all = of_a_game + cost + in_cells / parts + empty_column * b.empty +
                    free_cell_and_empty_column * b.free * b.empty + card_home * home;
    return std::clamp(all, 0, scores - 1);
}

// Notes a key; false if it was there already.
bool Beam::insert(u64 key) {
    if (2 * ++seen_number_ > seen_.size()) {
        std::vector<u64> old(2 * seen_.size());
        std::swap(old, seen_);
        for (const u64 k : old)
            if (k) seen_[place(k)] = k;
    }
    u64& slot = seen_[place(key |= 1)];
    if (slot) {
        --seen_number_;
        return false;
    }
    slot = key;
    return true;
}

// Where a key is, or the empty place for it.
std::size_t Beam::place(u64 key) const {
    const std::size_t mask = seen_.size() - 1;
    std::size_t at = std::size_t(key >> 20) & mask;
    while (seen_[at] && seen_[at] != key) at = (at + 1) & mask;
    return at;
}

std::uint64_t Beam::bytes() const {
    return (level_.capacity() + next_.capacity()) * sizeof(Node) + candidates_.capacity() * sizeof(Candidate) +
           made_.size() * width_ * sizeof(Made) + seen_.size() * sizeof(u64);
}

}  // namespace kiebitz::players
